"""What has happened to the cards of a table between deals: shuffled, cut, burned, replaced."""

from croupier.cards import Card
from croupier.table.events import Event
from croupier.table.state import Mix, Preparation


class PreparationChanged(Event, frozen=True, tag="preparation-changed"):
    """The cards have to be made ready, or a step of it is done."""

    preparation: Preparation | None
    """What has to be done now; none where the cards are ready."""
    clause: str
    """The clause that demands it, or by which the step was done."""


class CardsShuffled(Event, frozen=True, tag="cards-shuffled"):
    """Cards were shuffled. The event does not hold their order."""

    clause: str
    """The clause that demanded the shuffle."""
    size: int
    """How many cards a full shoe holds from now on."""
    drawn: int = 0
    """How many of them are out: those of a round that goes on."""
    mixes: Mix = Mix.ALL
    """Which cards were mixed."""
    handle: str = ""
    """Names the order, where software keeps it; empty where nobody does."""
    machine: str = ""
    """The clause by which a machine mixed them; empty where none did."""
    by_hand_clause: str = ""
    """The clause by which they were mixed by hand before the device did; empty where not."""


class CutDeclined(Event, frozen=True, tag="cut-declined"):
    """A player passed the cut on."""

    player: str
    """Who did not want to cut."""
    clause: str
    """The clause by which the cut passes on."""


class CardsCut(Event, frozen=True, tag="cards-cut"):
    """The stack was cut."""

    position: int
    """How many cards from the front the cut lies."""
    player: str | None
    """Who cut; none where the dealer or a supervisor did."""
    clause: str
    """The clause that gave them the cut."""


class ShoeLoaded(Event, frozen=True, tag="shoe-loaded"):
    """The stack went into the shoe, with the cutting card in place."""

    depth: int
    """How many cards lie behind the cutting card."""
    clause: str
    """The clause that says how many may."""


class DeviceLoaded(Event, frozen=True, tag="device-loaded"):
    """The cards went into the shuffling device, uncut."""

    clause: str
    """The clause by which no cut is needed."""


class CardBurned(Event, frozen=True, tag="card-burned"):
    """Cards went to the discard rack: one shown where its value counts, the others unseen."""

    clause: str
    """The clause that has cards burned."""
    shown: Card | None = None
    """The card that was shown; none where nobody saw one."""
    unseen: int = 1
    """How many went to the rack unseen; 0 where only the shown one did."""
    ahead: int = 0
    """How many of them, from the first on, had come out before and lay in front of the shoe."""


class CuttingCardShown(Event, frozen=True, tag="cutting-card-shown"):
    """The cutting card came out: at a box, at the dealer's hand (0), or before a round (none)."""

    box: int | None
    """The box whose hand it came out at; 0 is the dealer's, none before a round."""
    clause: str
    """The clause that says what follows."""


class CardsReplaced(Event, frozen=True, tag="cards-replaced"):
    """New cards came to the table."""

    clause: str
    """The clause that brings new cards."""


class CardsRiffled(Event, frozen=True, tag="cards-riffled"):
    """Pre-shuffled cards were riffled at a player's wish."""

    player: str
    """Who wished it."""
    clause: str
    """The clause that allows the wish."""


class ShuffleOrdered(Event, frozen=True, tag="shuffle-ordered"):
    """When the round is over, the cards are shuffled."""

    clause: str
    """The clause that allows the order."""
