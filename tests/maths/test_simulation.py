"""Runs: chunks, the same result on any number of cores, sessions, the float, interruption."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from croupier.errors import CroupierError
from croupier.games.table.choices import Choices
from croupier.maths.blackjack.charts import Chart
from croupier.maths.kernels.tables import (
    BINS,
    FLOAT,
    FLOATS_LOST,
    LEFT,
    LOWEST,
    ROUNDS,
    SESSION_ROUNDS,
    SESSION_SQUARES,
    SESSION_WON,
    SESSIONS,
    SQUARES,
    TALLY_SIZE,
    TERMS_SIZE,
    WIDTH,
    WON,
    add_results,
)
from croupier.maths.simulation.blackjack import BlackjackSimulation, Seats
from croupier.maths.simulation.results import box_figures, main_estimate, quantile, result_of
from croupier.maths.simulation.runs import CHUNK_ROUNDS, Plan, Totals, run
from croupier.rulebooks import STAR_BLACKJACK


@pytest.fixture(scope="module")
def game() -> BlackjackSimulation:
    return BlackjackSimulation(STAR_BLACKJACK, Choices(), Chart())


def same(first: Totals, second: Totals) -> bool:
    return all(np.array_equal(one, other) for one, other in zip(first, second, strict=True))


def test_a_seed_has_one_result_on_any_number_of_cores(game: BlackjackSimulation) -> None:
    plan = Plan(3 * CHUNK_ROUNDS + 1_000, seed=11, session_rounds=100, float_ticks=40)
    alone = run(game, plan, cores=1)
    assert same(alone, run(game, plan, cores=2))
    assert same(alone, run(game, plan, cores=3))
    assert not same(alone, run(game, plan._replace(seed=12), cores=2))


def test_the_general_way_has_one_result_on_any_number_of_cores() -> None:
    choices = Choices(side_bets=("perfect-pairs", "lucky-lucky"))
    game = BlackjackSimulation(STAR_BLACKJACK, choices, Chart(), Seats(boxes=2, insured=True))
    plan = Plan(2 * CHUNK_ROUNDS, seed=11, session_rounds=500)
    assert same(run(game, plan, cores=1), run(game, plan, cores=2))


@pytest.mark.parametrize("session", [1, 100, 3_000, CHUNK_ROUNDS + 1])
@pytest.mark.parametrize("rounds", [1, 99, CHUNK_ROUNDS, 5 * CHUNK_ROUNDS + 7])
def test_chunks_make_up_the_run_and_hold_whole_sessions(rounds: int, session: int) -> None:
    chunks = list(Plan(rounds, seed=0, session_rounds=session).chunks())
    assert sum(chunk.rounds for chunk in chunks) == rounds
    assert [chunk.number for chunk in chunks] == list(range(len(chunks)))
    assert all(chunk.rounds % session == 0 for chunk in chunks[:-1])


def test_as_many_rounds_are_played_as_were_asked_for(game: BlackjackSimulation) -> None:
    for rounds in (1, 67, 12_345):
        totals = run(game, Plan(rounds, seed=1, session_rounds=10), cores=1)
        assert totals.tally[ROUNDS] == rounds
        assert totals.tally[SESSIONS] == totals.histogram.sum() == rounds // 10


def test_sessions_are_counted_as_one_would_by_hand() -> None:
    chance = Random(5)
    results = [chance.choice([-4, -2, -2, -1, 0, 2, 2, 3]) for _ in range(1_007)]
    session, lost_at = 20, 12
    terms = np.zeros(TERMS_SIZE, np.int64)
    terms[[SESSION_ROUNDS, FLOAT, LOWEST, WIDTH]] = session, lost_at, -100, 3
    tally, histogram = np.zeros(TALLY_SIZE, np.int64), np.zeros(BINS, np.int64)
    tally[LEFT] = session
    given = np.array(results, np.int32)
    for start, end in ((0, 5), (5, 5), (5, 333), (333, 1_007)):
        add_results(given, start, end, terms, tally, histogram)

    sessions = [results[start : start + session] for start in range(0, 1_000, session)]
    sums = [sum(one) for one in sessions]
    peaks = [max(sum(one[: count + 1]) for count in range(session)) for one in sessions]
    assert tally[ROUNDS] == len(results)
    assert tally[WON] == sum(results)
    assert tally[SQUARES] == sum(result**2 for result in results)
    assert tally[SESSIONS] == len(sessions)
    assert tally[SESSION_WON] == sum(sums)
    assert tally[SESSION_SQUARES] == sum(won**2 for won in sums)
    assert tally[FLOATS_LOST] == sum(peak >= lost_at for peak in peaks) > 0
    assert histogram.sum() == len(sessions)
    for number in np.flatnonzero(histogram):
        low = -100 + 3 * int(number)
        assert histogram[number] == sum(low <= won < low + 3 for won in sums)


def test_an_interrupted_run_tells_what_it_has_shown(game: BlackjackSimulation) -> None:
    told: list[int] = []

    def stop(totals: Totals) -> None:
        told.append(int(totals.tally[ROUNDS]))
        if len(told) == 2:
            raise KeyboardInterrupt

    plan = Plan(50 * CHUNK_ROUNDS, seed=1, session_rounds=1)
    totals = run(game, plan, cores=2, progress=stop)
    assert told == [CHUNK_ROUNDS, 2 * CHUNK_ROUNDS]
    assert totals.tally[ROUNDS] == 2 * CHUNK_ROUNDS


def test_a_run_interrupted_before_anything_has_no_result(game: BlackjackSimulation) -> None:
    def stop(totals: Totals) -> None:
        totals.tally[ROUNDS] = 0
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(game, Plan(100, seed=1, session_rounds=1), cores=1, progress=stop)


def test_results_are_in_wagers_and_dollars(game: BlackjackSimulation) -> None:
    plan = Plan(100_000, seed=3, session_rounds=50, float_ticks=20 * game.ticks)
    totals = run(game, plan, cores=1)
    result = result_of(
        game, plan, totals, name="x", options={}, wager_cents=2_500, stakes={}, seconds=2.0
    )
    main = main_estimate(game, totals)
    assert result.main == main
    assert main.mean == totals.tally[WON] / game.ticks / 100_000
    assert main.standard_error == pytest.approx(main.sd / 100_000**0.5)
    assert result.dollars_per_round.mean == pytest.approx(25 * main.mean)
    assert result.rounds_per_second == 50_000
    assert result.session is not None
    assert result.session.sessions == 2_000
    assert result.session.mean == pytest.approx(50 * 25 * main.mean)
    assert sum(one.sessions for one in result.session.histogram) == 2_000
    assert result.float_risk is not None
    assert result.float_risk.dollars == 500
    assert result.float_risk.probability == result.float_risk.lost / 2_000
    quantiles = list(result.session.quantiles.values())
    assert quantiles == sorted(quantiles)


def test_boxes_of_one_table_depend_on_each_other(game: BlackjackSimulation) -> None:
    # By the sums alone: with n boxes of variance v and covariance c, their mean has a variance of
    # (v + (n - 1) c) / n. So another run of one box and the mean of all give the covariance.
    rounds, boxes = 400_000, 3
    several = BlackjackSimulation(STAR_BLACKJACK, Choices(), Chart(), Seats(boxes))
    plan = Plan(rounds, seed=5, session_rounds=100)
    one, all_boxes = run(game, plan, cores=2), run(several, plan, cores=2)
    variance, mean = main_estimate(game, one).sd ** 2, main_estimate(several, all_boxes)
    found = box_figures(several, all_boxes)
    assert found is not None
    assert found.sd == pytest.approx(variance**0.5, abs=0.01)
    expected = (boxes * mean.sd**2 - variance) / (boxes - 1)
    assert found.covariance == pytest.approx(expected, abs=0.02)
    assert found.correlation == pytest.approx(found.covariance / found.sd**2)
    assert box_figures(game, one) is None


def test_a_quantile_is_the_least_result_that_so_many_do_not_exceed() -> None:
    terms = np.zeros(TERMS_SIZE, np.int64)
    terms[[LOWEST, WIDTH]] = -2, 1
    histogram = np.zeros(BINS, np.int64)
    histogram[:4] = 1, 48, 1, 50
    totals = Totals(np.zeros(TALLY_SIZE, np.int64), histogram, np.zeros((1, 3), np.int64))
    assert [quantile(totals, terms, part) for part in (1, 5, 49, 50, 51, 99)] == [
        *(-2, -1, -1, 0, 1, 1)
    ]


def test_sums_of_a_long_run_are_not_bounded_by_a_machine_word() -> None:
    chunk = Totals(
        np.full(TALLY_SIZE, 2**62, np.int64),
        np.zeros(BINS, np.int64),
        np.full((1, 3), 2**62, np.int64),
    )
    total = chunk.in_integers() + chunk + chunk
    assert total.tally[SQUARES] == 3 * 2**62
    assert total.parts[0, 1] == 3 * 2**62


def test_wagers_with_too_little_in_common_are_refused() -> None:
    seats = Seats(boxes=9, side_stake=Fraction(999_983, 1_000_003))
    choices = Choices(side_bets=("lucky-lucky",))
    with pytest.raises(CroupierError, match="side_wager"):
        BlackjackSimulation(STAR_BLACKJACK, choices, Chart(), seats)
