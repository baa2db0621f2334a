"""Substitutes for events that have a secret: what viewers get instead of the event.

A substitute has the wire name of its event, and the event itself is never sent to a viewer. A card
that the viewer may not know is ``None``.
"""

import msgspec

from croupier.cards import Card
from croupier.games.table.state import Line
from croupier.money import Cents, Entry
from croupier.rulebooks import Role

Known = Card | None
"""A card; ``None`` if the viewer may not know it."""


class Seen(msgspec.Struct, frozen=True, gc=False, tag_field="event", rename="kebab"):
    """What a viewer may know of an event."""


class CardSeen(Seen, frozen=True, tag="card-dealt"):
    """A card was dealt to a hand, or to the dealer (box 0)."""

    card: Known
    """The card; ``None`` if it is face down for the viewer."""
    box: int
    """The box; 0 is the dealer's hand."""
    hand: int
    """The hand of the box, from 1."""
    clause: str
    """The clause under which it was dealt."""
    covered: bool
    """Whether it lies face down."""
    ahead: bool
    """Whether it lay ready in front of the shoe: drawn in error, or put back."""


class ShuffleSeen(Seen, frozen=True, tag="cards-shuffled"):
    """The cards were shuffled. Their order is not disclosed."""

    clause: str
    """The clause that required it."""
    by_hand_clause: str = ""
    """The clause under which they were mixed by hand before the device did; empty if they were
    not."""


class MisplacementSeen(Seen, frozen=True, tag="card-misplaced"):
    """A card was laid in the wrong place, and moved to where it belongs."""

    card: Known
    """The card; ``None`` if it was dealt face down."""
    laid: int
    """The box where it lay; 0 is the dealer's hand."""
    box: int
    """The box where it belongs."""
    clause: str
    """The clause under which it was moved."""


class ReconstructionSeen(Seen, frozen=True, tag="round-reconstructed"):
    """The last cards went back in front of the shoe, undoing everything after them."""

    cards: tuple[Known, ...]
    """The cards in order; all ``None`` if some of them may have been face down."""
    decisions: int
    """The number of decisions before the first of these cards that were taken back too."""
    misread: bool
    """Whether they were entered wrongly and do not come again."""
    lines: tuple[Line, ...]
    """The settlements taken back; often empty."""
    entry: Entry | None
    """Doubles, splits and insurance returned to their owners; ``None`` if there were none."""
    clause: str
    """The clause under which the round was taken back."""


class DiscardsSeen(Seen, frozen=True, tag="discards-found"):
    """The discards, thought to be in the device, were found in the rack."""

    cards: int
    """The number of cards."""
    clause: str
    """The clause that says what is done."""


class CheckSeen(Seen, frozen=True, tag="cards-checked"):
    """The cards were counted against what they should be."""

    expected: int
    """The number of cards there should be."""
    missing: tuple[Known, ...]
    """The missing cards; staff see which, others only how many."""
    extra: tuple[Known, ...]
    """The surplus cards; staff see which, others only how many."""
    foreign: tuple[str, ...]
    """Descriptions of foreign cards: other backs, jokers and so on."""
    by: Role
    """The role of the person who counted."""
    clause: str
    """The clause that required it."""


class WrongCardsSeen(Seen, frozen=True, tag="wrong-cards-found"):
    """Cards are missing or do not belong. What was played before stands."""

    missing: tuple[Known, ...]
    """The missing cards; staff see which, others only how many."""
    foreign: tuple[str, ...]
    """Descriptions of the cards that do not belong."""
    clause: str
    """The clause that says what is done."""
    earlier_rounds: str
    """The clause under which earlier rounds stand."""


class ReplacementSeen(Seen, frozen=True, tag="card-replaced"):
    """A marked or damaged card was exchanged for another of its kind."""

    card: Known
    """The card; only staff see which."""
    clause: str
    """The clause under which it was exchanged."""


class DeviceFailureSeen(Seen, frozen=True, tag="device-failed"):
    """The shuffling device failed."""

    damaged: tuple[Known, ...]
    """The cards replaced from a new deck; staff see which, others only how many."""
    clauses: tuple[str, ...]
    """The clauses that say what is done."""


class CountSeen(Seen, frozen=True, tag="cards-counted"):
    """A hand had a wrong number of cards, or lay where no ante was. Its strays went to the rack."""

    box: int
    """The box; 0 is the dealer's hand."""
    count: int
    """The number of cards it had."""
    strays: tuple[Known, ...]
    """The cards that were not entered; only staff see which."""
    clause: str
    """The clause that says what is done."""


class FormSeen(Seen, frozen=True, tag="form-handed-in"):
    """A form with an undisclosed wager was handed in; an indicator lies in front of its owner."""

    player: str
    """The owner of the form."""
    box: int
    """The owner's box, from 1."""
    type: str
    """The type of wager; empty if the viewer may not know it, or none was written."""
    amount: Cents | None
    """The amount; ``None`` if the viewer may not know it, or none was written."""
    clause: str
    """The clause under which it was taken."""
