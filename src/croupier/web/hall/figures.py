"""Figures of a running hall, for Prometheus: work done, commits, who listens."""

from prometheus_client import Counter, Gauge, Histogram

WORK = Counter("croupier_work", "Pieces of work by what came of them", ("came_to",))
DONE, FAILED, AGAIN = WORK.labels("done"), WORK.labels("failed"), WORK.labels("done again")
COMMIT_SECONDS = Histogram(
    "croupier_commit_seconds",
    "How long deciding and committing a group takes",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
)
EVENTS = Counter("croupier_events", "Events read from the log")
RESTING = Gauge("croupier_resting_tables", "Tables whose law is not the one installed")
LISTENERS = Gauge("croupier_listeners", "Connections that follow the floor live")
