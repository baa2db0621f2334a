"""Who deals where, since when, and who is on a break, followed from the log."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec

from croupier.games.table.seats import DealerChanged
from croupier.games.table.signs import TableClosed
from croupier.record.codec import decode
from croupier.record.envelopes import Envelope
from croupier.streams import KINDS, TABLE

LONG = timedelta(minutes=60)
"""How long somebody deals before a break is due."""


class Post(msgspec.Struct, frozen=True):
    """A dealer at a table."""

    dealer: str
    """The dealer's name, as ``change-dealer`` gave it."""
    since: datetime
    """When the dealer came."""


class DealerLogSnapshot(msgspec.Struct, frozen=True):
    """The posts of all dealers in a snapshot of the floor."""

    posts: dict[str, Post]
    """Who deals at each table."""
    free: dict[str, datetime]
    """Since when each dealer without a table has had none."""


class DealerLog:
    """Follows who deals where. A dealer is at one table at a time: the last that was reported."""

    def __init__(self) -> None:
        self.posts: dict[str, Post] = {}
        self.free: dict[str, datetime] = {}

    def snapshot_state(self) -> DealerLogSnapshot:
        """Return all posts, for a snapshot of the floor."""
        return DealerLogSnapshot(self.posts, self.free)

    def restore_state(self, encoded: bytes) -> None:
        """Restore the posts of a snapshot."""
        found: DealerLogSnapshot = decode(DealerLogSnapshot, encoded)
        self.posts, self.free = found.posts, found.free

    def apply(self, envelopes: Sequence[Envelope]) -> None:
        """Apply events of the log."""
        for envelope in envelopes:
            kind, name = KINDS.of(envelope.stream)
            at = envelope.recorded or envelope.at
            if kind is not TABLE or at is None:
                continue
            match envelope.event:
                case DealerChanged(dealer=dealer):
                    self._put(name, dealer, at)
                case TableClosed():
                    self._relieve(name, at)

    def _put(self, table: str, dealer: str, at: datetime) -> None:
        before = self.posts.get(table)
        if before is not None and before.dealer == dealer:
            return
        self._relieve(table, at)
        for other in [name for name, post in self.posts.items() if post.dealer == dealer]:
            del self.posts[other]
        self.posts[table] = Post(dealer, at)
        self.free.pop(dealer, None)

    def _relieve(self, table: str, at: datetime) -> None:
        post = self.posts.pop(table, None)
        if post is not None:
            self.free[post.dealer] = at


class RosterRow(msgspec.Struct, frozen=True, kw_only=True):
    """A dealer on the roster."""

    dealer: str
    """The dealer's name."""
    table: str
    """The table that the dealer is at; empty for none."""
    since: datetime | None
    """Since when the dealer is there, or on a break; none for a dealer who has not dealt yet."""
    minutes: int
    """How many minutes that is."""

    @property
    def state(self) -> str:
        """What the dealer does, in a word or two."""
        if self.table:
            return "deals"
        return "not at a table yet" if self.since is None else "on a break"

    @property
    def long(self) -> bool:
        """Whether a break is due."""
        return bool(self.table) and self.minutes * 60 >= LONG.total_seconds()


def roster(log: DealerLog, names: Iterable[str], now: datetime) -> tuple[RosterRow, ...]:
    """Return every dealer: those who have dealt longest first, then who is free longest."""
    at = {post.dealer: (table, post.since) for table, post in log.posts.items()}
    rows = []
    for dealer in {*names, *at, *log.free}:
        table, since = at.get(dealer, ("", log.free.get(dealer)))
        minutes = 0 if since is None else max(0, int((now - since).total_seconds()) // 60)
        rows.append(RosterRow(dealer=dealer, table=table, since=since, minutes=minutes))
    return tuple(sorted(rows, key=lambda row: (not row.table, -row.minutes, row.dealer)))
