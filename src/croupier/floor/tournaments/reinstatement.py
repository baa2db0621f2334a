"""Undoing an elimination that was a mistake: by a further event, nothing is erased."""

from croupier.floor.tournaments import accounts
from croupier.floor.tournaments.commands import Reinstate
from croupier.floor.tournaments.conduct_events import EliminationUndone
from croupier.floor.tournaments.draft import (
    TournamentDraft,
    contestant_at,
    halted,
    not_on,
    only_manager,
    refuse_cards_out,
)
from croupier.floor.tournaments.state import BEFORE_A_SESSION, Entrant, Fate, Seat
from croupier.money import in_dollars
from croupier.table.contest_events import ContestantReinstated
from croupier.table.contest_state import Contestant, Part, Standing
from croupier.table.contest_tables import contest_of
from croupier.table.state import Refused

OUT = (Standing.ELIMINATED, Standing.DISQUALIFIED)


def reinstate(draft: TournamentDraft, command: Reinstate) -> Refused | None:
    """Bring back a player who was eliminated or disqualified by mistake."""
    manager, tournament = draft.rules.entries.manager, draft.tournament
    refused = only_manager(draft, command, manager) or not_on(draft) or halted(draft)
    if refused:
        return refused
    seat = tournament.seat_of(command.player)
    one = contestant_at(draft, seat)
    entrant = _put_out(draft, command, one)
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
    entries = accounts.moves(
        clause,
        (accounts.player(command.player), -fee),
        (accounts.pool(tournament.name), fee),
    )
    also = (manager.clause,)
    draft.emit(EliminationUndone(command.player, command.reason, entries, fee, clause, also))
    return None


def _put_out(
    draft: TournamentDraft, command: Reinstate, one: Contestant | None
) -> Entrant | Refused:
    """The entrant who was put out; refused without a reason, and where nobody can come back."""
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
    """Refuse while those who are level play on: the places of the others stand."""
    if contest_of(draft.at(seat.table).table).part is Part.ROUNDS:
        return None
    why = f"a tie is played off at table {seat.table}, and the other places stand"
    return Refused("reinstate/play-off", clause, why)


def _too_few_chips(draft: TournamentDraft, seat: Seat, clause: str) -> Refused | None:
    """Refuse somebody who could not wager: only a correction of chips would help."""
    table = draft.at(seat.table).table
    held = table.chips(seat.player)
    if held >= table.limits.minimum:
        return None
    why = f"{seat.player} has {in_dollars(held)}, which is not enough for a wager"
    return Refused("reinstate/too-few-chips", clause, why)
