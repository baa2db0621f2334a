"""Cards and chips as SVG of our own: one file with a symbol for each, crisp at every size.

Colours are custom properties of the page, which reach into symbols of another file; so the same
drawing serves the light page and the dark one, two suits' colours and four. Both faces of a card
are in its symbol: ``--card-pips`` and ``--card-large`` decide which is drawn.
"""

from collections.abc import Iterable, Iterator

from croupier.cards.card import DECK, PICTURES, Card, Rank
from croupier.money import Cents

WIDTH, HEIGHT = 100, 140
"""The size of a card in its own drawing."""
LEFT, MIDDLE, RIGHT = 40, 50, 60
"""The columns of pips."""
PIP, ACE_PIP = 15, 38
"""The width of a pip, and of the single one of an ace."""
BACK = "back"
"""The name of the drawing of a card's back."""

DOOR = {"door-left": "AS", "door-right": "KH"}
"""The cards drawn beside the sign-in form."""
SUITS = {
    "s": "M10 1.5C7 5.2 1.8 7.6 1.8 11.8c0 2.4 1.8 4 3.9 4 1.5 0 2.7-.7 3.5-1.9-.1 2-.9 3.7-2.6 4.7"
    "h6.8c-1.7-1-2.5-2.7-2.6-4.7.8 1.2 2 1.9 3.5 1.9 2.1 0 3.9-1.6 3.9-4C18.2 7.6 13 5.2 10 1.5z",
    "h": "M10 18C4 13.2 1.3 9.9 1.3 6.5 1.3 3.8 3.3 2 5.7 2 7.6 2 9.2 3 10 4.8 10.8 3 12.4 2 14.3 2"
    "c2.4 0 4.4 1.8 4.4 4.5C18.7 9.9 16 13.2 10 18z",
    "d": "M10 1c1.8 3.2 4 6.2 6.8 9-2.8 2.8-5 5.8-6.8 9-1.8-3.2-4-6.2-6.8-9 2.8-2.8 5-5.8 6.8-9z",
    "c": "M10 1.5a4.1 4.1 0 0 1 3 6.9 4.1 4.1 0 1 1-1.7 6.7c.2 1.7.9 2.9 2.3 3.5H6.4c1.4-.6 2.1-1.8"
    " 2.3-3.5A4.1 4.1 0 1 1 7 8.4a4.1 4.1 0 0 1 3-6.9z",
}
"""The suits in a square of twenty."""
COLOURS = {"s": "--spade", "h": "--heart", "d": "--diamond", "c": "--club"}
ROBE = "M32.8 70v-7c.8-6 5-9.6 10-10.6L50 59l7.2-6.6c5 1 9.2 4.6 10 10.6v7z"
"""The shoulders of every court, down to the middle of the card."""
COURTS = {
    Rank.JACK: (
        "M40 37c-1.6-10 3.4-15.4 10-15.4S61.6 27 60 37c-6-3-14-3-20 0z"
        "M58.6 27.4c6-1.8 8.8-5.8 8.2-11.4-5.4 1-9 4.8-10 10z"
        "M41.9 37c-3 4.4-3 9.4-1.7 13.6l3.4-1c-1.4-4-1.7-8.4-1.7-12.6zM58.1 37c3 4.4 3 9.4 1.7"
        " 13.6l-3.4-1c1.4-4 1.7-8.4 1.7-12.6z"
    ),
    Rank.QUEEN: (
        "M40.6 35l-2.2-11.4 5.4 4.8L46.2 21l3.8 6 3.8-6 2.4 7.4 5.4-4.8L59.4 35c-6-2.4-12.8-2.4"
        "-18.8 0zM42 36.4c-5.4 5.2-6 14.8-4.2 21 2.8-.4 5-1.6 6.2-3.2-2.4-5.2-2.8-11.6-2-17.8z"
        "M58 36.4c5.4 5.2 6 14.8 4.2 21-2.8-.4-5-1.6-6.2-3.2 2.4-5.2 2.8-11.6 2-17.8z"
    ),
    Rank.KING: (
        "M39.6 35.4L36.8 20.6l6.8 6L50 17.8l6.4 8.8 6.8-6-2.8 14.8c-6.4-2.4-14.4-2.4-20.8 0z"
        "M41.8 37c-2.6 4.6-2.6 10-1.4 14.4l2.8-.8c-1.2-4.4-1.4-9-1.4-13.6zM58.2 37c2.6 4.6 2.6 10"
        " 1.4 14.4l-2.8-.8c1.2-4.4 1.4-9 1.4-13.6zM43 46.4c.2 8 3 12.4 7 14 4-1.6 6.8-6 7-14-1.8"
        " 2.6-4 3.4-7 3.4s-5.2-.8-7-3.4z"
    ),
}
"""The signs of each court: cap and feather, tiara and long hair, crown and beard."""
FACE = (
    "M46 42.4a1 1.1 0 1 1 2 0 1 1.1 0 1 1-2 0zM52 42.4a1 1.1 0 1 1 2 0 1 1.1 0 1 1-2 0z"
    "M49.5 43h1l.5 3.4h-2zM47.4 48.4c1.6.9 3.6.9 5.2 0-.6 1.6-1.4 2.2-2.6 2.2s-2-.6-2.6-2.2z"
)
"""Eyes, nose and mouth."""

Pip = tuple[int, int, bool]
"""The place of a pip, and whether it is upside down."""
_CORNERS: tuple[Pip, ...] = tuple((x, y, y > 70) for y in (28, 112) for x in (LEFT, RIGHT))
_FLANKS: tuple[Pip, ...] = tuple((x, 70, False) for x in (LEFT, RIGHT))
_EIGHT: tuple[Pip, ...] = tuple((x, y, y > 70) for y in (26, 55, 85, 114) for x in (LEFT, RIGHT))
PIPS: dict[Rank, tuple[Pip, ...]] = {
    Rank.ACE: ((MIDDLE, 70, False),),
    Rank.TWO: ((MIDDLE, 28, False), (MIDDLE, 112, True)),
    Rank.THREE: ((MIDDLE, 28, False), (MIDDLE, 70, False), (MIDDLE, 112, True)),
    Rank.FOUR: _CORNERS,
    Rank.FIVE: (*_CORNERS, (MIDDLE, 70, False)),
    Rank.SIX: _CORNERS + _FLANKS,
    Rank.SEVEN: (*_CORNERS, *_FLANKS, (MIDDLE, 49, False)),
    Rank.EIGHT: (*_CORNERS, *_FLANKS, (MIDDLE, 49, False), (MIDDLE, 91, True)),
    Rank.NINE: (*_EIGHT, (MIDDLE, 70, False)),
    Rank.TEN: (*_EIGHT, (MIDDLE, 40, False), (MIDDLE, 100, True)),
}
"""The places of the pips of each rank."""

CHIPS: tuple[Cents, ...] = (100_000, 50_000, 10_000, 2_500, 1_000, 500, 100, 50)
"""The chips that are drawn, the largest first."""
MOST_DRAWN = 6
"""The most chips of a stack that are drawn: the sum is beside it in words."""


def chip_name(value: Cents) -> str:
    """Return the name of the drawing of a chip: ``chip-25``, ``chip-half``."""
    return "chip-half" if value == 50 else f"chip-{value // 100}"


def chips_for(amount: Cents) -> list[Cents]:
    """Return the fewest chips that make an amount, the largest first.

    >>> chips_for(80_50)
    [2500, 2500, 2500, 500, 50]
    """
    made: list[Cents] = []
    for value in CHIPS:
        count, amount = divmod(amount, value)
        made += [value] * count
    return made


def drawings() -> str:
    """Return the file with all drawings."""
    cards = (*(_face(card) for card in DECK), _back(), *_door())
    parts = [*_suits(), *_courts(), *cards, *(_chip(one) for one in CHIPS)]
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(parts)}</svg>'


def card_symbols(names: Iterable[str]) -> str:
    """Return the drawings of some cards, by name, with what they are made of."""
    found = dict.fromkeys(names)
    faces = (_back() if name == BACK else _face(Card(name)) for name in found)
    return "".join((*_suits(), *_courts(), *faces))


def _suits() -> Iterator[str]:
    for name, path in SUITS.items():
        yield f'<symbol id="{name}" viewBox="0 0 20 20"><path d="{path}"/></symbol>'


def _courts() -> Iterator[str]:
    """Yield the upper half of each court, in the colour of whatever uses it."""
    light = 'fill="var(--card-face)"'
    for rank, path in COURTS.items():
        yield _symbol(
            f"court-{rank.value}",
            f'<path d="{ROBE}"/>'
            f'<path {light} d="M43.6 53.6L50 60l6.4-6.4 2 1.4-7.6 8v7h-1.6v-7l-7.6-8z"/>'
            f'<ellipse cx="50" cy="43.4" rx="8.6" ry="10.2"/>'
            f'<ellipse {light} cx="50" cy="43.4" rx="7.4" ry="9"/>'
            f'<path d="{FACE}"/><path d="{path}"/>'
            f'<path {light} d="M41.2 31.6c5.8-1.8 11.8-1.8 17.6 0l-.3 1.5'
            f'c-5.6-1.7-11.4-1.7-17 0z"/>',
        )


def _sheet() -> str:
    measures = f'width="{WIDTH - 2}" height="{HEIGHT - 2}"'
    return (
        f'<rect fill="var(--card-face)" stroke="var(--card-edge)" x="1" y="1" {measures} rx="10"/>'
    )


def _symbol(name: str, inside: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{inside}</symbol>'


def _door() -> Iterator[str]:
    """Yield the blackjack beside the sign-in form: an ornament, not cards of a table."""
    for name, card in DOOR.items():
        yield _symbol(name, f'<use href="#{card}"/>')


def _face(card: Card) -> str:
    suit = card.suit.value.lower()
    pips = f'<g display="var(--card-pips, inline)">{_corners(card, suit)}{_inside(card, suit)}</g>'
    large = f'<g display="var(--card-large, none)">{_large(card, suit)}</g>'
    return _symbol(str(card), f'{_sheet()}<g fill="var({COLOURS[suit]})">{pips}{large}</g>')


def _index(card: Card, x: int, y: int, size: int, room: int) -> str:
    """Return the rank in a corner; a ten is squeezed into the room of one figure and a half."""
    ten = card.rank is Rank.TEN
    text = "10" if ten else card.rank.value
    squeezed = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if ten else ""
    font = f'font-family="var(--type-house)" font-size="{size}" font-weight="700"'
    return f'<text x="{x}" y="{y}" {font} text-anchor="middle"{squeezed}>{text}</text>'


def _corners(card: Card, suit: str) -> str:
    court = ""
    if card.rank in PICTURES:
        court = (
            f'<use href="#court-{card.rank.value}"/>'
            '<g fill="var(--card-face)">'
            f'<use href="#{suit}" x="37" y="60" width="8" height="8"/></g>'
        )
    index = _index(card, 18, 33, 35, 31)
    corner = f'{index}<use href="#{suit}" x="8" y="39" width="20" height="20"/>{court}'
    return "".join(f'<g transform="rotate({turn} 50 70)">{corner}</g>' for turn in (0, 180))


def _inside(card: Card, suit: str) -> str:
    if card.rank in PICTURES:
        frame = 'fill="none" stroke="currentColor" opacity="0.3"'
        return (
            f'<rect {frame} x="32" y="14" width="36" height="112" rx="4"/>'
            f'<path {frame} d="M32 70h36"/>'
        )
    size = ACE_PIP if card.rank is Rank.ACE else PIP
    return "".join(_pip(suit, pip, size) for pip in PIPS[card.rank])


def _pip(suit: str, pip: Pip, size: int) -> str:
    x, y, turned = pip
    over = f' transform="rotate(180 {x} {y})"' if turned else ""
    place = f'x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size}" height="{size}"'
    return f'<use href="#{suit}" {place}{over}/>'


def _large(card: Card, suit: str) -> str:
    index = _index(card, 33 if card.rank is Rank.TEN else 31, 60, 70, 56)
    return f'{index}<use href="#{suit}" x="9" y="78" width="48" height="48"/>'


def _back() -> str:
    lines = "".join(
        f"M{i * 14 - 10} {end}l126 {way}"
        for i in range(-9, 8)
        for end, way in ((133, -126), (7, 126))
    )
    return _symbol(
        BACK,
        f'<clipPath id="inside"><rect x="7" y="7" width="86" height="126" rx="6"/></clipPath>'
        f'{_sheet()}<rect fill="var(--card-back)" x="7" y="7" width="86" height="126" rx="6"/>'
        f'<path clip-path="url(#inside)" fill="none" stroke="var(--card-back-print)" opacity="0.6" '
        f'stroke-width="1.5" d="{lines}"/>',
    )


def _chip(value: Cents) -> str:
    """Return rim, edge spots, disc and figure; the figure shows the value where colour does not."""
    name = chip_name(value)
    fill = f"var(--{name})"
    mark = f"var(--{name}-mark, var(--chip-mark))"
    ink = f"var(--{name}-figure, var(--chip-figure))"
    figure = {50: "½", 100_000: "1K"}.get(value, str(value // 100))
    return (
        f'<symbol id="{name}" viewBox="-21 -21 42 42">'
        f'<circle r="20" fill="{fill}" stroke="var(--chip-edge)" stroke-width="0.75"/>'
        f'<circle r="17.2" fill="none" stroke="{mark}" stroke-width="5.2" '
        f'stroke-dasharray="7.5 10.5"/>'
        f'<circle r="13" fill="{fill}" stroke="{mark}" stroke-width="1.2"/>'
        f'<text y="4.3" fill="{ink}" font-family="var(--type-house)" font-size="12" '
        f'font-weight="700" text-anchor="middle">{figure}</text></symbol>'
    )
