"""Where the time of a one-box round goes: Python calls and time by module, under the profiler."""

import cProfile
import pstats
from collections import defaultdict
from collections.abc import Callable
from pathlib import PurePath

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table

from bench.table import play_rounds

SHOWN = 14


class Share(msgspec.Struct, frozen=True):
    """What one module takes of the time, and how often it is called in a round."""

    module: str
    time: float
    calls_per_round: float


class Report(msgspec.Struct, frozen=True):
    """One profiled run."""

    rounds: int
    calls_per_round: float
    commands_per_round: float
    busiest_function: float
    """The share of the one function that takes most time in itself."""
    shares: tuple[Share, ...]

    @property
    def complete(self) -> bool:
        """Whether any round was played."""
        return self.rounds > 0


def run(*, seconds: float, progress: Callable[[str], None]) -> Report:
    """Play one box for so many seconds under the profiler."""
    progress("profile: croupier, one box")
    profiler = cProfile.Profile()
    rounds, commands = profiler.runcall(play_rounds, 1, seconds)
    stats = pstats.Stats(profiler).stats  # type: ignore[attr-defined]
    time: dict[str, float] = defaultdict(float)
    calls: dict[str, int] = defaultdict(int)
    for (file, _, name), (_, count, own, _, _) in stats.items():
        module = module_of(file, name)
        time[module] += own
        calls[module] += count
    total = sum(time.values())
    shares = (Share(name, time[name] / total, calls[name] / rounds) for name in time)
    return Report(
        rounds=rounds,
        calls_per_round=sum(calls.values()) / rounds,
        commands_per_round=commands / rounds,
        busiest_function=max(own for _, _, own, _, _ in stats.values()) / total,
        shares=tuple(sorted(shares, key=lambda share: -share.time)),
    )


def module_of(file: str, name: str) -> str:
    """The module that a profiled function belongs to."""
    parts = PurePath(file).with_suffix("").parts
    for root in ("src", "site-packages"):
        if root in parts:
            return ".".join(parts[parts.index(root) + 1 :])
    return "built in" if file == "~" else parts[-1] if parts else name


def show(report: Report) -> Table:
    """The report as a table."""
    table = Table(
        title="Where a one-box round's time goes",
        caption=(
            f"{report.rounds:,} rounds under the profiler: {report.commands_per_round:.1f} "
            f"commands and {report.calls_per_round:,.0f} calls a round; the busiest function takes "
            f"{report.busiest_function:.0%} in itself."
        ),
        caption_justify="left",
        box=SIMPLE_HEAD,
    )
    table.add_column("module")
    table.add_column("time", justify="right")
    table.add_column("calls a round", justify="right")
    for share in report.shares[:SHOWN]:
        table.add_row(share.module, f"{share.time:.0%}", f"{share.calls_per_round:,.0f}")
    return table
