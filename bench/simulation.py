"""Simulated blackjack: rounds for a second of processor time from real shoes, and on two cores.

The last measurement is what a Ray cluster costs, where Ray is installed.

The peer in the same run is OpenSpiel's game, which is C++ driven from Python and plays a simpler
round. Of the simulators that are as fast as compiled code can be, none is to be had from PyPI;
their figures are those that were named when the limit was set, not measured here.
"""

import platform
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter, process_time
from typing import Any

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table

from bench import cluster, peers
from bench.measure import SLICES, until

LIMITS = {
    "one box": 15_000_000,
    "one box, side bets and insurance": 8_000_000,
    "one box, shuffling device": 8_000_000,
    "seven boxes": 3_000_000,
}
"""What one core is asked to reach with eight decks and a chart, by table."""
LIMIT_OF_TWO_CORES = 1.9
IDLE = 0.9
"""Two cores are compared with one by the clock only where both were at work so much of it."""
NAMED = {
    "hhoppe's, Python and numba": 7_300_000,
    "freebj, Rust": 3_900_000,
    "libreblackjack, C++": 3_300_000,
}
ROUNDS = 5_000_000
"""Rounds of a slice: enough that two cores have chunks to share."""
BATCH = 50
SIDE_BETS = ("perfect-pairs", "lucky-lucky")


class Rate(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds for a second of processor time on one core."""

    table: str
    one_core: float
    best_of_one_core: float
    two_cores: float | None
    """How many times one core two cores reach by the clock; None where they were not free."""
    two_cores_by_work: float
    """The same by processor time: what two cores would reach that nothing else uses."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured, and what it is compared with."""

    python: str
    rates: list[Rate]
    open_spiel: float | None
    cluster: cluster.ClusterCost | None
    """What a Ray cluster costs; None where Ray is not installed."""
    not_measured: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether croupier itself was measured: without it there is no report at all."""
        return True


def run(*, seconds: float, progress: Callable[[str], None]) -> Report:
    """Measure all in turns, for at least so many seconds, after a first run that compiles."""
    progress("tables to simulate")
    games = _games()
    missing = [f"{name} (not on PyPI)" for name in NAMED]
    peer = None
    try:
        peer = until(peers.open_spiel(), batch=BATCH)
    except ImportError as error:
        missing.append(f"OpenSpiel ({error})")
    slices: dict[str, list[tuple[float, float, float, float]]] = {name: [] for name in games}
    spiel: list[float] = []
    deadline = perf_counter() + seconds
    while perf_counter() < deadline or len(slices["one box"]) < SLICES:
        for name, simulate in games.items():
            progress(f"simulating {name}")
            slices[name].append((*_timed(partial(simulate, cores=1)), *_timed(simulate)))
        if peer is not None:
            progress("OpenSpiel")
            worked = process_time()
            played = peer(seconds / SLICES)
            spiel.append(played.rounds / (process_time() - worked))
    rates = [_rate(name, taken) for name, taken in slices.items()]
    missing += [
        f"{one.table} on two cores by the clock (they were not free)"
        for one in rates
        if one.two_cores is None
    ]
    cost = cluster.measure(progress)
    if cost is None:
        missing.append(cluster.ABSENT)
    return Report(
        python=platform.python_version(),
        rates=rates,
        open_spiel=median(spiel) if spiel else None,
        cluster=cost,
        not_measured=tuple(missing),
    )


def _games() -> dict[str, Any]:
    """Runs of each table on so many cores, two unless it is said, each played once."""
    from croupier.cards import Device
    from croupier.games.table.choices import Choices
    from croupier.maths.blackjack.analysis import BlackjackStudy
    from croupier.maths.simulation.blackjack import BlackjackSimulation, Seats
    from croupier.maths.simulation.runs import Plan
    from croupier.maths.simulation.runs import run as simulate
    from croupier.rulebooks import STAR_BLACKJACK

    chart = BlackjackStudy(STAR_BLACKJACK).chart
    tables = (
        (Choices(), Seats()),
        (Choices(side_bets=SIDE_BETS), Seats(insured=True)),
        (Choices(device=Device.SHUFFLER), Seats()),
        (Choices(), Seats(boxes=7)),
    )
    runs = {}
    for name, (choices, seats) in zip(LIMITS, tables, strict=True):
        game = BlackjackSimulation(STAR_BLACKJACK, choices, chart, seats)
        runs[name] = partial(simulate, game, Plan(ROUNDS, seed=1, session_rounds=100), cores=2)
        simulate(game, Plan(100, seed=1, session_rounds=100), cores=1)
    return runs


def _timed(call: Callable[[], object]) -> tuple[float, float]:
    """How much processor time a call took, and how long it was by the clock."""
    worked, passed = process_time(), perf_counter()
    call()
    return process_time() - worked, perf_counter() - passed


def _rate(name: str, slices: list[tuple[float, float, float, float]]) -> Rate:
    """What the slices of a table show: work and time of one core, then of two."""
    worked, passed, shared_work, shared_time = zip(*slices, strict=True)
    undisturbed = sum(shared_work) >= IDLE * 2 * sum(shared_time)
    return Rate(
        table=name,
        one_core=ROUNDS / median(worked),
        best_of_one_core=ROUNDS / min(worked),
        two_cores=min(passed) / min(shared_time) if undisturbed else None,
        two_cores_by_work=2 * min(worked) / min(shared_work),
    )


def show(report: Report) -> Table:
    """The report as a table."""
    shown = Table(
        title="Simulated blackjack, 8 decks, rounds for a second of processor time",
        caption=f"Medians of slices in turns. Two cores are to be {LIMIT_OF_TWO_CORES} times one. "
        f"Python {report.python}\nNot measured here: {', '.join(report.not_measured)}.",
        caption_justify="left",
        box=SIMPLE_HEAD,
    )
    for heading in ("what", "rounds/s", "against"):
        shown.add_column(heading, justify="left" if heading == "what" else "right")
    for rate in report.rates:
        limit = LIMITS[rate.table]
        share = f"{rate.one_core / limit:.2f} of the limit of {limit:,}"
        shown.add_row(f"croupier, {rate.table}", f"{rate.one_core:,.0f}", share)
        clock = "" if rate.two_cores is None else f", {rate.two_cores:.2f} by the clock"
        times = f"{rate.two_cores_by_work:.2f} times one by processor time{clock}"
        shown.add_row("  on two cores", "", times)
    mine = report.rates[0].one_core
    if report.open_spiel is not None:
        share = f"croupier is {mine / report.open_spiel:,.1f} times as fast"
        shown.add_row("OpenSpiel, C++ driven from Python", f"{report.open_spiel:,.0f}", share)
    if (cost := report.cluster) is not None:
        what = f"{cost.rounds:,} rounds with a Ray cluster"
        share = (
            f"{cost.by_work:.2f} of two local cores by processor time, {cost.by_clock:.2f} by the "
            f"clock at a load of {cost.load:.0f}; at most {cluster.LIMIT}"
        )
        shown.add_row(what, "", share)
    for name, peer in NAMED.items():
        shown.add_row(f"{name}, named", f"{peer:,.0f}", f"{mine / peer:,.1f} times, not measured")
    return shown
