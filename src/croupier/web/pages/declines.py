"""Who has answered the question of insurance: a no is not recorded, but nobody is asked twice."""

from croupier.blackjack.commands import CloseInsurance
from croupier.display.viewers import player_of
from croupier.display.views import Prompt, TableView
from croupier.rulebooks import Role
from croupier.table.commands import Command

INSURANCE = "insurance"


def insurance_prompt(view: TableView) -> Prompt | None:
    """The question of insurance, where it is open."""
    return next((prompt for prompt in view.prompts if prompt.due == INSURANCE), None)


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

    def answered(self, table: str, view: TableView) -> tuple[Command, ...]:
        """Keep that the viewer has answered; once nobody is left to ask, insurance is closed."""
        players = self._of(table, view) | {player_of(view.viewer)}
        self._answered[table] = (view.rounds, players)
        asked = {wager.player for box in view.boxes for hand in box.hands for wager in hand.wagers}
        insured = {
            wager.player for box in view.boxes for wager in box.wagers if wager.on == INSURANCE
        }
        if insurance_prompt(view) is None or asked - players - insured:
            return ()
        return (CloseInsurance(by=Role.DEALER),)
