"""The vector environment plays what the engine plays: masks, observations, rewards, every shoe."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.cards import Device
from croupier.errors import CroupierError
from croupier.games.table.choices import Choices
from croupier.gym.compiled import BlackjackTables
from croupier.gym.vector import VectorTables
from croupier.maths.kernels.simulated.step_blackjack import DOUBLE, END
from croupier.maths.simulation.automata import FIRST_TOTAL, STRIDE
from croupier.rulebooks import BLACKJACK
from tests.gym.agreement import few_ranks, play_both
from tests.maths.charted import random_choices

TABLES = 6
FEW = pytest.param(2, 30, id="some")
MANY = pytest.param(40, 250, id="many", marks=pytest.mark.slow)
"""How many sets of choices, and steps at each of so many tables."""


def lawful_tables(game: str, chance: Random) -> tuple[Choices, VectorTables]:
    """Tables of a game with an operator's choices by chance; unlawful ones are thrown again."""
    law = BLACKJACK[game]
    while True:
        choices = replace(
            random_choices(law, chance),
            side_bets=(),
            device=(device := chance.choice([Device.SHOE, Device.SHOE, Device.SHUFFLER])),
            burn=device is Device.SHOE and chance.random() < 0.5,
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


@pytest.mark.parametrize("game", BLACKJACK)
def test_a_device_deals_what_is_in_it(game: str) -> None:
    choices = Choices(device=Device.SHUFFLER, burn=False)
    vector = VectorTables(game, TABLES, choices=choices)
    assert play_both(game, choices, vector, seed=8, steps=25)


@pytest.mark.parametrize("game", ["star-blackjack", "blackjack-challenge"])
def test_a_shoe_that_runs_out_is_dealt_on_from_its_discards(game: str) -> None:
    choices = Choices(decks=6, cutting_card_depth=0)
    vector = VectorTables(game, TABLES, choices=choices)
    compiled = vector.compiled
    assert isinstance(compiled, BlackjackTables)
    play_both(game, choices, vector, seed=5, steps=180)
    short = compiled.rows[:, END] < compiled.terms.size
    assert short.any(), "no shoe ran out: choose another seed"


@pytest.mark.parametrize("device", Device)
@pytest.mark.parametrize("most", [None, 100_00])
def test_stud_is_dealt_and_paid_as_the_engine_does(device: Device, most: int | None) -> None:
    choices = Choices(device=device, max_payout=most)
    vector = VectorTables("caribbean-stud", 20, choices=choices)
    assert play_both("caribbean-stud", choices, vector, seed=3, steps=20)


@pytest.mark.slow
@pytest.mark.parametrize("device", Device)
def test_stud_agrees_for_long(device: Device) -> None:
    choices = Choices(device=device, max_payout=400_00)
    vector = VectorTables("caribbean-stud", 200, choices=choices)
    assert play_both("caribbean-stud", choices, vector, seed=4, steps=100)


# Planted faults ---------------------------------------------------------------------------------


def payment_off(tables: BlackjackTables) -> None:
    """Every finished hand wins a tick more against a dealer's twenty."""
    at = tables.hands.at
    tables.hands.numbers[int(at.pays) + FIRST_TOTAL + 3 : int(at.singles) : STRIDE] += 1


def no_double(tables: BlackjackTables) -> None:
    """No hand may be doubled."""
    at = tables.hands.at
    tables.hands.numbers[int(at.decisions) + 5 :: STRIDE] &= ~np.uint32(1 << DOUBLE)


def hit_leads_astray(tables: BlackjackTables) -> None:
    """A hand is left as it is by a six."""
    at = tables.hands.at
    rows = tables.hands.numbers[: int(at.opening)].reshape(-1, STRIDE)
    rows[:, 5] = rows[:, 4]


def late_cutting_card(tables: BlackjackTables) -> None:
    """The cutting card comes a card too late."""
    tables.terms = tables.terms._replace(cut=tables.terms.cut + 1)


def cheap_insurance(tables: BlackjackTables) -> None:
    """Insurance wins a tick less."""
    tables.terms = tables.terms._replace(insurance_ace=tables.terms.insurance_ace - 1)


def unburned(tables: BlackjackTables) -> None:
    """The first card of a shoe is dealt."""
    tables.terms = tables.terms._replace(burned=0)


@pytest.mark.parametrize(
    "plant",
    [payment_off, no_double, hit_leads_astray, late_cutting_card, cheap_insurance, unburned],
)
def test_a_planted_fault_is_found(plant: Callable[[BlackjackTables], None]) -> None:
    choices = Choices(decks=6, cutting_card_depth=156)
    vector = VectorTables("star-blackjack", 8, choices=choices)
    compiled = vector.compiled
    assert isinstance(compiled, BlackjackTables)
    compiled.hands = compiled.hands._replace(numbers=compiled.hands.numbers.copy())
    plant(compiled)
    with pytest.raises(AssertionError):
        play_both("star-blackjack", choices, vector, seed=1, steps=150)
