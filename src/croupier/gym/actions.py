"""What an agent may do, by number."""

from enum import IntEnum

from croupier.maths.kernels import blackjack_steps, stud_steps


class BlackjackAction(IntEnum):
    """The actions of the blackjack games; which are lawful is in the mask."""

    STAND = blackjack_steps.STAND
    """Take no more cards; also what ends a round in which nothing is asked."""
    HIT = blackjack_steps.HIT
    """Take a card."""
    DOUBLE = blackjack_steps.DOUBLE
    """Lay as much as the wager again, and take one card."""
    SPLIT = blackjack_steps.SPLIT
    """Make two hands of a pair, with a further wager on the second."""
    SURRENDER = blackjack_steps.SURRENDER
    """Give half the wager up."""
    INSURE = blackjack_steps.INSURE
    """Insure the wager for as much as may be."""
    EVEN_MONEY = blackjack_steps.EVEN_MONEY
    """Take 1 to 1 for a blackjack against an ace."""
    DECLINE = blackjack_steps.DECLINE
    """Take no insurance."""


class StudAction(IntEnum):
    """The actions of Caribbean Stud; both are always lawful."""

    FOLD = stud_steps.FOLD
    """Give the ante up."""
    BET = stud_steps.BET
    """Bet twice the ante."""
