"""Metrics of a running server for Prometheus: requests, tasks, commits, live connections.

Processes that serve one floor together share a folder (``PROMETHEUS_MULTIPROC_DIR``), so that any
of them reports the sums over all, those that ended included.
"""

import os

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder; the library reads it when it is imported."""

REQUESTS = Counter("croupier_requests", "Requests answered, by their status", ("status",))
REQUEST_SECONDS = Histogram(
    "croupier_request_seconds",
    "How long requests wait for the beginning of their answer, by what they ask for",
    ("kind",),
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
REFUSALS = Counter("croupier_refusals", "Commands that the rules refused, by code", ("code",))
QUEUED = Gauge("croupier_queued", "Commands that wait for the writer", multiprocess_mode="livesum")
WORK = Counter("croupier_work", "Pieces of work by what came of them", ("came_to",))
DONE, FAILED, AGAIN = WORK.labels("done"), WORK.labels("failed"), WORK.labels("done again")
COMMIT_SECONDS = Histogram(
    "croupier_commit_seconds",
    "How long deciding and committing a group takes",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
EVENTS = Counter("croupier_events", "Events that commands led to")
RESTING = Gauge(
    "croupier_resting_tables",
    "Tables whose law is not the one installed",
    multiprocess_mode="livemax",
)
LISTENERS = Gauge(
    "croupier_listeners", "Connections that follow the floor live", multiprocess_mode="livesum"
)


def metrics_registry() -> CollectorRegistry:
    """Return all metrics of this process; if several serve together, the sums over all of them."""
    if FOLDER not in os.environ:
        return REGISTRY
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together
