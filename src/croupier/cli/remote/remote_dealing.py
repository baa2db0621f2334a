"""A live table of a server, dealt from the terminal or by a shoe: lines in, what follows out."""

from typing import TextIO

from croupier.cli.dealing.lines import read_card, read_line
from croupier.cli.dealing.shorthand import CARD, pieces
from croupier.cli.dealing.unsaid import Moment
from croupier.cli.output import WIDTH
from croupier.cli.terminal.faces import PLAIN_ASCII
from croupier.cli.terminal.listing import list_table
from croupier.cli.terminal.typed_wagers import short_names
from croupier.cli.terminal.wording import folded, quoted
from croupier.client import Client, ProblemError
from croupier.display.prompts import prompt_lines
from croupier.display.views import TableView
from croupier.errors import CroupierError
from croupier.play.reader import command_types
from croupier.rulebooks import Role, law_of
from croupier.stud.commands import TurnCard
from croupier.stud.due import UnreadCardsDue
from croupier.table.commands import Command

QUIT = ("quit", "exit", "q")
COMMENT = "#"
UNREAD = UnreadCardsDue.__struct_config__.tag


class RemoteDealing:
    """A dealer's terminal for a table of a server."""

    def __init__(self, client: Client, table: str, source: TextIO, target: TextIO) -> None:
        self._client, self._table = client, table
        self._source, self._target = source, target
        self._prompt = "> " if source.isatty() and target.isatty() else ""

    def run(self) -> None:
        """Answer lines until there are no more, or ``quit``."""
        view = self._client.view(self._table)
        self._write(f"{view.title}, table {self._table}; quit leaves.")
        self._due(view)
        while (line := self._read()) and line.strip().lower() not in QUIT:
            if line.strip() and not line.startswith(COMMENT):
                self._answer(line.strip())

    def _read(self) -> str:
        self._target.write(self._prompt)
        self._target.flush()
        return self._source.readline()

    def _answer(self, line: str) -> None:
        view = self._client.view(self._table)
        if line.lower() == "table":
            shorts = short_names(tuple(bet.on for bet in view.side_bets))
            for one in list_table(view, PLAIN_ASCII, shorts, WIDTH):
                self._write(one)
            return
        if line.lower() != "due":
            try:
                for piece in pieces(line, command_types()):
                    for command in self._commands(self._client.view(self._table), piece):
                        self._carry_out(command)
            except ProblemError as refused:
                self._write(f"refused {refused.code}: {refused}")
            except CroupierError as error:
                self._write(f"{error}")
        self._due(self._client.view(self._table))

    def _commands(self, view: TableView, line: str) -> tuple[Command, ...]:
        """What a line stands for: a choice that is due by its key or name, or any command."""
        typed = line.lower()
        for prompt in view.prompts:
            for option in prompt.options:
                names = {str(one.__struct_config__.tag) for one in option.commands}
                if typed == option.key or names == {typed}:
                    return option.commands
        turning = bool(view.prompts) and view.prompts[0].due == UNREAD
        if turning and CARD.fullmatch(line):
            return (TurnCard(read_card(line), by=Role.DEALER),)
        return read_line(Moment(law_of(view.game)), line)

    def _carry_out(self, command: Command) -> None:
        answer = self._client.ask(self._table, command)
        names = [str(event["event"]) for event in answer["events"]]
        told = ", ".join(name for name in names if name != "clock-moved")
        self._write(told or quoted("nothing new"))

    def _due(self, view: TableView) -> None:
        for line in prompt_lines(view):
            self._write(f"due: {line}")

    def _write(self, text: str) -> None:
        for line in folded(text, WIDTH, indent="  "):
            self._target.write(f"{line}\n")
