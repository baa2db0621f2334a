"""Rounds per second: croupier by the full rulebook, beside the blackjack of three libraries.

A row is compared with every peer that plays as many boxes: all of them play one, RLCard alone
plays seven.
"""

import platform
from collections.abc import Callable, Sequence

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table

from bench import peers, table
from bench.measure import SLICES, Contestant, Play, Played, Row, compare, until

ENGINE, IN_A_HOUSE = OURS = ("croupier", "croupier, in a house")
"""The engine alone, and a table in a house, as `Croupier` offers it."""
BATCH = 50


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of one run, and what they were measured with."""

    python: str
    seconds: float
    rows: tuple[Row, ...]

    @property
    def complete(self) -> bool:
        """Whether croupier itself was measured; peers may be missing."""
        return all(row.note is None for row in self.rows if row.library in OURS)


def run(*, seconds: float, progress: Callable[[str], None]) -> Report:
    """Measure every contestant for so many seconds in all, in alternating slices."""
    rows = compare(CONTESTANTS, seconds=seconds, progress=progress)
    return Report(
        python=platform.python_version(),
        seconds=seconds,
        rows=tuple(msgspec.structs.replace(row, ratios=_ratios(row, rows)) for row in rows),
    )


def show(report: Report) -> Table:
    """The report as a table that fits a screen of 80 columns."""
    shown = Table(
        title="Blackjack rounds per second",
        caption=_caption(report),
        caption_justify="left",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    shown.add_column("library", no_wrap=True)
    for heading in ("boxes", "rounds/s", "spread", "commands/s"):
        shown.add_column(heading, justify="right")
    opponents = list(dict.fromkeys(row.library for row in report.rows if row.library not in OURS))
    for opponent in opponents:
        shown.add_column(f"÷\n{opponent}", justify="right")
    for row in report.rows:
        shown.add_row(*_cells(row, opponents), style="bold" if row.library in OURS else None)
    return shown


def _cells(row: Row, opponents: Sequence[str]) -> list[str]:
    name = [row.library, str(row.boxes)]
    if row.note is not None:
        return [*name, row.note.replace(" ", "\n")]
    return [
        *name,
        f"{row.rounds_per_second:,.0f}",
        f"{row.spread:.0%}",
        f"{row.commands_per_second:,.0f}",
        *(f"{row.ratios[one]:.2f}" if one in row.ratios else "–" for one in opponents),
    ]


def _caption(report: Report) -> str:
    versions = {row.library: row.version for row in report.rows if row.version}
    software = [f"Python {report.python}", *(f"{name} {one}" for name, one in versions.items())]
    reasons = {row.library: row.reason for row in report.rows if row.reason}
    return "\n".join(
        [
            f"The median of {SLICES} slices of {report.seconds / SLICES:g} s each, "
            "in processor time.",
            ", ".join(software),
            *(f"{library} is missing: {reason}" for library, reason in reasons.items()),
        ]
    )


def _ratios(row: Row, rows: Sequence[Row]) -> dict[str, float]:
    """Rounds per second of a row by those of each peer with as many boxes."""
    if row.rounds_per_second is None:
        return {}
    return {
        peer.library: row.rounds_per_second / peer.rounds_per_second
        for peer in rows
        if peer.library not in OURS and peer.boxes == row.boxes and peer.rounds_per_second
    }


def _ours(boxes: int, *, in_house: bool = False) -> Contestant:
    def play(seconds: float) -> Played:
        return Played(*table.play_rounds(boxes, seconds, in_house=in_house))

    name = IN_A_HOUSE if in_house else ENGINE
    return Contestant(
        name, module="croupier", package="croupier", boxes=boxes, prepare=lambda: play
    )


def _peer(
    library: str, load: Callable[[], peers.PlayRounds], *, module: str, package: str, boxes: int = 1
) -> Contestant:
    def prepare() -> Play:
        return until(load(), batch=BATCH)

    return Contestant(library, module=module, package=package, boxes=boxes, prepare=prepare)


CONTESTANTS = (
    _ours(1),
    _ours(1, in_house=True),
    _peer("OpenSpiel", peers.open_spiel, module="pyspiel", package="open-spiel"),
    _peer("RLCard", lambda: peers.rlcard(1), module="rlcard", package="rlcard"),
    _peer("gymnasium", peers.gymnasium, module="gymnasium", package="gymnasium"),
    _ours(7),
    _ours(7, in_house=True),
    _peer("RLCard", lambda: peers.rlcard(7), module="rlcard", package="rlcard", boxes=7),
)
