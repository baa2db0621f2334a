"""A live table of a server, dealt from the terminal: the same lines as at a table of this house."""

import re
from typing import TextIO

import msgspec

from croupier.cli.dealing.dealer_terminal import equipment_lines
from croupier.cli.dealing.help_pages import commands_of, general_help, help_page
from croupier.cli.dealing.line_terminal import LineTerminal
from croupier.cli.dealing.lines import read_line
from croupier.cli.dealing.live_table import DEALERS_FACES, CommandOutcome, table_lines
from croupier.cli.dealing.meaningless_line import MisreadLineError
from croupier.cli.dealing.shorthand import chosen_by_key
from croupier.cli.dealing.unsaid import LineContext
from croupier.client import Client, ProblemError
from croupier.display.announcements import Announcement
from croupier.display.prompts import prompt_lines
from croupier.display.sentences import Sentence
from croupier.display.viewers import Dealer
from croupier.display.views import TableView
from croupier.display.voices import Voice
from croupier.rulebooks import law_of
from croupier.table.choices import Choices, Mode
from croupier.table.commands import Command
from croupier.table.state import Refused

SERVERS_OWN = re.compile(r"\b(by|at)=")
"""What the server itself says of a command: in which role it is asked, and when."""


class RemoteTable:
    """A server's table as its dealer deals it; what others do there is seen at the next line."""

    def __init__(self, client: Client, name: str) -> None:
        self._client, self._name = client, name
        self._view = client.view(name)
        self.law = law_of(self._view.game)
        """The law that the table stands under."""
        self.known = commands_of(self.law, player_cards=True)
        """The commands that may be typed, by their names."""
        side_bets = tuple(bet.on for bet in self._view.side_bets)
        self.choices = Choices(
            decks=self._view.decks, boxes=len(self._view.boxes), side_bets=side_bets, mode=Mode.LIVE
        )
        """What is known here of the operator's choices, for help."""

    @property
    def voice(self) -> Voice:
        """How the dealer is spoken to."""
        return Voice(Dealer(enters=True), DEALERS_FACES, self._view.names)

    @property
    def prompts(self) -> list[str]:
        """What is due, in lines."""
        return prompt_lines(self.view())

    @property
    def under_way(self) -> bool:
        """Whether a round is under way."""
        return self.view().under_way

    def commands(self, line: str) -> tuple[Command, ...]:
        """The commands that a typed line stands for."""
        if SERVERS_OWN.search(line):
            raise MisreadLineError("a server knows who asks, and when: leave by= and at= out")
        view = self.view()
        keyed = chosen_by_key(view.prompts, line) if len(line) == 1 else ()
        return keyed or read_line(LineContext(self.law, view), line)

    def do(self, command: Command) -> CommandOutcome | Refused:
        """Have the server carry a command out."""
        try:
            answer = self._client.ask(self._name, command, words=True)
        except ProblemError as problem:
            return Refused(problem.code, problem.clause, problem.why, problem.also)
        sentences = msgspec.convert(answer["sentences"], tuple[Sentence, ...])
        said = msgspec.convert(answer["announcements"], tuple[Announcement, ...])
        return CommandOutcome((), sentences, said)

    def view(self) -> TableView:
        """The table as its dealer sees it."""
        self._view = self._client.view(self._name)
        return self._view

    def listed(self) -> list[str]:
        """What lies on the layout, and who is at the table."""
        return table_lines(self.view(), self.voice)


class RemoteTerminal(LineTerminal):
    """A live table of a server, dealt in lines of text."""

    def __init__(self, client: Client, table: str, source: TextIO, target: TextIO) -> None:
        self._remote = RemoteTable(client, table)
        super().__init__(self._remote, source, target)
        self._name = table
        self._own |= {"equipment": self._equipment}

    def _opening(self) -> list[str]:
        return [f"{self._remote.law.title}, table {self._name} of the server."]

    def _help(self, words: list[str]) -> None:
        law, known = self._remote.law, self._remote.known
        if words:
            self._page(help_page(law, self._remote.choices, known, words[0]))
        else:
            self._page(general_help(law, known))

    def _equipment(self) -> None:
        self._page(equipment_lines(self._remote.law, self._remote.choices))

    def _sum_up(self) -> None:
        self._page(["", f"Table {self._name} stays as it is: the server keeps the evening."])
