"""A decision about a tournament in the making, and the checks that several subjects share.

A draft collects the tournament's own events and those of its tables; all become one append.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from croupier.features.tournaments.rules.conditions import Conditions
from croupier.features.tournaments.rules.state import Fate, Seat, Tournament, TournamentPhase
from croupier.games.blackjack.game import EVOLVERS as TABLE_EVOLVERS
from croupier.games.blackjack.state import BlackjackDraft, BlackjackTable
from croupier.games.table.choices import Choices
from croupier.games.table.contest.state import Contestant, Part, Standing
from croupier.games.table.contest.turns import contest_of, terms_of
from croupier.games.table.draft import Outcome
from croupier.games.table.state import Table, is_only_called, round_has_begun
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import BlackjackLaw, Role, Rule, Says
from croupier.rulebooks.law.tournaments import TournamentLaw

# ----------------------------------------------------------------------------- commands and events


class ManagersCommand(Command, frozen=True):
    """A command of the tournament's manager."""

    usual: ClassVar[Role] = Role.TOURNAMENT_MANAGER
    """The role that usually submits it, used if a text names none."""


class OperatorsCommand(Command, frozen=True):
    """A command of the operator."""

    usual: ClassVar[Role] = Role.GAMING_MANAGER
    """The role that usually submits it, used if a text names none."""


class EntrantsCommand(Command, frozen=True):
    """A command of an entrant."""

    usual: ClassVar[Role] = Role.PLAYER
    """The role that usually submits it, used if a text names none."""
    player: str
    """The entrant."""


class TournamentPlanned(Event, frozen=True, tag="tournament-planned"):
    """Conditions were written down: the first event of every tournament."""

    name: str
    """Its name among others."""
    game: str
    """The game, as the law names it."""
    revision: str
    """The revision of the law that it is planned under."""
    fingerprint: str
    """A hash of that law's data."""
    conditions: Conditions
    """The conditions as written down."""
    omitted: tuple[str, ...]
    """Conditions that are not stated; empty if all are."""
    low_limit: bool
    """Whether its tables are for low limit gaming."""
    boxes: int
    """How many boxes its tables have."""
    choices: Choices = Choices()
    """The operator's choices for its tables, without what the conditions say."""
    law_values: str = ""
    """A hash of that law's values without its words; empty in records of older versions."""


class TournamentClockMoved(Event, frozen=True, tag="tournament-clock-moved"):
    """A command carried a later time."""

    at: datetime
    """The time."""


def clock_moved(tournament: Tournament, event: TournamentClockMoved) -> Tournament:
    return replace(tournament, clock=event.at)


# --------------------------------------------------------------------------------------- the draft


class TournamentOutcome(msgspec.Struct, frozen=True, gc=False):
    """What a command leads to, in the tournament and at its tables."""

    tournament: Tournament
    """The tournament after it."""
    events: tuple[Event, ...]
    """The events of the tournament, in order."""
    tables: dict[int, Outcome]
    """The outcomes at tables of the session, by number; empty if nothing happened there."""


class TournamentDraft:
    """A decision being made: the tournament and its tables as they would become."""

    def __init__(
        self,
        law: BlackjackLaw,
        tournament: Tournament,
        tables: Mapping[int, BlackjackTable],
        evolvers: Mapping[type[Event], Evolver],
    ) -> None:
        assert law.tournaments is not None
        self.law = law
        self.rules: TournamentLaw = law.tournaments
        self.tournament = tournament
        self.events: list[Event] = []
        self._tables = tables
        self._drafts: dict[int, BlackjackDraft] = {}
        self._evolvers = evolvers

    def emit(self, event: Event) -> None:
        """Add an event of the tournament and apply it."""
        self.tournament = self._evolvers[type(event)](self.tournament, event)
        self.events.append(event)

    def at(self, table: int) -> BlackjackDraft:
        """Return the draft of a table of the session."""
        if table not in self._drafts:
            here = self._tables[table]
            self._drafts[table] = BlackjackDraft(self.law, here, TABLE_EVOLVERS)
        return self._drafts[table]

    def table(self, number: int) -> BlackjackTable | None:
        """Return a table of the session as it would become; ``None`` if there is no such table."""
        if number in self._drafts:
            return self._drafts[number].table
        return self._tables.get(number)

    @property
    def tables(self) -> tuple[int, ...]:
        """Return the numbers of the session's tables."""
        return tuple(self._tables)

    @property
    def outcome(self) -> TournamentOutcome:
        """Return what was decided."""
        at_tables = {
            number: Outcome(draft.table, tuple(draft.events))
            for number, draft in self._drafts.items()
        }
        return TournamentOutcome(self.tournament, tuple(self.events), at_tables)


Handler = Callable[[TournamentDraft, Any], Refused | None]
"""Handles one kind of command: emits events, or refuses before it has emitted any."""


# ------------------------------------------------------------------------------------------ checks


def only_role(
    command: Command, role: Role, clause: str, also: tuple[str, ...] = ()
) -> Refused | None:
    """Refuse a command in a role that the clause does not empower."""
    if command.by is role:
        return None
    why = f"this is for {role.one}, not {command.by.one}"
    return Refused("role/not-empowered", clause, why, also)


def only_manager(
    draft: TournamentDraft, command: Command, says: Says | Rule[Any]
) -> Refused | None:
    """Refuse a command that is the manager's from anyone else."""
    role = draft.rules.entries.run_by.value
    return only_role(command, role, says.clause, says.also)


def after_cancellation(draft: TournamentDraft) -> Refused | None:
    """Refuse anything in a cancelled tournament."""
    if draft.tournament.phase is not TournamentPhase.CANCELLED:
        return None
    clause = draft.rules.pool.cancelled.clause
    return Refused("tournament/cancelled", clause, "the tournament was called off")


def conditions_not_published(draft: TournamentDraft) -> Refused | None:
    """Refuse what requires published conditions."""
    if draft.tournament.phase is not TournamentPhase.DRAFT:
        return None
    clause = draft.rules.entries.published.clause
    return Refused("tournament/unpublished", clause, "the conditions are not published")


def no_manager(draft: TournamentDraft) -> Refused | None:
    """Refuse what requires a manager."""
    if draft.tournament.manager:
        return None
    clause = draft.rules.entries.manager.clause
    return Refused("tournament/no-manager", clause, "nobody was appointed to run the tournament")


def dispute_open(draft: TournamentDraft) -> Refused | None:
    """Refuse to continue while a dispute is open, if play stops for it."""
    if not draft.tournament.halted:
        return None
    rule = draft.rules.disputes
    assert rule is not None
    return Refused("tournament/dispute", rule.clause, "play waits until the dispute is decided")


def not_in_progress(draft: TournamentDraft) -> Refused | None:
    """Refuse what the tournament's state does not allow."""
    return after_cancellation(draft) or conditions_not_published(draft) or no_manager(draft)


def entry_ended(draft: TournamentDraft, player: str) -> Refused | None:
    """Refuse a player whose entry has ended, by the clause that ended it."""
    entrant = draft.tournament.entrants.get(player)
    if entrant is None:
        exclusive = draft.rules.seats.exclusive.clause
        one = draft.rules.entries.one_entry.clause
        why = f"{player} has not entered the tournament"
        return Refused("tournament/not-entered", exclusive, why, (one,))
    if entrant.fate in (Fate.ENTERED, Fate.RESERVE):
        return None
    why = f"{player} is out: {entrant.fate.value}"
    return Refused(f"tournament/{entrant.fate.value}", entrant.clause, why)


def refuse_cards_out(draft: TournamentDraft, table: int, clause: str) -> Refused | None:
    """Refuse what is possible only before a round is called, and after it.

    A called round has its players, though no card may be out: it is played, or taken back first.
    """
    here = draft.table(table)
    if here is None or not (round_has_begun(here) or is_only_called(here)):
        return None
    return Refused("tournament/round-under-way", clause, "a round is under way at the table")


def table_in_progress(draft: TournamentDraft, table: int) -> BlackjackTable | None:
    """Return a table whose session is in progress; ``None`` if it is not."""
    here = draft.table(table)
    if here is None or contest_of(here).part is Part.OVER:
        return None
    return here


def contestant_at(draft: TournamentDraft, seat: Seat | None) -> Contestant | None:
    """Return the contestant in a seat of a session in progress; ``None`` if there is none."""
    here = None if seat is None else table_in_progress(draft, seat.table)
    if here is None:
        return None
    assert seat is not None
    return contest_of(here).contestant(seat.player)


def in_time_to_buy_back(tournament: Tournament, table: Table) -> bool:
    """Return whether a buy-back is in time at a table: a round that it can be for is to come."""
    contest, conditions = contest_of(table), tournament.conditions
    last = min(conditions.buy_back_until, terms_of(table).rounds)
    return not tournament.session and contest.part is Part.ROUNDS and contest.round <= last


def buy_back_suffices(tournament: Tournament, table: Table) -> bool:
    """Return whether the chips of a buy-back suffice for the minimum that is now in force."""
    return tournament.conditions.chips_for(tournament.plan) >= table.limits.minimum


def players_who_may_buy_back(tournament: Tournament, table: Table) -> tuple[str, ...]:
    """Return the eliminated players of a table who may still buy back, and have not declined."""
    most = tournament.conditions.buy_backs
    if not (most and in_time_to_buy_back(tournament, table)):
        return ()
    if not buy_back_suffices(tournament, table):
        return ()
    out = [one for one in contest_of(table).contestants if one.standing is Standing.ELIMINATED]
    entrants = [tournament.entrants[one.player] for one in out]
    return tuple(
        one.player
        for one in entrants
        if one.fate is Fate.ENTERED and one.buy_backs < most and not one.declined_buy_back
    )


def move_clock(draft: TournamentDraft, command: Command) -> Refused | None:
    """Move the clock to the command's time. Refuse a time before the clock."""
    at, clock = command.at, draft.tournament.clock
    if at is None:
        return None
    if at.tzinfo is None:
        why = "a time needs its zone, such as 2026-05-01T20:00:00Z"
        return Refused("clock/no-zone", "", why)
    if clock is not None and at < clock:
        why = f"the clock is at {clock.isoformat()} and {at.isoformat()} is before that"
        return Refused("clock/backwards", "", why)
    if at != clock:
        draft.emit(TournamentClockMoved(at))
    return None


EVOLVERS: dict[type[Event], Evolver] = {
    TournamentClockMoved: clock_moved,
}
"""What each event of this subject changes."""
