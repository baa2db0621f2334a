"""Caribbean Stud, exactly and simulated.

No other program is known that finds the best play of every hand. What stands beside it is how long
eval7 would take to deal all of the dealer's hands, from a sample: up to the order of suits there is
a twenty-fourth of all deals to rank, and that is given as it is, extrapolated.
"""

import platform
from collections.abc import Callable
from functools import partial

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table

from bench import poker_peers
from bench.measure import processor_seconds
from bench.ranking import HANDS, some_hands

EXACT_LIMIT_SECONDS = 0.02
DEALS = 19_933_230_517_200
"""All hands of a player with all hands of the dealer's and the card that is turned."""
SUIT_ORDERS = 24
SIMULATED_ROUNDS = 200_000
SAMPLE = 20_000
BOXES = (1, 7)
EXACT, WHOLE, PEER = "exact", "whole", "eval7"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds of processor time, or rounds for one such second."""

    python: str
    exact_seconds: float
    whole_seconds: float
    brute_seconds: float | None
    rounds_per_second: dict[int, float]
    """By number of boxes."""
    not_measured: str = ""
    """Why eval7 could not be measured, where it could not."""

    @property
    def complete(self) -> bool:
        """Whether croupier itself was measured: without it there is no report at all."""
        return True


def run(*, seconds: float, progress: Callable[[str], None]) -> Report:
    """Measure each for a part of so many seconds, after a first call that compiles."""
    from croupier.games.table.choices import Choices
    from croupier.maths.simulation.runs import Plan
    from croupier.maths.simulation.runs import run as simulate
    from croupier.maths.simulation.stud import stud_game
    from croupier.maths.stud.analysis import analyse_stud, best_counts
    from croupier.maths.stud.terms import stud_terms
    from croupier.rulebooks import CARIBBEAN_STUD

    terms = stud_terms(CARIBBEAN_STUD, Choices())
    plan = Plan(rounds=SIMULATED_ROUNDS, seed=1, session_rounds=100)
    games = {boxes: stud_game(CARIBBEAN_STUD, boxes=boxes) for boxes in BOXES}
    calls: dict[str, Callable[[], object]] = {
        EXACT: lambda: best_counts(terms),
        WHOLE: lambda: analyse_stud(CARIBBEAN_STUD),
        **{str(boxes): partial(simulate, game, plan, cores=1) for boxes, game in games.items()},
    }
    missing = ""
    try:
        calls[PEER] = partial(poker_peers.eval7(some_hands(HANDS)), SAMPLE)
    except ImportError as error:
        missing = str(error)
    progress("Caribbean Stud")
    taken = processor_seconds(calls, seconds)
    return Report(
        python=platform.python_version(),
        exact_seconds=taken[EXACT],
        whole_seconds=taken[WHOLE],
        brute_seconds=taken[PEER] / SAMPLE * DEALS / SUIT_ORDERS if PEER in taken else None,
        rounds_per_second={boxes: SIMULATED_ROUNDS / taken[str(boxes)] for boxes in BOXES},
        not_measured=missing,
    )


def show(report: Report) -> Table:
    """The report as a table."""
    shown = Table(
        title="Caribbean Stud",
        caption=f"Medians of processor time on one core, in turns. Python {report.python}"
        + (f"\neval7 is not measured: {report.not_measured}" if report.not_measured else ""),
        caption_justify="left",
        box=SIMPLE_HEAD,
    )
    for heading in ("what", "result", "against"):
        shown.add_column(heading, justify="left" if heading == "what" else "right")
    exact = report.exact_seconds
    share = f"{exact / EXACT_LIMIT_SECONDS:.2f} of {EXACT_LIMIT_SECONDS} s"
    shown.add_row("best play of every hand, exactly", f"{exact:.3f} s", share)
    shown.add_row("the same with six simple strategies", f"{report.whole_seconds:.3f} s", "–")
    if report.brute_seconds is not None:
        brute = report.brute_seconds
        shown.add_row(
            "dealt out with eval7, extrapolated", f"{brute:,.0f} s", f"{brute / exact:,.0f} times"
        )
    for boxes, rate in report.rounds_per_second.items():
        shown.add_row(f"simulated rounds, boxes in play: {boxes}", f"{rate:,.0f} /s", "–")
    return shown
