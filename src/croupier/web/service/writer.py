"""The writer thread: decides queued tasks one by one and commits each batch in one transaction."""

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from itertools import chain
from typing import Any, NamedTuple

import structlog

from croupier.errors import CroupierError
from croupier.floor.floor import Floor
from croupier.floor.pending import UndecidedError
from croupier.floor.state import Savepoint
from croupier.messages import Refused
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import (
    Append,
    CommandName,
    ReusedIdError,
    StaleVersionError,
    TurnResult,
)
from croupier.record.stores.base import FailedStoreError, Store
from croupier.web.metrics import AGAIN, COMMIT_SECONDS, DONE, EVENTS, FAILED, QUEUED, REFUSALS
from croupier.web.problems import OutcomeUnknownError, ProblemError, StoreGoneError

LOG = structlog.get_logger("croupier.writer")
MOST_TASKS = 64
"""The most tasks that share one commit."""
SNAPSHOT_EVENTS = 20_000
"""The number of events after which the next snapshot of the floor is due."""
LONGEST_REST_SECONDS = 0.025
"""The longest rest after a turn, in seconds, if processes share the store."""
ATTEMPTS = 50
"""How often a task is tried again because another process wrote first."""

Work = Callable[[Floor], Any]
"""A function that decides on the floor. What it appends is committed, or it is run again."""
Waiter = Future[Any] | asyncio.Future[Any]
"""The future of a task's answer, of any thread or of the event loop."""


class OvertakenError(ProblemError):
    """Other processes wrote first each time."""

    def __init__(self) -> None:
        super().__init__(503, "server/busy", "others were faster each time: try again")


class ShuttingDownError(ProblemError):
    """The service takes no more work."""

    def __init__(self) -> None:
        super().__init__(
            503, "server/closing", "the server is shutting down: try again in a moment"
        )


class Task:
    """Work that waits for the writer, with the future of its answer."""

    def __init__(self, work: Work, name: CommandName | None, done: Waiter) -> None:
        self.work, self.name, self.done = work, name, done
        self.attempts = 0
        self.unchecked = False
        """Whether nobody has checked yet if its command was carried out before."""
        self.answer: Any = None
        self.appends: list[Append] = []
        self.touched: list[str] = []
        self.refusals: list[tuple[Cause, Refused]] = []

    def reset(self, *, unchecked: bool = False) -> None:
        """Reset the task for another attempt."""
        self.attempts += 1
        self.unchecked = unchecked and self.name is not None
        self.answer, self.appends, self.touched = None, [], []

    def note_appends(self, appends: list[Append]) -> None:
        """Note what the work appends, and which streams it has changed on the floor."""
        self.appends = appends
        self.touched = [stream for one in appends for stream in _streams_of(one)]


class Batch(NamedTuple):
    """The result of one commit."""

    envelopes: tuple[Envelope, ...]
    """All that is new in the log, whichever process wrote it."""
    tasks: tuple[Task, ...]
    """The tasks that are done; each has its answer."""
    savepoint: Savepoint | None = None
    """The floor after the batch if a snapshot is due; else ``None``."""


Publish = Callable[[Batch], None]


class Writer:
    """Decides tasks on the floor one after the other and commits them in batches.

    ``publish`` is called in this thread with each committed batch, before anybody is answered.

    If processes share the store, the writer rests after a turn for as long as the turn took,
    however long it waited for the others. A turn costs all of them much the same whatever is
    decided in it, so under load more tasks share each turn; and a lone task hardly waits.
    """

    def __init__(
        self, store: Store, floor: Floor, publish: Publish, *, shared: bool = False
    ) -> None:
        self._store, self.floor, self._publish = store, floor, publish
        self._position = self._snapshot_position = self._log_end = 0
        self._waiting: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._again: list[Task] = []
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._closed = self._ended = self._reading_queued = False
        self._longest_rest = LONGEST_REST_SECONDS if shared else 0.0
        self._rests_until = 0.0
        self.refusal: CroupierError | None = None
        """Why no work is taken; ``None`` if it is."""
        self.failed_at: float | None = None
        """When the store last failed, by the monotonic clock; ``None`` if it has worked since."""

    def restore(self, savepoint: Savepoint, position: int) -> None:
        """Restore the floor from a savepoint that was saved at a position in the log."""
        self.floor.restore(savepoint)
        self._position = self._snapshot_position = position

    def read_log(self, on_event: Callable[[Envelope], None]) -> None:
        """Apply the rest of the log before the thread starts, and hand each event on."""
        for envelope in self._store.read_all(self._position):
            self.floor.apply(envelope)
            self._position = envelope.position
            on_event(envelope)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Finish the queued tasks, then stop the thread."""
        self._closed = True
        self._waiting.put(None)
        self._thread.join()

    def submit(self, work: Work, name: CommandName | None = None) -> "Future[Any]":
        """Queue work. Return the future of its answer, which is set once all of it is on disk.

        ``name`` is the name of the command that it carries out, if it is one.
        """
        done: Future[Any] = Future()
        self.enqueue(work, name, done)
        return done

    def enqueue(self, work: Work, name: CommandName | None, done: Waiter) -> None:
        """Queue work with the caller's future: one of the event loop's own costs least."""
        if self.refusal is not None or self._closed:
            done.set_exception(self.refusal or ShuttingDownError())
        else:
            self._waiting.put(Task(work, name, done))

    def read_soon(self, place: int = 0) -> None:
        """Read the log soon, unless it is known up to a position; 0 if that is unknown.

        Reading once serves all who asked.
        """
        self._log_end = max(self._log_end, place or self._position + 1)
        if self._log_end > self._position and not self._reading_queued:
            self._reading_queued = True
            self._waiting.put(Task(self._only_read, None, Future()))

    def _only_read(self, _: Floor) -> None:
        """Do nothing: the log is read before any task is decided."""

    def _apply(self, news: tuple[Envelope, ...]) -> tuple[Envelope, ...]:
        """Apply what is new in the log to the floor."""
        for envelope in news:
            self.floor.apply(envelope)
        if news:
            self._position = news[-1].position
        return news

    # ------------------------------------------------------------------------------ in the thread

    def _run(self) -> None:
        while self._again or not self._ended:
            batch, self._again = self._again, []
            self._join(batch)
            # Another process may be waiting for the lock. Resting as long as the turn took gives
            # it a turn, and lets more tasks gather for the next commit.
            if (rest := self._rests_until - time.perf_counter()) > 0:
                time.sleep(rest)
                self._join(batch)
            if batch:
                self._run_batch(batch)

    def _join(self, batch: list[Task]) -> None:
        """Add queued tasks to a batch; wait for the first if the batch is empty."""
        while len(batch) < MOST_TASKS and not self._ended:
            try:
                task = self._waiting.get(block=not batch)
            except queue.Empty:
                break
            if task is None:
                self._ended = True
                break
            self._reading_queued &= task.work != self._only_read
            batch.append(task)

    def _run_batch(self, batch: list[Task]) -> None:
        """Read the log, decide, commit and publish one batch."""
        began = time.perf_counter()
        QUEUED.set(self._waiting.qsize())
        if any(task.work != self._only_read for task in batch):
            news, done = self._decide_and_commit(batch)
        elif news := self._read_on():
            done = batch
        else:
            return
        ended = time.perf_counter()
        self._rests_until = ended + min(ended - began, self._longest_rest)
        COMMIT_SECONDS.observe(ended - began)
        EVENTS.inc(sum(_event_count(task) for task in done))
        AGAIN.inc(len(batch) - len(done))
        failures = sum(isinstance(task.answer, BaseException) for task in done)
        FAILED.inc(failures)
        DONE.inc(len(done) - failures)
        for task in done:
            if isinstance(task.answer, Refused):
                REFUSALS.labels(task.answer.code).inc()
        self._publish(Batch(news, tuple(done), self._savepoint_if_due()))

    def _read_on(self) -> tuple[Envelope, ...]:
        """Apply what other processes have written; nothing if the store does not answer."""
        if self._log_end <= self._position:
            return ()
        try:
            return self._apply(tuple(self._store.read_all(self._position)))
        except Exception:
            LOG.warning("the store does not answer", exc_info=True)
            return ()

    def _decide_and_commit(self, batch: list[Task]) -> tuple[tuple[Envelope, ...], list[Task]]:
        """Decide a batch on all that is in the log, and commit it.

        Return all that is new in the log, and the tasks that are done.

        Tasks that came while the lock was awaited join the batch. Their commands are taken for new
        ones; an id that was used after all shows when they are written.
        """
        sent = False
        news: tuple[Envelope, ...] = ()
        savepoint: Savepoint | None = None
        names = [task.name for task in batch if task.name is not None]
        for task in batch:
            task.reset()
        try:
            with self._store.turn(self._position, names) as turn:
                news = self._apply(turn.news)
                savepoint = self.floor.savepoint()
                self.floor.pending_appends.begin_group(
                    turn.unused | self._join_late(batch, {*names})
                )
                for task in batch:
                    self._decide(task)
                appends = [one for task in batch for one in task.appends]
                sent = bool(appends)
                failed, written = turn.append(appends) if appends else TurnResult([], ())
            done = self._settle(batch, failed)
            if written:
                self.failed_at = None
        except Exception:
            # The commit may have succeeded all the same: only its answer is lost. The
            # senders learn that the outcome is unknown, never that it failed.
            LOG.warning("the store does not answer", exc_info=True)
            self.failed_at = time.monotonic()
            written = ()
            done = [
                _fail(one, OutcomeUnknownError() if sent and one.appends else StoreGoneError())
                for one in batch
            ]
        kept = {id(task) for task in done if not isinstance(task.answer, BaseException)}
        if savepoint is not None:
            # Roll back even what may be committed: the floor holds only what the log is known to
            # hold, and whatever was written comes back when the log is read next.
            guessed = (task.touched for task in batch if id(task) not in kept)
            self.floor.roll_back(savepoint, chain.from_iterable(guessed))
        return news + self._apply(written), done

    def _join_late(self, batch: list[Task], asked: set[CommandName]) -> frozenset[CommandName]:
        """Add tasks that arrived while the lock was awaited.

        Return their command ids: nobody has checked them for reuse yet.
        """
        early = len(batch)
        self._join(batch)
        for task in batch[early:]:
            task.reset(unchecked=task.name not in asked)
        return frozenset(
            one.name for one in batch[early:] if one.unchecked and one.name is not None
        )

    def _savepoint_if_due(self) -> Savepoint | None:
        """Return the floor if the log has grown enough for another snapshot."""
        if self._position - self._snapshot_position < SNAPSHOT_EVENTS:
            return None
        self._snapshot_position = self._position
        return self.floor.savepoint()

    def _decide(self, task: Task) -> None:
        """Decide one task; a task that fails writes nothing."""
        try:
            task.answer = task.work(self.floor)
            task.note_appends(self.floor.pending_appends.take_appends())
            self.floor.pending_appends.note_group(task.appends)
            task.refusals = self.floor.pending_appends.take_refusals()
        except Exception as error:  # noqa: BLE001 - it goes to the caller
            if isinstance(error, sqlite3.Error | FailedStoreError):
                self.failed_at = time.monotonic()
                # Seeds and orders of cards are written at once, while something is decided.
                unknown = isinstance(error, FailedStoreError)
                error = OutcomeUnknownError() if unknown else StoreGoneError()
            task.answer = error
            task.note_appends(self.floor.pending_appends.take_appends())
            task.appends, task.refusals = [], []
            self.floor.pending_appends.take_refusals()

    def _settle(self, batch: Sequence[Task], failed: Sequence[BaseException | None]) -> list[Task]:
        """Separate the tasks that are done from those to be decided again."""
        done, errors = [], iter(failed)
        doubtful = any(failed)
        for task in batch:
            why = [error for _ in task.appends if (error := next(errors)) is not None]
            overtaken = bool(why) and isinstance(why[0], StaleVersionError | ReusedIdError)
            overtaken |= isinstance(task.answer, UndecidedError)
            # A refusal may rest on an earlier task of this batch that came to nothing (the seat
            # was taken, and then was not): decide it again on what was really written.
            overtaken |= doubtful and isinstance(task.answer, Refused)
            # It joined late, so nobody has checked whether its command was carried out before;
            # without an append the store had no occasion to say so.
            overtaken |= task.unchecked and not task.appends
            if why and not overtaken:
                done.append(_fail(task, why[0]))
            elif not overtaken:
                self.floor.pending_appends.confirm(task.refusals)
                done.append(task)
            elif task.attempts >= ATTEMPTS:
                done.append(_fail(task, OvertakenError()))
            else:
                self._again.append(task)
        return done


def _streams_of(append: Append) -> list[str]:
    return [write.stream for write in append.writes]


def _event_count(task: Task) -> int:
    """Return how many events a finished task led to."""
    if isinstance(task.answer, BaseException):
        return 0
    return sum(len(write.events) for one in task.appends for write in one.writes)


def _fail(task: Task, error: BaseException) -> Task:
    task.answer = error
    return task
