"""The last rounds of every table, kept from the log as it grows: who won how much in each."""

from collections import deque
from collections.abc import Sequence

import msgspec

from croupier.display.recall import OPENING, OVER
from croupier.money import Cents
from croupier.play.engine import lines_of
from croupier.record.envelopes import TABLES, Envelope

KEPT = 60
"""How many rounds of a table are kept; all others are read from the log when somebody asks."""


class RecentRound(msgspec.Struct):
    """A round that is over, or under way."""

    number: int
    """Which round of the table, from 1."""
    net: dict[str, Cents]
    """What each player won; below zero is a loss."""
    over: bool = False
    """Whether it is over."""


class RecentRounds:
    """Follows the log, and knows the last rounds of every table."""

    def __init__(self) -> None:
        self._tables: dict[str, deque[RecentRound]] = {}
        self._counts: dict[str, int] = {}

    def take(self, envelopes: Sequence[Envelope]) -> None:
        """Go on by events of the log."""
        for envelope in envelopes:
            kind, _, name = envelope.stream.partition("/")
            if kind == TABLES:
                self._take(name, envelope)

    def _take(self, name: str, envelope: Envelope) -> None:
        event = envelope.event
        rounds = self._tables.setdefault(name, deque(maxlen=KEPT))
        if isinstance(event, OPENING):
            self._counts[name] = self._counts.get(name, 0) + 1
            rounds.append(RecentRound(self._counts[name], {}))
        if not rounds:
            return
        net = rounds[-1].net
        for line in lines_of(event):
            net[line.player] = net.get(line.player, 0) + line.net
        if isinstance(event, OVER):
            rounds[-1].over = True

    def of(self, name: str) -> tuple[RecentRound, ...]:
        """The last rounds of a table, the newest first."""
        return tuple(reversed(self._tables.get(name, ())))

    def of_player(self, name: str, player: str, most: int) -> list[tuple[int, Cents]]:
        """What the last rounds that a player had wagers in came to, the newest first."""
        own = (one for one in self.of(name) if one.over and player in one.net)
        return [(one.number, one.net[player]) for one, _ in zip(own, range(most), strict=False)]
