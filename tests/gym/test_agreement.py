"""The vector environment plays what the engine plays: masks, observations, rewards, every shoe."""

from random import Random

import pytest
from msgspec.structs import replace

from croupier.cards import Device
from croupier.errors import CroupierError
from croupier.gym.blackjack_tables import BlackjackTables
from croupier.gym.vector_tables import VectorTables
from croupier.rulebooks import BLACKJACK, GAMES
from croupier.table.choices import Choices
from tests.gym.agreement import few_ranks, play_both
from tests.maths.charted import random_choices

TABLES = 6
FEW = pytest.param(2, 60, id="some")
MANY = pytest.param(40, 250, id="many", marks=pytest.mark.slow)
"""How many sets of choices, and steps at each of so many tables."""


def lawful_tables(game: str, chance: Random) -> tuple[Choices, VectorTables]:
    """Tables of a game with an operator's choices by chance; unlawful ones are thrown again."""
    law = BLACKJACK[game]
    while True:
        choices = replace(
            random_choices(law, chance),
            side_bets=(),
            burn=chance.random() < 0.5,
            cutting_card_depth=chance.choice([None, None, 3, 60, 150]),
        )
        try:
            return choices, VectorTables(game, TABLES, choices=choices)
        except CroupierError:
            continue


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize(("sets", "steps"), [FEW, MANY])
def test_the_kernel_plays_as_the_engine_does(game: str, sets: int, steps: int) -> None:
    chance = Random(f"{game} {sets}")
    for number in range(sets):
        choices, vector = lawful_tables(game, chance)
        few = number % 2 == 1
        if few:
            few_ranks(vector, chance)
        seed = chance.getrandbits(32)
        assert play_both(game, choices, vector, seed=seed, steps=steps, few=few)
