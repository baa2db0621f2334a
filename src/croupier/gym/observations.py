"""What an agent sees: a row of whole numbers, each with its name."""

from typing import Any, NamedTuple

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from croupier.cards import CARDS_PER_DECK, DECK, RANKS, SUITS, Category
from croupier.cards.poker import HAND_SIZE
from croupier.maths.kernels import blackjack_steps, step_shoes, stud_steps
from croupier.maths.poker_classes import hand_classes

Observation = NDArray[Any]

MOST_DECKS = 8
OF_A_RANK = MOST_DECKS * CARDS_PER_DECK // len(RANKS)
MOST_TOTAL = 21
MOST_HANDS = 4
MOST_STAKED = 2 * MOST_HANDS * blackjack_steps.WHOLE + blackjack_steps.HALF


class Column(NamedTuple):
    """One number of an observation. All are 0 when no round is under way."""

    name: str
    most: int
    """The largest it can be; the smallest is 0."""
    meaning: str


BLACKJACK_COLUMNS: tuple[Column, ...] = (
    Column("total", MOST_TOTAL, "what the hand counts"),
    Column("soft", 1, "1 where an ace counts eleven"),
    Column("pair", 10, "what each of two equal cards counts, else 0"),
    Column("dealer", 10, "what the dealer's card counts, an ace 1"),
    Column("hand", MOST_HANDS, "which hand of the box it is, from 1"),
    Column("hands", MOST_HANDS, "how many hands the box has"),
    Column("split", 1, "1 where the hand was made by splitting"),
    Column("staked", MOST_STAKED, "what was laid in the round, in half wagers"),
    Column("insured", 1, "1 where insurance was placed"),
    Column("insurance", 1, "1 where insurance is open, and no hand is to be decided on"),
    *(Column(f"held_{rank.value}", MOST_TOTAL, f"{rank.word}s in the hand") for rank in RANKS),
    *(
        Column(f"seen_{rank.value}", OF_A_RANK, f"{rank.word}s seen since the shuffle")
        for rank in RANKS
    ),
)
"""What is seen at a blackjack table."""

STUD_COLUMNS: tuple[Column, ...] = (
    Column(
        "category", len(Category) - 1, "what the hand is, from 0, a high card, to a royal flush"
    ),
    Column("strength", len(hand_classes()) - 1, "its place among all classes of hands"),
    Column("dealer_rank", len(RANKS), "the dealer's card, an ace 1, a king 13"),
    Column("dealer_suit", len(SUITS), "its suit, clubs 1 to spades 4"),
    *(
        column
        for place in range(1, HAND_SIZE + 1)
        for column in (
            Column(f"rank_{place}", len(RANKS), "a card of the hand, in the order of the deal"),
            Column(f"suit_{place}", len(SUITS), "its suit"),
        )
    ),
)
"""What is seen at a table of Caribbean Stud."""

assert len(BLACKJACK_COLUMNS) == step_shoes.COLUMNS
assert len(STUD_COLUMNS) == stud_steps.COLUMNS
assert len(DECK) == CARDS_PER_DECK


def space_of(columns: tuple[Column, ...], dtype: type[Any]) -> Box:
    """The space of rows with these columns."""
    most = np.array([column.most for column in columns], dtype)
    return Box(np.zeros_like(most), most, dtype=dtype)
