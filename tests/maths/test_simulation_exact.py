"""Simulated figures lie within four standard errors of the exact ones."""

from fractions import Fraction

import pytest

from croupier.cards import Device
from croupier.games.table.choices import Choices
from croupier.maths.blackjack.analysis import BlackjackStudy
from croupier.maths.kernels.tables import ROUNDS
from croupier.maths.simulation.blackjack import BlackjackSimulation, Seats
from croupier.maths.simulation.results import Estimate, main_estimate, wager_estimates
from croupier.maths.simulation.runs import Plan, Totals, run
from croupier.maths.whatif import with_rule
from croupier.rulebooks import BLACKJACK, STAR_BLACKJACK

SOME = pytest.param(400_000, id="some")
MANY = pytest.param(20_000_000, id="many", marks=pytest.mark.slow)


def simulated(game: BlackjackSimulation, rounds: int, *, seed: int = 1) -> Totals:
    return run(game, Plan(rounds, seed=seed, session_rounds=100), cores=2)


def off_the_top(
    game: str, choices: Choices, seats: Seats | None = None
) -> tuple[BlackjackStudy, BlackjackSimulation]:
    """A game, exactly and simulated with the cards shuffled before every round."""
    study = BlackjackStudy(BLACKJACK[game], choices)
    table = BlackjackSimulation(study.law, choices, study.chart, seats or Seats(), fast=False)
    table.terms = table.terms._replace(cut=1, burned=0)
    return study, table


def errors_off(found: Estimate, exact: float) -> float:
    return abs(found.mean - exact) / found.standard_error


@pytest.mark.parametrize("rounds", [SOME, MANY])
@pytest.mark.parametrize("game", BLACKJACK)
def test_the_main_wager_off_a_full_shoe(game: str, rounds: int) -> None:
    study, table = off_the_top(game, Choices())
    found = main_estimate(table, simulated(table, rounds))
    assert errors_off(found, study.by_chart(study.flat_chart).mean) < 4


@pytest.mark.parametrize("rounds", [SOME, MANY])
def test_side_bets_and_insurance(rounds: int) -> None:
    choices = Choices(
        side_bets=("perfect-pairs", "any-pairs", "lucky-lucky"), decks=6, ten_insurance=True
    )
    seats = Seats(boxes=2, side_stake=Fraction(1, 2), insured=True)
    study, table = off_the_top("star-blackjack", choices, seats)
    totals = simulated(table, rounds)
    stakes = dict.fromkeys(choices.side_bets, table.side_ticks)
    found = wager_estimates(table, totals, stakes)
    analysis = study.analysis()
    for name, exact in analysis.side_bets.items():
        assert abs(found[name].mean - exact.ev) < 4 * found[name].standard_error, name
        spread = (exact.hit * (1 - exact.hit) / int(totals.tally[ROUNDS])) ** 0.5
        assert abs(found[name].hit - exact.hit) < 4 * spread, name
    assert analysis.insurance is not None
    assert analysis.ten_insurance is not None
    insured = analysis.insurance.ev_of_wager / 13 + analysis.ten_insurance.ev_of_wager * 4 / 13
    insurance = found["insurance"]
    assert abs(insurance.mean - insured) < 4 * insurance.standard_error


def test_the_fast_way_and_the_general_way_come_to_the_same() -> None:
    study = BlackjackStudy(STAR_BLACKJACK, Choices())
    fast = BlackjackSimulation(STAR_BLACKJACK, Choices(), study.chart)
    general = BlackjackSimulation(STAR_BLACKJACK, Choices(), study.chart, fast=False)
    assert fast.stream is not None
    one = main_estimate(fast, simulated(fast, 4_000_000))
    other = main_estimate(general, simulated(general, 2_000_000, seed=2))
    error = (one.standard_error**2 + other.standard_error**2) ** 0.5
    assert abs(one.mean - other.mean) < 4 * error
    assert one.sd == pytest.approx(other.sd, rel=0.01)


def test_a_device_that_mixes_comes_near_a_full_shoe() -> None:
    choices = Choices(device=Device.SHUFFLER)
    study = BlackjackStudy(STAR_BLACKJACK, choices)
    table = BlackjackSimulation(STAR_BLACKJACK, choices, study.chart)
    found = main_estimate(table, simulated(table, 2_000_000))
    exact = study.by_chart(study.flat_chart).mean
    assert abs(found.mean - exact) < 4 * found.standard_error + 0.0005


def test_odds_that_no_rulebook_has_are_whole_in_ticks() -> None:
    law = with_rule(STAR_BLACKJACK, "settlement.blackjack", "6:5")
    study = BlackjackStudy(law, Choices())
    table = BlackjackSimulation(law, Choices(), study.chart)
    assert table.ticks == 5
    found = main_estimate(table, simulated(table, 4_000_000))
    exact = study.by_chart(study.flat_chart).mean
    assert abs(found.mean - exact) < 4 * found.standard_error + 0.0005
