"""Bugs planted in a world's servers, to see whether its checks find them."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from msgspec.structs import replace

from croupier.house.jackpots import PoolFed
from croupier.messages import Event
from croupier.record.envelopes import Cause
from croupier.record.journal import ReusedIdError, StreamWrite
from croupier.record.stores.base import Store

Plant = Callable[[Store], Store]
"""Puts a bug between servers and their record."""


class _Bug:
    """A record that is passed on as it is; the bugs change one thing each."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class DoubledRetries(_Bug):
    """A command that comes again is carried out again, under another id."""

    def recorded_events(self, _: Cause) -> tuple[Event, ...] | None:
        return None

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        try:
            self._store.append(writes, cause)
        except ReusedIdError:
            again = replace(cause, command_id=f"{cause.command_id} again")
            self._store.append(writes, again)


class LostEvents(_Bug):
    """What tables put into pools is not always written down."""

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        kept = [one for one in writes if not any(isinstance(two, PoolFed) for two in one.events)]
        self._store.append(kept, cause)


class UncheckedVersions(_Bug):
    """What was decided on an old version is written all the same."""

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        known = [replace(one, expected_version=self._store.version(one.stream)) for one in writes]
        self._store.append(known, cause)


def planted(bug: type[_Bug]) -> Plant:
    """Puts a bug in."""
    return lambda store: cast(Store, bug(store))


PLANTS: dict[str, Plant] = {
    "doubled-retries": planted(DoubledRetries),
    "lost-events": planted(LostEvents),
    "unchecked-versions": planted(UncheckedVersions),
}
"""The bugs by their names."""
