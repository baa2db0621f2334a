"""What is asked for at a table, whatever it is used for: the one way to the floor."""

from croupier.play.house import Answer
from croupier.record.envelopes import Cause
from croupier.rulebooks import GAMES, Role
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
    plays = running is not None and running.rests is None
    tournament = tournament_of(floor, table) if plays else None
    if tournament is not None:
        refused = TournamentDesk(floor, tournament.name).not_at_tables(command)
        if refused is not None:
            return refused
    answer = floor.ask(table, command, actor=actor, command_id=command_id, origin=origin)
    if isinstance(answer, tuple):
        go_on_with_tournament(floor, table, Cause(command_id, actor, command.by))
    return answer


def go_on_with_tournament(floor: RunningFloor, table: str, cause: Cause) -> None:
    """Count the chips and the like, where a table's round has ended in a tournament."""
    tournament = tournament_of(floor, table)
    if tournament is not None and tournament.game in GAMES:
        TournamentDesk(floor, tournament.name).follow(cause)


def deal_on(floor: RunningFloor, table: str, cause: Cause) -> None:
    """Have the dealer take the next step at a table, and all follow that then does."""
    floor.deal_on(table, cause)
    go_on_with_tournament(floor, table, cause)


def follow_all(floor: RunningFloor, started: str) -> None:
    """Do what still has to follow in every tournament: a process may have died before it did.

    One whose law is not loaded waits until it is.
    """
    loaded = [name for name, one in floor.tournaments.items() if one.game in GAMES]
    for name in loaded:
        cause = Cause(f"{started}/{name}", "house", Role.TOURNAMENT_MANAGER)
        TournamentDesk(floor, name).follow(cause)
