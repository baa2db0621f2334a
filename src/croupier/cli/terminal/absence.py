"""What is done for a player who leaves while a round is under way."""

from croupier.blackjack.commands import CloseInsurance
from croupier.blackjack.decisions import AnswerDue, DecisionDue, InsuranceDue
from croupier.display.choices import command_for, leaving_call
from croupier.rulebooks import Role
from croupier.table.commands import Command, CutCards
from croupier.table.due import CutDue, Due
from croupier.table.state import Table


def command_for_absent(table: Table, due: tuple[Due, ...]) -> Command | None:
    """The next step of a round whose player has gone; ``None`` once it is over.

    Nothing is staked further: no insurance, no double, no split.
    """
    if table.round is None or not due:
        return None
    match due[0]:
        case InsuranceDue():
            return CloseInsurance(by=Role.DEALER)
        case DecisionDue(choices=choices) | AnswerDue(choices=choices):
            return command_for(due[0], leaving_call(choices))
        case CutDue(player=str(player)):
            return CutCards(table.shoe.size // 2, player, by=Role.DEALER)
        case _:
            return None
