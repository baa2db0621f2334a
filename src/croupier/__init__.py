"""Casino table games run by the book: every payment, refusal and remedy names its clause."""

from typing import TYPE_CHECKING

from croupier.kit import VERSION
from croupier.kit.lazy import lazy_attributes, lazy_directory

if TYPE_CHECKING:
    from croupier.errors import CroupierError
    from croupier.floor import Croupier, House
    from croupier.floor.command_text import to_command
    from croupier.games.engine import decide, due, evolve, fold, handle, open_table
    from croupier.games.table.choices import Choices
    from croupier.games.table.state import Table
    from croupier.messages import Refused

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

__version__ = VERSION

__dir__ = lazy_directory(__all__)
__getattr__ = lazy_attributes(
    __name__,
    {
        "Choices": "croupier.games.table.choices",
        "Croupier": "croupier.floor",
        "CroupierError": "croupier.errors",
        "House": "croupier.floor",
        "Refused": "croupier.messages",
        "Table": "croupier.games.table.state",
        "cards": "croupier.cards:",
        "decide": "croupier.games.engine",
        "due": "croupier.games.engine",
        "evolve": "croupier.games.engine",
        "fold": "croupier.games.engine",
        "handle": "croupier.games.engine",
        "maths": "croupier.maths:",
        "open_table": "croupier.games.engine",
        "rulebooks": "croupier.rulebooks:",
        "to_command": "croupier.floor.command_text",
    },
)
