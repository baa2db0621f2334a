"""Surveillance in the server: follows the log, counts rounds beside it, and answers pages.

Counting a round takes about a millisecond, so a thread of its own does it: no command and no page
waits for it. Every process counts all rounds and comes to the same result.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import TypeVar

import msgspec
import structlog

from croupier.features.surveillance.control import Alarm, ControlBook, WatchedGame, new_book
from croupier.features.surveillance.observations import (
    Observer,
    RoundSeen,
    SheetsSnapshot,
    rules_of,
)
from croupier.games.blackjack.state import BlackjackTable, soft_17
from croupier.maths.background import HouseEdges
from croupier.record.codec import decode
from croupier.record.envelopes import Envelope
from croupier.rulebooks import BlackjackLaw
from croupier.web.service.floor_service import FloorService
from croupier.web.service.guest_tables import is_guest_table

LOG = structlog.get_logger("croupier.surveillance")
T = TypeVar("T")
MOST_WAITING = 50_000
"""The most rounds that wait to be counted; of a longer record, the oldest are left out."""
AT_ONCE = 10
"""How many rounds are counted before others who wait have a turn."""


class SurveillanceSnapshot(msgspec.Struct, frozen=True):
    """Surveillance in a snapshot of the floor."""

    sheets: SheetsSnapshot
    """What was gathered of each table."""
    book: ControlBook
    """All watches."""
    waiting: list[RoundSeen]
    """Rounds that are not counted yet."""


class Surveillance:
    """Counts the rounds of all tables, and reports what is unusual."""

    def __init__(self, service: FloorService, edges: HouseEdges, rate: float) -> None:
        self._service, self._edges = service, edges
        self._observer, self._book = Observer(), new_book(rate)
        self._waiting: deque[RoundSeen] = deque(maxlen=MOST_WAITING)
        self._more = asyncio.Event()
        self._lock = Lock()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="surveillance")
        self.on_alarm: list[Callable[[Alarm], None]] = []
        """Called in the event loop with every alarm."""

    # ------------------------------------------------------------------------------ following

    def see(self, envelopes: Sequence[Envelope]) -> None:
        """Note the rounds that ended with these events."""
        for seen in self._observer.rounds_in(envelopes):
            if not is_guest_table(seen.table):
                self._waiting.append(seen)
                self._more.set()

    def snapshot_state(self) -> SurveillanceSnapshot:
        """Return all of it, for a snapshot of the floor."""
        with self._lock:
            return SurveillanceSnapshot(
                self._observer.snapshot_state(),
                msgspec.json.decode(msgspec.json.encode(self._book), type=ControlBook),
                list(self._waiting),
            )

    def restore_state(self, encoded: bytes) -> None:
        """Restore the surveillance of a snapshot; the rate of false alarms is the setting's."""
        found: SurveillanceSnapshot = decode(SurveillanceSnapshot, encoded)
        rate = self._book.budget.rate
        self._observer.restore(found.sheets)
        self._book = found.book
        self._book.budget.rate = rate
        self._waiting.extend(found.waiting)
        self._more.set()

    async def run(self) -> None:
        """Count rounds as they come, for ever."""
        try:
            while True:
                await self._more.wait()
                self._more.clear()
                try:
                    await self.catch_up()
                except Exception:
                    LOG.warning("rounds could not be counted", exc_info=True)
        finally:
            self._worker.shutdown(wait=False, cancel_futures=True)

    async def catch_up(self) -> None:
        """Count all rounds that wait."""
        while self._waiting:
            work: list[tuple[RoundSeen, WatchedGame]] = []
            while self._waiting and len(work) < AT_ONCE:
                seen = self._waiting.popleft()
                if (figures := self._figures_of(seen.table)) is not None:
                    work.append((seen, figures))
            for alarm in await self._do(partial(_count, work)):
                for listener in self.on_alarm:
                    listener(alarm)

    def _figures_of(self, name: str) -> WatchedGame | None:
        """Return what is known of a table's game; ``None`` if there is no such table."""
        shown = self._service.read_model.tables.get(name)
        if shown is None:
            return None
        law, table = shown.law, shown.table
        found = self._edges.figures_of(law, table.choices)
        edge, variance = (None, None) if found is None else (found.edge, found.variance)
        if not isinstance(law, BlackjackLaw) or not isinstance(table, BlackjackTable):
            return WatchedGame(None, False, (), edge, variance)
        offered = tuple(one for one in law.side_bets.kinds if one.name in table.choices.side_bets)
        return WatchedGame(rules_of(law.game), soft_17(law, table).value, offered, edge, variance)

    # ------------------------------------------------------------------------------ answering

    async def _do(self, work: Callable[[ControlBook], T]) -> T:
        def work_alone() -> T:
            with self._lock:
                return work(self._book)

        return await asyncio.get_running_loop().run_in_executor(self._worker, work_alone)

    async def ask(self, question: Callable[[ControlBook], T]) -> T:
        """Return the answer to a question about the book, with all rounds counted so far."""
        await self.catch_up()
        return await self._do(question)

    def drop_of(self, table: str) -> int:
        """Return what players have bought chips for at a table, in cents."""
        sheet = self._observer.tables.get(table)
        return 0 if sheet is None else sheet.drop


def _count(work: Sequence[tuple[RoundSeen, WatchedGame]], book: ControlBook) -> list[Alarm]:
    return [alarm for seen, figures in work for alarm in book.take(seen, figures)]
