"""Amounts of money and odds: whole cents, never floats."""

import re
from decimal import Decimal

import msgspec

Cents = int
"""An amount of money in cents."""
Dollars = int | float | str | Decimal
"""An amount in dollars, as people write it: ``25``, ``7.5`` or ``"7.50"``."""
MOST: Cents = 10**14
"""A million million dollars; a larger amount is a slip. Sums of very many of these still fit a
store."""


class NotAnAmountError(ValueError):
    """Raised for text or a number that is not an amount in dollars and cents."""


WRITTEN = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
"""An amount as people write it: digits with at most one decimal point."""


def dollars(amount: Dollars) -> Cents:
    """Return dollars, with at most two decimals, as cents.

    Raise :class:`NotAnAmountError` for others.

    >>> dollars("5.50"), dollars(100)
    (550, 10000)
    """
    try:
        plain = not isinstance(amount, str) or WRITTEN.fullmatch(amount)
        cents = Decimal(str(amount) if plain else "NaN") * 100
        whole = int(cents) if abs(cents) <= MOST else None
    except (ArithmeticError, ValueError):
        raise NotAnAmountError(
            f"{amount!r} is not an amount in dollars, such as 25 or 7.50"
        ) from None
    if whole is None:
        raise NotAnAmountError(f"an amount is at most {in_dollars(MOST)}")
    if whole != cents:
        raise NotAnAmountError(f"{amount!r} is not an amount in dollars with at most two decimals")
    return whole


def in_dollars(amount: Cents, *, sign: bool = False) -> str:
    """Return an amount as text for people.

    >>> in_dollars(10000), in_dollars(-850), in_dollars(250, sign=True)
    ('$100', '-$8.50', '+$2.50')
    """
    whole, part = divmod(abs(amount), 100)
    mark = "-" if amount < 0 else "+" if sign and amount > 0 else ""
    return f"{mark}${whole:,}" + (f".{part:02}" if part else "")


class Odds(msgspec.Struct, frozen=True, gc=False, order=True):
    """``to`` units won for each ``against`` units wagered: ``Odds(3, 2)`` is 3 to 2."""

    to: int
    """Units won."""
    against: int = 1
    """Units wagered for them."""

    def __str__(self) -> str:
        return f"{self.to} to {self.against}"

    def winnings(self, stake: Cents, *, chip: Cents) -> Cents:
        """Return what a winning stake is paid, rounded up to a multiple of the smallest chip.

        >>> Odds(3, 2).winnings(550, chip=50)
        850
        """
        owed = -(-stake * self.to // self.against)
        return -(-owed // chip) * chip

    def is_exact(self, stake: Cents, *, chip: Cents) -> bool:
        """Return whether the payment needs no rounding."""
        return stake * self.to % (self.against * chip) == 0


def odds(to: int, against: int = 1) -> Odds:
    """Return odds as a rulebook writes them: ``odds(3, 2)`` is 3 to 2."""
    return Odds(to, against)
