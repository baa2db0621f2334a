"""Cards, poker hands, shoes and shuffling: plain values without rules of any game."""

from croupier.cards.card import (
    DECK,
    PICTURES,
    RANKS,
    SUITS,
    Card,
    NotACardError,
    Rank,
    Suit,
    parse_card,
    parse_cards,
    written,
)
from croupier.cards.poker import Category, HandRank, rank_hand
from croupier.cards.shoe import (
    CARDS_PER_DECK,
    SHUFFLER,
    Bytes,
    Device,
    Shoe,
    below,
    full_decks,
    remaining_cards,
    shuffled,
)

__all__ = [
    "CARDS_PER_DECK",
    "DECK",
    "PICTURES",
    "RANKS",
    "SHUFFLER",
    "SUITS",
    "Bytes",
    "Card",
    "Category",
    "Device",
    "HandRank",
    "NotACardError",
    "Rank",
    "Shoe",
    "Suit",
    "below",
    "full_decks",
    "parse_card",
    "parse_cards",
    "rank_hand",
    "remaining_cards",
    "shuffled",
    "written",
]
