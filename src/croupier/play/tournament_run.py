"""A whole tournament played by software players, from the papers to the prizes."""

from collections.abc import Iterator, Sequence
from itertools import cycle

from croupier.blackjack.state import BlackjackTable
from croupier.errors import CroupierError
from croupier.floor.tournaments import commands
from croupier.floor.tournaments.commands import RecordSession
from croupier.floor.tournaments.conditions import Conditions, Seating
from croupier.floor.tournaments.handlers import plan
from croupier.floor.tournaments.seating import seated_by_lot
from croupier.floor.tournaments.state import Phase, Seat, participants
from croupier.maths.charts import FlatChart
from croupier.play.card_sources import chance
from croupier.play.running_table import RunningTable
from croupier.play.tournament_bots import BOTS, play_cards, wager_of
from croupier.play.tournament_house import Cards, TournamentHouse, planned_or_error
from croupier.record.journal import Journal
from croupier.rulebooks import BlackjackLaw, Role
from croupier.table.choices import Choices
from croupier.table.commands import Command, Deal, PlaceWager
from croupier.table.contest_checks import next_to_wager
from croupier.table.contest_state import OVER
from croupier.table.events import Event
from croupier.table.state import Refused

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
    """A tournament that entries may be taken for: conditions published, a manager, tables."""
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
    """Players made of software: how each wagers, and the chart that all play their cards by."""

    def __init__(self, players: Sequence[str], bots: Sequence[str], chart: FlatChart) -> None:
        named = zip(players, cycle(bots), strict=False)
        self._wagering = {player: BOTS[bot] for player, bot in named}
        self._chart = chart

    def next_command(self, running: RunningTable) -> Command:
        """What somebody does next at a table: a wager in turn, the deal, a decision."""
        table: BlackjackTable = running.table  # type: ignore[assignment]
        if table.round is None:
            one = next_to_wager(table)
            if one is None:
                return Deal(by=Role.DEALER)
            amount = wager_of(self._wagering[one.player], table, one.player)
            return PlaceWager(one.player, one.box, amount, by=Role.PLAYER)
        for due in running.due:
            if (command := play_cards(self._chart, table, due)) is not None:
                return command
        raise CroupierError(f"nobody knows what to do about {running.due}")


def play_all(
    house: TournamentHouse, players: Sequence[str], bots: Sequence[str], chart: FlatChart
) -> Steps:
    """Play a tournament to its end; what happens, command by command."""
    software = SoftwarePlayers(players, bots, chart)
    yield from enter_all(house, players)
    while house.tournament.phase in (Phase.ENTRIES, Phase.BETWEEN, Phase.SESSION):
        if house.tournament.phase is not Phase.SESSION:
            yield from begin_session(house)
        for number in tuple(house.session_tables):
            yield from play_table(house, number, software)
    yield must(house, commands.AwardPrizes(by=Role.TOURNAMENT_MANAGER))


def enter_all(house: TournamentHouse, players: Sequence[str]) -> Steps:
    """Have everybody enter; those who start at once are then seated."""
    for player in players:
        yield must(house, commands.Enter(player, by=Role.PLAYER))


def begin_session(house: TournamentHouse, wanted: tuple[str, int] | None = None) -> Steps:
    """Seat everybody and start the next session, or record one of another game.

    ``wanted`` is a player, and the box where that player would rather sit than where the lot says.
    """
    manager, tournament = Role.TOURNAMENT_MANAGER, house.tournament
    players = participants(tournament)
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
        for player in players:
            yield must(house, commands.TakeSeat(player, by=Role.PLAYER))
    else:
        drawn = {seat.player: f"{seat.table}/{seat.box}" for seat in seats}
        yield must(house, commands.DrawSeats(drawn, seated=True, by=manager))
    if tournament.conditions.buy_in:
        for player in players:
            yield must(house, commands.BuyChips(player, by=Role.PLAYER))
    yield must(house, commands.StartSession(by=manager))


def exchanged(seats: tuple[Seat, ...], player: str, box: int) -> tuple[Seat, ...]:
    """Seats in which a player has changed places with whoever drew a box of the same table."""
    own = next(seat for seat in seats if seat.player == player)
    there = {seat.box: seat.player for seat in seats if seat.table == own.table}
    if box not in there:
        played = ", ".join(map(str, sorted(there)))
        raise CroupierError(f"nobody drew box {box} at table {own.table}: there are {played}")
    moved = {there[box]: own.box, player: box}
    return tuple(Seat(one.player, one.table, moved.get(one.player, one.box)) for one in seats)


def play_table(house: TournamentHouse, number: int, software: SoftwarePlayers) -> Steps:
    """Play a table of the session to its end."""
    running = house.running(number)
    assert running is not None
    for _ in range(MOST_STEPS):
        contest = running.table.contest
        if contest is None or contest.part is OVER:
            return
        answer = house.ask(software.next_command(running), table=number)
        if isinstance(answer, Refused):
            raise _unexpected(answer)
        yield answer
