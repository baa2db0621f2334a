"""Taking back that a player was put out by mistake: by an event more, nothing is erased."""

from croupier.floor.tournaments import accounts
from croupier.floor.tournaments.commands import Reinstate
from croupier.floor.tournaments.conduct import contestant_at
from croupier.floor.tournaments.conduct_events import EliminationUndone
from croupier.floor.tournaments.draft import (
    TournamentDraft,
    cards_out,
    halted,
    not_on,
    only_manager,
)
from croupier.floor.tournaments.state import Entrant, Fate, Phase, Seat
from croupier.money import in_dollars
from croupier.table.contest_events import ContestantReinstated
from croupier.table.contest_state import Contestant, Part, Standing
from croupier.table.state import Refused

OUT = (Standing.ELIMINATED, Standing.DISQUALIFIED)


def reinstate(draft: TournamentDraft, command: Reinstate) -> Refused | None:
    """Have a player back who was eliminated or disqualified by mistake."""
    manager, tournament = draft.rules.entries.manager, draft.tournament
    refused = only_manager(draft, command, manager) or not_on(draft) or halted(draft)
    if refused:
        return refused
    entrant = tournament.entrants.get(command.player)
    seat = tournament.seat_of(command.player)
    one = contestant_at(draft, seat) if tournament.phase is Phase.SESSION else None
    refused = _not_put_out(draft, command, entrant, one)
    if refused or entrant is None:
        return refused
    clause = entrant.clause
    if one is not None and seat is not None:
        clause = one.clause or clause or manager.clause
        refused = (
            cards_out(draft, seat.table, clause)
            or _in_play_off(draft, seat, clause)
            or _too_few_chips(draft, seat, clause)
        )
        if refused:
            return refused
        draft.at(seat.table).emit(ContestantReinstated(command.player, (), clause))
    fee = entrant.refunded
    entries = accounts.moves(
        clause,
        (accounts.player(command.player), -fee),
        (accounts.pool(tournament.name), fee),
    )
    also = (manager.clause,)
    draft.emit(EliminationUndone(command.player, command.reason, entries, fee, clause, also))
    return None


def _not_put_out(
    draft: TournamentDraft, command: Reinstate, entrant: Entrant | None, one: Contestant | None
) -> Refused | None:
    """Refuse without a reason, and for somebody who is not out or cannot come back any more."""
    manager = draft.rules.entries.manager
    if not command.reason.strip():
        return Refused("reinstate/no-reason", manager.clause, "say what the mistake was")
    out = one is not None and one.standing in OUT
    early = one is None and draft.tournament.phase in (Phase.ENTRIES, Phase.SEATING, Phase.BETWEEN)
    disqualified = entrant is not None and entrant.fate is Fate.DISQUALIFIED
    if entrant is not None and (out or (early and disqualified)):
        return None
    why = f"{command.player} was not put out, or the session where that was is over"
    return Refused("reinstate/not-out", manager.clause, why)


def _in_play_off(draft: TournamentDraft, seat: Seat, clause: str) -> Refused | None:
    """Refuse while those who are level play on: the places of the others stand."""
    contest = draft.at(seat.table).table.contest
    if contest is None or contest.part is Part.ROUNDS:
        return None
    why = f"a tie is played off at table {seat.table}, and the other places stand"
    return Refused("reinstate/play-off", clause, why)


def _too_few_chips(draft: TournamentDraft, seat: Seat, clause: str) -> Refused | None:
    """Refuse somebody who could not wager: only a correction of chips would help."""
    table = draft.at(seat.table).table
    held = table.chips(seat.player)
    if held >= table.limits.minimum:
        return None
    why = f"{seat.player} has {in_dollars(held)}, which does not make a wager"
    return Refused("reinstate/too-few-chips", clause, why)
