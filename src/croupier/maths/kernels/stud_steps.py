"""Caribbean Stud by the thousand tables, one box at each, that stop where their player must decide.

Every round is dealt from a deck shuffled afresh. What a bet would bring is settled as the cards are
dealt, by the kernels of the simulation; the player's word decides whether that is paid.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.numba_compiler import untyped_njit
from croupier.maths.kernels.random_streams import StreamWords, mix
from croupier.maths.kernels.rank_tables import rank_rows
from croupier.maths.kernels.running_totals import Numbers
from croupier.maths.kernels.stud import HAND
from croupier.maths.kernels.stud_deals import DECK, SUIT_BITS, deal_round, settle_rounds

FOLD, BET = range(2)
ACTIONS = 2
CATEGORY, STRENGTH, DEALER = 0, 1, 2
CARDS = 4
COLUMNS = CARDS + 2 * HAND
"""The columns of an observation: what the hand is, the dealer's card, rank and suit of each own."""
ROUND_CARDS = 2 * HAND
"""The dealer's hand and the player's."""


class StudRows(NamedTuple):
    """All tables; of hands and classes two rows for each, the dealer's first."""

    hands: NDArray[np.uint8]
    classes: NDArray[np.uint16]
    won: Numbers
    """What a bet brings, in cents; one column."""
    generators: StreamWords
    observations: NDArray[np.int16]


@untyped_njit(cache=True, nogil=True, forceinline=True)
def show_card(observations: NDArray[np.int16], table: int, column: int, card: int) -> None:
    """Write rank and suit of a card down, both from 1."""
    observations[table, column] = (card >> SUIT_BITS) + 1
    observations[table, column + 1] = (card & 3) + 1


@untyped_njit(cache=True, nogil=True)
def deal_tables(rules: Any, tables: Any, waiting: NDArray[np.bool_]) -> None:
    """Deal a round at every table but those that wait for another word."""
    deck = np.arange(DECK).astype(np.uint32)
    hands, classes, observations = tables.hands, tables.classes, tables.observations
    for table in range(len(waiting)):
        if not waiting[table]:
            for card in range(DECK):
                deck[card] = card
            mix(deck, 0, ROUND_CARDS, DECK, tables.generators[table])
            deal_round(deck, 1, rules.between_cards, rules.between_hands, 2 * table, hands)
    rank_rows(hands, rules.ranking, classes)
    settle_rounds(hands, classes, rules, tables.won)
    for table in range(len(waiting)):
        mine = 2 * table + 1
        observations[table, CATEGORY] = rules.categories[classes[mine]]
        observations[table, STRENGTH] = classes[mine]
        show_card(observations, table, DEALER, hands[mine - 1, rules.known])
        for card in range(HAND):
            show_card(observations, table, CARDS + 2 * card, hands[mine, card])


@untyped_njit(cache=True, nogil=True)
def step_stud(
    rules: Any,
    tables: Any,
    actions: NDArray[np.int64],
    refusal: float,
    ante: int,
    rewards: NDArray[np.float64],
    refused: NDArray[np.bool_],
) -> None:
    """A word at every table, and the next round there; one that is neither changes nothing."""
    for table in range(len(actions)):
        action = actions[table]
        refused[table] = action < 0 or action >= ACTIONS
        if refused[table]:
            rewards[table] = refusal
        else:
            rewards[table] = (tables.won[table, 0] if action == BET else rules.fold) / ante
    deal_tables(rules, tables, refused)
