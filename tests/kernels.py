"""Compile all kernels on all cores: ``python -m tests.kernels``.

Tests run in several processes. Each would compile what it meets first, some of it twice.
"""

from croupier.maths.preparation import PARTS
from croupier.terminal.compiler_notice import compile_kernels


def compile_parts() -> None:
    """Compile what commands need, for which what running needs is enough."""
    compile_kernels(*PARTS)


def step_once() -> None:
    """Compile what the environments step through, which no command needs."""
    from croupier.gym import GameEnvironment, VectorTables

    for game in ("star-blackjack", "caribbean-stud"):
        environment = GameEnvironment(game)
        _, info = environment.reset(seed=1)
        environment.step(info["action_mask"].argmax())
        tables = VectorTables(game, 1)
        _, told = tables.reset(seed=1)
        tables.step(told["action_mask"].argmax(axis=1))


if __name__ == "__main__":
    compile_parts()
    step_once()
