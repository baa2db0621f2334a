"""A table at one moment: an immutable value. What happens to it is told by events."""

from datetime import datetime
from enum import Enum

import msgspec

from croupier.cards import Card, Shoe
from croupier.money import Account, Cents
from croupier.rulebooks import Role, TableLaw
from croupier.rulebooks.table_law import Cutter
from croupier.table.choices import Choices

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
    """Word given to somebody outside the game."""

    whom: Role
    about: str
    player: str | None = None


class Stage(Enum):
    """What has to be done with the cards before the next round."""

    SHUFFLE = "shuffle"
    CUT = "cut"
    LOAD = "load"
    BURN = "burn"


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


class RoundState(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A round under way; each family of games has its own."""

    stakes: tuple[Stake, ...]
    """All that lies on the layout for it."""


class Table(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """All that is known about a table."""

    law: TableLaw
    choices: Choices
    limits: Limits
    previous_limits: Limits | None = None
    """The old sign, shown while some players keep the old minimum."""
    inscription: str = ""
    """What the layout says about the dealer's soft seventeen, as the law names it."""
    side_bet_limits: dict[str, Limits] = {}
    side_bets_for_bettors_only: bool = False
    players_per_box: int
    held_blackjacks: bool = False
    face_down: bool = False
    resplit: bool = False
    open: bool = True
    clock: datetime | None = None
    limit_sign: Sign | None = None
    retained_sign: Sign | None = None
    """The sign that ends or raises the older minimum which some players keep."""
    closing_sign: Sign | None = None
    notices: tuple[Notice, ...] = ()
    reserved: dict[int, str] = {}
    held: dict[str, Restriction] = {}
    """Restrictions of players who have left: they hold if the player comes back."""
    players: dict[str, Player] = {}
    wagers: tuple[Stake, ...] = ()
    """Wagers placed for the next round, in the order of their placing."""
    round: RoundState | None = None
    shoe: Shoe
    discards: tuple[Card | None, ...] = ()
    """The discard rack; ``None`` is a card that nobody saw."""
    preparation: Preparation | None = None
    cutting_card_at: int | None = None
    """Where the cutting card came out during the last round: a box, or 0 for the dealer's hand."""
    balances: dict[Account, Cents] = {}
    rounds: int = 0
    rounds_this_shoe: int = 0
    jackpot_closed: bool = False
    """Whether the game goes on without its jackpot."""
    rounds_left: int | None = None
    """How many rounds are left before an announced closing."""
    before: "Table | None" = None
    """The table before the round's last card, so that a round can be taken back card by card."""

    def chips(self, player: str) -> Cents:
        """What a player's chips here come to; below zero by what was brought along and wagered."""
        return self.balances.get(f"chips/{player}", 0)


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
