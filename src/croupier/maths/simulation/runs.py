"""Simulation at scale: rounds in chunks, each chunk with its own random stream.

A run is divided into chunks of a fixed number of rounds. Chunk ``n`` of a seed always has the same
stream, and totals are whole numbers, so a run has the same result on any number of cores or
machines. Only totals are kept: memory stays constant however long it runs.
"""

import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import reduce
from itertools import islice
from operator import add
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.errors import ArgumentError
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

PART_WON, PART_SQUARES, PART_HITS = range(3)
"""The columns for each wager: won, won squared by round, how often it won."""

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
    return Totals(tally, np.zeros(BINS, np.int64), np.zeros((len(game.parts), 3), np.int64))


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


LOCAL = "local"
"""The address of a cluster of one: Ray is started on this machine."""
REACH_SECONDS = 5.0
"""How long an address may take to answer."""
CHUNKS_PER_TASK = 16
TASKS_PER_CORE = 2


def ray_module() -> ModuleType:
    """Return Ray, which is an extra. Raise if it is not installed."""
    try:
        import ray
    except ImportError:
        raise ArgumentError(
            "cluster: this needs Ray, which is not installed: pip install 'croupier[cluster]'"
        ) from None
    module: ModuleType = ray
    return module


def _reach(address: str) -> None:
    """Raise if nothing answers at an address: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), timeout=REACH_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise ArgumentError(f"cluster: no answer at {address!r}: {error}") from None


def run_on_cluster(
    game: Simulated, plan: Plan, *, address: str, progress: TotalsWatcher | None = None
) -> Totals:
    """Simulate on the machines of a Ray cluster. croupier must be installed on each."""
    ray = ray_module()
    _reach(address)
    try:
        ray.init(
            address=None if address == LOCAL else address, log_to_driver=False, logging_level=50
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        reason = " ".join(str(error).split())
        raise ArgumentError(f"cluster: no Ray cluster at {address!r}: {reason}") from None
    try:
        terms = terms_of(game, plan)
        return add_up(_cluster_totals(ray, game, plan, terms), game, terms, progress)
    finally:
        ray.shutdown()


def _cluster_totals(ray: Any, game: Simulated, plan: Plan, terms: Numbers) -> Iterator[Totals]:
    """Yield totals as tasks are done. Only as many tasks run as keep every core busy."""
    task = ray.remote(play_chunks)
    shared = ray.put(game)
    chunks = plan.chunks()
    cores = int(ray.cluster_resources().get("CPU", 1))

    def tasks(count: int) -> list[Any]:
        batches = (tuple(islice(chunks, CHUNKS_PER_TASK)) for _ in range(count))
        return [task.remote(shared, plan.seed, batch, terms) for batch in batches if batch]

    running = tasks(cores * TASKS_PER_CORE)
    while running:
        done, running = ray.wait(running, num_returns=1)
        running += tasks(len(done))
        yield from ray.get(done)


def play_chunks(game: Simulated, seed: int, chunks: tuple[Chunk, ...], terms: Numbers) -> Totals:
    """Return the totals of some chunks."""
    return reduce(add, (game.play(seed, chunk, terms) for chunk in chunks))
