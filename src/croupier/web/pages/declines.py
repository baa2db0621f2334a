"""Who has answered the question of insurance: a no is not recorded, but nobody is asked twice."""

from croupier.display.viewers import player_of
from croupier.display.views import TableView

INSURANCE = "insurance"


class Declines:
    """What players have said in this process; the table's time limit closes insurance anyhow."""

    def __init__(self) -> None:
        self._answered: dict[str, tuple[int, frozenset[str]]] = {}

    def _of(self, table: str, view: TableView) -> frozenset[str]:
        number, players = self._answered.get(table, (0, frozenset()))
        return players if number == view.rounds else frozenset()

    def has_answered(self, table: str, view: TableView) -> bool:
        """Whether the viewer has answered in this round."""
        return player_of(view.viewer) in self._of(table, view)

    def answered(self, table: str, view: TableView) -> None:
        """Keep that the viewer has answered."""
        players = self._of(table, view) | {player_of(view.viewer)}
        self._answered[table] = (view.rounds, players)
