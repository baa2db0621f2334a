"""Counting cards: values, totals, blackjack (section 3.2 and the definitions)."""

from __future__ import annotations

__all__ = ["hand_total", "is_blackjack", "is_soft", "must_stand", "total", "value"]

RANKS = "A23456789TJQK"
SUITS = "CDHS"


def value(card: str) -> int:
    """What a card counts, an ace as one (3.2.2, 3.2.3)."""
    if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
        raise ValueError(f"not a card: {card!r}")
    return min(RANKS.index(card[0]) + 1, 10)


def low_total(cards: tuple[str, ...]) -> int:
    """The sum with every ace as one."""
    return sum(value(card) for card in cards)


def is_soft(cards: tuple[str, ...]) -> bool:
    """True where an ace counts eleven: there is one, and ten more still fit under 22 (3.2.1)."""
    return any(card[0] == "A" for card in cards) and low_total(cards) + 10 <= 21


def total(cards: tuple[str, ...]) -> int:
    """The point total (3.2.1). Two aces can never both count eleven."""
    return low_total(cards) + (10 if is_soft(cards) else 0)


def hand_total(cards: tuple[str, ...], *, doubled: bool) -> int:
    """A player's total: once doubled, aces among the first two cards count one for good (11.1.2).

    Reading (S13): an ace that comes as the doubling card counts by 3.2.1.
    """
    if not doubled:
        return total(cards)
    fixed, drawn = low_total(cards[:2]), cards[2:]
    low = fixed + low_total(drawn)
    if any(card[0] == "A" for card in drawn) and low + 10 <= 21:
        return low + 10
    return low


def is_blackjack(cards: tuple[str, ...]) -> bool:
    """An ace and a ten-card and nothing else. Whether the box was split is for the caller."""
    return len(cards) == 2 and total(cards) == 21


def must_stand(cards: tuple[str, ...]) -> bool:
    """True where the dealer has enough: hard 17 or soft 18 (13.2)."""
    return total(cards) >= (18 if is_soft(cards) else 17)
