"""A turn at a store: one look at what others have written, and then what was decided on it.

Processes that share a store take turns. So what is decided in one is seldom overtaken, and a turn
queries the store as rarely as possible.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from croupier.errors import CroupierError
from croupier.record.envelopes import Envelope
from croupier.record.journal import Append, Journal

CommandName = tuple[str, str]
"""What names a command: who asked for it, and under which id."""


class Written(NamedTuple):
    """The outcome of the appends of a turn."""

    failed: list[CroupierError | None]
    """Why each was not written; none for one that is now durable."""
    news: tuple[Envelope, ...]
    """All that came into the log since the turn began, whoever wrote it."""


class Turn(Protocol):
    """The store as it was when the turn began; it ends when what was decided is written."""

    news: tuple[Envelope, ...]
    """All that is in the log after the place that was asked for."""
    unused: frozenset[CommandName]
    """Those of the given names that nobody had used."""

    def append(self, appends: Sequence[Append]) -> Written:
        """Write what was decided; what is stale nevertheless fails alone. Once in a turn."""


class TurnTaker(Protocol):
    """A store at which turns are taken."""

    def turn(self, after: int, names: Sequence[CommandName] = ()) -> AbstractContextManager[Turn]:
        """Take a turn: look at what came after a place, and at which names of commands are used."""


class LoneTurn:
    """A turn at a store that nobody else writes to, and that costs next to nothing."""

    def __init__(self, journal: Journal, after: int) -> None:
        self._journal = journal
        self.news = tuple(journal.read_all(after))
        self.unused: frozenset[CommandName] = frozenset()
        self._after = self.news[-1].position if self.news else after

    def append(self, appends: Sequence[Append]) -> Written:
        """Write what was decided."""
        failed = self._journal.append_group(appends)
        return Written(failed, tuple(self._journal.read_all(self._after)))
