"""Several agents at one table, for PettingZoo: in turn, and all at once."""

import importlib
import pickle
import sys
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from croupier.errors import CroupierError
from croupier.gym import multiplayer
from croupier.gym.multiplayer import TableAtOnce, TableInTurn
from croupier.rulebooks import GAMES

every_game = pytest.mark.parametrize("game", GAMES)
# PettingZoo's checker would rather have arrays, but takes dictionaries with a mask.
masked = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably"
)
DRAW_BELOW = 15


def first_lawful(seen: Any) -> int:
    """Play by a rule: the first lawful action, but draw to low totals."""
    mask, row = seen["action_mask"], seen["observation"]
    if mask[0] and mask[1] and row[0] < DRAW_BELOW:
        return 1
    return int(np.argmax(mask))


def play_in_turn(table: TableInTurn) -> dict[str, float]:
    won = {}
    for agent in table.agent_iter():
        seen, reward, over, _, _ = table.last()
        if over:
            won[agent] = reward
        table.step(None if over else first_lawful(seen))
    return won


def play_at_once(table: TableAtOnce, seen: dict[str, Any]) -> dict[str, float]:
    rewards: dict[str, float] = {}
    while table.agents:
        actions = {agent: first_lawful(seen[agent]) for agent in table.agents}
        seen, rewards, _, _, _ = table.step(actions)
    return rewards


@every_game
@masked
def test_pettingzoos_checkers_have_no_complaint(game: str) -> None:
    api_test(TableInTurn(game), num_cycles=60)
    parallel_api_test(TableAtOnce(game), num_cycles=40)
    seed_test(lambda: TableInTurn(game, 2), num_cycles=10)
    parallel_seed_test(lambda: TableAtOnce(game, 2), num_cycles=10)


@every_game
def test_both_play_the_same_rounds(game: str) -> None:
    one, other = TableInTurn(game, 3, bets=(1,)), TableAtOnce(game, 3, bets=(1,))
    for number in range(15):
        seed = 5 if number == 0 else None
        one.reset(seed=seed)
        seen, _ = other.reset(seed=seed)
        assert play_in_turn(one) == play_at_once(other, seen)
    assert one.seats.running.table.shoe.drawn == other.seats.running.table.shoe.drawn


@every_game
def test_what_agents_win_the_house_loses(game: str) -> None:
    table = TableAtOnce(game, 4)
    chance = np.random.default_rng(1)
    for number in range(15):
        seen, _ = table.reset(seed=1 if number == 0 else None)
        before = dict(table.seats.running.table.balances)
        rewards: dict[str, float] = {}
        while table.agents:
            actions = {
                agent: int(chance.choice(np.flatnonzero(seen[agent]["action_mask"])))
                for agent in table.agents
            }
            seen, rewards, _, _, _ = table.step(actions)
        after = table.seats.running.table.balances
        names = {name for name in (*before, *after) if "player_" not in name}
        houses = sum(after.get(name, 0) - before.get(name, 0) for name in names)
        assert round(sum(rewards.values()) * table.terms.wager) == -houses


def test_agents_sit_side_by_side_and_act_in_turn() -> None:
    table = TableInTurn("star-blackjack", 3, bets=(1,), boxes_each=2)
    assert [list(table.terms.boxes_of(one)) for one in table.possible_agents] == [
        [1, 2],
        [3, 4],
        [5, 6],
    ]
    table.reset(seed=2)
    order = []
    for agent in table.agent_iter():
        seen, _, over, _, _ = table.last()
        if over:
            break
        order.append(agent)
        if agent != table.seats.players_to_act()[0]:
            assert not table.observe(agent)["action_mask"].any()
        table.step(first_lawful(seen))
    assert order[:6] == ["player_1"] * 2 + ["player_2"] * 2 + ["player_3"] * 2, "the betting"
    assert order[6:] == sorted(order[6:]), "the decisions, from the first box on"


def test_agents_who_are_not_asked_wait() -> None:
    table = TableAtOnce("star-blackjack", 2, bets=(1,))
    wait = len(table.actions) - 1
    seen, _ = table.reset(seed=3)
    bets = {agent: first_lawful(seen[agent]) for agent in table.agents}
    _, rewards, _, _, infos = table.step(dict.fromkeys(table.agents, wait))
    assert rewards == dict.fromkeys(bets, -1.0)
    assert infos["player_1"]["refused"] == "player_1 is asked and cannot wait"
    seen, _, _, _, _ = table.step(bets)
    lawful = {agent: np.flatnonzero(seen[agent]["action_mask"]).tolist() for agent in table.agents}
    assert lawful["player_2"] == [wait]
    assert wait not in lawful["player_1"]
    _, rewards, _, _, infos = table.step({"player_1": lawful["player_1"][0], "player_2": 0})
    assert rewards["player_2"] == -1
    assert "refused" in infos["player_2"]


def test_a_refused_agent_is_asked_again() -> None:
    table = TableInTurn("star-blackjack", 2, refusal_reward=-0.25)
    table.reset(seed=1)
    table.step(0)
    assert table.agent_selection == "player_1"
    assert table.rewards == {"player_1": -0.25, "player_2": 0.0}
    assert table.infos["player_1"]["refused"]
    with pytest.raises(CroupierError, match="there is no action 99"):
        table.step(99)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 0}, "players: 0 is not a whole number from 1 to 7"),
        ({"players": 4, "boxes_each": 2}, "boxes_each: 2 is not a whole number from 1 to 1"),
        ({"player": 3}, "there is no option player; did you mean players?"),
        ({"bets": (500,)}, "the table takes $5 to $5,000"),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, Any], sentence: str) -> None:
    for kind in (TableInTurn, TableAtOnce):
        with pytest.raises(CroupierError) as refused:
            kind("star-blackjack", **options)
        assert sentence in str(refused.value)


def test_steps_need_a_round_and_all_actions() -> None:
    table = TableAtOnce("star-blackjack", 2)
    with pytest.raises(ResetNeeded):
        table.step({})
    table.reset(seed=1)
    with pytest.raises(CroupierError, match="an action is missing for player_2"):
        table.step({"player_1": 0})


@pytest.mark.parametrize("kind", [TableInTurn, TableAtOnce])
def test_they_render(kind: Any) -> None:
    table = kind("star-blackjack", render_mode="ansi")
    table.reset(seed=1)
    table.step(10 if kind is TableInTurn else dict.fromkeys(table.agents, 10))
    assert table.render()
    table = kind("star-blackjack", render_mode="rgb_array")
    table.reset(seed=1)
    assert table.render().shape == (540, 960, 3)


def test_they_can_be_pickled() -> None:
    table = TableInTurn("perth-blackjack", 3)
    table.reset(seed=1)
    table.step(first_lawful(table.observe("player_1")))
    again = pickle.loads(pickle.dumps(table))
    assert play_in_turn(table) == play_in_turn(again)


def test_an_agent_that_there_is_not_is_refused() -> None:
    in_turn, at_once = TableInTurn("star-blackjack", players=2), TableAtOnce("star-blackjack")
    in_turn.reset(seed=1)
    at_once.reset(seed=1)
    nobody = "there is no agent 'nobody'; player_1, player_2 play"
    for ask in (in_turn.observe, in_turn.observation_space, in_turn.action_space):
        with pytest.raises(CroupierError, match=nobody):
            ask("nobody")
    with pytest.raises(CroupierError, match="there is no agent 'nobody'"):
        at_once.step({"nobody": 0, **dict.fromkeys(at_once.agents, 0)})
    with pytest.raises(CroupierError, match="actions: None is not a dictionary of actions"):
        at_once.step(None)  # type: ignore[arg-type]


def test_what_is_missing_without_pettingzoo_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "pettingzoo", None)
        with pytest.raises(ImportError, match=r"pip install 'croupier\[pettingzoo\]'"):
            importlib.reload(multiplayer)
    importlib.reload(multiplayer)
