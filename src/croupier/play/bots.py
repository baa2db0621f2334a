"""A software player: steady, for measuring."""

from croupier.blackjack.commands import CloseInsurance
from croupier.blackjack.decisions import AnswerDue, DecisionDue, InsuranceDue, SurrenderDue
from croupier.play.reader import command_types
from croupier.rulebooks import Role
from croupier.table.commands import Command
from croupier.table.due import Due

DRAW_BELOW = 17


def call(name: str, due: DecisionDue | AnswerDue | SurrenderDue) -> Command:
    """The command by which the player whose turn it is calls one of the choices."""
    kind = command_types()[name]
    return kind(box=due.box, player=due.player, by=Role.PLAYER)  # type: ignore[call-arg]


def basic_bot(due: Due) -> Command | None:
    """Plays like the dealer: draws below seventeen, else stands; never insures, joins or splits."""
    match due:
        case InsuranceDue():
            return CloseInsurance(by=Role.DEALER)
        case DecisionDue():
            offered = {choice.call for choice in due.choices}
            wanted = "hit" if due.total < DRAW_BELOW else "stand"
            return call(wanted if wanted in offered else due.choices[0].call, due)
        case AnswerDue():
            return call(due.choices[-1].call, due)
        case _:
            return None
