"""The dealer's terminal: reads lines, answers each with what happened, what to say, what is due."""

from typing import TextIO

from croupier.cards import Device
from croupier.cli.dealing.help_pages import command_help, general_help, undoing
from croupier.cli.dealing.live_table import LiveTable, Told
from croupier.cli.output import WIDTH
from croupier.cli.table_options import looked_after
from croupier.cli.terminal.wording import folded, printable, quoted
from croupier.display.prompts import told_notice
from croupier.display.voices import refusal
from croupier.display.words import counted_decks
from croupier.errors import CroupierError
from croupier.rulebooks import TableLaw
from croupier.table.commands import Command, DealCard
from croupier.table.equipment import checklist
from croupier.table.state import Refused, Table

QUIT = ("quit", "exit", "q")
COMMENT = "#"
INDENT = "  "
INSTEAD = {"card/not-due": "draw-in-error ", "card/none-left": "wrong-cards foreign="}
"""What is typed, up to the card, where one has come out that was refused."""


class DealerTerminal:
    """A live table dealt in lines of text."""

    def __init__(self, live: LiveTable, source: TextIO, target: TextIO) -> None:
        self._live = live
        self._source = source
        self._target = target
        self._prompt = "> " if source.isatty() and target.isatty() else ""
        self._own = {
            "due": self._due,
            "equipment": self._equipment,
            "notices": self._notices,
            "table": self._table,
            "undo": self._undo,
        }

    def run(self) -> None:
        """Answer lines until there are no more, or ``quit``."""
        try:
            self._page([*self._opening(), "Type help for the commands, quit to leave."])
            self._due()
            while (line := self._read()) and line.strip().lower() not in QUIT:
                self._answer(line.strip())
        except KeyboardInterrupt:
            self._write("")

    def _opening(self) -> list[str]:
        """What the table is."""
        law, table = self._live.law, self._live.table
        return [opening(law, table), *looked_after(law, table)]

    def _read(self) -> str:
        self._target.write(self._prompt)
        self._target.flush()
        return self._source.readline()

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
            for command in self._live.commands(line):
                told = self._live.do(command)
                if not self._tell(told):
                    self._hint(command, told)
                    return
        except CroupierError as error:
            self._write(f"Not understood: {error}.")

    def _hint(self, command: Command, told: Told | Refused) -> None:
        """Say how a card is told that should not be there, and is."""
        if isinstance(command, DealCard) and isinstance(told, Refused):
            instead = INSTEAD.get(told.code, "")
            if instead.partition(" ")[0] in self._live.known:
                self._write(f"If it lies there all the same: {instead}{command.card}")

    def _tell(self, told: Told | Refused) -> bool:
        """Tell what came of a command, and whether it was carried out."""
        if isinstance(told, Refused):
            self._write(f"Refused: {refusal(told, self._live.voice)}")
            return False
        for entry in told.entries:
            self._write(entry.cited)
        for one in told.said:
            clause = f" ({one.clause})" if one.clause else ""
            self._write(f'Say: "{one.words}"{clause}')
        return True

    def _due(self) -> None:
        for line in self._live.prompts:
            self._write(f"Due: {line}")

    def _notices(self) -> None:
        notices = self._live.view().notices
        for notice in notices:
            self._write(told_notice(notice, self._live.voice))
        closing = "acknowledge NUMBER by=ROLE closes one." if notices else "No notice was given."
        self._write(closing)

    def _equipment(self) -> None:
        self._page(equipment_lines(self._live.law, self._live.table))

    def _table(self) -> None:
        self._page(self._live.listed())

    def _undo(self) -> None:
        self._write(undoing(self._live.law, self._live.table))

    def _help(self, words: list[str]) -> None:
        known = self._live.known
        if not words:
            lines = general_help(known)
        elif words[0] in known:
            lines = command_help(known[words[0]])
        else:
            lines = [f"There is no command {quoted(words[0])}: see help."]
        self._page(lines)

    def _page(self, lines: list[str]) -> None:
        """Write a list as it is, columns and all."""
        for line in lines:
            self._target.write(f"{printable(line)}\n")

    def _write(self, text: str) -> None:
        for line in folded(printable(text), WIDTH, indent=INDENT):
            self._target.write(f"{line}\n")


def equipment_lines(law: TableLaw, table: Table) -> list[str]:
    """What must be in place at a table, with the clauses that ask for it, and what is lacking."""
    lines = []
    for item in checklist(law, table.choices):
        state = "to be reported: " if item.name in table.equipment else ""
        lines.append(f"{item.name:<20} {state}{item.says.text} ({item.says.clause})")
    for name, says in law.equipment.may_vary.items():
        lines.append(f"may vary: {name:<10} {says.text} ({says.clause})")
    return lines or [f"{law.title} lists no equipment."]


def opening(law: TableLaw, table: Table) -> str:
    """What is dealt at a table, in a line."""
    choices = table.choices
    source = "a shuffling device" if choices.device is Device.SHUFFLER else "a shoe"
    decks = counted_decks(table)
    return f"{law.title}, live: {choices.boxes} boxes, {decks} from {source}."
