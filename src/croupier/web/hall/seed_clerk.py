"""The clerk of the seeds: commits to one at each automatic table, and takes players' own in.

The house is bound before anybody adds a seed. Its own is revealed to officials when the cards are
over, and published when that was promised. What the cards follow from, and why, is in decision 23;
what is published when, in decision 41.
"""

import asyncio
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import partial

import structlog

from croupier.play.seed_desk import FIRST_SHOE
from croupier.record.envelopes import CARDS, Envelope, table_stream
from croupier.record.gaming_days import FloorStarted, GamingDaySet
from croupier.record.shoe_events import Reveal, SeedCommitted, SeedRevealed
from croupier.record.shoe_ledger import CommittedShoe
from croupier.record.stores import Store, day_setting
from croupier.table.choices import Mode
from croupier.table.events import TableClosed, TableOpened
from croupier.table.round_events import RoundEnded, RoundVoided
from croupier.table.state import Table
from croupier.web.api.problems import ProblemError
from croupier.web.hall.hall import Hall
from croupier.web.hall.running_floor import RunningFloor

LOG = structlog.get_logger("croupier.seeds")
PROMISE_SECONDS = 10
"""How long seeds are promised before the first is shown, where not everybody has promised one."""
DAY_CHECK_SECONDS = 20
"""How often the clerk looks whether the gaming day has ended."""


class NoSeedsHereError(ProblemError):
    """A table where nobody adds a seed: people deal there, or it is closed."""

    def __init__(self, table: str) -> None:
        super().__init__(
            409,
            "seed/not-here",
            f"no seeds are added at {table}: only open tables dealt by software take them",
        )


class NoBoxError(ProblemError):
    """A seed of somebody who has no place at the table."""

    def __init__(self) -> None:
        super().__init__(
            409,
            "seed/no-box",
            "seeds count in the order of the boxes: sit down or place a wager first",
        )


class TooEarlyError(ProblemError):
    """A seed that is shown while others may still promise theirs."""

    def __init__(self, left: timedelta) -> None:
        seconds = max(1, round(left.total_seconds()))
        super().__init__(
            409,
            "seed/too-early",
            f"others may still promise a seed: show yours in {seconds} seconds",
        )


class SeedClerk:
    """Sees to the seeds of all automatic tables of a hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._committed: dict[str, datetime] = {}
        self._promised: set[str] = set()
        """The tables whose seeds are published when a shoe is over, not when the day is."""
        self._revealed: set[str] = set()
        """The tables where a seed may be due: a shoe of theirs is over, or the gaming day is."""

    def see(self, envelopes: Sequence[Envelope]) -> None:
        """Commit to a seed where a table opens, and reveal all where one closes."""
        for envelope in envelopes:
            kind, _, name = envelope.stream.partition("/")
            match envelope.event:
                case TableOpened():
                    self._look_at(name)
                case TableClosed():
                    self._look_at(name)
                case FloorStarted() | GamingDaySet():
                    for name in self._hall.showcase.tables:
                        self._look_at(name)
                case SeedCommitted(reveal=reveal) if kind == CARDS:
                    self._committed[name] = envelope.recorded or self._hall.clock.now()
                    if reveal is Reveal.SHOE:
                        self._promised.add(name)
                case SeedRevealed() | RoundEnded() | RoundVoided() as event:
                    self._see_end(name, event)

    def _see_end(self, name: str, event: SeedRevealed | RoundEnded | RoundVoided) -> None:
        """Publish a shoe that is over; where its last round is still on, when that ends."""
        if isinstance(event, SeedRevealed) and name in self._promised:
            self._revealed.add(name)
        if name in self._revealed:
            self._publish_at(name)

    async def run(self) -> None:
        """End epochs with the gaming day, and publish what was promised for then, day by day.

        Where a round is on, that waits for its end. It runs until it is cancelled.
        """
        published: date | None = None
        while True:
            today = await self._today()
            if today not in (None, published):
                self._revealed.update(self._hall.showcase.tables)
                published = today
            for name in tuple(self._revealed):
                self._publish_at(name)
            await asyncio.sleep(DAY_CHECK_SECONDS)

    async def _today(self) -> date | None:
        """The gaming day; none where the store does not answer, so that it is asked again."""
        try:
            return await self._hall.read(partial(_day_at, self._hall.clock.now()))
        except Exception:
            LOG.warning("the gaming day is unknown", exc_info=True)
            return None

    def _publish_at(self, name: str) -> None:
        """Publish what is due at a table, where the log says that none of its cards is out."""
        shown = self._hall.showcase.tables.get(name)
        if shown is None or shown.table.choices.mode is not Mode.AUTOMATIC:
            self._revealed.discard(name)
        elif shown.table.round is None:
            self._revealed.discard(name)
            self._hall.submit(partial(self._published, name, shown.table))

    def _published(self, name: str, table: Table, floor: RunningFloor) -> None:
        now, desk = self._hall.clock.now(), self._hall.store.desk(name)
        if name in floor.tables:
            version = floor.version(table_stream(name))
            if not desk.end_epochs(floor.tables[name].table, version, now):
                self._revealed.add(name)
        desk.publish(table, now)

    def _look_at(self, name: str) -> None:
        shown = self._hall.showcase.tables.get(name)
        if shown is not None and shown.table.choices.mode is Mode.AUTOMATIC:
            self._hall.submit(partial(self._seen_to, name))
            self._publish_at(name)

    def _seen_to(self, name: str, floor: RunningFloor) -> None:
        desk = self._hall.store.desk(name)
        if name in floor.tables and floor.tables[name].table.open:
            desk.invite()
        else:
            desk.end()

    # ------------------------------------------------------------------------ what players ask

    async def seeds(self, name: str) -> CommittedShoe:
        """The shoe that seeds may be added to at a table; one is committed to where none was."""
        self._table(name)
        shoe: CommittedShoe = await self._hall.do(lambda _: self._hall.store.desk(name).invite())
        return shoe

    async def promise(self, name: str, player: str, told: str) -> CommittedShoe:
        """Bind a player to a seed for the next shoe, by its hash."""
        table = self._table(name)

        def promise(_: RunningFloor) -> None:
            desk = self._hall.store.desk(name)
            place = seed_place(table, desk.invite(), player)
            if place is None:
                raise NoBoxError
            desk.promise(player, place, told)

        await self._hall.do(promise)
        return await self.seeds(name)

    async def give(self, name: str, player: str, seed: str) -> CommittedShoe:
        """Show the seed that a player has promised, when nobody more may promise one."""
        left = self.shown_from(name, await self.seeds(name)) - self._hall.clock.now()
        if left > timedelta(0):
            raise TooEarlyError(left)
        await self._hall.do(lambda _: self._hall.store.desk(name).give(player, seed))
        return await self.seeds(name)

    def shown_from(self, name: str, shoe: CommittedShoe) -> datetime:
        """From when on seeds may be shown: when all have promised, or after a while."""
        table = self._table(name)
        begun = self._committed.get(name) or self._hall.clock.now()
        promised = {one.player for one in shoe.promises}
        everybody = bool(table.players) and set(table.players) <= promised
        if everybody or not table.choices.card_milliseconds:
            return begun
        return begun + timedelta(seconds=PROMISE_SECONDS)

    def _table(self, name: str) -> Table:
        table = self._hall.shown(name).table
        if table.choices.mode is not Mode.AUTOMATIC or not table.open:
            raise NoSeedsHereError(name)
        return table


def seed_place(table: Table, shoe: CommittedShoe, player: str) -> int | None:
    """Where a player's seed stands among all: at the seat, or where the last wager was.

    Before anybody has come to a new table, seeds stand in the order of their promises: its first
    cards are shuffled when somebody sits down. None where a player has no place.
    """
    if shoe.shoe == FIRST_SHOE and not table.players:
        return len(shoe.promises) + 1
    known = table.players.get(player)
    return None if known is None else known.seat or known.place


def _day_at(now: datetime, store: Store) -> date:
    return day_setting(store).day_of(now)
