"""The interface of a screen, and the plain one: lines of text for pipes and screen readers."""

import re
from shutil import get_terminal_size
from typing import Protocol, TextIO

import msgspec

from croupier.display.disclosure import DisclosedEvent
from croupier.display.sentences import Sentence
from croupier.display.views import (
    BoxView,
    HandView,
    TableView,
    WagerView,
    hand_value,
    short_wager_name,
)
from croupier.games.blackjack.deal import InitialDealCompleted
from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.stud.bets import BettingOpened, StudRoundOpened
from croupier.games.table.state import MAIN
from croupier.money import in_dollars
from croupier.terminal.line_input import read_line
from croupier.terminal.player.colours import Faces
from croupier.terminal.player.typed import TIE, make_printable, wrap_words


def list_table(view: TableView, faces: Faces, shorts: dict[str, str], width: int) -> list[str]:
    """Return a line for the dealer's hand and for every hand of the boxes in the round."""
    rows = [_row(box, hand, faces, shorts) for box in view.boxes for hand in box.hands]
    dealer = view.dealer
    rows.insert(0, ("dealer", "", faces.cards(dealer.cards), hand_value(dealer), ""))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = []
    for *cells, wagers in rows:
        name, turn, cards, total = map(str.ljust, cells, widths)
        lines += hanging_lines(f"{name} {turn}{cards}  {total}", wagers, width)
    return lines


def hanging_lines(start: str, rest: str, width: int) -> list[str]:
    """Return a line whose last column is wrapped under itself, or under the margin if narrow."""
    if not rest:
        return [start.rstrip()]
    column = len(start) + 2
    if column > width * 3 // 4:
        return [*wrap_words(start, width), *wrap_words(" " * 10 + rest, width, indent=" " * 10)]
    first, *others = wrap_words(rest, width - column)
    return [f"{start}  {first}", *(" " * column + other for other in others)]


def _row(
    box: BoxView, hand: HandView, faces: Faces, shorts: dict[str, str]
) -> tuple[str, str, str, str, str]:
    name = f"box {box.number}"
    if len(box.hands) > 1:
        name += f" hand {hand.position}"
    wagers = hand.wagers + (box.wagers if hand.position == 1 else ())
    laid = ", ".join(_wager_text(wager, shorts) for wager in wagers if wager.settled is None)
    results = ", ".join(_result(wager, shorts) for wager in wagers if wager.settled is not None)
    return (
        name,
        f"{faces.pointer} " if hand.turn else "",
        faces.cards(hand.cards),
        hand_value(hand),
        "; ".join(part for part in (laid, results) if part),
    )


def _wager_prefix(wager: WagerView, shorts: dict[str, str]) -> str:
    return "" if wager.on == MAIN else f"{short_wager_name(wager.on, shorts)}{TIE}"


def _wager_text(wager: WagerView, shorts: dict[str, str]) -> str:
    return _wager_prefix(wager, shorts) + in_dollars(wager.amount)


def _result(wager: WagerView, shorts: dict[str, str]) -> str:
    settled = wager.settled
    assert settled is not None
    net = in_dollars(settled.net, sign=True) if settled.net else settled.result
    return f"{_wager_prefix(wager, shorts)}{net}{TIE}({settled.clause})"


PLAIN_WIDTH = 80
INDENT = "    "
COLUMNS = re.compile(r"( *\S.*? {2,})(\S.*)")


class Query(msgspec.Struct, frozen=True):
    """A question: what it is about, and the keys that answer it."""

    text: str
    """The question."""
    keys: tuple[tuple[str, str], ...] = ()
    """Each key and what it does; empty if any line is an answer."""


class Leaving(Exception):  # noqa: N818 - not an error: the player goes
    """Raised when the player leaves: by word, at the end of the input, or by interrupting."""


class Moving(Exception):  # noqa: N818 - not an error: the player goes elsewhere
    """Raised when the player moves to another table."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table
        """The name of the table, as typed."""


class Screen(Protocol):
    """Shows a table and reads the player's answers."""

    def show_event(
        self, event: DisclosedEvent, entries: tuple[Sentence, ...], view: TableView
    ) -> None:
        """Show an event. ``view`` is the table after it."""

    def show(self, view: TableView) -> None:
        """Show the whole table."""

    def tell(self, text: str) -> None:
        """Show a sentence of the play."""

    def page(self, lines: list[str]) -> None:
        """Show lines that the player asked to read."""

    def ask(self, query: Query, view: TableView) -> str:
        """Return the line that answers a question. Raise :class:`Leaving` at the end of input."""


class WatchingScreen(Screen, Protocol):
    """A screen for a table that also changes while the player does nothing."""

    def watch(self, view: TableView) -> None:
        """Show the table at once; the sentences were shown before."""


class PlainScreen:
    """A screen of plain lines."""

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
        """Whether to write each line read, because no terminal has shown it."""

    @property
    def _width(self) -> int:
        """The width of a line: the window's, and at most 80."""
        wide = get_terminal_size().columns if self._target.isatty() else PLAIN_WIDTH
        return min(wide, PLAIN_WIDTH)

    def show_event(
        self, event: DisclosedEvent, entries: tuple[Sentence, ...], view: TableView
    ) -> None:
        """Write the sentences that a player needs."""
        if isinstance(event, RoundOpened | StudRoundOpened):
            self._write("")
            self._write(f"Round {view.rounds}")
        elif isinstance(event, InitialDealCompleted | BettingOpened):
            self.show(view)
        for entry in entries:
            if entry.told:
                self.tell(entry.aloud)

    def show(self, view: TableView) -> None:
        """Write a line for each hand."""
        if not any(box.hands for box in view.boxes):
            self._write("There are no cards on the layout.")
            return
        for line in list_table(view, self._faces, self._shorts, self._width):
            self._write(line)

    def watch(self, view: TableView) -> None:
        """Do nothing: the sentences have said how the table changed."""

    def tell(self, text: str) -> None:
        """Write a sentence."""
        for line in wrap_words(text, self._width, indent=INDENT):
            self._write(line)

    def page(self, lines: list[str]) -> None:
        """Write lines that the player asked to read."""
        for line in lines:
            for part in wrap_entry(line, self._width):
                self._write(part)

    def ask(self, query: Query, view: TableView) -> str:  # noqa: ARG002 - shown as it happens
        """Write the question and read a line."""
        keys = ", ".join(f"{key} {what}" for key, what in query.keys)
        self.tell(f"{query.text}: {keys}" if keys else query.text)
        try:
            line = read_line(self._source, self._target, "> ")
        except KeyboardInterrupt:
            line = ""
        if not line:
            self._write("")
            raise Leaving
        line = line.strip()
        if self._echo:
            self._write(wrap_words(make_printable(line), self._width - 2)[0])
        return line

    def _write(self, line: str) -> None:
        self._target.write(f"{line}\n")


def wrap_entry(line: str, width: int) -> list[str]:
    """Wrap a line of a list under its own second column, if it has one.

    A line that fits is kept unchanged.
    """
    if len(line) <= width:
        return [line]
    match = COLUMNS.fullmatch(line)
    indent = " " * (len(line) - len(line.lstrip(" "))) + INDENT
    if match is None:
        return wrap_words(line, width, indent=indent)
    if len(match[1]) > width // 2:
        return (
            [line]
            if len(line) <= width
            else [
                *wrap_words(match[1].rstrip(), width, indent=indent),
                *wrap_words(indent + match[2], width, indent=indent),
            ]
        )
    first, *others = wrap_words(match[2], width - len(match[1]))
    return [match[1] + first, *(" " * len(match[1]) + other for other in others)]
