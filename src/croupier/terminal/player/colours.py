"""The look of cards, chips and sentences in a terminal: symbols or letters, and colours.

Styles have names, and a theme defines them for terminals with many colours or with few. Styles that
begin with ``felt`` are drawn on the cloth, those with ``text`` on the terminal's own background,
dark or light.
"""

import re

import msgspec
from rich.text import Text
from rich.theme import Theme

from croupier.cards import Card, Rank, Suit
from croupier.money import Cents

SYMBOLS = "♣♦♥♠╭╮╰╯─│▸●·▒"
"""The characters that a terminal must be able to show, or letters are used instead."""


class Faces(msgspec.Struct, frozen=True, kw_only=True):
    """One way to write cards and the few signs around them."""

    symbols: bool
    """Whether suits are symbols instead of letters."""
    corners: tuple[str, str, str, str]
    """The four corners of a card, top left first, row by row."""
    level: str
    """A piece of a horizontal line."""
    upright: str
    """A piece of a vertical line."""
    pointer: str
    """Marks the hand whose turn it is."""
    chip: str
    """Stands before an amount of chips."""
    dot: str
    """Stands between two things on a line."""
    back: str
    """The pattern on the back of a card."""

    def rank(self, card: Card) -> str:
        """Return the rank as printed on the card: a ten is 10."""
        return "10" if card.rank is Rank.TEN else card.rank.value

    def suit(self, card: Card) -> str:
        """Return the suit's symbol or letter."""
        return card.suit.symbol if self.symbols else card.suit.value

    def card(self, card: Card) -> str:
        """Return a card as text of two or three characters."""
        return self.rank(card) + self.suit(card)

    def cards(self, cards: tuple[Card | None, ...]) -> str:
        """Return cards as text; ``None`` is a back."""
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


def can_show_symbols(encoding: str | None) -> bool:
    """Return whether the encoding can represent the symbols."""
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
        "text.clubs": "bold",
        "text.diamonds": "bold #e0453c",
        "text.hearts": "bold #e0453c",
        "text.spades": "bold",
        "text.win": "bold #2fa84f",
        "text.loss": "bold #e0453c",
        "text.level": "bold",
        "text.clause": "dim",
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
        "text.clubs": "bold",
        "text.diamonds": "bold red",
        "text.hearts": "bold red",
        "text.spades": "bold",
        "text.win": "bold green",
        "text.loss": "bold red",
        "text.level": "bold",
        "text.clause": "default",
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
        "text.clubs": "bold #2fa84f",
        "text.diamonds": "bold #4d8df0",
    }
)
FOUR_OF_FEW = Theme(
    {
        "felt.clubs": "bold black",
        "felt.diamonds": "bold bright_cyan",
        "card.clubs": "green on bright_white",
        "card.diamonds": "blue on bright_white",
        "text.clubs": "bold green",
        "text.diamonds": "bold blue",
    }
)
"""Themes laid over the two above: clubs green, diamonds blue."""

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
"""The patterns that are highlighted in a sentence, and the style of each."""


def highlight(sentence: str, style: str = "", *, ground: str = "text") -> Text:
    """Return the sentence with cards, sums and clauses in the colours for its background."""
    text = Text(sentence, style=style)
    for pattern, name in WORDS:
        text.highlight_regex(pattern, f"{ground}.{name}")
    return text


def chips_for(amount: Cents, most: int) -> list[str]:
    """Return the styles of up to ``most`` chips that make the amount, the largest first."""
    styles: list[str] = []
    for value in CHIPS:
        while amount >= value and len(styles) < most:
            styles.append(f"chip.{value}")
            amount -= value
    return styles
