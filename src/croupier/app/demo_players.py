"""Software players of the demo: each wagers, thinks and plays its cards by its temper."""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from croupier.cards.card import Rank
from croupier.floor.one_table import call_command
from croupier.games.blackjack.calls import DoubleDown
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.blackjack.state import BlackjackTable, round_of
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, InsuranceDue
from croupier.games.stud.bets import Fold, PlaceBet
from croupier.games.stud.due import BetDue
from croupier.games.stud.state import JACKPOT, StudTable
from croupier.games.table.contest.turns import next_to_wager
from croupier.games.table.due import Due, WagersDue
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn, Sit
from croupier.games.table.state import Table
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command
from croupier.money import Cents
from croupier.rulebooks import Role, TableLaw

BUY_IN_MINIMUMS = 40
"""How many minimums a player brings to a table."""
BUST_RISK, DEALER_STRONG = 12, 7
"""From this total a card may bust a hand; from this card on the dealer is strong."""
STANDS_ON = 17
NINE, TEN, ELEVEN = 9, 10, 11


class HandInSight(NamedTuple):
    """What a player sees of a decision."""

    total: int
    soft: bool
    pair: int
    """The points of each card of a pair, an ace counting one; 0 for no pair."""
    dealer: int
    """The points of the dealer's card, an ace counting eleven."""


CallOrder = tuple[str, ...]
"""Calls in order of preference; the first that is lawful is made."""


def by_the_book(hand: HandInSight) -> CallOrder:
    """Play roughly as a strategy card says."""
    if hand.pair in (1, 8):
        return "split", "hit"
    if not hand.soft and hand.total in (TEN, ELEVEN) and hand.dealer < hand.total:
        return "double", "hit"
    if hand.soft:
        return ("stand",) if hand.total > STANDS_ON else ("hit",)
    stiff = BUST_RISK <= hand.total < STANDS_ON
    if hand.total >= STANDS_ON or (stiff and hand.dealer < DEALER_STRONG):
        return ("stand",)
    return ("hit",)


def never_bust(hand: HandInSight) -> CallOrder:
    """Stand as soon as a card could bust the hand."""
    return ("stand",) if hand.total >= BUST_RISK and not hand.soft else ("hit",)


def like_the_dealer(hand: HandInSight) -> CallOrder:
    """Draw below seventeen, else stand."""
    return ("hit",) if hand.total < STANDS_ON else ("stand",)


def bold(hand: HandInSight) -> CallOrder:
    """Split every pair, and double whatever may be doubled."""
    if hand.pair:
        return "split", "double", "hit" if hand.total < STANDS_ON else "stand"
    if NINE <= hand.total <= ELEVEN:
        return "double", "hit"
    return ("hit",) if hand.total < STANDS_ON else ("stand",)


class Temper(NamedTuple):
    """How a software player is."""

    calls: Callable[[HandInSight], CallOrder]
    minimums: tuple[int, ...]
    """How many minimums it wagers; one of them by chance."""
    seconds: tuple[float, float]
    """The least and the most time that it thinks."""
    optional: float
    """How often it lays an optional wager, from 0 to 1."""


TEMPERS = {
    "careful": Temper(never_bust, (1,), (1.5, 4.0), 0.0),
    "studied": Temper(by_the_book, (2, 2, 3), (0.8, 2.0), 0.1),
    "bold": Temper(bold, (3, 5, 10), (0.5, 1.2), 0.6),
    "easy": Temper(like_the_dealer, (1, 2, 4), (1.0, 3.0), 0.3),
}
"""The tempers by name."""


class DemoPlayer:
    """A software player with an account, a table and a temper."""

    def __init__(self, account: str, table: str, box: int, temper: Temper, seed: int) -> None:
        self.account, self.table, self.box, self.temper = account, table, box, temper
        self._chance = Random(seed)
        self.dealt = -1
        """The number of rounds at the table when the player was last ready for the deal."""

    def thinking_seconds(self) -> float:
        """Return how long the player thinks before the next move."""
        return self._chance.uniform(*self.temper.seconds)

    def move(self, law: TableLaw, table: Table, due: tuple[Due, ...]) -> tuple[Command, ...]:
        """Return what the player does now, in order; nothing where it is not asked."""
        if table.choices.tournament is not None:
            return tuple(self._in_contest(law, table, due))
        here = table.players.get(self.account)
        if here is None or here.seat is None:
            return tuple(self._sit_down_commands(table, here is not None))
        for one in due:
            if isinstance(one, WagersDue) and not one.closed:
                return tuple(self._before_the_deal(law, table))
            if (command := self._answer(table, one)) is not None:
                return (command,)
        return ()

    def _sit_down_commands(self, table: Table, has_chips: bool) -> Iterator[Command]:
        if not has_chips:
            yield BuyIn(self.account, BUY_IN_MINIMUMS * table.limits.minimum, by=Role.PLAYER)
        yield Sit(self.account, self.box, by=Role.PLAYER)

    def _before_the_deal(self, law: TableLaw, table: Table) -> Iterator[Command]:
        """Lay wagers, or buy chips for them, then be ready for the deal."""
        minimum = table.limits.minimum
        if not any(stake.player == self.account for stake in table.wagers):
            amount = minimum * self._chance.choice(self.temper.minimums)
            if table.chips(self.account) < 3 * amount:
                yield BuyIn(self.account, BUY_IN_MINIMUMS * minimum, by=Role.PLAYER)
            yield PlaceWager(self.account, self.box, amount, law.initial, by=Role.PLAYER)
            yield from self._optional_wagers(table, minimum)
        elif self.dealt != table.rounds:
            yield Deal(by=Role.PLAYER)

    def _optional_wagers(self, table: Table, minimum: Cents) -> Iterator[Command]:
        terms = table.choices.jackpot
        if terms is not None and self._chance.random() < 0.5 + self.temper.optional:
            yield PlaceWager(self.account, self.box, terms.wager, JACKPOT, by=Role.PLAYER)
        for on in table.choices.side_bets:
            if self._chance.random() < self.temper.optional:
                yield PlaceWager(self.account, self.box, minimum, on, by=Role.PLAYER)

    def _in_contest(self, law: TableLaw, table: Table, due: tuple[Due, ...]) -> Iterator[Command]:
        """Wager in turn and play, at a table of a tournament."""
        assert isinstance(table, BlackjackTable)
        for one in due:
            if isinstance(one, WagersDue):
                turn, _ = next_to_wager(table)
                if turn is not None and turn.player == self.account:
                    wanted = table.limits.minimum * self._chance.choice(self.temper.minimums)
                    amount = min(wanted, table.limits.maximum, table.chips(self.account))
                    yield PlaceWager(self.account, turn.box, amount, law.initial, by=Role.PLAYER)
                elif turn is None and self.dealt != table.rounds:
                    yield Deal(by=Role.PLAYER)
                return
            if (command := self._answer(table, one)) is not None:
                yield command
                return

    def _answer(self, table: Table, due: Due) -> Command | None:
        """Return the answer to something that is due in a round, if it is due by this player."""
        match due:
            case InsuranceDue() if any(one.player == self.account for one in due.wagers):
                return CloseInsurance(by=Role.PLAYER)
            case DecisionDue() if due.player == self.account:
                assert isinstance(table, BlackjackTable)
                return self._call(table, due)
            case AnswerDue() if due.player == self.account:
                return call_command(due.choices[-1].call, due)
            case BetDue() if due.player == self.account:
                assert isinstance(table, StudTable)
                return self._bet_or_fold(table, due)
        return None

    def _call(self, table: BlackjackTable, due: DecisionDue) -> Command:
        offered = {choice.call: choice.most for choice in due.choices}
        for wanted in (*self.temper.calls(hand_for(table, due)), "stand", "hit"):
            if wanted == "double" and offered.get(wanted):
                amount = offered[wanted]
                return DoubleDown(due.box, player=self.account, amount=amount, by=Role.PLAYER)
            if wanted in offered and wanted != "double":
                return call_command(wanted, due)
        return call_command(due.choices[-1].call, due)

    def _bet_or_fold(self, table: StudTable, due: BetDue) -> Command:
        """Bet with a pair or ace and king; the bold bet with anything."""
        assert table.round is not None
        ranks = [
            card.rank
            for hand in table.round.hands
            if hand.box == due.box
            for card in hand.cards
            if card is not None
        ]
        strong = len(set(ranks)) < len(ranks) or {Rank.ACE, Rank.KING} <= set(ranks)
        offered = {choice.call for choice in due.choices}
        if "bet" in offered and (strong or self.temper.calls is bold):
            return PlaceBet(self.account, due.box, by=Role.PLAYER)
        return Fold(self.account, due.box, by=Role.PLAYER)


def hand_for(table: BlackjackTable, due: DecisionDue) -> HandInSight:
    """Return what a player sees of a decision."""
    round_ = round_of(table)
    box = round_.box(due.box)
    assert box is not None
    cards = box.hands[due.hand - 1].cards
    points = [card.points for card in cards]
    pair = points[0] if len(points) == 2 and points[0] == points[1] else 0
    shown = round_.dealer[0].points
    return HandInSight(due.total, due.soft, pair, ELEVEN if shown == 1 else shown)
