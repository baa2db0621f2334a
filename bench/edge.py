"""Exact blackjack: the whole game with resplits, every table there is, and the command's start.

No exact analyser is to be had from PyPI. Those that are named were measured elsewhere, in the same
minutes as croupier as it was then; they are not measured here.
"""

import os
import platform
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table

from bench.measure import processor_seconds

if TYPE_CHECKING:
    from croupier.games.table.choices import Choices
    from croupier.rulebooks import BlackjackLaw

EXACT_LIMIT_SECONDS = 0.15
START_LIMIT_SECONDS = {"croupier edge canberra-blackjack": 1.5, "croupier --help": 0.3}
FIRST_COMMAND = "croupier edge canberra-blackjack"
FIRST_LIMIT_SECONDS = 25.0
"""How long the first start may take by the clock, on two free cores."""
FREE_LOAD = 0.5
"""Cores count as free where fewer processes than this wanted one in the last minute."""
NAMED_SECONDS = {
    "Farmer's, C++, a simpler game": "0.23 to 0.25 s",
    "hhoppe's, numba, by total": "13 s",
}
NAMED_OURS = "0.24 to 0.34 s"
"""What croupier took in the same minutes as those that are named."""
GAMES = {
    "star-blackjack": "Star Blackjack, 3 hands",
    "canberra-blackjack": "Canberra Blackjack, 4 hands",
    "blackjack-challenge": "Blackjack Challenge, 3 hands",
}
STARTS = 3
NOT_FREE = "first start by the clock (the cores were not free)"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds of processor time, of all cores together."""

    python: str
    cores: int
    """On how many cores every table was worked out."""
    exact_seconds: dict[str, float]
    """Values and best play of every hand, 8 decks, by game."""
    whole_seconds: dict[str, float]
    """The same with the variance, the best chart and its expectation, side bets and insurance."""
    all_seconds: float
    all_clock_seconds: float
    """The same by the clock: more where other programs run."""
    start_seconds: dict[str, float]
    """Whole commands, in processes of their own."""
    first_start_seconds: float
    """The first start of a command, which compiles what it needs."""
    first_start_clock_seconds: float | None
    """The same by the clock; None where the cores were not free."""
    not_measured: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether croupier itself was measured: without it there is no report at all."""
        return True


def _best_play(law: "BlackjackLaw", choices: "Choices") -> object:
    from croupier.maths.blackjack.analysis import BlackjackStudy

    return BlackjackStudy(law, choices).best


def _whole(law: "BlackjackLaw", choices: "Choices") -> object:
    from croupier.maths.blackjack.analysis import BlackjackStudy

    return BlackjackStudy(law, choices).analysis()


def run(*, seconds: float, progress: Callable[[str], None]) -> Report:
    """Measure each for a part of so many seconds, after a first call that compiles."""
    progress("the first start of a command")
    first, first_clock = _first_start()
    from croupier.games.table.choices import Choices
    from croupier.maths.figures import every_figure
    from croupier.rulebooks import BLACKJACK

    calls: dict[str, Callable[[], object]] = {}
    for game in GAMES:
        law = BLACKJACK[game]
        choices = Choices(decks=8, resplit=law.split.permitted_hands is not None)

        calls[game] = partial(_best_play, law, choices)
        calls[f"{game} whole"] = partial(_whole, law, choices)
    progress("exact games")
    taken = processor_seconds(calls, seconds)
    progress("every table")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    clock, processor = perf_counter(), process_time()
    every_figure(cores=min(2, cores or 1))
    progress("starts of commands")
    return Report(
        python=platform.python_version(),
        cores=min(2, cores or 1),
        exact_seconds={game: taken[game] for game in GAMES},
        whole_seconds={game: taken[f"{game} whole"] for game in GAMES},
        all_seconds=process_time() - processor,
        all_clock_seconds=perf_counter() - clock,
        start_seconds=_start_seconds(),
        first_start_seconds=first,
        first_start_clock_seconds=first_clock,
        not_measured=tuple(NAMED_SECONDS) + (() if first_clock else (NOT_FREE,)),
    )


def show(report: Report) -> Table:
    """The report as a table."""
    named = ", ".join(f"{name}: {taken}" for name, taken in NAMED_SECONDS.items())
    shown = Table(
        title="Exact blackjack, 8 decks, by the most hands by splitting",
        caption=f"Medians of processor time. Python {report.python}\n"
        "Not measured here but elsewhere, in the same minutes as croupier at "
        f"{NAMED_OURS}: {named}.",
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
    clock = f"{report.all_clock_seconds:.1f} s by the clock on {report.cores} cores"
    shown.add_row("every table", f"{report.all_seconds:.1f} s", clock)
    for command, taken in report.start_seconds.items():
        limit = _share(taken, START_LIMIT_SECONDS[command])
        shown.add_row(f"{command}, compiled before", f"{taken:.2f} s", limit)
    first = report.first_start_clock_seconds
    limit = NOT_FREE if first is None else f"{_share(first, FIRST_LIMIT_SECONDS)} by the clock"
    shown.add_row(f"{FIRST_COMMAND}, compiled first", f"{report.first_start_seconds:.1f} s", limit)
    return shown


def _share(seconds: float, limit: float) -> str:
    return f"{seconds / limit:.2f} of the limit of {limit:g} s"


def _first_start() -> tuple[float, float | None]:
    """How much processor time a command takes that compiles, and how long where cores are free."""
    free = os.getloadavg()[0] < FREE_LOAD
    with TemporaryDirectory() as folder:
        before, clock = _of_children(), perf_counter()
        _start(FIRST_COMMAND, NUMBA_CACHE_DIR=folder)
        clock = perf_counter() - clock
        return _of_children() - before, clock if free else None


def _start(command: str, **settings: str) -> None:
    """Run a whole command in a process of its own."""
    code = "from croupier.cli.main import main; main()"
    subprocess.run(
        [sys.executable, "-c", code, *command.split()[1:]],
        check=True,
        capture_output=True,
        env=os.environ | settings,
    )


def _start_seconds() -> dict[str, float]:
    """How much processor time whole commands take, in turns; the first turn may compile."""
    times: dict[str, list[float]] = {command: [] for command in START_LIMIT_SECONDS}
    for _ in range(STARTS + 1):
        for command, taken in times.items():
            before = _of_children()
            _start(command)
            taken.append(_of_children() - before)
    return {command: median(taken[1:]) for command, taken in times.items()}


def _of_children() -> float:
    """The processor time of all processes that were started from here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
