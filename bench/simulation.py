"""Simulated blackjack: rounds a second from real shoes, on one core and on two.

The peer in the same run is OpenSpiel's game, which is C++ driven from Python and plays a simpler
round. Of the simulators that are as fast as compiled code can be, none is to be had from PyPI;
their figures are those that were named when the limit was set, not measured here.
"""

import platform
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter, process_time

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table

from bench import peers
from bench.measure import until

LIMIT_PER_SECOND = 15_000_000
"""What one core is asked to reach with eight decks, one box and a chart."""
LIMIT_OF_TWO_CORES = 1.9
NAMED = {
    "hhoppe's, Python and numba (named)": 7_300_000,
    "freebj, Rust (named)": 3_900_000,
    "libreblackjack, C++ (named)": 3_300_000,
}
TABLES = {"one box": (1, 100_000_000), "seven boxes": (7, 5_000_000)}
"""Boxes, and rounds of a slice: enough that two cores have chunks to share for a second."""
SLICES = 3
BATCH = 50


class Rate(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds a second: of processor time on one core, by the clock on two."""

    table: str
    one_core: float
    best_of_one_core: float
    two_cores: float
    times: float
    """How many times the rate of one core two cores reach, both by the clock."""
    times_by_work: float
    """The same by processor time: what two cores would reach that nothing else uses."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured, and what it is compared with."""

    python: str
    rates: list[Rate]
    open_spiel: float | None

    @property
    def complete(self) -> bool:
        """Whether croupier itself was measured: without it there is no report at all."""
        return True


def run(*, seconds: float, progress: Callable[[str], None]) -> Report:
    """Measure each for a part of so many seconds, after a first run that compiles."""
    rates = []
    for table, (boxes, rounds) in TABLES.items():
        progress(f"simulating {table}")
        rates.append(_rate(table, boxes, rounds, seconds / (3 * len(TABLES))))
    progress("OpenSpiel")
    return Report(
        python=platform.python_version(), rates=rates, open_spiel=_open_spiel(seconds / 3)
    )


def _rate(table: str, boxes: int, rounds: int, seconds: float) -> Rate:
    from croupier.maths.analysis import BlackjackStudy
    from croupier.maths.simulation import Plan
    from croupier.maths.simulation import run as simulate
    from croupier.maths.simulation_blackjack import BlackjackSimulation, Seats
    from croupier.rulebooks import STAR_BLACKJACK
    from croupier.table.choices import Choices

    study = BlackjackStudy(STAR_BLACKJACK)
    game = BlackjackSimulation(STAR_BLACKJACK, Choices(), study.chart, Seats(boxes=boxes))
    plan = Plan(rounds=rounds, seed=1, session_rounds=100)
    one, two = (partial(simulate, game, plan, cores=cores) for cores in (1, 2))
    one()
    processor, clock, both, shared = [], [], [], []
    deadline = perf_counter() + seconds
    while perf_counter() < deadline or len(both) < SLICES:
        worked, passed = _timed(one)
        processor.append(plan.rounds / worked)
        clock.append(plan.rounds / passed)
        worked, passed = _timed(two)
        shared.append(plan.rounds / worked)
        both.append(plan.rounds / passed)
    return Rate(
        table=table,
        one_core=median(processor),
        best_of_one_core=max(processor),
        two_cores=median(both),
        times=max(both) / max(clock),
        times_by_work=2 * max(shared) / max(processor),
    )


def _timed(call: Callable[[], object]) -> tuple[float, float]:
    """How much processor time a call took, and how long it was by the clock."""
    worked, passed = process_time(), perf_counter()
    call()
    return process_time() - worked, perf_counter() - passed


def _open_spiel(seconds: float) -> float | None:
    try:
        play = until(peers.open_spiel(), batch=BATCH)
    except ImportError:
        return None
    start = perf_counter()
    played = play(seconds)
    return played.rounds / (perf_counter() - start)


def show(report: Report) -> Table:
    """The report as a table."""
    shown = Table(
        title="Simulated blackjack, 8 decks, rounds a second",
        caption=f"One core: medians of processor time. Two cores: by the clock, at least "
        f"{LIMIT_OF_TWO_CORES} times one where nothing else runs. Python {report.python}",
        caption_justify="left",
        box=SIMPLE_HEAD,
    )
    for heading in ("what", "rounds/s", "against"):
        shown.add_column(heading, justify="left" if heading == "what" else "right")
    for rate in report.rates:
        limit = f"{rate.one_core / LIMIT_PER_SECOND:.2f} of the limit of {LIMIT_PER_SECOND:,}"
        share = limit if rate is report.rates[0] else "–"
        shown.add_row(f"croupier, {rate.table}, one core", f"{rate.one_core:,.0f}", share)
        times = f"{rate.times:.2f} times one core, {rate.times_by_work:.2f} by processor time"
        shown.add_row(f"croupier, {rate.table}, two cores", f"{rate.two_cores:,.0f}", times)
    mine = report.rates[0].one_core
    others = dict(NAMED)
    if report.open_spiel is not None:
        others = {"OpenSpiel, C++ driven from Python": report.open_spiel, **others}
    for name, peer in others.items():
        shown.add_row(name, f"{peer:,.0f}", f"croupier is {mine / peer:,.1f} times as fast")
    return shown
