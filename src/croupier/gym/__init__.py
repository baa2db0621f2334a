"""Gymnasium environments for every game: one table of the engine, or thousands on the kernels.

Importing the package registers the environments.
"""

try:
    import gymnasium  # noqa: F401
except ImportError as error:
    raise ImportError("croupier.gym needs Gymnasium: pip install 'croupier[gym]'") from error

from croupier.gym.environment import IDS, GameEnvironment, register_environments
from croupier.gym.translation import BlackjackAction, StudAction
from croupier.gym.vector import VectorTables

register_environments()

__all__ = [
    "IDS",
    "BlackjackAction",
    "GameEnvironment",
    "StudAction",
    "VectorTables",
    "register_environments",
]
