"""A terminal for lines: each is answered with what happened, what to say, what is due.

The table may be here or at a server; what is shown of it beyond its view is up to the subclass.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Collection
from pathlib import Path
from shutil import get_terminal_size
from typing import Protocol, TextIO

from croupier.cards import Device
from croupier.display.prompts import told_notice
from croupier.display.viewers import Voice, counted_decks, refusal
from croupier.display.views import TableView
from croupier.errors import CroupierError
from croupier.games.table.choices import Choices
from croupier.games.table.equipment import checklist
from croupier.games.table.rounds import DealCard
from croupier.games.table.state import Table
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Command, Refused
from croupier.rulebooks import TableLaw
from croupier.terminal.dealer.help_pages import general_help, help_page, undoing
from croupier.terminal.dealer.lines import pieces
from croupier.terminal.dealer.live_table import KEPT, NOT_KEPT, CommandOutcome, LiveTable, farewell
from croupier.terminal.line_input import read_line
from croupier.terminal.output import WIDTH
from croupier.terminal.player.screen import folded_entry
from croupier.terminal.player.typed import folded, printable
from croupier.terminal.table_options import looked_after

QUIT = ("quit", "exit", "q")
LEAVE = ("y", "yes", *QUIT)
COMMENT = "#"
COLOURS = {"Due": "1;36", "Say": "32", "Refused": "1;31", "Not understood": "1;31"}
"""The words at the beginning of a line that stand out at a terminal, and their colours."""
INDENT = "  "
INSTEAD = {"card/not-due": "draw-in-error ", "card/none-left": "wrong-cards foreign="}
"""What is typed, up to the card, where one has come out that was refused."""


class DealtTable(Protocol):
    """A table as a dealer deals it in lines, wherever it is."""

    @property
    def voice(self) -> Voice:
        """How the dealer is spoken to."""
        ...

    @property
    def known(self) -> dict[str, type[Command]]:
        """The commands that may be typed, by their names."""
        ...

    @property
    def prompts(self) -> list[str]:
        """What is due, in lines."""
        ...

    @property
    def under_way(self) -> bool:
        """Whether a round is under way."""
        ...

    def commands(self, line: str) -> tuple[Command, ...]:
        """The commands that a typed line stands for."""
        ...

    def do(self, command: Command) -> CommandOutcome | Refused:
        """Carry a command out."""
        ...

    def view(self) -> TableView:
        """The table as its dealer sees it."""
        ...

    def listed(self) -> list[str]:
        """What lies on the layout, and who is at the table."""
        ...


class LineTerminal(ABC):
    """A table dealt in lines of text."""

    def __init__(self, live: DealtTable, source: TextIO, target: TextIO) -> None:
        self._dealt = live
        self._source = source
        self._target = target
        self._asks = source.isatty() and target.isatty()
        """Whether somebody is there to be asked."""
        self._coloured = self._asks and not os.environ.get("NO_COLOR")
        self._prompt = "> " if self._asks else ""
        self._own = {
            "due": self._due,
            "notices": self._notices,
            "table": self._table,
            "undo": self._undo,
        }

    @abstractmethod
    def _opening(self) -> list[str]:
        """What the table is."""

    @abstractmethod
    def _help(self, words: list[str]) -> None:
        """Write what may be typed, or all about one command or subject."""

    @abstractmethod
    def _sum_up(self) -> None:
        """Write what there is to know for somebody who leaves."""

    def run(self) -> None:
        """Answer lines until the dealer leaves, then sum up, whatever it was that ended it."""
        try:
            self._answer_lines()
        except KeyboardInterrupt:
            self._write("")
        self._sum_up()

    def _answer_lines(self) -> None:
        """Say what the table is and what is due, then answer line by line."""
        self._page([*self._opening(), "Type help for the commands, quit to leave."])
        self._due()
        leaving = False
        while not leaving:
            line = self._read(self._prompt)
            if line is None or line.lower() in QUIT:
                leaving = self._leaves(meant=line is not None)
            else:
                self._answer(line)

    def _leaves(self, *, meant: bool) -> bool:
        """Whether the dealer leaves; who interrupts, or leaves amid a round, is asked.

        A second interrupt or end of input is an answer too, so that nothing can hang.
        """
        if not self._asks or (meant and not self._dealt.under_way):
            return True
        state = "The round is not settled. " if self._dealt.under_way else ""
        answer = self._read(f"{state}Leave the table? y leaves, Enter stays: ")
        return answer is None or answer.lower() in LEAVE

    def _read(self, prompt: str) -> str | None:
        """The next line; none at the end of the input, or where it was interrupted."""
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
            for piece in pieces(line, self._dealt.known):
                for command in self._dealt.commands(piece):
                    told = self._dealt.do(command)
                    if not self._tell(told) and not isinstance(command, PlaceWager):
                        self._hint(command, told)
                        return
        except CroupierError as error:
            stop = "" if str(error).endswith("?") else "."
            self._write(f"Not understood: {error}{stop}")

    def _hint(self, command: Command, told: CommandOutcome | Refused) -> None:
        """Say how to report a card that should not be there."""
        if isinstance(command, DealCard) and isinstance(told, Refused):
            instead = INSTEAD.get(told.code, "")
            if instead.partition(" ")[0] in self._dealt.known:
                self._write(f"If it is on the table anyway: {instead}{command.card}")

    def _tell(self, told: CommandOutcome | Refused) -> bool:
        """Tell what came of a command, and whether it was carried out."""
        if isinstance(told, Refused):
            self._write(f"Refused: {refusal(told, self._dealt.voice)}")
            return False
        for entry in told.entries:
            self._write(entry.cited)
        for one in told.said:
            clause = f" ({one.clause})" if one.clause else ""
            self._write(f'Say: "{one.words}"{clause}')
        return True

    def _due(self) -> None:
        for line in self._dealt.prompts:
            self._write(f"Due: {line}")

    def _notices(self) -> None:
        notices = self._dealt.view().notices
        for notice in notices:
            self._write(told_notice(notice, self._dealt.voice))
        closing = "acknowledge NUMBER by=ROLE closes one." if notices else "No notice was given."
        self._write(closing)

    def _table(self) -> None:
        self._page(self._dealt.listed())

    def _undo(self) -> None:
        self._write(undoing(self._dealt.known))

    @property
    def _width(self) -> int:
        """How wide a line may be: as the window is, and never wider than is read well."""
        return min(WIDTH, get_terminal_size().columns) if self._asks else WIDTH

    def _page(self, lines: list[str]) -> None:
        """Write a list as it is, columns and all."""
        for line in lines:
            for part in folded_entry(printable(line), self._width):
                self._target.write(f"{part}\n")

    def _write(self, text: str) -> None:
        first, *others = folded(printable(text), self._width, indent=INDENT)
        self._target.write(f"{self._lit(first)}\n")
        self._target.writelines(f"{line}\n" for line in others)

    def _lit(self, line: str) -> str:
        """A line whose first word stands out by its colour, where somebody looks at it."""
        word, _, rest = line.partition(": ")
        colour = COLOURS.get(word) if self._coloured else None
        return line if colour is None else f"\x1b[{colour}m{word}:\x1b[0m {rest}"


class DealerTerminal(LineTerminal):
    """A live table dealt in lines of text."""

    def __init__(
        self, live: LiveTable, source: TextIO, target: TextIO, *, kept: Path | None = None
    ) -> None:
        super().__init__(live, source, target)
        self._live = live
        self._kept = kept
        """The file that holds the evening; none where it is not kept."""
        self._own |= {"equipment": self._equipment}

    def _opening(self) -> list[str]:
        """What the table is."""
        law, table = self._live.law, self._live.table
        return [opening(law, table), *looked_after(law, table)]

    def _sum_up(self) -> None:
        self._page(["", *self._farewell()])
        if self._kept is not None:
            self._target.write(f"{self._going_on()}\n")

    def _farewell(self) -> list[str]:
        """What the evening came to, and whether it is kept."""
        return [*farewell(self._live.table), KEPT if self._kept else NOT_KEPT]

    def _going_on(self) -> str:
        """The command that goes on with the evening, in one piece, to be copied."""
        return f"{INDENT}croupier deal {self._live.law.game} --record {self._kept} --resume"

    def _equipment(self) -> None:
        law, table = self._live.law, self._live.table
        self._page(equipment_lines(law, table.choices, table.equipment))

    def _help(self, words: list[str]) -> None:
        live = self._live
        if words:
            self._page(help_page(live.law, live.table.choices, live.known, words[0]))
        else:
            self._page(general_help(live.law, live.known))


def equipment_lines(law: TableLaw, choices: Choices, unreported: Collection[str] = ()) -> list[str]:
    """What must be in place at a table, with the clauses that ask for it, and what is lacking."""
    lines = []
    for item in checklist(law, choices):
        state = "to be reported: " if item.name in unreported else ""
        lines.append(f"{item.name:<20} {state}{item.says.text} ({item.says.clause})")
    for name, says in law.equipment.may_vary.items():
        lines.append(f"may vary: {name:<10} {says.text} ({says.clause})")
    return lines


def opening(law: TableLaw, table: Table) -> str:
    """What is dealt at a table, in a line."""
    choices = table.choices
    source = "a shuffling device" if choices.device is Device.SHUFFLER else "a shoe"
    decks = counted_decks(table)
    return f"{law.title}, live: {choices.boxes} boxes, {decks} from {source}."
