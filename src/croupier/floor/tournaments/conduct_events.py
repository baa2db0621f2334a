"""What has happened while sessions are on: breaks, counts, mistakes taken back."""

from datetime import datetime

import msgspec

from croupier.money import Cents, Entry
from croupier.table.events import Event


class BreakGiven(Event, frozen=True, tag="break-given"):
    """Players have a break."""

    minutes: int | None
    """How long; none where the manager left it open."""
    clause: str
    """The clause that lets the manager give one; empty where the rulebook has none."""
    until: datetime | None = None
    """When it ends; none where no time is kept, or its length is open."""
    round: int = 0
    """Before which round, by the table furthest behind; 0 where no session was on."""


class BreakEnded(Event, frozen=True, tag="break-ended"):
    """A break is over, and play goes on."""

    clause: str
    """The clause that lets the manager give one; empty where the rulebook has none."""


class EliminationUndone(Event, frozen=True, tag="elimination-undone"):
    """A player who was put out by mistake is back, with all that stood."""

    player: str
    """Who."""
    reason: str
    """What the mistake was."""
    entries: tuple[Entry, ...]
    """The postings of a fee that goes to the pool again; empty where it never left."""
    fee: Cents
    """How much of it; 0 where it never left."""
    clause: str
    """The clause by which the player had been put out."""
    also: tuple[str, ...] = ()
    """Further clauses: who runs the tournament."""


class TimeLimitSet(Event, frozen=True, tag="time-limit-set"):
    """Wagers must be made within a time at all tables."""

    seconds: int
    """How long; 0 for no limit."""
    clause: str
    """The clause that lets the manager say so."""


class TournamentChipsCounted(Event, frozen=True, tag="tournament-chips-counted"):
    """The chips at a table were counted at the manager's wish."""

    table: int
    """The table, from 1."""
    counts: dict[str, Cents]
    """What each player has in front."""
    clause: str
    """The clause that lets the manager have them counted."""


class MissingChips(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips of one denomination that did not come back."""

    denomination: Cents
    """What each is worth."""
    quantity: int
    """How many."""


class ChipsReturned(Event, frozen=True, tag="chips-returned"):
    """The chips of a table went back to the inventory after a session."""

    table: int
    """The table, from 1."""
    missing: tuple[MissingChips, ...]
    """What did not come back; empty where all did."""
    clause: str
    """The clause that has it reported and recorded."""
