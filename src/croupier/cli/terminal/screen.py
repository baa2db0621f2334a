"""What is shown and asked in plain lines: for pipes, screen readers, plain terminals."""

import re
from typing import Protocol, TextIO

import msgspec

from croupier.blackjack.events import InitialDealCompleted, RoundOpened
from croupier.cli.terminal.faces import Faces
from croupier.cli.terminal.listing import list_table
from croupier.cli.terminal.telling import Entry
from croupier.cli.terminal.views import Scene
from croupier.cli.terminal.wording import folded, printable
from croupier.stud.events import BettingOpened, StudRoundOpened
from croupier.table.events import Event

PLAIN_WIDTH = 80
INDENT = "    "
COLUMNS = re.compile(r"( *\S.*? {2,})(\S.*)")


class Prompt(msgspec.Struct, frozen=True):
    """A question: what it is about, and the keys that answer it."""

    text: str
    keys: tuple[tuple[str, str], ...] = ()


class Leaving(Exception):  # noqa: N818 - not an error: the player goes
    """The player leaves: by word, by the end of the input, or by interrupting."""


class Screen(Protocol):
    """Where a table is shown and answers come from."""

    def happened(self, event: Event, entries: tuple[Entry, ...], scene: Scene) -> None:
        """Show something that happened; ``scene`` is the one after it."""

    def show(self, scene: Scene) -> None:
        """Show the whole table."""

    def tell(self, text: str) -> None:
        """Show a sentence that belongs to the play."""

    def page(self, lines: list[str]) -> None:
        """Show what somebody asked to read."""

    def ask(self, prompt: Prompt, scene: Scene) -> str:
        """The line that answers a prompt; raises :class:`Leaving` where there is none."""


class PlainScreen:
    """Lines of text and nothing else."""

    def __init__(
        self,
        source: TextIO,
        target: TextIO,
        *,
        faces: Faces,
        shorts: dict[str, str],
        echo: bool,
    ) -> None:
        self._source = source
        self._target = target
        self._faces = faces
        self._shorts = shorts
        self._echo = echo
        """Whether to write what was read: no terminal has shown it."""

    def happened(self, event: Event, entries: tuple[Entry, ...], scene: Scene) -> None:
        """Tell what a player needs to hear."""
        if isinstance(event, RoundOpened | StudRoundOpened):
            self._write("")
            self._write(f"Round {scene.table.rounds}")
        elif isinstance(event, InitialDealCompleted | BettingOpened):
            self.show(scene)
        for entry in entries:
            if entry.told:
                self.tell(entry.aloud)

    def show(self, scene: Scene) -> None:
        """List the hands."""
        if scene.round is None:
            self._write("No cards lie on the layout.")
            return
        for line in list_table(scene, self._faces, self._shorts, PLAIN_WIDTH):
            self._write(line)

    def tell(self, text: str) -> None:
        """Write a sentence."""
        for line in folded(text, PLAIN_WIDTH, indent=INDENT):
            self._write(line)

    def page(self, lines: list[str]) -> None:
        """Write what was asked for."""
        for line in lines:
            for part in folded_entry(line, PLAIN_WIDTH):
                self._write(part)

    def ask(self, prompt: Prompt, scene: Scene) -> str:  # noqa: ARG002 - lines tell it as it goes
        """Write the question, read a line."""
        keys = ", ".join(f"{key} {what}" for key, what in prompt.keys)
        self.tell(f"{prompt.text}: {keys}" if keys else prompt.text)
        self._target.write("> ")
        self._target.flush()
        try:
            line = self._source.readline()
        except KeyboardInterrupt:
            line = ""
        if not line:
            self._write("")
            raise Leaving
        line = line.strip()
        if self._echo:
            self._write(folded(printable(line), PLAIN_WIDTH - 2)[0])
        return line

    def _write(self, line: str) -> None:
        self._target.write(f"{line}\n")


def folded_entry(line: str, width: int) -> list[str]:
    """A line of a list, folded under its own second column where it has one."""
    match = COLUMNS.fullmatch(line)
    if match is None or len(match[1]) > width // 2:
        lead = len(line) - len(line.lstrip(" "))
        return folded(line, width, indent=" " * lead + INDENT)
    first, *others = folded(match[2], width - len(match[1]))
    return [match[1] + first, *(" " * len(match[1]) + other for other in others)]
