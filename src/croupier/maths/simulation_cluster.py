"""Simulation on many machines: the same chunks, handed to Ray."""

import socket
from collections.abc import Iterator
from functools import reduce
from itertools import islice
from operator import add
from types import ModuleType
from typing import Any

from croupier.errors import CroupierError
from croupier.maths.simulation import (
    Chunk,
    Numbers,
    Plan,
    Simulated,
    Totals,
    TotalsWatcher,
    added_up,
    terms_of,
)

LOCAL = "local"
"""The address of a cluster of one: Ray is started on this machine."""
REACH_SECONDS = 5.0
"""How long an address may take to answer at all."""
CHUNKS_PER_TASK = 16
TASKS_PER_CORE = 2


def ray_module() -> ModuleType:
    """Ray, which is an extra."""
    try:
        import ray
    except ImportError:
        raise CroupierError(
            "--cluster needs Ray, which is not installed: pip install 'croupier[cluster]'"
        ) from None
    module: ModuleType = ray
    return module


def _reach(address: str) -> None:
    """Refuse an address where nobody answers; Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), timeout=REACH_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise CroupierError(f"--cluster: no answer at {address!r}: {error}") from None


def run_on_cluster(
    game: Simulated, plan: Plan, *, address: str, progress: TotalsWatcher | None = None
) -> Totals:
    """Simulate on the machines of a Ray cluster; croupier must be installed on each."""
    ray = ray_module()
    _reach(address)
    try:
        ray.init(
            address=None if address == LOCAL else address, log_to_driver=False, logging_level=50
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        reason = " ".join(str(error).split())
        raise CroupierError(f"--cluster: no Ray cluster at {address!r}: {reason}") from None
    try:
        terms = terms_of(game, plan)
        return added_up(_handed_out(ray, game, plan, terms), game, terms, progress)
    finally:
        ray.shutdown()


def _handed_out(ray: Any, game: Simulated, plan: Plan, terms: Numbers) -> Iterator[Totals]:
    """Totals as tasks are done; no more tasks are under way than keep every core busy."""
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
    """The totals of some chunks."""
    return reduce(add, (game.play(seed, chunk, terms) for chunk in chunks))
