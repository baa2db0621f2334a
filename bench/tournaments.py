"""Tournaments: through the engine beside plain tables, and simulated beside simulated tables.

Seven steady players and twenty rounds. At the plain tables of the engine the same software has
bought chips, wagers, and plays its cards by the same chart. All take turns in short slices of
processor time.
"""

import platform
from collections.abc import Callable
from itertools import cycle, islice
from statistics import median
from time import process_time
from typing import Any

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table

from bench.measure import SLICES

GAME = "star-blackjack"
PLAYERS, ROUNDS = 7, 20
MINIMUM = 10_00
PURSE = 1_000_000_00
"""What each player at a plain table brings: enough for as many rounds as may be measured."""
LEAST_OF_PLAIN = 0.85
"""The part of a plain table's round rate that a tournament through the engine is to reach."""
LEAST_OF_SIMULATED = 0.5
"""The part of a simulated table's round rate that simulated tournaments are to reach."""
MOST_SECONDS = 1.0
"""How long 10,000 simulated tournaments may take."""
TOURNAMENTS = 10_000
SIMULATED_ROUNDS = 1_000_000


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds for a second of processor time on one core, medians of slices in turns."""

    python: str
    plain: float
    """A plain table of the engine."""
    tournament: float
    """A tournament through the engine."""
    simulated_table: float
    """``croupier simulate`` with seven boxes."""
    simulated: float
    """``croupier tournament simulate``."""
    ten_thousand: float
    """The seconds that 10,000 simulated tournaments take."""

    @property
    def complete(self) -> bool:
        """Whether croupier itself was measured: without it there is no report at all."""
        return True


def run(*, seconds: float, progress: Callable[[str], None]) -> Report:
    """Measure all four in turns, after a first time that compiles."""
    progress("tournaments: what is to be played")
    contestants = {
        "plain": _plain(),
        "tournament": _tournament(),
        "simulated_table": _simulated_table(),
        "simulated": _simulated(),
    }
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(SLICES):
        for name, play in contestants.items():
            progress(f"tournaments: slice {number + 1} of {SLICES}: {name}")
            start, rounds = process_time(), 0
            while process_time() - start < seconds / SLICES:
                rounds += play()
            rates[name].append(rounds / (process_time() - start))
    found = {name: median(rate) for name, rate in rates.items()}
    return Report(
        python=platform.python_version(),
        ten_thousand=TOURNAMENTS * ROUNDS / found["simulated"],
        **found,
    )


def _conditions() -> Any:
    from croupier.floor.tournaments.conditions import Conditions, SessionPlan

    plan = SessionPlan(name="final", rounds=ROUNDS)
    return Conditions(minimum=MINIMUM, sessions=(plan,))


def _law_and_chart() -> tuple[Any, Any]:
    from croupier.maths.analysis import BlackjackStudy
    from croupier.rulebooks import law_of

    law: Any = law_of(GAME)
    return law, BlackjackStudy(law).flat_chart


def _plain() -> Callable[[], int]:
    """Twenty rounds of a plain table with seven players."""
    from croupier.blackjack.commands import Deal
    from croupier.play import Croupier
    from croupier.play.tournament_bots import play_cards, steady, wager_of
    from croupier.rulebooks import Role
    from croupier.table.choices import Choices
    from croupier.table.commands import BuyIn, PlaceWager

    law, chart = _law_and_chart()
    croupier = Croupier(law, Choices(minimum=MINIMUM), seed=1, keep_journal=False)
    players = [(f"player-{box}", box) for box in range(1, PLAYERS + 1)]
    for player, _ in players:
        croupier.do(BuyIn(player, PURSE, by=Role.PLAYER))

    def play() -> int:
        for _ in range(ROUNDS):
            for player, box in players:
                seated: Any = croupier.table
                amount = wager_of(steady, seated, player)
                croupier.do(PlaceWager(player, box, amount, by=Role.PLAYER))
            croupier.do(Deal(by=Role.DEALER))
            while croupier.table.round is not None:
                table: Any = croupier.table
                call = play_cards(chart, table, croupier.due[0])
                assert call is not None
                croupier.do(call)
        return ROUNDS

    return play


def _tournament() -> Callable[[], int]:
    """A tournament from the entries to the prizes."""
    from croupier.play.tournament_run import open_tournament, play_all

    law, chart = _law_and_chart()
    conditions = _conditions()
    players = [f"player-{number}" for number in range(1, PLAYERS + 1)]
    seeds = iter(range(1 << 30))

    def play() -> int:
        house = open_tournament(law, conditions, name="bench", seed=next(seeds))
        for _ in play_all(house, players, ("steady",), chart):
            pass
        contest = house.tables_now[1].contest
        return 0 if contest is None else contest.round - 1

    return play


def _simulated_table() -> Callable[[], int]:
    """Rounds of a simulated table with seven boxes."""
    from croupier.maths.analysis import BlackjackStudy
    from croupier.maths.simulation import Plan
    from croupier.maths.simulation import run as simulate
    from croupier.maths.simulation_blackjack import BlackjackSimulation, Seats
    from croupier.table.choices import Choices

    law, _ = _law_and_chart()
    game = BlackjackSimulation(law, Choices(), BlackjackStudy(law).chart, Seats(boxes=PLAYERS))
    simulate(game, Plan(100, seed=1, session_rounds=100), cores=1)

    def play() -> int:
        simulate(game, Plan(SIMULATED_ROUNDS, seed=1, session_rounds=100), cores=1)
        return SIMULATED_ROUNDS

    return play


def _simulated() -> Callable[[], int]:
    """Simulated tournaments, with bots of all four kinds."""
    from croupier.maths.kernels.tournament_wagers import BOTS
    from croupier.maths.tournament_simulation import SimulatedTournament
    from croupier.table.choices import Choices

    law, chart = _law_and_chart()
    bots = list(islice(cycle(BOTS), PLAYERS))
    game = SimulatedTournament(law, _conditions(), Choices(), bots, chart)

    def play(tournaments: int = TOURNAMENTS) -> int:
        for _ in game.run(tournaments, seed=1, cores=1):
            pass
        return tournaments * ROUNDS

    play(2)
    return play


def show(report: Report) -> Table:
    """The report as a table."""
    shown = Table(
        title=f"Tournaments of {PLAYERS} players and {ROUNDS} rounds, rounds a second of one core",
        caption=f"Medians of {SLICES} slices in turns, in processor time. Python {report.python}",
        caption_justify="left",
        box=SIMPLE_HEAD,
    )
    for heading in ("what", "rounds/s", "against"):
        shown.add_column(heading, justify="left" if heading == "what" else "right")
    part = report.tournament / report.plain
    shown.add_row("plain table through the engine", f"{report.plain:,.0f}", "")
    shown.add_row(
        "tournament through the engine",
        f"{report.tournament:,.0f}",
        f"{part:.2f} of it, {LEAST_OF_PLAIN} asked for",
    )
    part = report.simulated / report.simulated_table
    shown.add_row("simulated table", f"{report.simulated_table:,.0f}", "")
    shown.add_row(
        "simulated tournaments",
        f"{report.simulated:,.0f}",
        f"{part:.2f} of it, {LEAST_OF_SIMULATED} asked for",
    )
    shown.add_row(
        f"{TOURNAMENTS:,} simulated tournaments",
        "",
        f"{report.ten_thousand:.2f} s, {MOST_SECONDS:g} s or less asked for",
    )
    return shown
