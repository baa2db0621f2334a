"""Colours: of the felt, the cards, the chips, and of words that tell good news from bad.

Styles go by names; a theme says what they look like on terminals with many colours or with few.
Those that begin with ``felt`` lie on the cloth, those with ``told`` on the terminal's own ground,
whether that is dark or light.
"""

import re

import msgspec
from rich.text import Text
from rich.theme import Theme

from croupier.cards import Card, Rank, Suit
from croupier.money import Cents

SYMBOLS = "♣♦♥♠╭╮╰╯─│▸●·▒"
"""All that a terminal must be able to show for the symbols."""


class Faces(msgspec.Struct, frozen=True, kw_only=True):
    """One way to write cards and the few signs around them."""

    symbols: bool
    """Whether suits are symbols; else letters."""
    corners: tuple[str, str, str, str]
    """The four corners of a card, top left first, row by row."""
    level: str
    """A piece of a line from left to right."""
    upright: str
    """A piece of a line from top to bottom."""
    pointer: str
    """Marks the hand whose turn it is."""
    chip: str
    """Stands before an amount of chips."""
    dot: str
    """Stands between two things on a line."""
    back: str
    """The pattern on the back of a card."""

    def rank(self, card: Card) -> str:
        """The rank as cards show it: a ten is 10."""
        return "10" if card.rank is Rank.TEN else card.rank.value

    def suit(self, card: Card) -> str:
        """The suit's symbol, or its letter."""
        return card.suit.symbol if self.symbols else card.suit.value

    def card(self, card: Card) -> str:
        """A card in two or three signs."""
        return self.rank(card) + self.suit(card)

    def cards(self, cards: tuple[Card | None, ...]) -> str:
        """Cards one after the other; ``None`` shows a back."""
        return " ".join(self.back * 2 if card is None else self.card(card) for card in cards)


WITH_SYMBOLS = Faces(
    symbols=True,
    corners=("╭", "╮", "╰", "╯"),
    level="─",
    upright="│",
    pointer="▸",
    chip="●",
    dot="·",
    back="▒",
)

PLAIN_ASCII = Faces(
    symbols=False,
    corners=("+", "+", "+", "+"),
    level="-",
    upright="|",
    pointer=">",
    chip="o",
    dot="-",
    back="#",
)


def showable(encoding: str | None) -> bool:
    """Whether a stream's encoding has the symbols."""
    try:
        SYMBOLS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


MANY_COLOURS = Theme(
    {
        "felt": "#e9f2ea on #065f2a",
        "felt.faint": "#76b58c",
        "felt.gold": "#e2c15a",
        "felt.cloth": "italic #e2c15a",
        "felt.clause": "#a9d8bf",
        "felt.clubs": "bold #ffffff",
        "felt.diamonds": "bold #ff9b8f",
        "felt.hearts": "bold #ff9b8f",
        "felt.spades": "bold #ffffff",
        "felt.win": "bold #8df58d",
        "felt.loss": "bold #ff9b8f",
        "felt.level": "bold #ffe38a",
        "turn": "bold #1b1b1b on #ffd75f",
        "rail": "#f2e6cf on #5f3a1a",
        "card.clubs": "bold #151515 on #fbfbf4",
        "card.diamonds": "bold #c4111c on #fbfbf4",
        "card.hearts": "bold #c4111c on #fbfbf4",
        "card.spades": "bold #151515 on #fbfbf4",
        "card.edge": "#9b9b90 on #fbfbf4",
        "card.back": "#e8c9c9 on #8c1c2b",
        "chip.100000": "#f0a92e",
        "chip.50000": "#b98cf5",
        "chip.10000": "#101010",
        "chip.2500": "#3fe08a",
        "chip.500": "#f0554f",
        "chip.100": "#ffffff",
        "chip.50": "#8fd0ff",
        "told.clubs": "bold",
        "told.diamonds": "bold #e0453c",
        "told.hearts": "bold #e0453c",
        "told.spades": "bold",
        "told.win": "bold #2fa84f",
        "told.loss": "bold #e0453c",
        "told.level": "bold",
        "told.clause": "dim",
        "key": "bold #1b1b1b on #ffd75f",
        "ask": "bold #d79b00",
    }
)

FEW_COLOURS = Theme(
    {
        "felt": "bright_white on green",
        "felt.faint": "black",
        "felt.gold": "bright_yellow",
        "felt.cloth": "bright_yellow",
        "felt.clause": "black",
        "felt.clubs": "bold bright_white",
        "felt.diamonds": "bold bright_yellow",
        "felt.hearts": "bold bright_yellow",
        "felt.spades": "bold bright_white",
        "felt.win": "bold bright_white",
        "felt.loss": "bold black",
        "felt.level": "bold bright_yellow",
        "turn": "bold black on bright_yellow",
        "rail": "black on yellow",
        "card.clubs": "black on bright_white",
        "card.diamonds": "red on bright_white",
        "card.hearts": "red on bright_white",
        "card.spades": "black on bright_white",
        "card.edge": "bright_black on bright_white",
        "card.back": "bright_white on red",
        "chip.100000": "bright_yellow",
        "chip.50000": "magenta",
        "chip.10000": "black",
        "chip.2500": "bright_green",
        "chip.500": "red",
        "chip.100": "bright_white",
        "chip.50": "bright_cyan",
        "told.clubs": "bold",
        "told.diamonds": "bold red",
        "told.hearts": "bold red",
        "told.spades": "bold",
        "told.win": "bold green",
        "told.loss": "bold red",
        "told.level": "bold",
        "told.clause": "default",
        "key": "bold black on bright_yellow",
        "ask": "bold",
    }
)

FOUR_OF_MANY = Theme(
    {
        "felt.clubs": "bold #9df0a8",
        "felt.diamonds": "bold #9cc9ff",
        "card.clubs": "bold #0b7a2f on #fbfbf4",
        "card.diamonds": "bold #1450c8 on #fbfbf4",
        "told.clubs": "bold #2fa84f",
        "told.diamonds": "bold #4d8df0",
    }
)
FOUR_OF_FEW = Theme(
    {
        "felt.clubs": "bold black",
        "felt.diamonds": "bold bright_cyan",
        "card.clubs": "green on bright_white",
        "card.diamonds": "blue on bright_white",
        "told.clubs": "bold green",
        "told.diamonds": "bold blue",
    }
)
"""Clubs green and diamonds blue, over a theme that has two colours for the suits."""

CHIPS: tuple[Cents, ...] = (100_000, 50_000, 10_000, 2_500, 500, 100, 50)
"""The chips that are drawn, by their value in cents."""

CLAUSE = r"(?:\d+[\w.()]*|(?:table|def):[\w.:-]+)"
WORDS = (
    *(
        (re.compile(rf"\b(?:10|[2-9AJQK])(?:{suit.symbol}|{suit.value}\b)"), suit.name.lower())
        for suit in Suit
    ),
    (re.compile(r"\b(?:wins|won) \$[\d,.]*\d|\+\$[\d,.]*\d"), "win"),
    (re.compile(r"\b(?:loses|lost) \$[\d,.]*\d|-\$[\d,.]*\d"), "loss"),
    (re.compile(r"\bblackjack\b|▸"), "level"),
    (re.compile(rf"\({CLAUSE}(?:, {CLAUSE})*\)"), "clause"),
)
"""What stands out in a sentence, and how."""


def painted(sentence: str, style: str = "", *, ground: str = "told") -> Text:
    """A sentence with its cards, sums and clauses in the colours for its ground."""
    text = Text(sentence, style=style)
    for pattern, name in WORDS:
        text.highlight_regex(pattern, f"{ground}.{name}")
    return text


def chips_for(amount: Cents, most: int) -> list[str]:
    """The styles of at most so many chips that make an amount, the largest first."""
    styles: list[str] = []
    for value in CHIPS:
        while amount >= value and len(styles) < most:
            styles.append(f"chip.{value}")
            amount -= value
    return styles
