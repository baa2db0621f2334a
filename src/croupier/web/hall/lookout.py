"""A lookout at the store: has the log read on when others have written, and notices an upgrade."""

import threading
import time

import structlog

from croupier.web.api.problems import ProblemError
from croupier.web.hall.scribe import Scribe
from croupier.web.hall.stores import HallStore

LOG = structlog.get_logger("croupier.lookout")
GLANCE_SECONDS = 0.5
"""How long the lookout sleeps where nobody wakes it."""
RESTRAINT_SECONDS = 0.02
"""How long it waits when it was woken: a turn of the writer's own may read as far before."""


class OutdatedError(ProblemError):
    """The database belongs to a newer croupier by now."""

    def __init__(self) -> None:
        super().__init__(
            503,
            "server/outdated",
            "a newer version of croupier has taken over the database: ask that server",
        )


class Lookout:
    """Watches the store beside the writer's thread."""

    def __init__(self, store: HallStore, scribe: Scribe) -> None:
        self._store, self._scribe = store, scribe
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)
        self._next_schema_look = 0.0

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """Watch no longer."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                self._glance()
            except Exception:
                LOG.warning("the store cannot be watched", exc_info=True)
                self._ended.wait(GLANCE_SECONDS)

    def _glance(self) -> None:
        """Wait to be woken, or for a while; then have the log read on, unless it is known."""
        if self._store.shared:
            place = self._store.wait(GLANCE_SECONDS)
            self._ended.wait(RESTRAINT_SECONDS)
            self._scribe.look(place)
        else:
            self._ended.wait(GLANCE_SECONDS)
        if time.monotonic() >= self._next_schema_look:
            self._next_schema_look = time.monotonic() + GLANCE_SECONDS
            self._scribe.refusal = OutdatedError() if self._store.outdated() else None
