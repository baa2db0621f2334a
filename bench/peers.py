"""Blackjack of other libraries, each driven by a plain Python loop.

All follow one policy: draw below 17, else stand. Each function imports its library, makes the game
once and returns a function that plays so many rounds to their payoff and counts the actions they
took. The libraries are imported by name, so that types and lint hold with or without them.
"""

from collections.abc import Callable
from importlib import import_module
from random import Random

STAND_FROM = 17
SEED = 17

PlayRounds = Callable[[int], int]


def open_spiel() -> PlayRounds:
    """OpenSpiel's `blackjack`: one player, one deck, chance as an action of the driver.

    Every card left is equally likely, so one of the lawful chance actions is drawn evenly. Asking
    for the outcomes with their probabilities instead would slow this peer down for nothing.
    """
    game = import_module("pyspiel").load_game("blackjack")
    hit, stand = 0, 1
    draw = Random(SEED).choice

    def play(rounds: int) -> int:
        actions = 0
        for _ in range(rounds):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    action = draw(state.legal_actions())
                else:
                    action = hit if state.get_best_player_total(0) < STAND_FROM else stand
                state.apply_action(action)
                actions += 1
            state.returns()
        return actions

    return play


def rlcard(players: int) -> PlayRounds:
    """RLCard's `blackjack`: any number of players, one deck that is shuffled for each round."""
    config = {"seed": SEED, "game_num_players": players}
    environment = import_module("rlcard").make("blackjack", config=config)
    hit, stand = 0, 1

    def play(rounds: int) -> int:
        actions = 0
        for _ in range(rounds):
            state, _player = environment.reset()
            while not environment.is_over():
                action = hit if state["obs"][0] < STAND_FROM else stand
                state, _player = environment.step(action)
                actions += 1
            environment.get_payoffs()
        return actions

    return play


def gymnasium() -> PlayRounds:
    """Gymnasium's `Blackjack-v1`: one player, cards drawn with replacement; its checker is off."""
    environment = import_module("gymnasium").make("Blackjack-v1", disable_env_checker=True)
    environment.reset(seed=SEED)
    stick, hit = 0, 1

    def play(rounds: int) -> int:
        actions = 0
        for _ in range(rounds):
            (total, _card, _ace), _info = environment.reset()
            over = False
            while not over:
                action = hit if total < STAND_FROM else stick
                (total, _card, _ace), _reward, over, _cut, _info = environment.step(action)
                actions += 1
        return actions

    return play
