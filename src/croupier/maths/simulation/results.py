"""What a simulation has shown: means with their errors, sessions, the risk of the float.

Money is the players': what they win is positive, what the house wins negative.
"""

from collections.abc import Mapping
from math import sqrt

import msgspec
import numpy as np

from croupier.maths.kernels.tables import (
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
"""How many standard errors to either side hold the truth in 95 of 100 cases."""
QUANTILES = (1, 5, 25, 50, 75, 95, 99)
"""Per cent of the sessions that end with no more."""
SHOWN_BINS = 20
CENTS = 100


class Estimate(msgspec.Struct, frozen=True):
    """A mean from a sample."""

    mean: float
    """The mean of the sample."""
    standard_error: float
    """How far off the mean may be: its standard deviation."""
    sd: float
    """The standard deviation of a round."""

    @property
    def margin(self) -> float:
        """How far off the mean may be, with a confidence of 95 per cent."""
        return CONFIDENCE_95 * self.standard_error


class WagerEstimate(msgspec.Struct, frozen=True):
    """What a kind of wager wins for each unit of it, and how often it wins."""

    mean: float
    """What it wins on average; below zero is a loss."""
    standard_error: float
    """How far off the mean may be: its standard deviation."""
    hit: float
    """The share of them that win."""


class Bin(msgspec.Struct, frozen=True):
    """Sessions whose result lies from one amount up to another."""

    low: float
    """From this many dollars, it included."""
    high: float
    """Up to this many, it excluded."""
    sessions: int
    """How many sessions."""


class SessionResults(msgspec.Struct, frozen=True):
    """How sessions ended, in dollars."""

    rounds: int
    """How many rounds a session has."""
    sessions: int
    """How many sessions were completed."""
    mean: float
    """What the players won in one on average."""
    sd: float
    """The standard deviation of a session."""
    quantiles: dict[str, float]
    """The result that so many per cent of the sessions did not exceed, by per cent."""
    histogram: list[Bin]
    """How many sessions ended where."""


class FloatRisk(msgspec.Struct, frozen=True):
    """How often a float was lost.

    It is lost in a session if, after some round of it, the players have won as much as the float or
    more since the session began. A float that would come back in later rounds is lost all the same.
    """

    dollars: float
    """The float."""
    lost: int
    """In how many sessions it was lost."""
    probability: float
    """The share of sessions in which it was."""
    standard_error: float
    """How far off that may be."""


class SimulationResult(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """A whole run."""

    game: str
    """The game by its name."""
    options: dict[str, object]
    """The choices that the figures hold for, by the names of the options."""
    seed: int
    """The number from which all shuffles followed."""
    rounds: int
    """How many rounds were played."""
    boxes_played: int
    """How many boxes were played in each."""
    complete: bool
    """Whether all rounds that were asked for were played."""
    main: Estimate
    """The main wager of a box with its doubles and splits, in units of the wager."""
    wagers: dict[str, WagerEstimate]
    """Other wagers, in units of their own."""
    dollars_per_round: Estimate
    """All boxes and wagers together."""
    session: SessionResults | None
    """How sessions ended; none where none was completed."""
    float_risk: FloatRisk | None
    """How often the float was lost; none where no float was named."""
    cards_per_round: float
    """How many cards a round took on average."""
    shoes: int
    """How many times the cards were shuffled."""
    seconds: float
    """How long it took."""
    rounds_per_second: float
    """How fast it was."""

    def records(self) -> list[RowCells]:
        """A row for the main wager and for each other one, in units of its own."""
        main = self.main
        rows: list[RowCells] = [_record("main", main.mean, main.standard_error, main.sd, None)]
        return rows + [
            _record(name, one.mean, one.standard_error, None, one.hit)
            for name, one in self.wagers.items()
        ]


def _record(wager: str, mean: float, error: float, sd: float | None, hit: float | None) -> RowCells:
    return {"wager": wager, "mean": mean, "standard_error": error, "sd": sd, "hit": hit}


def estimate(won: int, squares: int, rounds: int, unit: float) -> Estimate:
    """The mean of rounds and its error, in a unit."""
    mean = won / rounds
    variance = max(squares / rounds - mean**2, 0.0)
    sd = sqrt(variance)
    return Estimate(mean / unit, sd / sqrt(rounds) / unit, sd / unit)


def main_estimate(game: Simulated, totals: Totals) -> Estimate:
    """What the main wager wins, in units of it."""
    row, rounds = totals.parts[0], int(totals.tally[ROUNDS])
    return estimate(int(row[PART_WON]), int(row[PART_SQUARES]), rounds, game.ticks * game.boxes)


def wager_estimates(
    game: Simulated, totals: Totals, stakes: Mapping[str, int]
) -> dict[str, WagerEstimate]:
    """What each other wager wins, in units of its stake in ticks."""
    rounds = int(totals.tally[ROUNDS])
    found = {}
    for name, row in zip(game.parts[1:], totals.parts[1:], strict=True):
        unit = stakes.get(name, game.ticks) * game.boxes
        one = estimate(int(row[PART_WON]), int(row[PART_SQUARES]), rounds, unit)
        hit = int(row[PART_HITS]) / (rounds * game.boxes)
        found[name] = WagerEstimate(one.mean, one.standard_error, hit)
    return found


def session_results(plan: Plan, totals: Totals, terms: Numbers, dollar: float) -> SessionResults:
    """How sessions ended; ``dollar`` is how many ticks make one."""
    tally = totals.tally
    count = int(tally[SESSIONS])
    one = estimate(int(tally[SESSION_WON]), int(tally[SESSION_SQUARES]), count, dollar)
    return SessionResults(
        rounds=plan.session_rounds,
        sessions=count,
        mean=one.mean,
        sd=one.sd,
        quantiles={f"{part}%": quantile(totals, terms, part) / dollar for part in QUANTILES},
        histogram=shown_bins(totals, terms, dollar),
    )


def quantile(totals: Totals, terms: Numbers, part: int) -> int:
    """What so many per cent of the sessions did not exceed, in ticks, to a bin's width."""
    counts = np.cumsum(totals.histogram)
    number = int(np.searchsorted(counts, -(-int(counts[-1]) * part // 100)))
    return int(terms[LOWEST] + number * terms[WIDTH])


def shown_bins(totals: Totals, terms: Numbers, dollar: float) -> list[Bin]:
    """The histogram in a few wide bins, from the first session to the last."""
    used = np.flatnonzero(totals.histogram)
    first, last = int(used[0]), int(used[-1])
    step = -(-(last + 1 - first) // SHOWN_BINS)
    low, width = int(terms[LOWEST]), int(terms[WIDTH])
    return [
        Bin(
            (low + start * width) / dollar,
            (low + (start + step) * width) / dollar,
            int(totals.histogram[start : start + step].sum()),
        )
        for start in range(first, last + 1, step)
    ]


def float_risk(totals: Totals, float_dollars: float) -> FloatRisk:
    """How often the float was lost within a session."""
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
    """All that a run has shown."""
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
        wagers=wager_estimates(game, totals, stakes),
        dollars_per_round=estimate(int(tally[WON]), int(tally[SQUARES]), rounds, dollar),
        session=session_results(plan, totals, terms, dollar) if any_session else None,
        float_risk=None if at_stake is None else float_risk(totals, at_stake / dollar),
        cards_per_round=int(tally[CARDS]) / rounds,
        shoes=int(tally[SHOES]),
        seconds=seconds,
        rounds_per_second=rounds / seconds if seconds else 0.0,
    )
