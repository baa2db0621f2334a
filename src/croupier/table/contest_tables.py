"""What a table holds of a tournament, where one is played there."""

from croupier.table.choices import TournamentTerms
from croupier.table.contest_state import Contest
from croupier.table.state import Table


def contest_of(table: Table) -> Contest:
    """The session of a tournament that is played at a table, where there is one."""
    return table.contest  # type: ignore[return-value]


def terms_of(table: Table) -> TournamentTerms:
    """The terms of the tournament that a table is used for, where it is."""
    return table.choices.tournament  # type: ignore[return-value]
