"""Running tables: commands are decided on current state and appended to a journal.

From the bottom: ``card_sources`` hold the order of cards, ``running_table`` is a table with its
dealer, ``state`` the current state of all streams, ``movements``, ``admission`` and ``purses`` what
a command at a table depends on and moves elsewhere. ``floor`` puts them together; ``one_table`` is
the shortest way to play.
"""

from croupier.floor.floor import Floor
from croupier.floor.one_table import Croupier
from croupier.floor.state import UnlawfulTableError

__all__ = ["Croupier", "Floor", "UnlawfulTableError"]
