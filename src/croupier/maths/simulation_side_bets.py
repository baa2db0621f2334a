"""What each side bet wins on the first cards, as tables for kernels."""

from fractions import Fraction
from itertools import combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

from croupier.blackjack.opening import pay_table
from croupier.blackjack.side_bets import winning_line
from croupier.cards import DECK, RANKS, SUITS, Card
from croupier.rulebooks.blackjack_law import SideBet, SideBetKind
from croupier.table.choices import Choices

CARDS = len(DECK)
BY_NUMBER: tuple[Card, ...] = tuple(
    sorted(DECK, key=lambda card: (SUITS.index(card.suit), RANKS.index(card.rank)))
)
"""The cards in the order of the kernels: suit after suit, ace to king."""


def odds_of(bet: SideBet, choices: Choices) -> dict[str, Fraction]:
    """What each line of a side bet pays at a table."""
    number = pay_table(bet, choices)
    assert number is not None
    found = {line.name: line.odds.value[number] for line in bet.lines}
    return {name: Fraction(odds.to, odds.against) for name, odds in found.items()}


def pays_of(bet: SideBet, choices: Choices, stake_ticks: int) -> NDArray[np.int32]:
    """What a side bet wins in ticks, by the numbers of the cards that decide it."""
    pays = {name: int(odds * stake_ticks) for name, odds in odds_of(bet, choices).items()}
    cards = 2 if bet.kind is SideBetKind.PAIR else 3
    table = np.full((CARDS,) * cards, -stake_ticks, np.int32)
    for numbers in combinations_with_replacement(range(CARDS), cards):
        drawn = tuple(BY_NUMBER[number] for number in numbers)
        line = winning_line(bet, drawn[:2], drawn[-1])
        if line is not None:
            for order in permutations(numbers):
                table[order] = pays[line.name]
    return table.ravel()
