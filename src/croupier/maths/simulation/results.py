"""Results of a simulation: means with their errors, sessions, the risk of the float.

Money is the players': what they win is positive, what the house wins negative.
"""

from collections.abc import Mapping
from math import sqrt

import msgspec
import numpy as np

from croupier.maths.kernels.tables import (
    BINS,
    CARDS,
    FLOATS_LOST,
    LOWEST,
    ROUNDS,
    SESSION_SQUARES,
    SESSION_WON,
    SESSIONS,
    SHOES,
    SQUARES,
    WIDTH,
    WON,
)
from croupier.maths.simulation.runs import (
    PART_BOX_SQUARES,
    PART_HITS,
    PART_SQUARES,
    PART_WON,
    Numbers,
    Plan,
    Simulated,
    Totals,
    terms_of,
)
from croupier.maths.tabular import RowCells, Tabular

CONFIDENCE_95 = 1.959963984540054
"""The number of standard errors to either side that contain the truth in 95 of 100 cases."""
QUANTILES = (1, 5, 25, 50, 75, 95, 99)
"""Percentages of the sessions that end with no more."""
SHOWN_BINS = 20
CENTS = 100


class Estimate(msgspec.Struct, frozen=True):
    """A mean from a sample."""

    mean: float
    """The mean of the sample."""
    standard_error: float
    """The standard deviation of the mean."""
    sd: float
    """The standard deviation of a round."""

    @property
    def margin(self) -> float:
        """The half-width of the interval around the mean with a confidence of 95 per cent."""
        return CONFIDENCE_95 * self.standard_error


class BoxFigures(msgspec.Struct, frozen=True):
    """How the boxes of a table depend on each other: they face one dealer and share a shoe.

    All are of the main wager with its doubles and splits, in units of the wager.
    """

    sd: float
    """The standard deviation of what one box wins in a round."""
    covariance: float
    """The covariance of what two boxes win in a round."""
    correlation: float
    """The same divided by the variance of a box: from -1 to 1."""


class WagerEstimate(msgspec.Struct, frozen=True):
    """What a kind of wager wins for each unit, and how often it wins."""

    mean: float
    """The average win; negative for a loss."""
    standard_error: float
    """The standard deviation of the mean."""
    hit: float
    """The share of wagers that win."""


class Bin(msgspec.Struct, frozen=True):
    """Sessions whose result lies between two amounts."""

    low: float | None
    """The lower limit in dollars, included; ``None`` if everything below counts here too."""
    high: float | None
    """The upper limit in dollars, excluded; ``None`` if everything above counts here too."""
    sessions: int
    """The number of sessions."""


class SessionResults(msgspec.Struct, frozen=True):
    """The results of sessions, in dollars."""

    rounds: int
    """The number of rounds of a session."""
    sessions: int
    """The number of sessions completed."""
    mean: float
    """What the players won in a session on average."""
    sd: float
    """The standard deviation of a session."""
    quantiles: dict[str, float]
    """The result that a percentage of the sessions did not exceed, by that percentage."""
    histogram: list[Bin]
    """The numbers of sessions by result."""


class FloatRisk(msgspec.Struct, frozen=True):
    """How often a float was lost.

    It is lost in a session if, after any round, the players have won at least the float since the
    session began. A float that would come back in later rounds is lost all the same.
    """

    dollars: float
    """The float."""
    lost: int
    """The number of sessions in which it was lost."""
    probability: float
    """The share of sessions in which it was lost."""
    standard_error: float
    """The standard deviation of that share."""


class SimulationResult(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """The results of a whole run."""

    game: str
    """The name of the game."""
    options: dict[str, object]
    """The choices that the figures are for, by option name."""
    seed: int
    """The number that determines all shuffles."""
    rounds: int
    """The number of rounds played."""
    boxes_played: int
    """The number of boxes played in each round."""
    complete: bool
    """Whether all requested rounds were played."""
    main: Estimate
    """The main wager of a box with its doubles and splits, in units of the wager."""
    boxes: BoxFigures | None
    """One box, and two together; ``None`` if only one is played."""
    wagers: dict[str, WagerEstimate]
    """The other wagers, in units of their own."""
    dollars_per_round: Estimate
    """All boxes and wagers together, in dollars."""
    session: SessionResults | None
    """The results of sessions; ``None`` if none was completed."""
    float_risk: FloatRisk | None
    """How often the float was lost; ``None`` if no float was given."""
    cards_per_round: float
    """The average number of cards of a round."""
    shoes: int
    """The number of shuffles."""
    seconds: float
    """The computing time."""
    rounds_per_second: float
    """The speed."""

    def records(self) -> list[RowCells]:
        """Return a row for the main wager and for each other one, in units of its own."""
        main = self.main
        boxes = self.boxes
        rows: list[RowCells] = [
            {
                "wager": "main",
                "mean": main.mean,
                "standard_error": main.standard_error,
                "sd": main.sd,
                "hit": None,
                "box_sd": None if boxes is None else boxes.sd,
                "box_covariance": None if boxes is None else boxes.covariance,
            }
        ]
        return rows + [
            {
                "wager": name,
                "mean": one.mean,
                "standard_error": one.standard_error,
                "sd": None,
                "hit": one.hit,
                "box_sd": None,
                "box_covariance": None,
            }
            for name, one in self.wagers.items()
        ]


def estimate(won: int, squares: int, rounds: int, unit: float) -> Estimate:
    """Return the mean of rounds and its error, in a unit."""
    mean = won / rounds
    variance = max(squares / rounds - mean**2, 0.0)
    sd = sqrt(variance)
    return Estimate(mean / unit, sd / sqrt(rounds) / unit, sd / unit)


def main_estimate(game: Simulated, totals: Totals) -> Estimate:
    """Return what the main wager wins, in units of that wager."""
    row, rounds = totals.parts[0], int(totals.tally[ROUNDS])
    return estimate(int(row[PART_WON]), int(row[PART_SQUARES]), rounds, game.ticks * game.boxes)


def box_figures(game: Simulated, totals: Totals) -> BoxFigures | None:
    """Return how boxes depend on each other; ``None`` for one alone.

    The square of what all boxes win is the sum of their squares and of the products of all pairs.
    """
    boxes = game.boxes
    if boxes == 1:
        return None
    row, rounds = totals.parts[0], int(totals.tally[ROUNDS])
    unit = game.ticks**2
    mean = int(row[PART_WON]) / rounds / boxes / game.ticks
    own = int(row[PART_BOX_SQUARES])
    variance = own / rounds / boxes / unit - mean**2
    products = (int(row[PART_SQUARES]) - own) / rounds / (boxes * (boxes - 1)) / unit
    covariance = products - mean**2
    return BoxFigures(sqrt(max(variance, 0.0)), covariance, covariance / variance)


def wager_estimates(
    game: Simulated, totals: Totals, stakes: Mapping[str, int]
) -> dict[str, WagerEstimate]:
    """Return what each other wager wins, in units of its stake in ticks."""
    rounds = int(totals.tally[ROUNDS])
    found = {}
    for name, row in zip(game.parts[1:], totals.parts[1:], strict=True):
        unit = stakes.get(name, game.ticks) * game.boxes
        one = estimate(int(row[PART_WON]), int(row[PART_SQUARES]), rounds, unit)
        hit = int(row[PART_HITS]) / (rounds * game.boxes)
        found[name] = WagerEstimate(one.mean, one.standard_error, hit)
    return found


def session_results(plan: Plan, totals: Totals, terms: Numbers, dollar: float) -> SessionResults:
    """Return the results of sessions. ``dollar`` is the number of ticks of a dollar."""
    tally = totals.tally
    count = int(tally[SESSIONS])
    one = estimate(int(tally[SESSION_WON]), int(tally[SESSION_SQUARES]), count, dollar)
    return SessionResults(
        rounds=plan.session_rounds,
        sessions=count,
        mean=one.mean,
        sd=one.sd,
        quantiles={f"{part}%": quantile(totals, terms, part) / dollar for part in QUANTILES},
        histogram=wide_bins(totals, terms, dollar),
    )


def quantile(totals: Totals, terms: Numbers, part: int) -> int:
    """Return what a percentage of the sessions did not exceed, in ticks, to a bin's width."""
    counts = np.cumsum(totals.histogram)
    number = int(np.searchsorted(counts, -(-int(counts[-1]) * part // 100)))
    return int(terms[LOWEST] + number * terms[WIDTH])


def wide_bins(totals: Totals, terms: Numbers, dollar: float) -> list[Bin]:
    """Return the histogram in a few wide bins, from the lowest result to the highest."""
    used = np.flatnonzero(totals.histogram)
    first, last = int(used[0]), int(used[-1])
    step = -(-(last + 1 - first) // SHOWN_BINS)
    low, width = int(terms[LOWEST]), int(terms[WIDTH])
    # Kernels count what lies beyond the outermost bins in these, such as a jackpot that was won.
    return [
        Bin(
            None if start == 0 else (low + start * width) / dollar,
            None if start + step >= BINS else (low + (start + step) * width) / dollar,
            int(totals.histogram[start : start + step].sum()),
        )
        for start in range(first, last + 1, step)
    ]


def float_risk(totals: Totals, float_dollars: float) -> FloatRisk:
    """Return how often the float was lost within a session."""
    count, lost = int(totals.tally[SESSIONS]), int(totals.tally[FLOATS_LOST])
    share = lost / count
    return FloatRisk(float_dollars, lost, share, sqrt(share * (1 - share) / count))


def result_of(
    game: Simulated,
    plan: Plan,
    totals: Totals,
    *,
    name: str,
    options: dict[str, object],
    wager_cents: int,
    stakes: Mapping[str, int],
    seconds: float,
) -> SimulationResult:
    """Return the results of a run."""
    tally = totals.tally
    rounds = int(tally[ROUNDS])
    dollar = game.ticks * CENTS / wager_cents
    terms = terms_of(game, plan)
    any_session = bool(tally[SESSIONS])
    at_stake = plan.float_ticks if any_session else None
    return SimulationResult(
        game=name,
        options=options,
        seed=plan.seed,
        rounds=rounds,
        boxes_played=game.boxes,
        complete=rounds == plan.rounds,
        main=main_estimate(game, totals),
        boxes=box_figures(game, totals),
        wagers=wager_estimates(game, totals, stakes),
        dollars_per_round=estimate(int(tally[WON]), int(tally[SQUARES]), rounds, dollar),
        session=session_results(plan, totals, terms, dollar) if any_session else None,
        float_risk=None if at_stake is None else float_risk(totals, at_stake / dollar),
        cards_per_round=int(tally[CARDS]) / rounds,
        shoes=int(tally[SHOES]),
        seconds=seconds,
        rounds_per_second=rounds / seconds if seconds else 0.0,
    )
