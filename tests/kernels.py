"""Compile all kernels on all cores: ``python -m tests.kernels``.

Tests run in several processes. Each would compile what it meets first, some of it twice.
"""

from croupier.cli.compiler_notice import get_ready
from croupier.gym import VectorTables
from croupier.maths.preparation import PARTS


def step_once() -> None:
    """Compile what the environments step through, which no command needs."""
    for game in ("star-blackjack", "caribbean-stud"):
        tables = VectorTables(game, 1)
        _, told = tables.reset(seed=1)
        tables.step(told["action_mask"].argmax(axis=1))


if __name__ == "__main__":
    get_ready(*PARTS)
    step_once()
