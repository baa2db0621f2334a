"""The environments under their Gymnasium ids, one for each game."""

import gymnasium

from croupier.rulebooks import GAMES

NAMESPACE = "croupier"
VERSION = 0


def id_of(game: str) -> str:
    """The id of a game's environment: ``croupier/StarBlackjack-v0``."""
    name = "".join(word.capitalize() for word in game.split("-"))
    return f"{NAMESPACE}/{name}-v{VERSION}"


IDS: dict[str, str] = {game: id_of(game) for game in GAMES}
"""Every id, by the game's name."""


def register_environments() -> None:
    """Make the environments known to ``gymnasium.make`` and ``gymnasium.make_vec``."""
    for game, name in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="croupier.gym.environment:GameEnvironment",
                vector_entry_point="croupier.gym.vector_tables:VectorTables",
                kwargs={"game": game},
            )
