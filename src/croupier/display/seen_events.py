"""Events without their secrets: each stands in the place of an event that has one.

It has the wire name of the event it stands for, which no viewer is ever given. A card that the
viewer may not know is ``None``.
"""

import msgspec

from croupier.cards import Card
from croupier.games.table.state import Line
from croupier.money import Cents, Entry
from croupier.rulebooks import Role

Known = Card | None
"""A card, or ``None`` where the viewer may not know it."""


class Seen(msgspec.Struct, frozen=True, gc=False, tag_field="event", rename="kebab"):
    """What a viewer may know of an event."""


class CardSeen(Seen, frozen=True, tag="card-dealt"):
    """A card went to a hand, or to the dealer (box 0)."""

    card: Known
    """The card; none where it lies face down for the viewer."""
    box: int
    """To which box; 0 is the dealer's hand."""
    hand: int
    """To which hand of it, from 1."""
    clause: str
    """The clause by which it was dealt."""
    covered: bool
    """Whether it lies face down."""
    ahead: bool
    """Whether it lay ready in front of the shoe: drawn in error, or put back."""


class ShuffleSeen(Seen, frozen=True, tag="cards-shuffled"):
    """The cards were shuffled; their order is not given."""

    clause: str
    """The clause that asked for it."""
    by_hand_clause: str = ""
    """The clause by which they were mixed by hand before the device did; empty where not."""


class MisplacementSeen(Seen, frozen=True, tag="card-misplaced"):
    """A card was laid at the wrong place, and moved to where it belongs."""

    card: Known
    """The card; none where it was dealt face down."""
    laid: int
    """The box where it lay; 0 is the dealer's hand."""
    box: int
    """The box where it belongs."""
    clause: str
    """The clause by which it was moved."""


class ReconstructionSeen(Seen, frozen=True, tag="round-reconstructed"):
    """The last cards went back in front of the shoe, and with them all that followed them."""

    cards: tuple[Known, ...]
    """The cards in their order; all none where some of them may have lain face down."""
    decisions: int
    """How many decisions ahead of the first of them were taken back too."""
    misread: bool
    """Whether they were entered wrongly and do not come again."""
    lines: tuple[Line, ...]
    """Settlements taken back; often none."""
    entry: Entry | None
    """Doubles, splits and insurance that went back to their owners; none where there were none."""
    clause: str
    """The clause by which the round was taken back."""


class DiscardsSeen(Seen, frozen=True, tag="discards-found"):
    """The discards were thought to be in the device, and still lie in the rack."""

    cards: int
    """How many."""
    clause: str
    """The clause that says what is done."""


class CheckSeen(Seen, frozen=True, tag="cards-checked"):
    """The cards were counted against what they should be."""

    expected: int
    """How many there should be."""
    missing: tuple[Known, ...]
    """What is missing; staff know which cards, others how many."""
    extra: tuple[Known, ...]
    """What is there too often; likewise."""
    foreign: tuple[str, ...]
    """Cards of other backs, jokers and the like, described."""
    by: Role
    """Who counted."""
    clause: str
    """The clause that asked for it."""


class WrongCardsSeen(Seen, frozen=True, tag="wrong-cards-found"):
    """Cards are missing, or do not belong; what was played before stands."""

    missing: tuple[Known, ...]
    """What is missing; staff know which cards, others how many."""
    foreign: tuple[str, ...]
    """What does not belong, described."""
    clause: str
    """The clause that says what is done."""
    earlier_rounds: str
    """The clause by which earlier rounds stand."""


class ReplacementSeen(Seen, frozen=True, tag="card-replaced"):
    """A marked or damaged card was changed for another of its kind."""

    card: Known
    """Which one; staff know it."""
    clause: str
    """The clause by which it was changed."""


class DeviceFailureSeen(Seen, frozen=True, tag="device-failed"):
    """The shuffling device failed."""

    damaged: tuple[Known, ...]
    """Cards that were replaced from a new deck; staff know which, others how many."""
    clauses: tuple[str, ...]
    """The clauses that say what is done."""


class CountSeen(Seen, frozen=True, tag="cards-counted"):
    """A hand had too few or too many cards, or lay where no ante was; strays went to the rack."""

    box: int
    """Where; 0 is the dealer's hand."""
    count: int
    """How many cards it had."""
    strays: tuple[Known, ...]
    """Cards that were not entered; unknown ones for all but staff."""
    clause: str
    """The clause that says what is done."""


class FormSeen(Seen, frozen=True, tag="form-handed-in"):
    """A form with an undisclosed wager was handed in; an indicator lies in front of its owner."""

    player: str
    """Whose it is."""
    box: int
    """The owner's box, from 1."""
    type: str
    """The type of wager; empty where the viewer may not know it, or none was written."""
    amount: Cents | None
    """The amount; none where the viewer may not know it, or none was written."""
    clause: str
    """The clause by which it was taken."""
