"""The shoes of many blackjack tables, compiled: what a table is, and where its cards come from.

A card is its rank, ace 0 to king 12.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.hand_automata import MOST_CARDS, PILE_SIZE
from croupier.maths.kernels.numba_compiler import untyped_njit
from croupier.maths.kernels.random_streams import StreamWords, lay, mix
from croupier.maths.kernels.table_rounds import DECK, return_discards

TOTAL, SOFT, PAIR, DEALER, HAND, HANDS, IS_SPLIT, STAKED, INSURED, INSURANCE = range(10)
RANKS = 13
HELD = 10
SEEN = HELD + RANKS
COLUMNS = SEEN + RANKS
"""The columns of an observation: the hand, the box, the ranks held in the hand, those seen."""

PLACE, ROUND_START, END, CUT, PHASE, STATE, UP_CARD, FINISHED, WAITING_HANDS, PENDING, SHUFFLES = (
    range(11)
)
GONE = 11
PILE = GONE + RANKS
FINALS = PILE + PILE_SIZE
"""The numbers of a table: where the next card lies, where the round's first lay, where the shoe
ends, where its cutting card is; what is asked, the state of the hand, the dealer's rank; how many
hands are finished and how many wait; what a round won that asks nothing; how often cards were
mixed; by rank, the cards of this round's hands that lie with the discards; room for a device; the
finished hands, and from the end of the row back the forks whose card waits."""

FIRST_SEEN = np.uint64(SEEN)
INITIAL = 3
"""The cards of an initial deal with one box."""

Shoes = NDArray[np.uint8]
ShoeRows = NDArray[np.int64]
Observations = NDArray[np.int8]
"""What the players see: a row for each table."""
Masks = NDArray[np.int8]
Spare = NDArray[np.uint32]
"""Room to shuffle in, and behind it the cards of a full shoe."""


UNCOUNTED: Any = {"_nrt": False}
compiled: Any = untyped_njit(cache=True, nogil=True, **UNCOUNTED)
"""Compiles without numba's counting of references to arrays, which would take five times as long as
all the play. Nothing may be allocated in such a function; slices and calls are free."""


class StepTerms(NamedTuple):
    """What a table is besides its hands, as the kernel takes it."""

    size: int
    """How many cards a full shoe has."""
    cut: int
    """How many of them lie in front of the cutting card."""
    burned: int
    """How many cards are burned when a shoe has been made ready."""
    burned_each_round: int
    mixes: bool
    """Whether the cards come from a device that mixes as it deals."""
    fed_at_once: bool
    """Whether a round's cards go back into it as the round ends, and not after the next deal."""
    least_behind: int
    part: int
    whole: int
    most_behind: int
    """The cutting card of a shoe made of the discards: a deck from the back, or as near to that as
    the rulebook lets it; at least so many cards, at most such a part and so many."""
    insurance_ace: int
    insurance_ten: int
    """What insurance wins in ticks against either card, or 0 where there is none."""
    insurance_stake: int
    blackjack_insurable: bool
    even_money: int
    """What a blackjack wins in ticks against an ace at its owner's wish, or 0."""
    refusal: float
    """The reward of an action that is not lawful."""
    ticks: int


@compiled
def shuffle(
    terms: Any, shoe: Shoes, row: ShoeRows, seen: Observations, spare: Spare, generator: StreamWords
) -> None:
    """Shuffle all cards of a table, put the cutting card in, burn."""
    lay(spare, terms.size, 2 * terms.size, spare, 0)
    mix_into(shoe, row, spare, terms.size, generator)
    for rank in range(RANKS):
        seen[SEEN + rank] = 0
    row[END], row[CUT], row[PLACE] = terms.size, terms.cut, terms.burned


@compiled
def mix_into(shoe: Shoes, row: ShoeRows, spare: Spare, size: int, generator: StreamWords) -> None:
    """Shuffle so many cards that lie in the spare room, and put them into the shoe."""
    mix(spare, 0, size, size, generator)
    for place in range(size):
        shoe[place] = spare[place]
    row[SHUFFLES] += 1


@compiled
def load_device(
    terms: Any, shoe: Shoes, row: ShoeRows, seen: Observations, spare: Spare, generator: StreamWords
) -> None:
    """Have a device ready for a round: what it deals first lies in front, mixed.

    Where the last round's cards go back after the initial deal, that is drawn beside them. The
    burn of a device that has just been filled is left out.
    """
    for place in range(terms.size):
        spare[place] = shoe[place]
    ready = 0
    if not terms.fed_at_once:
        ready = INITIAL
        pile = row[PILE : PILE + PILE_SIZE]
        return_discards(spare, terms.size, INITIAL, row[PLACE], pile, generator)
    row[END] = mix(spare, ready, ready + MOST_CARDS, terms.size, generator)
    for place in range(terms.size):
        shoe[place] = spare[place]
    for rank in range(RANKS):
        seen[SEEN + rank] = 0
    row[PLACE], row[CUT] = 0, 0 if terms.fed_at_once else terms.size + 1
    row[SHUFFLES] += 1


@compiled
def make_ready(
    terms: Any, shoe: Shoes, row: ShoeRows, seen: Observations, spare: Spare, generator: StreamWords
) -> None:
    """See to the cards before a round."""
    if terms.mixes:
        load_device(terms, shoe, row, seen, spare, generator)
    elif row[PLACE] >= row[CUT]:
        shuffle(terms, shoe, row, seen, spare, generator)


@compiled
def run_out(
    terms: Any, shoe: Shoes, row: ShoeRows, seen: Observations, spare: Spare, generator: StreamWords
) -> None:
    """Mix the discards where a card is due and the shoe is empty, and deal on from them.

    They are the cards of the rounds before, what was burned, and this round's hands that are
    settled. What lies on the layout stays seen. Were there no discards, all cards would be dealt
    again. If the cutting card came before, the shuffle after the round is due all the same (reading
    R52). A device mixes some more of what is in it.
    """
    if terms.mixes and row[END] < terms.size:
        for place in range(terms.size):
            spare[place] = shoe[place]
        row[END] = mix(spare, row[END], row[END] + MOST_CARDS, terms.size, generator)
        for place in range(terms.size):
            shoe[place] = spare[place]
        return
    size = row[ROUND_START] + terms.burned_each_round
    for rank in range(RANKS):
        seen[SEEN + rank] = -row[GONE + rank]
    for place in range(size, row[END]):
        seen[SEEN + shoe[place]] += 1
    for place in range(size):
        spare[place] = shoe[place]
    for rank in range(RANKS):
        for _ in range(row[GONE + rank]):
            spare[size] = rank
            size += 1
        row[GONE + rank] = 0
    if size == 0:
        shuffle(terms, shoe, row, seen, spare, generator)
        return
    mix_into(shoe, row, spare, size, generator)
    most = min(size * terms.part // terms.whole, terms.most_behind)
    behind = min(max(DECK, min(terms.least_behind, most)), most)
    row[CUT] = 0 if row[CUT] < row[END] else size - behind
    row[END], row[PLACE], row[ROUND_START] = size, 0, 0


@compiled
def draw(
    terms: Any, shoe: Shoes, row: ShoeRows, seen: Observations, spare: Spare, generator: StreamWords
) -> np.uint64:
    """The next card of a table, seen by its player."""
    if row[PLACE] >= row[END]:
        run_out(terms, shoe, row, seen, spare, generator)
    card = np.uint64(shoe[row[PLACE]])
    row[PLACE] += 1
    seen[FIRST_SEEN + card] += 1
    return card
