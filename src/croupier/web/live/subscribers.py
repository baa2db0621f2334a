"""Who follows the floor live: each gets what happens once, in order; a slow one is cut off."""

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
from croupier.web.live.updates import Subscription, TableUpdate, Update, updates_from
from croupier.web.metrics import LISTENERS
from croupier.web.problems import ProblemError

KEPT = 2000
"""How many moments are kept at hand for those who come back."""
KEPT_OF_A_TABLE = 60
"""How many of a table's are kept for those who asked for them."""
MOST_EACH = 50
"""How many connections of one person are kept open at the same time."""
MOST_STRANGERS = 5000
"""The same for visitors from one address."""
MOST_WAITING = 500
"""How many moments may wait for a reader, besides those it had missed, before it is cut off."""
MOST_TOGETHER = 50
"""How many moments a reader is handed at the same time."""


class CrowdedError(ProblemError):
    """Somebody has more live connections than anybody needs."""

    def __init__(self, most: int) -> None:
        super().__init__(
            429, "live/too-many", f"{most} live connections are already open: close some"
        )


ViewerAt = Callable[[str], Viewer]
"""Who somebody is at a table, by its name."""


class Subscriber:
    """One connection's share of what happens."""

    def __init__(
        self, principal: Principal, viewer_at: ViewerAt, subscription: Subscription, begun: int
    ) -> None:
        self.principal, self.subscription = principal, subscription
        self.begun = begun
        """The place in the log after which it is told of everything."""
        self.viewer_at = viewer_at
        """Who this is at a table."""
        self.missed: tuple[int, int] | None = None
        """The places in the log that must be read from the store first; none where none."""
        self.closed = False
        """Whether nothing more will come."""
        self._waiting: deque[Update] = deque()
        self._most = MOST_WAITING
        self._sleeper: asyncio.Future[None] | None = None

    def catch_up(self, at_hand: Iterable[Update]) -> None:
        """Have told first what was missed and is still at hand, however much it is."""
        mine = (one for one in at_hand if one.position > self.begun)
        self._waiting.extend(one for one in mine if one.concerns(self.principal, self.subscription))
        self._most = MOST_WAITING + len(self._waiting)

    def put(self, update: Update) -> None:
        """Have something told, unless it is not for this one; a slow reader is cut off."""
        if self.closed or not update.concerns(self.principal, self.subscription):
            return
        if len(self._waiting) >= self._most:
            self.close()
            return
        self._waiting.append(update)
        self._wake()

    def close(self) -> None:
        """Say that nothing more will come."""
        self.closed = True
        self._waiting.clear()
        self._wake()

    def _wake(self) -> None:
        """Have whoever waits for something look again."""
        if self._sleeper is not None and not self._sleeper.done():
            self._sleeper.set_result(None)

    async def next(self, seconds: float, *, together: int = MOST_TOGETHER) -> list[Update]:
        """What happens next, so much at a time; empty where nothing did for so long, or will."""
        if not self._waiting and not self.closed:
            loop = asyncio.get_running_loop()
            self._sleeper = loop.create_future()
            alarm = loop.call_later(seconds, self._wake)
            try:
                await self._sleeper
            finally:
                alarm.cancel()
        return [self._waiting.popleft() for _ in range(min(len(self._waiting), together))]

    def told(self, update: Update) -> bytes:
        """What this one may know of a moment, as JSON."""
        return update.told(self.viewer_at(update.name), self.subscription)


class Subscribers:
    """All who follow the floor."""

    def __init__(self, read_model: ReadModel) -> None:
        self._read_model = read_model
        self._subscribers: set[Subscriber] = set()
        self._of_all: set[Subscriber] = set()
        """Those that follow all tables."""
        self._of_table: dict[str, set[Subscriber]] = {}
        """Those that follow some tables, by each of them."""
        self._open: Counter[str] = Counter()
        """How many connections each person has, or for visitors each address."""
        self._kept: deque[Update] = deque(maxlen=KEPT)
        self._last: dict[str, deque[TableUpdate]] = {}
        self._since = 0
        """The place in the log from which on every moment was kept, or has been dropped since."""

    def __len__(self) -> int:
        return len(self._subscribers)

    def begin(self) -> None:
        """Keep what happens from here on."""
        self._since = self._read_model.position

    def join(
        self,
        principal: Principal,
        viewer_at: ViewerAt,
        subscription: Subscription,
        after: int | None = None,
    ) -> Subscriber:
        """Follow the floor from now on, or from a place in the log where one left it."""
        most = MOST_STRANGERS if principal.is_visitor else MOST_EACH
        if self._open[_whose(principal)] >= most:
            raise CrowdedError(most)
        begun = self._read_model.position if after is None else after
        subscriber = Subscriber(principal, viewer_at, subscription, begun)
        if after is not None:
            if after < self._since:
                subscriber.missed = after, self._since
            subscriber.catch_up(self._kept)
        self._subscribers.add(subscriber)
        if subscriber.subscription.tables is None:
            self._of_all.add(subscriber)
        for name in subscriber.subscription.tables or ():
            self._of_table.setdefault(name, set()).add(subscriber)
        self._open[_whose(principal)] += 1
        LISTENERS.set(len(self._subscribers))
        return subscriber

    def leave(self, subscriber: Subscriber) -> None:
        """Follow no longer."""
        subscriber.close()
        if subscriber in self._subscribers:
            self._subscribers.remove(subscriber)
            self._of_all.discard(subscriber)
            for name in subscriber.subscription.tables or ():
                self._unfollow(name, subscriber)
            self._forget(_whose(subscriber.principal))
            LISTENERS.set(len(self._subscribers))

    def _unfollow(self, name: str, subscriber: Subscriber) -> None:
        """Have a connection follow a table no more; nothing is kept of one that nobody follows."""
        followers = self._of_table[name]
        followers.remove(subscriber)
        if not followers:
            del self._of_table[name]

    def _asked_for(self, update: Update) -> Iterable[Subscriber]:
        """The connections that may be told of a moment: of a table's, its followers alone.

        With many tables, most connections have nothing to do with what happens at one of them.
        """
        if update.kind != TABLE.word:
            return self._subscribers
        return chain(self._of_all, self._of_table.get(update.name, ()))

    def _forget(self, whose: str) -> None:
        self._open[whose] -= 1
        if not self._open[whose]:
            del self._open[whose]

    def tell(self, envelopes: Iterable[Envelope]) -> None:
        """Show what was written, and tell all who follow."""
        for update in updates_from(self._read_model, envelopes):
            if len(self._kept) == KEPT:
                self._since = self._kept[0].position
            self._kept.append(update)
            if isinstance(update, TableUpdate):
                self._last.setdefault(update.name, deque(maxlen=KEPT_OF_A_TABLE)).append(update)
            for subscriber in self._asked_for(update):
                subscriber.put(update)

    def updates_of(self, table: str, actor: str, command_id: str) -> list[TableUpdate]:
        """What a command led to at its table; empty where not all of it is still at hand.

        The oldest moments are dropped first: where the command's own is there, so are the steps
        that the dealer took after it.
        """
        by = actor, DEALER
        kept = self._last.get(table, ())
        found = [one for one in kept if one.by in by and one.is_result_of(actor, command_id)]
        return found if found and found[0].by_command(actor, command_id) else []

    def dismiss(self, whom: Callable[[Principal], bool]) -> None:
        """Close the connections of some people: they may have lost their right to look."""
        for subscriber in tuple(self._subscribers):
            if whom(subscriber.principal):
                self.leave(subscriber)


def _whose(principal: Principal) -> str:
    """Whose connections are counted together."""
    return principal.account or f"visitors from {principal.origin}"
