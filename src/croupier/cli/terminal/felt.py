"""The table drawn in colour, afresh at every prompt and, card by card, while it is dealt."""

import signal
import sys
import threading
import time
from typing import TextIO

from rich.console import Console
from rich.text import Text

from croupier.cli.line_input import read_line
from croupier.cli.terminal.drawn_table import Block, draw_boxes, draw_dealer, row, widened
from croupier.cli.terminal.faces import Faces
from croupier.cli.terminal.listing import list_table
from croupier.cli.terminal.paint import (
    FEW_COLOURS,
    FOUR_OF_FEW,
    FOUR_OF_MANY,
    MANY_COLOURS,
    chips_for,
    painted,
)
from croupier.cli.terminal.screen import Leaving, Query, folded_entry
from croupier.cli.terminal.typed_text import folded
from croupier.display.disclosure import SeenEvent
from croupier.display.seen_events import CardSeen
from croupier.display.sentences import Sentence
from croupier.display.viewers import player_of
from croupier.display.views import ContestView, TableView
from croupier.money import in_dollars
from croupier.table.round_events import WagersSettled

WIDEST = 100
RAIL_CHIPS = 6
LOWEST = 12
PROMPT_ROWS = 3
MOST_MESSAGES = 4
FEW_MESSAGES = 2
"""As many as always find room."""
HOME = "\x1b[H"
CLEAR_LINE = "\x1b[K"
CLEAR_BELOW = "\x1b[J"
CLEAR_ALL = "\x1b[2J"


def draw_frame(
    view: TableView, faces: Faces, shorts: dict[str, str], width: int, height: int
) -> Block:
    """The whole table, in so many rows at most: rail, dealer, cloth, boxes, the player's rail."""
    room = height - 2
    dealer = draw_dealer(view.dealer, faces)
    boxes = draw_boxes(view.boxes, faces, shorts, width - 2)
    if boxes is None or len(dealer) + len(boxes) > room:
        dealer, boxes = [], draw_list(view, faces, shorts, width - 4, room)
    spare = room - len(dealer) - len(boxes)
    cloth = [inscription(view, faces, width)] if spare > 0 else []
    below, above, over, under = ([row()] if spare > wanted else [] for wanted in (1, 2, 5, 6))
    felt = [*above, *dealer, *over, *cloth, *under, *boxes, *below]
    return [
        top_rail(view, width),
        *(on_felt(line, width) for line in felt),
        own_rail(view, faces, width),
    ]


def draw_list(
    view: TableView, faces: Faces, shorts: dict[str, str], width: int, room: int
) -> Block:
    """A line for each hand; where they are too many, those around the hand whose turn it is."""
    lines = list_table(view, faces, shorts, width)
    if len(lines) > room:
        turn = next((n for n, line in enumerate(lines) if faces.pointer in line), 0)
        start = min(max(1, turn - 1), len(lines) - room + 2)
        hidden = len(lines) - room + 1
        note = f"({hidden} lines more: a taller window shows them)"
        lines = [lines[0], *lines[start : start + room - 2], note]
    return [widened(painted(line, ground="felt"), width, centred=False) for line in lines]


def on_felt(line: Text, width: int) -> Text:
    """A row across the whole table, the cloth shining through wherever nothing lies."""
    line = widened(line, width)
    line.stylize_before("felt")
    return line


def top_rail(view: TableView, width: int) -> Text:
    """The name of the game, the jackpot where there is one, and the sign."""
    limits = view.limits
    least, most = in_dollars(limits.minimum), in_dollars(limits.maximum)
    sign = f"{least} to {most}, steps of {in_dollars(limits.unit)} "
    if view.meter is not None:
        sign = f"jackpot {in_dollars(view.meter)}  {sign}"
    if view.contest is not None:
        sign = f"{told_contest(view.contest)}  {sign}"
    return rail(f" {view.title}", (sign, f"{least} to {most} ", f"{least}-{most} "), width)


def told_contest(contest: ContestView) -> str:
    """Where a session stands: final 3/20, marker 2."""
    marker = f", marker {contest.marker}" if contest.marker else ""
    return f"{contest.session} {contest.round}/{contest.rounds}{marker}"


def own_rail(view: TableView, faces: Faces, width: int) -> Text:
    """The player's chips, what lies on the layout, the round."""
    me = player_of(view.viewer)
    own = view.player(me)
    chips = 0 if own is None or own.chips is None else own.chips
    round_ = Text(f"round {view.rounds} " if view.rounds else "")
    for most in (RAIL_CHIPS, RAIL_CHIPS // 3, 0):
        line = Text(" ")
        for style in chips_for(chips, most):
            line.append(faces.chip, style)
        line.append(f" {view.names.get(me, me)} {in_dollars(chips)}", "bold")
        if own is not None and own.laid:
            line.append(f"  on the layout {in_dollars(own.laid)}")
        if line.cell_len + round_.cell_len < width:
            break
    return joined(line, round_, width)


def rail(left: str, rights: tuple[str, ...], width: int) -> Text:
    """A wooden rail with text at both ends: of several at the right, the first that has room."""
    fitting = (right for right in rights if len(left) + len(right) < width)
    return joined(Text(left, style="bold"), Text(next(fitting, "")), width)


def joined(left: Text, right: Text, width: int) -> Text:
    """Two texts at the ends of a rail; the right one goes where there is no room."""
    spare = width - left.cell_len - right.cell_len
    line = Text.assemble(left, " " * spare, right) if spare > 0 else left
    line.truncate(width, pad=True)
    line.stylize_before("rail")
    return line


def inscription(view: TableView, faces: Faces, width: int) -> Text:
    """As much of the cloth's inscriptions as fits on a line."""
    dot = f"  {faces.dot}  "
    text = ""
    for sign in (sign for sign in view.signs if sign.cloth):
        longer = f"{text}{dot}{sign.text}" if text else sign.text
        if len(longer) <= width - 4:
            text = longer
    return row((text, "felt.cloth"))


class FeltScreen:
    """A terminal with colours, and somebody in front of it."""

    def __init__(
        self,
        source: TextIO,
        target: TextIO,
        *,
        faces: Faces,
        shorts: dict[str, str],
        pause_seconds: float,
        four_colours: bool = False,
        console: Console | None = None,
    ) -> None:
        self._source = source
        self._target = target
        self._faces = faces
        self._shorts = shorts
        self._pause_seconds = pause_seconds
        self._console = console or Console(file=target, highlight=False)
        few = self._console.color_system in (None, "standard", "windows")
        self._console.push_theme(FEW_COLOURS if few else MANY_COLOURS)
        if four_colours:
            self._console.push_theme(FOUR_OF_FEW if few else FOUR_OF_MANY)
        self._view: TableView | None = None
        self._messages: list[str] = []
        self._stale = True
        """Whether the table on the screen is older than the view."""
        self._first = True
        self._answered = False
        """Whether the sentences under the table are older than the last answer."""
        self._asked: Query | None = None
        """The question that waits for an answer."""
        self._watch_window()

    def _watch_window(self) -> None:
        """Draw anew when the window changes; to be set before lines are edited, so that both do."""
        if self._source is sys.stdin and threading.current_thread() is threading.main_thread():
            changed = getattr(signal, "SIGWINCH", None)
            if changed is not None:
                signal.signal(changed, lambda *_: self.redraw())

    # ------------------------------------------------------------------------- what is shown

    def happened(self, event: SeenEvent, entries: tuple[Sentence, ...], view: TableView) -> None:
        """Put a card or a payment on the felt, and a sentence under it."""
        self._view = view
        self._stale = True
        for entry in entries:
            if entry.told and not shown_by_hand(event, entry):
                self.tell(entry.aloud)
        if isinstance(event, CardSeen | WagersSettled) and self._pause_seconds:
            self._draw()
            self._pause()

    def _pause(self) -> None:
        try:
            time.sleep(self._pause_seconds)
        except KeyboardInterrupt:
            self._pause_seconds = 0.0

    def show(self, view: TableView) -> None:
        """Draw the table at the next prompt."""
        self._view = view
        self._stale = True

    def watch(self, view: TableView) -> None:
        """Draw the table now."""
        self.show(view)
        self._draw()

    def tell(self, text: str) -> None:
        """Put a sentence under the table, in the place of those that were answered."""
        if self._answered:
            self._messages = []
            self._answered = False
        self._messages.append(text)
        self._stale = True

    def page(self, lines: list[str]) -> None:
        """Write what was asked for below the prompt, the table scrolling away if it must."""
        if self._stale:
            self._draw()
        for line in lines:
            for part in folded_entry(line, self._width):
                self._console.print(painted(part), soft_wrap=True)
        self._stale = False

    @property
    def _width(self) -> int:
        return min(self._console.width, WIDEST)

    def redraw(self) -> None:
        """Draw all anew, for a window of another size: the table, and the question that waits."""
        self._first = self._stale = True
        if self._asked is None:
            return
        self._draw_question(self._asked)
        if "readline" not in sys.modules:
            self._target.write(self._prompt)
        self._target.flush()

    def _draw(self, below: int = PROMPT_ROWS) -> None:
        """Draw the table over the one before, in one write, so that nothing flickers.

        So many rows stay free ``below`` it.
        """
        self._stale = False
        if self._view is None:
            return
        height = max(self._console.height - below, LOWEST)
        few = min(len(self._messages), FEW_MESSAGES)
        frame = draw_frame(self._view, self._faces, self._shorts, self._width, height - few)
        messages = [
            painted(line)
            for text in self._messages[-MOST_MESSAGES:]
            for line in folded(text, self._width - 2, indent="  ")
        ]
        room = max(1, height - len(frame))
        frame += [Text(" ") + text for text in messages[-room:]]
        with self._console.capture() as capture:
            for line in frame:
                self._console.print(line, no_wrap=True, overflow="crop", crop=True)
        drawn = capture.get().replace("\n", f"{CLEAR_LINE}\n")
        start = CLEAR_ALL + HOME if self._first else HOME
        self._first = False
        self._target.write(start + drawn + CLEAR_BELOW)
        self._target.flush()

    # -------------------------------------------------------------------------- what is asked

    def ask(self, query: Query, view: TableView) -> str:
        """Draw the table if it has changed, then read a line under the question."""
        if view is not self._view:
            self.show(view)
        self._draw_question(query)
        self._asked = query
        try:
            line_ = read_line(self._source, self._target, self._prompt)
        except KeyboardInterrupt:
            line_ = ""
        finally:
            self._asked = None
        if not line_:
            self._console.print()
            raise Leaving
        self._answered = True
        return line_.strip()

    @property
    def _prompt(self) -> str:
        return f" {self._faces.pointer} "

    def _draw_question(self, query: Query) -> None:
        rows = query_rows(query, self._width)
        if self._stale:
            self._draw(len(rows) + 1)
        for line in rows:
            self._console.print(line, soft_wrap=True)
        self._target.flush()


def shown_by_hand(event: SeenEvent, entry: Sentence) -> bool:
    """Whether a settlement needs no sentence, the sums standing under the hands already."""
    return isinstance(event, WagersSettled) and not entry.apart


def query_rows(query: Query, width: int) -> Block:
    """A question and its keys, the keys standing out."""
    rows = [painted(f" {line}", "bold") for line in folded(query.text, width - 2, indent="  ")]
    line = Text()
    for key, what in query.keys:
        part = Text.assemble(" ", (key, "key"), f" {what}")
        if line and line.cell_len + 2 + part.cell_len > width:
            rows.append(line)
            line = Text()
        line = Text.assemble(line, "  ", part) if line else part
    return [*rows, line] if query.keys else rows
