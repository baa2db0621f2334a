"""Sequential tests: factors of mean 1, a budget that is never overspent, alarms within the rate."""

from itertools import product
from random import Random

import pytest

from croupier.maths.dealer_totals import NATURAL, DealerRule, bust_chance, dealer_totals
from croupier.maths.detection import (
    ALERT,
    RATIOS,
    Budget,
    band,
    card_factors,
    detector,
    frequency_factors,
    result_factors,
)


@pytest.mark.parametrize("chance", [0.02, 0.09, 0.5])
def test_the_factors_of_a_frequency_have_mean_one(chance: float) -> None:
    for fault in range(len(RATIOS)):
        mean = (1 - chance) * frequency_factors(0, 1, chance)[fault]
        mean += chance * frequency_factors(1, 1, chance)[fault]
        assert mean == pytest.approx(1)


def test_they_do_even_if_the_tries_hang_together_and_are_never_below_zero() -> None:
    """Three hands that stand off together or not at all, with a chance of 0.1."""
    for fault in range(len(RATIOS)):
        none, all_three = (frequency_factors(seen, 3, 0.1)[fault] for seen in (0, 3))
        assert 0.9 * none + 0.1 * all_three == pytest.approx(1)
        assert min(none, all_three) >= 0


def test_the_factors_of_a_card_have_mean_one_whatever_is_left() -> None:
    for left in ([4] * 13, [1, 0, 7, *[3] * 10]):
        chances = [count / sum(left) for count in left]
        for fault in range(len(card_factors(left, 0))):
            mean = sum(
                chance * card_factors(left, rank)[fault]
                for rank, chance in enumerate(chances)
                if chance
            )
            # Where more cards are missing than are left, a part of the probability is lost.
            assert mean <= 1 + 1e-12


def test_a_card_that_cannot_be_left_is_proof() -> None:
    watch = detector(len(card_factors([1] * 13, 0)))
    watch.give(1e-9)
    watch.multiply(card_factors([0, *[1] * 12], 0))
    assert watch.strength >= ALERT
    watch.begin_again()
    watch.multiply(card_factors([0, *[1] * 12], 0))
    assert watch.strength == 0


def test_the_factors_of_results_have_mean_one_and_stay_above_zero() -> None:
    """A wager that wins one or loses one, with the mean -0.02."""
    win, lose = (result_factors(one, mean=-0.02, variance=1, worst=10) for one in (1, -1))
    for up, down in zip(win, lose, strict=True):
        assert 0.49 * up + 0.51 * down == pytest.approx(1)
    assert min(result_factors(-10, mean=-0.02, variance=1, worst=10)) > 0


def test_no_day_gives_out_more_than_its_budget() -> None:
    budget = Budget(rate=0.01)
    budget.begin_day("1", 0)
    first = sum(budget.share(new=True) for _ in range(1000))
    budget.begin_day("2", 1000)
    second = sum(budget.share(new=False) for _ in range(1000))
    second += sum(budget.share(new=True) for _ in range(1000))
    assert first <= 0.01 / 2
    assert second <= 0.01


def test_alarms_stay_within_the_rate_and_a_fault_is_found() -> None:
    """Sixty houses of one watch each, thirty days of fifty tries."""
    random, rate, days, houses = Random(31), 0.02, 30, 60
    alarms = 0
    for _ in range(houses):
        watch = detector(len(RATIOS))
        for _ in range(days):
            watch.give(rate)
            for _ in range(50):
                watch.multiply(frequency_factors(random.random() < 0.09, 1, 0.09))
            if watch.strength >= ALERT:
                alarms += 1
                watch.begin_again()
    assert alarms <= rate * days * houses
    found = detector(len(RATIOS))
    found.give(rate)
    tries = 0
    while found.strength < ALERT:
        tries += 1
        found.multiply(frequency_factors(random.random() < 0.18, 1, 0.09))
    assert tries < 400


def test_the_band_widens_with_time_and_with_caution() -> None:
    assert band(100, 1, 1e-3) < band(10_000, 1, 1e-3) < band(10_000, 1, 1e-6)


def test_the_dealers_totals_are_those_of_every_order_of_cards() -> None:
    """Every order of cards from a small stock, one by one."""
    left = [2, 1, 1, 0, 0, 1, 1, 0, 1, 3]
    for first, draws in product((0, 5, 9), (False, True)):
        found = dealer_totals(first, left, DealerRule(draws))
        assert found == pytest.approx(_walk([first], list(left), draws))
        assert sum(found.values()) == pytest.approx(1)
        assert 0 <= bust_chance(found) < 1


def _walk(hand: list[int], left: list[int], draws: bool) -> dict[int, float]:
    hard = sum(value + 1 for value in hand)
    soft = 0 in hand and hard <= 11
    best = hard + 10 * soft
    if len(hand) == 2 and best == 21:
        return {NATURAL: 1.0}
    if len(hand) > 1 and best >= 17 and not (soft and best == 17 and draws):
        return {best: 1.0}
    found: dict[int, float] = {}
    for value, count in enumerate(left):
        if count:
            left[value] -= 1
            for final, chance in _walk([*hand, value], left, draws).items():
                found[final] = found.get(final, 0) + chance * count / (sum(left) + 1)
            left[value] += 1
    return found
