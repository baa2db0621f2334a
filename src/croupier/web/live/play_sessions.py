"""Sessions of play: when each player was at which table, for how many rounds, stakes and result.

They are folded from the log like the read model. Chips bought or taken away only mark the beginning
and the end of a session: they are neither won nor lost.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from croupier.display.replays import OPENING
from croupier.games.engine import lines_of
from croupier.games.table.rounds import VOID
from croupier.games.table.seats import BoughtIn, PlayerLeft
from croupier.games.table.state import Line
from croupier.money import Cents
from croupier.record.codec import decode
from croupier.record.envelopes import Envelope
from croupier.streams import KINDS, TABLE

PAUSE = timedelta(hours=2)
"""A player who does nothing at a table for longer than this begins a new session there."""


class PlaySession(msgspec.Struct):
    """A player's time at one table."""

    table: str
    began: datetime
    """When the player bought chips, or had the first round settled."""
    ended: datetime
    """When the player left; until then, when the last round was settled."""
    over: bool = False
    """Whether the player has left."""
    rounds: int = 0
    """How many rounds the player had a wager in that stood."""
    first_round: int = 0
    """The number of the first of them at the table; 0 before there is one."""
    last_round: int = 0
    """The number of the last of them."""
    staked: Cents = 0
    """The sum of all settled wagers, each counted once; wagers that went back do not count."""
    net: Cents = 0
    """What was won; below zero is a loss."""

    @property
    def minutes(self) -> int:
        """How long it lasted, in whole minutes."""
        return int((self.ended - self.began).total_seconds()) // 60

    def settle(self, line: Line, number: int, at: datetime) -> None:
        """Count a line of a settlement in the round of this number."""
        self.net += line.net
        self.ended = at
        if line.result == VOID:
            # A wager that was settled before went back; one that was not has never counted.
            self.staked -= line.stake if line.net else 0
            return
        self.staked += line.stake
        if number != self.last_round:
            self.rounds += 1
            self.last_round = number
            self.first_round = self.first_round or number


class PlaySessionsSnapshot(msgspec.Struct, frozen=True):
    """All sessions in a snapshot of the floor."""

    rounds: dict[str, int]
    """The number of rounds of each table."""
    players: dict[str, list[PlaySession]]
    """The sessions of each player, the oldest first."""


class PlaySessions:
    """The sessions of all players at all tables, folded from the log."""

    def __init__(self) -> None:
        self._rounds: dict[str, int] = {}
        self._players: dict[str, list[PlaySession]] = {}
        self._last: dict[tuple[str, str], PlaySession] = {}

    def snapshot_state(self) -> PlaySessionsSnapshot:
        """Return all sessions, for a snapshot of the floor."""
        return PlaySessionsSnapshot(self._rounds, self._players)

    def restore_state(self, encoded: bytes) -> None:
        """Restore the sessions of a snapshot."""
        found: PlaySessionsSnapshot = decode(PlaySessionsSnapshot, encoded)
        self._rounds, self._players = found.rounds, found.players
        self._last = {
            (one.table, player): one for player, own in found.players.items() for one in own
        }

    def apply(self, envelopes: Sequence[Envelope]) -> None:
        """Apply events of the log."""
        for envelope in envelopes:
            kind, name = KINDS.of(envelope.stream)
            at = envelope.recorded or envelope.at
            if kind is TABLE and at is not None:
                self._take(name, envelope, at)

    def _take(self, table: str, envelope: Envelope, at: datetime) -> None:
        event = envelope.event
        if isinstance(event, OPENING):
            self._rounds[table] = self._rounds.get(table, 0) + 1
        elif isinstance(event, BoughtIn):
            self._session(table, event.player, at)
        elif isinstance(event, PlayerLeft):
            self._end(table, event.player, at)
        for line in lines_of(event):
            session = self._session(table, line.player, at, correction=line.result == VOID)
            session.settle(line, self._rounds.get(table, 0), at)

    def _session(
        self, table: str, player: str, at: datetime, *, correction: bool = False
    ) -> PlaySession:
        """Return the session of a player at a table, a new one if there is none under way.

        What is put right later belongs to the session before it, even if the player has left.
        """
        last = self._last.get((table, player))
        if last is not None and (correction or not (last.over or at - last.ended > PAUSE)):
            return last
        begun = PlaySession(table, at, at)
        self._last[table, player] = begun
        self._players.setdefault(player, []).append(begun)
        return begun

    def _end(self, table: str, player: str, at: datetime) -> None:
        last = self._last.get((table, player))
        if last is None or last.over:
            return
        last.over = True
        if at - last.ended <= PAUSE:
            last.ended = at

    def of(self, player: str) -> tuple[PlaySession, ...]:
        """Return the sessions of a player, the newest first."""
        return tuple(reversed(self._players.get(player, ())))
