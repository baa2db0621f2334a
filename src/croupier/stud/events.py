"""What has happened in a round of Caribbean Stud."""

from croupier.cards import Card, Category
from croupier.money import Cents, Entry
from croupier.table.events import Event
from croupier.table.round_events import CardDealt, Line, RoundEnded, WagersSettled

__all__ = [
    "BetCorrected",
    "BetPlaced",
    "BettingOpened",
    "CardDealt",
    "CardTurned",
    "DealerExposed",
    "FaceDownCardDealt",
    "FoldedHandRevealed",
    "HandConceded",
    "HandFolded",
    "JackpotClosed",
    "JackpotPaid",
    "JackpotPaymentTakenBack",
    "JackpotWagerTakenBack",
    "JackpotWagersTaken",
    "JackpotWon",
    "Line",
    "RoundEnded",
    "StakeTakenBack",
    "StudRoundOpened",
    "WagersSettled",
]


class StudRoundOpened(Event, frozen=True, tag="stud-round-opened"):
    """Betting closed; these players are in the round."""

    players: tuple[tuple[int, str], ...]
    """The boxes in the round and who plays each, from the dealer's left."""
    clause: str
    """The clause that lets the deal begin."""
    deck: int = 1
    """Which of the decks of different backs is in play."""
    idle: tuple[str, ...] = ()
    """Players whose sitting out this round counts towards giving up their seat."""


class JackpotWagersTaken(Event, frozen=True, tag="jackpot-wagers-taken"):
    """Jackpot wagers were accepted and left the layout for the pool and the operator."""

    wagers: tuple[tuple[str, int], ...]
    """Who made one, and on which box."""
    amount: Cents
    """All of them together."""
    entries: tuple[Entry, ...]
    """The postings: from the layout to the pool."""
    clause: str
    """The clause by which they go to the pool."""
    tokens: tuple[tuple[str, int], ...] = ()
    """Those of the wagers that were laid in promotional tokens: player and box."""


class FaceDownCardDealt(Event, frozen=True, tag="face-down-card-dealt"):
    """A card that nobody has read went face down to a hand, or to the dealer's (box 0)."""

    box: int
    """Where it went, from 1; 0 is the dealer."""
    clause: str
    """The clause by which it was due."""


class CardTurned(Event, frozen=True, tag="card-turned"):
    """The first card of a hand that nobody had read was turned, and is known from now on."""

    card: Card
    """The card."""
    box: int
    """Where it lies, from 1; 0 is the dealer's hand."""
    clause: str
    """The clause that has it turned, or that speaks of a card shown by mistake."""


class BetPlaced(Event, frozen=True, tag="bet-placed"):
    """A player bet on."""

    player: str
    """Who bet."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    amount: Cents
    """The bet."""
    entry: Entry
    """The postings: from the player to the layout."""
    pause: bool = False
    """Whether settlement waits for the dealer after this."""
    tokens: Cents = 0
    """The part of the bet that is promotional tokens."""


class BetCorrected(Event, frozen=True, tag="bet-corrected"):
    """A wrong bet was corrected."""

    player: str
    """Whose bet it is."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    amount: Cents
    """What lies there now."""
    entry: Entry
    """The postings between the player and the layout."""
    clause: str
    """The clause that has it corrected."""
    tokens: Cents = 0
    """How much was added in promotional tokens."""


class FoldedHandRevealed(Event, frozen=True, tag="folded-hand-revealed"):
    """A folded hand was shown."""

    box: int
    """Whose hand, from 1."""
    cards: tuple[Card, ...]
    """Its cards."""
    clause: str
    """The clause that allows it."""


class JackpotClosed(Event, frozen=True, tag="jackpot-closed"):
    """The game goes on without its jackpot, or with it again."""

    closed: bool
    """Whether it goes on without; false brings the jackpot back."""
    clause: str
    """The clause that lets it."""


class HandFolded(Event, frozen=True, tag="hand-folded"):
    """A player gave up the hand, or did not decide."""

    player: str
    """Whose hand it was."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    clause: str
    """The clause by which the ante is lost."""
    pause: bool = False
    """Whether settlement waits for the dealer after this."""
    taken_up: bool = False
    """Whether the player had taken the cards up, and gave up the hand voluntarily."""


class BettingOpened(Event, frozen=True, tag="betting-opened"):
    """All cards are dealt, face down but for one of the dealer's."""

    shown: Card
    """The dealer's card that lies face up."""
    clause: str
    """The clause that has it shown."""


class DealerExposed(Event, frozen=True, tag="dealer-exposed"):
    """The dealer turned the hand and named it."""

    hand: str
    """The dealer's hand in words."""
    plays: bool
    """Whether it is good enough to play."""
    clause: str
    """The clause that has it turned."""
    ranking: tuple[str, ...]
    """The clauses by which the hand has its value."""


class HandConceded(Event, frozen=True, tag="hand-conceded"):
    """A player gave up the hand after the dealer's was turned."""

    player: str
    """Whose hand it was."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    clause: str
    """The clause that allows it."""


class StakeTakenBack(Event, frozen=True, tag="stake-taken-back"):
    """A wager, or a part of it, was invalid and went back."""

    player: str
    """Whose wager it was."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    on: str
    """``ante`` or ``bet``."""
    amount: Cents
    """How much went back."""
    entries: tuple[Entry, ...]
    """The postings: from the layout to the player, chips and tokens apart."""
    clause: str
    """The clause by which it was invalid."""


class JackpotWagerTakenBack(Event, frozen=True, tag="jackpot-wager-taken-back"):
    """A jackpot wager was invalid: it left the pool again and wins nothing."""

    player: str
    """Whose wager it was."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    amount: Cents
    """How much went back."""
    entry: Entry
    """The postings: from the pool to the player."""
    clause: str
    """The clause by which it was invalid."""
    past: bool = False
    """Whether it was a wager of an earlier round than the one under way or just ended."""


class JackpotPaymentTakenBack(Event, frozen=True, tag="jackpot-payment-taken-back"):
    """What the jackpot had paid came back: the hand or the wager was void."""

    player: str
    """Who had been paid."""
    box: int
    """The box whose hand had won."""
    amount: Cents
    """All that had been paid."""
    from_pool: Cents
    """The part of it that goes back into the meter; the rest is the operator's."""
    entry: Entry
    """The movement of chips, back where they came from."""
    clause: str
    """The clause by which the hand or the wager is void."""


class JackpotPaid(Event, frozen=True, tag="jackpot-paid"):
    """All jackpot hands of the round are paid, and their cards may go."""

    clause: str
    """The clause by which they were paid."""


class JackpotWon(Event, frozen=True, tag="jackpot-won"):
    """Hands that the jackpot pays, from the dealer's right; they lie until they are paid."""

    hands: tuple[tuple[str, int, Category], ...]
    """Player, box and category of each."""
    clause: str
    """The clause that has them wait."""
