"""What may be asked in a blackjack round."""

from croupier.money import Cents
from croupier.table.commands import Command, PlayerCommand
from croupier.table.commands import Deal as Deal
from croupier.table.commands import DealCard as DealCard


class Insure(PlayerCommand, frozen=True, tag="insure"):
    """Places insurance on one's own wager, or on another's where the rulebook lets it."""

    player: str
    """Who insures."""
    box: int
    """Where the wager lies, from 1."""
    amount: Cents
    """How much."""
    of: str | None = None
    """Whose wager is insured, where the rulebook lets another do it."""


class TakeEvenMoney(PlayerCommand, frozen=True, tag="even-money"):
    """Takes 1 to 1 for a blackjack against an ace."""

    player: str
    """Whose blackjack it is."""
    box: int
    """Where it lies, from 1."""


class CloseInsurance(Command, frozen=True, tag="close-insurance"):
    """Announces that insurance is closed."""


class Shown(PlayerCommand, frozen=True, kw_only=True):
    """A call that is shown with a hand signal."""

    signal: str = ""
    """The signal: ``scratch``, ``tap``, ``knock``, ``wave``; if left out, a lawful one."""


class Decision(Shown, frozen=True):
    """A call for a box; without a player it is the controlling player's."""

    box: int
    """The box that the call is for, from 1."""
    player: str | None = None
    """Who calls; the controlling player if left out."""


class Hit(Decision, frozen=True, tag="hit"):
    """Asks for a card."""


class Stand(Decision, frozen=True, tag="stand"):
    """Asks for no more cards."""


class DoubleDown(Decision, frozen=True, tag="double"):
    """Doubles, or joins a double; without an amount, for as much as the wager."""

    amount: Cents | None = None
    """How much is added; as much as the wager if left out."""


class DeclineDouble(Decision, frozen=True, tag="no-double"):
    """Does not join a double."""


class SplitHand(Decision, frozen=True, tag="split"):
    """Splits, or joins a split."""


class DeclineSplit(Decision, frozen=True, tag="no-split"):
    """Does not join a split."""


class Surrender(Decision, frozen=True, tag="surrender"):
    """Gives up half the wager, or joins others who do."""


class DeclineSurrender(Decision, frozen=True, tag="no-surrender"):
    """Does not join a surrender."""


class ExposeCards(Decision, frozen=True, tag="expose"):
    """Turns the first two cards up."""


class ApproveHeldBlackjacks(Command, frozen=True, tag="approve-held-blackjacks"):
    """Lets blackjacks be paid at the final settlement."""

    approved: bool = True
    """Whether it is approved from now on, or no longer."""


class ApproveFaceDown(Command, frozen=True, tag="approve-face-down"):
    """Lets the first two cards be dealt face down."""

    approved: bool = True
    """Whether it is approved from now on, or no longer."""


class PermitResplit(Command, frozen=True, tag="permit-resplit"):
    """Lets hands be split again."""


class SetSideBetLimits(Command, frozen=True, tag="side-bet-limits"):
    """Puts the amounts of an optional wager on the sign."""

    on: str
    """The optional wager, by its name."""
    minimum: Cents
    """The least that it takes."""
    maximum: Cents
    """The most."""


class LimitSideBets(Command, frozen=True, tag="limit-side-bets"):
    """Keeps optional wagers for players with an initial wager."""
