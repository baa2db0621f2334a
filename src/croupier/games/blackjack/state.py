"""A blackjack table and its round at one moment, and the questions that all subjects ask of it.

It is below all other modules of the family; ``table.state`` is below it.
"""

from collections.abc import Mapping
from enum import Enum
from operator import attrgetter
from typing import Generic

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK, Card, Rank
from croupier.games.table.draft import Draft
from croupier.games.table.state import (
    MAIN,
    Limits,
    Line,
    PastRound,
    RoundState,
    Sign,
    Stake,
    Table,
)
from croupier.messages import Event, EventT, Evolver
from croupier.rulebooks import BlackjackLaw, Rule
from croupier.rulebooks.law.blackjack import DoubleTotal, Insurance, InsuranceLaw, SurrenderLaw
from croupier.rulebooks.law.irregularities import Moment
from croupier.rulebooks.law.roles import Role
from croupier.rulebooks.law.tournaments import OrderLaw

DEALER = 0
"""The number that stands for the dealer's hand where a box is meant."""
DOUBLE = "double"
INSURANCE = "insurance"
SPLIT = "split"
"""A wager for a split whose second hand is not made yet."""
SURRENDER = "surrender"
HAND_STAKES = (MAIN, DOUBLE)
"""The wagers that a hand is played for."""
HAND_BOUND_STAKES = (MAIN, DOUBLE, INSURANCE)
"""The wagers that are void together with a hand; an optional one is not."""
POINTS, RANK = attrgetter("points"), attrgetter("rank")
ACES = frozenset(card for card in DECK if card.rank is Rank.ACE)


class Call(Enum):
    """What a player has called and the dealer still owes a card for."""

    HIT = "hit"
    DOUBLE = "double"


CALLED_HIT, CALLED_DOUBLE = Call


class CardCalled(Event, frozen=True, tag="card-called"):
    """A card is owed to a hand: asked for, or by a double that all have answered."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    call: Call
    """What was called."""
    clause: str
    """The clause by which the card is owed."""
    sideways_clause: str = ""
    """The clause by which it is laid sideways; empty where it is laid as others are."""


class Progress(Enum):
    """How far a hand has come."""

    OPEN = "open"
    DONE = "done"
    """Complete; its wagers wait."""
    GONE = "gone"
    """Settled and taken off the layout."""


OPEN, DONE, GONE = Progress
"""Constants of their own: reading a member from its enumeration is slow in Python 3.11."""


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


class Phase(Enum):
    """Where the round stands."""

    DEALING = "dealing"
    INSURANCE = "insurance"
    PLAY = "play"
    DEALER = "dealer"


DEALING, INSURING, PLAYING, DEALERS_TURN = Phase


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
    insurance_declined: tuple[tuple[str, int], ...] = ()
    """The wagers, by player and box, whose owners want no insurance."""
    undecided: bool = False
    """Whether there are hands that nobody decides for: unattended, or of a refused card."""
    face_down: bool = False
    """Whether its first cards are dealt face down, by an approval given before it began."""
    choosing: tuple[str, ...] = ()
    """Players who may take their wagers back because the device failed, until each has answered."""

    @property
    def has_cards(self) -> bool:
        """Whether a card was dealt to a box or to the dealer."""
        return bool(self.dealer) or any(box.hands[0].cards for box in self.boxes)

    def place(self, number: int) -> int:
        """Return the index of a box among those of the round; -1 if it is not in it."""
        boxes = self.boxes
        # Usually all boxes up to this one are in the round, and a search is not needed.
        if 0 < number <= len(boxes) and boxes[number - 1].number == number:
            return number - 1
        for place, box in enumerate(boxes):
            if box.number == number:
                return place
        return -1

    def box(self, number: int) -> Box | None:
        """Return the box of that number, if it is in the round."""
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
    side_bet_signs: dict[str, Sign] = msgspec.field(default_factory=dict)
    """The signs that announce other amounts for optional wagers; empty where none does."""
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
    """How many cards at a live table are to be entered again, before any that lies ready."""


class BeforeCall(msgspec.Struct, Generic[EventT], frozen=True, gc=False):
    """A table as it was before a call, and the history of the round that had ended then."""

    table: BlackjackTable
    """The table before the call."""
    base: BlackjackTable | None
    """As in the history."""
    events: tuple[EventT, ...]
    """As in the history."""
    past: tuple[PastRound, ...]
    """As in the history."""


class History(msgspec.Struct, Generic[EventT], frozen=True, gc=False):
    """The round under way or just ended, event by event, and the settlements of those before it."""

    base: BlackjackTable | None = None
    """The table before the round; none where nothing can be taken back."""
    events: tuple[EventT, ...] = ()
    """What has happened in the round since, and to the cards after its end."""
    past: tuple[PastRound, ...] = ()
    """The rounds before, the newest last."""
    before: BeforeCall[EventT] | None = None
    """What held before the call, until the first card; none once that is out."""


NO_HISTORY: History[Event] = History()
"""The history of a table that has just been opened."""


def events_since_last_round(history: History[Event]) -> tuple[Event, ...]:
    """Return the events of the round that was last dealt, and what became of its cards since.

    A round that is only called has not begun: the one before it counts.
    """
    if history.before is None:
        return history.events
    return (*history.before.events, *history.events)


class BlackjackDraft(Draft[BlackjackLaw, BlackjackTable]):
    """A draft under a blackjack law, with what may still be taken back."""

    __slots__ = ("called", "history")

    def __init__(
        self,
        law: BlackjackLaw,
        table: BlackjackTable,
        evolvers: Mapping[type[Event], Evolver],
        history: History[Event] = NO_HISTORY,
    ) -> None:
        self.law = law
        self.table = table
        self.evolvers = evolvers
        self.events = []
        self.history = history
        self.called: CardCalled | None = None
        """The call for one more card, held back so that software can deal the card with it."""


def round_of(table: BlackjackTable) -> Round:
    """Return the round under way; there must be one."""
    return table.round  # type: ignore[return-value]


def with_hand(boxes: tuple[Box, ...], place: int, position: int, hand: Hand) -> tuple[Box, ...]:
    """Return the boxes with one hand changed: of the box at a place, by its position from 1."""
    box = boxes[place]
    hands = box.hands
    hands = (hand,) if len(hands) == 1 else (*hands[: position - 1], hand, *hands[position:])
    changed = list(boxes)
    changed[place] = replace(box, hands=hands)
    return tuple(changed)


def question_of_another_box(round_: Round, number: int) -> Question | None:
    """Return the open question to another box, which a hand given up here leaves open."""
    question = round_.question
    return None if question is None or question.box == number else question


def card_called(table: BlackjackTable, event: CardCalled) -> BlackjackTable:
    round_ = round_of(table)
    place = round_.place(event.box)
    hand = replace(round_.boxes[place].hands[event.hand - 1], call=event.call)
    boxes = with_hand(round_.boxes, place, event.hand, hand)
    return replace(table, round=replace(round_, boxes=boxes, question=None, called=True))


def with_first_card_out(table: BlackjackTable) -> BlackjackTable:
    """Return the table after the first card of a round slipped out, or a further one."""
    if table.first_card_out:
        return table
    return replace(
        table,
        first_card_out=True,
        players_then=table.players,
        limits_then=table.limits,
        side_bet_limits_then=table.side_bet_limits,
    )


def cards_of(boxes: tuple[Box, ...], *, gone: bool) -> list[Card]:
    """Return the cards of all hands, or only of those that are off the layout."""
    hands = (hand for box in boxes for hand in box.hands)
    return [card for hand in hands if not gone or hand.progress is GONE for card in hand.cards]


def without_lines(lines: tuple[Line, ...], gone: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the settled wagers except those that were undone."""
    undone = {(line.player, line.box, line.hand, line.on) for line in gone}
    return tuple(
        line for line in lines if (line.player, line.box, line.hand, line.on) not in undone
    )


def with_box(
    table: BlackjackTable,
    number: int,
    *,
    absent: str | None,
    controller: str | None = None,
    control_clause: str = "",
    unattended: bool | None = None,
) -> BlackjackTable:
    """Return the table with one box changed; ``None`` or empty leaves a value as it is."""
    round_ = round_of(table)
    boxes = tuple(
        replace(
            box,
            controller=controller or box.controller,
            control_clause=control_clause or box.control_clause,
            absent=box.absent if absent is None else (*box.absent, absent),
            unattended=box.unattended if unattended is None else unattended,
        )
        if box.number == number
        else box
        for box in round_.boxes
    )
    undecided = round_.undecided or bool(unattended)
    return replace(table, round=replace(round_, boxes=boxes, undecided=undecided))


def soft_17(law: BlackjackLaw, table: BlackjackTable) -> Rule[bool]:
    """Return whether the dealer draws to a soft seventeen at this table's layout."""
    return law.dealer.draws_soft_17[table.inscription]


def total_of(cards: tuple[Card, ...]) -> tuple[int, bool]:
    """Return a hand's total, and whether an ace in it counts eleven."""
    # Not cached: hands are so many that to look one up takes longer than to count it.
    total = 0
    for card in cards:
        total += card.points
    if total <= 11 and not ACES.isdisjoint(cards):
        return total + 10, True
    return total, False


def hard_total(cards: tuple[Card, ...]) -> int:
    """Return a hand's total with every ace counting one."""
    return sum(map(POINTS, cards))


def hand_total(law: BlackjackLaw, hand: Hand) -> tuple[int, bool]:
    """Return a hand's total by the game's law.

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
    """Return whether two cards are an ace and a ten-value card."""
    return len(cards) == 2 and total_of(cards)[0] == 21


def is_split(table: BlackjackTable, number: int) -> bool:
    """Return whether a box of the round already has more than one hand."""
    box = round_of(table).box(number)
    assert box is not None
    return len(box.hands) > 1


def insurance_law(law: BlackjackLaw) -> InsuranceLaw:
    """Return the law's part on insurance; there must be one."""
    assert law.insurance is not None
    return law.insurance


def insurance_terms_of(law: BlackjackLaw, round_: Round) -> Insurance:
    """Return the terms of the insurance against the dealer's first card; there must be some."""
    rules = insurance_law(law)
    terms = rules.ace if round_.dealer[0].points == 1 else rules.ten
    assert terms is not None
    return terms


def insurance_order(law: BlackjackLaw, table: BlackjackTable) -> OrderLaw | None:
    """Return the law by which insurance goes in order from the marker; ``None`` if it does not.

    Reading U23: where wagers made in turn are fixed, insurance is one of them.
    """
    if table.contest is None or not table.contest.marker or law.tournaments is None:
        return None
    order = law.tournaments.wagers.order
    return None if order.final is None else order


def face_down_rule(law: BlackjackLaw) -> Rule[Role]:
    """Return the rule by which cards are dealt face down; there must be one."""
    assert law.cards.face_down is not None
    return law.cards.face_down


def surrender_law(law: BlackjackLaw) -> SurrenderLaw:
    """Return the law's part on surrender; there must be one."""
    assert law.surrender is not None
    return law.surrender


def has_blackjack(law: BlackjackLaw, hand: Hand) -> bool:
    """Return whether a player's hand is a blackjack; after a split only if the law counts it."""
    if len(hand.cards) != 2 or (hand.split and not law.split.blackjack_counts.value):
        return False
    return total_of(hand.cards)[0] == 21


HandTurn = tuple[Box, int, Hand]
"""The hand whose turn it is: its box, its position there from 1, the hand."""

# A cache of one entry: a command asks for the turn of the same round several times in a row. It is
# keyed by identity, which is safe because rounds are immutable, and because the cache holds the
# round itself, so that no other can have its address. The pair is replaced as a whole: a thread
# that reads it meanwhile sees a round with its own answer.
_last_turn: list[tuple[Round | None, HandTurn | None]] = [(None, None)]
"""The round that was asked about last, and its answer."""


def current_hand(round_: Round) -> HandTurn | None:
    """Return the hand whose turn it is, if any."""
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
    """Return the wagers on a hand: the main ones and the doubles.

    No other kind can be there: by the time this is called, optional wagers are settled, insurance
    lies on no hand, and a wager for a split becomes a hand's before the next card.
    """
    found: tuple[Stake, ...] = ()
    for stake in round_.stakes:
        if stake.box == box and stake.hand == hand:
            found += (stake,)
    return found


def stakes_by_hand(round_: Round) -> dict[tuple[int, int], tuple[Stake, ...]]:
    """Return the main wagers and doubles of all hands, by box and hand."""
    found: dict[tuple[int, int], tuple[Stake, ...]] = {}
    for stake in round_.stakes:
        if stake.on in HAND_STAKES:
            hand = (stake.box, stake.hand)
            found[hand] = (*found[hand], stake) if hand in found else (stake,)
    return found


def takes_part(table: BlackjackTable, box: Box, player: str) -> bool:
    """Return whether a player with a wager on a box can be asked: not excluded, not absent."""
    return player not in table.excluded and player not in box.absent


def others_on(table: BlackjackTable, box: Box, position: int) -> tuple[str, ...]:
    """Return the other players on a hand who can be asked, nearest the dealer first."""
    stakes = stakes_at(round_of(table), box.number, position)
    return tuple(
        stake.player
        for stake in stakes
        if stake.player != box.controller and takes_part(table, box, stake.player)
    )


def ready_card(table: BlackjackTable) -> Card | None:
    """Return the next card if it need not be entered: it was drawn in error, or put back."""
    return table.ahead[0] if table.ahead and not table.untold else None


def cards_out(table: BlackjackTable) -> list[Card]:
    """Return the cards that were seen since the last shuffle and are not back in the device."""
    out = [card for card in table.discards if card is not None]
    out += table.ahead
    if table.round is not None:
        round_ = round_of(table)
        out += round_.dealer
        hands = (hand for box in round_.boxes for hand in box.hands)
        out += [card for hand in hands if hand.progress is not GONE for card in hand.cards]
    return out


def moments(table: BlackjackTable) -> frozenset[Moment]:
    """Return the moments, among those that prohibitions name, that hold now."""
    return frozenset({Moment.FACE_DOWN} if table.face_down else ())


EVOLVERS: dict[type[Event], Evolver] = {
    CardCalled: card_called,
}
