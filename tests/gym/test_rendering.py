"""Pictures of tables: what is on them, and that they can be written."""

from typing import Any

import numpy as np
import pytest

from croupier.gym import GameEnvironment, TableEnvironment
from croupier.gym.rendering import GLYPHS, GOLD, HEIGHT, PAPER, TURN, WIDTH
from croupier.rulebooks import GAMES

every_game = pytest.mark.parametrize("game", GAMES)


def points_of(picture: Any, colour: tuple[int, int, int]) -> int:
    return int((picture == np.array(colour)).all(axis=2).sum())


@every_game
def test_a_picture_shows_cards_turn_and_wagers(game: str) -> None:
    environment = GameEnvironment(game, render_mode="rgb_array")
    chance = np.random.default_rng(1)
    before = 0
    for seed in range(10):
        environment.reset(seed=seed)
        picture: Any = environment.render()
        assert (picture.shape, picture.dtype) == ((HEIGHT, WIDTH, 3), np.uint8)
        if environment.explain().due is None:
            continue
        before = points_of(picture, PAPER)
        assert before > 2_000, "cards"
        assert points_of(picture, GOLD) > 200, "a chip and the question"
        over = False
        while not over:
            action = int(chance.choice(np.flatnonzero(environment.action_mask())))
            over = environment.step(action)[2]
        picture = environment.render()
        assert points_of(picture, TURN) == 0, "nothing is asked any more"
        assert points_of(picture, PAPER) > 2_000, "the last round is still there"


def test_a_hit_adds_a_card() -> None:
    environment = GameEnvironment("star-blackjack", render_mode="rgb_array")
    environment.reset(seed=1)
    before = points_of(environment.render(), PAPER)
    assert points_of(environment.render(), TURN) > 1_000, "the hand to be decided on is framed"
    environment.step(1)
    assert points_of(environment.render(), PAPER) > before


@every_game
def test_every_letter_of_a_question_can_be_drawn(game: str) -> None:
    environment = TableEnvironment(game, render_mode="rgb_array")
    chance = np.random.default_rng(2)
    letters: set[str] = set()
    for number in range(40):
        environment.reset(seed=2 if number == 0 else None)
        over = False
        while not over:
            action = int(chance.choice(np.flatnonzero(environment.action_mask())))
            over = environment.step(action)[2]
            assert environment.seats.comments is not None
            view = environment.seats.comments.view()
            for prompt in view.prompts[:1]:
                letters |= set((prompt.question or prompt.text).upper())
    assert letters - set(GLYPHS) == {" "}
