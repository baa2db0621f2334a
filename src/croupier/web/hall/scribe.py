"""The one thread that writes: it takes what waits, decides it, and commits all of it at once."""

import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple

import structlog

from croupier.errors import CroupierError
from croupier.record.envelopes import Envelope
from croupier.record.journal import Append, ReusedIdError, StaleVersionError
from croupier.record.stores import Store
from croupier.web.hall.figures import AGAIN, COMMIT_SECONDS, DONE, EVENTS, FAILED
from croupier.web.hall.running_floor import Mark, RunningFloor

LOG = structlog.get_logger("croupier.scribe")
LARGEST = 64
"""How many pieces of work share one commit at most."""
EVERY = 20_000
"""After how many events a new picture of the floor is made."""
ATTEMPTS = 50
"""How often work is done again because another process was faster."""

Work = Callable[[RunningFloor], Any]
"""Something to be decided on the floor; what it appends is written down, or it is done again."""


class OvertakenError(CroupierError):
    """Other processes were faster each time."""

    def __init__(self) -> None:
        super().__init__("others were faster each time: try again")


class ClosedHallError(CroupierError):
    """The hall takes no more work."""

    def __init__(self) -> None:
        super().__init__("the server is shutting down: try again in a moment")


class StoreGoneError(CroupierError):
    """The store did not answer; what was asked may have been written down or not."""

    def __init__(self) -> None:
        super().__init__("the store does not answer: try again with the same key")


class Piece:
    """A piece of work that waits, and who waits for it."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.done: Future[Any] = Future()
        self.attempts = 0
        self.answer: Any = None
        self.appends: list[Append] = []


class Finished(NamedTuple):
    """What one commit came to."""

    envelopes: tuple[Envelope, ...]
    """All that is new in the log, whoever wrote it."""
    pieces: tuple[Piece, ...]
    """The work that was done; each has its answer."""
    mark: Mark | None = None
    """The floor after all of it, where a picture of it is to be made; else none."""


Publish = Callable[[Finished], None]


class Scribe:
    """Does work on the floor, one piece after the other, and has groups of them written at once.

    ``publish`` is called in this thread with what was committed, before anybody is answered.
    """

    def __init__(self, store: Store, floor: RunningFloor, publish: Publish) -> None:
        self._store, self.floor, self._publish = store, floor, publish
        self._position = self._pictured = 0
        self._waiting: queue.SimpleQueue[Piece | None] = queue.SimpleQueue()
        self._again: list[Piece] = []
        self._thread = threading.Thread(target=self._run, name="scribe", daemon=True)
        self._closed = self._looking = False
        self.refusal: CroupierError | None = None
        """Why no work is taken; none where it is."""

    def begin_at(self, mark: Mark, position: int) -> None:
        """Stand as at a mark that was kept at a place in the log."""
        self.floor.begin_at(mark)
        self._position = self._pictured = position

    def read_log(self, seen: Callable[[Envelope], None]) -> None:
        """Read the log on to its end before the work begins, and hand each event on."""
        for envelope in self._store.read_all(self._position):
            self.floor.take_in(envelope)
            self._position = envelope.position
            seen(envelope)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what waits, and end."""
        self._closed = True
        self._waiting.put(None)
        self._thread.join()

    def submit(self, work: Work) -> "Future[Any]":
        """Have work done; the future has its answer when all of it is on disk."""
        piece = Piece(work)
        if self.refusal is not None or self._closed:
            piece.done.set_exception(self.refusal or ClosedHallError())
        else:
            self._waiting.put(piece)
        return piece.done

    def look(self) -> None:
        """Have the log read on soon; once is enough for all who ask."""
        if not self._looking:
            self._looking = True
            self._waiting.put(Piece(self._look))

    def _look(self, _: RunningFloor) -> None:
        self._looking = False

    def catch_up(self) -> tuple[Envelope, ...]:
        """Read the log on from where it was read last, and have the floor go on by it."""
        found = tuple(self._store.read_all(self._position))
        for envelope in found:
            self.floor.take_in(envelope)
        if found:
            self._position = found[-1].position
        return found

    # ------------------------------------------------------------------------------ in the thread

    def _run(self) -> None:
        last = False
        while not (last and not self._again):
            group, last = self._next_group(last)
            if group:
                self._carry_out(group)

    def _next_group(self, last: bool) -> tuple[list[Piece], bool]:
        """What waits by now; the end is seen when nothing more will come."""
        group, self._again = self._again, []
        while len(group) < LARGEST and not last:
            try:
                piece = self._waiting.get(block=not group)
            except queue.Empty:
                break
            if piece is None:
                last = True
            else:
                group.append(piece)
        return group, last

    def _carry_out(self, group: Sequence[Piece]) -> None:
        """Decide, commit, read the log on, and tell."""
        began, mark = time.perf_counter(), self.floor.mark()
        undone = [stream for piece in group for stream in self._decide(piece)]
        appends = [one for piece in group for one in piece.appends]
        failed: list[BaseException | None]
        try:
            failed = list(self._store.append_group(appends)) if appends else []
        except Exception:
            LOG.warning("the store does not answer", exc_info=True)
            failed = [StoreGoneError()] * len(appends)
        done = self._sorted_out(group, failed)
        for one, why in zip(appends, failed, strict=True):
            undone += () if why is None else _streams(one)
        self.floor.go_back(mark, undone)
        try:
            news = self.catch_up()
        except Exception:
            LOG.warning("the store does not answer", exc_info=True)
            news = ()
            done = [_failed(piece, StoreGoneError()) for piece in done]
        COMMIT_SECONDS.observe(time.perf_counter() - began)
        EVENTS.inc(len(news))
        AGAIN.inc(len(group) - len(done))
        failures = sum(isinstance(piece.answer, BaseException) for piece in done)
        FAILED.inc(failures)
        DONE.inc(len(done) - failures)
        self._publish(Finished(news, tuple(done), self._mark_if_due()))

    def _mark_if_due(self) -> Mark | None:
        """The floor, where the log has grown by enough since its last picture."""
        if self._position - self._pictured < EVERY:
            return None
        self._pictured = self._position
        return self.floor.mark()

    def _decide(self, piece: Piece) -> list[str]:
        """Do a piece of work; of one that fails nothing is written, and its streams go back."""
        piece.attempts += 1
        try:
            piece.answer = piece.work(self.floor)
            piece.appends = self.floor.pending.taken()
        except Exception as error:  # noqa: BLE001 - it goes to whoever asked
            gone = isinstance(error, sqlite3.Error) or type(error).__module__.startswith("psycopg")
            piece.answer, piece.appends = StoreGoneError() if gone else error, []
            return [stream for one in self.floor.pending.taken() for stream in _streams(one)]
        return []

    def _sorted_out(
        self, group: Sequence[Piece], failed: "list[BaseException | None]"
    ) -> list[Piece]:
        """Part what is done from what is done again."""
        done, errors = [], iter(failed)
        for piece in group:
            why = [error for _ in piece.appends if (error := next(errors)) is not None]
            if not why:
                done.append(piece)
            elif not isinstance(why[0], StaleVersionError | ReusedIdError):
                done.append(_failed(piece, why[0]))
            elif piece.attempts >= ATTEMPTS:
                done.append(_failed(piece, OvertakenError()))
            else:
                self._again.append(piece)
        return done


def _streams(append: Append) -> list[str]:
    return [write.stream for write in append.writes]


def _failed(piece: Piece, error: BaseException) -> Piece:
    piece.answer = error
    return piece
