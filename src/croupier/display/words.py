"""Words that sentences of all kinds are put together from."""

from collections.abc import Iterable

from croupier.cards import Card, Rank
from croupier.table.state import Table


def listed(words: Iterable[str], last: str = "and", *, none: str = "none") -> str:
    """Words as a sentence lists them; ``none`` where there are none.

    >>> listed(["ann", "bob", "cat"])
    'ann, bob and cat'
    >>> listed([], none="nobody")
    'nobody'
    """
    *others, end = list(words) or [none]
    return f"{', '.join(others)} {last} {end}" if others else end


def counted(number: int, thing: str) -> str:
    """So many of a thing.

    >>> counted(8, "deck"), counted(1, "deck")
    ('8 decks', '1 deck')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def counted_decks(table: Table) -> str:
    """The decks of a table: 8 decks, 1 deck."""
    return counted(table.choices.decks, "deck")


def a_card(card: Card) -> str:
    """A card's rank with its article: an ace, a six."""
    article = "an" if card.rank in (Rank.ACE, Rank.EIGHT) else "a"
    return f"{article} {card.rank.word}"


def capital(text: str) -> str:
    """Text with a capital first letter."""
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    """Text with a small first letter."""
    return text[:1].lower() + text[1:]
