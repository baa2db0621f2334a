"""The one thread that writes: it takes what waits, decides it, and commits all of it at once."""

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
from croupier.floor.floor import RunningFloor
from croupier.floor.pending import UndecidedError
from croupier.floor.state import SavedFloor
from croupier.messages import Refused
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import Append, CommandName, ReusedIdError, StaleVersionError, Written
from croupier.record.stores.base import FailedStoreError, Store
from croupier.web.metrics import AGAIN, COMMIT_SECONDS, DONE, EVENTS, FAILED
from croupier.web.problems import OutcomeUnknownError, ProblemError, StoreGoneError

LOG = structlog.get_logger("croupier.scribe")
LARGEST = 64
"""How many pieces of work share one commit at most."""
EVERY = 20_000
"""After how many events a new picture of the floor is made."""
LONGEST_REST = 0.025
"""How many seconds the writer rests after a turn at most, where processes share a store."""
ATTEMPTS = 50
"""How often work is done again because another process was faster."""

Work = Callable[[RunningFloor], Any]
"""Something to be decided on the floor; what it appends is written down, or it is done again."""
Waiter = Future[Any] | asyncio.Future[Any]
"""By what somebody waits for work, in any thread or in the event loop."""


class OvertakenError(ProblemError):
    """Other processes were faster each time."""

    def __init__(self) -> None:
        super().__init__(503, "server/busy", "others were faster each time: try again")


class ClosedHallError(ProblemError):
    """The hall takes no more work."""

    def __init__(self) -> None:
        super().__init__(
            503, "server/closing", "the server is shutting down: try again in a moment"
        )


class Piece:
    """A piece of work that waits, and who waits for it."""

    def __init__(self, work: Work, name: CommandName | None, done: Waiter) -> None:
        self.work, self.name, self.done = work, name, done
        self.attempts = 0
        self.unasked = False
        """Whether nobody has looked yet if its command was carried out before."""
        self.answer: Any = None
        self.appends: list[Append] = []
        self.touched: list[str] = []
        self.refusals: list[tuple[Cause, Refused]] = []

    def begin(self, *, unasked: bool = False) -> None:
        """Be done once more, from nothing."""
        self.attempts += 1
        self.unasked = unasked and self.name is not None
        self.answer, self.appends, self.touched = None, [], []

    def decided(self, appends: list[Append]) -> None:
        """Take in what the work came to, and which streams it has changed on the floor."""
        self.appends = appends
        self.touched = [stream for one in appends for stream in _streams(one)]


class Finished(NamedTuple):
    """What one commit came to."""

    envelopes: tuple[Envelope, ...]
    """All that is new in the log, whoever wrote it."""
    pieces: tuple[Piece, ...]
    """The work that was done; each has its answer."""
    mark: SavedFloor | None = None
    """The floor after all of it, where a picture of it is to be made; else none."""


Publish = Callable[[Finished], None]


class Scribe:
    """Does work on the floor, one piece after the other, and has groups of them written at once.

    ``publish`` is called in this thread with what was committed, before anybody is answered.

    Where processes share the store, the writer rests after a turn for as long as the turn took,
    however long it had to wait for the others. A turn costs all of them much the same whatever is
    decided in it, so under load more shares each one; and whoever asks alone hardly waits.
    """

    def __init__(
        self, store: Store, floor: RunningFloor, publish: Publish, *, shared: bool = False
    ) -> None:
        self._store, self.floor, self._publish = store, floor, publish
        self._position = self._pictured = self._reaches = 0
        self._waiting: queue.SimpleQueue[Piece | None] = queue.SimpleQueue()
        self._again: list[Piece] = []
        self._thread = threading.Thread(target=self._run, name="scribe", daemon=True)
        self._closed = self._ended = self._looking = False
        self._longest_rest = LONGEST_REST if shared else 0.0
        self._rests_until = 0.0
        self.refusal: CroupierError | None = None
        """Why no work is taken; none where it is."""
        self.failed_at: float | None = None
        """When the store last failed, by the monotonic clock; none where it has worked since."""

    def begin_at(self, mark: SavedFloor, position: int) -> None:
        """Stand as at a mark that was kept at a place in the log."""
        self.floor.restore(mark)
        self._position = self._pictured = position

    def read_log(self, seen: Callable[[Envelope], None]) -> None:
        """Read the log on to its end before the work begins, and hand each event on."""
        for envelope in self._store.read_all(self._position):
            self.floor.apply(envelope)
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

    def submit(self, work: Work, name: CommandName | None = None) -> "Future[Any]":
        """Have work done; the future has its answer when all of it is on disk.

        ``name`` is that of the command that it carries out, where it is one.
        """
        done: Future[Any] = Future()
        self.take(work, name, done)
        return done

    def take(self, work: Work, name: CommandName | None, done: Waiter) -> None:
        """The same, for whoever brings the future: one of the event loop's own costs least."""
        if self.refusal is not None or self._closed:
            done.set_exception(self.refusal or ClosedHallError())
        else:
            self._waiting.put(Piece(work, name, done))

    def look(self, place: int = 0) -> None:
        """Have the log read on soon, unless it is known up to a place; 0 where nobody knows one.

        Once is enough for all who ask.
        """
        self._reaches = max(self._reaches, place or self._position + 1)
        if self._reaches > self._position and not self._looking:
            self._looking = True
            self._waiting.put(Piece(self._look, None, Future()))

    def _look(self, _: RunningFloor) -> None:
        """Nothing is left to do: whoever decides has read the log."""

    def _take_in(self, news: tuple[Envelope, ...]) -> tuple[Envelope, ...]:
        """Have the floor go on by what is new in the log."""
        for envelope in news:
            self.floor.apply(envelope)
        if news:
            self._position = news[-1].position
        return news

    # ------------------------------------------------------------------------------ in the thread

    def _run(self) -> None:
        while self._again or not self._ended:
            group, self._again = self._again, []
            self._join(group)
            if (rest := self._rests_until - time.perf_counter()) > 0:
                time.sleep(rest)
                self._join(group)
            if group:
                self._carry_out(group)

    def _join(self, group: list[Piece]) -> None:
        """Add what waits by now to a group; the first piece of one is waited for."""
        while len(group) < LARGEST and not self._ended:
            try:
                piece = self._waiting.get(block=not group)
            except queue.Empty:
                break
            if piece is None:
                self._ended = True
                break
            self._looking &= piece.work != self._look
            group.append(piece)

    def _carry_out(self, group: list[Piece]) -> None:
        """Read the log on, decide, commit, and tell."""
        began = time.perf_counter()
        if any(piece.work != self._look for piece in group):
            news, done = self._in_turn(group)
        elif news := self._read_on():
            done = group
        else:
            return
        ended = time.perf_counter()
        self._rests_until = ended + min(ended - began, self._longest_rest)
        COMMIT_SECONDS.observe(ended - began)
        EVENTS.inc(sum(_events(piece) for piece in done))
        AGAIN.inc(len(group) - len(done))
        failures = sum(isinstance(piece.answer, BaseException) for piece in done)
        FAILED.inc(failures)
        DONE.inc(len(done) - failures)
        self._publish(Finished(news, tuple(done), self._mark_if_due()))

    def _read_on(self) -> tuple[Envelope, ...]:
        """Take in what others have written; nothing where the store does not answer."""
        if self._reaches <= self._position:
            return ()
        try:
            return self._take_in(tuple(self._store.read_all(self._position)))
        except Exception:
            LOG.warning("the store does not answer", exc_info=True)
            return ()

    def _in_turn(self, group: list[Piece]) -> tuple[tuple[Envelope, ...], list[Piece]]:
        """Decide on all that is in the log, and commit; what is new, and the work that is done.

        What came while the turn was waited for joins the group. Its commands are taken for new
        ones; a name that was used after all shows when they are written.

        Where the store fails once it has something to write, nobody knows what was written. The
        floor goes back to what it is sure of, and the log tells the rest when it is read next.
        """
        sent = False
        news: tuple[Envelope, ...] = ()
        mark: SavedFloor | None = None
        names = [piece.name for piece in group if piece.name is not None]
        for piece in group:
            piece.begin()
        try:
            with self._store.turn(self._position, names) as turn:
                news = self._take_in(turn.news)
                mark = self.floor.savepoint()
                self.floor.pending.begin_group(turn.unused | self._late(group, {*names}))
                for piece in group:
                    self._decide(piece)
                appends = [one for piece in group for one in piece.appends]
                sent = bool(appends)
                failed, written = turn.append(appends) if appends else Written([], ())
            done = self._sorted_out(group, failed)
            if written:
                self.failed_at = None
        except Exception:
            LOG.warning("the store does not answer", exc_info=True)
            self.failed_at = time.monotonic()
            written = ()
            done = [
                _failed(one, OutcomeUnknownError() if sent and one.appends else StoreGoneError())
                for one in group
            ]
        kept = {id(piece) for piece in done if not isinstance(piece.answer, BaseException)}
        if mark is not None:
            guessed = (piece.touched for piece in group if id(piece) not in kept)
            self.floor.roll_back(mark, chain.from_iterable(guessed))
        return news + self._take_in(written), done

    def _late(self, group: list[Piece], asked: set[CommandName]) -> frozenset[CommandName]:
        """Have what waits by now join a group whose turn has come; names that nobody looked up."""
        early = len(group)
        self._join(group)
        for piece in group[early:]:
            piece.begin(unasked=piece.name not in asked)
        return frozenset(one.name for one in group[early:] if one.unasked and one.name is not None)

    def _mark_if_due(self) -> SavedFloor | None:
        """The floor, where the log has grown by enough since its last picture."""
        if self._position - self._pictured < EVERY:
            return None
        self._pictured = self._position
        return self.floor.savepoint()

    def _decide(self, piece: Piece) -> None:
        """Do a piece of work; of one that fails nothing is written."""
        try:
            piece.answer = piece.work(self.floor)
            piece.decided(self.floor.pending.take_appends())
            self.floor.pending.note_group(piece.appends)
            piece.refusals = self.floor.pending.take_refusals()
        except Exception as error:  # noqa: BLE001 - it goes to whoever asked
            if isinstance(error, sqlite3.Error | FailedStoreError):
                self.failed_at = time.monotonic()
                # Seeds and orders of cards are written at once, while something is decided.
                unknown = isinstance(error, FailedStoreError)
                error = OutcomeUnknownError() if unknown else StoreGoneError()
            piece.answer = error
            piece.decided(self.floor.pending.take_appends())
            piece.appends, piece.refusals = [], []
            self.floor.pending.take_refusals()

    def _sorted_out(
        self, group: Sequence[Piece], failed: Sequence[BaseException | None]
    ) -> list[Piece]:
        """Part what is done from what is done again.

        A refusal may have followed from something that came to nothing: it is looked at again too.
        So is a command of which nothing was written, where nobody has asked if it was before.
        """
        done, errors = [], iter(failed)
        doubtful = any(failed)
        for piece in group:
            why = [error for _ in piece.appends if (error := next(errors)) is not None]
            overtaken = bool(why) and isinstance(why[0], StaleVersionError | ReusedIdError)
            overtaken |= isinstance(piece.answer, UndecidedError)
            overtaken |= doubtful and isinstance(piece.answer, Refused)
            overtaken |= piece.unasked and not piece.appends
            if why and not overtaken:
                done.append(_failed(piece, why[0]))
            elif not overtaken:
                self.floor.pending.confirm(piece.refusals)
                done.append(piece)
            elif piece.attempts >= ATTEMPTS:
                done.append(_failed(piece, OvertakenError()))
            else:
                self._again.append(piece)
        return done


def _streams(append: Append) -> list[str]:
    return [write.stream for write in append.writes]


def _events(piece: Piece) -> int:
    """How many events a piece of work led to that was done."""
    if isinstance(piece.answer, BaseException):
        return 0
    return sum(len(write.events) for one in piece.appends for write in one.writes)


def _failed(piece: Piece, error: BaseException) -> Piece:
    piece.answer = error
    return piece
