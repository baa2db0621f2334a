"""A table of a tournament's session: commands there go through the tournament."""

from croupier.play.croupier import Croupier
from croupier.play.house import Answer
from croupier.play.running_table import RunningTable
from croupier.play.tournament_house import TournamentHouse
from croupier.table.commands import Command


class SessionTable(Croupier):
    """A table with its dealer, in a tournament.

    An answer holds what happened at the table and, after it, what happened in the tournament.
    """

    tournament: TournamentHouse
    """The tournament and all its tables."""
    number: int
    """The table's number in the session, from 1."""

    @classmethod
    def of(cls, house: TournamentHouse, number: int) -> "SessionTable":
        """A table of the session that is on."""
        table = cls.at(house, house.session_tables[number])
        table.tournament, table.number = house, number
        return table

    def do(self, command: Command) -> Answer:
        """Carry out a command of the table, or of the tournament; a refused one changes nothing."""
        return self.tournament.ask(command, table=self.number)

    @property
    def running(self) -> RunningTable:
        """The table as it runs."""
        return self._running
