"""A blackjack round at one moment."""

from enum import Enum
from functools import lru_cache
from operator import attrgetter

import msgspec

from croupier.cards import DECK, Card, Rank
from croupier.rulebooks import BlackjackLaw, Rule
from croupier.rulebooks.blackjack_law import (
    DoubleTotal,
    Insurance,
    InsuranceLaw,
    SurrenderLaw,
)
from croupier.rulebooks.roles import Role
from croupier.table.state import MAIN, Limits, RoundState, Stake, Table

DEALER = 0
"""The dealer's place, where a box is asked for."""
DOUBLE = "double"
INSURANCE = "insurance"
ON_A_HAND = (MAIN, DOUBLE)
"""The wagers that a hand is played for."""
SPLIT = "split"
"""A wager for a split whose hand does not lie yet."""
SURRENDER = "surrender"
POINTS, RANK = attrgetter("points"), attrgetter("rank")
ACES = frozenset(card for card in DECK if card.rank is Rank.ACE)


class Progress(Enum):
    """How far a hand has come."""

    OPEN = "open"
    DONE = "done"
    """Complete; its wagers wait."""
    GONE = "gone"
    """Settled and taken off the layout."""


OPEN, DONE, GONE = Progress
"""Constants of their own: reading a member from its enumeration is slow in Python 3.11."""


class Call(Enum):
    """What a player has called and the dealer still owes a card for."""

    HIT = "hit"
    DOUBLE = "double"


CALLED_HIT, CALLED_DOUBLE = Call


class Phase(Enum):
    """Where the round stands."""

    DEALING = "dealing"
    INSURANCE = "insurance"
    PLAY = "play"
    DEALER = "dealer"


DEALING, INSURING, PLAYING, DEALERS_TURN = Phase


class Hand(msgspec.Struct, frozen=True, gc=False):
    """Cards on a box."""

    cards: tuple[Card, ...] = ()
    """Its cards, in the order in which they came."""
    progress: Progress = Progress.OPEN
    """How far it has come."""
    split: bool = False
    """Whether it was made by splitting."""
    doubled: bool = False
    """Whether somebody doubled on it."""
    call: Call | None = None
    """What was called and has yet to be dealt; none where no card is owed."""
    covered: bool = False
    """Whether the first two cards lie face down."""
    refused: bool = False
    """Whether its player refused a card drawn in error, and gets only what must be drawn."""


class Box(msgspec.Struct, frozen=True, gc=False):
    """A box that is in the round."""

    number: int
    """The number of the box, counted from 1 at the dealer's left."""
    controller: str
    """Who decides for it."""
    control_clause: str
    """The clause that chose them."""
    hands: tuple[Hand, ...] = (Hand(),)
    """Its hands; one until it is split."""
    absent: tuple[str, ...] = ()
    """Players of the box who are not there to decide."""
    unattended: bool = False
    """Whether nobody is there to decide for it."""


class Question(msgspec.Struct, frozen=True, gc=False):
    """A double or split that waits until the others of the box have answered."""

    what: str
    """``double``, ``split`` or ``surrender``."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    waiting: tuple[str, ...]
    """Who has yet to answer, in order."""


class Round(RoundState, frozen=True, kw_only=True):
    """A blackjack round."""

    boxes: tuple[Box, ...]
    """The boxes in it, from the dealer's left."""
    dealer: tuple[Card, ...] = ()
    """The dealer's cards, in the order in which they came."""
    phase: Phase = DEALING
    """Where it stands."""
    question: Question | None = None
    """What waits for an answer; none where nothing does."""
    called: bool = False
    """Whether a decision was called since the last card."""
    fed_back: tuple[Card | None, ...] = ()
    """The discards that went into the device when the initial deal was done."""
    insurance_missed: bool = False
    """Whether insurance was not called when it should have been."""
    insurance_late: bool = False
    """Whether it was called after that."""
    undecided: bool = False
    """Whether there are hands that nobody decides for: unattended, or of a refused card."""
    choosing: tuple[str, ...] = ()
    """Players who may take their wagers back because the device failed, until each has answered."""

    def place(self, number: int) -> int:
        """Where a box stands among those of the round, counted from 0; -1 if it is not in it."""
        boxes = self.boxes
        if 0 < number <= len(boxes) and boxes[number - 1].number == number:
            return number - 1
        for place, box in enumerate(boxes):
            if box.number == number:
                return place
        return -1

    def box(self, number: int) -> Box | None:
        """A box of the round by its number."""
        place = self.place(number)
        return None if place < 0 else self.boxes[place]


class BlackjackTable(Table, frozen=True, gc=False, kw_only=True, tag="blackjack", rename="kebab"):
    """A blackjack table, with what only these games have."""

    round: Round | None = None
    """The round under way."""
    inscription: str = ""
    """What the layout says about the dealer's soft seventeen, as the law names it."""
    side_bet_limits: dict[str, Limits] = msgspec.field(default_factory=dict)
    """The limits of optional wagers that have a sign of their own."""
    side_bet_limits_then: dict[str, Limits] = msgspec.field(default_factory=dict)
    """Those limits when a card came out before the deal; empty where none did."""
    side_bets_for_bettors_only: bool = False
    """Whether an optional wager needs an initial one of the same player's."""
    held_blackjacks: bool = False
    """Whether blackjacks are paid at the final settlement, by a manager's approval."""
    face_down: bool = False
    """Whether the first cards are dealt face down."""
    resplit: bool = False
    """Whether hands made by splitting may be split again."""
    offered: int = 0
    """How many of the cards in front of the shoe were drawn in error and may be refused."""
    limits_then: Limits | None = None
    """The limits on the sign when a card came out before the deal; none where none did."""
    untold: int = 0
    """How many cards at a live table are to be entered anew, before any that lies ready."""


def round_of(table: BlackjackTable) -> Round:
    """The round under way, where there is one."""
    return table.round  # type: ignore[return-value]


def card_is_dealt(table: BlackjackTable) -> bool:
    """Whether a round is under way of which a card was dealt."""
    if table.round is None:
        return False
    return any(box.hands[0].cards for box in round_of(table).boxes)


def soft_17(law: BlackjackLaw, table: BlackjackTable) -> Rule[bool]:
    """Whether the dealer draws to a soft seventeen at this table's layout."""
    return law.dealer.draws_soft_17[table.inscription]


@lru_cache(maxsize=4096)
def total_of(cards: tuple[Card, ...]) -> tuple[int, bool]:
    """A hand's total, and whether an ace in it counts eleven.

    Cached: the same cards are asked about when dealt, when offered and when settled.
    """
    total = 0
    for card in cards:
        total += card.points
    if total <= 11 and not ACES.isdisjoint(cards):
        return total + 10, True
    return total, False


def hard_total(cards: tuple[Card, ...]) -> int:
    """A hand's total with every ace counting one."""
    return sum(map(POINTS, cards))


def hand_total(law: BlackjackLaw, hand: Hand) -> tuple[int, bool]:
    """A hand's total by the game's law.

    Reading S13: where doubling counts an ace as one, the aces doubled on stay ones; only the card
    drawn to the double may still count eleven.
    """
    if not hand.doubled:
        return total_of(hand.cards)
    counted = law.double.counted
    if counted is None or counted.value is not DoubleTotal.ACES_AS_ONE:
        return total_of(hand.cards)
    base = hard_total(hand.cards[:-1])
    last = hand.cards[-1]
    if last.rank is Rank.ACE and base <= 10:
        return base + 11, True
    return base + last.points, False


def is_blackjack(cards: tuple[Card, ...]) -> bool:
    """Whether two cards are an ace and a ten-value card."""
    return len(cards) == 2 and total_of(cards)[0] == 21


def split_before(table: BlackjackTable, number: int) -> bool:
    """Whether a box of the round has more than one hand already."""
    box = round_of(table).box(number)
    assert box is not None
    return len(box.hands) > 1


def insurance_law(law: BlackjackLaw) -> InsuranceLaw:
    """What the rulebook says of insurance, where some is open or was made."""
    assert law.insurance is not None
    return law.insurance


def insured_by(law: BlackjackLaw, round_: Round) -> Insurance:
    """The terms of the insurance against the dealer's first card, where some is open or made."""
    rules = insurance_law(law)
    terms = rules.ace if round_.dealer[0].points == 1 else rules.ten
    assert terms is not None
    return terms


def face_down_rule(law: BlackjackLaw) -> Rule[Role]:
    """The rule by which cards lie face down, where some do."""
    assert law.cards.face_down is not None
    return law.cards.face_down


def surrender_law(law: BlackjackLaw) -> SurrenderLaw:
    """What the rulebook says of surrender, where a hand is or may be surrendered."""
    assert law.surrender is not None
    return law.surrender


def has_blackjack(law: BlackjackLaw, hand: Hand) -> bool:
    """Whether a player's hand is a blackjack; a split one counts only where the law says so."""
    if len(hand.cards) != 2 or (hand.split and not law.split.blackjack_counts.value):
        return False
    return total_of(hand.cards)[0] == 21


HandTurn = tuple[Box, int, Hand]
"""Whose turn it is: box, position of the hand from 1, hand."""


_last_turn: list[tuple[Round | None, HandTurn | None]] = [(None, None)]
"""Caches the last answer, with its round: the same round is asked about several times in a row."""


def current_hand(round_: Round) -> HandTurn | None:
    """The hand whose turn it is, if any."""
    known, turn = _last_turn[0]
    if known is round_:
        return turn
    turn = _first_open(round_)
    _last_turn[0] = round_, turn
    return turn


def _first_open(round_: Round) -> HandTurn | None:
    for box in round_.boxes:
        for hand in box.hands:
            if hand.progress is OPEN:
                return box, box.hands.index(hand) + 1, hand
    return None


def stakes_at(round_: Round, box: int, hand: int) -> tuple[Stake, ...]:
    """The wagers on a hand: the main ones and the doubles.

    No others are there when it is asked: optional wagers are settled by then, insurance lies on no
    hand, and a wager for a split becomes that of a hand before the next card.
    """
    found: tuple[Stake, ...] = ()
    for stake in round_.stakes:
        if stake.box == box and stake.hand == hand:
            found += (stake,)
    return found


def stakes_by_hand(round_: Round) -> dict[tuple[int, int], tuple[Stake, ...]]:
    """The same for all hands, by the number of the box and of the hand."""
    found: dict[tuple[int, int], tuple[Stake, ...]] = {}
    for stake in round_.stakes:
        if stake.on in ON_A_HAND:
            hand = (stake.box, stake.hand)
            found[hand] = (*found[hand], stake) if hand in found else (stake,)
    return found


def takes_part(table: BlackjackTable, box: Box, player: str) -> bool:
    """Whether a player with a wager on a box is there to be asked: not excluded, not absent."""
    return player not in table.excluded and player not in box.absent


def others_on(table: BlackjackTable, box: Box, position: int) -> tuple[str, ...]:
    """The other players with a wager on a hand who may be asked, from the dealer outwards."""
    stakes = stakes_at(round_of(table), box.number, position)
    return tuple(
        stake.player
        for stake in stakes
        if stake.player != box.controller and takes_part(table, box, stake.player)
    )


def lying_ready(table: BlackjackTable) -> Card | None:
    """The next card that need not be entered: drawn in error, or put back."""
    return table.ahead[0] if table.ahead and not table.untold else None


def cards_out(table: BlackjackTable) -> list[Card]:
    """The cards that have been seen since the last shuffle and are not back in the device."""
    out = [card for card in table.discards if card is not None]
    out += table.ahead
    if table.round is not None:
        round_ = round_of(table)
        out += round_.dealer
        hands = (hand for box in round_.boxes for hand in box.hands)
        out += [card for hand in hands if hand.progress is not GONE for card in hand.cards]
    return out
