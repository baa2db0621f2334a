"""Odds: exact fractions, paid up to the next amount that chips can make (5.9)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.money import Odds, odds

any_odds = st.builds(Odds, st.integers(1, 500), st.integers(1, 20))
stakes = st.integers(1, 10_000_000)
chips = st.sampled_from([1, 5, 25, 50, 100, 250, 500, 2_500])


@given(any_odds, stakes, chips)
def test_a_payment_is_the_least_that_chips_can_make_and_not_below_what_is_owed(
    pays: Odds, stake: int, chip: int
) -> None:
    owed = Fraction(stake * pays.to, pays.against)
    paid = pays.winnings(stake, chip=chip)
    assert paid % chip == 0
    assert paid >= owed
    assert paid - chip < owed


@given(any_odds, stakes, chips)
def test_an_exact_payment_is_the_amount_itself(pays: Odds, stake: int, chip: int) -> None:
    owed = Fraction(stake * pays.to, pays.against)
    exact = pays.is_exact(stake, chip=chip)
    assert exact == (pays.winnings(stake, chip=chip) == owed)


@pytest.mark.parametrize(
    ("to", "against", "stake", "chip", "paid"),
    [
        (3, 2, 500, 50, 750),
        (3, 2, 550, 50, 850),
        (3, 2, 500, 100, 800),
        (3, 2, 1500, 500, 2500),
        (1, 1, 525, 50, 550),
        (200, 1, 50, 50, 10_000),
        (3, 2, 1, 1, 2),
    ],
)
def test_payments_worked_out_by_hand(
    to: int, against: int, stake: int, chip: int, paid: int
) -> None:
    """5.9: 5.50 at 3 to 2 is 8.25, paid 8.50 where the smallest chip is 0.50."""
    assert odds(to, against).winnings(stake, chip=chip) == paid


def test_odds_are_written_as_rulebooks_write_them() -> None:
    assert str(odds(3, 2)) == "3 to 2"
    assert str(odds(11)) == "11 to 1"
    assert odds(2) == Odds(2, 1)


def test_odds_are_to_one_unless_said_otherwise() -> None:
    assert Odds(5) == odds(5) == Odds(5, 1)
    assert str(odds(5)) == "5 to 1"
