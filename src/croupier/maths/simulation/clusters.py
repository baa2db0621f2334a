"""Simulation on the machines of a Ray cluster, with the same result as on this one.

A cluster takes a moment to connect and to start its workers. This machine's cores play until then,
so a run loses next to no time to it.
"""

import os
import socket
import sys
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from functools import reduce
from importlib.util import find_spec
from itertools import islice
from operator import add
from pathlib import Path
from time import process_time
from typing import Any

from croupier.errors import ArgumentError
from croupier.maths.simulation.runs import (
    Chunk,
    Numbers,
    Plan,
    Simulated,
    Totals,
    TotalsWatcher,
    add_up,
    run_parallel,
    terms_of,
)

LOCAL, AUTO = "local", "auto"
"""The addresses of a cluster of one, which is started here, and of the one this machine is in."""
CLIENT = "ray://"
"""The prefix of an address for Ray's client."""
REACH_SECONDS = 5.0
"""How long an address may take to answer."""
START_SECONDS = 3.0
"""About how long workers take to start; what this machine finishes sooner, it finishes alone.

Both are counted in processor time: a machine that is busy delays the one as much as the other."""
CHUNKS_PER_TASK = 16
TASKS_PER_CORE = 2
TOKEN, TOKEN_PATH, MODE = "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH", "RAY_AUTH_MODE"
"""The variables by which Ray takes the token of a cluster, or the path of its file, and whether it
sends one."""
TOKEN_FILE = Path(".ray") / "auth_token"
"""Where Ray looks for the token otherwise, in the home directory."""
LOOPBACK_ONLY = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""The variable that, set to 0, has Ray listen on the loopback address alone, on every system."""
QUESTIONS = ("/ray.rpc.NodeInfoGcsService/GetClusterId", "/ray.rpc.RayletDriver/ClusterInfo")
"""What a cluster, and what its port for clients, answers without a change to anything."""


def require_ray() -> None:
    """Raise if Ray, which is an extra, is not installed."""
    if find_spec("ray") is None:
        raise ArgumentError(
            "cluster: this needs Ray, which is not installed: pip install 'croupier[cluster]'"
        )


def read_address(cluster: object) -> str:
    """Return the address of a cluster. Raise for what cannot be one."""
    if isinstance(cluster, str) and cluster.strip():
        return cluster.strip()
    raise ArgumentError(
        f"cluster: {cluster!r} is not an address; write 'local', 'auto', 'host:6379' or "
        "'ray://host:10001'"
    )


def run_on_cluster(
    game: Simulated,
    plan: Plan,
    *,
    address: str,
    cores: int = 1,
    progress: TotalsWatcher | None = None,
) -> Totals:
    """Simulate on the machines of a Ray cluster. croupier must be installed on each.

    Until its workers have started, ``cores`` of this machine play. Raise :class:`ArgumentError` if
    Ray is not installed, nothing answers at the address, or the cluster wants a token that this
    machine does not have.
    """
    require_ray()
    # A program that is connected already would lose its connection when the run shuts Ray down.
    if "ray" in sys.modules and sys.modules["ray"].is_initialized():
        raise ArgumentError("cluster: Ray is connected already; call ray.shutdown() first")
    terms = terms_of(game, plan)
    workers = Workers(game, plan.seed, terms)
    try:
        with closing(_totals(game, plan, terms, workers, address=address, cores=cores)) as parts:
            return add_up(parts, game, terms, progress)
    finally:
        workers.disconnect()


def _totals(
    game: Simulated, plan: Plan, terms: Numbers, workers: "Workers", *, address: str, cores: int
) -> Generator[Totals, None, None]:
    """Yield totals as they come: from this machine until the cluster is ready, then from there."""
    chunks = plan.chunks()

    def play(chunk: Chunk) -> Totals:
        return game.play(plan.seed, chunk, terms)

    with ThreadPoolExecutor(1) as beside, ThreadPoolExecutor(cores) as pool:
        connection = beside.submit(workers.connect, address)
        here = _until_ready(plan, chunks, connection, workers, cores)
        yield from run_parallel(pool, play, here, cores)
        connection.result()
        yield from workers.play(chunks)


def _until_ready(
    plan: Plan, chunks: Iterator[Chunk], connection: Future[None], workers: "Workers", cores: int
) -> Iterator[Chunk]:
    """Yield chunks until the cluster can take them.

    Its workers are started only if this machine would need longer for the rest than they do.
    """
    began, taken, started = process_time(), 0, False
    while True:
        if connection.done():
            if connection.exception() or (started and workers.is_ready()):
                return
            worked = (process_time() - began) / cores
            left = (plan.rounds - taken) * worked / max(taken, 1)
            if not started and left > START_SECONDS:
                workers.start()
                started = True
        chunk = next(chunks, None)
        if chunk is None:
            return
        taken += chunk.rounds
        yield chunk


class Workers:
    """The workers of a cluster, which play chunks."""

    def __init__(self, game: Simulated, seed: int, terms: Numbers) -> None:
        self._game, self._seed, self._terms = game, seed, terms
        self._ray: Any = None
        """Ray, once it is imported."""
        self._task: Any = None
        self._shared: Any = None
        self._first: Any = None

    def connect(self, address: str) -> None:
        """Connect to the cluster. Raise if that is not possible."""
        check_access(address)
        if address == LOCAL:
            os.environ.setdefault(LOOPBACK_ONLY, "0")
        import ray

        self._ray, self._task = ray, ray.remote(play_chunks)
        _follow_mode(ray)
        try:
            ray.init(
                address=None if address == LOCAL else address, log_to_driver=False, logging_level=50
            )
        except (ConnectionError, ValueError, RuntimeError) as error:
            reason = " ".join(str(error).split())
            raise ArgumentError(f"cluster: no Ray cluster at {address!r}: {reason}") from None

    def disconnect(self) -> None:
        """Leave the cluster; a cluster that was started here ends."""
        if self._ray is not None:
            self._ray.shutdown()

    def start(self) -> None:
        """Start the workers, and let them load what they need."""
        self._shared = self._ray.put(self._game)
        self._first = [self._play(()) for _ in range(self._cores())]

    def is_ready(self) -> bool:
        """Return whether a worker has started."""
        done, _ = self._ray.wait(self._first, num_returns=1, timeout=0)
        return bool(done)

    def play(self, chunks: Iterator[Chunk]) -> Iterator[Totals]:
        """Yield totals as tasks are done. Only as many tasks run as keep every core busy."""

        def tasks(count: int) -> list[Any]:
            batches = (tuple(islice(chunks, CHUNKS_PER_TASK)) for _ in range(count))
            return [self._play(batch) for batch in batches if batch]

        running = tasks(self._cores() * TASKS_PER_CORE)
        while running:
            done, running = self._ray.wait(running, num_returns=1)
            running += tasks(len(done))
            yield from self._ray.get(done)

    def _play(self, chunks: tuple[Chunk, ...]) -> Any:
        return self._task.remote(self._shared, self._seed, chunks, self._terms)

    def _cores(self) -> int:
        return int(self._ray.cluster_resources().get("CPU", 1))


def play_chunks(
    game: Simulated, seed: int, chunks: tuple[Chunk, ...], terms: Numbers
) -> Totals | None:
    """Return the totals of some chunks; ``None`` of none, which a worker does to get ready."""
    if not chunks:
        return None
    return reduce(add, (game.play(seed, chunk, terms) for chunk in chunks))


# ------------------------------------------------------------------------------------------ access


def check_access(address: str) -> None:
    """Raise if nothing answers at an address, or if it wants a token that is missing or wrong.

    Ray itself would try for half a minute, and then name neither.
    """
    place = _place_of(address)
    host, _, port = place.rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), timeout=REACH_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise ArgumentError(f"cluster: no answer at {address!r}: {error}") from None
    if not _refuses(place, ""):
        return
    token = _own_token()
    if not token or os.environ.get(MODE, "token") != "token":
        raise ArgumentError(
            f"cluster: the Ray cluster at {address!r} wants its token; set {TOKEN} to it, or "
            f"{TOKEN_PATH} to its file (ray get-auth-token prints it on the cluster's first "
            f"machine), and {MODE} to token or to nothing"
        )
    if _refuses(place, token):
        raise ArgumentError(
            f"cluster: the token of this machine is not that of the Ray cluster at {address!r}; "
            f"ray get-auth-token prints it there, and {TOKEN} or ~/{TOKEN_FILE} takes it here"
        )
    os.environ[MODE] = "token"


def _place_of(address: str) -> str:
    """Return host and port of an address; empty if they are not known."""
    if address == LOCAL:
        return ""
    if address == AUTO:
        address = os.environ.get("RAY_ADDRESS", "")
        if not address:
            # Only Ray knows where it wrote down the address of the cluster on this machine.
            with suppress(Exception):
                from ray._private.services import canonicalize_bootstrap_address

                address = canonicalize_bootstrap_address(AUTO) or ""
    return address.removeprefix(CLIENT)


def _own_token() -> str:
    """Return the token that Ray would send from here; empty if there is none."""
    if token := os.environ.get(TOKEN, "").strip():
        return token
    path = Path(os.environ.get(TOKEN_PATH) or Path.home() / TOKEN_FILE)
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


def _refuses(place: str, token: str) -> bool:
    """Return whether a cluster refuses a question with this token, or without one."""
    try:
        import grpc
    except ImportError:
        return False
    sent = (("authorization", f"Bearer {token}"),) if token else ()
    with grpc.insecure_channel(place) as channel:
        for question in QUESTIONS:
            try:
                channel.unary_unary(question)(b"", timeout=REACH_SECONDS, metadata=sent)
                return False
            except grpc.RpcError as error:
                if error.code() is grpc.StatusCode.UNAUTHENTICATED:
                    return True
    return False


def _follow_mode(ray: Any) -> None:
    """Let Ray notice that it is to send a token, where it was imported before."""
    with suppress(AttributeError):
        ray._raylet.Config.initialize("")
