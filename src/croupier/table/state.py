"""A table at one moment: an immutable value. What happens to it is told by events."""

from datetime import datetime
from enum import Enum

import msgspec

from croupier.cards import Card, Shoe
from croupier.money import Account, Cents, Entry, Till
from croupier.notation import write
from croupier.rulebooks import Role
from croupier.rulebooks.roles import Cutter
from croupier.table.choices import Choices

MONEY_TILL = Till()
TOURNAMENT_TILL = Till("tournament")
MAIN = "main"
"""The initial wager of a blackjack game, among the kinds of wager."""


class Refused(msgspec.Struct, frozen=True, gc=False):
    """The answer to a command that the rules do not allow: nothing has changed."""

    code: str
    """What is wrong, for programs: ``split/limit-reached``."""
    clause: str
    """The clause that forbids it; empty where it is no rule but a fact (an unknown player)."""
    why: str
    """What is wrong, for people, in one sentence."""
    also: tuple[str, ...] = ()
    """Further clauses that forbid it as well."""


class Limits(msgspec.Struct, frozen=True, gc=False):
    """What a sign at the table says about wagers."""

    minimum: Cents
    maximum: Cents
    unit: Cents


class Stake(msgspec.Struct, frozen=True, gc=False):
    """Chips that lie on the layout: whose, where, on what."""

    player: str
    box: int
    on: str
    """``main``, ``double``, ``insurance`` or the name of an optional wager."""
    amount: Cents
    hand: int = 1
    tokens: Cents = 0
    """The part of the amount that is promotional tokens."""
    original: bool = True
    """False for a wager made by splitting."""
    surrendered: bool = False
    of: str = ""
    """Whose wager an insurance is on, where it is another player's."""
    below_minimum: bool = False
    """Whether it goes back whatever the result."""


class Reach(Enum):
    """How far a restriction goes."""

    UNTIL_SHUFFLE = "until-shuffle"
    FOR_GOOD = "for-good"
    ONE_BOX = "one-box"


class Restriction(msgspec.Struct, frozen=True, gc=False):
    """A player held to the minimum, and where."""

    reach: Reach
    clause: str
    box: int | None = None


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player at the table; the table keeps them in the order of their arrival."""

    name: str
    seat: int | None = None
    place: int | None = None
    """The box where the player sits or last wagered."""
    counted: bool = False
    """Whether the player has bought in here, so that the chips are known."""
    retained_minimum: Cents | None = None
    personal: Limits | None = None
    restriction: Restriction | None = None
    rounds_this_shoe: int = 0
    idle_rounds: int = 0
    last_boxes: tuple[int, ...] = ()
    """Where the player had wagers in the last round."""
    warned: bool = False
    """Whether the player has been told that wagers below the minimum go back."""
    restricted_before: bool = False
    nominated: int | None = None
    """The box where the player wants face-down cards."""


class Sign(msgspec.Struct, frozen=True, gc=False):
    """A change that the table has been told of: what, since when, from when."""

    displayed: datetime
    effective: datetime
    limits: Limits | None = None
    """The new limits; none on a sign that announces the closing."""


class Notice(msgspec.Struct, frozen=True, gc=False):
    """Word given to somebody outside the game; open until they have acknowledged it."""

    whom: Role
    about: str
    player: str | None = None
    clause: str = ""
    """The clause that demands it, where one does."""
    given: datetime | None = None
    deadline: datetime | None = None
    acknowledged: bool = False
    used: bool = False
    """Whether what it was to come before has been done: it does not serve twice."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """One wager's settlement."""

    player: str
    box: int
    hand: int
    on: str
    result: str
    """``win``, ``lose``, ``stand-off`` or ``void``."""
    stake: Cents
    net: Cents
    clause: str
    also: tuple[str, ...]
    """Further clauses that shaped it: rounding, a pay table's line."""
    entry: Entry
    of: str = ""
    """Whose wager was insured, where it was another player's."""
    tokens: Cents = 0
    """The part of the stake that was promotional tokens."""


class Settlement(msgspec.Struct, frozen=True, gc=False):
    """Wagers settled together, and the clause of the moment."""

    lines: tuple[Line, ...]
    clause: str


class Dispute(msgspec.Struct, frozen=True, gc=False):
    """A dispute or complaint, and how far it has come."""

    player: str
    about: str
    step: str = "raised"
    """``raised``, ``decided``, ``review-asked``, ``reviewed``, ``final`` or ``complained``."""
    decided_by: str = ""
    """The person who decided in the first instance, who does not review it."""
    outcome: str = ""


class Stage(Enum):
    """What has to be done with the cards before the next round."""

    CHECK = "check"
    REPLACE = "replace"
    SHUFFLE = "shuffle"
    CUT = "cut"
    LOAD = "load"
    BURN = "burn"


class Mix(Enum):
    """Which cards a shuffle mixes."""

    ALL = "all"
    DISCARDS = "discards"
    """Those in the rack, to finish a round that ran out of cards."""
    LEFT = "left"
    """Those in a device that failed, to finish the round from a shoe."""


class Preparation(msgspec.Struct, frozen=True, gc=False):
    """Cards being made ready: the stage, why, and who may still be offered the cut."""

    stage: Stage
    clause: str
    """The clause that demands the shuffle."""
    cut_clause: str = ""
    """The clause that names the player who is offered the cut first."""
    cutter: Cutter = Cutter.RIGHTMOST
    box: int = 0
    controller: str = ""
    """The box where the cutting card came out, and who decided for it."""
    declined: tuple[str, ...] = ()
    burn_clause: str = ""
    """The clause by which cards are burned."""
    mixes: Mix = Mix.ALL


class RoundState(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A round under way; each family of games has its own."""

    stakes: tuple[Stake, ...]
    """All that lies on the layout for it."""


class Table(
    msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="family", rename="kebab"
):
    """All that lies on a table and holds at it; what has been is told by its events.

    It names its law and does not hold it: deciding under the law is for those who have it.
    """

    game: str
    """The game, as the law names it."""
    revision: str
    """The revision of the law that the table was opened under."""
    fingerprint: str
    """What that law's data come to, so that no other is taken for it."""
    choices: Choices
    limits: Limits
    """The sign that holds."""
    previous_limits: Limits | None = None
    """The old sign, shown while some players keep the old minimum."""
    players_per_box: int
    """How many players may wager on one box."""
    open: bool = True
    """False once the table is closed."""
    clock: datetime | None = None
    """The time of the last command that had one; none before that."""
    limit_sign: Sign | None = None
    """The sign that announces new limits."""
    retained_sign: Sign | None = None
    """The sign that ends or raises the older minimum which some players keep."""
    closing_sign: Sign | None = None
    """The sign that tells when the table closes."""
    notices: tuple[Notice, ...] = ()
    reserved: dict[int, str] = {}
    """Boxes that are kept for one player."""
    held: dict[str, Restriction] = {}
    """Restrictions of players who have left: they hold if the player comes back."""
    players: dict[str, Player] = {}
    """Who is at the table, in the order of arrival."""
    wagers: tuple[Stake, ...] = ()
    """Wagers placed for the next round, in the order of their placing."""
    round: RoundState | None = None
    """The round under way; each family of games has its own kind."""
    shoe: Shoe
    discards: tuple[Card | None, ...] = ()
    """The discard rack; ``None`` is a card that nobody saw."""
    ahead: tuple[Card, ...] = ()
    """Cards that have left the shoe and are the next to be dealt, in this order."""
    offered: int = 0
    """How many of them were drawn in error and may be refused."""
    first_card_out: bool = False
    """Whether a card came out before the deal, so that betting is closed."""
    preparation: Preparation | None = None
    shuffle_after_round: str = ""
    """The clause that asks for a shuffle at the end of the round, where a step was forgotten."""
    device_missing: bool = False
    """Whether the table goes on with a shoe because its device failed."""
    discards_kept: bool = False
    """Whether the discards were forgotten and stay in the rack for this round."""
    cutting_card_at: int | None = None
    """Where the cutting card came out during the last round: a box, or 0 for the dealer's hand."""
    balances: dict[Account, Cents] = {}
    """What every account holds; together nothing."""
    rounds: int = 0
    """How many rounds were begun."""
    rounds_this_shoe: int = 0
    """And how many since the last shuffle."""
    jackpot_closed: bool = False
    """Whether the game goes on without its jackpot."""
    rounds_left: int | None = None
    """How many rounds are left before an announced closing."""
    settled: tuple[Settlement, ...] = ()
    """What was settled in the round, or in the last one until the next begins."""
    excluded: dict[str, str] = {}
    """Who may not play here any more, and by which clause."""
    disputes: tuple[Dispute, ...] = ()

    def __repr__(self) -> str:
        """The table in the notation, on one line that ``croupier.notation.read`` reads back."""
        return write(self)

    def __hash__(self) -> int:
        balances = frozenset(self.balances.items())
        return hash((self.game, self.rounds, self.wagers, self.round, self.shoe, balances))

    def chips(self, player: str) -> Cents:
        """What a player's chips here come to; below zero by what was brought along and wagered."""
        return self.balances.get(self.till.chips(player), 0)

    @property
    def till(self) -> Till:
        """The accounts that chips move between here."""
        return TOURNAMENT_TILL if self.choices.tournament else MONEY_TILL


def seated_at(table: Table, box: int) -> Player | None:
    """The player whose seat a box is."""
    return next((player for player in table.players.values() if player.seat == box), None)


def minimum_for(table: Table, player: str) -> Cents:
    """The minimum that binds a player: the sign's, or one that the player keeps or was given."""
    known = table.players.get(player)
    if known is None:
        return table.limits.minimum
    if known.personal is not None:
        return known.personal.minimum
    if known.retained_minimum is not None:
        return min(known.retained_minimum, table.limits.minimum)
    return table.limits.minimum
