"""Software players: how they wager, and whole tournaments played by them to the prizes."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, cycle
from typing import NamedTuple

from croupier.errors import CroupierError
from croupier.features.tournaments.rules.conditions import Conditions, Seating
from croupier.features.tournaments.rules.conduct import DeclineBuyBack
from croupier.features.tournaments.rules.decisions import plan_tournament
from croupier.features.tournaments.rules.draft import players_who_may_buy_back
from croupier.features.tournaments.rules.entries import (
    AppointManager,
    ApproveCommission,
    DesignateTable,
    Enter,
    NotifyOf,
    PublishConditions,
)
from croupier.features.tournaments.rules.interruptions import EndBreak, GiveBreak, next_break
from croupier.features.tournaments.rules.placings import AwardPrizes, RecordSession
from croupier.features.tournaments.rules.seats import (
    AssignSeat,
    BuyChips,
    DrawSeats,
    StartSession,
    TakeSeat,
    seats_by_lot,
)
from croupier.features.tournaments.rules.state import Seat, TournamentPhase, participants
from croupier.features.tournaments.runner import TournamentRunner, open_alone, require_planned
from croupier.floor.card_sources import random_source
from croupier.floor.one_table import basic_bot, call_command
from croupier.floor.running_table import RunningTable
from croupier.floor.state import Cards
from croupier.games.blackjack.calls import DoubleDown
from croupier.games.blackjack.state import BlackjackTable, round_of
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, InsuranceDue
from croupier.games.table.choices import Choices
from croupier.games.table.contest.state import OVER, Contest
from croupier.games.table.contest.turns import contest_of, next_to_wager, terms_of
from croupier.games.table.due import Due
from croupier.games.table.rounds import Deal
from croupier.games.table.wagers import PlaceWager
from croupier.maths.blackjack import charts
from croupier.maths.blackjack.charts import FlatChart
from croupier.messages import Command, Event, Refused
from croupier.money import Cents
from croupier.record.journal import Journal
from croupier.rulebooks import BlackjackLaw, Role

LATE_ROUNDS = 3
"""How many rounds before the end a player who is behind begins to catch up."""
PART = 10
"""The share of the chips that a proportional player wagers: one in this many."""

WORDS = {
    charts.STAND: ("stand",),
    charts.HIT: ("hit",),
    charts.DOUBLE_OR_HIT: ("double", "hit"),
    charts.DOUBLE_OR_STAND: ("double", "stand"),
    charts.SPLIT_OR_TOTAL: ("split",),
    charts.SURRENDER_OR_HIT: ("hit",),
    charts.SURRENDER_OR_STAND: ("stand",),
    charts.SURRENDER_OR_SPLIT: ("split",),
}
"""The calls that each word of a chart stands for, in order of preference."""


# -------------------------------------------------------------------------------- wagers and cards


class Leader(NamedTuple):
    """The opponent with the most chips."""

    chips: Cents
    """That player's chips, including those on the layout; 0 if there are no opponents."""
    wager: Cents
    """That player's wager in this round; 0 if it is not known yet."""


class Position:
    """What a player sees at a table before a wager: nothing that is undisclosed."""

    __slots__ = ("_player", "_table", "chips", "maximum", "minimum")

    def __init__(self, table: BlackjackTable, player: str) -> None:
        self._table, self._player = table, player
        self.chips: Cents = table.chips(player)
        """The player's own."""
        limits = table.limits
        self.minimum: Cents = limits.minimum
        """The least wager."""
        self.maximum: Cents = limits.maximum
        """The most."""

    @property
    def rounds_left(self) -> int:
        """Return how many rounds are left, including this one; 1 in a play-off."""
        return max(1, terms_of(self._table).rounds - contest_of(self._table).round + 1)

    @property
    def leader(self) -> Leader:
        """Return the best opponent; of several, the one in the lowest box."""
        table = self._table
        laid: dict[str, Cents] = {}
        for stake in table.wagers:
            laid[stake.player] = laid.get(stake.player, 0) + stake.amount
        best = Leader(-1, 0)
        for one in contest_of(table).in_play:
            wager = laid.get(one.player, 0)
            held = table.chips(one.player) + wager
            if held > best.chips and one.player != self._player:
                best = Leader(held, wager)
        return best if best.chips >= 0 else Leader(0, 0)


Wagering = Callable[[Position], Cents]
"""How much a player wants to wager; the amount is then brought within the limits."""


def steady(seen: Position) -> Cents:
    """Wager twice the minimum, whatever happens."""
    return 2 * seen.minimum


def proportional(seen: Position) -> Cents:
    """Wager a fixed part of the chips."""
    return seen.chips // PART


def follow_the_leader(seen: Position) -> Cents:
    """Wager what the leader wagers; the minimum if that is not known, or the player leads."""
    leader = seen.leader
    return leader.wager if seen.chips < leader.chips else seen.minimum


def catch_up_late(seen: Position) -> Cents:
    """Wager the minimum until the last rounds, then what it takes to pass the best opponent."""
    if seen.rounds_left > LATE_ROUNDS:
        return seen.minimum
    behind = seen.leader.chips - seen.chips
    if behind < 0:
        return seen.minimum
    return behind + seen.minimum


BOTS: dict[str, Wagering] = {
    "steady": steady,
    "proportional": proportional,
    "follow-the-leader": follow_the_leader,
    "catch-up-late": catch_up_late,
}
"""The software players, by name."""


def lawful_wager(bot: Wagering, table: BlackjackTable, player: str) -> Cents:
    """Return a lawful wager: whole minimums, within the limits and the player's chips."""
    seen = Position(table, player)
    minimum = seen.minimum
    amount = min(bot(seen), seen.maximum, seen.chips)
    return amount - amount % minimum if amount > minimum else minimum


def play_cards(chart: FlatChart, table: BlackjackTable, due: Due) -> Command | None:
    """Return what a player does with the cards by a chart; insurance is never taken."""
    if isinstance(due, InsuranceDue | AnswerDue) or not isinstance(due, DecisionDue):
        return basic_bot(due)
    box = round_of(table).box(due.box)
    assert box is not None
    hand = box.hands[due.hand - 1]
    dealer = round_of(table).dealer[0].points - 1
    cards = hand.cards
    kind = min(max(len(cards) - 2, 0), charts.CLASSES - 1)
    cell = int(chart.totals[kind, int(due.soft), min(due.total, charts.TOTALS - 1), dealer])
    if len(cards) == 2 and cards[0].points == cards[1].points:
        pair = int(chart.pairs[cards[0].points - 1, dealer])
        cell = pair if pair != charts.BY_TOTAL and _may_split(due, pair) else cell
    offered = {choice.call: choice.most for choice in due.choices}
    for wanted in (*WORDS.get(cell, ()), "stand", "hit"):
        if wanted == "double" and wanted in offered:
            most = offered[wanted]
            return DoubleDown(due.box, player=due.player, amount=most, by=Role.PLAYER)
        if wanted in offered:
            return call_command(wanted, due)
    return call_command(due.choices[0].call, due)


def _may_split(due: DecisionDue, cell: int) -> bool:
    splits = cell in (charts.SPLIT_OR_TOTAL, charts.SURRENDER_OR_SPLIT)
    return not splits or any(choice.call == "split" for choice in due.choices)


# ------------------------------------------------------------------------------- whole tournaments


UNFINISHED = (
    TournamentPhase.ENTRIES,
    TournamentPhase.BETWEEN,
    TournamentPhase.SEATING,
    TournamentPhase.SESSION,
)
"""The phases of a tournament that is not over."""
MOST_STEPS = 2_000_000
"""The most steps that a tournament may take; one that takes more is stuck."""


def open_tournament(
    law: BlackjackLaw,
    conditions: Conditions,
    *,
    name: str,
    choices: Choices | None = None,
    seed: int | None = None,
    cards: Cards | None = None,
    journal: Journal | None = None,
) -> TournamentRunner:
    """Open a tournament for entries: conditions published, manager appointed, tables reserved."""
    planned = require_planned(plan_tournament(law, name, conditions, choices=choices or Choices()))
    house = open_alone(law, planned, cards=cards, chance=random_source(seed), journal=journal)
    rules = law.tournaments
    assert rules is not None
    if rules.pool.commission is not None:
        submit_or_raise(house, ApproveCommission(conditions.commission, by=Role.REGULATOR))
    submit_or_raise(house, PublishConditions(by=Role.GAMING_MANAGER))
    submit_or_raise(house, AppointManager("the manager", by=Role.GAMING_MANAGER))
    if rules.entries.regulator_told is not None:
        told = NotifyOf(Role.REGULATOR, "conditions", by=Role.GAMING_MANAGER)
        submit_or_raise(house, told)
    for table in range(1, max(one.tables for one in conditions.sessions) + 1):
        submit_or_raise(house, DesignateTable(table, by=Role.TOURNAMENT_MANAGER))
    return house


Events = tuple[Event, ...]
Steps = Iterator[Events]
"""The events of each command, one after the other."""


def submit_or_raise(
    house: TournamentRunner, command: Command, *, table: int | None = None
) -> Events:
    """Submit a command of the software's own. Raise if it is refused."""
    answer = house.submit(command, table=table)
    if isinstance(answer, Refused):
        raise _unexpected_refusal(answer)
    return answer


def _unexpected_refusal(refused: Refused) -> CroupierError:
    return CroupierError(f"{refused.why} ({refused.clause or refused.code})")


class SoftwarePlayers:
    """Software players: how each wagers, and the chart by which all play their cards."""

    def __init__(self, players: Sequence[str], bots: Sequence[str], chart: FlatChart) -> None:
        named = zip(players, cycle(bots), strict=False)
        self._wagering = {player: BOTS[bot] for player, bot in named}
        self._chart = chart

    def next_command(self, running: RunningTable) -> Command:
        """Return the next command at a table: a wager in turn, the deal or a decision."""
        table: BlackjackTable = running.table  # type: ignore[assignment]
        return self.before_the_cards(table) if table.round is None else self.decision(running)

    def before_the_cards(self, table: BlackjackTable) -> Command:
        """Return the next command between two rounds: a wager in turn, or the deal."""
        one, _ = next_to_wager(table)
        if one is None:
            return Deal(by=Role.DEALER)
        amount = lawful_wager(self._wagering[one.player], table, one.player)
        return PlaceWager(one.player, one.box, amount, by=Role.PLAYER)

    def decision(self, running: RunningTable) -> Command:
        """Return what a player does with the cards."""
        table: BlackjackTable = running.table  # type: ignore[assignment]
        command = play_cards(self._chart, table, running.due[0])
        if command is None:
            raise CroupierError(f"no rule says what to do about {running.due}")
        return command


def play_all(
    house: TournamentRunner, players: Sequence[str], bots: Sequence[str], chart: FlatChart
) -> Steps:
    """Play a tournament to its end. Yield the events of each command."""
    software = SoftwarePlayers(players, bots, chart)
    return chain.from_iterable(_parts(house, players, software))


def _parts(
    house: TournamentRunner, players: Sequence[str], software: SoftwarePlayers
) -> Iterator[Steps]:
    """Yield the parts of a tournament; each is over before the next begins."""
    yield enter_all(house, players)
    while house.tournament.phase in UNFINISHED:
        if house.tournament.phase is not TournamentPhase.SESSION:
            yield begin_session(house)
        yield play_with_breaks(house, partial(play_tables, house, software))
    yield award_if_due(house)


def play_tables(house: TournamentRunner, software: SoftwarePlayers, until: int | None) -> Steps:
    """Play all tables of the session to their ends, or until a round is over."""
    numbers = tuple(house.session_tables)
    return chain.from_iterable(play_table(house, one, software, until=until) for one in numbers)


def play_with_breaks(house: TournamentRunner, play_until: Callable[[int | None], Steps]) -> Steps:
    """Play a session to its end, with the breaks that are planned.

    ``play_until`` plays all its tables until a round is over, or to their ends.
    """
    return chain.from_iterable(_between_breaks(house, play_until))


def _between_breaks(
    house: TournamentRunner, play_until: Callable[[int | None], Steps]
) -> Iterator[Steps]:
    """Yield the parts of a session and its breaks; each is over before the next begins."""
    while (planned := next_break(house.tournament, house.tables_now)) is not None:
        yield play_until(planned.after)
        if next_break(house.tournament, house.tables_now) != planned:
            break
        yield _take_break(house, planned.minutes)
    yield play_until(None)


def _take_break(house: TournamentRunner, minutes: int) -> Steps:
    yield submit_or_raise(house, GiveBreak(minutes, by=Role.TOURNAMENT_MANAGER))
    yield submit_or_raise(house, EndBreak(by=Role.TOURNAMENT_MANAGER))


def enter_all(house: TournamentRunner, players: Sequence[str]) -> Steps:
    """Enter every player who has not entered; in a sit-and-go this also seats them."""
    for player in players:
        if player not in house.tournament.entrants:
            yield submit_or_raise(house, Enter(player, by=Role.PLAYER))


def award_if_due(house: TournamentRunner) -> Steps:
    """Award the prizes, unless that is done."""
    if house.tournament.awards is None:
        yield submit_or_raise(house, AwardPrizes(by=Role.TOURNAMENT_MANAGER))


def begin_session(house: TournamentRunner, wanted: tuple[str, int] | None = None) -> Steps:
    """Seat all players and start the next session, or record one of another game.

    ``wanted`` is a player, and the box that they prefer to the one drawn. Steps that were done
    before the tournament stopped are not repeated.
    """
    manager, tournament = Role.TOURNAMENT_MANAGER, house.tournament
    players = participants(tournament)
    if tournament.phase is TournamentPhase.SEATING:
        yield from _sit_down(house)
        return
    lots = house.lots(len(players))
    if tournament.plan.other_game:
        places = dict(zip(players, (lot + 1 for lot in lots), strict=True))
        yield submit_or_raise(house, RecordSession(places, by=manager))
        return
    seats = seats_by_lot(tournament, players, lots)
    if wanted is not None:
        seats = exchange_seats(seats, *wanted)
    if tournament.conditions.seating is Seating.LIST:
        for seat in seats:
            yield submit_or_raise(house, AssignSeat(seat.player, seat.table, seat.box, by=manager))
    else:
        drawn = {seat.player: f"{seat.table}/{seat.box}" for seat in seats}
        yield submit_or_raise(house, DrawSeats(drawn, seated=True, by=manager))
    yield from _sit_down(house)


def _sit_down(house: TournamentRunner) -> Steps:
    """Have all players take the seats drawn and buy the session's chips, then start it."""
    for seat in house.tournament.seats:
        if not seat.present:
            yield submit_or_raise(house, TakeSeat(seat.player, by=Role.PLAYER))
        if house.tournament.conditions.buy_in and not seat.bought:
            yield submit_or_raise(house, BuyChips(seat.player, by=Role.PLAYER))
    yield submit_or_raise(house, StartSession(by=Role.TOURNAMENT_MANAGER))


def exchange_seats(seats: tuple[Seat, ...], player: str, box: int) -> tuple[Seat, ...]:
    """Return the seats with a player moved to a box of the same table, in exchange."""
    own = next(seat for seat in seats if seat.player == player)
    there = {seat.box: seat.player for seat in seats if seat.table == own.table}
    if box not in there:
        played = ", ".join(map(str, sorted(there)))
        raise CroupierError(f"nobody drew box {box} at table {own.table}; choose from {played}")
    moved = {there[box]: own.box, player: box}
    return tuple(Seat(one.player, one.table, moved.get(one.player, one.box)) for one in seats)


def play_table(
    house: TournamentRunner,
    number: int,
    software: SoftwarePlayers,
    *,
    until: int | None = None,
) -> Steps:
    """Play a table of the session to its end, or until a round is over."""
    running = house.running_table_at(number)
    assert running is not None
    for _ in range(MOST_STEPS):
        table: BlackjackTable = running.table  # type: ignore[assignment]
        if table.round is not None:
            command = software.decision(running)
        elif not contest_of(table).goes_on and contest_of(table).part is not OVER:
            yield from _decline_buy_backs(house, table)
            continue
        elif table.wagers or not _has_reached(contest_of(table), until):
            command = software.before_the_cards(table)
        else:
            return
        answer = house.submit_at_table(number, command)
        if isinstance(answer, Refused):
            raise _unexpected_refusal(answer)
        yield answer


def _decline_buy_backs(house: TournamentRunner, table: BlackjackTable) -> Steps:
    """Have the manager record that nobody buys back: all are out, and the table waits for them."""
    for player in players_who_may_buy_back(house.tournament, table):
        yield submit_or_raise(house, DeclineBuyBack(player, by=Role.TOURNAMENT_MANAGER))


def _has_reached(contest: Contest, until: int | None) -> bool:
    """Return whether a table's session is over, or has reached the round to stop at."""
    return contest.part is OVER or (until is not None and contest.round > until)
