"""Simulation at scale: rounds in chunks, each chunk with its own random stream.

A run is divided into chunks of a fixed number of rounds. Chunk ``n`` of a seed always has the same
stream, and totals are whole numbers, so a run has the same result on any number of cores or
machines. Only totals are kept: memory stays constant however long it runs.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.tables import (
    BINS,
    FLOAT,
    LEFT,
    LOWEST,
    ROUNDS,
    SESSION_ROUNDS,
    TALLY_SIZE,
    TERMS_SIZE,
    WIDTH,
)

CHUNK_ROUNDS = 1 << 18
"""About how many rounds a chunk has; always whole sessions."""
NO_FLOAT = np.iinfo(np.int64).max
SPREADS = 16
"""The reach of the histogram to either side, in standard deviations of a session."""

PART_WON, PART_SQUARES, PART_HITS, PART_BOX_SQUARES = range(4)
"""The columns for each wager: won, won squared by round, how often it won, and, of the main one
where there are several boxes, won squared by box."""
PART_COLUMNS = 4

Numbers = NDArray[np.int64]


class Totals(NamedTuple):
    """The totals of a chunk, or of many together. All money is in ticks."""

    tally: NDArray[Any]
    """The totals; the fields are named in ``maths.kernels.tables``."""
    histogram: NDArray[Any]
    """The numbers of sessions by result."""
    parts: NDArray[Any]
    """A row for each kind of wager, the main one first."""

    def __add__(self, other: object) -> "Totals":
        assert isinstance(other, Totals)
        return Totals(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def in_integers(self) -> "Totals":
        """Return the totals in Python integers: sums of a very long run exceed 64 bits."""
        return Totals(self.tally.astype(object), self.histogram, self.parts.astype(object))


class Chunk(NamedTuple):
    """A part of a run."""

    number: int
    rounds: int


class Plan(NamedTuple):
    """The size of a run, and what is counted."""

    rounds: int
    seed: int
    session_rounds: int
    float_ticks: int | None = None
    """What the players must win in a session for the table's float to be lost; ``None`` without
    one."""

    def chunks(self) -> Iterator[Chunk]:
        """Yield the parts of the run, in order. Only the last may end within a session."""
        size = self.session_rounds * max(1, CHUNK_ROUNDS // self.session_rounds)
        for number, start in enumerate(range(0, self.rounds, size)):
            yield Chunk(number, min(size, self.rounds - start))


class Simulated(Protocol):
    """A game that can be simulated.

    ``play`` plays a chunk's rounds from the stream of that seed and number, adds each round's
    result with ``kernels.tables.add_results``, and returns the totals. It must not hold Python's
    lock while it computes, and must depend only on its arguments.
    """

    ticks: int
    """The number of ticks of the main wager."""
    boxes: int
    parts: tuple[str, ...]
    """The wagers counted separately, the main one first."""
    spread: float
    """About the standard deviation of a round's whole result, in ticks."""

    def play(self, seed: int, chunk: Chunk, terms: Numbers) -> Totals:
        """Return the totals of a chunk."""
        ...


def terms_of(game: Simulated, plan: Plan) -> Numbers:
    """Return the terms of sessions for kernels: their length, the float, the histogram's bins."""
    terms = np.zeros(TERMS_SIZE, np.int64)
    reach = int(SPREADS * game.spread * plan.session_rounds**0.5) + 1
    terms[SESSION_ROUNDS] = plan.session_rounds
    terms[FLOAT] = NO_FLOAT if plan.float_ticks is None else plan.float_ticks
    terms[WIDTH] = 2 * reach // BINS + 1
    terms[LOWEST] = -(BINS // 2) * terms[WIDTH]
    return terms


def empty_totals(game: Simulated, terms: Numbers) -> Totals:
    """Return empty totals, with a session just begun."""
    tally = np.zeros(TALLY_SIZE, np.int64)
    tally[LEFT] = terms[SESSION_ROUNDS]
    return Totals(
        tally, np.zeros(BINS, np.int64), np.zeros((len(game.parts), PART_COLUMNS), np.int64)
    )


Part = TypeVar("Part")
Played = TypeVar("Played")
TotalsWatcher = Callable[[Totals], None]
"""Receives the totals so far."""


def run(
    game: Simulated, plan: Plan, *, cores: int, progress: TotalsWatcher | None = None
) -> Totals:
    """Simulate on this many cores of this machine. When interrupted, return the totals so far."""
    terms = terms_of(game, plan)

    def play(chunk: Chunk) -> Totals:
        return game.play(plan.seed, chunk, terms)

    if cores == 1:
        return add_up(map(play, plan.chunks()), game, terms, progress)
    with ThreadPoolExecutor(cores) as pool:
        return add_up(run_parallel(pool, play, plan.chunks(), cores), game, terms, progress)


def add_up(
    parts: Iterable[Totals], game: Simulated, terms: Numbers, progress: TotalsWatcher | None
) -> Totals:
    """Return the sum of totals as they arrive, until there are no more or the user interrupts."""
    total = empty_totals(game, terms).in_integers()
    try:
        for part in parts:
            total += part
            if progress is not None:
                progress(total)
    except KeyboardInterrupt:
        # Without a round there is nothing to report: end as any interrupted command does.
        if total.tally[ROUNDS] == 0:
            raise
    return total


def run_parallel(
    pool: ThreadPoolExecutor,
    played: Callable[[Part], Played],
    chunks: Iterator[Part],
    cores: int,
) -> Iterator[Played]:
    """Yield totals as chunks are done. Only a few more chunks than cores run at once."""
    running: set[Future[Played]] = {
        pool.submit(played, chunk) for chunk in islice(chunks, 2 * cores)
    }
    try:
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(played, chunk) for chunk in islice(chunks, len(done))}
            yield from (future.result() for future in done)
    finally:
        for future in running:
            future.cancel()
