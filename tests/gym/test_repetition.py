"""The single environment's kernel plays as the engine, which repeats each round from its cards."""

from random import Random
from typing import Any

import numpy as np
import pytest

from croupier.cards import Device
from croupier.games.table.choices import Choices
from croupier.gym import GameEnvironment
from croupier.maths.kernels.simulated.step_blackjack import SEEN, SHUFFLES
from croupier.rulebooks import BLACKJACK, GAMES
from tests.gym.agreement import same
from tests.gym.test_agreement import lawful_tables

FEW = pytest.param(2, 15, id="some")
MANY = pytest.param(25, 150, id="many", marks=pytest.mark.slow)
"""How many sets of choices, and rounds with each."""


def play_and_compare(environment: GameEnvironment, rounds: int, *, seed: int) -> float:
    """Play rounds by chance, and have the engine repeat each; returns what all won."""
    chance = np.random.default_rng(seed)
    won = 0.0
    for number in range(rounds):
        row, info = environment.reset(seed=seed if number == 0 else None)
        over = False
        while not over:
            where = f"{environment.choices} seed {seed} round {number}"
            engine = environment.explain()
            # The engine's table is new in every round: it has seen no card of those before.
            same("observation", row[:SEEN], engine.observation()[:SEEN], where=where)
            same("mask", info["action_mask"], engine.mask(), where=where)
            action = int(chance.choice(np.flatnonzero(info["action_mask"])))
            row, reward, over, _, info = environment.step(action)
        engine = environment.explain()
        same("end", engine.due is None, True, where=where)
        same("reward", reward, engine.reward, where=where)
        won += reward
    return won


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize(("sets", "rounds"), [FEW, MANY])
def test_the_engine_repeats_what_the_kernel_played(game: str, sets: int, rounds: int) -> None:
    chance = Random(f"{game} alone {sets}")
    for _ in range(sets):
        choices, _ = lawful_tables(game, chance)
        environment = GameEnvironment(game, choices=choices)
        play_and_compare(environment, rounds, seed=chance.getrandbits(32))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("device", Device)
def test_devices_and_shoes_are_repeated(game: str, device: Device) -> None:
    environment = GameEnvironment(game, choices=Choices(device=device))
    play_and_compare(environment, 40, seed=9)


def test_a_round_is_repeated_when_the_shoe_ran_out_in_it() -> None:
    environment = GameEnvironment("star-blackjack", decks=6, cutting_card_depth=0)
    single: Any = environment._single
    chance = np.random.default_rng(2)
    ran_out = 0
    for number in range(400):
        row, info = environment.reset(seed=2 if number == 0 else None)
        shuffles, over = single._row[SHUFFLES], False
        while not over:
            action = int(chance.choice(np.flatnonzero(info["action_mask"])))
            row, reward, over, _, info = environment.step(action)
        if single._dealt or single._row[SHUFFLES] != shuffles:
            ran_out += 1
            same("reward", reward, environment.explain().reward, where=f"round {number}")
            assert row in environment.observation_space
    assert ran_out >= 3


def test_a_planted_fault_is_found() -> None:
    environment = GameEnvironment("star-blackjack")
    single: Any = environment._single
    single._terms = single._terms._replace(insurance_ace=single._terms.insurance_ace - 1)
    with pytest.raises(AssertionError, match="reward"):
        play_and_compare(environment, 1_000, seed=1)
