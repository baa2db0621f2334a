"""What is asked for at a table, whatever it is used for: the one way to the floor."""

from croupier.play.house import STEP, Answer
from croupier.play.resting_tables import AdoptLaw
from croupier.record.envelopes import Cause
from croupier.rulebooks import Role
from croupier.table.commands import Command
from croupier.web.hall.running_floor import RunningFloor
from croupier.web.hall.running_tournaments import TournamentDesk, tournament_of


def ask_table(
    floor: RunningFloor,
    table: str,
    command: Command,
    *,
    actor: str,
    command_id: str,
    origin: str = "",
) -> Answer:
    """Carry out a command at a table; at one of a tournament, with all that it leads to there."""
    running = floor.tables.get(table)
    tournament = None if running is None else tournament_of(floor, table)
    if running is not None and running.rests is None and tournament is not None:
        refused = TournamentDesk(floor, tournament.name).not_at_tables(command)
        if refused is not None:
            return refused
    answer = floor.ask(table, command, actor=actor, command_id=command_id, origin=origin)
    if isinstance(answer, tuple):
        if isinstance(command, AdoptLaw) and tournament is not None:
            # A tournament has no console of its own: it is moved with the first of its tables.
            step = f"{command_id}{STEP}{tournament.name}"
            desk = TournamentDesk(floor, tournament.name)
            desk.ask(command, actor=actor, command_id=step, origin=origin)
        go_on_with_tournament(floor, table, Cause(command_id, actor, command.by))
    return answer


def go_on_with_tournament(floor: RunningFloor, table: str, cause: Cause) -> None:
    """Count the chips and the like, where a table's round has ended in a tournament."""
    tournament = tournament_of(floor, table)
    if tournament is not None:
        TournamentDesk(floor, tournament.name).follow(cause)


def deal_on(floor: RunningFloor, table: str, cause: Cause) -> None:
    """Have the dealer take the next step at a table, and all follow that then does."""
    floor.deal_on(table, cause)
    go_on_with_tournament(floor, table, cause)


def follow_all(floor: RunningFloor, started: str) -> None:
    """Do what still has to follow in every tournament: a process may have died before it did.

    One that rests waits until it is moved, or its law is loaded.
    """
    for name in tuple(floor.tournaments):
        cause = Cause(f"{started}/{name}", "house", Role.TOURNAMENT_MANAGER)
        TournamentDesk(floor, name).follow(cause)
