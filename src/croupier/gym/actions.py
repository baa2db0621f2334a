"""What an agent may do, by number."""

from enum import IntEnum

from croupier.maths.kernels import environments, stud_environments


class BlackjackAction(IntEnum):
    """The actions of the blackjack games; which are lawful is in the mask."""

    STAND = environments.STAND
    """Take no more cards; also what ends a round in which nothing is asked."""
    HIT = environments.HIT
    """Take a card."""
    DOUBLE = environments.DOUBLE
    """Lay as much as the wager again, and take one card."""
    SPLIT = environments.SPLIT
    """Make two hands of a pair, with a further wager on the second."""
    SURRENDER = environments.SURRENDER
    """Give half the wager up."""
    INSURE = environments.INSURE
    """Insure the wager for as much as may be."""
    EVEN_MONEY = environments.EVEN_MONEY
    """Take 1 to 1 for a blackjack against an ace."""
    DECLINE = environments.DECLINE
    """Take no insurance."""


class StudAction(IntEnum):
    """The actions of Caribbean Stud; both are always lawful."""

    FOLD = stud_environments.FOLD
    """Give the ante up."""
    BET = stud_environments.BET
    """Bet twice the ante."""
