"""Five-card hands per second: whole arrays, and one call of Python for each hand."""

import platform
from collections.abc import Callable, Sequence
from random import Random

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table

from bench import poker_peers
from bench.measure import SLICES, Contestant, Row, compare, until

OURS = "croupier"
ARRAY, CALL = "array", "call"
SEED = 17
HANDS = 5_000
ARRAY_HANDS = 1_000_000
LIMITS = {ARRAY: 150e6}
"""What an array must reach; OMPEval in C++, which has no such call from Python, is given as 252."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of one run, each with how it takes hands, and what they were measured with."""

    python: str
    seconds: float
    rows: tuple[tuple[str, Row], ...]

    @property
    def complete(self) -> bool:
        """Whether croupier itself was measured; peers may be missing."""
        return all(row.note is None for _, row in self.rows if row.library == OURS)


def run(*, seconds: float, progress: Callable[[str], None]) -> Report:
    """Measure every contestant for so many seconds in all, in alternating slices."""
    rows = compare([one for _, one in CONTESTANTS], seconds=seconds, progress=progress)
    handed = [how for how, _ in CONTESTANTS]
    return Report(
        python=platform.python_version(),
        seconds=seconds,
        rows=tuple(zip(handed, rows, strict=True)),
    )


def show(report: Report) -> Table:
    """The report as a table: every row beside croupier's single call."""
    shown = Table(
        title="Five-card hands ranked per second",
        caption=_caption(report),
        caption_justify="left",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    shown.add_column("library", no_wrap=True)
    shown.add_column("hands as")
    for heading in ("hands/s", "spread", "croupier's call ÷", "of the aim"):
        shown.add_column(heading, justify="right")
    [call] = [row for how, row in report.rows if (how, row.library) == (CALL, OURS)]
    for how, row in report.rows:
        shown.add_row(*_cells(how, row, call), style="bold" if row.library == OURS else None)
    return shown


def _cells(how: str, row: Row, call: Row) -> list[str]:
    rate = row.rounds_per_second
    if rate is None or row.spread is None:
        return [row.library, how, row.note or "", "", "", ""]
    ratio = "–" if call.rounds_per_second is None else f"{call.rounds_per_second / rate:.2f}"
    aim = f"{rate / LIMITS[how]:.2f}" if how in LIMITS else "–"
    return [row.library, how, f"{rate:,.0f}", f"{row.spread:.0%}", ratio, aim]


def _caption(report: Report) -> str:
    versions = {row.library: row.version for _, row in report.rows if row.version}
    software = [f"Python {report.python}", *(f"{name} {one}" for name, one in versions.items())]
    return "\n".join(
        [
            f"The median of {SLICES} slices of {report.seconds / SLICES:g} s each, "
            "in processor time.",
            f"The aim of an array is {LIMITS[ARRAY]:,.0f} hands/s.",
            ", ".join(software),
            *(
                f"{row.library} is not measured: {row.reason}"
                for _, row in report.rows
                if row.reason
            ),
            "OMPEval in C++ has no call from Python and is not measured.",
        ]
    )


def some_hands(number: int) -> list[poker_peers.Hand]:
    """Random hands, the same in every run."""
    chance = Random(SEED)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    return [tuple(chance.sample(deck, 5)) for _ in range(number)]


def rank_arrays() -> poker_peers.RankHands:
    """croupier's `rank_hands` on an array of random hands, answers allocated anew each time."""
    import numpy as np

    from croupier.maths.stud.poker_classes import rank_hands

    chance = np.random.default_rng(SEED)
    decks = chance.random((ARRAY_HANDS // 10, 52)).argsort(axis=1)
    picked = chance.integers(0, len(decks), ARRAY_HANDS)
    hands = decks[:, :5].astype(np.uint8)[picked]

    def ranked(number: int) -> int:
        for _ in range(0, number, ARRAY_HANDS):
            rank_hands(hands)
        return number

    return ranked


def rank_cards() -> poker_peers.RankHands:
    """croupier's `rank_hand` on a tuple of its cards."""
    from croupier.cards import parse_card, rank_hand

    hands = [(tuple(parse_card(card) for card in hand),) for hand in some_hands(HANDS)]
    return poker_peers.one_by_one(rank_hand, hands)


def _contestant(
    library: str, load: Callable[[], poker_peers.RankHands], *, batch: int = 1_000
) -> Contestant:
    return Contestant(
        library,
        module=library,
        package=library,
        boxes=1,
        prepare=lambda: until(load(), batch=batch),
    )


def _peer(
    library: str, load: Callable[[Sequence[poker_peers.Hand]], poker_peers.RankHands]
) -> Contestant:
    return _contestant(library, lambda: load(some_hands(HANDS)))


CONTESTANTS = (
    (ARRAY, _contestant(OURS, rank_arrays, batch=ARRAY_HANDS)),
    (CALL, _contestant(OURS, rank_cards)),
    (CALL, _peer("eval7", poker_peers.eval7)),
    (CALL, _peer("treys", poker_peers.treys)),
    (CALL, _peer("phevaluator", poker_peers.phevaluator)),
    (CALL, _peer("pokerkit", poker_peers.pokerkit)),
)
