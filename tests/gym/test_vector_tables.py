"""Many tables at once: Gymnasium's rules for vector environments."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from croupier.errors import CroupierError
from croupier.games.table.choices import Choices
from croupier.gym import IDS, BlackjackAction, VectorTables
from croupier.rulebooks import BLACKJACK, GAMES

every_game = pytest.mark.parametrize("game", GAMES)


def lawful(info: dict[str, Any], chance: np.random.Generator) -> Any:
    return (chance.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)


@every_game
def test_gymnasium_makes_them(game: str) -> None:
    made = gymnasium.make_vec(IDS[game], num_envs=5)
    assert isinstance(made.unwrapped, VectorTables)
    assert made.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, info = made.reset(seed=1)
    assert observations in made.observation_space
    actions = lawful(info, np.random.default_rng(1))
    assert actions in made.action_space
    observations, rewards, ended, truncated, _ = made.step(actions)
    assert observations in made.observation_space
    assert rewards.shape == ended.shape == truncated.shape == (5,)


@every_game
def test_a_table_is_the_same_however_many_there_are(game: str) -> None:
    def evening(count: int) -> list[Any]:
        tables = VectorTables(game, count)
        observations, info = tables.reset(seed=9)
        kept = [observations[:3]]
        for _ in range(40):
            first = info["action_mask"].argmax(axis=1)
            observations, rewards, _, _, info = tables.step(first)
            kept += [observations[:3], rewards[:3]]
        return kept

    few, many = evening(3), evening(7)
    assert all(np.array_equal(one, other) for one, other in zip(few, many, strict=True))


@every_game
def test_all_that_is_seen_lies_in_the_space(game: str) -> None:
    tables = VectorTables(game, 200)
    chance = np.random.default_rng(2)
    observations, info = tables.reset(seed=2)
    for _ in range(100):
        assert observations in tables.observation_space
        assert (info["action_mask"].sum(axis=1) > 0).all()
        observations, rewards, ended, _, info = tables.step(lawful(info, chance))
        assert info["final_obs"] in tables.observation_space
        assert not info["refused"].any()
        assert (info["_final_obs"] == ended).all()
        assert (rewards[~ended] == 0).all()


def test_what_was_returned_is_not_written_over() -> None:
    tables = VectorTables("star-blackjack", 50)
    observations, info = tables.reset(seed=1)
    before = observations.copy(), info["action_mask"].copy()
    tables.step(np.full(50, BlackjackAction.HIT))
    assert np.array_equal(observations, before[0])
    assert np.array_equal(info["action_mask"], before[1])


@pytest.mark.parametrize("game", BLACKJACK)
def test_an_action_that_is_not_lawful_changes_nothing(game: str) -> None:
    tables = VectorTables(game, 4, refusal_reward=-0.5)
    before, info = tables.reset(seed=1)
    lawful_anywhere = info["action_mask"].any(axis=0)
    for wrong in np.flatnonzero(~lawful_anywhere):
        after, rewards, ended, _, told = tables.step(np.full(4, wrong))
        assert told["refused"].all()
        assert (rewards == -0.5).all()
        assert not ended.any()
        assert np.array_equal(before, after)
        assert np.array_equal(info["action_mask"], told["action_mask"])


def test_without_a_seed_chance_goes_on() -> None:
    tables = VectorTables("perth-blackjack", 8)
    first, _ = tables.reset(seed=1)
    second, _ = tables.reset()
    again, _ = tables.reset(seed=1)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, second)
    unseeded = VectorTables("perth-blackjack", 8)
    assert unseeded.reset()[0] in unseeded.observation_space


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"num_envs": 0}, "num_envs: 0 is not a whole number from 1"),
        ({"choices": Choices(decks=5)}, "decks"),
        ({"choices": Choices(minimum=50_00)}, "takes"),
        ({"wager": 5_50}, "rounding"),
        ({"render_mode": "ansi"}, "there is no render mode 'ansi'"),
    ],
)
def test_tables_that_cannot_be_are_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(CroupierError, match=why):
        VectorTables("star-blackjack", **{"num_envs": 2, **wrong})


def test_steps_need_tables_and_as_many_actions() -> None:
    tables = VectorTables("star-blackjack", 3)
    with pytest.raises(ResetNeeded, match="before the first reset"):
        tables.step(np.zeros(3, np.int64))
    tables.reset(seed=1)
    with pytest.raises(CroupierError, match="3 actions"):
        tables.step(np.zeros(4, np.int64))
