"""A live table with its dealer's memory: carries lines out and tells what came of them."""

from collections.abc import Callable
from datetime import datetime
from itertools import chain

import msgspec
from msgspec.structs import replace

from croupier.cli.dealing.mishaps import tell_mishap
from croupier.cli.output import WIDTH
from croupier.cli.terminal.betting import short_names
from croupier.cli.terminal.faces import PLAIN_ASCII
from croupier.cli.terminal.listing import list_table
from croupier.cli.terminal.scene import follow
from croupier.cli.terminal.sitting import meter_of
from croupier.cli.terminal.stud.telling import tell_stud
from croupier.cli.terminal.telling import Entry, Voice, tell, told_entry
from croupier.cli.terminal.views import Scene
from croupier.money import in_dollars
from croupier.play import Croupier
from croupier.play.announcing import OF_ACCOUNTS, Announcement, announce
from croupier.play.jackpot import pay
from croupier.rulebooks import StudLaw
from croupier.stud.due import JackpotDue
from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.table.state import Refused, Table


class Told(msgspec.Struct, frozen=True):
    """What a command led to: facts, sentences, words to say."""

    events: tuple[Event, ...]
    entries: tuple[Entry, ...]
    said: tuple[Announcement, ...]


class LiveTable:
    """A table that a person deals at, followed event by event."""

    def __init__(self, croupier: Croupier, clock: Callable[[], datetime] | None = None) -> None:
        self._croupier = croupier
        self._clock = clock
        self._scene = Scene(croupier.table, meter=meter_of(croupier))
        self._voice = Voice(PLAIN_ASCII, "")
        self._tell = tell_stud if isinstance(croupier.table.law, StudLaw) else tell

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self._croupier.table

    def do(self, command: Command) -> Told | Refused:
        """Carry a command out."""
        before = self.table
        if self._clock is not None and command.at is None:
            command = replace(command, at=self._clock())
        events = self._croupier.do(command)
        if isinstance(events, Refused):
            return events
        self._scene = replace(self._scene, table=before, round=before.round or self._scene.round)
        entries = tuple(chain.from_iterable(map(self._happened, events)))
        return Told(events, entries, announce(before, events))

    def pay_jackpot(self) -> Told | Refused | None:
        """Pay the jackpot hands that wait from the table's own pool; nothing where none does."""
        croupier = self._croupier
        first = croupier.due[0] if croupier.due else None
        if croupier.pool is None or not isinstance(first, JackpotDue):
            return None
        pool, paid = pay(croupier.pool, first)
        told = self.do(paid)
        if not isinstance(told, Refused):
            croupier.pool = pool
        return told

    def _happened(self, event: Event) -> tuple[Entry, ...]:
        if isinstance(event, OF_ACCOUNTS):
            return (told_entry(event, None),)
        self._scene = replace(follow(self._scene, event), meter=meter_of(self._croupier))
        mishap = tell_mishap(event, self._scene, self._voice)
        return mishap or self._tell(event, self._scene, self._voice)

    def listed(self) -> list[str]:
        """What lies on the layout, and who is at the table."""
        table = self.table
        lines = ["No round is under way."]
        if table.round is not None:
            settled = chain.from_iterable(one.lines for one in table.settled)
            scene = replace(self._scene, lines=tuple(settled))
            shorts = short_names(table.choices.side_bets)
            lines = list_table(scene, PLAIN_ASCII, shorts, WIDTH)
        for stake in table.wagers:
            lines.append(
                f"wager  {stake.player}, box {stake.box} {stake.on} {in_dollars(stake.amount)}"
            )
        for player in table.players.values():
            seat = f"seat {player.seat}" if player.seat is not None else "standing"
            chips = f", {in_dollars(table.chips(player.name))} in chips" if player.counted else ""
            lines.append(f"player {player.name}, {seat}{chips}")
        return lines
