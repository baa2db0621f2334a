"""What an agent may do, by number."""

from enum import IntEnum

from croupier.maths.kernels import stepping, stud_stepping


class BlackjackAction(IntEnum):
    """The actions of the blackjack games; which are lawful is in the mask."""

    STAND = stepping.STAND
    """Take no more cards; also what ends a round in which nothing is asked."""
    HIT = stepping.HIT
    """Take a card."""
    DOUBLE = stepping.DOUBLE
    """Lay as much as the wager again, and take one card."""
    SPLIT = stepping.SPLIT
    """Make two hands of a pair, with a further wager on the second."""
    SURRENDER = stepping.SURRENDER
    """Give half the wager up."""
    INSURE = stepping.INSURE
    """Insure the wager for as much as may be."""
    EVEN_MONEY = stepping.EVEN_MONEY
    """Take 1 to 1 for a blackjack against an ace."""
    DECLINE = stepping.DECLINE
    """Take no insurance."""


class StudAction(IntEnum):
    """The actions of Caribbean Stud; both are always lawful."""

    FOLD = stud_stepping.FOLD
    """Give the ante up."""
    BET = stud_stepping.BET
    """Bet twice the ante."""
