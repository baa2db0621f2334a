"""A whole tournament played by software players, from the papers to the prizes."""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle

from croupier.blackjack.state import BlackjackTable
from croupier.errors import CroupierError
from croupier.floor.tournaments import commands
from croupier.floor.tournaments.commands import RecordSession
from croupier.floor.tournaments.conditions import Conditions
from croupier.floor.tournaments.handlers import plan
from croupier.floor.tournaments.state import Phase, participants
from croupier.maths.charts import FlatChart
from croupier.play.card_sources import CardSource, chance
from croupier.play.tournament_bots import BOTS, play_cards, wager_of
from croupier.play.tournament_house import TournamentHouse, planned_or_error
from croupier.record.journal import Journal
from croupier.rulebooks import BlackjackLaw, Role
from croupier.table.choices import Choices
from croupier.table.commands import Command, Deal, PlaceWager
from croupier.table.contest_checks import waiting
from croupier.table.contest_state import Part
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
    cards: Callable[[str], CardSource] | None = None,
    journal: Journal | None = None,
) -> TournamentHouse:
    """A tournament that entries may be taken for: conditions published, a manager, tables."""
    choices = choices or Choices()
    planned = planned_or_error(
        plan(law, name, conditions, low_limit=choices.low_limit, boxes=choices.boxes)
    )
    house = TournamentHouse.planned(
        law, planned, choices=choices, cards=cards, chance=chance(seed), journal=journal
    )
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


def must(house: TournamentHouse, command: Command, *, table: int | None = None) -> list[Event]:
    """Carry out what the software itself asks for; a refusal is an error."""
    answer = house.ask(command, table=table)
    if isinstance(answer, Refused):
        raise CroupierError(f"{answer.why} ({answer.clause or answer.code})")
    return list(answer)


def play_all(
    house: TournamentHouse, players: Sequence[str], bots: Sequence[str], chart: FlatChart
) -> Iterator[Event]:
    """Play a tournament to its end; what happens, as it happens."""
    whose = dict(zip(players, cycle(bots), strict=False))
    manager = Role.TOURNAMENT_MANAGER
    for player in players:
        yield from must(house, commands.Enter(player, by=Role.PLAYER))
    while house.tournament.phase in (Phase.ENTRIES, Phase.BETWEEN, Phase.SESSION):
        if house.tournament.phase is not Phase.SESSION:
            yield from _begin(house)
        yield from _play_session(house, whose, chart)
    yield from must(house, commands.AwardPrizes(by=manager))


def _begin(house: TournamentHouse) -> Iterator[Event]:
    """Seat everybody and start the next session, or record one of another game."""
    manager, tournament = Role.TOURNAMENT_MANAGER, house.tournament
    players = participants(tournament)
    if tournament.plan.other_game:
        places = dict(zip(players, (lot + 1 for lot in house.lots(len(players))), strict=True))
        yield from must(house, RecordSession(places, by=manager))
        return
    yield from must(house, commands.DrawSeats(seated=True, by=manager))
    if tournament.conditions.buy_in:
        for player in players:
            yield from must(house, commands.BuyChips(player, by=Role.PLAYER))
    yield from must(house, commands.StartSession(by=manager))


def _play_session(
    house: TournamentHouse, whose: dict[str, str], chart: FlatChart
) -> Iterator[Event]:
    """Play all tables of a session, one after the other."""
    for number in tuple(house.session_tables):
        for _ in range(MOST_STEPS):
            table = house.tables_now[number]
            if table.contest is None or table.contest.part is Part.OVER:
                break
            yield from must(house, _next_command(house, number, table, whose, chart), table=number)


def _next_command(
    house: TournamentHouse,
    number: int,
    table: BlackjackTable,
    whose: dict[str, str],
    chart: FlatChart,
) -> Command:
    """What somebody does next at a table."""
    if table.round is None:
        left = waiting(table)
        if not left:
            return Deal(by=Role.DEALER)
        one = left[0]
        amount = wager_of(BOTS[whose[one.player]], table, one.player)
        return PlaceWager(one.player, one.box, amount, by=Role.PLAYER)
    running = house.running(number)
    assert running is not None
    for due in running.due:
        if (command := play_cards(chart, table, due)) is not None:
            return command
    raise CroupierError(f"nobody knows what to do about {running.due}")
