"""What may be asked in a round of Caribbean Stud."""

import msgspec

from croupier.cards import Card
from croupier.money import Cents
from croupier.table.commands import Command, PlayerCommand


class PlaceBet(PlayerCommand, frozen=True, tag="bet"):
    """Bets on; without an amount twice the ante."""

    player: str
    """Who bets."""
    box: int
    """Where the hand lies, from 1."""
    amount: Cents | None = None
    """How much; twice the ante if left out."""
    pause: bool = False
    """Whether the dealer's hand, turned after this decision, is settled only at ``settle``."""
    unnoticed: bool = False
    """Whether a person deals and did not see that the amount is wrong; ``settle`` then goes on."""
    proxy: str = ""
    """Who lays it down, where that is not the player."""
    helping: bool = False
    """Whether that person only helps a player who is at the table."""
    chips: str = msgspec.field(default="", name="with")
    """``chips`` or ``tokens``; left out, chips, with tokens where those are too few."""


class DealFaceDown(Command, frozen=True, tag="face-down"):
    """Lays a card face down that nobody has read, where one is due face down."""


class TurnCard(Command, frozen=True, tag="turn-card"):
    """Turns the next card of a hand that lay face down and that nobody had read."""

    card: Card
    """What it is."""
    box: int | None = None
    """Whose hand, 0 is the dealer's; the hand that is due if left out."""


class CorrectBet(Command, frozen=True, tag="correct-bet"):
    """Has a wrong bet corrected before the dealer's cards are turned, or the hand folded."""

    box: int
    """Where the bet lies, from 1."""
    fold: bool = False
    """Whether the hand is folded; else the bet is corrected."""


class RevealFolded(Command, frozen=True, tag="reveal-folded"):
    """Shows a folded hand at the settlement."""

    box: int
    """Where the hand lies, from 1."""
    cards: tuple[Card, ...] = ()
    """Those of its cards that nobody had read; none where all are known."""


class CloseJackpot(Command, frozen=True, tag="close-jackpot"):
    """Lets the game go on without its jackpot."""


class ReopenJackpot(Command, frozen=True, tag="reopen-jackpot"):
    """Offers the jackpot again."""


class Fold(PlayerCommand, frozen=True, tag="fold"):
    """Gives up the hand."""

    player: str
    """Who folds."""
    box: int
    """Where the hand lies, from 1."""
    pause: bool = False
    """Whether settlement waits for ``settle`` when this was the last decision."""


class FoldAbsent(Command, frozen=True, tag="fold-absent"):
    """Folds the hand of a player who does not decide."""

    box: int
    """Where the hand lies, from 1."""


class Concede(PlayerCommand, frozen=True, tag="concede"):
    """Gives up the hand after the dealer's is turned."""

    player: str
    """Who concedes."""
    box: int
    """Where the hand lies, from 1."""


class Settle(Command, frozen=True, tag="settle"):
    """Goes on to the settlement."""


class InvalidateWagers(Command, frozen=True, tag="invalidate-wagers"):
    """Has a player's invalid wagers returned: all, or what is over a Loss Limit."""

    player: str
    """Whose wagers are invalid."""
    over: Cents | None = None
    """How much is over the Loss Limit; all wagers go back if left out."""


class JackpotPayment(msgspec.Struct, frozen=True, gc=False):
    """What the pool pays to one player."""

    player: str
    """Who is paid."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    amount: Cents
    """All that the player is paid."""
    from_pool: Cents
    """The part that comes out of the meter; the rest is the operator's."""
    clause: str
    """The clause of the payment."""
    also: tuple[str, ...] = ()
    """Further clauses that shaped it: sharing, least sums, bonus; empty where none did."""


class PayJackpot(Command, frozen=True, tag="pay-jackpot"):
    """Pays jackpot hands as the pool has decided."""

    payments: tuple[JackpotPayment, ...] = ()
    """What the pool pays; whoever runs table and pool together fills it in."""
