"""Exact values held to a slow second blackjack on small shoes."""

import numpy as np
import pytest

from croupier.maths.blackjack.analysis import split_products
from croupier.maths.blackjack.charts import Chart, cells_of, chart_calls
from croupier.maths.blackjack.hands import every_hand, index_of, lawful_calls
from croupier.maths.blackjack.parameters import ORIGINAL, BlackjackParameters, parameters_of
from croupier.maths.blackjack.valuation import (
    ShoeCounts,
    against_card,
    card_setting,
    setting_of,
    split_hands,
)
from croupier.maths.kernels.tables import DOUBLE, HIT, STAND
from croupier.rulebooks import BLACKJACK
from tests.maths.brute import Brute, Cards, Shoe

NAMES = {STAND: "stand", HIT: "hit", DOUBLE: "double"}


def shoe_of(counts: dict[int, int]) -> Shoe:
    return tuple(counts.get(rank, 0) for rank in range(13))


def flat(shoe: Shoe) -> ShoeCounts:
    ranks = np.array([*shoe[:9], sum(shoe[9:])], np.float64)
    return ShoeCounts(ranks, (shoe[9], shoe[10], shoe[11], shoe[12]))


def without(shoe: Shoe, *ranks: int) -> Shoe:
    left = list(shoe)
    for rank in ranks:
        left[rank] -= 1
    return tuple(left)


SMALL = shoe_of({0: 2, 3: 3, 5: 3, 7: 3, 9: 3, 11: 3})


def tens_of(shoe: Shoe, rank: int) -> list[tuple[int, float]]:
    """The ranks that a card may have, a ten being any of the four, with their chances."""
    if rank < 9:
        return [(rank, 1.0)]
    return [(ten, shoe[ten] / sum(shoe[9:])) for ten in range(9, 13) if shoe[ten]]


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize("dealer", [0, 5, 9])
def test_every_call_of_a_first_hand(game: str, dealer: int) -> None:
    parameters = parameters_of(BLACKJACK[game])
    made = against_card(setting_of(parameters, flat(SMALL)), dealer)
    brute = Brute(parameters, dealer, without(SMALL, dealer))
    for cards in ((3, 5), (5, 7), (0, 5), (7, 9), (9, 11), (3, 7)):
        expected = brute.calls(cards, without(SMALL, dealer, *cards))
        hand = index_of(*(min(rank, 9) for rank in cards))
        for call, name in NAMES.items():
            value = made.choices[hand, call]
            if name in expected:
                assert value == pytest.approx(float(expected[name]), abs=1e-12), (cards, name)
            else:
                assert np.isnan(value), (cards, name)


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize("dealer", [0, 5, 9])
def test_a_blackjack_whose_ten_may_be_any(game: str, dealer: int) -> None:
    """Challenge pays blackjack against blackjack by the ranks of the two tens (15.1.1.2)."""
    parameters = parameters_of(BLACKJACK[game])
    made = against_card(setting_of(parameters, flat(SMALL)), dealer)
    expected = 0.0
    for card, chance in tens_of(SMALL, dealer):
        shoe = without(SMALL, card)
        brute = Brute(parameters, card, shoe)
        for ten, ten_chance in tens_of(shoe, 9):
            value = brute.stand((0, ten), without(shoe, 0, ten))
            expected += chance * ten_chance * float(value)
    assert made.values[index_of(0, 9)] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("game", ["star-blackjack", "blackjack-challenge", "perth-blackjack-plus"])
@pytest.mark.parametrize("dealer", [0, 5, 9])
def test_a_first_hand_played_by_a_chart(game: str, dealer: int) -> None:
    """Mean and mean square, by a chart that hits, stands and doubles a little too much."""
    parameters = parameters_of(BLACKJACK[game])
    rows = {str(n): "Dh Ds H S Dh Ds H S Dh Ds" for n in range(4, 22)}
    chart = Chart(name="any", hard=rows, soft=dict(reversed(rows.items()))).flat()
    made = against_card(setting_of(parameters, flat(SMALL), chart), dealer)
    masks = chart_calls(cells_of(chart, every_hand(), dealer), lawful_calls(parameters))

    def policy(cards: Cards, _: int) -> str:
        mask = masks[index_of(*(min(rank, 9) for rank in cards))]
        return NAMES[int(mask).bit_length() - 1]

    brute = Brute(parameters, dealer, without(SMALL, dealer))
    for cards in ((3, 5), (5, 7), (0, 5), (7, 9), (0, 3), (3, 7)):
        hand = index_of(*(min(rank, 9) for rank in cards))
        left = without(SMALL, dealer, *cards)
        mean, square = (float(brute.played(cards, left, policy, power)) for power in (1, 2))
        assert made.values[hand] == pytest.approx(mean, abs=1e-12), cards
        assert made.squares[hand] == pytest.approx(square, abs=1e-12), cards


def splitting(
    parameters: BlackjackParameters, shoe: Shoe, dealer: int, pair: int, most: int
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Mean and mean square of a split, by the kernels and by brute force."""
    table = card_setting(setting_of(parameters, flat(shoe)), dealer)
    play = split_hands(table, min(pair, 9))._replace(most=most)
    full = play.hands._replace(products=split_products(table, min(pair, 9), play))

    def policy(cards: Cards, kind: int) -> str:
        mask = play.calls[0 if kind == ORIGINAL else 1, index_of(*(min(rank, 9) for rank in cards))]
        return NAMES[int(mask).bit_length() - 1]

    expected = np.zeros(2)
    for card, chance in tens_of(shoe, dealer):
        brute = Brute(parameters, card, without(shoe, card))
        expected += chance * np.array(brute.split(pair, most, policy))
    return (full.mean(most), full.square(most)), (float(expected[0]), float(expected[1]))


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize(
    ("dealer", "pair", "counts"),
    [
        (5, 7, {2: 2, 5: 2, 7: 6, 9: 3, 12: 2}),
        (9, 7, {0: 2, 7: 5, 9: 3, 10: 2}),
        (9, 0, {0: 5, 6: 3, 9: 3, 11: 3}),
        (0, 8, {0: 2, 6: 3, 8: 5, 9: 4}),
    ],
)
def test_a_split_of_a_pair(game: str, dealer: int, pair: int, counts: dict[int, int]) -> None:
    parameters = parameters_of(BLACKJACK[game])
    most = parameters.split_aces_hands if pair == 0 else parameters.split_hands
    found, expected = splitting(parameters, shoe_of(counts), dealer, pair, most)
    assert found == pytest.approx(expected, abs=1e-10)
