"""Blackjack tables by the thousand, one box at each, that stop where their player must decide.

Every table has a shoe of its own, its own stream of chance and a row of numbers that says where its
round stands. A step takes an action for each table, plays on to the next question or to the end of
the round, and deals the next round there.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.hand_automata import MOVED, ONE, STAYS_FURTHER, STRIDE, ZERO, CodeTable
from croupier.maths.kernels.random_streams import FOUR, THREE, TWO, StreamWords
from croupier.maths.kernels.step_shoes import (
    COLUMNS,
    CUT,
    DEALER,
    FINALS,
    FINISHED,
    GONE,
    HAND,
    HANDS,
    HELD,
    INSURANCE,
    INSURED,
    IS_SPLIT,
    PAIR,
    PENDING,
    PHASE,
    PLACE,
    RANKS,
    ROUND_START,
    SEEN,
    SOFT,
    STAKED,
    STATE,
    TOTAL,
    UP_CARD,
    WAITING_HANDS,
    Masks,
    Observations,
    ShoeRows,
    Shoes,
    Spare,
    compiled,
    draw,
    make_ready,
)
from croupier.maths.kernels.table_rounds import FIRST_BLACKJACK, WAITING

STAND, HIT, DOUBLE, SPLIT, SURRENDER, INSURE, EVEN_MONEY, DECLINE = range(8)
ACTIONS = 8
"""What a player may do; the first five are the calls of a decision, in their order."""

DECISION, INSURANCE_OPEN, NOTHING_ASKED = range(3)

CALLS = np.uint64(5)
"""Where the bits of the lawful calls stand in a decision; total, soft, pair, split follow."""
FIRST_HELD = np.uint64(HELD)
TEN = np.uint64(10)
BLACKJACK = 21
WHOLE, HALF = 2, 1
"""A wager and insurance of half of it, as they are counted among what was staked."""


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
    """Deal a table's next round, and ask its player the first question."""
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
    """Ask about insurance, or for a decision; false where nothing is to be asked.

    Of two cards only a blackjack is finished.
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
    """What insurance against the dealer's card wins in ticks; 0 where there is none."""
    if dealer == 0:
        return terms.insurance_ace
    return terms.insurance_ten if dealer >= TEN - ONE else 0


@compiled
def allow(mask: Masks, lawful: int) -> None:
    """Write the lawful actions down from their bits."""
    for action in range(ACTIONS):
        mask[action] = (lawful >> action) & 1


@compiled
def ask(
    numbers: CodeTable, at: Any, row: ShoeRows, seen: Observations, mask: Masks, state: np.uint64
) -> None:
    """Show the hand to be decided on, and wait for a call."""
    decision = at.decisions + (state - at.first_decision) * STRIDE
    told = decision + CALLS
    seen[TOTAL], seen[SOFT] = numbers[told + ONE], numbers[told + TWO]
    seen[PAIR], seen[IS_SPLIT] = numbers[told + THREE], numbers[told + FOUR]
    seen[HAND] = row[FINISHED] + 1
    row[PHASE], row[STATE] = DECISION, decision
    allow(mask, np.int64(numbers[told]))


@compiled
def forget(row: ShoeRows, seen: Observations) -> None:
    """Once a round is over and the cutting card has come, no card counts as seen."""
    if row[PLACE] >= row[CUT]:
        for rank in range(RANKS):
            seen[SEEN + rank] = 0


@compiled
def finish_hand(
    numbers: CodeTable, at: Any, row: ShoeRows, seen: Observations, state: np.uint64
) -> None:
    """Write a finished hand down; one that nothing waits for goes to the discards."""
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
    """Draw to the hands of a box until a player must call, or all are finished: the last state."""
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
    """Draw to the dealer's card as far as it matters, and settle: what the box wins in ticks."""
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
    """Take insurance in, or not: the state of the hand that is played next."""
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
    """Do what a player says, which is lawful, and play on; true when the round is over.

    What it won is then pending.
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
    """An action at every table; where a round ends, the next one is dealt.

    An action that is not lawful changes nothing at its table.
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
