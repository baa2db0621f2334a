"""A table in words and as a picture, for environments that render.

The picture is drawn with numpy alone: for ``rgb_array``, and videos made of it.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Suit
from croupier.display.layout import table_view
from croupier.display.narration.narrator import narrate
from croupier.display.scenes import scene_of
from croupier.display.viewers import Patron, Voice
from croupier.display.views import BoxView, HandView, SettledView, TableView, WagerView
from croupier.floor.running_table import RunningTable
from croupier.messages import Event
from croupier.money import in_dollars


class Commentary:
    """Follows a running table for one of its players.

    The last round can be seen until the next is dealt, or until the comments are cleared.
    """

    def __init__(self, running: RunningTable, player: str) -> None:
        self._running = running
        self._viewer = Patron(player)
        self.clear()

    def clear(self) -> None:
        """Forget the last round."""
        self._scene = scene_of(self._running.table)
        self.sentences: list[str] = []
        """What has happened since the last action, in words."""

    def follow(self, events: Iterable[Event]) -> None:
        """Add what the events say to the player."""
        law = self._running.law
        self._scene, spoken = narrate(law, self._scene, events, Voice(self._viewer))
        self.sentences += [sentence.aloud for sentence in spoken if sentence.told]

    def view(self) -> TableView:
        """Return the table as the player may see it."""
        running = self._running
        due = running.due if running.table.round is not None else ()
        return table_view(running.law, self._scene, self._viewer, due=due)

    def text(self) -> str:
        """Return what has happened since the last action, and the decision to make."""
        asked = [prompt.question or prompt.text for prompt in self.view().prompts[:1]]
        return "\n".join([*self.sentences, *asked])


ANSI, RGB_ARRAY = "ansi", "rgb_array"
RENDER_MODES = [ANSI, RGB_ARRAY]
RENDER_FPS = 1

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

WIDTH, HEIGHT = 960, 540
CLOTH, LINE, INK = (20, 92, 62), (60, 130, 98), (240, 240, 232)
PAPER, RED, BLACK, BACK = (250, 250, 245), (190, 30, 45), (24, 24, 28), (44, 74, 130)
GOLD, TURN = (232, 190, 80), (255, 214, 92)
CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 46, 62, 30
GLYPH_WIDTH, GLYPH_HEIGHT, SUIT_WIDTH = 5, 7, 7
DEALER_TOP, BOX_TOP, HAND_STEP, MARGIN = 64, 196, 78, 16
WIDEST_BOX = 300

GLYPHS = {
    "A": "0E11111F111111",
    "B": "1E11111E11111E",
    "C": "0E11101010110E",
    "D": "1E11111111111E",
    "E": "1F10101E10101F",
    "F": "1F10101E101010",
    "G": "0E11101711110F",
    "H": "1111111F111111",
    "I": "0E04040404040E",
    "J": "0702020202120C",
    "K": "11121418141211",
    "L": "1010101010101F",
    "M": "111B1515111111",
    "N": "11111915131111",
    "O": "0E11111111110E",
    "P": "1E11111E101010",
    "Q": "0E11111115120D",
    "R": "1E11111E141211",
    "S": "0F10100E01011E",
    "T": "1F040404040404",
    "U": "1111111111110E",
    "V": "11111111110A04",
    "W": "1111111515150A",
    "X": "11110A040A1111",
    "Y": "11110A04040404",
    "Z": "1F01020408101F",
    "0": "0E11131519110E",
    "1": "040C040404040E",
    "2": "0E11010204081F",
    "3": "1F02040201110E",
    "4": "02060A121F0202",
    "5": "1F101E0101110E",
    "6": "0608101E11110E",
    "7": "1F010204080808",
    "8": "0E11110E11110E",
    "9": "0E11110F01020C",
    "$": "040F140E051E04",
    ".": "00000000000C0C",
    ",": "000000000C0408",
    ":": "000C0C000C0C00",
    "-": "0000001F000000",
    "+": "0004041F040400",
    "(": "02040808080402",
    ")": "08040202020408",
    "'": "0C040800000000",
    "/": "00010204081000",
    "?": "0E110102040004",
}
"""Letters of five by seven dots: a byte for each row, in hexadecimal."""

SUIT_GLYPHS = {
    Suit.HEARTS: "367F7F7F3E1C08",
    Suit.DIAMONDS: "081C3E7F3E1C08",
    Suit.CLUBS: "1C1C6B7F6B081C",
    Suit.SPADES: "081C3E7F7F081C",
}


class Corner(NamedTuple):
    """The upper left corner of something drawn."""

    x: int
    y: int


def _dots(rows: str, width: int) -> NDArray[np.bool_]:
    """Return a glyph as dots."""
    lines = bytes.fromhex(rows)
    return np.array([[line >> bit & 1 for bit in reversed(range(width))] for line in lines], bool)


LETTERS = {letter: _dots(rows, GLYPH_WIDTH) for letter, rows in GLYPHS.items()}
SUITS = {suit: _dots(rows, SUIT_WIDTH) for suit, rows in SUIT_GLYPHS.items()}


def _stamp(
    picture: Picture, dots: NDArray[np.bool_], corner: Corner, colour: Colour, scale: int
) -> None:
    """Put dots into the picture; what is outside is left out."""
    large = np.kron(dots, np.ones((scale, scale), bool)).astype(bool)
    area = picture[corner.y : corner.y + large.shape[0], corner.x : corner.x + large.shape[1]]
    area[large[: area.shape[0], : area.shape[1]]] = colour


def _write(
    picture: Picture, text: str, corner: Corner, colour: Colour = INK, scale: int = 2
) -> None:
    """Write a line of capitals. A letter that has no glyph is left blank."""
    for number, letter in enumerate(text.upper()):
        if letter in LETTERS:
            at = Corner(corner.x + number * (GLYPH_WIDTH + 1) * scale, corner.y)
            _stamp(picture, LETTERS[letter], at, colour, scale)


def _text_width(text: str, scale: int = 2) -> int:
    return len(text) * (GLYPH_WIDTH + 1) * scale


def _fill(picture: Picture, corner: Corner, width: int, height: int, colour: Colour) -> None:
    picture[max(corner.y, 0) : corner.y + height, max(corner.x, 0) : corner.x + width] = colour


def _draw_card(picture: Picture, card: Card | None, corner: Corner) -> None:
    _fill(picture, corner, CARD_WIDTH, CARD_HEIGHT, BLACK)
    inner = Corner(corner.x + 1, corner.y + 1)
    _fill(picture, inner, CARD_WIDTH - 2, CARD_HEIGHT - 2, PAPER)
    if card is None:
        _fill(picture, Corner(corner.x + 4, corner.y + 4), CARD_WIDTH - 8, CARD_HEIGHT - 8, BACK)
        return
    colour = RED if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else BLACK
    face = "10" if card.rank.value == "T" else card.rank.value
    for number, letter in enumerate(face):
        _stamp(
            picture, LETTERS[letter], Corner(corner.x + 5 + 11 * number, corner.y + 6), colour, 2
        )
    _stamp(picture, SUITS[card.suit], Corner(corner.x + 5, corner.y + 26), colour, 2)
    _stamp(picture, SUITS[card.suit], Corner(corner.x + 25, corner.y + 42), colour, 2)


def _draw_cards(picture: Picture, cards: Sequence[Card | None], corner: Corner, width: int) -> int:
    """Draw cards, one over the other where there is little room. Return where they end."""
    room = max(width - CARD_WIDTH, 0)
    step = min(CARD_STEP + 20, room // (len(cards) - 1)) if len(cards) > 1 else 0
    for number, card in enumerate(cards):
        _draw_card(picture, card, Corner(corner.x + number * step, corner.y))
    return corner.x + max(len(cards) - 1, 0) * step + CARD_WIDTH


def _total_of(hand: Any) -> str:
    """Return what a hand counts, or is called."""
    if hand.total is None:
        return str(hand.name)
    return f"{'soft ' if hand.soft and not hand.blackjack else ''}{hand.total}"


def _draw_dealer(picture: Picture, view: TableView) -> None:
    cards = view.dealer.cards
    width = len(cards) * (CARD_STEP + 20) + CARD_WIDTH
    left = (WIDTH - width) // 2
    _write(picture, "dealer", Corner(left, DEALER_TOP - 22))
    end = _draw_cards(picture, cards, Corner(left, DEALER_TOP), width)
    _write(picture, _total_of(view.dealer), Corner(end + 12, DEALER_TOP + 24))


def _draw_hand(picture: Picture, hand: HandView, result: str, corner: Corner, width: int) -> None:
    if hand.turn:
        _fill(picture, Corner(corner.x - 4, corner.y - 4), width - MARGIN, CARD_HEIGHT + 8, TURN)
    total = _total_of(hand)[:10]
    beside = max(_text_width(total), _text_width(result)) + 8
    end = _draw_cards(picture, hand.cards, corner, width - 2 * MARGIN - beside)
    colour = BLACK if hand.turn else INK
    _write(picture, total, Corner(end + 8, corner.y + 12), colour)
    _write(picture, result, Corner(end + 8, corner.y + 36), BLACK if hand.turn else GOLD)


def _results_of(settled: Sequence[SettledView], box: int, hand: int) -> str:
    """Return what the wagers on a hand have come to; empty while none is settled."""
    nets = [one.net for one in settled if one.box == box and one.hand == hand]
    if not nets:
        return ""
    net = sum(nets)
    return f"{'+' if net > 0 else '-' if net < 0 else ''}{in_dollars(abs(net))}"


def _draw_chips(picture: Picture, wagers: Sequence[WagerView], corner: Corner, width: int) -> None:
    """Draw a chip and the amount for each kind of wager."""
    for number, wager in enumerate(wagers[:4]):
        y, x = np.ogrid[-8:9, -8:9]
        chip = x**2 + y**2 <= 64
        at = Corner(corner.x, corner.y + 22 * number)
        _stamp(picture, chip, at, GOLD, 1)
        words = f"{in_dollars(wager.amount)} {wager.on}"
        _write(picture, words[: max((width - 36) // 12, 4)], Corner(at.x + 24, at.y + 2))


def _draw_box(
    picture: Picture,
    view: TableView,
    box: BoxView,
    wagers: Sequence[WagerView],
    *,
    left: int,
    width: int,
) -> None:
    _fill(picture, Corner(left + 4, BOX_TOP - 30), width - 8, 2, LINE)
    who = box.controller or box.seated or (wagers[0].player if wagers else "")
    heading = f"{box.number} {who}".strip()
    _write(picture, heading[: (width - MARGIN) // 12], Corner(left + MARGIN, BOX_TOP - 22))
    top = BOX_TOP + 4
    for hand in box.hands[:4]:
        result = _results_of(view.settled, box.number, hand.position)
        _draw_hand(picture, hand, result, Corner(left + MARGIN, top), width)
        top += HAND_STEP
    _draw_chips(picture, wagers, Corner(left + MARGIN, top + 4), width)


def draw_table(view: TableView) -> Picture:
    """Return a picture of a table as a viewer may see it: 540 rows of 960 points, red green blue.

    The boxes that are in play are drawn in their order, the one to be decided on in a light frame.
    """
    picture: Picture = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    picture[:] = CLOTH
    _write(picture, view.title, Corner(MARGIN, MARGIN))
    _draw_dealer(picture, view)
    wagers = {box.number: _wagers_of(view, box) for box in view.boxes}
    shown = [box for box in view.boxes if box.hands or wagers[box.number]]
    width = min(WIDTH // max(len(shown), 1), WIDEST_BOX)
    left = (WIDTH - width * len(shown)) // 2
    for number, box in enumerate(shown):
        _draw_box(picture, view, box, wagers[box.number], left=left + number * width, width=width)
    asked = [prompt.question or prompt.text for prompt in view.prompts[:1]]
    for line in asked:
        _write(picture, line[: (WIDTH - 2 * MARGIN) // 12], Corner(MARGIN, HEIGHT - 28), GOLD)
    return picture


def _wagers_of(view: TableView, box: BoxView) -> list[WagerView]:
    """Return the wagers that lie on a box, those on its hands among them."""
    of_hands = [wager for hand in box.hands for wager in hand.wagers]
    coming = [wager for wager in view.wagers if wager.box == box.number]
    lying = [*box.wagers, *of_hands, *coming]
    return [wager for wager in lying if wager.settled is None]


def render(comments: Commentary | None, mode: str | None) -> str | Picture | None:
    """Return a table in words (``ansi``), as a picture (``rgb_array``), or nothing."""
    if comments is None or mode is None:
        return None
    return comments.text() if mode == ANSI else draw_table(comments.view())
