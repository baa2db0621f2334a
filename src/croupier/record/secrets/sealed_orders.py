"""The secrets of a table's cards as a store keeps them: sealed, each for its own table and shoe.

Each shoe has a data key of its own. The data key lies in the store too, wrapped by the master key,
which does not. What a secret is bound to is sealed with it, so that the secret of one shoe never
passes for another's. Nothing that is kept is changed: a new master key wraps the data keys again.
"""

from cryptography.exceptions import InvalidTag

from croupier.cards import DECK, Card
from croupier.errors import CroupierError
from croupier.features.fairness.rules.chance import PLACES, length_prefixed
from croupier.features.fairness.rules.shoes import CommittedShoe, SeedRevealed
from croupier.record.secrets.keys import MasterKey, new_key, seal, unseal
from croupier.record.stores.base import Store

DRAW = "draw"
"""What stands for the shoe where a seed decides a draw by lot."""
SEED, CARDS, DATA_KEY = "seed", "cards", "data key"
"""What is sealed: the house's seed, the cards that were mixed, the key of the two."""


class UnopenedOrderError(CroupierError):
    """A secret that this key does not open, or that belongs to another shoe."""


def seal_for_shoe(secret: bytes, key: bytes, *bound: str) -> bytes:
    """Seal a secret with a key, bound to the given parts."""
    return seal(key, secret, length_prefixed(*bound))


def unseal_for_shoe(data: bytes, key: bytes, *bound: str) -> bytes:
    """Open a secret that was sealed for the given parts. Raise if the key or a part differs."""
    try:
        return unseal(key, data, length_prefixed(*bound))
    except InvalidTag:
        what = " of ".join(bound)
        raise UnopenedOrderError(f"the key does not open the {what}") from None


class SealedSecrets:
    """The secrets of one table in a store, for the holder of the master key.

    A secret is found by its shoe and by a mark that an event carries: the beginning of the
    commitment, or of the root. So a retry after a crash never meets the remains of the attempt
    before.
    """

    def __init__(self, store: Store, stream: str, master: MasterKey) -> None:
        self._store, self._master = store, master
        self.stream = stream
        """The stream of the table's cards."""

    def keep_seed(self, shoe: str, commitment: str, seed: bytes) -> None:
        """Save the house's seed under a data key of its own.

        A repeatable seed may come again after a crash: then the data key may be there already.
        """
        data_key = self._unwrap(shoe, commitment)
        if data_key is None:
            data_key = new_key()
            self._wrap(shoe, commitment, data_key, self._master)
        self._keep(shoe, SEED, commitment, seal_for_shoe(seed, data_key, SEED, shoe, self.stream))

    def seed(self, shoe: CommittedShoe) -> bytes:
        """Return the seed of the house."""
        return self._open(shoe, SEED, shoe.commitment)

    def keep_cards(self, shoe: CommittedShoe, root: str, cards: tuple[Card, ...]) -> None:
        """Save which cards were mixed, under the data key of their shoe."""
        order = bytes(PLACES[card] for card in cards)
        data = seal_for_shoe(order, self._data_key(shoe), CARDS, shoe.shoe, self.stream)
        self._keep(shoe.shoe, CARDS, root, data)

    def cards(self, shoe: CommittedShoe) -> tuple[Card, ...]:
        """Return the cards that were mixed for a shoe, in the order of a deck."""
        if shoe.order is None or shoe.mixed_cards:
            return shoe.mixed_cards
        return tuple(DECK[place] for place in self._open(shoe, CARDS, shoe.order.root))

    def reveal(self, shoe: CommittedShoe) -> SeedRevealed:
        """Return what officials may know of a shoe that is over, or was given up."""
        partly = shoe.order is not None and not shoe.order.decks
        return SeedRevealed(shoe.shoe, self.seed(shoe).hex(), self.cards(shoe) if partly else ())

    def rewrap(self, shoe: CommittedShoe, master: MasterKey) -> None:
        """Wrap the data key of a shoe for a new master key as well."""
        self._wrap(shoe.shoe, shoe.commitment, self._data_key(shoe), master)

    def _wrap(self, shoe: str, mark: str, data_key: bytes, master: MasterKey) -> None:
        wrapped = seal_for_shoe(data_key, master.key, DATA_KEY, shoe, self.stream)
        self._keep(shoe, _wrapping_name(master), mark, wrapped)

    def _data_key(self, shoe: CommittedShoe) -> bytes:
        found = self._unwrap(shoe.shoe, shoe.commitment)
        if found is None:
            raise UnopenedOrderError(
                f"the key {self._master.id} does not open the cards of {self.stream} ({shoe.shoe})"
            )
        return found

    def _unwrap(self, shoe: str, mark: str) -> bytes | None:
        """Return the data key of a shoe; ``None`` where this master key has wrapped none."""
        kept = self._store.order(self.stream, secret_name(shoe, _wrapping_name(self._master), mark))
        if kept is None:
            return None
        return unseal_for_shoe(kept, self._master.key, DATA_KEY, shoe, self.stream)

    def _open(self, shoe: CommittedShoe, what: str, mark: str) -> bytes:
        kept = self._store.order(self.stream, secret_name(shoe.shoe, what, mark))
        if kept is None:
            raise UnopenedOrderError(f"the {what} of {shoe.shoe} is not kept in the record")
        return unseal_for_shoe(kept, self._data_key(shoe), what, shoe.shoe, self.stream)

    def _keep(self, shoe: str, what: str, mark: str, data: bytes) -> None:
        name = secret_name(shoe, what, mark)
        if self._store.order(self.stream, name) is None:
            self._store.keep_order(self.stream, name, data)


def committed_draw(commitment: str) -> CommittedShoe:
    """Return the draw of a stream, as its secret is looked up."""
    return CommittedShoe(shoe=DRAW, commitment=commitment)


def secret_name(shoe: str, what: str, mark: str) -> str:
    """Return the name under which a sealed secret is stored."""
    return f"{shoe}/{what}/{mark[:16]}"


def _wrapping_name(master: MasterKey) -> str:
    return f"{DATA_KEY} under {master.id}"
