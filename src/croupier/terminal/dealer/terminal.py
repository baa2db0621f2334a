"""A line terminal for dealers: each line is answered with events, announcements and what is due.

``LineTerminal`` works for any table, here or at a server; ``DealerTerminal`` is for a table here.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Collection
from pathlib import Path
from shutil import get_terminal_size
from typing import Protocol, TextIO

from croupier.cards import Device
from croupier.display.prompts import notice_line
from croupier.display.viewers import Voice, deck_count, refusal_sentence
from croupier.display.views import TableView
from croupier.errors import CroupierError
from croupier.games.table.choices import Choices
from croupier.games.table.equipment import checklist
from croupier.games.table.rounds import DealCard
from croupier.games.table.state import Table
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import TableLaw
from croupier.terminal.dealer.help_pages import general_help, help_page, no_undo_sentence
from croupier.terminal.dealer.lines import split_pieces
from croupier.terminal.dealer.live_table import (
    NOT_RECORDED,
    RECORDED,
    CommandOutcome,
    LiveTable,
    closing_summary,
)
from croupier.terminal.line_input import read_line
from croupier.terminal.output import WIDTH
from croupier.terminal.player.screen import wrap_entry
from croupier.terminal.player.typed import make_printable, wrap_words
from croupier.terminal.table_options import player_card_lines

QUIT = ("quit", "exit", "q")
LEAVE = ("y", "yes", *QUIT)
COMMENT = "#"
COLOURS = {"Due": "1;36", "Say": "32", "Refused": "1;31", "Not understood": "1;31"}
"""The words at the beginning of a line that are coloured, and their ANSI codes."""
INDENT = "  "
INSTEAD = {"card/not-due": "draw-in-error ", "card/none-left": "wrong-cards foreign="}
"""The command, up to the card, that reports a card refused with this code."""


class DealtTable(Protocol):
    """A table that is dealt in lines, here or at a server."""

    @property
    def voice(self) -> Voice:
        """The forms of address and card faces for the dealer."""
        ...

    @property
    def commands_by_name(self) -> dict[str, type[Command]]:
        """The commands that may be typed, by their names."""
        ...

    @property
    def prompts(self) -> list[str]:
        """The lines that say what is due."""
        ...

    @property
    def under_way(self) -> bool:
        """Whether a round is under way."""
        ...

    def commands(self, line: str) -> tuple[Command, ...]:
        """Return the commands that a typed line means."""
        ...

    def do(self, command: Command) -> CommandOutcome | Refused:
        """Submit a command. Return its outcome, or the refusal."""
        ...

    def view(self) -> TableView:
        """Return the dealer's view of the table."""
        ...

    def layout_lines(self) -> list[str]:
        """Return lines that list the layout and the players."""
        ...


class LineTerminal(ABC):
    """A table dealt in lines of text."""

    def __init__(self, live: DealtTable, source: TextIO, target: TextIO) -> None:
        self._dealt = live
        self._source = source
        self._target = target
        self._asks = source.isatty() and target.isatty()
        """Whether a person is at the terminal and can be asked."""
        self._coloured = self._asks and not os.environ.get("NO_COLOR")
        self._prompt = "> " if self._asks else ""
        self._own = {
            "due": self._due,
            "notices": self._notices,
            "table": self._table,
            "undo": self._undo,
        }

    @abstractmethod
    def _opening_lines(self) -> list[str]:
        """Return the lines that describe the table."""

    @abstractmethod
    def _help(self, words: list[str]) -> None:
        """Write the general help, or the page of one command or subject."""

    @abstractmethod
    def _sum_up(self) -> None:
        """Write the closing lines for a dealer who leaves."""

    def run(self) -> None:
        """Answer lines until the dealer leaves or interrupts, then sum up."""
        try:
            self._answer_lines()
        except KeyboardInterrupt:
            self._write("")
        self._sum_up()

    def _answer_lines(self) -> None:
        """Write the opening and what is due, then answer line by line."""
        self._page([*self._opening_lines(), "Type help for the commands, quit to leave."])
        self._due()
        leaving = False
        while not leaving:
            line = self._read(self._prompt)
            if line is None or line.lower() in QUIT:
                leaving = self._leaves(meant=line is not None)
            else:
                self._answer(line)

    def _leaves(self, *, meant: bool) -> bool:
        """Return whether the dealer leaves. Ask first during a round and after an interrupt.

        A second interrupt or end of input means yes, so that nothing can hang.
        """
        if not self._asks or (meant and not self._dealt.under_way):
            return True
        state = "The round is not settled. " if self._dealt.under_way else ""
        answer = self._read(f"{state}Leave the table? y leaves, Enter stays: ")
        return answer is None or answer.lower() in LEAVE

    def _read(self, prompt: str) -> str | None:
        """Return the next line; None at the end of the input or after an interrupt."""
        try:
            line = read_line(self._source, self._target, prompt)
        except KeyboardInterrupt:
            line = ""
        if not line and self._asks:
            self._write("")
        return line.strip() if line else None

    def _answer(self, line: str) -> None:
        if not line or line.startswith(COMMENT):
            return
        first, *others = line.lower().split()
        if first == "help":
            self._help(others)
        elif first in self._own and not others:
            self._own[first]()
        else:
            self._carry_out(line)

    def _carry_out(self, line: str) -> None:
        self._carry_out_commands(line)
        self._due()

    def _carry_out_commands(self, line: str) -> None:
        try:
            for piece in split_pieces(line, self._dealt.commands_by_name):
                for command in self._dealt.commands(piece):
                    outcome = self._dealt.do(command)
                    # Wagers are independent: the others of the line are placed all the same.
                    if not self._tell(outcome) and not isinstance(command, PlaceWager):
                        self._hint(command, outcome)
                        return
        except CroupierError as error:
            stop = "" if str(error).endswith("?") else "."
            self._write(f"Not understood: {error}{stop}")

    def _hint(self, command: Command, outcome: CommandOutcome | Refused) -> None:
        """Write how to report a card that was refused but is on the table."""
        if isinstance(command, DealCard) and isinstance(outcome, Refused):
            instead = INSTEAD.get(outcome.code, "")
            if instead.partition(" ")[0] in self._dealt.commands_by_name:
                self._write(f"If it is on the table anyway: {instead}{command.card}")

    def _tell(self, outcome: CommandOutcome | Refused) -> bool:
        """Write the outcome of a command. Return whether it was carried out."""
        if isinstance(outcome, Refused):
            self._write(f"Refused: {refusal_sentence(outcome, self._dealt.voice)}")
            return False
        for entry in outcome.entries:
            self._write(entry.with_clauses)
        for one in outcome.said:
            clause = f" ({one.clause})" if one.clause else ""
            self._write(f'Say: "{one.words}"{clause}')
        return True

    def _due(self) -> None:
        for line in self._dealt.prompts:
            self._write(f"Due: {line}")

    def _notices(self) -> None:
        notices = self._dealt.view().notices
        for notice in notices:
            self._write(notice_line(notice, self._dealt.voice))
        closing = "acknowledge NUMBER by=ROLE closes one." if notices else "No notice was given."
        self._write(closing)

    def _table(self) -> None:
        self._page(self._dealt.layout_lines())

    def _undo(self) -> None:
        self._write(no_undo_sentence(self._dealt.commands_by_name))

    @property
    def _width(self) -> int:
        """The width of a line: the window's, and at most 80."""
        return min(WIDTH, get_terminal_size().columns) if self._asks else WIDTH

    def _page(self, lines: list[str]) -> None:
        """Write lines, keeping their columns."""
        for line in lines:
            for part in wrap_entry(make_printable(line), self._width):
                self._target.write(f"{part}\n")

    def _write(self, text: str) -> None:
        first, *others = wrap_words(make_printable(text), self._width, indent=INDENT)
        self._target.write(f"{self._coloured_line(first)}\n")
        self._target.writelines(f"{line}\n" for line in others)

    def _coloured_line(self, line: str) -> str:
        """Colour the first word of a line at a terminal."""
        word, _, rest = line.partition(": ")
        colour = COLOURS.get(word) if self._coloured else None
        return line if colour is None else f"\x1b[{colour}m{word}:\x1b[0m {rest}"


class DealerTerminal(LineTerminal):
    """A live table of this process, dealt in lines of text."""

    def __init__(
        self, live: LiveTable, source: TextIO, target: TextIO, *, kept: Path | None = None
    ) -> None:
        super().__init__(live, source, target)
        self._live = live
        self._kept = kept
        """The file that the evening is recorded in; None if it is not."""
        self._own |= {"equipment": self._equipment}

    def _opening_lines(self) -> list[str]:
        law, table = self._live.law, self._live.table
        return [opening_line(law, table), *player_card_lines(law, table)]

    def _sum_up(self) -> None:
        self._page(["", *self._farewell()])
        if self._kept is not None:
            self._target.write(f"{self._resume_command()}\n")

    def _farewell(self) -> list[str]:
        """Return the results of the evening, and whether it was recorded."""
        return [*closing_summary(self._live.table), RECORDED if self._kept else NOT_RECORDED]

    def _resume_command(self) -> str:
        """Return the command that continues the evening, on one line, to be copied."""
        return f"{INDENT}croupier deal {self._live.law.game} --record {self._kept} --resume"

    def _equipment(self) -> None:
        law, table = self._live.law, self._live.table
        self._page(equipment_lines(law, table.choices, table.equipment))

    def _help(self, words: list[str]) -> None:
        live = self._live
        if words:
            self._page(help_page(live.law, live.table.choices, live.commands_by_name, words[0]))
        else:
            self._page(general_help(live.law, live.commands_by_name))


def equipment_lines(law: TableLaw, choices: Choices, unreported: Collection[str] = ()) -> list[str]:
    """Return the equipment that the rulebook requires, with clauses and what is unreported."""
    lines = []
    for item in checklist(law, choices):
        state = "to be reported: " if item.name in unreported else ""
        lines.append(f"{item.name:<20} {state}{item.says.text} ({item.says.clause})")
    for name, says in law.equipment.may_vary.items():
        lines.append(f"may vary: {name:<10} {says.text} ({says.clause})")
    return lines


def opening_line(law: TableLaw, table: Table) -> str:
    """Return a line that describes the table."""
    choices = table.choices
    source = "a shuffling device" if choices.device is Device.SHUFFLER else "a shoe"
    decks = deck_count(table)
    return f"{law.title}, live: {choices.boxes} boxes, {decks} from {source}."
