"""``croupier deal`` for tournaments: people deal the tables, the dealer at one of them."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from msgspec.structs import replace

from croupier.display.command_fields import command_fields, table_commands
from croupier.display.narration.table import contest_sentence
from croupier.display.sentences import sentence_for
from croupier.errors import CroupierError
from croupier.features.tournaments.bots import begin_session, enter_all, open_tournament
from croupier.features.tournaments.cli.opening import load_lawful_tournament, read_entrants
from croupier.features.tournaments.files import TournamentFile, read_step, tournament_command_types
from croupier.features.tournaments.narration import (
    AT_TABLES,
    tournament_duty_sentence,
    tournament_event_sentence,
)
from croupier.features.tournaments.rules.decisions import tournament_commands
from croupier.features.tournaments.rules.seats import DrawSeats
from croupier.features.tournaments.runner import SessionTable, TournamentRunner, resume_alone
from croupier.features.tournaments.standings import table_standings
from croupier.floor.card_sources import CardSource, SoftwareShoe, random_source
from croupier.floor.command_text import command_types
from croupier.games.table.choices import Mode
from croupier.games.table.due import Due
from croupier.messages import Command, Event, Refused
from croupier.money import in_dollars
from croupier.rulebooks import TableLaw
from croupier.terminal.dealer.defaults import LineContext
from croupier.terminal.dealer.help_pages import general_help, help_page
from croupier.terminal.dealer.lines import (
    CARD,
    MisreadLineError,
    commands_for_key,
    full_name,
    read_fields,
    read_line,
    require_plausible_times,
    split_words,
    unknown_command,
)
from croupier.terminal.dealer.live_table import NOT_RECORDED, RECORDED, CommandOutcome, LiveTable
from croupier.terminal.dealer.machine import serve
from croupier.terminal.dealer.terminal import DealerTerminal
from croupier.terminal.line_input import replace_undecodable
from croupier.terminal.player.typed import quote

NUMBER = re.compile(r"[0-9.$]+")
SEAT = re.compile(r"([^\s:=]+):([0-9]{1,2}/[0-9]{1,2})")
"""A drawn seat as it is typed: ann:1/3."""


class LiveTournament(LiveTable):
    """A tournament that a person runs and deals; before a session there is no table yet."""

    narrators = (tournament_event_sentence,)

    def __init__(
        self, house: TournamentRunner, clock: Callable[[], datetime] | None = None
    ) -> None:
        self._house = house
        self._time = clock
        self._number = 0
        self.go_to(1)

    def go_to(self, number: int) -> bool:
        """Switch to another table. Return whether the session is played at it."""
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
        """Whether a session is in progress."""
        return self.on

    @property
    def due(self) -> tuple[Due, ...]:
        """Return what is due at the table and in the tournament."""
        at_hand = super().due if self.on else ()
        return (*at_hand, *self._house.due)

    @property
    def moment(self) -> LineContext:
        """Return the context for typed lines; a player's box is the seat drawn."""
        return LineContext(self.law, self.view() if self.on else None)

    @property
    def commands_by_name(self) -> dict[str, type[Command]]:
        """Return the commands of a tournament and those of its tables."""
        tables = (
            table_commands(self.law, player_cards=self.table.choices.player_cards)
            if self.on
            else {}
        )
        return {**tables, **tournament_command_types()}

    # ------------------------------------------------------------------------------ commands

    def command(self, data: dict[str, Any]) -> Command:
        """Return a command that a person or a program has written; ``table`` says where."""
        step = dict(data)
        table = step.get("table")
        command, _ = read_step(self._house.law, self._house.tournament, step)
        if isinstance(table, int) and type(command) not in tournament_commands(self._house.law):
            self.go_to(table)
        return command

    def commands(self, line: str) -> tuple[Command, ...]:
        """Return the commands that a typed line stands for; a player's box may be left out."""
        words = split_words(line)
        if CARD.fullmatch(words[0]):
            return read_line(self.moment, line)
        if self.on and len(line) == 1 and (keyed := commands_for_key(self.view().prompts, line)):
            return keyed
        name = full_name(words[0])
        kind = self.commands_by_name.get(name) or command_types().get(name)
        if kind is None:
            raise unknown_command(name)
        if kind is DrawSeats and (seats := read_seats(words[1:])):
            return (self.command({"do": name, "seats": seats}),)
        data = read_fields(self.moment, kind, words[1:], **self._box_of(kind, words[1:]))
        return (require_plausible_times(self.command(data)),)

    def _box_of(self, kind: type[Command], words: list[str]) -> dict[str, int]:
        """Return the box of the player whom a command names, if none was typed."""
        fields = command_fields(kind)
        numbers = [field for field in fields if field.required and field.kind is int]
        typed = [word for word in words if NUMBER.fullmatch(word)]
        if "box" not in {field.name for field in fields} or len(typed) >= len(numbers):
            return {}
        seats = (self._house.tournament.seat_of(word.removeprefix("player=")) for word in words)
        seat = next((one for one in seats if one is not None), None)
        return {} if seat is None else {"box": seat.box}

    def do(self, command: Command) -> CommandOutcome | Refused:
        """Submit a command of the tournament or of the table in front."""
        if self.on and type(command) not in tournament_commands(self._house.law):
            return super().do(command)
        if self._time is not None and command.at is None:
            command = replace(command, at=self._time())
        events = self._house.submit(command, table=self._number or None)
        if isinstance(events, Refused):
            return events
        self.go_to(self._number if self.on else 1)
        entries = (self._sentence(event) for event in events)
        return CommandOutcome(events, tuple(one for one in entries if one is not None), ())

    def _sentence(self, event: Event) -> Any:
        """Return a sentence about an event of the tournament or of a session."""
        told = tournament_event_sentence(event, self.voice) or contest_sentence(event, self.voice)
        return None if told is None else sentence_for(event, told, self.voice)

    # ----------------------------------------------------------------------------- what is shown

    @property
    def prompts(self) -> list[str]:
        """Return what is due in the tournament, then at the table in front."""
        own = [
            tournament_duty_sentence(one, self._house.tournament, self.voice)
            for one in self._house.due
            if one.what not in AT_TABLES or (one.table != self._number or one.overdue)
        ]
        if not self.on or not super().due:
            return own or ["Nothing: the tournament is over"]
        return [*own, *super().prompts]

    def layout_lines(self) -> list[str]:
        """Return the seats, or the layout of the table in front with the standings."""
        if not self.on:
            seats = self._house.tournament.seats
            drawn = [f"seat {one.table}/{one.box}  {one.player}" for one in seats]
            return drawn or ["No seats are drawn."]
        return [*super().layout_lines(), *self.standings()]

    def standings(self) -> list[str]:
        """Return the standings at the table in front, by chips."""
        if not self.on:
            return ["No session is on."]
        return [
            f"place {one.place}  box {one.box} {one.player} {in_dollars(one.chips)}"
            + ("" if one.playing else ", out")
            for one in table_standings(self.table)
        ]


def read_seats(words: list[str]) -> dict[str, str]:
    """Return the outcome of a draw as it is typed: ann:1/1 bob:1/2; empty if there is none."""
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


LINES = (
    "enter ann                 ann enters; withdraw-entry, refuse-entry, enter ann reserve=yes",
    "draw-seats seated=yes     seats by lot; draw-seats ann:1/1 bob:1/2 is a draw made by hand",
    "start-session             chips are issued, and the first turn begins",
    "wager ann 20              in turn, on ann's box; pass ann; undisclosed-wager ann main 50",
    "time-out ann              the time for the wager is over; limit-time 30 notified sets one",
    "deal  4S 10H  stand ann   as at any table",
    "leave-seat ann            absent: deduct-absent ann, disqualify ann absent; take-seat ann",
    "break 10  end-break       a break of ten minutes, and its end",
    "reinstate ann MISTAKE     takes an elimination back",
    "at 2                      have table 2 in front",
    "standings                 how the players at the table stand",
    "return-chips 1            the chips were counted and are back",
    "award-prizes              pays the pool out",
    "due  table  help deal  quit",
)


class TournamentTerminal(DealerTerminal):
    """A live tournament run and dealt in lines of text."""

    def __init__(
        self, live: LiveTournament, source: TextIO, target: TextIO, *, kept: Path | None = None
    ) -> None:
        super().__init__(live, source, target, kept=kept)
        self._tournament = live
        self._own |= {"standings": self._standings}

    def _opening_lines(self) -> list[str]:
        return [f"{self._live.law.title}, a live tournament."]

    def _answer(self, line: str) -> None:
        first, *others = line.lower().split() or [""]
        if first == "at" and len(others) == 1:
            self._go_to(others[0])
        else:
            super()._answer(line)

    def _go_to(self, number: str) -> None:
        if not number.isdecimal() or not self._tournament.go_to(int(number)):
            self._write(f"No session is on at table {quote(number)}.")
        self._due()

    def _standings(self) -> None:
        self._page(self._tournament.standings())

    def _equipment(self) -> None:
        if self._tournament.on:
            super()._equipment()
        else:
            self._write("No session is on.")

    def _notices(self) -> None:
        if self._tournament.on:
            super()._notices()
        else:
            self._write("No session is on.")

    def _help(self, words: list[str]) -> None:
        live = self._tournament
        if words:
            choices = live.table.choices if live.on else None
            self._page(help_page(live.law, choices, live.commands_by_name, words[0]))
        else:
            self._page(general_help(live.law, live.commands_by_name, LINES))

    def _farewell(self) -> list[str]:
        """Return the standings; the conditions of a tournament say the rest."""
        return [*self._tournament.standings(), RECORDED if self._kept else NOT_RECORDED]

    def _resume_command(self) -> str:
        return f"{super()._resume_command()} --tournament FILE"


def deal_tournament(
    game: str,
    file: Path,
    players: str,
    *,
    record: Path | None,
    resume: bool,
    clock: Callable[[], datetime] | None,
    as_json: bool,
) -> None:
    """Run a tournament at live tables until there are no more lines."""
    read = load_lawful_tournament(file)
    if read.law.game != game:
        raise CroupierError(f"{file} is a tournament of {read.law.game}, not of {game}")
    replace_undecodable()
    with _house(read, file.stem, record, resume=resume) as house:
        if players and not house.tournament.entrants:
            _seat(house, read_entrants(read, players))
        live = LiveTournament(house, clock)
        if as_json:
            serve(live, sys.stdin, sys.stdout)
        else:
            TournamentTerminal(live, sys.stdin, sys.stdout, kept=record).run()


def _seat(house: TournamentRunner, players: list[str]) -> None:
    """Have all players enter and sit down, and start the first session."""
    for _ in enter_all(house, players):
        pass
    if not house.session_tables:
        for _ in begin_session(house):
            pass


@contextmanager
def _house(
    read: TournamentFile, name: str, record: Path | None, *, resume: bool
) -> Iterator[TournamentRunner]:
    """Open the tournament, new or from its record."""
    choices = replace(read.choices, mode=Mode.LIVE)
    if record is None:
        if resume:
            raise CroupierError("--resume: name the tournament's file with --record")
        yield open_tournament(read.law, read.conditions, name=name, choices=choices)
        return
    from croupier.record.stores.locations import driver_errors_explained
    from croupier.record.stores.sqlite.journal import SqliteJournal
    from croupier.terminal.saved_play import RecordKind, refuse_other_record

    with driver_errors_explained(str(record)):
        refuse_other_record(record, RecordKind.TOURNAMENT_DEALT, read.law.game, resume=resume)
        store = SqliteJournal(record)
        try:
            held = bool(store.peaks.size)
            if held and not resume:
                raise CroupierError(f"{record} already holds a record: add --resume to continue it")
            if held:
                yield resume_alone(store, no_cards)
            else:
                yield open_tournament(
                    read.law, read.conditions, name=name, choices=choices, journal=store
                )
        finally:
            store.close()


def no_cards(_: str) -> CardSource:
    """Return a source that is never drawn from: at a live table a person deals."""
    return SoftwareShoe(random_source())
