"""Amounts: read from dollars, written for people, never floats in between."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.money import NotAnAmountError, dollars, in_dollars
from croupier.money.amounts import MOST

cents = st.integers(-(10**12), 10**12)


@given(cents)
def test_an_amount_is_read_as_it_was_written(amount: int) -> None:
    text = in_dollars(amount).replace("$", "").replace(",", "")
    assert dollars(text) == amount


@given(cents)
def test_numbers_and_text_are_read_alike(amount: int) -> None:
    exact = Decimal(amount) / 100
    assert dollars(exact) == dollars(str(exact)) == dollars(f"{exact:.2f}") == amount


@given(st.integers(-(10**9), 10**9))
def test_a_float_with_two_decimals_is_read_exactly(amount: int) -> None:
    assert dollars(amount / 100) == amount


@given(st.integers(-(10**9), 10**9))
def test_whole_dollars(amount: int) -> None:
    assert dollars(amount) == amount * 100


@given(cents)
def test_a_sign_is_written_where_asked_for(amount: int) -> None:
    mark = in_dollars(amount, sign=True)[0]
    assert mark == ("-" if amount < 0 else "+" if amount > 0 else "$")


@pytest.mark.parametrize(
    ("amount", "text"),
    [(0, "$0"), (5, "$0.05"), (50, "$0.50"), (-5, "-$0.05"), (123_456_700, "$1,234,567")],
)
def test_how_amounts_are_written(amount: int, text: str) -> None:
    assert in_dollars(amount) == text


@pytest.mark.parametrize(
    "amount",
    ["", "five", "$5", "1,000", "7.505", 7.505, "0.001", "nan", "inf", "-inf", True, False, "1/2"],
)
def test_what_is_no_amount_is_quoted_in_the_error(amount: str | float) -> None:
    with pytest.raises(NotAnAmountError) as caught:
        dollars(amount)
    assert repr(amount) in str(caught.value)


def test_a_float_that_is_no_number_is_no_amount() -> None:
    for amount in (float("nan"), float("inf"), float("-inf")):
        with pytest.raises(NotAnAmountError):
            dollars(amount)


@pytest.mark.parametrize("most", [10**12, f"{10**12}.00", -(10**12)])
def test_the_largest_amounts_are_read(most: int | str) -> None:
    assert abs(dollars(most)) == MOST


@pytest.mark.parametrize("more", ["1000000000000.01", -(10**12) - 1, 10**36, "9" * 5000, 1e300])
def test_more_than_a_million_million_dollars_is_a_slip(more: float | str) -> None:
    with pytest.raises(NotAnAmountError, match=r"an amount is at most \$1,000,000,000,000$"):
        dollars(more)


def test_no_sign_is_written_where_none_is_asked_for() -> None:
    assert in_dollars(250) == in_dollars(250, sign=False) == "$2.50"
    assert in_dollars(250, sign=True) == "+$2.50"
