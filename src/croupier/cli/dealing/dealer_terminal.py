"""The dealer's terminal: a live table of this house, dealt in lines of text."""

from collections.abc import Collection
from pathlib import Path
from typing import TextIO

from croupier.cards import Device
from croupier.cli.dealing.farewell import KEPT, NOT_KEPT, farewell
from croupier.cli.dealing.help_pages import general_help, help_page
from croupier.cli.dealing.line_terminal import INDENT, LineTerminal
from croupier.cli.dealing.live_table import LiveTable
from croupier.cli.table_options import looked_after
from croupier.display.words import counted_decks
from croupier.rulebooks import TableLaw
from croupier.table.choices import Choices
from croupier.table.equipment import checklist
from croupier.table.state import Table


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
