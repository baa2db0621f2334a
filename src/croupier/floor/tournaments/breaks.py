"""Breaks: given by the manager, over when play goes on; what the clock says about them."""

from collections.abc import Mapping
from datetime import timedelta

from croupier.blackjack.state import BlackjackTable
from croupier.floor.tournaments.commands import EndBreak, GiveBreak
from croupier.floor.tournaments.conditions import PlannedBreak
from croupier.floor.tournaments.conduct_events import BreakEnded, BreakGiven
from croupier.floor.tournaments.draft import TournamentDraft, not_on, only_manager, playing
from croupier.floor.tournaments.state import Tournament, TournamentPhase
from croupier.rulebooks.tournament_law import TournamentLaw
from croupier.table.contest_state import Part
from croupier.table.contest_tables import contest_of
from croupier.table.state import Refused


def give_break(draft: TournamentDraft, command: GiveBreak) -> Refused | None:
    """Give the players a break."""
    says = draft.rules.seats.breaks
    refused = only_manager(draft, command, says or draft.rules.seats.moved) or not_on(draft)
    if refused:
        return refused
    if says is not None and command.minutes is None:
        return Refused("break/no-length", says.clause, "say how long the break is")
    if command.minutes is not None and command.minutes < 1:
        return Refused("break/no-length", clause_of(draft.rules), "a break is 1 minute or more")
    now, minutes = draft.tournament.clock, command.minutes
    until = None if now is None or minutes is None else now + timedelta(minutes=minutes)
    tables = {number: table for number in draft.tables if (table := playing(draft, number))}
    draft.emit(BreakGiven(minutes, clause_of(draft.rules), until, least_round(tables)))
    return None


def end_break(draft: TournamentDraft, command: EndBreak) -> Refused | None:
    """Have play go on after a break."""
    says = draft.rules.seats.breaks or draft.rules.seats.moved
    refused = only_manager(draft, command, says) or not_on(draft)
    if refused:
        return refused
    if draft.tournament.on_break is None:
        return Refused("break/none", says.clause, "there is no break")
    draft.emit(BreakEnded(clause_of(draft.rules)))
    return None


def clause_of(rules: TournamentLaw) -> str:
    """The clause that lets the manager give a break; empty where the rulebook has none."""
    return "" if rules.seats.breaks is None else rules.seats.breaks.clause


def least_round(tables: Mapping[int, BlackjackTable]) -> int:
    """The round of the table that is furthest behind; 0 where no session is on."""
    contests = map(contest_of, tables.values())
    return min((one.round for one in contests if one.part is Part.ROUNDS), default=0)


def next_break(tournament: Tournament, tables: Mapping[int, BlackjackTable]) -> PlannedBreak | None:
    """The next break that the conditions plan in the session that is on; none where none comes.

    It has come when the round after it is open at all tables. One that was given then counts.
    """
    if tournament.phase is not TournamentPhase.SESSION:
        return None
    now, session = least_round(tables), tournament.plan.name
    given = {one.round for one in tournament.breaks if one.session == session}
    for planned in tournament.conditions.breaks:
        comes = now <= planned.after + 1 <= tournament.plan.rounds
        if now and comes and planned.after + 1 not in given:
            return planned
    return None


def is_due(planned: PlannedBreak, tables: Mapping[int, BlackjackTable]) -> bool:
    """Whether a planned break is to be given now: every table waits for the round after it."""
    waiting = all(table.round is None and not table.wagers for table in tables.values())
    return waiting and least_round(tables) == planned.after + 1
