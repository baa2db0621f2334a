"""Exact blackjack: the whole game with resplits, every table there is, and the command's start.

No exact analyser is to be had from PyPI. The figures beside ours are those that were named when the
limits were set, measured on another day and for simpler rules; they are not measured here.
"""

import os
import platform
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table

EXACT_LIMIT_SECONDS = 0.4
ALL_LIMIT_SECONDS = 20.0
START_LIMIT_SECONDS = 2.0
NAMED_SECONDS = {
    "Farmer's, C++, hole card (named)": 0.41,
    "hhoppe's, numba (named)": 48.0,
}
GAMES = {
    "star-blackjack": "Star Blackjack, 3 hands",
    "canberra-blackjack": "Canberra Blackjack, 4 hands",
    "blackjack-challenge": "Blackjack Challenge, 3 hands",
}
STARTS = 3


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds: of processor time on one core where exact, else by the clock."""

    python: str
    cores: int
    exact_seconds: dict[str, float]
    """Values and best play of every hand, 8 decks, by game."""
    whole_seconds: dict[str, float]
    """The same with the variance, the best chart and its expectation, side bets and insurance."""
    all_seconds: float
    start_seconds: float

    @property
    def complete(self) -> bool:
        """Whether croupier itself was measured: without it there is no report at all."""
        return True


def run(*, seconds: float, progress: Callable[[str], None]) -> Report:
    """Measure each for a part of so many seconds, after a first call that compiles."""
    from croupier.maths.analysis import BlackjackStudy
    from croupier.maths.figures import every_figure
    from croupier.rulebooks import BLACKJACK
    from croupier.table.choices import Choices

    exact, whole = {}, {}
    for game in GAMES:
        law = BLACKJACK[game]
        choices = Choices(decks=8, resplit=law.split.permitted_hands is not None)
        share = seconds / (2 * len(GAMES))

        def study(law=law, choices=choices) -> BlackjackStudy:
            return BlackjackStudy(law, choices)

        progress(f"exact {game}")
        exact[game] = _median_seconds(lambda study=study: study().best, share)
        whole[game] = _median_seconds(lambda study=study: study().analysis(), share)
    progress("every table")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    started = perf_counter()
    every_figure(cores=min(2, cores or 1))
    every = perf_counter() - started
    progress("starts of croupier edge")
    return Report(
        python=platform.python_version(),
        cores=min(2, cores or 1),
        exact_seconds=exact,
        whole_seconds=whole,
        all_seconds=every,
        start_seconds=_start_seconds(),
    )


def show(report: Report) -> Table:
    """The report as a table."""
    shown = Table(
        title="Exact blackjack, 8 decks, by the most hands by splitting",
        caption="Exact: medians of processor time. Every table and the start: by the clock. "
        f"Python {report.python}",
        caption_justify="left",
        box=SIMPLE_HEAD,
    )
    for heading in ("what", "result", "against"):
        shown.add_column(heading, justify="left" if heading == "what" else "right")
    for game, title in GAMES.items():
        exact = report.exact_seconds[game]
        shown.add_row(title, f"{exact:.3f} s", _share(exact, EXACT_LIMIT_SECONDS))
        whole = report.whole_seconds[game]
        shown.add_row("  variance, chart, side bets too", f"{whole:.3f} s", "–")
    mine = report.exact_seconds["canberra-blackjack"]
    for name, peer in NAMED_SECONDS.items():
        shown.add_row(name, f"{peer:.2f} s", f"{peer / mine:,.1f} times ours")
    every, start = report.all_seconds, report.start_seconds
    shown.add_row(
        f"every table on {report.cores} cores", f"{every:.1f} s", _share(every, ALL_LIMIT_SECONDS)
    )
    shown.add_row(
        "croupier edge, compiled before", f"{start:.2f} s", _share(start, START_LIMIT_SECONDS)
    )
    return shown


def _share(seconds: float, limit: float) -> str:
    return f"{seconds / limit:.2f} of the limit of {limit:g} s"


def _start_seconds() -> float:
    """How long the command takes for the game that takes longest, in a process of its own."""
    times = []
    for _ in range(STARTS + 1):
        started = perf_counter()
        code = "from croupier.cli.main import main; main()"
        subprocess.run(
            [sys.executable, "-c", code, "edge", "canberra-blackjack"],
            check=True,
            capture_output=True,
        )
        times.append(perf_counter() - started)
    return median(times[1:])


def _median_seconds(call: Callable[[], object], seconds: float) -> float:
    call()
    times: list[float] = []
    deadline = perf_counter() + seconds
    while perf_counter() < deadline or not times:
        start = process_time()
        call()
        times.append(process_time() - start)
    return median(times)
