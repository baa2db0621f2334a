"""Who wants to hear that something is compiled, since that takes seconds."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_watchers: list[Callable[[], None]] = []


@contextmanager
def watching(watcher: Callable[[], None]) -> Iterator[None]:
    """Have somebody told of each function that is compiled meanwhile."""
    _watchers.append(watcher)
    try:
        yield
    finally:
        _watchers.remove(watcher)


def tell_watchers() -> None:
    """Say that a function is going to be compiled."""
    for watcher in tuple(_watchers):
        watcher()
