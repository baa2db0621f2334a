"""Casino table games run by the book: every payment, refusal and remedy names its clause."""

from croupier import rulebooks
from croupier.blackjack import decide, due, evolve, handle
from croupier.blackjack.opening import open_blackjack as open_table
from croupier.errors import CroupierError
from croupier.table.choices import Choices
from croupier.table.state import Refused, Table

__all__ = [
    "Choices",
    "CroupierError",
    "Refused",
    "Table",
    "decide",
    "due",
    "evolve",
    "handle",
    "open_table",
    "rulebooks",
]
