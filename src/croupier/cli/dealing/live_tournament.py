"""A live tournament: its tables are dealt by people, and one of them is in front of the dealer."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from croupier.cli.dealing.help_pages import commands_of
from croupier.cli.dealing.lines import (
    command_fields,
    in_our_time,
    no_command,
    read_fields,
    read_line,
    words_in,
)
from croupier.cli.dealing.live_table import CommandOutcome, LiveTable
from croupier.cli.dealing.meaningless_line import MisreadLineError
from croupier.cli.dealing.shorthand import CARD, chosen_by_key, full_name
from croupier.cli.dealing.unsaid import LineContext
from croupier.display.narration_contest import told_of_contest
from croupier.display.narration_tournaments import told_of_tournament
from croupier.display.prompts_tournaments import AT_TABLES, told_owed
from croupier.display.sentences import told_entry
from croupier.display.standings import at_table
from croupier.floor.tournaments.commands import DrawSeats
from croupier.floor.tournaments.handlers import answered
from croupier.money import in_dollars
from croupier.play.reader import command_types
from croupier.play.session_table import SessionTable
from croupier.play.tournament_house import TournamentHouse
from croupier.play.tournament_reader import read_step, tournament_command_types
from croupier.rulebooks import TableLaw
from croupier.table.commands import Command
from croupier.table.due import Due
from croupier.table.events import Event
from croupier.table.state import Refused

NUMBER = re.compile(r"[0-9.$]+")
SEAT = re.compile(r"([^\s:=]+):([0-9]{1,2}/[0-9]{1,2})")
"""A drawn seat as it is typed: ann:1/3."""


class LiveTournament(LiveTable):
    """A tournament that a person runs and deals; before a session there is no table yet."""

    def __init__(self, house: TournamentHouse, clock: Callable[[], datetime] | None = None) -> None:
        self._house = house
        self._time = clock
        self._number = 0
        self.go_to(1)

    def go_to(self, number: int) -> bool:
        """Have another table in front, where the session is played at it."""
        if number not in self._house.session_tables:
            return False
        super().__init__(SessionTable.of(self._house, number), self._time)
        self._number = number
        return True

    @property
    def law(self) -> TableLaw:
        """The law that the tournament is played under."""
        return self._house.law

    @property
    def on(self) -> bool:
        """Whether a table of a session is in front."""
        return self._number in self._house.session_tables

    @property
    def under_way(self) -> bool:
        """Whether a session is on."""
        return self.on

    @property
    def due(self) -> tuple[Due, ...]:
        """What is due at the table, and in the tournament."""
        at_hand = super().due if self.on else ()
        return (*at_hand, *self._house.owed)

    @property
    def moment(self) -> LineContext:
        """All by which a typed line is understood; a player's box is the seat drawn."""
        return LineContext(self.law, self.view() if self.on else None)

    @property
    def known(self) -> dict[str, type[Command]]:
        """The commands of a tournament, and those of its tables."""
        tables = (
            commands_of(self.law, player_cards=self.table.choices.player_cards) if self.on else {}
        )
        return {**tables, **tournament_command_types()}

    # ------------------------------------------------------------------------------ commands

    def command(self, data: dict[str, Any]) -> Command:
        """A command that a person or a program has written; ``table`` says where."""
        step = dict(data)
        table = step.get("table")
        command, _ = read_step(self._house.law, self._house.tournament, step)
        if isinstance(table, int) and type(command) not in answered(self._house.law):
            self.go_to(table)
        return command

    def commands(self, line: str) -> tuple[Command, ...]:
        """The commands that a typed line stands for; the player's box goes without saying."""
        words = words_in(line)
        if CARD.fullmatch(words[0]):
            return read_line(self.moment, line)
        if self.on and len(line) == 1 and (keyed := chosen_by_key(self.view().prompts, line)):
            return keyed
        name = full_name(words[0])
        kind = self.known.get(name) or command_types().get(name)
        if kind is None:
            raise no_command(name)
        if kind is DrawSeats and (seats := typed_seats(words[1:])):
            return (self.command({"do": name, "seats": seats}),)
        data = read_fields(self.moment, kind, words[1:], **self._box_of(kind, words[1:]))
        return (in_our_time(self.command(data)),)

    def _box_of(self, kind: type[Command], words: list[str]) -> dict[str, int]:
        """The box of the player whom a command names, where none was typed."""
        fields = command_fields(kind)
        numbers = [field for field in fields if field.required and field.kind is int]
        typed = [word for word in words if NUMBER.fullmatch(word)]
        if "box" not in {field.name for field in fields} or len(typed) >= len(numbers):
            return {}
        seats = (self._house.tournament.seat_of(word.removeprefix("player=")) for word in words)
        seat = next((one for one in seats if one is not None), None)
        return {} if seat is None else {"box": seat.box}

    def do(self, command: Command) -> CommandOutcome | Refused:
        """Carry a command of the tournament out, or one of the table in front."""
        if self.on and type(command) not in answered(self._house.law):
            return super().do(command)
        if self._time is not None and command.at is None:
            command = replace(command, at=self._time())
        events = self._house.ask(command, table=self._number or None)
        if isinstance(events, Refused):
            return events
        self.go_to(self._number if self.on else 1)
        entries = (self._told(event) for event in events)
        return CommandOutcome(events, tuple(one for one in entries if one is not None), ())

    def _told(self, event: Event) -> Any:
        """A sentence about an event of the tournament, or of a session."""
        told = told_of_tournament(event, self.voice) or told_of_contest(event, self.voice)
        return None if told is None else told_entry(event, told, self.voice)

    # ----------------------------------------------------------------------------- what is shown

    @property
    def prompts(self) -> list[str]:
        """What is due in the tournament, then at the table in front."""
        own = [
            told_owed(one, self._house.tournament, self.voice)
            for one in self._house.owed
            if one.what not in AT_TABLES or (one.table != self._number or one.overdue)
        ]
        if not self.on or not super().due:
            return own or ["Nothing: the tournament is over"]
        return [*own, *super().prompts]

    def listed(self) -> list[str]:
        """The seats, or what lies at the table in front and how the players stand."""
        if not self.on:
            seats = self._house.tournament.seats
            drawn = [f"seat {one.table}/{one.box}  {one.player}" for one in seats]
            return drawn or ["No seats are drawn."]
        return [*super().listed(), *self.standings()]

    def standings(self) -> list[str]:
        """How the players at the table in front stand, by their chips."""
        if not self.on:
            return ["No session is on."]
        return [
            f"place {one.place}  box {one.box} {one.player} {in_dollars(one.chips)}"
            + ("" if one.playing else ", out")
            for one in at_table(self.table)
        ]


def typed_seats(words: list[str]) -> dict[str, str]:
    """The outcome of a draw as it is typed: ann:1/1 bob:1/2; empty where none is."""
    found: dict[str, str] = {}
    for word in words:
        seat = SEAT.fullmatch(word)
        if seat is None:
            if found:
                raise MisreadLineError(
                    f"{word} is not a seat: write NAME:TABLE/BOX, such as ann:1/3"
                )
            return {}
        found[seat[1]] = seat[2]
    return found
