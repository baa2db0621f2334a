"""Odds as exact fractions, and payments that the float's chips can make."""

import msgspec

from croupier.money.cents import Cents


class Odds(msgspec.Struct, frozen=True, gc=False, order=True):
    """``to`` units won for each ``against`` units wagered: ``Odds(3, 2)`` is 3 to 2."""

    to: int
    """Units won."""
    against: int = 1
    """Units wagered for them."""

    def __str__(self) -> str:
        return f"{self.to} to {self.against}"

    def winnings(self, stake: Cents, *, chip: Cents) -> Cents:
        """What a winning stake is paid, rounded up to what chips of the smallest size can make.

        >>> Odds(3, 2).winnings(550, chip=50)
        850
        """
        owed = -(-stake * self.to // self.against)
        return -(-owed // chip) * chip

    def is_exact(self, stake: Cents, *, chip: Cents) -> bool:
        """Whether the payment needs no rounding."""
        return stake * self.to % (self.against * chip) == 0


def odds(to: int, against: int = 1) -> Odds:
    """Write odds the way a rulebook does: ``odds(3, 2)``."""
    return Odds(to, against)
