"""The simulation's kernels play what the engine plays, card for card and cent for cent."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.cards import DECK, RANKS, SUITS, Card
from croupier.errors import CroupierError
from croupier.floor import Croupier
from croupier.maths.blackjack.charts import Chart
from croupier.maths.kernels.random_streams import seed_stream
from croupier.maths.kernels.simulated.shoe_rounds import (
    SHOES_READ,
    new_reader,
    open_shoe,
    read_to_end,
    results_of,
)
from croupier.maths.kernels.simulated.table_rounds import play_stack
from croupier.maths.simulation.blackjack import BlackjackSimulation, Seats
from croupier.rulebooks import BLACKJACK
from tests.maths.charted import WAGER, play_engine, random_chart, random_choices

STACK = 200
CUT = 16
"""Where the cutting card lies in the stacks of the fast kernel: they have several rounds."""
FEW = pytest.param(2, 50, id="some")
MANY = pytest.param(40, 260, id="many", marks=pytest.mark.slow)
"""How many tables, and stacks at each."""
SIDE_STAKE = Fraction(1, 4)


def random_stack(chance: Random) -> tuple[Card, ...]:
    """Cards in some order, often of few ranks: that makes more pairs, aces and long hands."""
    few = chance.sample(RANKS, chance.choice([3, 5, 13]))
    return tuple(chance.choices([card for card in DECK if card.rank in few], k=STACK))


def encoded(stack: tuple[Card, ...], *, suits: bool) -> list[int]:
    """Cards as the kernels take them."""
    step = 16 if suits else 0
    return [SUITS.index(card.suit) * step + RANKS.index(card.rank) for card in stack]


def some_tables(
    game: str, chance: Random, count: int, *, fast: bool
) -> Iterator[tuple[BlackjackSimulation, Chart, Seats]]:
    """Tables of a game with random choices, charts and wagers; unlawful ones are passed over."""
    law = BLACKJACK[game]
    while count:
        choices, chart = random_choices(law, chance), random_chart(chance)
        seats = Seats(chance.choice([1, 1, 2, 3, 7]), SIDE_STAKE, chance.random() < 0.5)
        if fast:
            choices = replace(choices, side_bets=(), burn_each_round=False)
            seats = Seats()
        try:
            table = BlackjackSimulation(law, choices, chart, seats)
        except CroupierError:
            continue
        count -= 1
        yield table, chart, seats


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize(("tables", "stacks"), [FEW, MANY])
def test_the_general_kernel_plays_as_the_engine_does(game: str, tables: int, stacks: int) -> None:
    chance = Random(f"{game} {tables}")
    generator = seed_stream(1, 1)
    for table, chart, seats in some_tables(game, chance, tables, fast=False):
        terms = table.terms._replace(cut=1)
        won, places = np.zeros((1, len(table.parts)), np.int64), np.zeros(1, np.int64)
        cents = WAGER // table.ticks
        for _ in range(stacks):
            stack = random_stack(chance)
            hands = table.hands
            cards = np.array(encoded(stack, suits=True), np.uint32)
            rounds = play_stack(
                hands.numbers,
                hands.at,
                table.paid,
                terms,
                hands.most_hands,
                cards,
                generator,
                won,
                places,
            )
            assert rounds == 1
            croupier = Croupier(table.law, table.choices, stack=stack)
            side_wager = int(WAGER * SIDE_STAKE)
            expected, drawn = play_engine(
                croupier, chart, seats.boxes, side_wager=side_wager, insured=seats.insured
            )
            mine = dict(zip(table.parts, (won[0] * cents).tolist(), strict=True))
            wanted = dict.fromkeys(table.parts, 0) | expected
            assert (mine, places[0]) == (wanted, drawn), f"{table.choices} {chart} {stack[:drawn]}"


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize(("tables", "stacks"), [FEW, MANY])
def test_the_general_kernel_deals_a_shoe_on_as_the_engine_does(
    game: str, tables: int, stacks: int
) -> None:
    chance = Random(f"{game} {tables} shoe")
    generator = seed_stream(1, 1)
    for table, chart, seats in some_tables(game, chance, tables, fast=False):
        if table.terms.mixes:
            continue
        cut = max(CUT, 4 * seats.boxes)
        terms = table.terms._replace(cut=cut)
        won, places = np.zeros((cut, len(table.parts)), np.int64), np.zeros(cut, np.int64)
        hands, cents = table.hands, WAGER // table.ticks
        for _ in range(stacks // 4):
            stack = random_stack(chance)
            cards = np.array(encoded(stack, suits=True), np.uint32)
            rounds = play_stack(
                hands.numbers,
                hands.at,
                table.paid,
                terms,
                hands.most_hands,
                cards,
                generator,
                won,
                places,
            )
            croupier = Croupier(table.law, table.choices, stack=stack)
            for number in range(rounds):
                expected, _ = play_engine(
                    croupier,
                    chart,
                    seats.boxes,
                    side_wager=int(WAGER * SIDE_STAKE),
                    insured=seats.insured,
                )
                mine = dict(zip(table.parts, (won[number] * cents).tolist(), strict=True))
                wanted = dict.fromkeys(table.parts, 0) | expected
                drawn = croupier.table.shoe.drawn
                assert (mine, places[number]) == (wanted, drawn), f"{table.choices} {chart}"
            assert drawn >= cut


@pytest.mark.parametrize("game", BLACKJACK)
@pytest.mark.parametrize(("tables", "stacks"), [FEW, MANY])
def test_the_fast_kernel_plays_as_the_engine_does(game: str, tables: int, stacks: int) -> None:
    chance = Random(f"{game} {tables} fast")
    for table, chart, _ in some_tables(game, chance, tables, fast=True):
        for _ in range(stacks // SHOES_READ):
            shoes = [random_stack(chance) for _ in range(SHOES_READ)]
            for stack, (results, drawn) in zip(shoes, read_shoes(table, shoes), strict=True):
                croupier = Croupier(table.law, table.choices, stack=stack)
                wanted = []
                while croupier.table.shoe.drawn < CUT:
                    won, _ = play_engine(croupier, chart, 1, side_wager=0, insured=False)
                    wanted.append(won["main"] * table.ticks // WAGER)
                reached = croupier.table.shoe.drawn
                assert (results, drawn) == (wanted, reached), f"{table.choices} {chart} {stack}"


def read_shoes(
    table: BlackjackSimulation, shoes: list[tuple[Card, ...]]
) -> list[tuple[list[int], int]]:
    """What each round of some shoes won by the fast kernel, and how many cards were drawn."""
    assert table.stream is not None
    hands, generator = table.hands, seed_stream(1, 1)
    reader = new_reader(STACK, hands.most_hands)
    room = len(reader.shoes) // SHOES_READ
    for number, stack in enumerate(shoes):
        reader.shoes[number * room : number * room + STACK] = encoded(stack, suits=False)
        open_shoe(reader, number, STACK, CUT, 0)
    read: dict[int, tuple[list[int], int]] = {}
    won = np.zeros(STACK, np.int32)
    while len(read) < SHOES_READ:
        number = read_to_end(hands.numbers, hands.at, table.stream, reader, STACK, CUT, generator)
        count = results_of(table.stream, reader, number, STACK, won)
        drawn = int(reader.places[number]) - number * room
        read.setdefault(number, (won[:count].tolist(), drawn))
        open_shoe(reader, number, STACK, CUT, 0)
    return [read[number] for number in range(SHOES_READ)]
