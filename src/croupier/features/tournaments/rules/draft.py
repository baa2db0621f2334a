"""Deciding about a tournament in steps: its own events, and those of its tables."""

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
from croupier.games.table.contest.state import Contestant, Part
from croupier.games.table.contest.turns import contest_of
from croupier.games.table.draft import Outcome
from croupier.games.table.state import has_begun
from croupier.messages import Command, Event, Evolver, Refused
from croupier.rulebooks import BlackjackLaw, Role, Rule, Says
from croupier.rulebooks.law.tournaments import TournamentLaw


class ManagersCommand(Command, frozen=True):
    """Something that the manager of the tournament does."""

    usual: ClassVar[Role] = Role.TOURNAMENT_MANAGER
    """The role that usually asks for it, where a text names none."""


class OperatorsCommand(Command, frozen=True):
    """Something that the operator does."""

    usual: ClassVar[Role] = Role.GAMING_MANAGER
    """The role that usually asks for it, where a text names none."""


class EntrantsCommand(Command, frozen=True):
    """Something that an entrant does."""

    usual: ClassVar[Role] = Role.PLAYER
    """The role that usually asks for it, where a text names none."""
    player: str
    """Who."""


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


def clock_moved(tournament: Tournament, event: TournamentClockMoved) -> Tournament:
    return replace(tournament, clock=event.at)


class TournamentOutcome(msgspec.Struct, frozen=True, gc=False):
    """What a command leads to: in the tournament, and at its tables."""

    tournament: Tournament
    """The tournament after it."""
    events: tuple[Event, ...]
    """What happened in the tournament, in its order."""
    tables: dict[int, Outcome]
    """What happened at tables of the session, by their numbers; empty where nothing did."""


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
        """The draft of a table of the session."""
        if table not in self._drafts:
            here = self._tables[table]
            self._drafts[table] = BlackjackDraft(self.law, here, TABLE_EVOLVERS)
        return self._drafts[table]

    def table(self, number: int) -> BlackjackTable | None:
        """A table of the session as it would become; none where there is no such table."""
        if number in self._drafts:
            return self._drafts[number].table
        return self._tables.get(number)

    @property
    def tables(self) -> tuple[int, ...]:
        """The numbers of the session's tables."""
        return tuple(self._tables)

    @property
    def outcome(self) -> TournamentOutcome:
        """What was decided."""
        at_tables = {
            number: Outcome(draft.table, tuple(draft.events))
            for number, draft in self._drafts.items()
        }
        return TournamentOutcome(self.tournament, tuple(self.events), at_tables)


Handler = Callable[[TournamentDraft, Any], Refused | None]
"""Answers one kind of command: emits events, or refuses before it has emitted any."""


def only(command: Command, role: Role, clause: str, also: tuple[str, ...] = ()) -> Refused | None:
    """Refuse a command of somebody whom the clause does not empower."""
    if command.by is role:
        return None
    why = f"this is for {role.one}, not {command.by.one}"
    return Refused("role/not-empowered", clause, why, also)


def only_manager(
    draft: TournamentDraft, command: Command, says: Says | Rule[Any]
) -> Refused | None:
    """Refuse anyone else what the manager does."""
    role = draft.rules.entries.run_by.value
    return only(command, role, says.clause, says.also)


def cancelled(draft: TournamentDraft) -> Refused | None:
    """Refuse anything in a tournament that was cancelled."""
    if draft.tournament.phase is not TournamentPhase.CANCELLED:
        return None
    clause = draft.rules.pool.cancelled.clause
    return Refused("tournament/cancelled", clause, "the tournament was called off")


def unpublished(draft: TournamentDraft) -> Refused | None:
    """Refuse what needs published conditions."""
    if draft.tournament.phase is not TournamentPhase.DRAFT:
        return None
    clause = draft.rules.entries.published.clause
    return Refused("tournament/unpublished", clause, "the conditions are not published")


def without_manager(draft: TournamentDraft) -> Refused | None:
    """Refuse what needs somebody who runs the tournament."""
    if draft.tournament.manager:
        return None
    clause = draft.rules.entries.manager.clause
    return Refused("tournament/no-manager", clause, "nobody was appointed to run the tournament")


def halted(draft: TournamentDraft) -> Refused | None:
    """Refuse to go on while a dispute is open, where play stops for it."""
    if not draft.tournament.halted:
        return None
    rule = draft.rules.disputes
    assert rule is not None
    return Refused("tournament/dispute", rule.clause, "play waits until the dispute is decided")


def not_on(draft: TournamentDraft) -> Refused | None:
    """Refuse what the tournament's state does not allow."""
    return cancelled(draft) or unpublished(draft) or without_manager(draft)


def gone(draft: TournamentDraft, player: str) -> Refused | None:
    """Refuse somebody whose entry has ended, by the clause that ended it."""
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
    """Refuse what is possible only while no card of a round is out."""
    here = draft.table(table)
    if here is None or not has_begun(here):
        return None
    return Refused("tournament/round-under-way", clause, "a round is under way at the table")


def playing(draft: TournamentDraft, table: int) -> BlackjackTable | None:
    """A table where the session is on."""
    here = draft.table(table)
    if here is None or contest_of(here).part is Part.OVER:
        return None
    return here


def contestant_at(draft: TournamentDraft, seat: Seat | None) -> Contestant | None:
    """The contestant in a seat of a session that is on."""
    here = None if seat is None else playing(draft, seat.table)
    if here is None:
        return None
    assert seat is not None
    return contest_of(here).contestant(seat.player)


def take_time(draft: TournamentDraft, command: Command) -> Refused | None:
    """Move the clock to the command's time; it never goes back."""
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
