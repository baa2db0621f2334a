"""Subscribers: live connections, each with a queue of the updates it may see.

Every subscriber gets each update once and in order. One that reads too slowly is cut off and
catches up by reconnecting.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable
from itertools import chain

from croupier.display.viewers import Viewer
from croupier.floor.floor import DEALER
from croupier.record.envelopes import Envelope
from croupier.streams import TABLE
from croupier.web.auth.permissions import Principal
from croupier.web.live.read_model import ReadModel
from croupier.web.live.updates import (
    TICKS,
    Subscription,
    TableUpdate,
    TicksUpdate,
    Update,
    updates_from,
)
from croupier.web.metrics import LISTENERS
from croupier.web.problems import ProblemError

HELD_UPDATES = 2000
"""The number of recent updates held for subscribers that reconnect."""
HELD_TABLE_UPDATES = 60
"""The number of a table's recent updates held to answer commands from."""
MOST_PER_PERSON = 50
"""The most live connections one person may have open."""
MOST_PER_ADDRESS = 5000
"""The most live connections visitors may have open from one address."""
MOST_WAITING = 500
"""The most updates that may wait for a subscriber, besides those it had missed, before it is cut
off."""
MOST_TOGETHER = 50
"""The most updates handed to a subscriber at a time."""


class CrowdedError(ProblemError):
    """Somebody has too many live connections open."""

    def __init__(self, most: int) -> None:
        super().__init__(
            429, "live/too-many", f"{most} live connections are already open: close some"
        )


ViewerAt = Callable[[str], Viewer]
"""Returns the viewer that a subscriber is at a table, by the table's name."""


class Subscriber:
    """One live connection, with the updates that wait to be sent."""

    def __init__(
        self, principal: Principal, viewer_at: ViewerAt, subscription: Subscription, start: int
    ) -> None:
        self.principal, self.subscription = principal, subscription
        self.start = start
        """The position in the log after which every update is sent."""
        self.viewer_at = viewer_at
        self.missed: tuple[int, int] | None = None
        """The log positions to read from the store first; ``None`` if nothing was missed."""
        self.closed = False
        self._waiting: deque[Update] = deque()
        self._most = MOST_WAITING
        self._sleeper: asyncio.Future[None] | None = None

    def catch_up(self, at_hand: Iterable[Update]) -> None:
        """Queue what was missed and is still held, however much it is."""
        mine = (one for one in at_hand if one.position > self.start)
        self._waiting.extend(one for one in mine if one.is_for(self.principal, self.subscription))
        self._most = MOST_WAITING + len(self._waiting)

    def put(self, update: Update) -> None:
        """Queue an update if it is for this subscriber. Close the connection if too many wait."""
        if self.closed or not update.is_for(self.principal, self.subscription):
            return
        if len(self._waiting) >= self._most:
            # A reader that does not keep up would make the queue grow for ever. Cut off, it
            # reconnects with the position it has reached, and reads the rest from the log.
            self.close()
            return
        self._waiting.append(update)
        self._wake()

    def close(self) -> None:
        """Close the queue; nothing more is sent."""
        self.closed = True
        self._waiting.clear()
        self._wake()

    def _wake(self) -> None:
        """Wake the task that waits in :meth:`next`."""
        if self._sleeper is not None and not self._sleeper.done():
            self._sleeper.set_result(None)

    async def next(self, seconds: float, *, together: int = MOST_TOGETHER) -> list[Update]:
        """Wait for updates and return up to ``together`` of them; none after ``seconds``, or once
        closed."""
        if not self._waiting and not self.closed:
            loop = asyncio.get_running_loop()
            self._sleeper = loop.create_future()
            alarm = loop.call_later(seconds, self._wake)
            try:
                await self._sleeper
            finally:
                alarm.cancel()
        return [self._waiting.popleft() for _ in range(min(len(self._waiting), together))]

    def encode(self, update: Update) -> bytes:
        """Return what this subscriber may see of an update, as JSON."""
        return update.encode_for(self.viewer_at(update.name), self.subscription)


class Subscribers:
    """All live connections of this process, and the recent updates they may catch up on."""

    def __init__(self, read_model: ReadModel) -> None:
        self._read_model = read_model
        self._subscribers: set[Subscriber] = set()
        self._of_all: set[Subscriber] = set()
        """Subscribers to all tables."""
        self._of_table: dict[str, set[Subscriber]] = {}
        """Subscribers to particular tables, by table."""
        self._open: Counter[str] = Counter()
        """The number of connections per person, or per address for visitors."""
        self._held: deque[Update] = deque(maxlen=HELD_UPDATES)
        self._last: dict[str, deque[TableUpdate]] = {}
        self._since = 0
        """The position in the log from which every update has been held, or was dropped since."""

    def __len__(self) -> int:
        return len(self._subscribers)

    def begin(self) -> None:
        """Hold updates from the read model's position on."""
        self._since = self._read_model.position

    def join(
        self,
        principal: Principal,
        viewer_at: ViewerAt,
        subscription: Subscription,
        after: int | None = None,
    ) -> Subscriber:
        """Add a subscriber, from now on or from the position where it left off.

        Raise ``CrowdedError`` if the person or address has too many connections.
        """
        most = MOST_PER_ADDRESS if principal.is_visitor else MOST_PER_PERSON
        if self._open[_owner_key(principal)] >= most:
            raise CrowdedError(most)
        start = self._read_model.position if after is None else after
        subscriber = Subscriber(principal, viewer_at, subscription, start)
        if after is not None:
            if after < self._since:
                subscriber.missed = after, self._since
            subscriber.catch_up(self._held)
        self._subscribers.add(subscriber)
        if subscriber.subscription.tables is None:
            self._of_all.add(subscriber)
        for name in subscriber.subscription.tables or ():
            self._of_table.setdefault(name, set()).add(subscriber)
        self._open[_owner_key(principal)] += 1
        LISTENERS.set(len(self._subscribers))
        return subscriber

    def leave(self, subscriber: Subscriber) -> None:
        """Close and remove a subscriber."""
        subscriber.close()
        if subscriber in self._subscribers:
            self._subscribers.remove(subscriber)
            self._of_all.discard(subscriber)
            for name in subscriber.subscription.tables or ():
                self._unfollow(name, subscriber)
            self._forget(_owner_key(subscriber.principal))
            LISTENERS.set(len(self._subscribers))

    def _unfollow(self, name: str, subscriber: Subscriber) -> None:
        """Remove a subscriber from a table, and the table once nobody follows it."""
        followers = self._of_table[name]
        followers.remove(subscriber)
        if not followers:
            del self._of_table[name]

    def _subscribers_for(self, update: Update) -> Iterable[Subscriber]:
        """Return the subscribers an update may be for: of a table's update, only its followers.

        With many tables, most connections have nothing to do with what happens at one of them.
        """
        if update.kind not in (TABLE.word, TICKS):
            return self._subscribers
        return chain(self._of_all, self._of_table.get(update.name, ()))

    def _forget(self, whose: str) -> None:
        self._open[whose] -= 1
        if not self._open[whose]:
            del self._open[whose]

    def publish(self, envelopes: Iterable[Envelope]) -> None:
        """Apply events to the read model and send their updates to the subscribers."""
        for update in updates_from(self._read_model, envelopes):
            if len(self._held) == HELD_UPDATES:
                self._since = self._held[0].position
            self._held.append(update)
            if isinstance(update, TableUpdate):
                self._last.setdefault(update.name, deque(maxlen=HELD_TABLE_UPDATES)).append(update)
            for subscriber in self._subscribers_for(update):
                subscriber.put(update)

    def publish_ticks(self, table: str) -> None:
        """Tell the staff who follow a table that the ticks on its settlement have changed.

        It is not held for those who reconnect: they load the page again anyway.
        """
        update = TicksUpdate(table, self._read_model.position)
        for subscriber in self._subscribers_for(update):
            subscriber.put(update)

    def updates_of(self, table: str, actor: str, command_id: str) -> list[TableUpdate]:
        """Return the updates that a command led to at its table; empty unless all are still held.

        The oldest updates are dropped first: if the command's own is there, so are the steps that
        the dealer took after it.
        """
        by = actor, DEALER
        kept = self._last.get(table, ())
        found = [one for one in kept if one.by in by and one.is_result_of(actor, command_id)]
        return found if found and found[0].by_command(actor, command_id) else []

    def dismiss(self, whom: Callable[[Principal], bool]) -> None:
        """Close the connections of some people, who may have lost their right to look."""
        for subscriber in tuple(self._subscribers):
            if whom(subscriber.principal):
                self.leave(subscriber)


def _owner_key(principal: Principal) -> str:
    """Return the key under which a principal's connections are counted."""
    return principal.account or f"visitors from {principal.origin}"
