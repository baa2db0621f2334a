"""What has happened in a blackjack round."""

import msgspec

from croupier.blackjack.state import Call
from croupier.money import Cents, Entry
from croupier.table.events import Event
from croupier.table.round_events import CardDealt as CardDealt
from croupier.table.round_events import Line as Line
from croupier.table.round_events import RoundEnded as RoundEnded
from croupier.table.round_events import WagersSettled as WagersSettled
from croupier.table.state import Limits


class BoxControl(msgspec.Struct, frozen=True, gc=False):
    """Who decides for a box, and by which clause."""

    box: int
    player: str
    clause: str
    places: tuple[str, ...] = ()
    """The clauses by which the wagers lie: the controlling player's nearest the dealer."""


class RoundOpened(Event, frozen=True, tag="round-opened"):
    """Betting closed; these boxes are in the round."""

    control: tuple[BoxControl, ...]
    clause: str
    unpaid: tuple[tuple[str, int], ...] = ()
    """Players and boxes whose wager is below the minimum and goes back, whatever the result."""
    idle: tuple[str, ...] = ()
    """Players who sit this round out so that it counts towards giving their seat up."""
    controller_first: bool = False
    """Whether the wager of the player who decides for a box lies nearest the dealer."""


class CardsExposed(Event, frozen=True, tag="cards-exposed"):
    """Face-down cards were turned."""

    box: int
    clause: str


class InitialDealCompleted(Event, frozen=True, tag="initial-deal-completed"):
    """Every box has two cards and the dealer one."""

    clause: str


class DiscardsReturned(Event, frozen=True, tag="discards-returned"):
    """The discards went back into the shuffling device."""

    clause: str
    final: bool = False
    """Whether cards of the round itself went in, so that it cannot be taken back any more."""


class InsuranceOffered(Event, frozen=True, tag="insurance-offered"):
    """Insurance was called against the dealer's card."""

    against: str
    """``ace`` or ``ten``."""
    clause: str


class InsurancePlaced(Event, frozen=True, tag="insurance-placed"):
    """A player insured a wager: their own, or that of a player who did not."""

    player: str
    box: int
    amount: Cents
    entry: Entry
    of: str = ""


class InsuranceDisplaced(Event, frozen=True, tag="insurance-displaced"):
    """Insurance went back to make room for a better claim."""

    player: str
    box: int
    of: str
    amount: Cents
    entry: Entry
    clause: str


class Surrendered(Event, frozen=True, tag="surrendered"):
    """A player gave half a wager up; a marker lies on it."""

    player: str
    box: int
    waiting: tuple[str, ...]
    clause: str
    marker_clause: str


class InsuranceClosed(Event, frozen=True, tag="insurance-closed"):
    """No more insurance is taken."""

    clause: str


class CardCalled(Event, frozen=True, tag="card-called"):
    """A card is owed to a hand: asked for, or by a double that all have answered."""

    box: int
    hand: int
    call: Call
    clause: str


class HandFinished(Event, frozen=True, tag="hand-finished"):
    """A hand takes no more cards."""

    box: int
    hand: int
    clause: str
    called: bool = False
    """Whether its player stood; else the rules closed it."""


class DoublePlaced(Event, frozen=True, tag="double-placed"):
    """A player put a further wager on a hand."""

    player: str
    box: int
    hand: int
    amount: Cents
    waiting: tuple[str, ...]
    """The players of the box who have yet to say whether they double."""
    entry: Entry


class SplitPlaced(Event, frozen=True, tag="split-placed"):
    """A player put a wager down for the second of the hands to be formed."""

    player: str
    box: int
    hand: int
    amount: Cents
    waiting: tuple[str, ...]
    entry: Entry


class JoiningDeclined(Event, frozen=True, tag="joining-declined"):
    """A player did not join a double, split or surrender."""

    player: str
    box: int
    hand: int
    what: str
    clause: str


class HandSplit(Event, frozen=True, tag="hand-split"):
    """A hand became two."""

    box: int
    hand: int
    clause: str


class PlayCompleted(Event, frozen=True, tag="play-completed"):
    """All players' hands are complete."""

    clause: str


class HeldBlackjacksApproved(Event, frozen=True, tag="held-blackjacks-approved"):
    """Blackjacks wait for the final settlement, or no longer."""

    approved: bool
    clause: str


class FaceDownApproved(Event, frozen=True, tag="face-down-approved"):
    """First cards may lie face down, or no longer."""

    approved: bool
    clause: str


class ResplitPermitted(Event, frozen=True, tag="resplit-permitted"):
    """Hands may be split again at this table."""

    clause: str
    told_clause: str


class SideBetLimitsSet(Event, frozen=True, tag="side-bet-limits-set"):
    """The sign shows amounts for an optional wager."""

    on: str
    limits: Limits
    clause: str


class SideBetsLimited(Event, frozen=True, tag="side-bets-limited"):
    """Optional wagers are for players with an initial wager; a sign says so."""

    clause: str
    sign_clause: str
