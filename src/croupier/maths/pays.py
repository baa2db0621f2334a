"""What a finished hand is paid, by its total and the dealer's outcome, as tables for kernels."""

from itertools import product

import numpy as np

from croupier.maths.kernels.dealer_ends import BLACKJACK, OUTCOMES, TOTALS
from croupier.maths.kernels.dealer_ends import OVER as DEALER_IS_OVER
from croupier.maths.kernels.tables import GONE, HIGHEST, STANDS_FROM, Floats, Natural, Pays
from croupier.maths.parameters import (
    DEALER_BLACKJACK,
    DEALER_OVER,
    DOUBLE,
    EQUAL,
    FIVE_CARDS,
    HIGHER,
    LOWER,
    ORIGINAL,
    OVER,
    SPLIT,
    TWENTY_ONE,
    BlackjackParameters,
)

KINDS = ((ORIGINAL,), (ORIGINAL, DOUBLE), (SPLIT,), (SPLIT, DOUBLE))
"""What lies on a hand: the original wager or one made by splitting, each also with a double."""
ACE, TEN = 0, 9
"""Ranks by index: what the card counts, less one."""

TenRanks = tuple[int, int, int, int]
"""How many tens, jacks, queens and kings lie."""


def pays_of(game: BlackjackParameters) -> Pays:
    """The tables of a game, a row for each of :data:`KINDS`."""
    single = np.stack([_against(game.verdicts[kind]) for kind in (ORIGINAL, DOUBLE, SPLIT)])
    return Pays(
        against=np.stack([single[list(kinds)].sum(axis=0) for kinds in KINDS]),
        twenty_one=_summed(game.at_once[TWENTY_ONE]),
        five_cards=_summed(game.at_once[FIVE_CARDS]),
        over=_summed(game.verdicts[:, OVER]),
    )


def squared(pays: Pays) -> Pays:
    """The squares of all pays, for second moments."""
    return Pays(*(table**2 for table in pays))


def _summed(by_kind: Floats) -> Floats:
    return np.array([by_kind[list(kinds)].sum() for kinds in KINDS])


def _against(verdicts: Floats) -> Floats:
    """What one wager wins, by the hand's total and the dealer's outcome."""
    table = np.zeros((HIGHEST + 1, OUTCOMES))
    for total in range(HIGHEST + 1):
        for place in range(TOTALS):
            dealer = STANDS_FROM + place
            end = HIGHER if total > dealer else EQUAL if total == dealer else LOWER
            table[total, place] = verdicts[end]
    table[:, DEALER_IS_OVER] = verdicts[DEALER_OVER]
    table[:, BLACKJACK] = verdicts[DEALER_BLACKJACK]
    return table


def natural(game: BlackjackParameters, hand: int, tens: TenRanks) -> Natural:
    """What a blackjack comes to, given how many of each ten rank are in the shoe.

    Any ten cards are equally likely to be any of those in the shoe, whatever else was drawn, so
    that their ranks matter here and nowhere else.
    """
    alone = game.blackjack_pays
    if game.blackjack_always_wins:
        return Natural(hand, alone, alone**2, alone, alone**2, alone**2)
    chances = [
        (_paid(game, mine, dealers), count * (tens[dealers] - (mine == dealers)))
        for mine, count in enumerate(tens)
        for dealers in range(len(tens))
    ]
    pairs = sum(weight for _, weight in chances)
    both = sum(paid * weight for paid, weight in chances) / max(pairs, 1)
    both_square = sum(paid**2 * weight for paid, weight in chances) / max(pairs, 1)
    together = _both_together(game, tens)
    return Natural(hand, alone, alone**2, both, both_square, together)


def _paid(game: BlackjackParameters, mine: int, dealers: int) -> float:
    """Blackjack against blackjack, by how high the two ten cards rank."""
    higher, same, lower = game.both_blackjack
    return float(same if mine == dealers else higher if mine > dealers else lower)


def _both_together(game: BlackjackParameters, tens: TenRanks) -> float:
    """The mean product of two blackjacks, both against one of the dealer's."""
    total = weights = 0.0
    for one, other, dealers in product(range(len(tens)), repeat=3):
        weight = tens[one]
        weight *= tens[other] - (one == other)
        weight *= tens[dealers] - (dealers == one) - (dealers == other)
        total += weight * _paid(game, one, dealers) * _paid(game, other, dealers)
        weights += weight
    return total / max(weights, 1.0)


NO_NATURAL = Natural(GONE, 0.0, 0.0, 0.0, 0.0, 0.0)
"""A blackjack that is none, such as after a split in most games."""
