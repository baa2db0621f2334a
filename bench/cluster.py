"""What a Ray cluster costs: a simulation on two local cores, and the same one with a cluster.

Each run is a process of its own, as a command would be; the two kinds take turns. The cluster is
started on this machine for the measurement, listens on the loopback address alone, and ends with
the process that started it. It has two cores, which are those that play without it: what it adds is
all overhead, and a cluster of other machines has less of it.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from statistics import median

import msgspec

from bench.processor_time import descendants, readings

ROUNDS = 200_000_000
REPETITIONS = 3
LIMIT = 1.2
"""What a cluster may take of the time that two local cores need."""
ABSENT = "the cost of a Ray cluster (Ray is not installed: pip install 'croupier[cluster]')"

LOOPBACK_ONLY = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}
HOLD = """
import sys, ray
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=50)
print(ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
ray.shutdown()
"""
SIMULATE = """
import json, sys
from time import perf_counter, process_time
from croupier import maths
rounds, cluster = int(sys.argv[1]), sys.argv[2] or None
before = perf_counter(), process_time()
found = maths.simulate("star-blackjack", rounds=rounds, seed=1, cores=2, cluster=cluster)
print(json.dumps([perf_counter() - before[0], process_time() - before[1], found.main.mean]))
"""


class ClusterCost(msgspec.Struct, frozen=True, kw_only=True):
    """What a run with a cluster took, as a multiple of two local cores in the same measurement."""

    rounds: int
    local_seconds: float
    """The processor time of a run without a cluster: the median."""
    by_work: float
    """The ratio of processor time, the cluster's own processes included."""
    by_clock: float
    load: float
    """How many processes wanted to run, on the average of the last minute: the clock needs it."""


def measure(progress: Callable[[str], None], rounds: int = ROUNDS) -> ClusterCost | None:
    """Return what a cluster costs; ``None`` where Ray is not installed."""
    if find_spec("ray") is None:
        return None
    worked: dict[bool, list[float]] = {False: [], True: []}
    passed: dict[bool, list[float]] = {False: [], True: []}
    means: set[float] = set()
    with _cluster() as (process, address):
        parts = {"cluster": lambda: descendants(process)}
        for number in range(REPETITIONS + 1):
            for on_cluster in (False, True):
                progress(f"{rounds:,} rounds {'with Ray' if on_cluster else 'on two cores'}")
                before = readings(parts)["cluster"]
                clock, work, mean = _simulate(rounds, address if on_cluster else "")
                work += max(0.0, readings(parts)["cluster"] - before) if on_cluster else 0.0
                # The first of each kind compiles, and Ray's first start is its own.
                if number:
                    worked[on_cluster].append(work)
                    passed[on_cluster].append(clock)
                means.add(mean)
    assert len(means) == 1, f"all runs have the same result, not {means}"
    return ClusterCost(
        rounds=rounds,
        local_seconds=median(worked[False]),
        by_work=median(worked[True]) / median(worked[False]),
        by_clock=median(passed[True]) / median(passed[False]),
        load=os.getloadavg()[0],
    )


@contextmanager
def _cluster() -> Iterator[tuple[int, str]]:
    """Start a cluster of two cores, yield its process and address, and end it."""
    environment = {**os.environ, **LOOPBACK_ONLY}
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        yield holder.pid, holder.stdout.readline().strip()
    finally:
        holder.stdin.close()
        holder.wait()
        holder.stdout.close()


def _simulate(rounds: int, address: str) -> tuple[float, float, float]:
    """Return how long a run took by the clock and in processor time, and its result."""
    command = [sys.executable, "-c", SIMULATE, str(rounds), address]
    found = subprocess.run(
        command, env={**os.environ, **LOOPBACK_ONLY}, capture_output=True, text=True, check=True
    )
    clock, work, mean = json.loads(found.stdout)
    return clock, work, mean
