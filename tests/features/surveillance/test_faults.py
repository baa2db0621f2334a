"""Planted faults are found; without them the alarms stay within the rate that is stated."""

from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from croupier.features.surveillance.control import (
    BUSTS,
    CARDS,
    STAND_OFFS,
    WIN,
    Alarm,
    ControlBook,
    new_book,
)
from croupier.maths.detection import ALERT
from tests.features.surveillance.simulated import FIGURES, rounds

A_YEAR = 1 / 365


def first_alarm(book: ControlBook, most: int, seed: int, **faults: bool | int) -> Alarm:
    for one in islice(rounds(Random(seed), **faults), most):  # type: ignore[arg-type]
        if found := book.take(one, FIGURES):
            return found[0]
    raise AssertionError(f"nothing was noticed in {most} rounds with seed {seed}")


@pytest.mark.parametrize("seed", [1, 2])
def test_five_fives_that_are_missing_are_found_within_a_thousand_rounds(seed: int) -> None:
    alarm = first_alarm(new_book(A_YEAR), 1000, seed, missing=5)
    assert (alarm.scope, alarm.measure) == ("table", CARDS)
    assert alarm.text == "The cards at table 1 look as if 5 fives are missing from the shoe."


def test_a_dealer_who_pays_stand_offs_is_found_within_two_hundred_rounds() -> None:
    book = new_book(A_YEAR)
    alarm = first_alarm(book, 200, 3, pays_pushes=True)
    assert alarm.measure == STAND_OFFS
    assert alarm.text.startswith(
        "Stand-offs at table 1 came less often than chance allows: 0 times"
    )
    for one in islice(rounds(Random(4), pays_pushes=True, table="2"), 200):
        book.take(one, FIGURES)
    assert ("dealer", "Kim") in {(one.scope, one.name) for one in book.alarms}


@pytest.mark.parametrize("pays_pushes", [False, True])
def test_payments_that_are_too_high_are_found_by_the_win_alone(pays_pushes: bool) -> None:
    """These players lose four percent or more; stand-offs that are paid cost the house nine."""
    book = new_book(A_YEAR)
    figures = FIGURES._replace(edge=0.04, variance=1.2)
    for one in islice(rounds(Random(5), pays_pushes=pays_pushes), 4000):
        book.take(replace(one, left=()), figures)
    assert {one.measure for one in book.alarms} == ({WIN} if pays_pushes else set())


def test_without_a_fault_nothing_alerts_and_means_are_right() -> None:
    book = new_book(A_YEAR)
    for one in islice(rounds(Random(6)), 1200):
        assert not book.take(one, FIGURES)
    busts = book.watches[f"table/1/{BUSTS}"]
    assert busts.seen == pytest.approx(busts.expected, abs=4 * (0.29 * 0.71 * busts.tries) ** 0.5)
    assert all(watch.detector.strength < ALERT for watch in book.watches.values())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_false_alarms_stay_within_the_stated_rate(seed: int) -> None:
    """A budget a hundred times the usual one: 0.27 a day. Three tables of 12 days each."""
    rate = 100 * A_YEAR
    alarms = days = 0
    for table in range(3):
        book = new_book(rate)
        for one in islice(rounds(Random(f"{seed}/{table}")), 400 * 12):
            alarms += len(book.take(one, FIGURES._replace(edge=0.02, variance=1.2)))
        days += 12
    # The bound is on the mean; a count that is this far above it comes once in thousands.
    assert alarms <= rate * days + 3.5 * (rate * days) ** 0.5
