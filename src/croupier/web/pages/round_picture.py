"""The picture of a finished round: one SVG file that stands alone wherever a link is shown.

Other services draw the picture of a link with renderers of their own, without our style sheets. So
the file has no style sheet, no custom property and no colour that only browsers know: the values
of ``tokens.css`` are written out as plain colours.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from math import cos, radians, sin

import msgspec
from markupsafe import Markup

from croupier.cards import Card
from croupier.display.views import TableView
from croupier.money import Cents
from croupier.web.pages.rendering import render, static_file
from croupier.web.pages.svg_symbols import BACK, card_symbols
from croupier.web.pages.table.felt import BoxPart, FeltPrint, boxes_of
from croupier.web.pages.table.page import dealer_total

WIDTH, HEIGHT = 1200, 630
"""The size that most places reserve for the picture of a link."""
MARGIN = 70
TALL = 1.4
"""The height of a card, in widths."""
DEALER_CARD, WIDEST = 104.0, 118.0
"""The width of the dealer's cards, and the greatest of a player's."""
STEP, GAP = 0.46, 0.6
"""The distance from card to card, and the space between hands, in widths of a card."""
DEALER_TOP, HANDS_MIDDLE = 44.0, 364.0


class PictureCard(msgspec.Struct, frozen=True):
    """A card as drawn: its drawing, and its place."""

    name: str
    x: float
    y: float
    width: float
    height: float


class PictureHand(msgspec.Struct, frozen=True):
    """A hand as drawn, with what stands under it."""

    cards: tuple[PictureCard, ...]
    middle: float
    """Its middle, from the left edge."""
    foot: float
    """The lower edge of its cards."""
    total: str
    """What it counts, or is called; empty if unknown."""
    net: Cents | None = None
    """What its wagers have won together; ``None`` if they were not settled."""


class PictureName(msgspec.Struct, frozen=True):
    """Who has wagers on a box, and how much, under the middle of its hands."""

    words: str
    middle: float
    foot: float


def round_picture(view: TableView, felt: FeltPrint, *, title: str) -> str:
    """Return the picture of a table at the end of a round, as a viewer may see it."""
    dealer = PictureHand(
        *_places([_names(view.dealer.cards)], DEALER_CARD, DEALER_TOP)[0],
        dealer_total(view) if view.dealer.cards else "",
    )
    boxes = [box for box in reversed(boxes_of(view, felt)) if box.hands]
    hands = _player_hands(boxes)
    names = (card.name for hand in (dealer, *hands) for card in hand.cards)
    drawn = render(
        "rounds/picture.html",
        width=WIDTH,
        height=HEIGHT,
        symbols=Markup(card_symbols(names)),
        dealer=dealer,
        hands=hands,
        names=_box_names(boxes, hands),
        felt=felt,
        title=title,
    )
    return with_plain_colours(drawn, felt.game)


def _names(cards: Iterable[Card | None]) -> tuple[str, ...]:
    return tuple(BACK if card is None else str(card) for card in cards)


def _player_hands(boxes: Iterable[BoxPart]) -> list[PictureHand]:
    """Return the hands of boxes, side by side."""
    shown = [hand for box in boxes for hand in box.hands]
    names = [tuple(drawing for _, drawing in hand.cards) for hand in shown]
    units = sum(_units(len(one)) for one in names) + GAP * (len(names) - 1)
    width = min(WIDEST, (WIDTH - 2 * MARGIN) / units) if units > 0 else WIDEST
    placed = _places(names, width, HANDS_MIDDLE - width * TALL / 2)
    return [
        PictureHand(*place, hand.total, hand.net) for place, hand in zip(placed, shown, strict=True)
    ]


def _box_names(boxes: Iterable[BoxPart], hands: Iterable[PictureHand]) -> list[PictureName]:
    """Return who has wagers on each box; ``hands`` are the boxes' hands in the same order."""
    left = iter(hands)
    found = []
    for box in boxes:
        own = [next(left) for _ in box.hands]
        words = ", ".join(f"{who} {laid}" for who, laid in box.bets)
        if words:
            middle = (own[0].middle + own[-1].middle) / 2
            found.append(PictureName(words, middle, own[0].foot))
    return found


def _units(cards: int) -> float:
    """Return how wide a hand is, in widths of a card."""
    return 1 + max(cards - 1, 0) * STEP


def _places(
    hands: Sequence[tuple[str, ...]], width: float, top: float
) -> list[tuple[tuple[PictureCard, ...], float, float]]:
    """Return hands side by side in the middle: cards, middle and foot of each."""
    height = width * TALL
    whole = sum(_units(len(one)) for one in hands) + GAP * (len(hands) - 1)
    left = (WIDTH - whole * width) / 2
    placed = []
    for names in hands:
        cards = tuple(
            PictureCard(
                name, round(left + at * STEP * width, 1), round(top, 1), width, round(height, 1)
            )
            for at, name in enumerate(names)
        )
        wide = _units(len(names)) * width
        placed.append((cards, round(left + wide / 2, 1), round(top + height, 1)))
        left += wide + GAP * width
    return placed


# Colours ------------------------------------------------------------------------------------------

TOKEN = re.compile(r"^\s*(--[\w-]+):\s*([^;]+);", re.MULTILINE)
HUE = re.compile(r'\[data-felt\^?="([\w-]+)"\]\s*\{\s*--felt-hue:\s*(\d+)')
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*([^()]*(?:\([^()]*\))?))?\)")
LIGHT = re.compile(r"light-dark\((oklch\([^)]*\)),[^)]*\)\s*\)")
OKLCH = re.compile(r"oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: / ([\d.]+))?\)")


@cache
def tokens() -> dict[str, str]:
    """Return the design tokens by name; of one with several values the first, for screens."""
    # What follows are options of a viewer and of paper: a picture has neither.
    sheet = static_file("tokens.css").content.decode().partition(":root[data-deck")[0]
    found: dict[str, str] = {}
    for name, value in TOKEN.findall(sheet):
        found.setdefault(name, value)
    return found


def hue_of(game: str) -> str:
    """Return the hue of a game's felt; that of the first game for one that names none."""
    found = HUE.findall(static_file("tokens.css").content.decode())
    return next((hue for name, hue in found if game.startswith(name)), str(found[0][1]))


def with_plain_colours(drawing: str, game: str) -> str:
    """Return a drawing with its custom properties replaced by plain values, for a game's felt."""
    known = tokens() | {"--felt-hue": hue_of(game)}

    def value_of(found: re.Match[str]) -> str:
        return known.get(found[1], found[2] or "").replace('"', "'")

    while VARIABLE.search(drawing):
        drawing = VARIABLE.sub(value_of, drawing)
    drawing = LIGHT.sub(r"\1", drawing)
    return OKLCH.sub(lambda found: plain_colour(*found.groups("1")), drawing)


def plain_colour(lightness: str, chroma: str, hue: str, opacity: str = "1") -> str:
    """Return a colour of the OKLCH space as sRGB, cut off where a screen has no such colour.

    >>> plain_colour("1", "0", "0"), plain_colour("0.52", "0.205", "25", "0.5")
    ('rgb(255,255,255)', 'rgba(196,14,34,0.5)')
    """
    light, strength, angle = float(lightness), float(chroma), radians(float(hue))
    a, b = strength * cos(angle), strength * sin(angle)
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    parts = ",".join(str(_on_screen(one)) for one in linear)
    return f"rgb({parts})" if float(opacity) == 1 else f"rgba({parts},{float(opacity):g})"


def _on_screen(part: float) -> int:
    """Return the share of a primary colour as screens take it, from 0 to 255."""
    part = min(max(part, 0.0), 1.0)
    encoded = 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055
    return round(255 * encoded)
