"""Translation between an agent and the engine: actions to commands, tables to observations."""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, Protocol

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from croupier.cards import CARDS_PER_DECK, DECK, RANKS, SUITS, Card, Category
from croupier.cards.poker import HAND_SIZE
from croupier.floor.command_text import command_types
from croupier.games.blackjack.calls import DoublePlaced, SplitPlaced
from croupier.games.blackjack.insurance import (
    CloseInsurance,
    InsurancePlaced,
    Insure,
    TakeEvenMoney,
)
from croupier.games.blackjack.state import BlackjackTable, current_hand, round_of, total_of
from croupier.games.blackjack.turn import DecisionDue, InsuranceDue
from croupier.games.engine import cards_out, lines_of
from croupier.games.stud.bets import BetPlaced
from croupier.games.stud.due import BetDue
from croupier.games.stud.state import StudTable, face_up_card
from croupier.games.table.due import Due
from croupier.games.table.rounds import CardDealt
from croupier.games.table.state import MAIN, Table
from croupier.games.table.wagers import WagerPlaced
from croupier.maths.kernels.simulated import step_blackjack, stud
from croupier.maths.stud.poker_classes import NUMBER_OF, category_of, hand_classes, rank_hands
from croupier.messages import Command, Event, Refused
from croupier.money import Cents
from croupier.rulebooks import Role, StudLaw, TableLaw


class BlackjackAction(IntEnum):
    """The actions of the blackjack games; the mask says which are lawful."""

    STAND = step_blackjack.STAND
    """Take no more cards; also the action that ends a round without a decision."""
    HIT = step_blackjack.HIT
    """Take a card."""
    DOUBLE = step_blackjack.DOUBLE
    """Lay as much as the wager again, and take one card."""
    SPLIT = step_blackjack.SPLIT
    """Make two hands of a pair, with a further wager on the second."""
    SURRENDER = step_blackjack.SURRENDER
    """Give up half the wager."""
    INSURE = step_blackjack.INSURE
    """Insure the wager for the largest amount."""
    EVEN_MONEY = step_blackjack.EVEN_MONEY
    """Take 1 to 1 for a blackjack against an ace."""
    DECLINE = step_blackjack.DECLINE
    """Take no insurance."""


class StudAction(IntEnum):
    """The actions of Caribbean Stud; both are always lawful."""

    FOLD = stud.FOLD
    """Give up the ante."""
    BET = stud.BET
    """Bet twice the ante."""


Observation = NDArray[Any]

MOST_DECKS = 8
OF_A_RANK = MOST_DECKS * CARDS_PER_DECK // len(RANKS)
MOST_TOTAL = 21
MOST_HANDS = 4
MOST_STAKED = 2 * MOST_HANDS * step_blackjack.WHOLE + step_blackjack.HALF


class Column(NamedTuple):
    """One number of an observation; 0 between rounds."""

    name: str
    most: int
    """The largest value; the smallest is 0."""
    meaning: str


BLACKJACK_COLUMNS: tuple[Column, ...] = (
    Column("total", MOST_TOTAL, "what the hand counts"),
    Column("soft", 1, "1 where an ace counts eleven"),
    Column("pair", 10, "what each of two equal cards counts, else 0"),
    Column("dealer", 10, "what the dealer's card counts, an ace 1"),
    Column("hand", MOST_HANDS, "which hand of the box it is, from 1"),
    Column("hands", MOST_HANDS, "how many hands the box has"),
    Column("split", 1, "1 where the hand was made by splitting"),
    Column("staked", MOST_STAKED, "what was laid in the round, in half wagers"),
    Column("insured", 1, "1 where insurance was placed"),
    Column("insurance", 1, "1 where insurance is open, and no hand is to be decided on"),
    *(Column(f"held_{rank.value}", MOST_TOTAL, f"{rank.word}s in the hand") for rank in RANKS),
    *(
        Column(f"seen_{rank.value}", OF_A_RANK, f"{rank.word}s seen since the shuffle")
        for rank in RANKS
    ),
)
"""The observation at a blackjack table."""

STUD_COLUMNS: tuple[Column, ...] = (
    Column(
        "category", len(Category) - 1, "what the hand is, from 0, a high card, to a royal flush"
    ),
    Column("strength", len(hand_classes()) - 1, "its place among all classes of hands"),
    Column("dealer_rank", len(RANKS), "the dealer's card, an ace 1, a king 13"),
    Column("dealer_suit", len(SUITS), "its suit, clubs 1 to spades 4"),
    *(
        column
        for place in range(1, HAND_SIZE + 1)
        for column in (
            Column(f"rank_{place}", len(RANKS), "a card of the hand, in the order of the deal"),
            Column(f"suit_{place}", len(SUITS), "its suit"),
        )
    ),
)
"""The observation at a table of Caribbean Stud."""

assert len(BLACKJACK_COLUMNS) == step_blackjack.COLUMNS
assert len(STUD_COLUMNS) == stud.COLUMNS
assert len(DECK) == CARDS_PER_DECK


def space_of(columns: tuple[Column, ...], dtype: type[Any]) -> Box:
    """Return the space of observations with these columns."""
    most = np.array([column.most for column in columns], dtype)
    return Box(np.zeros_like(most), most, dtype=dtype)


BOX = 1
"""The agent's box."""
DEALER = 0

LAID = (WagerPlaced, DoublePlaced, SplitPlaced, InsurancePlaced, BetPlaced)
"""The events that put chips on the layout."""


class Watch:
    """A round as its player follows it."""

    def __init__(self) -> None:
        self.cards: dict[int, list[Card]] = {BOX: [], DEALER: []}
        """The cards of the round in the order dealt, by box; the dealer's is 0."""
        self.staked = 0
        """The total of all wagers so far, in cents, whether lost or not."""
        self.insured = False
        self.net = 0
        """What was won and lost so far, in cents."""

    def follow(self, events: Iterable[Event] | Refused) -> None:
        """Follow the events."""
        assert not isinstance(events, Refused)
        for event in events:
            if isinstance(event, CardDealt):
                self.cards[event.box].append(event.card)
            elif isinstance(event, LAID):
                self.staked += event.amount
                self.insured = self.insured or isinstance(event, InsurancePlaced)
            self.net += sum(line.net for line in lines_of(event))


AGENT = "agent"
"""The agent's name at the table."""


class Translator(Protocol):
    """What the environment needs from a family of games."""

    actions: type[IntEnum]
    columns: tuple[Column, ...]
    dtype: type[Any]
    """The type of the numbers of an observation."""
    initial: str
    """The name of the first wager."""

    def lawful(self, due: Due | None) -> tuple[IntEnum, ...]:
        """Return the lawful answers to what is due; if nothing is, the one to end the round."""

    def commands(self, action: IntEnum, due: Due | None) -> Iterator[Command]:
        """Yield the commands for an action, including those that follow from it without saying."""

    def observation(self, table: Table, due: Due | None, watch: Watch, wager: Cents) -> Observation:
        """Return the observation during a round."""

    def between_rounds(self, table: Table) -> Observation:
        """Return the observation after a round."""


class BlackjackTranslator:
    """Translation for the blackjack family."""

    actions: type[IntEnum] = BlackjackAction
    columns = BLACKJACK_COLUMNS
    dtype = np.int8
    initial = MAIN

    def lawful(self, due: Due | None) -> tuple[IntEnum, ...]:
        """Return the calls that are due, or the answers to insurance."""
        match due:
            case InsuranceDue(wagers=wagers):
                mine = wagers[0]
                offered = (
                    (BlackjackAction.INSURE, mine.most > 0),
                    (BlackjackAction.EVEN_MONEY, mine.even_money),
                    (BlackjackAction.DECLINE, True),
                )
                return tuple(action for action, is_offered in offered if is_offered)
            case DecisionDue(choices=choices):
                return tuple(BlackjackAction[choice.call.upper()] for choice in choices)
            case _:
                return (BlackjackAction.STAND,)

    def commands(self, action: IntEnum, due: Due | None) -> Iterator[Command]:
        """Yield a call or an answer to insurance.

        Insurance is then closed: nobody else is there to insure.
        """
        match action:
            case BlackjackAction.INSURE:
                most = due.wagers[0].most if isinstance(due, InsuranceDue) else 0
                yield Insure(AGENT, BOX, most, by=Role.PLAYER)
                yield CloseInsurance(by=Role.DEALER)
            case BlackjackAction.EVEN_MONEY:
                yield TakeEvenMoney(AGENT, BOX, by=Role.PLAYER)
            case BlackjackAction.DECLINE:
                yield CloseInsurance(by=Role.DEALER)
            case _:
                kind = command_types()[action.name.lower()]
                yield kind(box=BOX, player=AGENT, by=Role.PLAYER)  # type: ignore[call-arg]

    def observation(self, table: Table, due: Due | None, watch: Watch, wager: Cents) -> Observation:
        """Return the observation of the hand to decide; without a decision, of the hand dealt."""
        assert isinstance(table, BlackjackTable)
        row = self.between_rounds(table)
        cards, position, hands, split = tuple(watch.cards[BOX]), 1, 1, False
        if table.round is not None:
            box = round_of(table).boxes[0]
            current = current_hand(round_of(table))
            hand = box.hands[0]
            if current is not None:
                _, position, hand = current
            cards, hands, split = hand.cards, len(box.hands), hand.split
        total, soft = total_of(cards)
        points = [card.points for card in cards]
        row[step_blackjack.TOTAL], row[step_blackjack.SOFT] = total, soft
        row[step_blackjack.PAIR] = points[0] if len(points) == 2 and len(set(points)) == 1 else 0
        row[step_blackjack.DEALER] = watch.cards[DEALER][0].points
        row[step_blackjack.HAND], row[step_blackjack.HANDS] = position, hands
        row[step_blackjack.IS_SPLIT] = split
        row[step_blackjack.STAKED] = watch.staked * step_blackjack.WHOLE // wager
        row[step_blackjack.INSURED] = watch.insured
        row[step_blackjack.INSURANCE] = isinstance(due, InsuranceDue)
        count_ranks(cards, row, step_blackjack.HELD)
        return row

    def between_rounds(self, table: Table) -> Observation:
        """Return an observation with only the cards out of the shoe."""
        row = np.zeros(len(self.columns), self.dtype)
        count_ranks(cards_out(table), row, step_blackjack.SEEN)
        return row


PLACES = {id(card): RANKS.index(card.rank) for card in DECK}
"""The index of a card's rank, by the card's identity: hashing an enumeration's member is slow."""


def count_ranks(cards: Sequence[Card], row: Observation, column: int) -> None:
    """Write the number of cards of each rank into the row, from the column on."""
    counts = [0] * len(RANKS)
    for card in cards:
        counts[PLACES[id(card)]] += 1
    row[column : column + len(RANKS)] = counts


class StudTranslator:
    """Translation for Caribbean Stud."""

    actions: type[IntEnum] = StudAction
    columns = STUD_COLUMNS
    dtype = np.int16
    initial = "ante"

    def lawful(self, due: Due | None) -> tuple[IntEnum, ...]:
        """Return the lawful answers: to bet or to fold."""
        assert isinstance(due, BetDue)
        return tuple(StudAction[choice.call.upper()] for choice in due.choices)

    def commands(self, action: IntEnum, due: Due | None) -> Iterator[Command]:  # noqa: ARG002
        """Yield a bet of twice the ante, or a fold."""
        kind = command_types()[action.name.lower()]
        yield kind(player=AGENT, box=BOX, by=Role.PLAYER)  # type: ignore[call-arg]

    def observation(
        self,
        table: Table,
        due: Due | None,  # noqa: ARG002
        watch: Watch,
        wager: Cents,  # noqa: ARG002
    ) -> Observation:
        """Return the observation of the agent's hand and the dealer's card that is face up."""
        assert isinstance(table, StudTable)
        row = self.between_rounds(table)
        hand = watch.cards[BOX]
        shown = face_up_card(table)
        assert shown is not None
        strength = int(rank_hands(np.array([[NUMBER_OF[card] for card in hand]], np.uint8))[0])
        row[stud.CATEGORY] = category_of(strength)
        row[stud.STRENGTH] = strength
        pairs = [(NUMBER_OF[card] // 4 + 1, NUMBER_OF[card] % 4 + 1) for card in (shown, *hand)]
        row[stud.DEALER :] = np.ravel(pairs)
        return row

    def between_rounds(self, table: Table) -> Observation:  # noqa: ARG002
        """Return an empty observation: the next round has a freshly shuffled deck."""
        return np.zeros(len(self.columns), self.dtype)


def translator_for(law: TableLaw) -> Translator:
    """Return the translator for a game."""
    return StudTranslator() if isinstance(law, StudLaw) else BlackjackTranslator()
