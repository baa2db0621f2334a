"""Amounts and numbers as people type them into forms."""

import pytest

from croupier.web.pages.table.forms import MisreadError, read_amount, read_number


@pytest.mark.parametrize(
    ("text", "amount"), [("25", 2500), ("$ 7.5", 750), (" 1,000 ", 100_000), (".05", 5)]
)
def test_dollars_are_read_as_people_write_them(text: str, amount: int) -> None:
    assert read_amount(text) == amount


@pytest.mark.parametrize("text", ["", "٣", "²", "1e3", "-5", "7.505", "nan", "9" * 5000, "\x00"])
def test_what_is_no_amount_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(MisreadError, match=r"an amount is typed in dollars"):
        read_amount(text)


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), (" 7 ", 7), ("007", 7), ("0000001", 1), ("999", 999)]
)
def test_whole_numbers_are_read_up_to_the_largest(text: str, number: int) -> None:
    assert read_number(text, 999) == number


@pytest.mark.parametrize("text", ["", "1000", "²", "٣", "-1", "1.0", "9" * 5000, "seven"])
def test_what_is_no_whole_number_or_too_large_is_none(text: str) -> None:
    assert read_number(text, 999) is None
