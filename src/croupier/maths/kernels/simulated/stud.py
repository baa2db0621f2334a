"""Rounds of Caribbean Stud from shuffled decks, compiled: deal, fold or bet, settle, pay jackpots.

Rounds are played in batches: all hands of a batch are dealt, then ranked, then settled. Money is in
cents. Cards are numbers in the deck; the first hand of a round is the dealer's.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inner, kernel, untyped_njit
from croupier.maths.kernels.exact.hand_ranks import ACE, ROYAL_FLUSH, STRAIGHT_FLUSH
from croupier.maths.kernels.exact.stud import EQUAL, HAND, LOST, NO_HAND, WON
from croupier.maths.kernels.random_streams import Cards, StreamWords, mix, seed_stream
from croupier.maths.kernels.tables import CARDS as KERNELS_CARDS
from croupier.maths.kernels.tables import (
    SHOES,
    Numbers,
    RankTables,
    RoundResults,
    add_results,
    rank_rows,
)

DECK = 52
BATCH_ROUNDS = 512
SUIT_BITS = 2
ALWAYS = 0xFFFFFFFF
"""The bits of a hand that is bet on whatever its suits."""
MAIN, JACKPOT = range(2)
"""The wagers counted separately."""
PART_WON, PART_SQUARES, PART_HITS, PART_BOX_SQUARES = range(4)


class StudRules(NamedTuple):
    """A table of Caribbean Stud as the kernels take it."""

    boxes: int
    between_cards: int
    between_hands: int
    """The distance in the deck of two cards of a hand, and of the same card of two hands."""
    known: int
    """The index of the dealer's card that is turned."""
    lowest: int
    """The class of hands from which the dealer plays."""
    fold: int
    endings: Numbers
    """What ante and bet win together, by category and ending."""
    categories: Numbers
    bets: NDArray[np.uint32]
    """When to bet, by suit of the dealer's card, class of hand and rank of the dealer's card, as
    bits of the ranks held in that suit."""
    ranking: RankTables


class JackpotRules(NamedTuple):
    """The jackpot as the kernels take it; the meter is the same in every round."""

    on: NDArray[np.bool_]
    """Whether each box has a jackpot wager."""
    wager: int
    bonus: int
    meter: int
    """The meter, including the round's own wagers."""
    fixed: Numbers
    """What a hand wins that is not from the meter, by category."""
    parts: Numbers
    wholes: Numbers
    least: Numbers
    """By category, the share of the meter as a fraction, and the least payment."""


@inner
def deal_round(
    deck: Cards,
    boxes: int,
    between_cards: int,
    between_hands: int,
    row: int,
    hands: NDArray[np.uint8],
) -> None:
    """Write the hands of a round in rows, the dealer's first."""
    for hand in range(boxes + 1):
        for card in range(HAND):
            hands[row + hand, card] = deck[card * between_cards + hand * between_hands]


@inner
def rank_of(card: int) -> int:
    """Return the rank of a card, from 0 for a two to 12 for an ace."""
    number = card >> SUIT_BITS
    return ACE if number == 0 else number - 1


@inner
def wants_bet(hands: NDArray[np.uint8], row: int, card: int, bits: int) -> bool:
    """Return whether to bet on a hand, by the ranks it holds in the suit of a card."""
    if bits == 0 or bits == ALWAYS:
        return bits != 0
    ranks = in_suit = 0
    for place in range(HAND):
        one = hands[row, place]
        ranks |= 1 << rank_of(one)
        if (one ^ card) & 3 == 0:
            in_suit |= 1 << rank_of(one)
    held = group = 0
    for rank in range(ACE, -1, -1):
        if (ranks >> rank) & 1:
            held |= ((in_suit >> rank) & 1) << group
            group += 1
    return (bits >> held) & 1 == 1


@inner
def settle_rounds(
    hands: NDArray[np.uint8], classes: NDArray[np.uint16], rules: StudRules, won: Numbers
) -> None:
    """Write what ante and bet win, by round and box."""
    lowest, fold, known = rules.lowest, rules.fold, rules.known
    bets, endings, categories = rules.bets, rules.endings, rules.categories
    rounds, boxes = won.shape
    for number in range(rounds):
        row = number * (boxes + 1)
        card = hands[row, known]
        suit, rank = card & 3, rank_of(card)
        dealer = classes[row]
        for box in range(boxes):
            mine = classes[row + 1 + box]
            if not wants_bet(hands, row + 1 + box, card, bets[suit, mine, rank]):
                won[number, box] = fold
                continue
            ending = NO_HAND
            if dealer >= lowest:
                ending = WON if mine > dealer else EQUAL if mine == dealer else LOST
            won[number, box] = endings[categories[mine], ending]


@inner
def settle_jackpots(
    classes: NDArray[np.uint16], categories: Numbers, jackpot: JackpotRules, won: Numbers
) -> None:
    """Write what the jackpot wagers win, less the wager, by round and box."""
    on, fixed, wager = jackpot.on, jackpot.fixed, jackpot.wager
    rounds, boxes = won.shape
    for number in range(rounds):
        row = number * (boxes + 1)
        flushes = 0
        for box in range(boxes):
            won[number, box] = 0
            if on[box]:
                category = categories[classes[row + 1 + box]]
                won[number, box] = fixed[category] - wager
                flushes += category >= STRAIGHT_FLUSH
        if flushes:
            pay_meter(classes, row, categories, jackpot, won[number])


@inner
def pay_meter(
    classes: NDArray[np.uint16], row: int, categories: Numbers, jackpot: JackpotRules, won: Numbers
) -> None:
    """Pay the bonus to hands below a straight flush, then straight flushes, then royals."""
    for box in range(len(won)):
        if jackpot.on[box] and categories[classes[row + 1 + box]] < STRAIGHT_FLUSH:
            won[box] += jackpot.bonus
    meter = jackpot.meter
    for category in range(STRAIGHT_FLUSH, ROYAL_FLUSH + 1):
        meter -= share_meter(meter, category, classes, row, categories, jackpot, won)


@inner
def share_meter(
    meter: int,
    category: int,
    classes: NDArray[np.uint16],
    row: int,
    categories: Numbers,
    jackpot: JackpotRules,
    won: Numbers,
) -> int:
    """Pay the hands of a category equal shares of the meter. Return the total paid from it."""
    winners = 0
    for box in range(len(jackpot.on)):
        if jackpot.on[box] and categories[classes[row + 1 + box]] == category:
            winners += 1
    if winners == 0:
        return 0
    part, whole = jackpot.parts[category], jackpot.wholes[category]
    taken = 0
    for _ in range(winners if part < whole else 1):
        taken += (meter - taken) * part // whole
    each, left = taken // winners, taken % winners
    for box in range(len(jackpot.on) - 1, -1, -1):
        if jackpot.on[box] and categories[classes[row + 1 + box]] == category:
            share = each + 1 if left > 0 else each
            left -= 1
            won[box] += max(share, jackpot.least[category])
    return taken


@inner
def add_part(part: int, won: Numbers, parts: Numbers, results: RoundResults) -> None:
    """Add what rounds won with one kind of wager to its totals and to the rounds' results."""
    rounds, boxes = won.shape
    for number in range(rounds):
        total = 0
        for box in range(boxes):
            total += won[number, box]
            parts[part, PART_HITS] += won[number, box] > 0
            parts[part, PART_BOX_SQUARES] += won[number, box] * won[number, box]
        parts[part, PART_WON] += total
        parts[part, PART_SQUARES] += total * total
        results[number] += total


@kernel
def simulate_rounds(
    seed: int,
    stream: int,
    rounds: int,
    rules: StudRules,
    jackpot: JackpotRules,
    terms: Numbers,
    tally: Numbers,
    histogram: Numbers,
    parts: Numbers,
) -> None:
    """Play this many rounds from one stream of a seed, each from a freshly shuffled deck."""
    generator = seed_stream(seed, stream)
    deck = np.arange(DECK).astype(np.uint32)
    boxes, between_cards, between_hands = rules.boxes, rules.between_cards, rules.between_hands
    cards = (boxes + 1) * HAND
    hands = np.empty((BATCH_ROUNDS * (boxes + 1), HAND), np.uint8)
    classes = np.empty(BATCH_ROUNDS * (boxes + 1), np.uint16)
    results = np.empty(BATCH_ROUNDS, np.int32)
    won = np.empty((BATCH_ROUNDS, boxes), np.int64)
    for start in range(0, rounds, BATCH_ROUNDS):
        batch = min(BATCH_ROUNDS, rounds - start)
        for number in range(batch):
            mix(deck, 0, cards, DECK, generator)
            deal_round(deck, boxes, between_cards, between_hands, number * (boxes + 1), hands)
        rank_rows(hands[: batch * (boxes + 1)], rules.ranking, classes)
        settle_rounds(hands, classes, rules, won[:batch])
        results[:] = 0
        add_part(MAIN, won[:batch], parts, results)
        if jackpot.wager > 0:
            settle_jackpots(classes, rules.categories, jackpot, won[:batch])
            add_part(JACKPOT, won[:batch], parts, results)
        add_results(results, 0, batch, terms, tally, histogram)
    tally[KERNELS_CARDS] += rounds * cards
    tally[SHOES] += rounds


@kernel
def play_decks(
    decks: Cards, rules: StudRules, jackpot: JackpotRules, main: Numbers, side: Numbers
) -> None:
    """Play a round from each of the given decks, and write what is won by round and box."""
    rows = rules.boxes + 1
    hands = np.empty((len(decks) * rows, HAND), np.uint8)
    classes = np.empty(len(decks) * rows, np.uint16)
    for number in range(len(decks)):
        deal_round(
            decks[number],
            rules.boxes,
            rules.between_cards,
            rules.between_hands,
            number * rows,
            hands,
        )
    rank_rows(hands, rules.ranking, classes)
    settle_rounds(hands, classes, rules, main)
    if jackpot.wager > 0:
        settle_jackpots(classes, rules.categories, jackpot, side)


FOLD, BET = range(2)
ACTIONS = 2
CATEGORY, STRENGTH, DEALER = 0, 1, 2
CARDS = 4
COLUMNS = CARDS + 2 * HAND
"""The columns of an observation: the hand's category, the dealer's card, rank and suit of each
card."""
ROUND_CARDS = 2 * HAND
"""The cards of the dealer's hand and the player's."""


class StudRows(NamedTuple):
    """All tables; hands and classes have two rows for each, the dealer's first."""

    hands: NDArray[np.uint8]
    classes: NDArray[np.uint16]
    won: Numbers
    """What a bet wins, in cents; one column."""
    generators: StreamWords
    observations: NDArray[np.int16]


@untyped_njit(cache=True, nogil=True, forceinline=True)
def show_card(observations: NDArray[np.int16], table: int, column: int, card: int) -> None:
    """Write rank and suit of a card, both from 1."""
    observations[table, column] = (card >> SUIT_BITS) + 1
    observations[table, column + 1] = (card & 3) + 1


@untyped_njit(cache=True, nogil=True)
def deal_tables(rules: Any, tables: Any, waiting: NDArray[np.bool_]) -> None:
    """Deal a round at every table except those whose action was refused."""
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
    """Take an action at every table and deal the next round. An unlawful action changes nothing."""
    for table in range(len(actions)):
        action = actions[table]
        refused[table] = action < 0 or action >= ACTIONS
        if refused[table]:
            rewards[table] = refusal
        else:
            rewards[table] = (tables.won[table, 0] if action == BET else rules.fold) / ante
    deal_tables(rules, tables, refused)
