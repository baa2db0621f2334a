"""One agent at the engine's table: Gymnasium's rules, and the house's."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from croupier.cards import Device
from croupier.errors import CroupierError
from croupier.games.table.choices import Choices
from croupier.gym import IDS, BlackjackAction, GameEnvironment
from croupier.maths.kernels.simulated.step_blackjack import SEEN
from croupier.rulebooks import BLACKJACK, GAMES

every_game = pytest.mark.parametrize("game", GAMES)


def lawful(environment: GameEnvironment, chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(environment.action_mask())))


def play_round(environment: GameEnvironment, chance: np.random.Generator) -> float:
    """Go on by chance to the end of the round; returns what it won."""
    while True:
        _, reward, over, _, _ = environment.step(lawful(environment, chance))
        if over:
            return reward
        assert reward == 0


@every_game
@pytest.mark.parametrize("render_mode", [None, "ansi"])
def test_gymnasiums_checker_has_no_complaint(game: str, render_mode: str | None) -> None:
    made = gymnasium.make(IDS[game], render_mode=render_mode)
    check_env(made.unwrapped)


@every_game
def test_a_seed_repeats_the_rounds(game: str) -> None:
    def evening(seed: int) -> list[list[int]]:
        environment = GameEnvironment(game)
        chance = np.random.default_rng(1)
        rows = []
        for number in range(6):
            row, _ = environment.reset(seed=seed if number == 0 else None)
            rows.append(row.tolist())
            play_round(environment, chance)
        return rows

    assert evening(5) == evening(5)
    assert evening(5) != evening(6)


@every_game
def test_all_that_is_seen_lies_in_the_space(game: str) -> None:
    environment = GameEnvironment(game)
    chance = np.random.default_rng(2)
    row, _ = environment.reset(seed=2)
    for _ in range(150):
        assert row in environment.observation_space
        row, _, over, truncated, _ = environment.step(lawful(environment, chance))
        assert not truncated
        if over:
            assert row in environment.observation_space
            row, _ = environment.reset()


@every_game
def test_what_is_not_lawful_is_refused_and_changes_nothing(game: str) -> None:
    environment = GameEnvironment(game, refusal_reward=-0.25)
    chance = np.random.default_rng(3)
    environment.reset(seed=3)
    for _ in range(60):
        for action in np.flatnonzero(environment.action_mask() == 0):
            before = environment.table.table
            seen, reward, over, _, info = environment.step(action)
            assert (reward, over) == (-0.25, False)
            assert environment.table.table == before
            assert "(" in info["refused"], "the reason names its clause"
            assert np.array_equal(info["action_mask"], environment.action_mask())
            assert seen in environment.observation_space
        if environment.step(lawful(environment, chance))[2]:
            environment.reset()


def test_a_refusal_says_why() -> None:
    environment = GameEnvironment("star-blackjack")
    environment.reset(seed=1)
    info = environment.step(BlackjackAction.SURRENDER)[4]
    assert info["refused"] == "surrender/unknown: Star Blackjack has no surrender (10.1)"


@pytest.mark.parametrize("game", BLACKJACK)
def test_the_next_round_is_dealt_from_the_same_shoe(game: str) -> None:
    environment = GameEnvironment(game)
    environment.reset(seed=4)
    play_round(environment, np.random.default_rng(4))
    first = len(environment.explain().running.table.discards)
    row, _ = environment.reset()
    assert row[SEEN:].sum() >= first - 1 + 3, "all cards of the first round, but for the burn"
    row, _ = environment.reset(options={"new_table": True})
    assert row[SEEN:].sum() <= 3 + 11


def test_a_reset_amid_a_round_opens_a_new_table() -> None:
    environment = GameEnvironment("perth-blackjack")
    row, _ = environment.reset(seed=1)
    assert row[SEEN:].sum() == 3
    row, _ = environment.reset()
    assert row[SEEN:].sum() == 3


@pytest.mark.parametrize("game", GAMES)
def test_a_shuffling_device_deals_too(game: str) -> None:
    environment = GameEnvironment(game, choices=Choices(device=Device.SHUFFLER))
    chance = np.random.default_rng(5)
    for number in range(20):
        environment.reset(seed=5 if number == 0 else None)
        play_round(environment, chance)


def test_a_round_that_asks_nothing_is_ended_by_standing() -> None:
    environment = GameEnvironment("star-blackjack")
    environment.reset(seed=0)
    chance = np.random.default_rng(0)
    for _ in range(200):
        row, info = environment.reset()
        if environment.table.table.round is None:
            break
        play_round(environment, chance)
    assert np.flatnonzero(info["action_mask"]).tolist() == [BlackjackAction.STAND]
    assert (row[0], row[1]) == (21, 1)
    _, reward, over, _, _ = environment.step(BlackjackAction.STAND)
    assert (reward, over) == (1.5, True)


def test_there_is_no_step_without_a_round() -> None:
    environment = GameEnvironment("star-blackjack")
    with pytest.raises(ResetNeeded):
        environment.step(BlackjackAction.STAND)
    environment.reset(seed=1)
    play_round(environment, np.random.default_rng(1))
    with pytest.raises(ResetNeeded):
        environment.step(BlackjackAction.STAND)
    assert not environment.action_mask().any()


def test_a_wager_that_needs_rounding_is_played_by_the_engine() -> None:
    environment = GameEnvironment("star-blackjack", wager=7_50, render_mode="ansi")
    chance = np.random.default_rng(1)
    won = []
    for number in range(60):
        row, info = environment.reset(seed=1 if number == 0 else None)
        assert row in environment.observation_space
        assert np.array_equal(info["action_mask"], environment.action_mask())
        assert environment.render()
        won.append(play_round(environment, chance))
    # A blackjack for $7.50 pays $11.25, in chips of 50 cents no less than $11.50.
    assert 11.5 / 7.5 in won


def test_a_wager_that_the_sign_forbids_is_refused() -> None:
    for wager in (1_00, 9_999_00):
        with pytest.raises(CroupierError, match=r"the table takes \$5 to \$5,000"):
            GameEnvironment("star-blackjack", wager=wager)
    with pytest.raises(CroupierError, match="smallest"):
        GameEnvironment("star-blackjack", wager=5_25).reset(seed=1)


def test_what_happens_is_told_in_words() -> None:
    environment = GameEnvironment("star-blackjack", render_mode="ansi")
    environment.reset(seed=3)
    text: Any = environment.render()
    assert text.splitlines()[0] == "The dealer shuffles 8 decks."
    assert text.splitlines()[-1].startswith("Box 1 has 16 with")
    environment.step(BlackjackAction.HIT)
    text = environment.render()
    assert text.splitlines()[0].startswith("Box 1 draws")
    assert environment.render() == text, "asked twice, it is the same"
    environment.reset(options={"new_table": True})
    play_round(environment, np.random.default_rng(1))
    environment.reset()
    text = environment.render()
    assert "shuffles" not in text, "the shoe goes on"
    assert GameEnvironment("star-blackjack").render() is None


def test_rendering_changes_nothing() -> None:
    quiet, shown = (GameEnvironment("perth-blackjack", render_mode=mode) for mode in (None, "ansi"))
    for environment in (quiet, shown):
        environment.reset(seed=5)
    chance = np.random.default_rng(5)
    for _ in range(100):
        action = lawful(quiet, chance)
        first, second = quiet.step(action), shown.step(action)
        shown.render()
        assert np.array_equal(first[0], second[0])
        assert first[1:4] == second[1:4]
        if first[2]:
            quiet.reset()
            shown.reset()


@every_game
def test_an_environment_can_be_pickled_amid_a_round(game: str) -> None:
    environment = GameEnvironment(game, render_mode="ansi")
    chance = np.random.default_rng(6)
    environment.reset(seed=6)
    play_round(environment, chance)
    environment.reset()
    environment.render()
    again = pickle.loads(pickle.dumps(environment))
    assert again.render() == environment.render()
    for _ in range(40):
        action = lawful(environment, chance)
        first, second = environment.step(action), again.step(action)
        assert np.array_equal(first[0], second[0])
        assert first[1:4] == second[1:4]
        assert first[4].keys() == second[4].keys()
        if first[2]:
            assert np.array_equal(environment.reset()[0], again.reset()[0])


def test_what_gymnasium_makes_can_be_pickled() -> None:
    made = gymnasium.make(IDS["star-blackjack"], decks=6)
    made.reset(seed=1)
    again = pickle.loads(pickle.dumps(made))
    assert np.array_equal(made.step(0)[0], again.step(0)[0])
