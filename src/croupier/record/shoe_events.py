"""What has happened to the cards of an automatic table before and after they are dealt.

The events of a table's cards are a stream of their own beside the table's: a seed is committed to,
players add theirs, an order is fixed, and what was secret is revealed when it is over.
"""

from enum import Enum

import msgspec

from croupier.cards import Card
from croupier.table.events import Event


class Reveal(Enum):
    """When everybody learns the house's seed of a shoe, and with it every card that was in it."""

    SHOE = "shoe"
    """When the shoe is over, and none of its cards is on the table or mixed into the next."""
    DAY = "day"
    """When that is so, and the gaming day in which it came to be so has ended."""
    NEVER = "never"
    """Never: officials alone learn it."""


class PlayerSeed(msgspec.Struct, frozen=True, gc=False):
    """What one player adds to the chance that orders the cards."""

    box: int
    """The box that the player sits or stands at, from 1; seeds count in the order of the boxes.
    Before anybody sits at a new table, the place of the promise among all."""
    player: str
    """Whose seed it is."""
    seed: str
    """The seed; empty where its player had promised one and never gave it."""


class SeedCommitted(Event, frozen=True, tag="seed-committed"):
    """The house has committed to a seed that nobody else knows; players may now add theirs."""

    shoe: str
    """The shoe, or the epoch of a shuffling device, that the seed is for."""
    commitment: str
    """The hash of the seed, in hex: another seed cannot be put in its place."""
    repeatable: bool = False
    """Whether the seed came from a number that somebody chose, so that it proves nothing."""
    reveal: Reveal = Reveal.NEVER
    """When everybody will learn the seed: the house says so before the first card, and cannot
    choose later. Records from before the house said so have ``never``."""


class SeedPromised(Event, frozen=True, tag="seed-promised"):
    """A player has committed to a seed, and shows it to nobody yet."""

    shoe: str
    """What the seed is for."""
    box: int
    """The player's box, from 1; before anybody sits at a new table, the place of the promise."""
    player: str
    """Who promises it."""
    promise: str
    """The hash of the seed, in hex."""


class SeedGiven(Event, frozen=True, tag="seed-given"):
    """A player has shown the seed that was promised; from the first on, nobody promises one."""

    shoe: str
    """What the seed is for."""
    player: str
    """Whose seed it is."""
    seed: str
    """The seed."""


class SeedsClosed(Event, frozen=True, tag="seeds-closed"):
    """No seed is added any more: what the cards follow from is fixed."""

    shoe: str
    """What the seeds are for."""
    seeds: tuple[PlayerSeed, ...]
    """The seeds that count, in the order of the boxes; empty where no player added one."""
    dropped: tuple[PlayerSeed, ...] = ()
    """Those that were promised and never given; each is empty."""


class OrderFixed(Event, frozen=True, tag="order-fixed"):
    """The order of a shoe is fixed, and its root is published before the cut."""

    shoe: str
    """The shoe; tables name it by this handle."""
    size: int
    """How many cards lie in it."""
    root: str
    """The head of the tree over all places of the order, in hex."""
    decks: int = 0
    """Of how many whole decks it is; 0 where only a part of the cards was mixed."""
    replaces: str = ""
    """The shoe whose undealt cards these are, where its order was lost; else empty."""
    after: int = 0
    """How many cards had left that shoe."""


class EpochBegun(Event, frozen=True, tag="epoch-begun"):
    """A shuffling device draws by a new seed."""

    shoe: str
    """The epoch."""
    first_round: int
    """The first round whose draws follow from it, as the table counts rounds."""
    last_round: int
    """The last round of it, unless the gaming day ends before."""


class SeedRevealed(Event, frozen=True, tag="seed-revealed"):
    """A seed that was committed to is shown: to officials, since all cards follow from it."""

    shoe: str
    """The shoe or epoch, which is over."""
    seed: str
    """The seed of the house, in hex."""
    cards: tuple[Card, ...] = ()
    """The cards that were mixed, where they were not whole decks; else empty."""


class SeedPublished(Event, frozen=True, tag="seed-published"):
    """A seed is shown to everybody: none of the cards that follow from it is a secret any more."""

    shoe: str
    """The shoe or epoch, which is over."""
    seed: str
    """The seed of the house, in hex."""
    cards: tuple[Card, ...] = ()
    """The cards that were mixed, where they were not whole decks; else empty."""


class ShoeAbandoned(Event, frozen=True, tag="shoe-abandoned"):
    """A seed that was committed to is not used, or no longer. It counts for ever."""

    shoe: str
    """The shoe or epoch."""
    why: str
    """The reason, for people."""


class MasterKeyChanged(Event, frozen=True, tag="master-key-changed"):
    """The key that opens the secrets of all shoes is another one from now on."""

    key: str
    """The id of the new key; the key itself is in no record."""
    before: str
    """The id of the old key; empty for the first."""
    why: str
    """The reason, for people."""


CardsEvent = (
    SeedCommitted
    | SeedPromised
    | SeedGiven
    | SeedsClosed
    | OrderFixed
    | EpochBegun
    | SeedRevealed
    | SeedPublished
    | ShoeAbandoned
)
"""What happens to the cards of a table."""
