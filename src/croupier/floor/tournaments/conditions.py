"""What the operator writes down before a tournament: the conditions, as a typed value."""

from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum

import msgspec

from croupier.money import Cents
from croupier.table.choices import Level

MOST_BOXES = 9
"""The most boxes that a layout has."""
EXTRA_ROUNDS = "play-off"
"""The session in which players with equal points play for their prizes."""
ALL_OF_IT = Decimal(100)
"""The per cent that prizes make together."""


class Entrants(Enum):
    """Who plays a session."""

    ADVANCED = "advanced"
    """Those who went on."""
    ELIMINATED = "eliminated"
    """As a repechage, those who did not."""


class Seating(Enum):
    """How seats are found."""

    BALLOT = "ballot"
    LIST = "list"
    """The manager assigns them."""


class Ties(Enum):
    """How a tie is decided."""

    PLAY_OFF = "play-off"
    BALLOT = "ballot"
    """By lot."""
    SHARE = "share"
    """The places share equally what they earn together."""


class Format(Enum):
    """What decides a tournament."""

    PROGRESS = "progress"
    """Players progress from session to session."""
    POINTS = "points"
    """Points over all sessions."""


class SessionPlan(
    msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True
):
    """One session, as the conditions plan it."""

    name: str
    """What it is called: ``heats``, ``final``."""
    tables: int = 1
    """How many tables play it."""
    rounds: int = 3
    """How many rounds it has."""
    advance: int = 0
    """How many players of each table go on; 0 in the last one."""
    chips: Cents | None = None
    """Chips at its start, where they differ from the conditions'; none where they do not."""
    entrants: Entrants = Entrants.ADVANCED
    """Who plays: those who went on, or as a repechage those who did not."""
    eliminations: tuple[int, ...] = ()
    """After these rounds the player with the fewest chips at a table is out; empty where nobody
    is."""
    other_game: bool = False
    """Whether another game is played, whose outcome is recorded."""


class PlannedBreak(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A break, as the conditions plan it."""

    after: int
    """After which round of a session, counted from 1."""
    minutes: int
    """How long it is."""


class Conditions(
    msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True
):
    """The tournament conditions; one left out has the usual value."""

    entry_fee: Cents = 100_00
    """What an entry costs; 0 where it costs nothing."""
    commission: Cents = 0
    """What the operator keeps of each fee."""
    chips: Cents = 1000_00
    """Tournament chips of each player at the start of a session."""
    buy_in: Cents = 0
    """Money for those chips; 0 where they are allotted."""
    compulsory_wager: bool = True
    """Whether every round has a wager."""
    minimum: Cents = 10_00
    """The least wager."""
    maximum: Cents = 500_00
    """The most."""
    unit: Cents | None = None
    """The step of wagers above the minimum; none for the minimum."""
    levels: tuple[Level, ...] = ()
    """When the limits change, in every session; empty where they stay."""
    breaks: tuple[PlannedBreak, ...] = ()
    """When there is a break, in every session; empty where none is planned."""
    sessions: tuple[SessionPlan, ...] = (SessionPlan(name="final"),)
    """The sessions in their order."""
    seating: Seating = Seating.BALLOT
    """How seats are found: drawn, or assigned by the manager."""
    order_of_wagering: bool = True
    """Whether the marker is used."""
    deal_from_marker: bool = False
    """Whether cards and decisions start at the marker too."""
    pass_cards: int = 0
    """Pass cards for each player and session."""
    undisclosed_wagers: int = 0
    """Forms for each player and session."""
    buy_backs: int = 0
    """How often an eliminated player may buy back, in the first session."""
    buy_back_price: Cents = 50_00
    """What that costs."""
    buy_back_until: int = 2
    """Before which round at the latest, 2 or more."""
    eligibility: str = "adults"
    """Who may enter."""
    may_refuse: bool = False
    """Whether any application may be refused."""
    criteria: str = ""
    """The criteria by which entrants are selected; empty where all are accepted."""
    withdraw_until: datetime | None = None
    """Until when, included, withdrawal is free; none where it always costs the fee."""
    entry_method: str = "form"
    """How to enter."""
    starts: datetime = datetime(2026, 6, 1, 18, tzinfo=UTC)
    """When the first session starts."""
    minimum_players: int = 2
    """The fewest entries."""
    maximum_players: int = 100
    """The most."""
    groups: str = "none"
    """What groups of players must observe."""
    elimination: str = "below the minimum"
    """How players are eliminated."""
    ties: Ties = Ties.PLAY_OFF
    """How a tie for a place in a session is decided."""
    prizes: tuple[Decimal, ...] = (ALL_OF_IT,)
    """Per cent of the pool for places 1, 2 and so on."""
    prize_ties: Ties = Ties.PLAY_OFF
    """How a tie for prizes is decided."""
    format: Format = Format.PROGRESS
    """Whether players progress from session to session, or points over all sessions decide."""
    points: tuple[Decimal, ...] = ()
    """Points for places 1, 2 and so on at each table."""
    point_ties: Ties = Ties.SHARE
    """What tied places earn: their points divided, or what a play-off says."""
    sit_and_go: int = 0
    """This many entrants start at once; 0 where it starts at a time."""
    payment: str = "cheque"
    """How prizes are paid."""
    added: Cents = 0
    """What the operator adds to the pool."""
    guarantee: Cents = 0
    """The least that the pool comes to; 0 where nothing is guaranteed."""
    written_agreement: bool = False
    """Whether an entrant must agree in writing."""
    wager_seconds: int = 0
    """Time for a wager; 0 where there is no limit."""
    cash_out: bool = False
    """Whether chips are turned into cash at the end of a session."""
    conducted_by_rules: bool = True
    """The statement who conducts it, and that the rules prevail."""

    @property
    def by_points(self) -> bool:
        """Whether points over all sessions decide."""
        return self.format is Format.POINTS

    @property
    def step(self) -> Cents:
        """The step in which a wager may exceed the minimum."""
        return self.minimum if self.unit is None else self.unit

    def chips_for(self, session: SessionPlan) -> Cents:
        """The chips of each player at the start of a session."""
        return self.chips if session.chips is None else session.chips


TIES = {
    "ties": (Ties.PLAY_OFF, Ties.BALLOT),
    "prize-ties": (Ties.PLAY_OFF, Ties.SHARE),
    "point-ties": (Ties.SHARE, Ties.PLAY_OFF),
}
"""The ways to decide that each kind of tie may have."""
NAMES = tuple(field.encode_name for field in msgspec.structs.fields(Conditions))
"""The conditions by the names that people write."""
USUAL_WITHDRAWAL = datetime(2026, 5, 25, 12, tzinfo=UTC)
"""Until when withdrawal is free, where the conditions may say so and do not."""
