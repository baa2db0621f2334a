"""The facade for routes and features: submit work, read views, subscribe to what is committed."""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date, datetime
from typing import Any, TypeVar

import structlog

from croupier.display.layout import table_view
from croupier.display.viewers import Viewer
from croupier.display.views import TableSummary, TableView
from croupier.errors import CroupierError
from croupier.floor.floor import Reaction, Route, UnknownTableError, shared_floor
from croupier.floor.state import Savepoint
from croupier.games.table.choices import Choices
from croupier.games.table.opening import LawAdopted
from croupier.house.accounts import PlayerAccount
from croupier.messages import Command, Refused
from croupier.record.envelopes import Envelope
from croupier.record.integrity.proofs import TreeHeads, open_since
from croupier.record.journal import CommandName, Journal
from croupier.record.secrets.sealed_orders import SealedSecrets
from croupier.record.stores.base import Store
from croupier.web.live.read_model import ReadModel, TableReadModel, names_for, summary_of
from croupier.web.live.subscribers import Subscribers
from croupier.web.metrics import RESTING
from croupier.web.service import snapshots
from croupier.web.service.snapshots import SnapshotPart
from croupier.web.service.store import ServerStore, StoreClock, StoreWatcher
from croupier.web.service.writer import Batch, Task, Work, Writer

LOG = structlog.get_logger("croupier.floor")
RECOVERY_SECONDS = 5.0
"""How long after a failure the store is not tried again."""
TRIAL_SECONDS = 2.0
"""How long a trial write may take."""
Listener = Callable[[Sequence[Envelope]], None]
T = TypeVar("T")


class FloorService:
    """One process's part of the floor.

    Work goes to the writer's thread; the read model is folded from the log in the event loop.
    """

    def __init__(
        self,
        store: ServerStore,
        *,
        session_choices: Choices | None = None,
        reactions: Sequence[Reaction] = (),
        route: Route | None = None,
    ) -> None:
        self.store = store
        self.read_model = ReadModel()
        self.subscribers = Subscribers(self.read_model)
        self.tree_heads = TreeHeads()
        """The heads read so far of the tree over the log, for proofs."""
        self.clock = StoreClock()
        """The store's clock."""
        floor = shared_floor(
            store.writer, store.cards, self.clock.now, reactions=reactions, route=route
        )
        floor.session_choices = session_choices or Choices()
        floor.ballots = store.lots
        floor.secrets_of = lambda stream: SealedSecrets(store.writer, stream, store.master)
        self._floor = floor
        self._writer = Writer(store.writer, floor, self._publish, shared=store.shared)
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="reader")
        self.exclusion: Callable[[str, Command], Refused | None] = _exclude_nobody
        """Returns the refusal if an exclusion keeps a player from a command."""
        self._listeners: list[Listener] = []
        self._watcher = StoreWatcher(store, self._writer)
        self._parts: dict[str, SnapshotPart] = {}
        self._snapshot_position = 0
        self._loop: asyncio.AbstractEventLoop | None = None

    def set_session_choices(self, choices: Choices) -> None:
        """Set the house's choices for tables that tournaments open from now on."""
        self._floor.session_choices = choices

    # --------------------------------------------------------------------------- opening, closing

    async def open(self) -> None:
        """Restore the last snapshot, read the log from there, and begin to take work."""
        self._loop = asyncio.get_running_loop()
        before: list[Envelope] = []
        await self._loop.run_in_executor(self._readers, self._restore_snapshot)

        def on_event(envelope: Envelope) -> None:
            self.read_model.apply(envelope)
            if self._listeners:
                before.append(envelope)

        await self._loop.run_in_executor(self._readers, self._writer.read_log, on_event)
        for listener in self._listeners:
            listener(before)
        LOG.info(
            "the floor is read", events=self.read_model.position, snapshot=self._snapshot_position
        )
        self._count_resting()
        if self.read_model.position - self._snapshot_position >= snapshots.MIN_NEW_EVENTS:
            await self._save_snapshot(self._floor.savepoint())
        self.subscribers.begin()
        self._writer.start()
        self._watcher.start()

    def _count_resting(self) -> None:
        """Log and count the tables that rest: nobody can play there until an official has acted."""
        resting = self.read_model.resting_tables
        RESTING.set(len(resting))
        if resting:
            LOG.warning("tables rest", count=len(resting), tables=list(resting))
        if tournaments := self.read_model.resting_tournaments:
            LOG.warning("tournaments rest", count=len(tournaments), tournaments=list(tournaments))

    async def close(self) -> None:
        """Finish queued work, save a snapshot, and close the store."""
        self.subscribers.dismiss(lambda _: True)
        self._watcher.stop()
        await asyncio.get_running_loop().run_in_executor(self._readers, self._writer.stop)
        if self.read_model.position - self._snapshot_position >= snapshots.MIN_NEW_EVENTS:
            await self._save_snapshot(self._floor.savepoint())
        self._readers.shutdown()
        self.store.close()

    def _restore_snapshot(self) -> None:
        """Restore the last snapshot, if there is one that fits."""
        snapshot = snapshots.load_snapshot(self.store.reader)
        if snapshot is None or snapshot.parts.keys() != self._parts.keys():
            return
        self._writer.restore(snapshot.savepoint, snapshot.position)
        snapshot.fill(self.read_model)
        for name, part in self._parts.items():
            part.restore_state(bytes(snapshot.parts[name]))
        self._snapshot_position = snapshot.position

    async def _save_snapshot(self, savepoint: Savepoint) -> None:
        """Save a snapshot of the floor. It is only a cache: log a failure, never raise."""
        snapshot = snapshots.take_snapshot(savepoint, self.read_model, self._parts)
        self._snapshot_position = snapshot.position
        try:
            await asyncio.get_running_loop().run_in_executor(
                self._readers, snapshots.save_snapshot, self.store.writer, snapshot
            )
        except Exception:
            LOG.warning("no snapshot of the floor could be saved", exc_info=True)

    def add_snapshot_part(self, name: str, part: SnapshotPart) -> None:
        """Save the state of another part of the server with each snapshot."""
        self._parts[name] = part

    def set_own_limits(
        self,
        limits: Callable[[PlayerAccount, Command], Refused | None],
        day_of: Callable[[datetime], date],
        zone: Callable[[], str],
    ) -> None:
        """Apply players' own limits in every decision, by the days of the house."""
        purses = self._floor.purses
        assert purses is not None
        purses.limits, purses.day_of, purses.zone = limits, day_of, zone

    def subscribe(self, listener: Listener) -> None:
        """Call a listener with all committed events, in order.

        One that subscribes before the service opens gets everything from the last snapshot on.
        """
        self._listeners.append(listener)

    @property
    def takes_work(self) -> bool:
        """Whether work submitted here is accepted."""
        return self._writer.refusal is None

    async def can_write(self) -> bool:
        """Return whether the store accepts writes, as far as can be known without writing an event.

        A store that failed is tried again after a while. A small change may fit on a disk that is
        full for everything else, so a failure counts for some seconds whatever a trial says.
        """
        failed = self._writer.failed_at
        if not self.store.has_room():
            return False
        if failed is None:
            return True
        if time.monotonic() - failed < RECOVERY_SECONDS:
            return False
        try:
            await asyncio.wait_for(self.write(lambda store: store.try_writing()), TRIAL_SECONDS)
        except (CroupierError, TimeoutError):
            return False
        self._writer.failed_at = None
        return True

    # ----------------------------------------------------------------------------------- working

    async def do(self, work: Work, name: CommandName | None = None) -> Any:
        """Do work on the floor. Return its answer once it is committed and published.

        ``name`` is the command's name: the store then looks up all names of a batch at once to find
        commands that were carried out before.
        """
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._writer.enqueue(work, name, done)
        return await done

    def submit(self, work: Work) -> "Future[Any]":
        """Queue work without waiting. Return the future of its answer."""
        return self._writer.submit(work)

    async def record(self, work: Callable[[Journal], T]) -> T:
        """Write to streams of the caller's own, in the writer's thread.

        ``work`` reads and appends; after a conflict it is run again, and so decides afresh.
        """
        answer: T = await self.do(lambda floor: work(floor.pending_appends))
        return answer

    async def catch_up(self) -> None:
        """Read everything that other processes have written by now."""
        if self.store.shared:
            await self.do(lambda _: None)

    async def write(self, writing: Callable[[Store], T]) -> T:
        """Write to the store what is not an event, such as a checkpoint, in the writer's thread."""
        answer: T = await self.do(lambda _: writing(self.store.writer))
        return answer

    async def read(self, reading: Callable[[Store], T]) -> T:
        """Read from the store, in the reader's thread."""
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, reading, self.store.reader
        )

    # -------------------------------------------------------------------------------- publishing

    def _publish(self, batch: Batch) -> None:
        """Hand a committed batch over to the event loop."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._deliver, batch)

    def _deliver(self, batch: Batch) -> None:
        """Publish a batch to subscribers and listeners, then answer those who wait."""
        if batch.envelopes:
            self.clock.adjust(batch.envelopes[-1].recorded)
        self.subscribers.publish(batch.envelopes)
        if any(isinstance(one.event, LawAdopted) for one in batch.envelopes):
            RESTING.set(len(self.read_model.resting_tables))
        for listener in self._listeners:
            listener(batch.envelopes)
        for task in batch.tasks:
            _resolve(task)
        if batch.savepoint is not None:
            self._save_snapshot_later(batch.savepoint)

    def _save_snapshot_later(self, savepoint: Savepoint) -> None:
        """Queue a snapshot of the floor as of the batch that was just published."""
        snapshot = snapshots.take_snapshot(savepoint, self.read_model, self._parts)
        self._snapshot_position = snapshot.position
        self.submit(lambda _: snapshots.save_snapshot(self.store.writer, snapshot))

    # ----------------------------------------------------------------------------------- looking

    def rounds_in_play(self, store: Store) -> dict[str, int]:
        """Return the tables with a round in play, and the position in the log where each round
        began."""
        shown = list(self.read_model.tables.items())
        in_play = [name for name, one in shown if one.table.round is not None]
        begun = {name: open_since(store, name) for name in in_play}
        return {name: since for name, since in begun.items() if since is not None}

    def table(self, name: str) -> TableReadModel:
        """Return the read model of a table. Raise ``UnknownTableError`` if there is none."""
        begun = self.read_model.tables.get(name)
        if begun is None:
            raise UnknownTableError(name)
        return begun

    def view(self, name: str, viewer: Viewer) -> TableView:
        """Return a table as a viewer may see it."""
        shown = self.table(name)
        return table_view(
            shown.law,
            self.read_model.scene(name),
            viewer,
            due=shown.due,
            names=names_for(viewer, self.read_model.names),
            rests=shown.rests,
        )

    def tables(self, names: Iterable[str] | None = None) -> tuple[TableSummary, ...]:
        """Return the summaries of these tables; of all, in the order of their opening, without
        ``names``."""
        chosen = self.read_model.tables if names is None else names
        return tuple(summary_of(self.read_model, name) for name in chosen)


def _exclude_nobody(_: str, __: Command) -> Refused | None:
    """Exclude nobody: for a service without accounts."""
    return None


def _resolve(task: Task) -> None:
    """Resolve the future of a task with its answer or its error."""
    if task.done.cancelled():
        return
    if isinstance(task.answer, BaseException):
        task.done.set_exception(task.answer)
    else:
        task.done.set_result(task.answer)
