"""How cards and signs are written: with symbols, or in plain ASCII where a terminal has none."""

import msgspec

from croupier.cards import Card, Rank

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
