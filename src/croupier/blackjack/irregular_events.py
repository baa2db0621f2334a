"""What has happened when something went wrong in a blackjack game."""

from croupier.blackjack.state import Round
from croupier.cards import Card
from croupier.money import Entry
from croupier.table.contest_state import Contest
from croupier.table.events import Event
from croupier.table.state import Limits, Line, Preparation, Settlement


class CardDrawnInError(Event, frozen=True, tag="card-drawn-in-error"):
    """A card came out that was not due; it is the next to be dealt."""

    card: Card
    """The card."""
    offered: bool
    """Whether players may refuse it."""
    drawn: bool
    """Whether it left the shoe just now, and did not lie ready already."""
    clause: str
    """The clause that makes it the next."""
    closes_betting: bool = False
    """Whether it is the first card of a round that is not dealt yet."""


class ReadyCardCorrected(Event, frozen=True, tag="ready-card-corrected"):
    """A card that lies ready in front of a live table's shoe had been read wrongly."""

    wrong: Card
    """What was entered."""
    right: Card
    """What it is."""
    clause: str
    """The clause by which it lies there."""


class CardRefused(Event, frozen=True, tag="card-refused"):
    """A player refused a card drawn in error and gets no more than must be drawn."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    player: str
    """Who refused it."""
    clause: str
    """The clause that lets them, and says what follows."""


class CardMisplaced(Event, frozen=True, tag="card-misplaced"):
    """A card was laid at the wrong place, and moved to where it belongs."""

    card: Card
    """The card."""
    laid: int
    """The box where it was laid, from 1; 0 is the dealer's place."""
    box: int
    """The box where it belongs, from 1; 0 is the dealer's place."""
    clause: str
    """The clause by which the deal is put right."""


class SpareCardBurned(Event, frozen=True, tag="spare-card-burned"):
    """A card that lay ready in front of the shoe was burned."""

    card: Card
    """The card."""
    clause: str
    """The clause that has it burned."""
    place: int = 0
    """How many of the cards that lay ready were before it."""


class SpareCardKept(Event, frozen=True, tag="spare-card-kept"):
    """A card drawn in error that nobody needed, or saw, is the next to be dealt."""

    clause: str
    """The clause that keeps it."""
    in_round: bool = False
    """Whether it is the next card of the round under way; else it is the first of the next."""
    closes_betting: bool = False
    """Whether it is the first card of a round that is not dealt yet, and closes betting."""


class FirstCardCleared(Event, frozen=True, tag="first-card-cleared"):
    """No wager is left for a round whose first card had slipped out: betting is open again."""

    cards: tuple[Card, ...]
    """The cards that lay ready in front of the shoe."""
    burned: bool
    """Whether the card was burned; otherwise it is still the next one."""
    clause: str
    """The clause by which betting is open again."""


class RoundWithoutWagers(Event, frozen=True, tag="round-without-wagers"):
    """A round was begun without wagers: it is void."""

    clause: str
    """The clause by which it is void."""


class RoundReconstructed(Event, frozen=True, tag="round-reconstructed"):
    """The last cards went back in front of the shoe, and all that followed them was undone."""

    cards: tuple[Card, ...]
    """The cards that went back, in the order in which they come again; empty where none did."""
    decisions: int
    """How many decisions ahead of the first of them were taken back too."""
    misread: bool
    """Whether they were entered wrongly and do not come again."""
    shuffle_after_round: str
    """The clause of a shuffle that the end of the round had brought, and will bring again."""
    lines: tuple[Line, ...]
    """Settlements taken back."""
    entry: Entry | None
    """Doubles, splits and insurance that went back to their owners; none where none were laid."""
    clause: str
    """The clause that has the round reconstructed."""
    round: Round
    """The round as it stands again."""
    settled: tuple[Settlement, ...]
    """What of it was settled by then."""
    discards: tuple[Card | None, ...]
    """The discard rack as it was then, with what was burned since."""
    preparation: Preparation | None
    """What had to be done with the cards then; none where nothing had."""
    rounds_left: int | None
    """How many rounds are left before an announced closing; none where none is announced."""
    contest: Contest | None = None
    """The session of a tournament as it stood then; none where none is played."""
    limits: Limits | None = None
    """The limits that held then in a tournament; none where they have not moved."""
    ahead: tuple[Card, ...] | None = None
    """All cards in front of the shoe afterwards, where some of them were drawn in error; else none:
    those that went back lie in front of the others."""
    offered: int = 0
    """How many of these are on offer again as cards drawn in error."""


class TotalMiscalled(Event, frozen=True, tag="total-miscalled"):
    """The total of a hand was called wrongly; what was decided on it stands."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    called: int
    """The total that was called."""
    total: int
    """The total that the hand has."""
    clause: str
    """The clause by which players count their own."""


class HandVoided(Event, frozen=True, tag="hand-voided"):
    """The hand of a box is void and its wagers went back."""

    box: int
    """Whose hand, from 1."""
    lines: tuple[Line, ...]
    """What became of each wager on it."""
    clause: str
    """The clause by which it is void."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it; empty where none did."""
    hand: int | None = None
    """Which of several hands of the box; none for all of them."""


class SettlementsUndone(Event, frozen=True, tag="settlements-undone"):
    """Wagers that were settled in this round went back after all."""

    lines: tuple[Line, ...]
    """What became of each wager."""
    clause: str
    """The clause by which they went back."""


class ControlPassed(Event, frozen=True, tag="control-passed"):
    """The player who decides for a box is absent or has no wager left on it; another decides."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    absent: str
    """Who decided until then."""
    player: str
    """Who decides instead."""
    control_clause: str
    """The clause that chose them among the others of the box."""
    clause: str
    """The clause that says what is done when nobody decides."""
    away: bool = True
    """Whether they no longer take part; false where only their wagers on the box are gone."""


class BoxUnattended(Event, frozen=True, tag="box-unattended"):
    """Nobody is there to decide for a box."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    absent: str
    """Who decided until then."""
    clause: str
    """The clause by which the hand is played without a decision."""
    away: bool = True
    """Whether they no longer take part; false where only their wagers on the box are gone."""


class PlayerReturned(Event, frozen=True, tag="player-returned"):
    """A player who was absent has returned."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    player: str
    """Who has returned."""
    controller: str
    """Who decides for the box now."""
    control_clause: str
    """The clause that chose who decides."""
    clause: str
    """The clause that says what is done when nobody decides."""


class PlayerAway(Event, frozen=True, tag="player-away"):
    """A player of a box who does not decide for it is not there to answer."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    player: str
    """Who is not there."""
    clause: str
    """The clause that says what is done when nobody decides."""


class QuestionDropped(Event, frozen=True, tag="question-dropped"):
    """A double, split or surrender fell with the wager of the player who had called it."""

    what: str
    """``double``, ``split`` or ``surrender``."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    entry: Entry | None
    """What others had laid to join it went back to them; none where nothing was laid."""
    clause: str
    """The clause by which the wager went."""


class StepForgotten(Event, frozen=True, tag="step-forgotten"):
    """A cut, a shuffle or a burn was left out, and play goes on."""

    step: str
    """``cut``, ``shuffle`` or ``burn``."""
    shuffle_after_round: bool
    """Whether the cards are shuffled when the round is over."""
    clause: str
    """The clause by which play goes on."""


class DiscardsForgotten(Event, frozen=True, tag="discards-forgotten"):
    """The discards will not be put into the device in this round."""

    clause: str
    """The clause by which they stay in the rack."""


class DiscardsFound(Event, frozen=True, tag="discards-found"):
    """The discards were thought to be in the device, and still lie in the rack."""

    cards: tuple[Card | None, ...]
    """The cards in the rack; none is one that nobody saw."""
    clause: str
    """The clause by which they stay there."""


class DiscardsKept(Event, frozen=True, tag="discards-kept"):
    """The discards stayed in the rack until the next initial deal is done."""

    clause: str
    """The clause by which they stayed."""


class InsuranceForgotten(Event, frozen=True, tag="insurance-forgotten"):
    """Insurance was not called."""

    clause: str
    """The clause that says what is done."""


class InsuranceCalledLate(Event, frozen=True, tag="insurance-called-late"):
    """Insurance is offered after all."""

    clause: str
    """The clause that allows it."""


class NewCardsDemanded(Event, frozen=True, tag="new-cards-demanded"):
    """When the round is over, new cards come."""

    clause: str
    """The clause that demands them."""


class WithdrawalOffered(Event, frozen=True, tag="withdrawal-offered"):
    """Players may take the wagers of the round back."""

    players: tuple[str, ...]
    """Who may."""
    clause: str
    """The clause that lets them."""


class WithdrawalAnswered(Event, frozen=True, tag="withdrawal-answered"):
    """A player has said whether to stay in."""

    player: str
    """Who has said so."""
    stays: bool
    """Whether the wagers stay; false takes them back."""
    clause: str
    """The clause that gave them the choice."""
