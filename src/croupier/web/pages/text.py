"""Text for pages: signs of cards, and the rulebooks' words with their explanations."""

import re

import msgspec
from markupsafe import Markup, escape

from croupier.cards import Card, Rank


class Signs(msgspec.Struct, frozen=True):
    """Writes cards with rank and the suit's sign; a card face down in words."""

    def card(self, card: Card) -> str:
        """Return a card in two or three signs."""
        rank = "10" if card.rank is Rank.TEN else card.rank.value
        return f"{rank}{card.suit.symbol}"

    def cards(self, cards: tuple[Card | None, ...]) -> str:
        """Return cards one after the other."""
        return " ".join("a card face down" if card is None else self.card(card) for card in cards)


SIGNS = Signs()


TERMS = {
    "soft": "An ace counts eleven, and may still count one.",
    "hard": "No ace counts eleven.",
    "busts": "Its total is over 21.",
    "AGM": "An assistant gaming manager.",
    "cutting card": "The card that says when the shoe is shuffled again.",
    "discard rack": "Where cards go that have been played.",
    "even money": "A blackjack is paid 1 to 1 at once, whatever the dealer then has.",
    "insurance": "A separate wager that the dealer has a blackjack.",
    "stand-off": "Nobody wins: the wager is returned.",
    "surrender": "You give up half the wager, and the hand with it.",
    "ante": "The wager before the cards at Caribbean Stud.",
    "controlling player": "The player who decides for a box with several wagers.",
    "shuffler": "A device that shuffles the cards continuously.",
    "jackpot": "A pool that wagers at several tables feed, and that few hands win.",
    "Perfect Pairs": "A wager that the first two cards are a pair.",
    "Any Pairs": "A wager that the first two cards are a pair of any kind.",
    "Lucky Lucky": "A wager on your first two cards and the dealer's first.",
    "kicker": "The highest card beside the pair: it decides between equal pairs.",
}
"""The explained words, and what they mean."""
_WORDS = re.compile(
    "|".join(rf"\b{re.escape(word)}\b" for word in sorted(TERMS, key=len, reverse=True)),
    re.IGNORECASE,
)
_MEANING = {word.lower(): meaning for word, meaning in TERMS.items()}


def title_of(on: str) -> str:
    """Return the name of a wager for people: Perfect Pairs."""
    return " ".join(word.capitalize() for word in on.split("-"))


_NUMBERED = re.compile(r"(?:(?P<words>[a-z0-9-]*?)-)?(?P<number>[0-9]+)")


def table_label(table: str, game: str) -> str:
    """Return the name of a table as people say it, beside the title of its game.

    >>> table_label("star-blackjack-2", "star-blackjack"), table_label("7", "star-blackjack")
    ('Table 2', 'Table 7')
    >>> table_label("practice", "star-blackjack"), table_label("high-roller-2", "star-blackjack")
    ('Practice table', 'High roller 2')
    """
    if table.startswith("first-hand-"):
        return "Your practice table"
    found = _NUMBERED.fullmatch(table)
    if found and found["words"] in (None, game):
        return f"Table {found['number']}"
    words = table.replace("-", " ")
    label = words[:1].upper() + words[1:]
    return f"{label} table" if table == "practice" else label


def explain(text: str) -> Markup:
    """Return text in which the first of each explained word carries its explanation."""
    parts: list[Markup] = []
    told: set[str] = set()
    end = 0
    for found in _WORDS.finditer(text):
        word = found[0].lower()
        if word in told:
            continue
        told.add(word)
        parts.append(escape(text[end : found.start()]))
        tip = escape(_MEANING[word])
        parts.append(
            Markup('<span class="term" tabindex="0" role="note" data-tip="{}">{}</span>').format(
                tip, found[0]
            )
        )
        end = found.end()
    parts.append(escape(text[end:]))
    return Markup("").join(parts)
