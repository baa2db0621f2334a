"""Casino table games run by the book: every payment, refusal and remedy names its clause."""

from typing import TYPE_CHECKING

from croupier.on_demand import directory, on_demand
from croupier.version import VERSION

if TYPE_CHECKING:
    from croupier import cards, maths, rulebooks
    from croupier.errors import CroupierError
    from croupier.play import Croupier, House
    from croupier.play.engine import decide, due, evolve, fold, handle, open_table
    from croupier.play.reader import to_command
    from croupier.table.choices import Choices
    from croupier.table.state import Refused, Table

__version__ = VERSION

__all__ = [
    "Choices",
    "Croupier",
    "CroupierError",
    "House",
    "Refused",
    "Table",
    "__version__",
    "cards",
    "decide",
    "due",
    "evolve",
    "fold",
    "handle",
    "maths",
    "open_table",
    "rulebooks",
    "to_command",
]

__dir__ = directory(__all__)
__getattr__ = on_demand(
    __name__,
    {
        "Choices": "croupier.table.choices",
        "Croupier": "croupier.play",
        "CroupierError": "croupier.errors",
        "House": "croupier.play",
        "Refused": "croupier.table.state",
        "Table": "croupier.table.state",
        "cards": "croupier.cards:",
        "decide": "croupier.play.engine",
        "due": "croupier.play.engine",
        "evolve": "croupier.play.engine",
        "fold": "croupier.play.engine",
        "handle": "croupier.play.engine",
        "maths": "croupier.maths:",
        "open_table": "croupier.play.engine",
        "rulebooks": "croupier.rulebooks:",
        "to_command": "croupier.play.reader",
    },
)
