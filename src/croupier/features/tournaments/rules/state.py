"""The state of a tournament: an immutable value, changed only by events; and its accounts."""

from collections.abc import Iterable
from datetime import datetime
from enum import Enum
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.features.tournaments.rules.conditions import (
    EXTRA_ROUNDS,
    Conditions,
    Entrants,
    SessionPlan,
)
from croupier.games.table.state import Dispute, Notice
from croupier.money import Account, Cents, Entry, Posting, balances_after


class TournamentPhase(Enum):
    """How far a tournament has come."""

    DRAFT = "draft"
    """The conditions are not published."""
    ENTRIES = "entries"
    SEATING = "seating"
    """Seats are drawn for a session that has not started."""
    SESSION = "session"
    BETWEEN = "between"
    """A session is over, and more follow."""
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Fate(Enum):
    """What became of an entry."""

    ENTERED = "entered"
    RESERVE = "reserve"
    """Waits for a seat, and has not paid."""
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"
    FORFEITED = "forfeited"
    REPLACED = "replaced"
    """A substitute plays on."""


class Entrant(msgspec.Struct, frozen=True, gc=False):
    """A player who entered, and what they paid."""

    player: str
    """The player's id."""
    fate: Fate = Fate.ENTERED
    """What became of the entry."""
    clause: str = ""
    """The clause by which the player is out; empty while they are in."""
    ground: str = ""
    """The ground of a disqualification; empty without one."""
    withdrew_in_time: bool = False
    """Whether the player withdrew while that was free; then they may enter again."""
    fee: Cents = 0
    """How much of the player's money is in the pool for the entry."""
    commission: Cents = 0
    """What the operator keeps of it."""
    refunded: Cents = 0
    """How much of the fee was returned with a disqualification."""
    buy_ins: Cents = 0
    """What chips have cost so far, without those that were turned into cash."""
    buy_backs: int = 0
    """How often the player bought back."""
    declined_buy_back: bool = False
    """Whether the player wants no buy-back any more."""
    bought_back: Cents = 0
    """What the buy-backs have cost."""


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A seat in a session, drawn or assigned."""

    player: str
    """The player's id."""
    table: int
    """The table, from 1."""
    box: int
    """The box, from 1."""
    present: bool = False
    """Whether the player has taken it."""
    bought: bool = False
    """Whether the player has bought the chips of the session."""


class Standings(msgspec.Struct, frozen=True, gc=False):
    """The standings at a table whose tie is played off, in groups of tied players."""

    groups: tuple[tuple[str, ...], ...]
    """The best first."""
    round: int
    """The round that was counted last."""


class TableResult(msgspec.Struct, frozen=True, gc=False):
    """The result of a session at one table."""

    table: int
    """The table, from 1."""
    groups: tuple[tuple[str, ...], ...]
    """The players from the best on; tied together if the tie does not matter."""
    counts: dict[str, Cents]
    """The chips that were counted."""
    advanced: tuple[str, ...]
    """The players who advance."""
    eliminated: tuple[str, ...]
    """The players who were eliminated during the session."""

    @property
    def places(self) -> dict[str, int]:
        """Return the place of each player; tied players share one."""
        found: dict[str, int] = {}
        place = 1
        for group in self.groups:
            found |= dict.fromkeys(group, place)
            place += len(group)
        return found


class SessionResult(msgspec.Struct, frozen=True, gc=False):
    """The result of a session."""

    name: str
    """Its name."""
    tables: tuple[TableResult, ...]
    """The results, table by table."""

    @property
    def advancing_players(self) -> tuple[str, ...]:
        """Return the players who advance from it."""
        return tuple(player for table in self.tables for player in table.advanced)


class Break(msgspec.Struct, frozen=True, gc=False):
    """A break that was given."""

    session: str
    """The session; empty if none was in progress."""
    round: int
    """The round before which it came, by the slowest table; 0 if no session was in progress."""
    minutes: int | None
    """Its length; ``None`` if the manager left it open."""
    until: datetime | None
    """When it ends; ``None`` if no time is kept, or its length is open."""
    over: bool = False
    """Whether play has resumed."""


class Tournament(msgspec.Struct, frozen=True, gc=False, kw_only=True, rename="kebab"):
    """A tournament at one moment."""

    name: str
    """Its name among others, part of the names of its accounts."""
    game: str
    """The game, as the law names it."""
    revision: str = ""
    """The revision of the law that it stands under."""
    fingerprint: str = ""
    """The fingerprint of that law."""
    law_values: str = ""
    """The hash of that law's values; empty in records of older versions."""
    conditions: Conditions
    """The conditions as the operator wrote them down."""
    omitted: tuple[str, ...] = ()
    """Conditions that are not stated; empty if all are."""
    low_limit: bool = False
    """Whether its tables are for low limit gaming."""
    boxes: int
    """How many boxes its tables have."""
    phase: TournamentPhase = TournamentPhase.DRAFT
    """How far it has come."""
    clock: datetime | None = None
    """The time of the last command that had one; ``None`` before the first."""
    approved: Cents = 0
    """The commission that the regulator has approved; 0 if none."""
    manager: str = ""
    """The person who runs it; empty if nobody was appointed."""
    regulator_told: bool = False
    """Whether the regulator has the conditions."""
    designated: tuple[int, ...] = ()
    """The tables that are reserved for it."""
    live_tables: tuple[int, ...] = ()
    """The tables at which people deal in the sessions to come; empty if software deals at all."""
    entrants: dict[str, Entrant] = {}
    """The entrants, in the order of entering."""
    turned_away: tuple[str, ...] = ()
    """The players whose application was refused."""
    starts: datetime
    """When the next session starts."""
    session: int = 0
    """The index of the session that is in progress or comes next, from 0."""
    seats: tuple[Seat, ...] = ()
    """The seats of the session that is in progress or comes next; empty before they are drawn."""
    field: tuple[str, ...] = ()
    """The players of the next session; empty before the first is over."""
    fallen: tuple[str, ...] = ()
    """The players who have not advanced, and may play a repechage."""
    standings: dict[int, Standings] = {}
    """The tables where a tie is played off, and the standings there."""
    results: tuple[SessionResult, ...] = ()
    """The sessions that are over."""
    finished_tables: tuple[TableResult, ...] = ()
    """The tables of this session that are over."""
    returned: tuple[tuple[str, int], ...] = ()
    """The tables whose chips have been returned, each by its session and number."""
    out: tuple[str, ...] = ()
    """The players who were eliminated during a session and are not back."""
    unpaid: tuple[str, ...] = ()
    """The players who are out for want of a buy-in and are not back."""
    points: dict[str, Fraction] = {}
    """Points of each player, if points decide."""
    level: tuple[tuple[str, ...], ...] = ()
    """The groups with equal points that play extra rounds for their prizes, by their tables from 1
    on; empty if there are none."""
    awards: dict[str, Cents] | None = None
    """What each player was awarded; ``None`` before that."""
    balances: dict[Account, Cents] = {}
    """Money, by the accounts that hold it; the sum is always 0."""
    notices: tuple[Notice, ...] = ()
    """All notices given, in order."""
    disputes: tuple[Dispute, ...] = ()
    """All disputes, in order; commands name them by their number."""
    seconds: int = 0
    """Time for a wager; 0 if there is no limit."""
    breaks: tuple[Break, ...] = ()
    """The breaks that were given, in order."""
    halted: bool = False
    """Whether play has stopped until a dispute is decided."""

    @property
    def plan(self) -> SessionPlan:
        """The session that is in progress or comes next, or the last."""
        if self.level:
            return SessionPlan(name=EXTRA_ROUNDS, tables=len(self.level), rounds=1)
        return self.conditions.sessions[self.session]

    @property
    def last_session(self) -> bool:
        """Whether the session that is in progress or comes next is the last."""
        return self.session >= len(self.conditions.sessions) - 1

    @property
    def last_played(self) -> SessionResult | None:
        """The last session that was over and had players; ``None`` if there is none."""
        return next((one for one in reversed(self.results) if one.tables), None)

    @property
    def on_break(self) -> Break | None:
        """The break in progress; ``None`` if there is none."""
        last = self.breaks[-1] if self.breaks else None
        return None if last is None or last.over else last

    def seat_of(self, player: str) -> Seat | None:
        """Return a player's seat; ``None`` if they have none."""
        return next((seat for seat in self.seats if seat.player == player), None)

    def fate_of(self, player: str) -> Fate | None:
        """Return what became of a player's entry; ``None`` for a player who has not entered."""
        entrant = self.entrants.get(player)
        return None if entrant is None else entrant.fate

    @property
    def is_early(self) -> bool:
        """Whether the stated time of the next session, or of the current one, is still to come."""
        return self.clock is not None and self.clock < self.starts

    @property
    def active(self) -> tuple[str, ...]:
        """Return the players who are entered, in the order of entering."""
        return tuple([name for name, one in self.entrants.items() if one.fate is ENTERED])


# ----------------------------------------------------------------------------------------- changes


def post_entries(tournament: Tournament, entries: Iterable[Entry]) -> Tournament:
    """Return the tournament with the entries posted."""
    return replace(tournament, balances=balances_after(tournament.balances, entries))


def with_entrant(tournament: Tournament, name: str, **changes: Any) -> Tournament:
    """Return the tournament with one entrant changed."""
    entrant = replace(tournament.entrants[name], **changes)
    return replace(tournament, entrants={**tournament.entrants, name: entrant})


def with_seat(tournament: Tournament, whose: str, **changes: Any) -> Tournament:
    """Return the tournament with one player's seat changed."""
    seats = tuple(
        replace(seat, **changes) if seat.player == whose else seat for seat in tournament.seats
    )
    return replace(tournament, seats=seats)


def end_breaks(tournament: Tournament) -> tuple[Break, ...]:
    """Return the breaks, all of them over."""
    return tuple(replace(one, over=True) for one in tournament.breaks)


BEFORE_A_SESSION = (TournamentPhase.ENTRIES, TournamentPhase.SEATING, TournamentPhase.BETWEEN)
"""The phases in which a session is still to start."""


ENTERED = Fate.ENTERED
"""A constant of its own: every entrant needs it, and enumeration access is slow."""


def participants(tournament: Tournament) -> tuple[str, ...]:
    """Return the players of the next session."""
    active = tournament.active
    if tournament.level:
        return tuple(player for group in tournament.level for player in group if player in active)
    if tournament.session == 0 or tournament.conditions.by_points:
        return active
    if tournament.plan.entrants is Entrants.ELIMINATED:
        return tuple(player for player in tournament.fallen if player in active)
    return tuple(player for player in tournament.field if player in active)


# ---------------------------------------------------------------------------------------- accounts


def player_account(name: str) -> Account:
    """Return the account of a player's money: what was received less what was paid."""
    return f"money/{name}"


def pool_account(tournament: str) -> Account:
    """Return the account of the prize pool."""
    return f"prize-pool/{tournament}"


def commission_account(tournament: str) -> Account:
    """Return the account of what the operator keeps of the fees."""
    return f"commission/{tournament}"


def buy_ins_account(tournament: str) -> Account:
    """Return the account of what was paid for chips."""
    return f"buy-ins/{tournament}"


def added_account(tournament: str) -> Account:
    """Return the account of what the operator has added to the pool, below zero."""
    return f"added/{tournament}"


def guarantee_account(tournament: str) -> Account:
    """Return the account of what the operator has paid to meet a guarantee, below zero."""
    return f"guarantee/{tournament}"


def cash_out_account(tournament: str) -> Account:
    """Return the account of what the operator has paid for chips, below zero."""
    return f"cash-out/{tournament}"


def postings_entry(clause: str, *postings: tuple[Account, Cents]) -> tuple[Entry, ...]:
    """Return one entry of the postings that are not zero; empty if all are."""
    made = tuple(Posting(account, amount) for account, amount in postings if amount)
    return (Entry(made, clause),) if made else ()
