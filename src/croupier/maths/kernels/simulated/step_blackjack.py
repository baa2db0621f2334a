"""Thousands of blackjack tables with one box each, which stop for each decision of their player.

Every table has its own shoe, its own random stream, and a row of numbers with the state of its
round. A step takes an action for each table, plays on to the next decision or the end of the round,
and then deals the next round.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import untyped_njit
from croupier.maths.kernels.random_streams import FOUR, THREE, TWO, StreamWords, lay, mix
from croupier.maths.kernels.simulated.hands import (
    MOST_CARDS,
    MOVED,
    ONE,
    PILE_SIZE,
    STAYS_FURTHER,
    STRIDE,
    ZERO,
    CodeTable,
)
from croupier.maths.kernels.simulated.table_rounds import (
    DECK,
    FIRST_BLACKJACK,
    WAITING,
    return_discards,
)

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
"""The columns of a table's row: the place of the next card, of the round's first, of the shoe's end
and of its cutting card; the phase, the state of the hand, the dealer's rank; the numbers of
finished and waiting hands; what a round without a decision won; the number of shuffles; by rank,
cards of this round's hands that are among the discards; room for a device; the finished hands, and
from the end of the row backwards the forks with a waiting card."""

FIRST_SEEN = np.uint64(SEEN)
INITIAL = 3
"""The cards of an initial deal with one box."""

Shoes = NDArray[np.uint8]
ShoeRows = NDArray[np.int64]
Observations = NDArray[np.int8]
"""The observations: a row for each table."""
Masks = NDArray[np.int8]
Spare = NDArray[np.uint32]
"""Room to shuffle in, followed by the cards of a full shoe."""


UNCOUNTED: Any = {"_nrt": False}
compiled: Any = untyped_njit(cache=True, nogil=True, **UNCOUNTED)
"""Compiles without numba's reference counting of arrays, which would take five times as long as all
the play. Nothing may be allocated in such a function; slices and calls are free."""


class StepTerms(NamedTuple):
    """The terms of a table besides its hands, as the kernel takes them."""

    size: int
    """The number of cards of a full shoe."""
    cut: int
    """The number of cards in front of the cutting card."""
    burned: int
    """The number of cards burned when a shoe is ready."""
    burned_each_round: int
    mixes: bool
    """Whether the cards come from a device that mixes as it deals."""
    fed_at_once: bool
    """Whether a round's cards go back into it when the round ends, not after the next deal."""
    least_behind: int
    part: int
    whole: int
    most_behind: int
    """The cutting card of a shoe made from the discards: a deck from the back, or as near to that
    as the rulebook allows: at least ``least_behind`` cards, at most ``part`` of ``whole`` of the
    shoe, and at most ``most_behind`` cards."""
    insurance_ace: int
    insurance_ten: int
    """What insurance wins in ticks against either card; 0 if there is none."""
    insurance_stake: int
    blackjack_insurable: bool
    even_money: int
    """What a blackjack wins in ticks as even money against an ace; 0 if there is none."""
    refusal: float
    """The reward of an unlawful action."""
    ticks: int


@compiled
def shuffle(
    terms: Any, shoe: Shoes, row: ShoeRows, seen: Observations, spare: Spare, generator: StreamWords
) -> None:
    """Shuffle all cards of a table, insert the cutting card, burn."""
    lay(spare, terms.size, 2 * terms.size, spare, 0)
    mix_into(shoe, row, spare, terms.size, generator)
    for rank in range(RANKS):
        seen[SEEN + rank] = 0
    row[END], row[CUT], row[PLACE] = terms.size, terms.cut, terms.burned


@compiled
def mix_into(shoe: Shoes, row: ShoeRows, spare: Spare, size: int, generator: StreamWords) -> None:
    """Shuffle this many cards of the spare room, and put them into the shoe."""
    mix(spare, 0, size, size, generator)
    for place in range(size):
        shoe[place] = spare[place]
    row[SHUFFLES] += 1


@compiled
def load_device(
    terms: Any, shoe: Shoes, row: ShoeRows, seen: Observations, spare: Spare, generator: StreamWords
) -> None:
    """Prepare a device for a round: the cards it deals first are in front, mixed.

    If the last round's cards go back after the initial deal, that is drawn beside them. The burn of
    a device that has just been filled is left out.
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
    """Prepare the cards for a round."""
    if terms.mixes:
        load_device(terms, shoe, row, seen, spare, generator)
    elif row[PLACE] >= row[CUT]:
        shuffle(terms, shoe, row, seen, spare, generator)


@compiled
def run_out(
    terms: Any, shoe: Shoes, row: ShoeRows, seen: Observations, spare: Spare, generator: StreamWords
) -> None:
    """Mix the discards and deal from them, when a card is due and the shoe is empty.

    They are the cards of earlier rounds, burned cards, and this round's settled hands. Cards on the
    layout remain seen. Without discards, all cards would be dealt again. If the cutting card came
    before, the shuffle after the round is due all the same (reading R52). A device mixes more of
    its cards.
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
    """Return the next card of a table, which its player sees."""
    if row[PLACE] >= row[END]:
        run_out(terms, shoe, row, seen, spare, generator)
    card = np.uint64(shoe[row[PLACE]])
    row[PLACE] += 1
    seen[FIRST_SEEN + card] += 1
    return card


STAND, HIT, DOUBLE, SPLIT, SURRENDER, INSURE, EVEN_MONEY, DECLINE = range(8)
ACTIONS = 8
"""The actions; the first five are the calls of a decision, in order."""

DECISION, INSURANCE_OPEN, NOTHING_ASKED = range(3)

CALLS = np.uint64(5)
"""The offset of the mask of lawful calls in a decision; total, soft, pair, split follow."""
FIRST_HELD = np.uint64(HELD)
TEN = np.uint64(10)
BLACKJACK = 21
WHOLE, HALF = 2, 1
"""A wager, and insurance of half of it, in units of the amount staked."""


@compiled
def deal_round(
    numbers: CodeTable,
    at: Any,
    terms: Any,
    shoe: Shoes,
    row: ShoeRows,
    seen: Observations,
    mask: Masks,
    spare: Spare,
    generator: StreamWords,
) -> None:
    """Deal a table's next round, up to the first decision."""
    make_ready(terms, shoe, row, seen, spare, generator)
    row[ROUND_START] = row[PLACE]
    row[PLACE] += terms.burned_each_round
    row[FINISHED], row[WAITING_HANDS] = 0, 0
    for rank in range(RANKS):
        row[GONE + rank] = 0
        seen[HELD + rank] = 0
    first = draw(terms, shoe, row, seen, spare, generator)
    dealer = draw(terms, shoe, row, seen, spare, generator)
    second = draw(terms, shoe, row, seen, spare, generator)
    seen[FIRST_HELD + first] += 1
    seen[FIRST_HELD + second] += 1
    seen[DEALER] = min(dealer + ONE, TEN)
    seen[HANDS], seen[STAKED], seen[INSURED], seen[INSURANCE] = 1, WHOLE, 0, 0
    row[UP_CARD] = dealer
    opening = np.uint64(numbers[at.opening + dealer * STRIDE + first])
    state = np.uint64(numbers[opening + second])
    if ask_first(numbers, at, terms, row, seen, mask, state):
        return
    finish_hand(numbers, at, row, seen, state)
    row[PENDING] = settle_round(numbers, at, terms, shoe, row, seen, spare, generator)
    row[PHASE] = NOTHING_ASKED
    allow(mask, 1 << STAND)
    forget(row, seen)


@compiled
def ask_first(
    numbers: CodeTable,
    at: Any,
    terms: Any,
    row: ShoeRows,
    seen: Observations,
    mask: Masks,
    state: np.uint64,
) -> bool:
    """Ask about insurance or for a decision. Return whether anything is asked.

    Of two-card hands only a blackjack is finished.
    """
    blackjack = state < at.first_decision
    waits = not blackjack or numbers[at.needs + (state - at.limit) * STRIDE] > 0
    if blackjack:
        seen[TOTAL], seen[SOFT], seen[PAIR], seen[HAND], seen[IS_SPLIT] = BLACKJACK, 1, 0, 1, 0
    else:
        ask(numbers, at, row, seen, mask, state)
    ace = row[UP_CARD] == 0
    if not waits or insurance_wins(terms, row[UP_CARD]) == 0:
        return not blackjack
    row[PHASE], row[STATE] = INSURANCE_OPEN, state
    seen[INSURANCE] = 1
    lawful = 1 << DECLINE
    if terms.blackjack_insurable or not blackjack:
        lawful |= 1 << INSURE
    if blackjack and ace and terms.even_money > 0:
        lawful |= 1 << EVEN_MONEY
    allow(mask, lawful)
    return True


@compiled
def insurance_wins(terms: Any, dealer: np.int64) -> int:
    """Return what insurance against the dealer's card wins in ticks; 0 if there is none."""
    if dealer == 0:
        return terms.insurance_ace
    return terms.insurance_ten if dealer >= TEN - ONE else 0


@compiled
def allow(mask: Masks, lawful: int) -> None:
    """Write the lawful actions to a mask from their bits."""
    for action in range(ACTIONS):
        mask[action] = (lawful >> action) & 1


@compiled
def ask(
    numbers: CodeTable, at: Any, row: ShoeRows, seen: Observations, mask: Masks, state: np.uint64
) -> None:
    """Observe the hand to be decided, and wait for a call."""
    decision = at.decisions + (state - at.first_decision) * STRIDE
    told = decision + CALLS
    seen[TOTAL], seen[SOFT] = numbers[told + ONE], numbers[told + TWO]
    seen[PAIR], seen[IS_SPLIT] = numbers[told + THREE], numbers[told + FOUR]
    seen[HAND] = row[FINISHED] + 1
    row[PHASE], row[STATE] = DECISION, decision
    allow(mask, np.int64(numbers[told]))


@compiled
def forget(row: ShoeRows, seen: Observations) -> None:
    """Clear the seen cards, once a round is over and the cutting card has come."""
    if row[PLACE] >= row[CUT]:
        for rank in range(RANKS):
            seen[SEEN + rank] = 0


@compiled
def finish_hand(
    numbers: CodeTable, at: Any, row: ShoeRows, seen: Observations, state: np.uint64
) -> None:
    """Write a finished hand; if it does not wait for the dealer, its cards go to the discards."""
    final = (state - at.limit) * STRIDE
    row[FINALS + row[FINISHED]] = final
    row[FINISHED] += 1
    if numbers[at.needs + final] == 0:
        for rank in range(RANKS):
            row[GONE + rank] += seen[HELD + rank]


@compiled
def play_on(
    numbers: CodeTable,
    at: Any,
    terms: Any,
    shoe: Shoes,
    row: ShoeRows,
    seen: Observations,
    spare: Spare,
    generator: StreamWords,
    state: np.uint64,
) -> np.uint64:
    """Draw to the hands of a box until a call is due or all are finished. Return the last state."""
    while True:
        while state < at.limit:
            card = draw(terms, shoe, row, seen, spare, generator)
            seen[FIRST_HELD + card] += 1
            state = np.uint64(numbers[state + card])
        if state >= at.first_decision:
            return state
        if state >= at.first_fork:
            fork = (state - at.first_fork) * STRIDE
            row[WAITING_HANDS] += 1
            row[-row[WAITING_HANDS]] = fork
            seen[HANDS] += 1
            seen[STAKED] += WHOLE
            single, moved = STAYS_FURTHER if row[FINISHED] > 0 else ZERO, ZERO
        else:
            finish_hand(numbers, at, row, seen, state)
            if row[WAITING_HANDS] == 0:
                return state
            fork = np.uint64(row[-row[WAITING_HANDS]])
            row[WAITING_HANDS] -= 1
            single, moved = MOVED, ONE
        more = np.uint64(np.uint64(seen[HANDS]) < numbers[at.most_hands + fork])
        state = np.uint64(numbers[at.singles + fork + single + more])
        for rank in range(RANKS):
            seen[HELD + rank] = 0
        seen[FIRST_HELD + np.uint64(numbers[at.kept + fork + moved])] = 1


@compiled
def settle_round(
    numbers: CodeTable,
    at: Any,
    terms: Any,
    shoe: Shoes,
    row: ShoeRows,
    seen: Observations,
    spare: Spare,
    generator: StreamWords,
) -> np.int64:
    """Draw to the dealer's card as far as it matters. Return what the box wins, in ticks."""
    needs = WAITING if seen[INSURED] else ZERO
    for place in range(FINALS, FINALS + row[FINISHED]):
        needs = max(needs, np.uint64(numbers[at.needs + np.uint64(row[place])]))
    state = np.uint64(numbers[at.dealer_opening + needs * STRIDE + np.uint64(row[UP_CARD])])
    while state < at.limit:
        card = draw(terms, shoe, row, seen, spare, generator)
        state = np.uint64(numbers[state + card])
    outcome = state - at.limit
    won = row[FINISHED] * at.lowest
    for place in range(FINALS, FINALS + row[FINISHED]):
        won += np.int64(numbers[at.pays + np.uint64(row[place]) + outcome])
    if seen[INSURED]:
        insured = insurance_wins(terms, row[UP_CARD])
        won += insured if outcome >= FIRST_BLACKJACK else -terms.insurance_stake
    return won


@compiled
def answer_insurance(row: ShoeRows, seen: Observations, action: int) -> np.uint64:
    """Take or decline insurance. Return the state of the hand to play next."""
    seen[INSURANCE] = 0
    if action == INSURE:
        seen[INSURED] = 1
        seen[STAKED] += HALF
    return np.uint64(row[STATE])


@compiled
def step_table(
    numbers: CodeTable,
    at: Any,
    terms: Any,
    shoe: Shoes,
    row: ShoeRows,
    seen: Observations,
    mask: Masks,
    spare: Spare,
    generator: StreamWords,
    action: int,
) -> bool:
    """Take a lawful action and play on. Return whether the round is over.

    What it won is then in the column ``PENDING``.
    """
    phase = row[PHASE]
    if phase == NOTHING_ASKED:
        return True
    if phase == DECISION:
        state = np.uint64(numbers[row[STATE] + action])
        if action == DOUBLE:
            seen[STAKED] += WHOLE
    elif action == EVEN_MONEY:
        row[PENDING] = terms.even_money
        return True
    else:
        state = answer_insurance(row, seen, action)
    state = play_on(numbers, at, terms, shoe, row, seen, spare, generator, state)
    if state >= at.first_decision:
        ask(numbers, at, row, seen, mask, state)
        return False
    row[PENDING] = settle_round(numbers, at, terms, shoe, row, seen, spare, generator)
    return True


@compiled
def step_alone(
    numbers: CodeTable,
    at: Any,
    terms: Any,
    shoe: Shoes,
    row: ShoeRows,
    seen: Observations,
    mask: Masks,
    spare: Spare,
    generator: StreamWords,
    action: int,
) -> bool:
    """Take a lawful action at one table. Return whether the round is over; no other is dealt."""
    over = step_table(numbers, at, terms, shoe, row, seen, mask, spare, generator, action)
    if over:
        forget(row, seen)
        for column in range(SEEN):
            seen[column] = 0
        allow(mask, 0)
    return over


@compiled
def step_tables(
    numbers: CodeTable,
    at: Any,
    terms: Any,
    shoes: Shoes,
    rows: ShoeRows,
    seen: Observations,
    masks: Masks,
    spare: Spare,
    generators: StreamWords,
    actions: NDArray[np.int64],
    rewards: NDArray[np.float64],
    ended: NDArray[np.bool_],
    refused: NDArray[np.bool_],
    last: Observations,
) -> None:
    """Take an action at every table. When a round ends, the next is dealt.

    An unlawful action changes nothing at its table.
    """
    for table in range(len(rows)):
        action = actions[table]
        refused[table] = action < 0 or action >= ACTIONS or masks[table, action] == 0
        ended[table] = False
        rewards[table] = 0.0
        if refused[table]:
            rewards[table] = terms.refusal
            continue
        shoe, row, view, mask = shoes[table], rows[table], seen[table], masks[table]
        generator = generators[table]
        over = step_table(numbers, at, terms, shoe, row, view, mask, spare, generator, action)
        if over:
            rewards[table] = row[PENDING] / terms.ticks
            ended[table] = True
            forget(row, view)
            for column in range(SEEN, COLUMNS):
                last[table, column] = view[column]
            deal_round(numbers, at, terms, shoe, row, view, mask, spare, generator)
