"""A live table with its dealer's memory: carries lines out and tells what came of them."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.cli.dealing.help_pages import commands_of
from croupier.cli.dealing.lines import read_line
from croupier.cli.dealing.shorthand import chosen_by_key
from croupier.cli.dealing.unsaid import LineContext
from croupier.cli.output import WIDTH
from croupier.cli.terminal.faces import PLAIN_ASCII
from croupier.cli.terminal.listing import list_table
from croupier.cli.terminal.sitting import meter_of
from croupier.display.announcements import Announcement, announce
from croupier.display.narration import narrate
from croupier.display.prompts import prompt_lines
from croupier.display.scenes import Scene, scene_of
from croupier.display.sentences import Sentence
from croupier.display.sight import view
from croupier.display.viewers import Dealer
from croupier.display.views import TableView
from croupier.display.voices import Voice
from croupier.display.wagers import short_names
from croupier.money import in_dollars
from croupier.play import Croupier
from croupier.play.reader import to_command
from croupier.rulebooks import TableLaw
from croupier.table.commands import Command
from croupier.table.due import Due
from croupier.table.events import Event
from croupier.table.state import Refused, Table

DEALERS_FACES = replace(PLAIN_ASCII, back="?")
"""Cards as the dealer types them: ``??`` lies face down."""


class CommandOutcome(msgspec.Struct, frozen=True):
    """What a command led to: facts, sentences, words to say."""

    events: tuple[Event, ...]
    """The facts."""
    entries: tuple[Sentence, ...]
    """The same in sentences."""
    said: tuple[Announcement, ...]
    """What to say aloud."""


class LiveTable:
    """A table that a person deals at, followed event by event."""

    voice = Voice(Dealer(enters=True), DEALERS_FACES)
    """How the dealer is spoken to."""

    def __init__(self, croupier: Croupier, clock: Callable[[], datetime] | None = None) -> None:
        self._croupier = croupier
        self._clock = clock
        self._scene = scene_of(croupier.table, meter_of(croupier))

    @property
    def law(self) -> TableLaw:
        """The law that the table stands under."""
        return self._croupier.law

    @property
    def due(self) -> tuple[Due, ...]:
        """What is due now."""
        return self._croupier.due

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self._croupier.table

    @property
    def under_way(self) -> bool:
        """Whether a round is under way."""
        return self.table.round is not None

    def command(self, data: dict[str, Any]) -> Command:
        """A command that a person or a program has written."""
        return to_command(data)

    def commands(self, line: str) -> tuple[Command, ...]:
        """The commands that a typed line stands for."""
        keyed = chosen_by_key(self.view().prompts, line) if len(line) == 1 else ()
        return keyed or read_line(self.moment, line)

    @property
    def moment(self) -> LineContext:
        """All by which a typed line is understood now."""
        return LineContext(self.law, self.view())

    @property
    def known(self) -> dict[str, type[Command]]:
        """The commands that may be typed, by their names."""
        return commands_of(self.law, player_cards=self.table.choices.player_cards)

    @property
    def prompts(self) -> list[str]:
        """What is due, in lines."""
        return prompt_lines(self.view())

    def do(self, command: Command) -> CommandOutcome | Refused:
        """Carry a command out."""
        before = self.table
        if self._clock is not None and command.at is None:
            command = replace(command, at=self._clock())
        events = self._croupier.do(command)
        if isinstance(events, Refused):
            return events
        start = Scene(before, before.round or self._scene.round, meter_of(self._croupier))
        self._scene, entries = narrate(self.law, start, events, self.voice)
        return CommandOutcome(events, entries, announce(self.law, before, events))

    def _seen(self, due: tuple[Due, ...]) -> TableView:
        table, voice = self.table, self.voice
        scene = replace(self._scene, table=table, round=table.round or self._scene.round)
        return view(self.law, scene, voice.viewer, due=due, names=voice.names, faces=voice.faces)

    def view(self) -> TableView:
        """The table as its dealer sees it."""
        return self._seen(self._croupier.due)

    def listed(self) -> list[str]:
        """What lies on the layout, and who is at the table."""
        return table_lines(self._seen(()), self.voice)


def table_lines(shown: TableView, voice: Voice) -> list[str]:
    """What lies on the layout of a table, and who is there."""
    lines = ["No round is under way."]
    if shown.under_way:
        shorts = short_names(tuple(bet.on for bet in shown.side_bets))
        lines = list_table(shown, DEALERS_FACES, shorts, WIDTH)
    for wager in shown.wagers:
        who = voice.who(wager.player)
        lines.append(f"wager  {who}, box {wager.box} {wager.on} {in_dollars(wager.amount)}")
    for player in shown.players:
        seat = f"seat {player.seat}" if player.seat is not None else "standing"
        chips = "" if player.chips is None else f", {in_dollars(player.chips)} in chips"
        lines.append(f"player {voice.who(player.player)}, {seat}{chips}")
    return lines
