"""Gymnasium environments of every game: one table of the engine, or thousands on the kernels.

To import it is to register the environments.
"""

try:
    import gymnasium  # noqa: F401
except ImportError as error:
    raise ImportError("croupier.gym needs Gymnasium: pip install 'croupier[gym]'") from error

from croupier.gym.actions import BlackjackAction, StudAction
from croupier.gym.environment import GameEnvironment
from croupier.gym.registration import IDS, register_environments
from croupier.gym.vector_tables import VectorTables

register_environments()

__all__ = [
    "IDS",
    "BlackjackAction",
    "GameEnvironment",
    "StudAction",
    "VectorTables",
    "register_environments",
]
