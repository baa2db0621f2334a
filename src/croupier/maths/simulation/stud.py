"""Caribbean Stud for the simulator: a table, a way to play it and a jackpot as arrays.

A jackpot's meter is held constant: every round is one at that meter. What a chunk plays then
depends only on its own random stream, and the mean is the expectation at that meter.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from croupier.cards import SUITS, Category, Device
from croupier.cards.poker import HAND_SIZE
from croupier.errors import ArgumentError
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.maths.kernels.simulated.stud import ALWAYS, JackpotRules, StudRules, simulate_rounds
from croupier.maths.simulation.runs import Chunk, Numbers, Totals, empty_totals
from croupier.maths.stud.analysis import BEST, SIMPLE_STRATEGIES, best_counts, bets_of
from croupier.maths.stud.jackpots import pool_with, pool_with_wagers
from croupier.maths.stud.play import possible_bets
from croupier.maths.stud.poker_classes import categories, rank_tables
from croupier.maths.stud.terms import StudTerms, stud_terms
from croupier.money import Cents
from croupier.rulebooks import StudLaw
from croupier.rulebooks.law.stud import JackpotLaw

USUAL_SPREAD = 2.3
"""About the standard deviation of a round on one box, in antes."""
MOST = np.iinfo(np.int32).max
"""The most cents that a round may win."""

Bets = NDArray[np.uint32]


@dataclass
class StudGame:
    """A table of Caribbean Stud for the simulator; a tick is a cent."""

    ticks: int
    """The number of ticks of an ante."""
    boxes: int
    """The number of boxes played."""
    parts: tuple[str, ...]
    """The wagers counted separately: the initial one, and the jackpot's if there is one."""
    spread: float
    """About the standard deviation of a round, in ticks."""
    rules: StudRules
    """The table as arrays."""
    jackpot: JackpotRules
    """Its jackpot as arrays."""

    def play(self, seed: int, chunk: Chunk, terms: Numbers) -> Totals:
        """Return the totals of a chunk."""
        totals = empty_totals(self, terms)
        simulate_rounds(seed, chunk.number, chunk.rounds, self.rules, self.jackpot, terms, *totals)
        return totals


def stud_game(
    law: StudLaw,
    choices: Choices | None = None,
    *,
    boxes: int = 1,
    strategy: str = BEST,
    ante: Cents | None = None,
) -> StudGame:
    """Return a table with all boxes in play at one ante. If it has a jackpot, all wager on it."""
    choices = choices or Choices()
    check_stud_game(law, boxes=boxes, strategy=strategy)
    terms = stud_terms(law, choices, ante=ante)
    rules = stud_rules(terms, choices.device, boxes, strategy_bets(strategy, terms))
    on = [choices.jackpot is not None] * boxes
    jackpot = jackpot_rules(law.jackpot, choices.jackpot, on)
    _check_size(rules, jackpot)
    parts = (law.initial,) if choices.jackpot is None else (law.initial, "jackpot")
    spread = USUAL_SPREAD * sqrt(boxes) * terms.ante
    return StudGame(terms.ante, boxes, parts, spread, rules, jackpot)


def check_stud_game(law: StudLaw, *, boxes: int, strategy: str) -> None:
    """Raise for an impossible number of boxes or an unknown strategy."""
    allowed = law.equipment.boxes.value
    if boxes not in allowed:
        raise ArgumentError(
            f"boxes_played: {allowed.start} to {allowed.stop - 1} boxes can be in play, not {boxes}"
        )
    names = [BEST, *(one.name for one in SIMPLE_STRATEGIES)]
    if strategy not in names:
        raise ArgumentError(
            f"strategy: {strategy!r} is not a strategy; choose from {', '.join(names)}"
        )


def stud_rules(terms: StudTerms, device: Device, boxes: int, bets: Bets) -> StudRules:
    """Return a table as arrays: a shoe deals card by card, a shuffling device five cards at a time.

    From a shoe the dealer's last card is turned, from a device the bottom one (7.3, 7.4).
    """
    from_shoe = device is Device.SHOE
    return StudRules(
        boxes=boxes,
        between_cards=boxes + 1 if from_shoe else 1,
        between_hands=1 if from_shoe else HAND_SIZE,
        known=HAND_SIZE - 1 if from_shoe else 0,
        lowest=terms.lowest,
        fold=terms.fold,
        endings=np.array(
            [[one.no_hand, one.won, one.equal, one.lost] for one in terms.endings], dtype=np.int64
        ),
        categories=categories(),
        bets=bets,
        ranking=rank_tables(),
    )


def strategy_bets(strategy: str, terms: StudTerms) -> Bets:
    """Return when to bet, by dealer's suit, class of hand and dealer's rank."""
    if strategy == BEST:
        raised = best_counts(terms).raised
        return np.where(raised == possible_bets(terms), np.uint32(ALWAYS), raised)
    simple = next(one for one in SIMPLE_STRATEGIES if one.name == strategy)
    bets = np.where(bets_of(simple), np.uint32(ALWAYS), np.uint32(0))
    return np.ascontiguousarray(np.broadcast_to(bets, (len(SUITS), *bets.shape)))


def jackpot_rules(law: JackpotLaw, terms: JackpotTerms | None, on: Sequence[bool]) -> JackpotRules:
    """Return a jackpot as arrays, with the wagers of the boxes that are on it in its meter."""
    by_category = {
        name: np.zeros(len(Category), dtype=np.int64)
        for name in ("fixed", "parts", "wholes", "least")
    }
    for category, fixed in law.fixed.items():
        by_category["fixed"][category] = fixed.value
    for category, share in law.shares.items():
        by_category["parts"][category], by_category["wholes"][category] = share.value
        by_category["least"][category] = law.least[category].value
    return JackpotRules(
        on=np.array(on, dtype=np.bool_),
        wager=0 if terms is None else terms.wager,
        bonus=0 if terms is None else terms.bonus,
        meter=0 if terms is None else meter_with_wagers(law, terms, sum(on)),
        **by_category,
    )


def meter_with_wagers(law: JackpotLaw, terms: JackpotTerms, wagers: int) -> Cents:
    """Return the meter with this many wagers in it, as it is when it pays."""
    increment = Fraction(terms.increment)
    pool = pool_with(wager=terms.wager, increment=increment, meter=terms.pool)
    return pool_with_wagers(law, pool, wagers).meter if wagers else pool.meter


def _check_size(rules: StudRules, jackpot: JackpotRules) -> None:
    """Raise for amounts that a round's result cannot hold."""
    fixed = int(jackpot.fixed.max() + jackpot.least.max()) + jackpot.bonus
    most = rules.boxes * (int(rules.endings.max()) + fixed) + jackpot.meter
    if most > MOST:
        raise ArgumentError(
            f"wager: a round may win up to {MOST // 100:,} dollars, not {most // 100:,}; "
            "lower the stakes"
        )
