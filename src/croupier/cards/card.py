"""A playing card: its rank, its suit and its two-letter notation."""

from collections.abc import Iterable
from enum import Enum

from croupier.errors import ArgumentError, CroupierError


class Suit(Enum):
    """One of the four suits, by its letter."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    # The identity: Enum would hash the name at every look-up in a dictionary.
    __hash__ = object.__hash__

    @property
    def red(self) -> bool:
        """Whether the suit is printed red."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)

    @property
    def symbol(self) -> str:
        """The suit's symbol, for display."""
        return {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}[self.value]


class Rank(Enum):
    """One of the thirteen ranks, by its letter; a ten is ``T``."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    __hash__ = object.__hash__

    @classmethod
    def _missing_(cls, value: object) -> "Rank | None":
        """Accept ``10`` for a ten."""
        return cls.TEN if value == "10" else None

    @property
    def word(self) -> str:
        """The rank as a word: ``ace``, ``seven``, ``king``."""
        return self.name.lower()


RANKS: tuple[Rank, ...] = tuple(Rank)
SUITS: tuple[Suit, ...] = tuple(Suit)
PICTURES = frozenset({Rank.JACK, Rank.QUEEN, Rank.KING})


class Card(Enum):
    """One of the 52 cards. ``Card("TH")`` is the ten of hearts.

    An enumeration, so that cards are compared by identity, take no memory of their own in a shoe of
    416, and travel as their two letters.
    """

    rank: Rank
    suit: Suit
    points: int
    """The value on the card's face: 10 for a picture, 1 for an ace, which a hand may also count as
    11."""
    rank_count: int
    """A one in the position of the card's rank, in base five. A deck has four cards of a rank, so a
    sum of these numbers holds the count of every rank."""

    AC, AD, AH, AS = "AC", "AD", "AH", "AS"
    C2, D2, H2, S2 = "2C", "2D", "2H", "2S"
    C3, D3, H3, S3 = "3C", "3D", "3H", "3S"
    C4, D4, H4, S4 = "4C", "4D", "4H", "4S"
    C5, D5, H5, S5 = "5C", "5D", "5H", "5S"
    C6, D6, H6, S6 = "6C", "6D", "6H", "6S"
    C7, D7, H7, S7 = "7C", "7D", "7H", "7S"
    C8, D8, H8, S8 = "8C", "8D", "8H", "8S"
    C9, D9, H9, S9 = "9C", "9D", "9H", "9S"
    TC, TD, TH, TS = "TC", "TD", "TH", "TS"
    JC, JD, JH, JS = "JC", "JD", "JH", "JS"
    QC, QD, QH, QS = "QC", "QD", "QH", "QS"
    KC, KD, KH, KS = "KC", "KD", "KH", "KS"

    def __init__(self, text: str) -> None:
        self.rank = Rank(text[0])
        self.suit = Suit(text[1])
        place = RANKS.index(self.rank)
        self.points = min(place + 1, 10)
        self.rank_count = 5**place

    __hash__ = object.__hash__

    @classmethod
    def _missing_(cls, value: object) -> "Card | None":
        """Accept ``10H`` for ``TH``."""
        if isinstance(value, str) and value.startswith("10"):
            return next((card for card in cls if card.value == f"T{value[2:]}"), None)
        return None

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"Card({self.value!r})"

    @property
    def name_in_words(self) -> str:
        """The card in words: ``ten of hearts``."""
        return f"{self.rank.word} of {self.suit.name.lower()}"


DECK: tuple[Card, ...] = tuple(Card)
"""The 52 cards of one deck, aces first."""


class NotACardError(CroupierError, ValueError):
    """Raised for text that names no card."""


def parse_card(text: str) -> Card:
    """Return the card that a text names. Raise :class:`NotACardError` if there is none.

    >>> parse_card("th"), parse_card("10h")
    (Card('TH'), Card('TH'))
    """
    try:
        return Card(text.upper())
    except (AttributeError, ValueError):
        raise NotACardError(
            f"{text!r} is not a card: write a rank (A 2-9 T J Q K) and a suit (C D H S), such as TH"
        ) from None


def parse_cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Return the cards of a text, separated by spaces, or of several such texts.

    Raise :class:`NotACardError` for what names no card.

    >>> parse_cards("8H TC")
    (Card('8H'), Card('TC'))
    """
    if isinstance(text, str):
        return tuple(map(parse_card, text.split()))
    several: object = text
    if isinstance(several, bytes) or not isinstance(several, Iterable):
        raise NotACardError(f"{text!r} is not a list of cards: write '8H 8D'")
    return tuple(card for word in several for card in parse_cards(word))


def write_cards(cards: tuple[Card, ...]) -> str:
    """Return the cards as text that :func:`parse_cards` reads."""
    return " ".join(card.value for card in cards)


def read_cards(argument: str, cards: object) -> tuple[Card, ...]:
    """Return cards given as text, as cards, or as a list of either. Raise, naming the argument."""
    if isinstance(cards, Card):
        return (cards,)
    words = [cards] if isinstance(cards, str) else cards
    if isinstance(words, bytes) or not isinstance(words, Iterable):
        raise ArgumentError(f"{argument}: {cards!r} is not a list of cards; write '8H 8D'")
    found: list[Card] = []
    try:
        for word in words:
            found += [word] if isinstance(word, Card) else parse_cards(str(word))
    except NotACardError as error:
        raise ArgumentError(f"{argument}: {error}") from None
    return tuple(found)


def read_card(argument: str, card: object) -> Card:
    """Return the one card that is given."""
    cards = read_cards(argument, [card])
    if len(cards) != 1:
        raise ArgumentError(f"{argument}: {card!r} is not a card; write one, such as 7D")
    return cards[0]
