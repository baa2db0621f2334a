"""Interruptions: breaks, and the reinstatement of a player who was put out by mistake.

A reinstatement is a further event; nothing is erased.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from msgspec.structs import replace

from croupier.features.tournaments.rules import state
from croupier.features.tournaments.rules.conditions import PlannedBreak
from croupier.features.tournaments.rules.draft import (
    ManagersCommand,
    TournamentDraft,
    contestant_at,
    dispute_open,
    not_in_progress,
    only_manager,
    refuse_cards_out,
    table_in_progress,
)
from croupier.features.tournaments.rules.state import (
    BEFORE_A_SESSION,
    Break,
    Entrant,
    Fate,
    Seat,
    Tournament,
    TournamentPhase,
    end_breaks,
    post_entries,
)
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.contest.rounds import ContestantReinstated
from croupier.games.table.contest.state import Contestant, Part, Standing
from croupier.games.table.contest.turns import contest_of
from croupier.messages import Event, Evolver, Refused
from croupier.money import Cents, Entry, in_dollars
from croupier.rulebooks.law.tournaments import TournamentLaw

# ---------------------------------------------------------------------------------------- commands


class GiveBreak(ManagersCommand, frozen=True, tag="break"):
    """Gives the players a break."""

    minutes: int | None = None
    """Its length; ``None`` if it is open."""


class EndBreak(ManagersCommand, frozen=True, tag="end-break"):
    """Resumes play after a break."""


class Reinstate(ManagersCommand, frozen=True, tag="reinstate"):
    """Brings back a player who was eliminated by mistake."""

    player: str
    """The player."""
    reason: str
    """What the mistake was."""


# ------------------------------------------------------------------------------------------ events


class BreakGiven(Event, frozen=True, tag="break-given"):
    """A break was given."""

    minutes: int | None
    """Its length; ``None`` if the manager left it open."""
    clause: str
    """The clause that lets the manager give one; empty if the rulebook has none."""
    until: datetime | None = None
    """When it ends; ``None`` if no time is kept, or its length is open."""
    round: int = 0
    """The round before which it comes, by the slowest table; 0 if no session was in progress."""


class BreakEnded(Event, frozen=True, tag="break-ended"):
    """A break is over, and play resumes."""

    clause: str
    """The clause that lets the manager give one; empty if the rulebook has none."""


class EliminationUndone(Event, frozen=True, tag="elimination-undone"):
    """A player who was put out by mistake is reinstated with everything they had."""

    player: str
    """The player."""
    reason: str
    """What the mistake was."""
    entries: tuple[Entry, ...]
    """The postings of a fee that is paid into the pool again; empty if it never left."""
    fee: Cents
    """How much of the fee; 0 if it never left."""
    clause: str
    """The clause by which the player had been put out."""
    also: tuple[str, ...] = ()
    """Further clauses: who runs the tournament."""


# ------------------------------------------------------------------------- what each event changes


def break_given(tournament: Tournament, event: BreakGiven) -> Tournament:
    session = tournament.plan.name if tournament.phase is TournamentPhase.SESSION else ""
    given = Break(session, event.round, event.minutes, event.until)
    return replace(tournament, breaks=(*end_breaks(tournament), given))


def break_ended(tournament: Tournament, event: BreakEnded) -> Tournament:
    return replace(tournament, breaks=end_breaks(tournament))


def elimination_undone(tournament: Tournament, event: EliminationUndone) -> Tournament:
    entrant = replace(
        tournament.entrants[event.player], fate=Fate.ENTERED, clause="", ground="", refunded=0
    )
    entrants = {**tournament.entrants, event.player: replace(entrant, fee=entrant.fee + event.fee)}
    tournament = replace(tournament, entrants=entrants)
    return post_entries(tournament, event.entries)


# ------------------------------------------------------------------------------------------ breaks


def give_break(draft: TournamentDraft, command: GiveBreak) -> Refused | None:
    """Give the players a break."""
    says = draft.rules.seats.breaks
    refused = only_manager(draft, command, says or draft.rules.seats.moved) or not_in_progress(
        draft
    )
    if refused:
        return refused
    if says is not None and command.minutes is None:
        return Refused("break/no-length", says.clause, "say how long the break is")
    if command.minutes is not None and command.minutes < 1:
        return Refused("break/no-length", break_clause(draft.rules), "a break is 1 minute or more")
    now, minutes = draft.tournament.clock, command.minutes
    until = None if now is None or minutes is None else now + timedelta(minutes=minutes)
    tables = {
        number: table for number in draft.tables if (table := table_in_progress(draft, number))
    }
    draft.emit(BreakGiven(minutes, break_clause(draft.rules), until, least_round(tables)))
    return None


def end_break(draft: TournamentDraft, command: EndBreak) -> Refused | None:
    """Resume play after a break."""
    says = draft.rules.seats.breaks or draft.rules.seats.moved
    refused = only_manager(draft, command, says) or not_in_progress(draft)
    if refused:
        return refused
    if draft.tournament.on_break is None:
        return Refused("break/none", says.clause, "there is no break")
    draft.emit(BreakEnded(break_clause(draft.rules)))
    return None


def break_clause(rules: TournamentLaw) -> str:
    """Return the clause that lets the manager give a break; empty if the rulebook has none."""
    return "" if rules.seats.breaks is None else rules.seats.breaks.clause


def least_round(tables: Mapping[int, BlackjackTable]) -> int:
    """Return the round of the slowest table; 0 if no session is in progress."""
    contests = map(contest_of, tables.values())
    return min((one.round for one in contests if one.part is Part.ROUNDS), default=0)


def next_break(tournament: Tournament, tables: Mapping[int, BlackjackTable]) -> PlannedBreak | None:
    """Return the next break planned in the current session; ``None`` if there is none.

    It is due when the round after it is open at all tables. A break given then counts as it.
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


def is_break_due(planned: PlannedBreak, tables: Mapping[int, BlackjackTable]) -> bool:
    """Return whether a planned break is due: every table waits for the round after it."""
    waiting = all(table.round is None and not table.wagers for table in tables.values())
    return waiting and least_round(tables) == planned.after + 1


# ----------------------------------------------------------------------------------- reinstatement


OUT = (Standing.ELIMINATED, Standing.DISQUALIFIED)


def reinstate(draft: TournamentDraft, command: Reinstate) -> Refused | None:
    """Reinstate a player who was eliminated or disqualified by mistake."""
    manager, tournament = draft.rules.entries.manager, draft.tournament
    refused = only_manager(draft, command, manager) or not_in_progress(draft) or dispute_open(draft)
    if refused:
        return refused
    seat = tournament.seat_of(command.player)
    one = contestant_at(draft, seat)
    entrant = _eliminated_entrant(draft, command, one)
    if isinstance(entrant, Refused):
        return entrant
    clause = entrant.clause
    if one is not None:
        assert seat is not None
        clause = one.clause
        refused = (
            refuse_cards_out(draft, seat.table, clause)
            or _in_play_off(draft, seat, clause)
            or _too_few_chips(draft, seat, clause)
        )
        if refused:
            return refused
        draft.at(seat.table).emit(ContestantReinstated(command.player, (), clause))
    fee = entrant.refunded
    entries = state.postings_entry(
        clause,
        (state.player_account(command.player), -fee),
        (state.pool_account(tournament.name), fee),
    )
    also = (manager.clause,)
    draft.emit(EliminationUndone(command.player, command.reason, entries, fee, clause, also))
    return None


def _eliminated_entrant(
    draft: TournamentDraft, command: Reinstate, one: Contestant | None
) -> Entrant | Refused:
    """Return the entrant who was put out. Refuse without a reason, or if nobody can come back."""
    manager, tournament = draft.rules.entries.manager, draft.tournament
    if not command.reason.strip():
        return Refused("reinstate/no-reason", manager.clause, "say what the mistake was")
    entrant = tournament.entrants.get(command.player)
    if entrant is not None:
        waits = tournament.phase in BEFORE_A_SESSION and entrant.fate is Fate.DISQUALIFIED
        if waits if one is None else one.standing in OUT:
            return entrant
    why = f"{command.player} was not eliminated in a session that is still on"
    return Refused("reinstate/not-out", manager.clause, why)


def _in_play_off(draft: TournamentDraft, seat: Seat, clause: str) -> Refused | None:
    """Refuse during a play-off: the places of the others are settled."""
    if contest_of(draft.at(seat.table).table).part is Part.ROUNDS:
        return None
    why = f"a tie is played off at table {seat.table}, and the other places stand"
    return Refused("reinstate/play-off", clause, why)


def _too_few_chips(draft: TournamentDraft, seat: Seat, clause: str) -> Refused | None:
    """Refuse a player who could not wager: only a correction of chips would help."""
    table = draft.at(seat.table).table
    held = table.chips(seat.player)
    if held >= table.limits.minimum:
        return None
    why = f"{seat.player} has {in_dollars(held)}, which is not enough for a wager"
    return Refused("reinstate/too-few-chips", clause, why)


EVOLVERS: dict[type[Event], Evolver] = {
    BreakGiven: break_given,
    BreakEnded: break_ended,
    EliminationUndone: elimination_undone,
}
"""What each event of this subject changes."""
