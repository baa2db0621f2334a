"""A live table dealt by a person: commands submitted, and their outcome put into words."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.display.announcements import Announcement, announce
from croupier.display.command_fields import table_commands
from croupier.display.layout import table_view
from croupier.display.narration.narrator import Narrator, narrate
from croupier.display.prompts import prompt_lines
from croupier.display.scenes import Scene, scene_of
from croupier.display.sentences import Sentence
from croupier.display.viewers import Dealer, Voice, noun_count
from croupier.display.views import TableView, short_names
from croupier.floor import Croupier
from croupier.floor.command_text import to_command
from croupier.games.table.due import Due
from croupier.games.table.state import Table
from croupier.messages import Command, Event, Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks import TableLaw
from croupier.terminal.dealer.defaults import LineContext
from croupier.terminal.dealer.lines import commands_for_key, read_line
from croupier.terminal.output import WIDTH
from croupier.terminal.player.colours import PLAIN_ASCII
from croupier.terminal.player.results import result_text
from croupier.terminal.player.screen import list_table
from croupier.terminal.player.sitting import meter_of

DEALERS_FACES = replace(PLAIN_ASCII, back="?")
"""Cards as the dealer types them: ``??`` is face down."""


class CommandOutcome(msgspec.Struct, frozen=True):
    """The outcome of a command: events, sentences, announcements."""

    events: tuple[Event, ...]
    """The events, in order."""
    entries: tuple[Sentence, ...]
    """Sentences about the events."""
    said: tuple[Announcement, ...]
    """The announcements that the dealer makes."""


class LiveTable:
    """A table dealt by a person, with the scene that sentences are made from."""

    voice = Voice(Dealer(enters=True), DEALERS_FACES)
    """The forms of address and card faces for the dealer."""
    narrators: tuple[Narrator, ...] = ()
    """Those who put the events of a feature into words that happen beside the table's own."""

    def __init__(self, croupier: Croupier, clock: Callable[[], datetime] | None = None) -> None:
        self._croupier = croupier
        self._clock = clock
        self._scene = scene_of(croupier.table, meter_of(croupier))

    @property
    def law(self) -> TableLaw:
        """The law of the table."""
        return self._croupier.law

    @property
    def due(self) -> tuple[Due, ...]:
        """The things due now."""
        return self._croupier.due

    @property
    def table(self) -> Table:
        """The current state of the table."""
        return self._croupier.table

    @property
    def under_way(self) -> bool:
        """Whether a round is under way."""
        return self.table.round is not None

    def command(self, data: dict[str, Any]) -> Command:
        """Return the command in plain data that a person or a program has written."""
        return to_command(data)

    def commands(self, line: str) -> tuple[Command, ...]:
        """Return the commands that a typed line means."""
        keyed = commands_for_key(self.view().prompts, line) if len(line) == 1 else ()
        return keyed or read_line(self.moment, line)

    @property
    def moment(self) -> LineContext:
        """The context in which a line typed now is read."""
        return LineContext(self.law, self.view())

    @property
    def commands_by_name(self) -> dict[str, type[Command]]:
        """The commands that may be typed, by their names."""
        return table_commands(self.law, player_cards=self.table.choices.player_cards)

    @property
    def prompts(self) -> list[str]:
        """The lines that say what is due."""
        return prompt_lines(self.view())

    def do(self, command: Command) -> CommandOutcome | Refused:
        """Submit a command. Return its outcome, or the refusal."""
        before = self.table
        if self._clock is not None and command.at is None:
            command = replace(command, at=self._clock())
        events = self._croupier.do(command)
        if isinstance(events, Refused):
            return events
        start = Scene(before, before.round or self._scene.round, meter_of(self._croupier))
        self._scene, entries = narrate(
            self.law, start, events, self.voice, narrators=self.narrators
        )
        return CommandOutcome(events, entries, announce(self.law, before, events))

    def _view(self, due: tuple[Due, ...]) -> TableView:
        table, voice = self.table, self.voice
        scene = replace(self._scene, table=table, round=table.round or self._scene.round)
        return table_view(
            self.law, scene, voice.viewer, due=due, names=voice.names, faces=voice.faces
        )

    def view(self) -> TableView:
        """Return the dealer's view of the table."""
        return self._view(self._croupier.due)

    def layout_lines(self) -> list[str]:
        """Return lines that list the layout and the players."""
        return table_lines(self._view(()), self.voice)


def table_lines(shown: TableView, voice: Voice) -> list[str]:
    """Return lines that list the layout of a table and its players."""
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


RECORDED = "The evening is recorded. To continue it:"
NOT_RECORDED = "This evening was not recorded; --record evening.db records the next one."


def closing_summary(table: Table) -> list[str]:
    """Return the results of an evening at a table, and what is unfinished."""
    lines = ["Summary", f"  {'rounds':<12}{table.rounds}"]
    names = [account.partition("/")[2] for account in table.balances if "/" in account]
    lines += [
        f"  {name:<12}{result_text(net_result(table, name))}" for name in dict.fromkeys(names)
    ]
    if table.round is not None:
        lines.append(f"  {'left':<12}in round {table.rounds}, which is not settled")
    elif table.wagers:
        lines.append(f"  {'left':<12}with {noun_count(len(table.wagers), 'wager')} on the layout")
    return lines


def net_result(table: Table, player: str) -> Cents:
    """Return the player's net result so far; wagers on the layout are not counted as lost."""
    till = table.till
    own = (till.chips(player), till.tokens(player), till.purse(player))
    laid = (*table.wagers, *(() if table.round is None else table.round.stakes))
    on_layout = sum(stake.amount for stake in laid if stake.player == player)
    return on_layout + sum(table.balances.get(account, 0) for account in own)
