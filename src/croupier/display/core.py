"""The few questions that the display asks the engine: what follows, what would be refused."""

from croupier.play.engine import HANDLERS, handle
from croupier.rulebooks import Says, StudLaw, TableLaw
from croupier.stud.due import with_signs
from croupier.stud.state import StudTable
from croupier.table.commands import Command
from croupier.table.due import Due, WagersDue, signs_at
from croupier.table.state import Refused, Table

COMMANDS: dict[str, type[Command]] = {str(kind.__struct_config__.tag): kind for kind in HANDLERS}
"""Every command of every game, by its wire name."""


def first_refusal(law: TableLaw, table: Table, *commands: Command) -> Refused | None:
    """The first refusal that commands, one after the other, would meet; nothing is carried out."""
    for command in commands:
        outcome = handle(law, table, command)
        if isinstance(outcome, Refused):
            return outcome
        table = outcome.table
    return None


def signs(law: TableLaw, table: Table) -> tuple[Says, ...]:
    """What the cloth and the signs at the table say."""
    item: Due = WagersDue(table.limits, None, "", "", signs_at(law, table))
    if isinstance(law, StudLaw) and isinstance(table, StudTable):
        item = with_signs(law, table, item)
    assert isinstance(item, WagersDue)
    return item.signs
