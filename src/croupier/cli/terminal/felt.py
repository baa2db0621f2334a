"""The table drawn in colour, afresh at every prompt and, card by card, while it is dealt."""

import time
from typing import TextIO

from rich.console import Console
from rich.text import Text

from croupier.cli.terminal.drawing import Block, draw_boxes, draw_dealer, row, widened
from croupier.cli.terminal.listing import list_table
from croupier.cli.terminal.paint import FEW_COLOURS, MANY_COLOURS, chips_for, painted
from croupier.cli.terminal.scene import boxes_of, dealer_of, laid_by
from croupier.cli.terminal.screen import Leaving, Prompt, folded_entry
from croupier.cli.terminal.telling import Entry, Voice
from croupier.cli.terminal.views import Scene
from croupier.cli.terminal.wording import folded
from croupier.money import in_dollars
from croupier.table.events import Event
from croupier.table.settled import CardDealt, WagersSettled

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
    scene: Scene, voice: Voice, shorts: dict[str, str], width: int, height: int
) -> Block:
    """The whole table, in so many rows at most: rail, dealer, cloth, boxes, the player's rail."""
    room = height - 2
    dealer = draw_dealer(dealer_of(scene), voice.faces)
    boxes = draw_boxes(boxes_of(scene), voice.faces, shorts, width - 2)
    if boxes is None or len(dealer) + len(boxes) > room:
        dealer, boxes = [], draw_list(scene, voice, shorts, width - 4, room)
    spare = room - len(dealer) - len(boxes)
    cloth = [inscription(scene, voice, width)] if spare > 0 else []
    below, above, over, under = ([row()] if spare > wanted else [] for wanted in (1, 2, 5, 6))
    felt = [*above, *dealer, *over, *cloth, *under, *boxes, *below]
    return [
        top_rail(scene, width),
        *(on_felt(line, width) for line in felt),
        own_rail(scene, voice, width),
    ]


def draw_list(scene: Scene, voice: Voice, shorts: dict[str, str], width: int, room: int) -> Block:
    """A line for each hand; where they are too many, those around the hand whose turn it is."""
    lines = list_table(scene, voice.faces, shorts, width)
    if len(lines) > room:
        turn = next((n for n, line in enumerate(lines) if voice.faces.pointer in line), 0)
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


def top_rail(scene: Scene, width: int) -> Text:
    """The name of the game, the jackpot where there is one, and the sign."""
    limits = scene.table.limits
    sign = (
        f"{in_dollars(limits.minimum)} to {in_dollars(limits.maximum)}, "
        f"steps of {in_dollars(limits.unit)} "
    )
    if scene.meter is not None:
        sign = f"jackpot {in_dollars(scene.meter)}  {sign}"
    return rail(f" {scene.table.law.title}", sign, width)


def own_rail(scene: Scene, voice: Voice, width: int) -> Text:
    """The player's chips, what lies on the layout, the round."""
    chips = scene.table.chips(voice.me)
    laid = laid_by(scene, voice.me)
    line = Text(" ")
    for style in chips_for(chips, RAIL_CHIPS):
        line.append(voice.faces.chip, style)
    line.append(f" {voice.me} {in_dollars(chips)}", "bold")
    if laid:
        line.append(f"  on the layout {in_dollars(laid)}")
    rounds = scene.table.rounds
    return joined(line, Text(f"round {rounds} " if rounds else ""), width)


def rail(left: str, right: str, width: int) -> Text:
    """A wooden rail with text at both ends."""
    return joined(Text(left, style="bold"), Text(right), width)


def joined(left: Text, right: Text, width: int) -> Text:
    """Two texts at the ends of a rail; the right one goes where there is no room."""
    spare = width - left.cell_len - right.cell_len
    line = Text.assemble(left, " " * spare, right) if spare > 0 else left
    line.truncate(width, pad=True)
    line.stylize_before("rail")
    return line


def inscription(scene: Scene, voice: Voice, width: int) -> Text:
    """As much of the cloth's inscriptions as fits on a line."""
    dot = f"  {voice.faces.dot}  "
    text = ""
    for rule in scene.table.law.equipment.inscriptions:
        longer = f"{text}{dot}{rule.value}" if text else rule.value
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
        voice: Voice,
        shorts: dict[str, str],
        pause_seconds: float,
        console: Console | None = None,
    ) -> None:
        self._source = source
        self._target = target
        self._voice = voice
        self._shorts = shorts
        self._pause_seconds = pause_seconds
        self._console = console or Console(file=target, highlight=False)
        few = self._console.color_system in (None, "standard", "windows")
        self._console.push_theme(FEW_COLOURS if few else MANY_COLOURS)
        self._scene: Scene | None = None
        self._messages: list[str] = []
        self._stale = True
        """Whether the table on the screen is older than the scene."""
        self._first = True
        self._answered = False
        """Whether the sentences under the table are older than the last answer."""

    # ------------------------------------------------------------------------- what is shown

    def happened(self, event: Event, entries: tuple[Entry, ...], scene: Scene) -> None:
        """Put a card or a payment on the felt, and a sentence under it."""
        self._scene = scene
        self._stale = True
        for entry in entries:
            if entry.told and not shown_by_hand(event, entry):
                self.tell(entry.aloud)
        if isinstance(event, CardDealt | WagersSettled) and self._pause_seconds:
            self._draw()
            self._pause()

    def _pause(self) -> None:
        try:
            time.sleep(self._pause_seconds)
        except KeyboardInterrupt:
            self._pause_seconds = 0.0

    def show(self, scene: Scene) -> None:
        """Draw the table at the next prompt."""
        self._scene = scene
        self._stale = True

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

    def _draw(self, below: int = PROMPT_ROWS) -> None:
        """Draw the table over the one before, in one write, so that nothing flickers.

        So many rows stay free ``below`` it.
        """
        self._stale = False
        if self._scene is None:
            return
        height = max(self._console.height - below, LOWEST)
        few = min(len(self._messages), FEW_MESSAGES)
        frame = draw_frame(self._scene, self._voice, self._shorts, self._width, height - few)
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

    def ask(self, prompt: Prompt, scene: Scene) -> str:
        """Draw the table if it has changed, then read a line under the question."""
        if scene is not self._scene:
            self.show(scene)
        rows = prompt_rows(prompt, self._width)
        if self._stale:
            self._draw(len(rows) + 1)
        for line in rows:
            self._console.print(line, soft_wrap=True)
        self._console.print(Text(f" {self._voice.faces.pointer} ", style="ask"), end="")
        self._target.flush()
        try:
            line_ = self._source.readline()
        except KeyboardInterrupt:
            line_ = ""
        if not line_:
            self._console.print()
            raise Leaving
        self._answered = True
        return line_.strip()


def shown_by_hand(event: Event, entry: Entry) -> bool:
    """Whether a settlement needs no sentence, the sums standing under the hands already."""
    return isinstance(event, WagersSettled) and not entry.apart


def prompt_rows(prompt: Prompt, width: int) -> Block:
    """A question and its keys, the keys standing out."""
    rows = [painted(f" {line}", "bold") for line in folded(prompt.text, width - 2, indent="  ")]
    line = Text()
    for key, what in prompt.keys:
        part = Text.assemble(" ", (key, "key"), f" {what}")
        if line and line.cell_len + 2 + part.cell_len > width:
            rows.append(line)
            line = Text()
        line = Text.assemble(line, "  ", part) if line else part
    return [*rows, line] if prompt.keys else rows
