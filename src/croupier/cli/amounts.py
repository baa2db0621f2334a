"""Amounts, shares and lists as they are written on the command line."""

from decimal import Decimal, InvalidOperation

from croupier.errors import CroupierError
from croupier.money import Cents, NotAnAmountError, dollars, in_dollars

MOST_MONEY: Cents = 100_000_000_000


def amount(option: str, text: str) -> Cents:
    """An amount given on the command line."""
    try:
        cents = dollars(text.lstrip("$"))
    except NotAnAmountError as error:
        raise CroupierError(f"--{option}: {error}") from None
    if abs(cents) > MOST_MONEY:
        raise CroupierError(
            f"--{option}: {in_dollars(MOST_MONEY)} is the largest amount that a table takes"
        )
    return cents


def at_least_one(option: str, number: int | None) -> None:
    """Refuse a number below one, where one was given."""
    if number is not None and number < 1:
        raise CroupierError(f"--{option}: {number} is not a number of 1 or more")


def sum_of(option: str, text: str) -> Cents:
    """An amount that is not less than nothing."""
    cents = amount(option, text)
    if cents < 0:
        raise CroupierError(f"--{option}: {in_dollars(cents)} is less than zero")
    return cents


def share(option: str, text: str) -> Decimal:
    """A part of the whole given on the command line."""
    try:
        part = Decimal(text if text.isascii() and "_" not in text else "NaN")
    except InvalidOperation:
        part = Decimal("NaN")
    if not part.is_finite() or not 0 <= part <= 1:
        raise CroupierError(f"--{option}: a share is a number from 0 to 1, such as 0.7")
    return part


def names(text: str) -> tuple[str, ...]:
    """Names with commas between them, each once."""
    return tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
