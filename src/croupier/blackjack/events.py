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
    """The number of the box, counted from 1 at the dealer's left."""
    player: str
    """Who decides for it."""
    clause: str
    """The clause that chose them among the players of the box."""
    places: tuple[str, ...] = ()
    """The clauses by which the wagers lie: the controlling player's nearest the dealer."""


class RoundOpened(Event, frozen=True, tag="round-opened"):
    """Betting closed; these boxes are in the round."""

    control: tuple[BoxControl, ...]
    """The boxes in the round, and who decides for each."""
    clause: str
    """The clause that lets the deal begin."""
    unpaid: tuple[tuple[str, int], ...] = ()
    """Players and boxes whose wager is below the minimum and goes back, whatever the result."""
    idle: tuple[str, ...] = ()
    """Players whose sitting out this round counts towards giving up their seat."""
    controller_first: bool = False
    """Whether the wager of the player who decides for a box lies nearest the dealer."""
    unpaid_optional: tuple[tuple[str, int, str], ...] = ()
    """Players, boxes and optional wagers of theirs that are below the minimum and go back."""


class CardsExposed(Event, frozen=True, tag="cards-exposed"):
    """Face-down cards were turned."""

    box: int
    """Whose cards, from 1."""
    clause: str
    """The clause that has them turned."""


class InitialDealCompleted(Event, frozen=True, tag="initial-deal-completed"):
    """Every box has two cards and the dealer one."""

    clause: str
    """The clause of the initial deal."""


class DiscardsReturned(Event, frozen=True, tag="discards-returned"):
    """The discards went back into the shuffling device."""

    clause: str
    """The clause that has them returned."""
    final: bool = False
    """Whether cards of the round itself went in, so that it cannot be taken back any more."""


class InsuranceOffered(Event, frozen=True, tag="insurance-offered"):
    """Insurance was called against the dealer's card."""

    against: str
    """``ace`` or ``ten``."""
    clause: str
    """The clause that asks for the call."""


class InsurancePlaced(Event, frozen=True, tag="insurance-placed"):
    """A player insured a wager: their own, or that of a player who did not."""

    player: str
    """Who insured."""
    box: int
    """Where the insured wager lies, from 1."""
    amount: Cents
    """How much was put down."""
    entry: Entry
    """The postings: from the player to the layout."""
    of: str = ""
    """Whose wager it is on; empty for the player's own."""


class InsuranceDisplaced(Event, frozen=True, tag="insurance-displaced"):
    """Insurance went back to make room for a claim that goes first."""

    player: str
    """Whose insurance went back."""
    box: int
    """Where the insured wager lies, from 1."""
    of: str
    """Whose wager it was on."""
    amount: Cents
    """How much went back."""
    entry: Entry
    """The postings: from the layout to the player."""
    clause: str
    """The clause that puts the other claim first."""


class Surrendered(Event, frozen=True, tag="surrendered"):
    """A player gave up half a wager; a marker lies on it."""

    player: str
    """Who gave it up."""
    box: int
    """Where the wager lies, from 1."""
    waiting: tuple[str, ...]
    """The players of the box who have yet to say whether they surrender; empty where none."""
    clause: str
    """The clause that allows it."""
    marker_clause: str
    """The clause that asks for the marker."""


class InsuranceClosed(Event, frozen=True, tag="insurance-closed"):
    """No more insurance is taken."""

    clause: str
    """The clause under which it was offered."""


class DecisionSignalled(Event, frozen=True, tag="decision-signalled"):
    """A player showed a decision with a hand signal."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    call: str
    """What was decided, by the name of the command."""
    signal: str
    """How it was shown."""
    clause: str
    """The clause that asks for signals."""


class CardCalled(Event, frozen=True, tag="card-called"):
    """A card is owed to a hand: asked for, or by a double that all have answered."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    call: Call
    """What was called."""
    clause: str
    """The clause by which the card is owed."""
    sideways_clause: str = ""
    """The clause by which it is laid sideways; empty where it is laid as others are."""


class HandFinished(Event, frozen=True, tag="hand-finished"):
    """A hand takes no more cards."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    clause: str
    """The clause by which it takes no more."""
    called: bool = False
    """Whether its player stood; else the rules closed it."""


class DoublePlaced(Event, frozen=True, tag="double-placed"):
    """A player put a further wager on a hand."""

    player: str
    """Who doubled."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    amount: Cents
    """The further wager."""
    waiting: tuple[str, ...]
    """The players of the box who have yet to say whether they double."""
    entry: Entry
    """The postings: from the player to the layout."""


class SplitPlaced(Event, frozen=True, tag="split-placed"):
    """A player put a wager down for the second of the hands to be formed."""

    player: str
    """Who split."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand is to become two, counted from 1."""
    amount: Cents
    """The further wager."""
    waiting: tuple[str, ...]
    """The players of the box who have yet to say whether they split; empty where none."""
    entry: Entry
    """The postings: from the player to the layout."""


class JoiningDeclined(Event, frozen=True, tag="joining-declined"):
    """A player did not join a double, split or surrender."""

    player: str
    """Who did not join."""
    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand of the box, counted from 1."""
    what: str
    """``double``, ``split`` or ``surrender``."""
    clause: str
    """The clause that leaves it to them."""


class HandSplit(Event, frozen=True, tag="hand-split"):
    """A hand became two."""

    box: int
    """The number of the box, counted from 1 at the dealer's left."""
    hand: int
    """Which hand became two, counted from 1; the new one lies behind it."""
    clause: str
    """The clause that allows it."""
    sideways_clause: str = ""
    """The clause by which the card of a split ace is laid sideways; empty where none is."""


class PlayCompleted(Event, frozen=True, tag="play-completed"):
    """All players' hands are complete."""

    clause: str
    """The clause by which the dealer draws next."""


class HeldBlackjacksApproved(Event, frozen=True, tag="held-blackjacks-approved"):
    """Blackjacks wait for the final settlement, or no longer."""

    approved: bool
    """Whether they wait; false ends it."""
    clause: str
    """The clause that lets a manager say so."""


class FaceDownApproved(Event, frozen=True, tag="face-down-approved"):
    """First cards may lie face down, or no longer."""

    approved: bool
    """Whether they may; false ends it."""
    clause: str
    """The clause that lets a manager say so."""


class ResplitPermitted(Event, frozen=True, tag="resplit-permitted"):
    """Hands may be split again at this table."""

    clause: str
    """The clause that lets somebody permit it."""
    told_clause: str
    """The clause by which players are informed before they play."""


class SideBetLimitsSet(Event, frozen=True, tag="side-bet-limits-set"):
    """The sign shows amounts for an optional wager."""

    on: str
    """The optional wager, by its name."""
    limits: Limits
    """What the sign says."""
    clause: str
    """The clause that asks for the sign."""


class SideBetsLimited(Event, frozen=True, tag="side-bets-limited"):
    """Optional wagers are for players with an initial wager; a sign says so."""

    clause: str
    """The clause that allows it."""
    sign_clause: str
    """The clause that asks for the sign."""
