"""Tournaments: through the engine beside plain tables, and simulated beside simulated tables.

Seven steady players and twenty rounds. At the plain tables of the engine the same software has
bought chips, wagers, and plays its cards by the same chart. A tournament is measured whole, with
its entries, its own shoe and its prizes.

The two of a pair take turns in short slices of processor time, and which of them begins changes
from slice to slice. What they do is compared slice by slice, and the median of that is the figure:
a machine that slows down for a while slows both.
"""

import gc
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from statistics import median
from time import process_time
from typing import Any

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table

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
SLICES = 21
"""How often each is measured."""

Play = Callable[[], int]
"""Plays some rounds, and says how many."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds for a second of processor time on one core, medians of slices in turns."""

    python: str
    plain: float
    """A plain table of the engine."""
    tournament: float
    """A tournament through the engine."""
    of_plain: float
    """What part the second is of the first, the median of slices side by side."""
    simulated_table: float
    """``croupier simulate`` with seven boxes."""
    simulated: float
    """``croupier tournament simulate``."""
    of_simulated: float
    """What part the second is of the first, the median of slices side by side."""
    ten_thousand: float
    """The seconds that 10,000 simulated tournaments take."""

    @property
    def complete(self) -> bool:
        """Whether croupier itself was measured: without it there is no report at all."""
        return True


def run(*, seconds: float, progress: Callable[[str], None]) -> Report:
    """Measure both pairs, after a first time that compiles."""
    progress("tournaments: what is to be played")
    engine, simulation = (_plain(), _tournament()), (_simulated_table(), _simulated())
    with _rare_looks_for_cycles():
        progress("tournaments: through the engine")
        plain, tournament, of_plain = _compared(*engine, seconds=seconds)
        progress("tournaments: simulated")
        simulated_table, simulated, of_simulated = _compared(*simulation, seconds=seconds)
    return Report(
        python=platform.python_version(),
        plain=plain,
        tournament=tournament,
        of_plain=of_plain,
        simulated_table=simulated_table,
        simulated=simulated,
        of_simulated=of_simulated,
        ten_thousand=TOURNAMENTS * ROUNDS / simulated,
    )


@contextmanager
def _rare_looks_for_cycles() -> Iterator[None]:
    """Have Python look for cycles in memory as rarely as ``croupier`` itself does (`cli.main`)."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _compared(one: Play, other: Play, *, seconds: float) -> tuple[float, float, float]:
    """The rates of two, and what part the other's is of the one's."""
    slices = []
    for number in range(SLICES):
        if number % 2:
            second, first = _rate(other, seconds / SLICES), _rate(one, seconds / SLICES)
        else:
            first, second = _rate(one, seconds / SLICES), _rate(other, seconds / SLICES)
        slices.append((first, second, second / first))
    first, second, part = (median(column) for column in zip(*slices, strict=True))
    return first, second, part


def _rate(play: Play, seconds: float) -> float:
    """Rounds for a second of processor time, over a slice of so many."""
    start, rounds, elapsed = process_time(), 0, 0.0
    while elapsed < seconds:
        rounds += play()
        elapsed = process_time() - start
    return rounds / elapsed


def _conditions() -> Any:
    from croupier.features.tournaments.rules.conditions import Conditions, SessionPlan

    plan = SessionPlan(name="final", rounds=ROUNDS)
    return Conditions(minimum=MINIMUM, sessions=(plan,))


def _law_and_chart() -> tuple[Any, Any]:
    from croupier.maths.blackjack.analysis import BlackjackStudy
    from croupier.rulebooks import law_of

    law: Any = law_of(GAME)
    return law, BlackjackStudy(law).flat_chart


def _plain() -> Play:
    """Twenty rounds of a plain table with seven players."""
    from croupier.features.tournaments.bots import lawful_wager, play_cards, steady
    from croupier.floor import Croupier
    from croupier.games.table.choices import Choices
    from croupier.games.table.rounds import Deal
    from croupier.games.table.seats import BuyIn
    from croupier.games.table.wagers import PlaceWager
    from croupier.rulebooks import Role

    law, chart = _law_and_chart()
    croupier = Croupier(law, Choices(minimum=MINIMUM), seed=1, keep_journal=False)
    players = [(f"player-{box}", box) for box in range(1, PLAYERS + 1)]
    for player, _ in players:
        croupier.do(BuyIn(player, PURSE, by=Role.PLAYER))

    def play() -> int:
        for _ in range(ROUNDS):
            for player, box in players:
                seated: Any = croupier.table
                amount = lawful_wager(steady, seated, player)
                croupier.do(PlaceWager(player, box, amount, by=Role.PLAYER))
            croupier.do(Deal(by=Role.DEALER))
            while croupier.table.round is not None:
                table: Any = croupier.table
                call = play_cards(chart, table, croupier.due[0])
                assert call is not None
                croupier.do(call)
        return ROUNDS

    return play


def _tournament() -> Play:
    """A tournament from the entries to the prizes."""
    from croupier.features.tournaments.bots import open_tournament, play_all

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


def _simulated_table() -> Play:
    """Rounds of a simulated table with seven boxes."""
    from croupier.games.table.choices import Choices
    from croupier.maths.blackjack.analysis import BlackjackStudy
    from croupier.maths.simulation.blackjack import BlackjackSimulation, Seats
    from croupier.maths.simulation.runs import Plan
    from croupier.maths.simulation.runs import run as simulate

    law, _ = _law_and_chart()
    game = BlackjackSimulation(law, Choices(), BlackjackStudy(law).chart, Seats(boxes=PLAYERS))
    simulate(game, Plan(100, seed=1, session_rounds=100), cores=1)

    def play(rounds: int = TOURNAMENTS * ROUNDS) -> int:
        simulate(game, Plan(rounds, seed=1, session_rounds=100), cores=1)
        return rounds

    return play


def _simulated() -> Play:
    """Simulated tournaments, with bots of all four kinds."""
    from croupier.games.table.choices import Choices
    from croupier.maths.kernels.tournaments.cards import BOTS
    from croupier.maths.simulation.tournaments import SimulatedTournament

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
    shown.add_row("plain table through the engine", f"{report.plain:,.0f}", "")
    shown.add_row(
        "tournament through the engine",
        f"{report.tournament:,.0f}",
        f"{report.of_plain:.2f} of it, {LEAST_OF_PLAIN} asked for",
    )
    shown.add_row("simulated table", f"{report.simulated_table:,.0f}", "")
    shown.add_row(
        "simulated tournaments",
        f"{report.simulated:,.0f}",
        f"{report.of_simulated:.2f} of it, {LEAST_OF_SIMULATED} asked for",
    )
    shown.add_row(
        f"{TOURNAMENTS:,} simulated tournaments",
        "",
        f"{report.ten_thousand:.2f} s, {MOST_SECONDS:g} s or less asked for",
    )
    return shown
