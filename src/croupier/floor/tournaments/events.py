"""What has happened in a tournament: facts in the past tense, in a stream of its own."""

from datetime import datetime
from fractions import Fraction

from croupier.floor.tournaments.conditions import Conditions
from croupier.floor.tournaments.conduct_events import BreakEnded as BreakEnded
from croupier.floor.tournaments.conduct_events import BreakGiven as BreakGiven
from croupier.floor.tournaments.conduct_events import ChipsReturned as ChipsReturned
from croupier.floor.tournaments.conduct_events import EliminationUndone as EliminationUndone
from croupier.floor.tournaments.conduct_events import TimeLimitSet as TimeLimitSet
from croupier.floor.tournaments.conduct_events import (
    TournamentChipsCounted as TournamentChipsCounted,
)
from croupier.floor.tournaments.state import Seat, TableResult
from croupier.money import Cents, Entry
from croupier.table.choices import Choices
from croupier.table.events import Event


class TournamentPlanned(Event, frozen=True, tag="tournament-planned"):
    """Conditions were written down: the first of all events of a tournament."""

    name: str
    """Its name among others."""
    game: str
    """The game, as the law names it."""
    revision: str
    """The revision of the law that it is planned under."""
    fingerprint: str
    """A hash of that law's data."""
    conditions: Conditions
    """What was written down."""
    omitted: tuple[str, ...]
    """Conditions that are not stated; empty where all are."""
    low_limit: bool
    """Whether its tables are for low limit gaming."""
    boxes: int
    """How many boxes its tables have."""
    choices: Choices = Choices()
    """The operator's choices for its tables, without what the conditions say."""
    law_values: str = ""
    """A hash of that law's values without its words; empty in records of versions before it."""


class TournamentClockMoved(Event, frozen=True, tag="tournament-clock-moved"):
    """Time came with a command."""

    at: datetime
    """The time."""


class CommissionApproved(Event, frozen=True, tag="commission-approved"):
    """The regulator approved what the operator may keep of a fee."""

    amount: Cents
    """The most for each entry."""
    clause: str
    """The clause that asks for the approval."""


class ConditionsPublished(Event, frozen=True, tag="conditions-published"):
    """The conditions are binding and published; what the operator adds is in the pool."""

    entries: tuple[Entry, ...]
    """The postings of what is added; empty where nothing is."""
    clause: str
    """The clause that requires their publication."""
    also: tuple[str, ...]
    """Further clauses that say what they state; empty where none do."""


class TournamentManagerAppointed(Event, frozen=True, tag="tournament-manager-appointed"):
    """Somebody is to run the tournament."""

    person: str
    """Who."""
    clause: str
    """The clause that asks for one."""


class RegulatorTold(Event, frozen=True, tag="regulator-told"):
    """The regulator has a copy of the conditions."""

    about: str
    """What the copy is about."""
    clause: str
    """The clause that asks for it."""


class TableDesignated(Event, frozen=True, tag="table-designated"):
    """A table is reserved for the tournament."""

    table: int
    """The table, from 1."""
    clause: str
    """The clause that has the manager say so."""


class PlayerEntered(Event, frozen=True, tag="player-entered"):
    """A player entered, paid, and has a copy of the conditions; a reserve has not paid."""

    player: str
    """Who."""
    reserve: bool
    """Whether the player waits for a seat."""
    fee: Cents
    """What went to the pool."""
    commission: Cents
    """What the operator keeps."""
    entries: tuple[Entry, ...]
    """The postings of the fee; empty where nothing was paid."""
    clause: str
    """The clause that lets a fee be charged."""


class EntryRefused(Event, frozen=True, tag="entry-refused"):
    """An application was refused."""

    player: str
    """Whose."""
    reason: str
    """Why."""
    clause: str
    """The clause that reserves the right."""


class EntryWithdrawn(Event, frozen=True, tag="entry-withdrawn"):
    """A player withdrew before the first session."""

    player: str
    """Who."""
    free: bool
    """Whether the fee went back."""
    entries: tuple[Entry, ...]
    """The postings; empty where the fee stays."""
    clause: str
    """The clause that decides about the fee."""


class TournamentCancelled(Event, frozen=True, tag="tournament-cancelled"):
    """The tournament was cancelled, and all that players paid went back."""

    reason: str
    """Why."""
    entries: tuple[Entry, ...]
    """The postings; empty where nothing was paid."""
    clause: str
    """The clause that lets the operator cancel it."""


class SeatsDrawn(Event, frozen=True, tag="seats-drawn"):
    """Seats were found for the session that comes next."""

    session: str
    """Its name."""
    seats: tuple[Seat, ...]
    """Who sits where."""
    drawn: bool
    """Whether a ballot decided; else the manager assigned them."""
    clause: str
    """The clause that says how they are found."""
    also: tuple[str, ...] = ()
    """Further clauses; empty where none shaped it."""


class SeatTakenUp(Event, frozen=True, tag="seat-taken-up"):
    """A player is in the seat before the session, or has left it."""

    player: str
    """Who."""
    present: bool
    """Whether the player is there now."""


class SessionChipsBought(Event, frozen=True, tag="session-chips-bought"):
    """A player paid for the chips of a session."""

    player: str
    """Who."""
    amount: Cents
    """The money."""
    entries: tuple[Entry, ...]
    """The postings."""
    clause: str
    """The clause that has chips bought."""


class SessionStarted(Event, frozen=True, tag="session-started"):
    """A session began at all its tables."""

    session: str
    """Its name."""
    forfeited: tuple[str, ...]
    """Who has lost the place by not being there."""
    without_buy_in: tuple[str, ...]
    """Who was eliminated for want of chips."""
    clause: str
    """The clause that gives everybody the same chips."""
    forfeit_clause: str
    """The clause by which places are lost; empty where none were."""


class SessionMoved(Event, frozen=True, tag="session-moved"):
    """The start of the next session was moved, with notice."""

    starts: datetime
    """The new time."""
    clause: str
    """The clause that lets the manager move it."""


class ReserveSeated(Event, frozen=True, tag="reserve-seated"):
    """A reserve paid the fee and has a seat that was forfeited."""

    player: str
    """The reserve."""
    instead: str
    """Who had the seat."""
    fee: Cents
    """What went to the pool."""
    commission: Cents
    """What the operator keeps."""
    entries: tuple[Entry, ...]
    """The postings of the fee."""
    clause: str
    """The clause that lets the seat be offered."""


class SubstituteAdmitted(Event, frozen=True, tag="substitute-admitted"):
    """Somebody plays on for an entrant."""

    player: str
    """Who plays."""
    instead: str
    """For whom."""
    clause: str
    """The clause that leaves it to the manager."""


class PlayerDisqualified(Event, frozen=True, tag="player-disqualified"):
    """A player was disqualified."""

    player: str
    """Who."""
    ground: str
    """Why."""
    entries: tuple[Entry, ...]
    """The postings of a fee that went back; empty where it stays."""
    refund: Cents
    """How much of it; 0 where it stays."""
    clause: str
    """The clause of the ground."""
    also: tuple[str, ...] = ()
    """Further clauses; empty where none say so."""


class PlayerBoughtBack(Event, frozen=True, tag="player-bought-back"):
    """An eliminated player bought back."""

    player: str
    """Who."""
    amount: Cents
    """What it cost; it goes to the pool."""
    entries: tuple[Entry, ...]
    """The postings."""
    clause: str
    """The clause that has the conditions provide for it."""


class TieFound(Event, frozen=True, tag="tie-found"):
    """Players are level where it matters, and play on; or a round of that was counted."""

    table: int
    """The table, from 1."""
    groups: tuple[tuple[str, ...], ...]
    """All players from the best on, those who are level together."""
    round: int
    """The round that was counted."""
    clause: str
    """The clause that has them play on."""


class TableFinished(Event, frozen=True, tag="table-finished"):
    """A session is over at a table, and its result announced."""

    result: TableResult
    """Places, counts, who goes on."""
    points: dict[str, Fraction]
    """What the places earn; empty where points do not decide."""
    entries: tuple[Entry, ...]
    """The postings of chips that are turned into cash; empty where none are."""
    clause: str
    """The clause that has the result announced."""
    also: tuple[str, ...]
    """Further clauses that shaped it."""


class SessionRecorded(Event, frozen=True, tag="session-recorded"):
    """The outcome of a session of another game was recorded."""

    session: str
    """Its name."""
    places: dict[str, int]
    """The places of the players."""
    points: dict[str, Fraction]
    """What they earn."""
    clause: str
    """The clause that lets other games count."""


class PrizesAwarded(Event, frozen=True, tag="prizes-awarded"):
    """The pool was paid out."""

    prizes: dict[str, Cents]
    """What each winner has."""
    entries: tuple[Entry, ...]
    """The postings: a guarantee made good, and the prizes."""
    clause: str
    """The clause that has all of the pool paid."""
    also: tuple[str, ...]
    """Further clauses that shaped it; empty where none did."""
