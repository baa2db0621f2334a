"""How many play each session of a tournament, and whether they find seats."""

from croupier.errors import CroupierError
from croupier.floor.tournaments.conditions import Conditions, Entrants, SessionPlan


class FieldError(CroupierError):
    """A number of players for which a tournament has no use or no seats."""


def players_of_sessions(conditions: Conditions, players: int, boxes: int) -> tuple[int, ...]:
    """How many play each session; an error where they find no seats, or are too many or few."""
    least, most = conditions.minimum_players, conditions.maximum_players
    if conditions.sit_and_go:
        least = most = conditions.sit_and_go
    if not least <= players <= most:
        span = f"{least} to {most}" if least < most else f"{least}"
        raise FieldError(f"--players: the conditions are for {span} players, not {players}")
    field, fallen = players, 0
    found = []
    for number, plan in enumerate(conditions.sessions):
        again = plan.entrants is Entrants.ELIMINATED
        count = players if number == 0 or conditions.by_points else fallen if again else field
        seats = plan.tables * boxes
        if count > seats:
            raise FieldError(
                f"--players: {count} would play the session {plan.name!r}, which seats {seats}"
            )
        if count == 0:
            raise FieldError(f"--players: nobody is left for the session {plan.name!r}")
        found.append(count)
        advanced = sum(min(plan.advance, size) for size in table_sizes(plan, count))
        if again:
            field, fallen = field + advanced, fallen - advanced
        else:
            field, fallen = advanced, fallen + count - advanced
    return tuple(found)


def table_sizes(plan: SessionPlan, players: int) -> list[int]:
    """How many sit at each table of a session; they differ by one at most."""
    tables = min(plan.tables, players)
    return [(players - table + tables - 1) // tables for table in range(tables)]
