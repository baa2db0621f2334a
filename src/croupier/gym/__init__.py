"""Gymnasium environments for every game: one table or thousands, and tables whose agents bet.

``croupier.gym.multiplayer`` has tables with several agents, for PettingZoo. Importing the
package registers the environments.
"""

from typing import TYPE_CHECKING

from croupier.kit.lazy import lazy_attributes, lazy_directory

try:
    import gymnasium  # noqa: F401
except ImportError as error:
    raise ImportError("croupier.gym needs Gymnasium: pip install 'croupier[gym]'") from error

from croupier.gym.environment import IDS, TABLE_IDS, GameEnvironment, register_environments
from croupier.gym.seats import SeatAction
from croupier.gym.table_environment import TableEnvironment
from croupier.gym.translation import BlackjackAction, StudAction
from croupier.gym.vector import VectorTables

if TYPE_CHECKING:
    from croupier.gym.multiplayer import TableAtOnce, TableInTurn

register_environments()

__all__ = [
    "IDS",
    "TABLE_IDS",
    "BlackjackAction",
    "GameEnvironment",
    "SeatAction",
    "StudAction",
    "TableAtOnce",
    "TableEnvironment",
    "TableInTurn",
    "VectorTables",
    "register_environments",
]

__dir__ = lazy_directory(__all__)
# PettingZoo is an extra of its own: it is imported only for the tables with several agents.
__getattr__ = lazy_attributes(
    __name__,
    {
        "TableAtOnce": "croupier.gym.multiplayer",
        "TableInTurn": "croupier.gym.multiplayer",
    },
)
