"""Blackjack tables by the thousand, one box at each, that stop where their player must decide.

Every table has a shoe of its own, its own stream of chance and a row of numbers that says where its
round stands. A step takes an action for each table, plays on to the next question or to the end of
the round, and deals the next round there. A card is its rank, ace 0 to king 12.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from croupier.maths.kernels.playing import MOVED, ONE, STAYS_FURTHER, STRIDE, ZERO, Table
from croupier.maths.kernels.shuffling import FOUR, THREE, TWO, Cards, Words, lay, mix
from croupier.maths.kernels.table_rounds import DECK, FIRST_BLACKJACK, WAITING

STAND, HIT, DOUBLE, SPLIT, SURRENDER, INSURE, EVEN_MONEY, DECLINE = range(8)
ACTIONS = 8
"""What a player may do; the first five are the calls of a decision, in their order."""

TOTAL, SOFT, PAIR, DEALER, HAND, HANDS, IS_SPLIT, STAKED, INSURED, INSURANCE = range(10)
RANKS = 13
HELD = 10
SEEN = HELD + RANKS
COLUMNS = SEEN + RANKS
"""The columns of an observation: the hand, the box, the ranks held in the hand, those seen."""

PLACE, ROUND_START, END, CUT, PHASE, STATE, UP_CARD, FINISHED, WAITING_HANDS, PENDING, SHUFFLES = (
    range(11)
)
FIELDS = 11
"""The numbers of a table: where the next card lies, where the round's first lay, where the shoe
ends, where its cutting card is; what is asked, the state of the hand, the dealer's rank; how many
hands are finished and how many wait; what a round won that asks nothing; how often cards were mixed.
"""
DECISION, INSURANCE_OPEN, NOTHING_ASKED = range(3)

CALLS = np.uint64(5)
"""Where the bits of the lawful calls stand in a decision; total, soft, pair, split follow."""
TEN = np.uint64(10)
BLACKJACK = 21
WHOLE, HALF = 2, 1
"""A wager and insurance of half of it, as they are counted among what was staked."""


class EnvironmentTerms(NamedTuple):
    """What a table is besides its hands, as the kernel takes it."""

    cards: Cards
    """The cards of a full shoe."""
    cut: int
    """How many cards lie in front of the cutting card."""
    burned: int
    """How many cards are burned when a shoe has been made ready."""
    burned_each_round: int
    least_behind: int
    part: int
    whole: int
    most_behind: int
    """The cutting card of a shoe made of the discards: a deck from the back, or as near to that as
    the rulebook lets it; at least so many cards, at most such a part and so many."""
    insurance: NDArray[np.int32]
    """What insurance wins and loses in ticks, by the dealer's rank."""
    blackjack_insurable: bool
    even_money: int
    """What a blackjack wins in ticks against an ace at its owner's wish, or 0."""
    refusal: float
    """The reward of an action that is not lawful."""
    ticks: int
    masks: NDArray[np.uint64]
    """The bytes of an action mask, by the bits of the lawful actions."""


class Tables(NamedTuple):
    """All tables, a row for each."""

    shoes: NDArray[np.uint8]
    rows: NDArray[np.int64]
    finals: NDArray[np.uint64]
    """The finished hands by the places of their rows, then the forks whose card waits."""
    gone: NDArray[np.int8]
    """The cards of hands of this round that lie with the discards, by rank."""
    generators: Words
    observations: NDArray[np.int8]
    masks: NDArray[np.uint64]


class Results(NamedTuple):
    """What a step comes to, a row for each table."""

    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    refused: NDArray[np.bool_]
    last: NDArray[np.int8]
    """The observations after rounds that have ended; other rows are left as they are."""


@njit(cache=True, nogil=True)
def shuffle(terms: Any, tables: Any, table: int, scratch: Cards) -> None:
    """Shuffle all cards of a table, put the cutting card in, burn."""
    size = len(terms.cards)
    lay(terms.cards, 0, size, scratch, 0)
    _mix_into(tables, table, scratch, size)
    row = tables.rows[table]
    row[END], row[CUT], row[PLACE] = size, terms.cut, terms.burned


@njit(cache=True, nogil=True)
def _mix_into(tables: Any, table: int, scratch: Cards, size: int) -> None:
    mix(scratch, 0, size, size, tables.generators[table])
    for place in range(size):
        tables.shoes[table, place] = scratch[place]
    tables.rows[table, SHUFFLES] += 1
    for rank in range(RANKS):
        tables.observations[table, SEEN + rank] = 0


@njit(cache=True, nogil=True)
def run_out(terms: Any, tables: Any, table: int, scratch: Cards) -> None:
    """Mix the discards where a card is due and the shoe is empty, and deal on from them.

    They are the cards of the rounds before, what was burned, and this round's hands that are
    settled. What lies on the layout stays seen. Were there no discards, all cards would be dealt
    again.
    """
    row = tables.rows[table]
    size = row[ROUND_START] + terms.burned_each_round
    on_layout = np.zeros(RANKS, np.int8)
    for place in range(size):
        scratch[place] = tables.shoes[table, place]
    for place in range(size, row[END]):
        on_layout[tables.shoes[table, place]] += 1
    for rank in range(RANKS):
        for _ in range(tables.gone[table, rank]):
            scratch[size] = rank
            size += 1
            on_layout[rank] -= 1
        tables.gone[table, rank] = 0
    if size == 0:
        shuffle(terms, tables, table, scratch)
        return
    _mix_into(tables, table, scratch, size)
    for rank in range(RANKS):
        tables.observations[table, SEEN + rank] = on_layout[rank]
    most = min(size * terms.part // terms.whole, terms.most_behind)
    behind = min(max(DECK, min(terms.least_behind, most)), most)
    row[END], row[CUT], row[PLACE], row[ROUND_START] = size, size - behind, 0, 0


@njit(cache=True, nogil=True, forceinline=True)
def draw(terms: Any, tables: Any, table: int, scratch: Cards) -> np.uint64:
    """The next card of a table, seen by its player."""
    place = tables.rows[table, PLACE]
    if place >= tables.rows[table, END]:
        run_out(terms, tables, table, scratch)
        place = tables.rows[table, PLACE]
    card = np.uint64(tables.shoes[table, place])
    tables.rows[table, PLACE] = place + 1
    tables.observations[table, np.uint64(SEEN) + card] += 1
    return card


@njit(cache=True, nogil=True, forceinline=True)
def deal_round(numbers: Table, at: Any, terms: Any, tables: Any, table: int, scratch: Cards) -> None:
    """Deal a table's next round, and ask its player the first question."""
    rows, observations = tables.rows, tables.observations
    if rows[table, PLACE] >= rows[table, CUT]:
        shuffle(terms, tables, table, scratch)
    rows[table, ROUND_START] = rows[table, PLACE]
    rows[table, PLACE] += terms.burned_each_round
    rows[table, FINISHED], rows[table, WAITING_HANDS] = 0, 0
    for rank in range(RANKS):
        tables.gone[table, rank] = 0
        observations[table, HELD + rank] = 0
    first = draw(terms, tables, table, scratch)
    dealer = draw(terms, tables, table, scratch)
    second = draw(terms, tables, table, scratch)
    observations[table, np.uint64(HELD) + first] += 1
    observations[table, np.uint64(HELD) + second] += 1
    observations[table, DEALER] = min(dealer + ONE, TEN)
    observations[table, HANDS], observations[table, STAKED] = 1, WHOLE
    observations[table, INSURED], observations[table, INSURANCE] = 0, 0
    rows[table, UP_CARD] = dealer
    opening = np.uint64(numbers[at.opening + dealer * STRIDE + first])
    ask_first(numbers, at, terms, tables, table, np.uint64(numbers[opening + second]), scratch)


@njit(cache=True, nogil=True, forceinline=True)
def ask_first(
    numbers: Table, at: Any, terms: Any, tables: Any, table: int, state: np.uint64, scratch: Cards
) -> None:
    """Ask about insurance, or for a decision; a blackjack that nothing is asked of is settled.

    Of two cards only a blackjack is finished.
    """
    rows, observations = tables.rows, tables.observations
    rows[table, STATE] = state
    if state >= at.first_decision:
        show_hand(numbers, at, tables, table, state)
    else:
        observations[table, TOTAL], observations[table, SOFT] = BLACKJACK, 1
        observations[table, PAIR], observations[table, IS_SPLIT] = 0, 0
        observations[table, HAND] = 1
    blackjack = state < at.first_decision
    waits = not blackjack or numbers[at.needs + (state - at.limit) * STRIDE] > 0
    if waits and terms.insurance[rows[table, UP_CARD], 1] != 0:
        rows[table, PHASE] = INSURANCE_OPEN
        observations[table, INSURANCE] = 1
        lawful = 1 << DECLINE
        if terms.blackjack_insurable or not blackjack:
            lawful |= 1 << INSURE
        if blackjack and terms.even_money > 0 and rows[table, UP_CARD] == 0:
            lawful |= 1 << EVEN_MONEY
        tables.masks[table] = terms.masks[lawful]
    elif blackjack:
        finish_hand(numbers, at, tables, table, state)
        rows[table, PENDING] = settle_round(numbers, at, terms, tables, table, scratch)
        rows[table, PHASE] = NOTHING_ASKED
        tables.masks[table] = terms.masks[1 << STAND]
        forget(tables, table)
    else:
        ask(numbers, at, terms, tables, table, state)


@njit(cache=True, nogil=True, forceinline=True)
def show_hand(numbers: Table, at: Any, tables: Any, table: int, state: np.uint64) -> None:
    """Write down what a player sees of the hand to be decided on."""
    told = at.decisions + (state - at.first_decision) * STRIDE + CALLS
    observations = tables.observations
    observations[table, TOTAL] = numbers[told + ONE]
    observations[table, SOFT] = numbers[told + TWO]
    observations[table, PAIR] = numbers[told + THREE]
    observations[table, IS_SPLIT] = numbers[told + FOUR]
    observations[table, HAND] = tables.rows[table, FINISHED] + 1


@njit(cache=True, nogil=True, forceinline=True)
def ask(numbers: Table, at: Any, terms: Any, tables: Any, table: int, state: np.uint64) -> None:
    """Wait for a call."""
    decision = at.decisions + (state - at.first_decision) * STRIDE
    tables.rows[table, PHASE] = DECISION
    tables.rows[table, STATE] = decision
    tables.masks[table] = terms.masks[numbers[decision + CALLS]]


@njit(cache=True, nogil=True, forceinline=True)
def forget(tables: Any, table: int) -> None:
    """Once a round is over and the cutting card has come, no card counts as seen."""
    if tables.rows[table, PLACE] >= tables.rows[table, CUT]:
        for rank in range(RANKS):
            tables.observations[table, SEEN + rank] = 0


@njit(cache=True, nogil=True, forceinline=True)
def finish_hand(numbers: Table, at: Any, tables: Any, table: int, state: np.uint64) -> None:
    """Write a finished hand down; one that nothing waits for goes to the discards."""
    final = (state - at.limit) * STRIDE
    count = tables.rows[table, FINISHED]
    tables.finals[table, count] = final
    tables.rows[table, FINISHED] = count + 1
    if numbers[at.needs + final] == 0:
        for rank in range(RANKS):
            tables.gone[table, rank] += tables.observations[table, HELD + rank]


@njit(cache=True, nogil=True, forceinline=True)
def play_on(
    numbers: Table, at: Any, terms: Any, tables: Any, table: int, state: np.uint64, scratch: Cards
) -> bool:
    """Draw to the hands of a box until a player must call; false when all are finished."""
    rows, observations, finals = tables.rows, tables.observations, tables.finals
    last = finals.shape[1] - 1
    while True:
        while state < at.limit:
            card = draw(terms, tables, table, scratch)
            observations[table, np.uint64(HELD) + card] += 1
            state = np.uint64(numbers[state + card])
        if state >= at.first_decision:
            show_hand(numbers, at, tables, table, state)
            ask(numbers, at, terms, tables, table, state)
            return True
        if state >= at.first_fork:
            fork = (state - at.first_fork) * STRIDE
            finals[table, last - rows[table, WAITING_HANDS]] = fork
            rows[table, WAITING_HANDS] += 1
            observations[table, HANDS] += 1
            observations[table, STAKED] += WHOLE
            single = STAYS_FURTHER if rows[table, FINISHED] > 0 else ZERO
            kept = np.uint64(numbers[at.kept + fork])
        else:
            finish_hand(numbers, at, tables, table, state)
            if rows[table, WAITING_HANDS] == 0:
                return False
            rows[table, WAITING_HANDS] -= 1
            fork = finals[table, last - rows[table, WAITING_HANDS]]
            single = MOVED
            kept = np.uint64(numbers[at.kept + fork + ONE])
        more = np.uint64(observations[table, HANDS] < np.int64(numbers[at.most_hands + fork]))
        state = np.uint64(numbers[at.singles + fork + single + more])
        for rank in range(RANKS):
            observations[table, HELD + rank] = 0
        observations[table, np.uint64(HELD) + kept] = 1


@njit(cache=True, nogil=True, forceinline=True)
def settle_round(
    numbers: Table, at: Any, terms: Any, tables: Any, table: int, scratch: Cards
) -> np.int64:
    """Draw to the dealer's card as far as it matters, and settle: what the box wins in ticks."""
    finals, count = tables.finals, tables.rows[table, FINISHED]
    dealer = np.uint64(tables.rows[table, UP_CARD])
    insured = tables.observations[table, INSURED] != 0
    needs = WAITING if insured else ZERO
    for number in range(count):
        needs = max(needs, np.uint64(numbers[at.needs + finals[table, number]]))
    state = np.uint64(numbers[at.dealer_opening + needs * STRIDE + dealer])
    while state < at.limit:
        state = np.uint64(numbers[state + draw(terms, tables, table, scratch)])
    outcome = state - at.limit
    won = count * at.lowest
    for number in range(count):
        won += np.int64(numbers[at.pays + finals[table, number] + outcome])
    if insured:
        won += terms.insurance[dealer, 0 if outcome >= FIRST_BLACKJACK else 1]
    return won


@njit(cache=True, nogil=True, forceinline=True)
def act(
    numbers: Table, at: Any, terms: Any, tables: Any, table: int, action: int, scratch: Cards
) -> bool:
    """Do what a player says, which is lawful, and play on; whether the round goes on after it.

    What a round that is over won is left as pending.
    """
    rows, observations = tables.rows, tables.observations
    phase = rows[table, PHASE]
    if phase == NOTHING_ASKED:
        return False
    if phase == DECISION:
        state = np.uint64(numbers[rows[table, STATE] + action])
        if action == DOUBLE:
            observations[table, STAKED] += WHOLE
    else:
        observations[table, INSURANCE] = 0
        if action == EVEN_MONEY:
            rows[table, PENDING] = terms.even_money
            return False
        if action == INSURE:
            observations[table, INSURED] = 1
            observations[table, STAKED] += HALF
        state = np.uint64(rows[table, STATE])
    if play_on(numbers, at, terms, tables, table, state, scratch):
        return True
    rows[table, PENDING] = settle_round(numbers, at, terms, tables, table, scratch)
    return False


@njit(cache=True, nogil=True)
def open_tables(numbers: Table, at: Any, terms: Any, tables: Any) -> None:
    """Shuffle at every table and deal a first round."""
    scratch = np.zeros(len(terms.cards), np.uint32)
    for table in range(len(tables.rows)):
        tables.rows[table, PLACE], tables.rows[table, CUT] = 0, 0
        deal_round(numbers, at, terms, tables, table, scratch)


@njit(cache=True, nogil=True)
def step_tables(
    numbers: Table, at: Any, terms: Any, tables: Any, actions: NDArray[np.int64], results: Any
) -> None:
    """An action at every table; where a round ends, the next one is dealt.

    An action that is not lawful changes nothing at its table.
    """
    scratch = np.zeros(len(terms.cards), np.uint32)
    masks = tables.masks.view(np.int8).reshape(len(tables.masks), ACTIONS)
    for table in range(len(tables.rows)):
        action = actions[table]
        refused = action < 0 or action >= ACTIONS or masks[table, action] == 0
        results.refused[table] = refused
        results.ended[table] = False
        if refused:
            results.rewards[table] = terms.refusal
            continue
        if act(numbers, at, terms, tables, table, action, scratch):
            results.rewards[table] = 0.0
            continue
        results.rewards[table] = tables.rows[table, PENDING] / terms.ticks
        results.ended[table] = True
        forget(tables, table)
        for column in range(SEEN):
            results.last[table, column] = 0
        for column in range(SEEN, COLUMNS):
            results.last[table, column] = tables.observations[table, column]
        deal_round(numbers, at, terms, tables, table, scratch)
