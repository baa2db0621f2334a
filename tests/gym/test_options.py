"""Single and vector environments take the same options, and refuse the same in the same words."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest

from croupier.cards import Device
from croupier.errors import CroupierError
from croupier.games.table.choices import Choices
from croupier.gym import IDS, GameEnvironment, VectorTables
from croupier.rulebooks import GAMES

every_game = pytest.mark.parametrize("game", GAMES)


def single(game: str = "star-blackjack", **options: Any) -> Any:
    return GameEnvironment(game, **options)


def vector(game: str = "star-blackjack", **options: Any) -> Any:
    return VectorTables(game, 3, **options)


both = pytest.mark.parametrize("make", [single, vector])


@both
def test_the_operators_choices_are_options(make: Any) -> None:
    made = make(decks=6, ten_insurance=True, device="shuffler")
    assert made.choices == Choices(decks=6, ten_insurance=True, device=Device.SHUFFLER)
    made = make(choices={"decks": 6, "resplit": True}, cutting_card_depth=78)
    assert made.choices == Choices(decks=6, resplit=True, cutting_card_depth=78)


def test_gymnasium_passes_them_on() -> None:
    made: Any = gymnasium.make(IDS["star-blackjack"], decks=6)
    many: Any = gymnasium.make_vec(IDS["star-blackjack"], num_envs=3, decks=6)
    assert made.unwrapped.choices == many.unwrapped.choices == Choices(decks=6)
    with pytest.raises(CroupierError, match=r"there is no option deks; did you mean decks\?"):
        gymnasium.make(IDS["star-blackjack"], deks=6)


def test_six_decks_hold_six_decks() -> None:
    environment = GameEnvironment("star-blackjack", decks=6)
    environment.reset(seed=1)
    assert environment.explain().running.table.shoe.size == 6 * 52


@both
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"deks": 6}, "there is no option deks; did you mean decks?"),
        ({"bet_wager": 5}, "there is no option bet_wager; did you mean wager?"),
        ({"decks": "six"}, "decks: this must be a whole number, not text"),
        ({"choices": {"deks": 6}}, "choices: there is no choice 'deks'; did you mean decks?"),
        ({"choices": 6}, "choices: 6 is not a table's choices"),
        ({"wager": 1_00}, "the wager is $1, and the table takes $5 to $5,000"),
        ({"wager": "ten"}, "wager: 'ten' is not an amount; write whole cents"),
        ({"render_mode": "film"}, "there is no render mode 'film'; the modes are"),
        ({"decks": 5}, "decks"),
        ({"refusal_reward": "much"}, "refusal_reward: 'much' is not a number, such as -1.0"),
        ({"refusal_reward": float("nan")}, "refusal_reward: nan is not a number, such as -1.0"),
        ({"game": "baccarat"}, "baccarat"),
    ],
)
def test_what_is_no_option_is_refused(make: Any, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CroupierError) as refused:
        make(**options)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


@both
def test_reset_knows_its_options(make: Any) -> None:
    made = make()
    made.reset(seed=1, options={"new_table": True})
    with pytest.raises(CroupierError, match="reset has no option 'shuffle'; it has new_table"):
        made.reset(options={"shuffle": True})
    with pytest.raises(CroupierError, match="options: 5 is not a dictionary"):
        made.reset(options=5)
    with pytest.raises(CroupierError, match="new_table: 'yes' is neither True nor False"):
        made.reset(options={"new_table": "yes"})


@pytest.mark.parametrize("number", [0, -1, 2.5, "4", True, None])
def test_a_number_of_tables_is_a_whole_one(number: Any) -> None:
    with pytest.raises(
        CroupierError, match=f"num_envs: {number!r} is not a whole number from 1 to"
    ):
        VectorTables("star-blackjack", number)


@every_game
@pytest.mark.parametrize("wrong", [-1, 8, 10**9, 1.5, "hit", None])
def test_what_is_no_action_is_refused_alike(game: str, wrong: Any) -> None:
    one, many = GameEnvironment(game), VectorTables(game, 3)
    one.reset(seed=1)
    before, _ = many.reset(seed=1)
    most = len(one.actions) - 1
    sentence = f"there is no action {wrong!r}; actions are numbers from 0 to {most}"
    with pytest.raises(CroupierError) as refused:
        one.step(wrong)
    assert str(refused.value) == sentence
    with pytest.raises(CroupierError) as refused:
        many.step(np.array([0, 1, wrong]) if isinstance(wrong, int) else np.array([wrong] * 3))
    assert str(refused.value) == sentence
    assert np.array_equal(many.compiled.observations, before), "nothing has changed"


def test_vector_tables_can_be_pickled() -> None:
    for game in ("star-blackjack", "caribbean-stud"):
        tables = VectorTables(game, 5)
        _, info = tables.reset(seed=1)
        again = pickle.loads(pickle.dumps(tables))
        for _ in range(20):
            actions = info["action_mask"].argmax(axis=1)
            first, second = tables.step(actions), again.step(actions)
            info = first[4]
            assert all(
                np.array_equal(one, other) for one, other in zip(first[:4], second[:4], strict=True)
            )
