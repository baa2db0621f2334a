"""The hall: where a server's parts ask for work, look at the floor and follow what happens."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date, datetime
from typing import Any, TypeVar

import structlog

from croupier.display.layout import view
from croupier.display.viewers import Viewer
from croupier.display.views import TableSummary, TableView
from croupier.errors import CroupierError
from croupier.features.promotions.runner import enter_earned
from croupier.floor.floor import NoSuchTableError, shared_floor
from croupier.floor.state import SavedFloor
from croupier.games.table.choices import Choices
from croupier.games.table.opening import LawAdopted
from croupier.house.accounts import PlayerAccount
from croupier.messages import Command, Refused
from croupier.record.envelopes import Envelope
from croupier.record.integrity.proofs import TreeHeads, open_since
from croupier.record.journal import CommandName, Journal
from croupier.record.stores.base import Store
from croupier.web.live.read_model import Showcase, ShownTable, names_for, summary_of
from croupier.web.live.subscribers import Audience
from croupier.web.metrics import RESTING
from croupier.web.service import snapshots
from croupier.web.service.snapshots import Remembered
from croupier.web.service.store import HallStore, Lookout, StoreClock
from croupier.web.service.writer import Finished, Piece, Scribe, Work

LOG = structlog.get_logger("croupier.hall")
RECOVERY_SECONDS = 5.0
"""How long a store that has failed is not tried again to see whether it works by now."""
TRIAL_SECONDS = 2.0
"""How long such a trial may take."""
Listener = Callable[[Sequence[Envelope]], None]
T = TypeVar("T")


class Hall:
    """One process's part of the floor.

    Work goes to the writer's thread; what is shown is folded from the log in the event loop.
    """

    def __init__(self, store: HallStore, *, session_choices: Choices | None = None) -> None:
        self.store = store
        """The store, its keys and the cards."""
        self.showcase = Showcase()
        """What there is to be seen."""
        self.audience = Audience(self.showcase)
        """Who follows the floor live."""
        self.tree_heads = TreeHeads()
        """What was read of the tree over the log, for proofs."""
        self.clock = StoreClock()
        """The store's clock."""
        floor = shared_floor(store.writer, store.cards, self.clock.now, reactions=(enter_earned,))
        floor.session_choices = session_choices or Choices()
        self._floor = floor
        self._scribe = Scribe(store.writer, floor, self._publish, shared=store.shared)
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="reader")
        self.keeps_from: Callable[[str, Command], Refused | None] = _from_nothing
        """Says what an exclusion keeps a player from."""
        self._listeners: list[Listener] = []
        self._lookout = Lookout(store, self._scribe)
        self._parts: dict[str, Remembered] = {}
        self._pictured = 0
        self._loop: asyncio.AbstractEventLoop | None = None

    # --------------------------------------------------------------------------- opening, closing

    async def open(self) -> None:
        """Read the log from the last picture on, and begin to take work."""
        self._loop = asyncio.get_running_loop()
        before: list[Envelope] = []
        await self._loop.run_in_executor(self._readers, self._begin_with_picture)

        def seen(envelope: Envelope) -> None:
            self.showcase.take(envelope)
            if self._listeners:
                before.append(envelope)

        await self._loop.run_in_executor(self._readers, self._scribe.read_log, seen)
        for listener in self._listeners:
            listener(before)
        LOG.info("the floor is read", events=self.showcase.position, picture=self._pictured)
        self._count_resting()
        if self.showcase.position - self._pictured >= snapshots.WORTH:
            await self._take_picture(self._floor.savepoint())
        self.audience.begin()
        self._scribe.start()
        self._lookout.start()

    def _count_resting(self) -> None:
        """Say at the start which tables rest: nobody plays there until somebody has acted."""
        resting = self.showcase.resting
        RESTING.set(len(resting))
        if resting:
            LOG.warning("tables rest", count=len(resting), tables=list(resting))
        if tournaments := self.showcase.resting_tournaments:
            LOG.warning("tournaments rest", count=len(tournaments), tournaments=list(tournaments))

    async def close(self) -> None:
        """Finish what was begun, and let go of the store."""
        self.audience.dismiss(lambda _: True)
        self._lookout.stop()
        await asyncio.get_running_loop().run_in_executor(self._readers, self._scribe.stop)
        if self.showcase.position - self._pictured >= snapshots.WORTH:
            await self._take_picture(self._floor.savepoint())
        self._readers.shutdown()
        self.store.close()

    def _begin_with_picture(self) -> None:
        """Go on from the last picture, where there is one that fits."""
        picture = snapshots.kept(self.store.reader)
        if picture is None or picture.parts.keys() != self._parts.keys():
            return
        self._scribe.begin_at(picture.mark, picture.position)
        picture.show(self.showcase)
        for name, part in self._parts.items():
            part.remember(bytes(picture.parts[name]))
        self._pictured = picture.position

    async def _take_picture(self, mark: SavedFloor) -> None:
        """Keep how the floor stands; nobody depends on it, so a failure is none."""
        picture = snapshots.taken(mark, self.showcase, self._parts)
        self._pictured = picture.position
        try:
            await asyncio.get_running_loop().run_in_executor(
                self._readers, snapshots.keep, self.store.writer, picture
            )
        except Exception:
            LOG.warning("no picture of the floor could be kept", exc_info=True)

    def remember(self, name: str, part: Remembered) -> None:
        """Have what a part of the server knows from the log kept with pictures of the floor."""
        self._parts[name] = part

    def hold_to(
        self,
        limits: Callable[[PlayerAccount, Command], Refused | None],
        day_of: Callable[[datetime], date],
    ) -> None:
        """Have players held to limits of their own, in the decision itself, by the gaming day."""
        assert self._floor.purses is not None
        self._floor.purses.limits, self._floor.purses.day_of = limits, day_of

    def follow(self, listener: Listener) -> None:
        """Have a part of the server told of what is written, in order; it tells nobody before.

        Who follows from before the hall opens is told of everything in the log.
        """
        self._listeners.append(listener)

    @property
    def takes_work(self) -> bool:
        """Whether what is asked for here is carried out."""
        return self._scribe.refusal is None

    async def can_write(self) -> bool:
        """Whether the store takes what is written, as far as one can tell without an event.

        One that has failed is tried, after a while. A small change may fit on a disk that is full
        for everything else; so a failure counts for some seconds whatever a trial says.
        """
        failed = self._scribe.failed_at
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
        self._scribe.failed_at = None
        return True

    # ----------------------------------------------------------------------------------- working

    async def do(self, work: Work, name: CommandName | None = None) -> Any:
        """Have work done on the floor: decided, written down, shown, and only then answered.

        ``name`` is that of the command that it carries out: whether that is new is then asked for
        all that waits at once.
        """
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._scribe.take(work, name, done)
        return await done

    def submit(self, work: Work) -> "Future[Any]":
        """The same, for those who do not wait."""
        return self._scribe.submit(work)

    async def record(self, work: Callable[[Journal], T]) -> T:
        """Have a part of the server write to streams of its own.

        ``work`` reads and appends; after a conflict it is run again, and so decides anew.
        """
        answer: T = await self.do(lambda floor: work(floor.pending))
        return answer

    async def catch_up(self) -> None:
        """Know all that other processes have written by now."""
        if self.store.shared:
            await self.do(lambda _: None)

    async def write(self, writing: Callable[[Store], T]) -> T:
        """Write to the store what is no event, such as a checkpoint, in the writer's thread."""
        answer: T = await self.do(lambda _: writing(self.store.writer))
        return answer

    async def read(self, reading: Callable[[Store], T]) -> T:
        """Look something up in the store, beside the work."""
        return await asyncio.get_running_loop().run_in_executor(
            self._readers, reading, self.store.reader
        )

    # -------------------------------------------------------------------------------- publishing

    def _publish(self, finished: Finished) -> None:
        """Hand over to the event loop what was committed."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._deliver, finished)

    def _deliver(self, finished: Finished) -> None:
        """Show what happened, tell those who follow, then answer."""
        if finished.envelopes:
            self.clock.saw(finished.envelopes[-1].recorded)
        self.audience.tell(finished.envelopes)
        if any(isinstance(one.event, LawAdopted) for one in finished.envelopes):
            RESTING.set(len(self.showcase.resting))
        for listener in self._listeners:
            listener(finished.envelopes)
        for piece in finished.pieces:
            _answer(piece)
        if finished.mark is not None:
            self._keep_picture(finished.mark)

    def _keep_picture(self, mark: SavedFloor) -> None:
        """Keep how the floor stands after what was just told."""
        picture = snapshots.taken(mark, self.showcase, self._parts)
        self._pictured = picture.position
        self.submit(lambda _: snapshots.keep(self.store.writer, picture))

    # ----------------------------------------------------------------------------------- looking

    def rounds_in_play(self, store: Store) -> dict[str, int]:
        """The tables with a round in play, and the place in the log where each began."""
        shown = list(self.showcase.tables.items())
        under_way = [name for name, one in shown if one.table.round is not None]
        found = {name: open_since(store, name) for name in under_way}
        return {name: since for name, since in found.items() if since is not None}

    def shown(self, name: str) -> ShownTable:
        """A table as the log tells of it."""
        found = self.showcase.tables.get(name)
        if found is None:
            raise NoSuchTableError(name)
        return found

    def view(self, name: str, viewer: Viewer) -> TableView:
        """A table as a viewer may see it."""
        shown = self.shown(name)
        return view(
            shown.law,
            self.showcase.scene(name),
            viewer,
            due=shown.due,
            names=names_for(viewer, self.showcase.names),
            rests=shown.rests,
        )

    def tables(self) -> tuple[TableSummary, ...]:
        """Every table in a few words, in the order of their opening."""
        return tuple(summary_of(self.showcase, name) for name in self.showcase.tables)


def _from_nothing(_: str, __: Command) -> Refused | None:
    """Keeps nobody from anything: for a hall that knows no people."""
    return None


def _answer(piece: Piece) -> None:
    """Tell whoever waits for a piece of work what it came to."""
    if piece.done.cancelled():
        return
    if isinstance(piece.answer, BaseException):
        piece.done.set_exception(piece.answer)
    else:
        piece.done.set_result(piece.answer)
