"""What people at a table may not do, by the grounds on which it is acted on."""

from enum import Enum, StrEnum

import msgspec

from croupier.rulebooks.catalogue import Says


class Ground(StrEnum):
    """What somebody did, as it is reported."""

    STAFF_ADVICE = "staff-advice"
    """An employee of the casino told a player how to play."""
    ADVICE = "advice"
    """Somebody else did, or tried to."""
    PRIVATE_BET = "private-bet"
    """People bet with each other."""
    ADVANTAGE = "advantage"
    """An employee gave somebody an advantage, or changed the chances."""
    PROCEDURE = "procedure"
    """An employee did not see to the approved procedures."""
    HANDLING_CARDS = "handling-cards"
    """Somebody touched, took or changed cards."""
    CARDS_AWAY = "cards-away"
    """A player held cards away from the table."""
    TALK = "talk"
    """A player spoke of more than the own decision."""
    PARTNERSHIP = "partnership"
    """Players joined up to go over the maximum."""


class Moment(Enum):
    """A time at a table at which a prohibition holds, or does not."""

    FACE_DOWN = "face-down"
    """While first cards are dealt face down by approval."""
    BETTING_ROUND = "betting-round"
    """While players look at their cards and decide."""


class Prohibition(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may not be done."""

    ground: Ground
    says: Says
    during: Moment | None = None
    """When it holds; none where it always does."""
    unless: Says | None = None
    """What the clause leaves open; none where it leaves nothing."""
    unless_during: Moment | None = None
    """When it leaves that open; none where always."""
