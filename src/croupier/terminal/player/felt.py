"""The table drawn in colour: redrawn at every prompt and, card by card, during the deal."""

import os
import signal
import sys
import threading
import time
from enum import Enum
from typing import TextIO

from rich.console import Console
from rich.text import Text

from croupier.cards import Card
from croupier.display.disclosure import DisclosedEvent
from croupier.display.seen_events import CardSeen
from croupier.display.sentences import Sentence
from croupier.display.viewers import player_of
from croupier.display.views import (
    BoxView,
    ContestView,
    DealerView,
    HandView,
    TableView,
    WagerView,
    hand_value,
    short_names,
    short_wager_name,
)
from croupier.errors import CroupierError
from croupier.games.table.rounds import WagersSettled
from croupier.money import Cents, in_dollars
from croupier.terminal.line_input import read_line
from croupier.terminal.player.colours import (
    FEW_COLOURS,
    FOUR_OF_FEW,
    FOUR_OF_MANY,
    MANY_COLOURS,
    Faces,
    chips_for,
    highlight,
)
from croupier.terminal.player.screen import Leaving, PlainScreen, Query, list_table, wrap_entry
from croupier.terminal.player.typed import wrap_words

Block = list[Text]
"""Rows of equal width."""

CARD_ROWS = 4
MOST_CHIPS = 3
GAP = 2
SHORTEST_NAME = 12


class Spread(Enum):
    """The spacing between the cards of a hand."""

    APART = "apart"
    FANNED = "fanned"
    TIGHT = "tight"


def row(*parts: tuple[str, str]) -> Text:
    """Return a row from pieces of text and their styles."""
    text = Text()
    for part, style in parts:
        text.append(part, style)
    return text


def pad(text: Text, width: int, *, centred: bool = True) -> Text:
    """Pad a row to the width, or cut it."""
    spare = width - text.cell_len
    if spare < 0:
        text = text.copy()
        text.truncate(width)
        return text
    left = spare // 2 if centred else 0
    return Text(" " * left).append_text(text).append(" " * (spare - left))


def side_by_side(blocks: list[Block], gap: int) -> Block:
    """Join blocks side by side, aligned at the top."""
    height = max(len(block) for block in blocks)
    rows = []
    for number in range(height):
        line = Text()
        for place, block in enumerate(blocks):
            line.append(" " * gap if place else "")
            width = block[0].cell_len
            line.append_text(block[number] if number < len(block) else Text(" " * width))
        rows.append(line)
    return rows


def draw_cards(cards: tuple[Card | None, ...], faces: Faces, spread: Spread) -> Block:
    """Draw a hand of cards in four rows."""
    rows: Block = [Text() for _ in range(CARD_ROWS)]
    top_left, top_right, low_left, low_right = faces.corners
    for place, card in enumerate(cards):
        last = place == len(cards) - 1
        whole = last or spread is Spread.APART
        inner = 2 if spread is Spread.TIGHT or not whole else 3
        if card is None:
            edge = ink = "card.back"
            rank = suit = faces.back * inner
        else:
            edge = "card.edge"
            ink = f"card.{card.suit.name.lower()}"
            rank = faces.rank(card).ljust(inner)
            suit = faces.suit(card).ljust(inner)
            if spread is Spread.APART:
                suit = faces.suit(card).rjust(inner)
        rows[0].append(top_left + faces.level * inner + (top_right if whole else ""), edge)
        for number, sign in ((1, rank), (2, suit)):
            rows[number].append(faces.upright, edge)
            rows[number].append(sign, ink)
            rows[number].append(faces.upright if whole else "", edge)
        rows[3].append(low_left + faces.level * inner + (low_right if whole else ""), edge)
    return rows


def chips_text(amount: Cents, faces: Faces, most: int) -> Text:
    """Return an amount with its chips in front."""
    line = Text()
    styles = chips_for(amount, most)
    for style in styles:
        line.append(faces.chip, style)
    line.append(" " if styles else "")
    line.append(in_dollars(amount), "bold")
    return line


def short_total(hand: HandView | DealerView) -> str:
    """Return a total in short form: a soft 17 is 7/17."""
    if hand.total is not None and hand.soft and hand_value(hand).startswith("soft"):
        return f"{hand.total - 10}/{hand.total}"
    return hand_value(hand)


def draw_dealer(dealer: DealerView, faces: Faces) -> Block:
    """Draw the dealer's hand, or its empty place."""
    name = row(
        ("Dealer", "bold"), (f"  {short_total(dealer)}" if dealer.cards else "", "felt.gold")
    )
    if not dealer.cards:
        empty = [row(("", "")) for _ in range(CARD_ROWS)]
        return [name, *(pad(line, name.cell_len) for line in empty)]
    cards = draw_cards(dealer.cards, faces, Spread.APART)
    width = max(name.cell_len, cards[0].cell_len)
    return [pad(line, width) for line in (name, *cards)]


def draw_hand(hand: HandView, faces: Faces, spread: Spread) -> Block:
    """Draw a hand with its total, its wager, and its result."""
    cards = draw_cards(hand.cards, faces, spread)
    if not hand.cards:
        cards = [row(("", "")) for _ in range(CARD_ROWS)]
    pointer = f"{faces.pointer} " if hand.turn else ""
    style = "turn" if hand.turn else "felt.gold"
    room = max(cards[0].cell_len, SHORTEST_NAME)
    first, *rest = wrap_words(hand.name, room) if hand.name else [short_total(hand)]
    below = [row((f" {total} ", style)) for total in (f"{pointer}{first}", *rest)]
    if hand.wagers:
        laid = sum(wager.amount for wager in hand.wagers)
        below.append(chips_text(laid, faces, MOST_CHIPS if spread is not Spread.TIGHT else 1))
    lines = [wager.settled for wager in hand.wagers if wager.settled is not None]
    if lines:
        net = sum(line.net for line in lines)
        below.append(row(sum_text(net, lines[0].result)))
        clauses = " ".join(dict.fromkeys(line.clause for line in lines))
        room = max(cards[0].cell_len, *(text.cell_len for text in below))
        below += [row((part, "felt.clause")) for part in wrap_words(clauses, max(room, 7))]
    width = max(text.cell_len for text in (*cards, *below))
    return [pad(text, width) for text in (*cards, *below)]


def sum_text(net: Cents, result: str) -> tuple[str, str]:
    """Return a wager's net result, or its name if that is zero, with its style."""
    if net > 0:
        return in_dollars(net, sign=True), "felt.win"
    if net < 0:
        return in_dollars(net), "felt.loss"
    return result, "felt.level"


def draw_box(box: BoxView, faces: Faces, shorts: dict[str, str], spread: Spread) -> Block:
    """Draw a box: its number, its hands, its side bets."""
    if not box.hands:
        return draw_empty(box.number, faces)
    hands = side_by_side([draw_hand(hand, faces, spread) for hand in box.hands], 1)
    turn = any(hand.turn for hand in box.hands)
    name = row((f"box {box.number}", "bold" if turn else "felt.faint"))
    extras = [wager_row(wager, shorts, cited=spread is Spread.APART) for wager in box.wagers]
    width = max(text.cell_len for text in (name, *hands, *extras))
    return [pad(text, width) for text in (name, *hands, *extras)]


def wager_row(wager: WagerView, shorts: dict[str, str], *, cited: bool) -> Text:
    """Return a row for a side bet or insurance: its short name, and its amount or result."""
    name = (f"{short_wager_name(wager.on, shorts)} ", "")
    if wager.settled is None:
        return row(name, (in_dollars(wager.amount), "bold"))
    clause = f" {wager.settled.clause.rpartition(':')[2]}" if cited else ""
    return row(name, sum_text(wager.settled.net, wager.settled.result), (clause, "felt.clause"))


def draw_empty(number: int, faces: Faces) -> Block:
    """Draw a box without a wager."""
    top_left, top_right, low_left, low_right = faces.corners
    inner = f" {number} "
    edge = faces.level * len(inner)
    rows = ["", top_left + edge + top_right, faces.upright + inner + faces.upright]
    rows.append(low_left + edge + low_right)
    width = len(inner) + 2
    return [pad(row((text, "felt.faint")), width) for text in rows]


def draw_boxes(
    boxes: tuple[BoxView, ...], faces: Faces, shorts: dict[str, str], width: int
) -> Block | None:
    """Draw all boxes side by side, as far apart as fits; None if they do not fit at all."""
    in_play = tuple(box for box in boxes if box.hands)
    for shown, spread in (
        (boxes, Spread.APART),
        (boxes, Spread.FANNED),
        (in_play, Spread.APART),
        (in_play, Spread.FANNED),
        (in_play, Spread.TIGHT),
    ):
        if shown:
            block = side_by_side([draw_box(box, faces, shorts, spread) for box in shown], GAP)
            if block[0].cell_len <= width:
                return block
    return None


WIDEST = 100
RAIL_CHIPS = 6
LOWEST = 12
PROMPT_ROWS = 3
MOST_MESSAGES = 4
FEW_MESSAGES = 2
"""The number of messages for which room is always left."""
HOME = "\x1b[H"
CLEAR_LINE = "\x1b[K"
CLEAR_BELOW = "\x1b[J"
CLEAR_ALL = "\x1b[2J"


def draw_frame(
    view: TableView, faces: Faces, shorts: dict[str, str], width: int, height: int
) -> Block:
    """Draw the whole table in at most ``height`` rows: rails, dealer, inscription and boxes."""
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
    """Draw a line for each hand; if there are too many, those around the hand in turn."""
    lines = list_table(view, faces, shorts, width)
    if len(lines) > room:
        turn = next((n for n, line in enumerate(lines) if faces.pointer in line), 0)
        start = min(max(1, turn - 1), len(lines) - room + 2)
        hidden = len(lines) - room + 1
        note = f"({hidden} lines more: a taller window shows them)"
        lines = [lines[0], *lines[start : start + room - 2], note]
    return [pad(highlight(line, ground="felt"), width, centred=False) for line in lines]


def on_felt(line: Text, width: int) -> Text:
    """Pad a row to the width of the table, on the colour of the cloth."""
    line = pad(line, width)
    line.stylize_before("felt")
    return line


def top_rail(view: TableView, width: int) -> Text:
    """Return the rail with the name of the game, the jackpot if there is one, and the limits."""
    limits = view.limits
    least, most = in_dollars(limits.minimum), in_dollars(limits.maximum)
    sign = f"{least} to {most}, steps of {in_dollars(limits.unit)} "
    if view.meter is not None:
        sign = f"jackpot {in_dollars(view.meter)}  {sign}"
    if view.contest is not None:
        sign = f"{contest_text(view.contest)}  {sign}"
    return rail(f" {view.title}", (sign, f"{least} to {most} ", f"{least}-{most} "), width)


def contest_text(contest: ContestView) -> str:
    """Return the state of a tournament session: final 3/20, marker 2."""
    marker = f", marker {contest.marker}" if contest.marker else ""
    return f"{contest.session} {contest.round}/{contest.rounds}{marker}"


def own_rail(view: TableView, faces: Faces, width: int) -> Text:
    """Return the rail with the player's chips, their wagers on the layout, and the round."""
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
    return join_ends(line, round_, width)


def rail(left: str, rights: tuple[str, ...], width: int) -> Text:
    """Return a rail with text at both ends: at the right, the first of ``rights`` that fits."""
    fitting = (right for right in rights if len(left) + len(right) < width)
    return join_ends(Text(left, style="bold"), Text(next(fitting, "")), width)


def join_ends(left: Text, right: Text, width: int) -> Text:
    """Join two texts at the ends of a rail; leave out the right one if it does not fit."""
    spare = width - left.cell_len - right.cell_len
    line = Text.assemble(left, " " * spare, right) if spare > 0 else left
    line.truncate(width, pad=True)
    line.stylize_before("rail")
    return line


def inscription(view: TableView, faces: Faces, width: int) -> Text:
    """Return as many of the cloth's inscriptions as fit on a line."""
    dot = f"  {faces.dot}  "
    text = ""
    for sign in (sign for sign in view.signs if sign.cloth):
        longer = f"{text}{dot}{sign.text}" if text else sign.text
        if len(longer) <= width - 4:
            text = longer
    return row((text, "felt.cloth"))


class FeltScreen:
    """A screen that draws the table in colour, at a terminal with a player."""

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
        """Redraw when the window is resized."""
        # Before readline is imported: it then calls this handler after its own. Python sets
        # signal handlers in the main thread only.
        if self._source is sys.stdin and threading.current_thread() is threading.main_thread():
            resized = getattr(signal, "SIGWINCH", None)
            if resized is not None:
                signal.signal(resized, lambda *_: self.redraw())

    # ------------------------------------------------------------------------------ showing

    def show_event(
        self, event: DisclosedEvent, entries: tuple[Sentence, ...], view: TableView
    ) -> None:
        """Draw a card or a payment on the felt, and a sentence under it."""
        self._view = view
        self._stale = True
        for entry in entries:
            if entry.told and not is_shown_at_hands(event, entry):
                self.tell(entry.aloud)
        if isinstance(event, CardSeen | WagersSettled) and self._pause_seconds:
            self._draw()
            self._pause()

    def _pause(self) -> None:
        try:
            time.sleep(self._pause_seconds)
        except KeyboardInterrupt:
            # An interrupt skips the animation for the rest of the evening.
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
        """Write a sentence under the table, replacing those that were answered."""
        if self._answered:
            self._messages = []
            self._answered = False
        self._messages.append(text)
        self._stale = True

    def page(self, lines: list[str]) -> None:
        """Write lines below the prompt, scrolling the table away if necessary."""
        if self._stale:
            self._draw()
        for line in lines:
            for part in wrap_entry(line, self._width):
                self._console.print(highlight(part), soft_wrap=True)
        self._stale = False

    @property
    def _width(self) -> int:
        return min(self._console.width, WIDEST)

    def redraw(self) -> None:
        """Redraw the table and the open question, for a window of another size."""
        self._first = self._stale = True
        if self._asked is None:
            return
        self._draw_question(self._asked)
        if "readline" not in sys.modules:
            self._target.write(self._prompt)
        self._target.flush()

    def _draw(self, below: int = PROMPT_ROWS) -> None:
        """Draw the table over the previous one, in one write, so that nothing flickers.

        ``below`` rows stay free under it.
        """
        self._stale = False
        if self._view is None:
            return
        height = max(self._console.height - below, LOWEST)
        few = min(len(self._messages), FEW_MESSAGES)
        frame = draw_frame(self._view, self._faces, self._shorts, self._width, height - few)
        messages = [
            highlight(line)
            for text in self._messages[-MOST_MESSAGES:]
            for line in wrap_words(text, self._width - 2, indent="  ")
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

    # ------------------------------------------------------------------------------- asking

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


def is_shown_at_hands(event: DisclosedEvent, entry: Sentence) -> bool:
    """Return whether the settlement needs no sentence: the sums under the hands show it."""
    return isinstance(event, WagersSettled) and not entry.apart


def query_rows(query: Query, width: int) -> Block:
    """Return the rows of a question, with its keys highlighted."""
    rows = [
        highlight(f" {line}", "bold") for line in wrap_words(query.text, width - 2, indent="  ")
    ]
    line = Text()
    for key, what in query.keys:
        part = Text.assemble(" ", (key, "key"), f" {what}")
        if line and line.cell_len + 2 + part.cell_len > width:
            rows.append(line)
            line = Text()
        line = Text.assemble(line, "  ", part) if line else part
    return [*rows, line] if query.keys else rows


PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.12, 5.0
"""Between two cards: the default, and the most that is accepted."""


def check_pause(given: float | None) -> float:
    """Return the pause between two cards. Raise if it is outside 0 to 5 seconds."""
    if given is None:
        return PAUSE_SECONDS
    if not 0 <= given <= LONGEST_PAUSE_SECONDS:
        raise CroupierError(f"--pause: say 0 to {LONGEST_PAUSE_SECONDS:g} seconds, not {given:g}")
    return given


def choose_screen(
    source: TextIO,
    target: TextIO,
    side_bets: tuple[str, ...],
    faces: Faces,
    pause: float = 0.0,
    *,
    plain: bool,
    four_colours: bool = False,
) -> PlainScreen | FeltScreen:
    """Return a drawn screen at a terminal with colours, else a plain one."""
    shorts = short_names(side_bets)
    piped = not source.isatty()
    dumb = os.environ.get("TERM", "") in ("", "dumb")
    if plain or piped or dumb or os.environ.get("NO_COLOR") or not target.isatty():
        return PlainScreen(source, target, faces=faces, shorts=shorts, echo=piped)
    return FeltScreen(
        source,
        target,
        faces=faces,
        shorts=shorts,
        pause_seconds=pause,
        four_colours=four_colours,
    )
