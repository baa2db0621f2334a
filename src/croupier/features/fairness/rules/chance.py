"""Chance that can be proved: everything that follows from the seeds of the house and the players.

Every number comes from HMAC-SHA-256 under the house's seed, over the shoe, the players' seeds and a
counter, by rejection. ``docs/record.md`` specifies the bytes; ``verifier`` computes them again
without anything of croupier.
"""

import hmac
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec

from croupier.cards import DECK, Bytes, Card, below, random_order
from croupier.kit.merkle import head_of, inclusion, leaf_hash


class PlayerSeed(msgspec.Struct, frozen=True, gc=False):
    """What one player adds to the chance that orders the cards."""

    box: int
    """The box that the player sits or stands at, from 1; seeds count in the order of the boxes.
    Before anybody sits at a new table, the place of the promise among all."""
    player: str
    """The player's id."""
    seed: str
    """The seed; empty if its player promised one and never showed it."""


SEED_SIZE = 32
"""How many bytes the house's seed has."""
SALT_SIZE = 16
"""How many bytes of salt hide the card of one place."""
PLACES = {card: place for place, card in enumerate(DECK)}


def length_prefixed(*values: str | bytes | int) -> bytes:
    """Return the values as unambiguous bytes: each with its length in front."""
    data = [value if isinstance(value, bytes) else str(value).encode() for value in values]
    return b"".join(len(one).to_bytes(4, "big") + one for one in data)


def seed_commitment(seed: bytes, stream: str, shoe: str) -> str:
    """Return the hash that binds the house to a seed, for one shoe of one table."""
    return sha256(length_prefixed("house seed", stream, shoe, seed)).hexdigest()


def seed_promise(seed: str, stream: str, shoe: str, player: str) -> str:
    """Return the hash that binds a player to a seed, for one shoe of one table."""
    return sha256(length_prefixed("player seed", stream, shoe, player, seed)).hexdigest()


def seed_from_secret(secret: str, committed: str) -> str:
    """Return the seed that a player's secret gives for a shoe.

    The house cannot know it before it has committed itself, and learns nothing of the secret.
    """
    return hmac.digest(secret.encode(), length_prefixed("player", committed), "sha256").hex()


def sort_as_deck(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards as they lie before they are mixed: it depends only on which cards they are."""
    return tuple(sorted(cards, key=PLACES.__getitem__))


def place_leaf(place: int, card: Card, salt: bytes) -> bytes:
    """Return the leaf of one place of an order."""
    return leaf_hash(length_prefixed("place", place, card.value, salt))


class HmacBlocks:
    """A source of pseudo-random bytes: blocks of HMAC under a counter."""

    def __init__(self, seed: bytes, about: bytes) -> None:
        self._seed, self._about = seed, about
        self._counter = 0
        self._left = b""

    def __call__(self, size: int) -> bytes:
        while len(self._left) < size:
            block = hmac.digest(self._seed, self._about + length_prefixed(self._counter), "sha256")
            self._left += block
            self._counter += 1
        taken, self._left = self._left[:size], self._left[size:]
        return taken


class CommittedChance:
    """Everything that one seed of the house decides once the players' seeds are fixed."""

    def __init__(self, seed: bytes, stream: str, shoe: str, seeds: Sequence[PlayerSeed]) -> None:
        self.seed = seed
        """The seed of the house. Nobody but officials may ever see it."""
        self._place = (stream, shoe)
        given = [value for one in seeds for value in (one.box, one.player, one.seed)]
        self._about = length_prefixed(stream, shoe, len(seeds), *given)

    def _blocks(self, purpose: str, *which: int) -> Bytes:
        return HmacBlocks(
            self.seed, length_prefixed(purpose) + self._about + length_prefixed(*which)
        )

    def order(self, cards: Iterable[Card], count: int) -> tuple[Card, ...]:
        """Return ``count`` of the cards, in the order that the seeds give."""
        return random_order(sort_as_deck(cards), self._blocks("order"))[:count]

    def draw(self, cards: Counter[Card], number: int) -> Card:
        """Return one of the cards in a device; ``number`` counts its draws."""
        left = [(card, cards[card]) for card in DECK if cards[card] > 0]
        place = below(sum(count for _, count in left), self._blocks("draw", number))
        for card, count in left:
            place -= count
            if place < 0:
                return card
        raise AssertionError("a number below the total always falls on a card")

    def cut(self, limit: int) -> int:
        """Return where the dealer cuts for absent players, from 0."""
        return below(limit, self._blocks("cut"))

    def lots(self, count: int) -> tuple[int, ...]:
        """Return a permutation of the numbers below ``count``: who draws which lot."""
        return random_order(range(count), self._blocks("lots"))

    def salt(self, place: int) -> bytes:
        """Return the salt that hides the card of a place, counted from 0."""
        return hmac.digest(self.seed, length_prefixed("salt", *self._place, place), "sha256")[
            :SALT_SIZE
        ]

    def leaves(self, order: Sequence[Card]) -> list[bytes]:
        """Return the leaves of all places of an order."""
        return [place_leaf(place, card, self.salt(place)) for place, card in enumerate(order)]

    def root(self, order: Sequence[Card]) -> str:
        """Return the root of the tree over an order."""
        return head_of(self.leaves(order)).hex()


def place_path(leaves: Sequence[bytes], place: int) -> list[str]:
    """Return the hashes that lead from one place of an order to its root."""
    hashes = inclusion(place, len(leaves), lambda start, end: head_of(leaves[start:end]))
    return [one.hex() for one in hashes]
