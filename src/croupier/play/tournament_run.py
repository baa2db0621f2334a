"""A whole tournament played by software players, from the papers to the prizes."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, cycle

from croupier.blackjack.state import BlackjackTable
from croupier.errors import CroupierError
from croupier.floor.tournaments import commands
from croupier.floor.tournaments.allotted_seats import seated_by_lot
from croupier.floor.tournaments.breaks import next_break
from croupier.floor.tournaments.commands import RecordSession
from croupier.floor.tournaments.conditions import Conditions, Seating
from croupier.floor.tournaments.handlers import plan
from croupier.floor.tournaments.state import Seat, TournamentPhase, participants
from croupier.maths.charts import FlatChart
from croupier.play.card_sources import chance
from croupier.play.running_table import RunningTable
from croupier.play.tournament_bots import BOTS, play_cards, wager_of
from croupier.play.tournament_house import Cards, TournamentHouse, planned_or_error
from croupier.record.journal import Journal
from croupier.rulebooks import BlackjackLaw, Role
from croupier.table.choices import Choices
from croupier.table.commands import Command, Deal, PlaceWager
from croupier.table.contest_state import OVER, Contest
from croupier.table.contest_tables import contest_of
from croupier.table.contest_turns import next_to_wager
from croupier.table.events import Event
from croupier.table.state import Refused

STILL_ON = (
    TournamentPhase.ENTRIES,
    TournamentPhase.BETWEEN,
    TournamentPhase.SEATING,
    TournamentPhase.SESSION,
)
"""The phases of a tournament that is not over."""
MOST_STEPS = 2_000_000
"""A tournament that takes more is stuck."""


def open_tournament(
    law: BlackjackLaw,
    conditions: Conditions,
    *,
    name: str,
    choices: Choices | None = None,
    seed: int | None = None,
    cards: Cards | None = None,
    journal: Journal | None = None,
) -> TournamentHouse:
    """A tournament that is open for entries: conditions published, a manager, tables."""
    planned = planned_or_error(plan(law, name, conditions, choices=choices or Choices()))
    house = TournamentHouse(law, planned, cards=cards, chance=chance(seed), journal=journal)
    rules = law.tournaments
    assert rules is not None
    if rules.pool.commission is not None:
        must(house, commands.ApproveCommission(conditions.commission, by=Role.REGULATOR))
    must(house, commands.PublishConditions(by=Role.GAMING_MANAGER))
    must(house, commands.AppointManager("the manager", by=Role.GAMING_MANAGER))
    if rules.entries.regulator_told is not None:
        told = commands.NotifyOf(Role.REGULATOR, "conditions", by=Role.GAMING_MANAGER)
        must(house, told)
    for table in range(1, max(one.tables for one in conditions.sessions) + 1):
        must(house, commands.DesignateTable(table, by=Role.TOURNAMENT_MANAGER))
    return house


Events = tuple[Event, ...]
Steps = Iterator[Events]
"""What happens, command by command."""


def must(house: TournamentHouse, command: Command, *, table: int | None = None) -> Events:
    """Carry out what the software itself asks for; a refusal is an error."""
    answer = house.ask(command, table=table)
    if isinstance(answer, Refused):
        raise _unexpected(answer)
    return answer


def _unexpected(refused: Refused) -> CroupierError:
    return CroupierError(f"{refused.why} ({refused.clause or refused.code})")


class SoftwarePlayers:
    """Software players: how each wagers, and the chart by which all play their cards."""

    def __init__(self, players: Sequence[str], bots: Sequence[str], chart: FlatChart) -> None:
        named = zip(players, cycle(bots), strict=False)
        self._wagering = {player: BOTS[bot] for player, bot in named}
        self._chart = chart

    def next_command(self, running: RunningTable) -> Command:
        """What somebody does next at a table: a wager in turn, the deal, a decision."""
        table: BlackjackTable = running.table  # type: ignore[assignment]
        return self.before_the_cards(table) if table.round is None else self.decision(running)

    def before_the_cards(self, table: BlackjackTable) -> Command:
        """What somebody does next between two rounds: a wager in turn, or the deal."""
        one, _ = next_to_wager(table)
        if one is None:
            return Deal(by=Role.DEALER)
        amount = wager_of(self._wagering[one.player], table, one.player)
        return PlaceWager(one.player, one.box, amount, by=Role.PLAYER)

    def decision(self, running: RunningTable) -> Command:
        """What a player does with the cards."""
        table: BlackjackTable = running.table  # type: ignore[assignment]
        command = play_cards(self._chart, table, running.due[0])
        if command is None:
            raise CroupierError(f"no rule says what to do about {running.due}")
        return command


def play_all(
    house: TournamentHouse, players: Sequence[str], bots: Sequence[str], chart: FlatChart
) -> Steps:
    """Play a tournament to its end; what happens, command by command."""
    software = SoftwarePlayers(players, bots, chart)
    return chain.from_iterable(_parts(house, players, software))


def _parts(
    house: TournamentHouse, players: Sequence[str], software: SoftwarePlayers
) -> Iterator[Steps]:
    """The parts of a tournament; each is over before the next is asked for."""
    yield enter_all(house, players)
    while house.tournament.phase in STILL_ON:
        if house.tournament.phase is not TournamentPhase.SESSION:
            yield begin_session(house)
        yield with_breaks(house, partial(play_tables, house, software))
    yield award(house)


def play_tables(house: TournamentHouse, software: SoftwarePlayers, until: int | None) -> Steps:
    """Play all tables of the session to their ends, or until a round is over."""
    numbers = tuple(house.session_tables)
    return chain.from_iterable(play_table(house, one, software, until=until) for one in numbers)


def with_breaks(house: TournamentHouse, play_until: Callable[[int | None], Steps]) -> Steps:
    """Play a session to its end, and give the breaks that are planned.

    ``play_until`` plays all its tables until a round is over, or to their ends.
    """
    return chain.from_iterable(_between_breaks(house, play_until))


def _between_breaks(
    house: TournamentHouse, play_until: Callable[[int | None], Steps]
) -> Iterator[Steps]:
    """The parts of a session, and its breaks; each is over before the next is asked for."""
    while (planned := next_break(house.tournament, house.tables_now)) is not None:
        yield play_until(planned.after)
        if next_break(house.tournament, house.tables_now) != planned:
            break
        yield _break_of(house, planned.minutes)
    yield play_until(None)


def _break_of(house: TournamentHouse, minutes: int) -> Steps:
    yield must(house, commands.GiveBreak(minutes, by=Role.TOURNAMENT_MANAGER))
    yield must(house, commands.EndBreak(by=Role.TOURNAMENT_MANAGER))


def enter_all(house: TournamentHouse, players: Sequence[str]) -> Steps:
    """Have everybody enter who has not; those who start at once are then seated."""
    for player in players:
        if player not in house.tournament.entrants:
            yield must(house, commands.Enter(player, by=Role.PLAYER))


def award(house: TournamentHouse) -> Steps:
    """Award the prizes, unless that is done."""
    if house.tournament.awards is None:
        yield must(house, commands.AwardPrizes(by=Role.TOURNAMENT_MANAGER))


def begin_session(house: TournamentHouse, wanted: tuple[str, int] | None = None) -> Steps:
    """Seat everybody and start the next session, or record one of another game.

    ``wanted`` is a player, and the box where that player would rather sit than where the lot says.
    What was done before the tournament stopped is not done again.
    """
    manager, tournament = Role.TOURNAMENT_MANAGER, house.tournament
    players = participants(tournament)
    if tournament.phase is TournamentPhase.SEATING:
        yield from _sit_down(house)
        return
    lots = house.lots(len(players))
    if tournament.plan.other_game:
        places = dict(zip(players, (lot + 1 for lot in lots), strict=True))
        yield must(house, RecordSession(places, by=manager))
        return
    seats = seated_by_lot(tournament, players, lots)
    if wanted is not None:
        seats = exchanged(seats, *wanted)
    if tournament.conditions.seating is Seating.LIST:
        for seat in seats:
            yield must(house, commands.AssignSeat(seat.player, seat.table, seat.box, by=manager))
    else:
        drawn = {seat.player: f"{seat.table}/{seat.box}" for seat in seats}
        yield must(house, commands.DrawSeats(drawn, seated=True, by=manager))
    yield from _sit_down(house)


def _sit_down(house: TournamentHouse) -> Steps:
    """Have everybody take the seat that was drawn, buy the chips of the session, and start it."""
    for seat in house.tournament.seats:
        if not seat.present:
            yield must(house, commands.TakeSeat(seat.player, by=Role.PLAYER))
        if house.tournament.conditions.buy_in and not seat.bought:
            yield must(house, commands.BuyChips(seat.player, by=Role.PLAYER))
    yield must(house, commands.StartSession(by=Role.TOURNAMENT_MANAGER))


def exchanged(seats: tuple[Seat, ...], player: str, box: int) -> tuple[Seat, ...]:
    """Seats in which a player has changed places with whoever drew a box of the same table."""
    own = next(seat for seat in seats if seat.player == player)
    there = {seat.box: seat.player for seat in seats if seat.table == own.table}
    if box not in there:
        played = ", ".join(map(str, sorted(there)))
        raise CroupierError(f"nobody drew box {box} at table {own.table}; choose from {played}")
    moved = {there[box]: own.box, player: box}
    return tuple(Seat(one.player, one.table, moved.get(one.player, one.box)) for one in seats)


def play_table(
    house: TournamentHouse,
    number: int,
    software: SoftwarePlayers,
    *,
    until: int | None = None,
) -> Steps:
    """Play a table of the session to its end, or until a round is over."""
    running = house.running(number)
    assert running is not None
    for _ in range(MOST_STEPS):
        table: BlackjackTable = running.table  # type: ignore[assignment]
        if table.round is not None:
            command = software.decision(running)
        elif table.wagers or not _played_until(contest_of(table), until):
            command = software.before_the_cards(table)
        else:
            return
        answer = house.ask_table(number, command)
        if isinstance(answer, Refused):
            raise _unexpected(answer)
        yield answer


def _played_until(contest: Contest, until: int | None) -> bool:
    """Whether a session is over at its table, or has come as far as it is to be played now."""
    return contest.part is OVER or (until is not None and contest.round > until)
