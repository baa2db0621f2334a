"""The last rounds of every table, kept from the log as it grows: who won how much in each."""

from collections import deque
from collections.abc import Sequence
from datetime import datetime

import msgspec

from croupier.display.recall import OPENING, OVER
from croupier.money import Cents
from croupier.play.engine import lines_of
from croupier.record.codec import decode_as
from croupier.record.envelopes import TABLES, Envelope

FEW, HOUR_SECONDS = 3, 3600
"""From how many rounds on a pace is told; how long an hour is."""
KEPT = 60
"""How many rounds of a table are kept; all others are read from the log when somebody asks."""


class RecentRound(msgspec.Struct):
    """A round that is over, or under way."""

    number: int
    """Which round of the table, from 1."""
    net: dict[str, Cents]
    """What each player won; below zero is a loss."""
    clauses: dict[str, str]
    """The clause that decided the largest line of each player."""
    over: bool = False
    """Whether it is over."""
    began: datetime | None = None
    """When it began, by the store's clock; none where none is kept."""


class RecentRounds:
    """Follows the log, and knows the last rounds of every table."""

    def __init__(self) -> None:
        self._tables: dict[str, deque[RecentRound]] = {}
        self._counts: dict[str, int] = {}

    def kept(self) -> dict[str, tuple[int, list[RecentRound]]]:
        """How many rounds each table had, and the last of them, for a picture of the floor."""
        return {name: (self._counts.get(name, 0), list(of)) for name, of in self._tables.items()}

    def remember(self, kept: bytes) -> None:
        """Know again what a picture tells."""
        found: dict[str, tuple[int, list[RecentRound]]]
        found = decode_as(dict[str, tuple[int, list[RecentRound]]], kept)
        for name, (count, rounds) in found.items():
            self._tables[name] = deque(rounds, maxlen=KEPT)
            if count:
                self._counts[name] = count

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
            rounds.append(RecentRound(self._counts[name], {}, {}, began=envelope.recorded))
        if not rounds:
            return
        net, clauses = rounds[-1].net, rounds[-1].clauses
        for line in sorted(lines_of(event), key=lambda line: abs(line.net)):
            net[line.player] = net.get(line.player, 0) + line.net
            clauses[line.player] = line.clause
        if isinstance(event, OVER):
            rounds[-1].over = True

    def of(self, name: str) -> tuple[RecentRound, ...]:
        """The last rounds of a table, the newest first."""
        return tuple(reversed(self._tables.get(name, ())))

    def an_hour(self, name: str) -> int:
        """How many rounds a table has in an hour, by its last ones; 0 before there are some."""
        began = [one.began for one in self._tables.get(name, ()) if one.began is not None]
        if len(began) < FEW:
            return 0
        seconds = (began[-1] - began[0]).total_seconds()
        return round((len(began) - 1) * HOUR_SECONDS / seconds) if seconds > 0 else 0

    def of_player(self, name: str, player: str, most: int) -> list[tuple[int, Cents, str]]:
        """A player's last rounds, the newest first: number, what it came to, by which clause."""
        own = (one for one in self.of(name) if one.over and player in one.net)
        return [
            (one.number, one.net[player], one.clauses[player])
            for one, _ in zip(own, range(most), strict=False)
        ]
