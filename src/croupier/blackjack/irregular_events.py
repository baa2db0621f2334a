"""What has happened when something went wrong in a blackjack game."""

from croupier.blackjack.state import Round
from croupier.cards import Card
from croupier.money import Entry
from croupier.table.events import Event
from croupier.table.state import Line, Preparation, Settlement


class CardDrawnInError(Event, frozen=True, tag="card-drawn-in-error"):
    """A card came out that was not due; it is the next to be dealt."""

    card: Card
    offered: bool
    """Whether players may refuse it."""
    drawn: bool
    """Whether it left the shoe just now, and did not lie ready already."""
    clause: str
    closes_betting: bool = False
    """Whether it is the first card of a round that is not dealt yet."""


class CardRefused(Event, frozen=True, tag="card-refused"):
    """A player refused a card drawn in error and gets no more than must be drawn."""

    box: int
    hand: int
    player: str
    clause: str


class CardMisplaced(Event, frozen=True, tag="card-misplaced"):
    """A card was laid at the wrong place, and moved to where it belongs."""

    card: Card
    laid: int
    box: int
    clause: str


class SpareCardBurned(Event, frozen=True, tag="spare-card-burned"):
    """A card that lay ready in front of the shoe was burned."""

    card: Card
    clause: str
    place: int = 0
    """How many of the cards that lay ready were before it."""


class SpareCardKept(Event, frozen=True, tag="spare-card-kept"):
    """A card drawn in error that nobody had use for is the first of the next round."""

    clause: str


class FirstCardCleared(Event, frozen=True, tag="first-card-cleared"):
    """No wager is left for a round whose first card had slipped out: betting is open again."""

    cards: tuple[Card, ...]
    burned: bool
    """Whether the card was burned; otherwise it is still the next one."""
    clause: str


class RoundWithoutWagers(Event, frozen=True, tag="round-without-wagers"):
    """A round was begun without wagers: it is void."""

    clause: str


class RoundReconstructed(Event, frozen=True, tag="round-reconstructed"):
    """The last cards went back in front of the shoe, and with them all that followed them."""

    cards: tuple[Card, ...]
    decisions: int
    """How many decisions ahead of the first of them were taken back too."""
    misread: bool
    """Whether they were told wrongly and do not come again."""
    shuffle_after_round: str
    """The clause of a shuffle that the end of the round had brought, and will bring again."""
    lines: tuple[Line, ...]
    """Settlements taken back."""
    entry: Entry | None
    """Doubles, splits and insurance that went back to their owners; none where none were laid."""
    clause: str
    round: Round
    """The round as it stands again."""
    settled: tuple[Settlement, ...]
    """What of it was settled by then."""
    discards: tuple[Card | None, ...]
    """The discard rack as it was then, with what was burned since."""
    preparation: Preparation | None
    """What had to be done with the cards then; none where nothing had."""
    rounds_left: int | None
    """How many rounds were left before an announced closing; none where none is announced."""


class HandVoided(Event, frozen=True, tag="hand-voided"):
    """The hand of a box is void and its wagers went back."""

    box: int
    lines: tuple[Line, ...]
    clause: str
    also: tuple[str, ...] = ()
    hand: int | None = None
    """Which of several hands of the box; none for all of them."""


class SettlementsUndone(Event, frozen=True, tag="settlements-undone"):
    """Wagers that were settled in this round went back after all."""

    lines: tuple[Line, ...]
    clause: str


class PastRoundVoided(Event, frozen=True, tag="past-round-voided"):
    """A finished round, or a hand of it, is void after all; later rounds stand."""

    number: int
    box: int | None
    lines: tuple[Line, ...]
    clause: str
    also: tuple[str, ...] = ()


class ControlPassed(Event, frozen=True, tag="control-passed"):
    """The player who decides for a box is absent, and another decides."""

    box: int
    absent: str
    player: str
    control_clause: str
    clause: str


class BoxUnattended(Event, frozen=True, tag="box-unattended"):
    """Nobody is there to decide for a box."""

    box: int
    absent: str
    clause: str


class PlayerReturned(Event, frozen=True, tag="player-returned"):
    """A player who was absent is there again."""

    box: int
    player: str
    controller: str
    """Who decides for the box now."""
    control_clause: str
    clause: str


class PlayerAway(Event, frozen=True, tag="player-away"):
    """A player of a box who does not decide for it is not there to answer."""

    box: int
    player: str
    clause: str


class QuestionDropped(Event, frozen=True, tag="question-dropped"):
    """A double, split or surrender fell with the wager of the player who had called it."""

    what: str
    """``double``, ``split`` or ``surrender``."""
    box: int
    hand: int
    entry: Entry | None
    """What others had laid to join it went back to them; none where nothing was laid."""
    clause: str


class StepForgotten(Event, frozen=True, tag="step-forgotten"):
    """A cut, a shuffle or a burn was left out, and play goes on."""

    step: str
    shuffle_after_round: bool
    clause: str


class DiscardsForgotten(Event, frozen=True, tag="discards-forgotten"):
    """The discards will not be put into the device in this round."""

    clause: str


class DiscardsFound(Event, frozen=True, tag="discards-found"):
    """The discards were thought to be in the device, and lie in the rack still."""

    cards: tuple[Card | None, ...]
    clause: str


class DiscardsKept(Event, frozen=True, tag="discards-kept"):
    """The discards stayed in the rack until the next initial deal is done."""

    clause: str


class InsuranceForgotten(Event, frozen=True, tag="insurance-forgotten"):
    """Insurance was not called."""

    clause: str


class InsuranceCalledLate(Event, frozen=True, tag="insurance-called-late"):
    """Insurance is offered after all."""

    clause: str


class NewCardsDemanded(Event, frozen=True, tag="new-cards-demanded"):
    """When the round is over, new cards come."""

    clause: str


class WithdrawalOffered(Event, frozen=True, tag="withdrawal-offered"):
    """Players may take the wagers of the round back."""

    players: tuple[str, ...]
    clause: str


class WithdrawalAnswered(Event, frozen=True, tag="withdrawal-answered"):
    """A player has said whether to stay in."""

    player: str
    stays: bool
    clause: str
