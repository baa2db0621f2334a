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
from croupier.web.live.read_model import Showcase
from croupier.web.live.updates import LiveMoment, TableMoment, Wishes, live_moments
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


class Feed:
    """One connection's share of what happens."""

    def __init__(
        self, principal: Principal, viewer_at: ViewerAt, wishes: Wishes, begun: int
    ) -> None:
        self.principal, self.wishes = principal, wishes
        self.begun = begun
        """The place in the log after which it is told of everything."""
        self.viewer_at = viewer_at
        """Who this is at a table."""
        self.missed: tuple[int, int] | None = None
        """The places in the log that must be read from the store first; none where none."""
        self.closed = False
        """Whether nothing more will come."""
        self._waiting: deque[LiveMoment] = deque()
        self._most = MOST_WAITING
        self._sleeper: asyncio.Future[None] | None = None

    def catch_up(self, at_hand: Iterable[LiveMoment]) -> None:
        """Have told first what was missed and is still at hand, however much it is."""
        mine = (one for one in at_hand if one.position > self.begun)
        self._waiting.extend(one for one in mine if one.concerns(self.principal, self.wishes))
        self._most = MOST_WAITING + len(self._waiting)

    def put(self, moment: LiveMoment) -> None:
        """Have something told, unless it is not for this one; a slow reader is cut off."""
        if self.closed or not moment.concerns(self.principal, self.wishes):
            return
        if len(self._waiting) >= self._most:
            self.close()
            return
        self._waiting.append(moment)
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

    async def next(self, seconds: float, *, together: int = MOST_TOGETHER) -> list[LiveMoment]:
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

    def told(self, moment: LiveMoment) -> bytes:
        """What this one may know of a moment, as JSON."""
        return moment.told(self.viewer_at(moment.name), self.wishes)


class Audience:
    """All who follow the floor."""

    def __init__(self, showcase: Showcase) -> None:
        self._showcase = showcase
        self._feeds: set[Feed] = set()
        self._of_all: set[Feed] = set()
        """Those that follow all tables."""
        self._of_table: dict[str, set[Feed]] = {}
        """Those that follow some tables, by each of them."""
        self._open: Counter[str] = Counter()
        """How many connections each person has, or for visitors each address."""
        self._kept: deque[LiveMoment] = deque(maxlen=KEPT)
        self._last: dict[str, deque[TableMoment]] = {}
        self._since = 0
        """The place in the log from which on every moment was kept, or has been dropped since."""

    def __len__(self) -> int:
        return len(self._feeds)

    def begin(self) -> None:
        """Keep what happens from here on."""
        self._since = self._showcase.position

    def join(
        self, principal: Principal, viewer_at: ViewerAt, wishes: Wishes, after: int | None = None
    ) -> Feed:
        """Follow the floor from now on, or from a place in the log where one left it."""
        most = MOST_STRANGERS if principal.is_visitor else MOST_EACH
        if self._open[_whose(principal)] >= most:
            raise CrowdedError(most)
        begun = self._showcase.position if after is None else after
        feed = Feed(principal, viewer_at, wishes, begun)
        if after is not None:
            if after < self._since:
                feed.missed = after, self._since
            feed.catch_up(self._kept)
        self._feeds.add(feed)
        if feed.wishes.tables is None:
            self._of_all.add(feed)
        for name in feed.wishes.tables or ():
            self._of_table.setdefault(name, set()).add(feed)
        self._open[_whose(principal)] += 1
        LISTENERS.set(len(self._feeds))
        return feed

    def leave(self, feed: Feed) -> None:
        """Follow no longer."""
        feed.close()
        if feed in self._feeds:
            self._feeds.remove(feed)
            self._of_all.discard(feed)
            for name in feed.wishes.tables or ():
                self._unfollow(name, feed)
            self._forget(_whose(feed.principal))
            LISTENERS.set(len(self._feeds))

    def _unfollow(self, name: str, feed: Feed) -> None:
        """Have a connection follow a table no more; nothing is kept of one that nobody follows."""
        followers = self._of_table[name]
        followers.remove(feed)
        if not followers:
            del self._of_table[name]

    def _asked_for(self, moment: LiveMoment) -> Iterable[Feed]:
        """The connections that may be told of a moment: of a table's, its followers alone.

        With many tables, most connections have nothing to do with what happens at one of them.
        """
        if moment.kind != TABLE.word:
            return self._feeds
        return chain(self._of_all, self._of_table.get(moment.name, ()))

    def _forget(self, whose: str) -> None:
        self._open[whose] -= 1
        if not self._open[whose]:
            del self._open[whose]

    def tell(self, envelopes: Iterable[Envelope]) -> None:
        """Show what was written, and tell all who follow."""
        for moment in live_moments(self._showcase, envelopes):
            if len(self._kept) == KEPT:
                self._since = self._kept[0].position
            self._kept.append(moment)
            if isinstance(moment, TableMoment):
                self._last.setdefault(moment.name, deque(maxlen=KEPT_OF_A_TABLE)).append(moment)
            for feed in self._asked_for(moment):
                feed.put(moment)

    def led_to(self, table: str, actor: str, command_id: str) -> list[TableMoment]:
        """What a command led to at its table; empty where not all of it is still at hand.

        The oldest moments are dropped first: where the command's own is there, so are the steps
        that the dealer took after it.
        """
        by = actor, DEALER
        kept = self._last.get(table, ())
        found = [one for one in kept if one.by in by and one.came_of(actor, command_id)]
        return found if found and found[0].by_command(actor, command_id) else []

    def dismiss(self, whom: Callable[[Principal], bool]) -> None:
        """Close the connections of some people: they may have lost their right to look."""
        for feed in tuple(self._feeds):
            if whom(feed.principal):
                self.leave(feed)


def _whose(principal: Principal) -> str:
    """Whose connections are counted together."""
    return principal.account or f"visitors from {principal.origin}"
