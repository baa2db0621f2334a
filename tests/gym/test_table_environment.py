"""An agent that bets: sizes, side bets, insurance and several boxes."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils import seeding
from gymnasium.utils.env_checker import check_env

from croupier.errors import CroupierError
from croupier.games.table.choices import JackpotTerms
from croupier.gym import TABLE_IDS, SeatAction, TableEnvironment
from croupier.gym.engine_table import EngineTable
from croupier.gym.seats import numpy_shoe
from croupier.messages import Refused
from croupier.rulebooks import BLACKJACK, GAMES, law_of

every_game = pytest.mark.parametrize("game", GAMES)
PLAIN = 36
"""The columns of the plain environment of blackjack."""


def boxes_at(game: str) -> int:
    """Return how many boxes one player has in these tests: one in Caribbean Stud."""
    return 1 if game == "caribbean-stud" else 3


def lawful(environment: TableEnvironment, chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(environment.action_mask())))


def play_round(environment: TableEnvironment, chance: np.random.Generator) -> float:
    while True:
        row, reward, over, _, _ = environment.step(lawful(environment, chance))
        assert row in environment.observation_space
        if over:
            return reward
        assert reward == 0


def column(environment: TableEnvironment, row: Any, name: str) -> int:
    return int(row[[one.name for one in environment.columns].index(name)])


@every_game
def test_gymnasiums_checker_has_no_complaint(game: str) -> None:
    for render_mode in (None, "ansi", "rgb_array"):
        made = gymnasium.make(TABLE_IDS[game], most_boxes=boxes_at(game), render_mode=render_mode)
        check_env(made.unwrapped)


@every_game
def test_what_is_seen_lies_in_the_space_and_a_seed_repeats_it(game: str) -> None:
    def evening(seed: int) -> list[float]:
        environment = TableEnvironment(game, most_boxes=boxes_at(game))
        chance = np.random.default_rng(seed)
        won = []
        for number in range(12):
            row, _ = environment.reset(seed=seed if number == 0 else None)
            assert row in environment.observation_space
            won.append(play_round(environment, chance))
        return won

    assert evening(1) == evening(1)
    assert evening(1) != evening(2)


@pytest.mark.parametrize("game", BLACKJACK)
def test_with_one_bet_it_is_the_engines_plain_table(game: str) -> None:
    environment = TableEnvironment(game, bets=(1,))
    law, choices, wager = law_of(game), environment.choices, environment.wager
    chance = np.random.default_rng(3)
    for seed in range(40):
        source = numpy_shoe(seeding.np_random(seed)[0])
        plain = EngineTable(law, choices, wager=wager, cards=source)
        plain.deal()
        row, _ = environment.reset(seed=seed)
        # The only thing to do; with nothing more to lay, it deals as well.
        row, reward, over, _, info = environment.step(int(np.argmax(environment.action_mask())))
        while not over:
            assert np.array_equal(row[:PLAIN], plain.observation()), seed
            assert np.array_equal(info["action_mask"][:8], plain.mask()), seed
            action = int(chance.choice(np.flatnonzero(plain.mask())))
            plain.act(action)
            row, reward, over, _, info = environment.step(action)
        assert reward == plain.reward, seed


@pytest.mark.parametrize("size", [2, 8])
def test_a_bet_of_several_units_wins_and_loses_as_many(size: int) -> None:
    one, more = (TableEnvironment("star-blackjack", bets=(times,)) for times in (1, size))
    chance = np.random.default_rng(1)
    for number in range(40):
        seed = 1 if number == 0 else None
        one.reset(seed=seed)
        more.reset(seed=seed)
        over = False
        while not over:
            action = lawful(one, chance)
            _, reward, over, _, _ = one.step(action)
            row, larger, _, _, _ = more.step(action)
        assert larger == reward * size
    assert column(more, row, "wager_1") == size


def test_betting_is_closed_by_the_agent_or_when_all_is_laid() -> None:
    environment = TableEnvironment("star-blackjack", bets=(1, 5), most_boxes=2)
    row, info = environment.reset(seed=4)
    assert column(environment, row, "betting") == 1
    assert not info["action_mask"][environment.number_of("ready")], "nothing was wagered yet"
    first = environment.number_of("wager", 1, "main", 100_00)
    row, _, over, _, info = environment.step(first)
    assert column(environment, row, "wager_1") == 5
    assert not info["action_mask"][first], "a box has one wager"
    assert "box 1 has its wager on main" in environment.step(first)[4]["refused"]
    row, _, over, _, _ = environment.step(environment.number_of("ready"))
    assert over or column(environment, row, "betting") == 0
    environment.reset(seed=4)
    environment.step(environment.number_of("wager", 2, "main", 20_00))
    row, _, over, _, _ = environment.step(environment.number_of("wager", 1, "main", 20_00))
    assert over or column(environment, row, "betting") == 0, "both boxes have their wager"


def test_several_boxes_are_decided_one_after_the_other() -> None:
    environment = TableEnvironment("perth-blackjack", bets=(1,), most_boxes=3)
    chance = np.random.default_rng(1)
    seen = set()
    for number in range(30):
        row, _ = environment.reset(seed=5 if number == 0 else None)
        over = False
        while not over:
            row, _, over, _, _ = environment.step(lawful(environment, chance))
            box = column(environment, row, "box")
            seen.add(box)
            if box and not column(environment, row, "insurance"):
                assert column(environment, row, "dealer") > 0
                held = row[10:23].sum()
                assert held >= 2
                if column(environment, row, "hands") == 1:
                    total = column(environment, row, f"total_{box}")
                    assert total == column(environment, row, "total")
    assert seen == {0, 1, 2, 3}


def test_a_side_bet_is_settled_beside_the_wager() -> None:
    environment = TableEnvironment(
        "perth-blackjack", bets=(1,), side_bets=["perfect-pairs"], side_wager=5_00
    )
    side = environment.number_of("wager", 1, "perfect-pairs", 5_00)
    main = environment.number_of("wager", 1, "main", 20_00)
    chance = np.random.default_rng(2)
    nets = set()
    for number in range(150):
        environment.reset(seed=2 if number == 0 else None)
        environment.step(main)
        row, reward, over, _, _ = environment.step(side)
        assert column(environment, row, "perfect-pairs_1") == 1
        if not over:
            assert column(environment, row, "staked") == 2, "side bets are not counted there"
            reward = play_round(environment, chance)
        cards = environment.seats.cards[1][:2]
        paired = cards[0].rank is cards[1].rank
        # Whatever the hand does, it moves whole wagers or one and a half of them ($20, $30, $10);
        # the side bet loses $5, or wins a multiple of it.
        fives = round(reward * 4)
        assert fives == reward * 4
        nets.add((paired, fives % 2))
    assert (False, 1) in nets, "a lost side bet makes the sum odd"
    assert any(paired for paired, _ in nets)


@pytest.mark.parametrize(("call", "stake"), [("insure", 0.5), ("insure_half", 0.25)])
def test_insurance_is_taken_whole_or_half(call: str, stake: float) -> None:
    results: dict[str, float] = {}
    for answer in (call, "decline"):
        environment = TableEnvironment("star-blackjack", bets=(2,))
        bet = environment.number_of("wager", 1, "main", 40_00)
        for seed in range(400):
            environment.reset(seed=seed)
            row, reward, over, _, _ = environment.step(bet)
            if over or not column(environment, row, "insurance"):
                continue
            row, reward, over, _, _ = environment.step(environment.number_of(answer))
            if not over:
                assert column(environment, row, "insured") == (answer == call)
            while not over:
                may_stand = environment.action_mask()[0]
                row, reward, over, _, _ = environment.step(0 if may_stand else 1)
            results[f"{answer} {seed}"] = reward
    differences = {
        results[f"{call} {seed}"] - results[f"decline {seed}"]
        for seed in range(400)
        if f"{call} {seed}" in results
    }
    # Two units were wagered: insurance loses its stake, or wins twice as much.
    assert differences == {-2 * stake, 4 * stake}


def test_the_jackpot_of_caribbean_stud_is_a_side_bet() -> None:
    terms = JackpotTerms(wager=1_00, pool=10_000_00)
    environment = TableEnvironment("caribbean-stud", bets=(1,), jackpot=terms)
    assert SeatAction("wager", 1, "jackpot", 1_00) in environment.actions
    chance = np.random.default_rng(1)
    won = []
    for number in range(30):
        environment.reset(seed=1 if number == 0 else None)
        environment.step(environment.number_of("wager", 1, "ante", 20_00))
        environment.step(environment.number_of("wager", 1, "jackpot", 1_00))
        won.append(play_round(environment, chance))
    # An ante of $20 lost by folding, and a jackpot wager of $1.
    assert -1.05 in won


@every_game
def test_what_is_masked_out_is_refused_and_the_rest_is_not(game: str) -> None:
    environment = TableEnvironment(game, most_boxes=boxes_at(game), refusal_reward=-0.5)
    chance = np.random.default_rng(7)
    environment.reset(seed=7)
    for _ in range(60):
        mask = environment.action_mask()
        for action in np.flatnonzero(mask == 0):
            before = environment.seats.running.table
            _, reward, over, _, info = environment.step(int(action))
            assert (reward, over) == (-0.5, False)
            assert environment.seats.running.table == before
            assert info["refused"]
            assert np.array_equal(info["action_mask"], mask)
        if environment.step(lawful(environment, chance))[2]:
            environment.reset()


def test_a_refusal_says_why() -> None:
    environment = TableEnvironment("star-blackjack")
    environment.reset(seed=1)
    assert "refused" in environment.step(environment.number_of("hit"))[4]
    environment.step(environment.number_of("wager", 1, "main", 20_00))
    environment.step(environment.number_of("ready"))
    info = environment.step(environment.number_of("surrender"))[4]
    assert info["refused"] == "surrender/unknown: Star Blackjack has no surrender (10.1)"
    info = environment.step(environment.number_of("ready"))[4]
    assert "(" in info["refused"]
    info = environment.step(environment.number_of("insure"))[4]
    assert info["refused"].startswith("insure is not possible now; possible are ")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"bets": ()}, "bets: () is not a list of sizes in wagers, such as (1, 2, 4)"),
        ({"bets": "12"}, "bets: '12' is not a list of sizes"),
        ({"bets": (1, 1)}, "has a size twice"),
        ({"bets": (0,)}, "bets: 0 is not a whole number"),
        ({"bets": (1, 1000)}, "bets: 1000 is a wager of $20,000, and the table takes $5 to $5,000"),
        ({"most_boxes": 8}, "most_boxes: 8 is not a whole number from 1 to 7"),
        ({"most_boxes": 3, "boxes": 2}, "box"),
        ({"side_bets": ["lucky"]}, "lucky"),
        ({"side_wager": 0}, "side_wager: 0 is not an amount"),
        ({"bet": (1,)}, "there is no option bet; did you mean bets?"),
        ({"render_mode": "film"}, "there is no render mode 'film'; the modes are ansi, rgb_array"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CroupierError) as refused:
        TableEnvironment("star-blackjack", **options)
    assert sentence in str(refused.value)


def test_steps_need_a_round() -> None:
    environment = TableEnvironment("star-blackjack")
    with pytest.raises(ResetNeeded):
        environment.step(0)
    environment.reset(seed=1)
    with pytest.raises(CroupierError, match="there is no action 99; actions are numbers from 0"):
        environment.step(99)
    with pytest.raises(CroupierError, match="reset has no option 'shuffle'"):
        environment.reset(options={"shuffle": True})
    with pytest.raises(CroupierError, match="there is no action"):
        environment.number_of("wager", 1, "main", 3)
    play_round(environment, np.random.default_rng(1))
    with pytest.raises(ResetNeeded):
        environment.step(0)


@pytest.mark.parametrize("game", ["star-blackjack", "caribbean-stud"])
def test_it_can_be_pickled_amid_a_round(game: str) -> None:
    environment = TableEnvironment(game, render_mode="ansi")
    chance = np.random.default_rng(6)
    environment.reset(seed=6)
    environment.step(lawful(environment, chance))
    again = pickle.loads(pickle.dumps(environment))
    for _ in range(60):
        action = lawful(environment, chance)
        first, second = environment.step(action), again.step(action)
        assert np.array_equal(first[0], second[0])
        assert first[1:4] == second[1:4]
        assert environment.render() == again.render()
        if first[2]:
            assert np.array_equal(environment.reset()[0], again.reset()[0])


def test_gymnasium_makes_several_of_them() -> None:
    made = gymnasium.make_vec(TABLE_IDS["star-blackjack"], num_envs=2, bets=(1, 2))
    made.reset(seed=1)
    made.action_space.seed(1)
    for _ in range(20):
        seen, _, _, _, _ = made.step(made.action_space.sample())
        assert seen in made.observation_space


def test_the_engine_accepts_every_wager_in_the_mask() -> None:
    environment = TableEnvironment("canberra-blackjack", most_boxes=2, bets=(1, 3))
    chance = np.random.default_rng(9)
    for number in range(10):
        environment.reset(seed=9 if number == 0 else None)
        seats, over = environment.seats, False
        while not over:
            for place in np.flatnonzero(environment.action_mask()):
                action = environment.actions[place]
                if action.call == "wager":
                    answer = seats.running.decide_for_others(seats._wager("agent", action))
                    assert not isinstance(answer, Refused)
            over = environment.step(lawful(environment, chance))[2]
