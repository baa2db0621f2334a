"""Running totals of simulated rounds and of the sessions that they make, compiled.

Everything is counted in whole numbers, so totals of chunks may be added in any order.
"""

import numpy as np
from numpy.typing import NDArray

from croupier.maths.kernels.compilation import inner
from croupier.maths.kernels.random_streams import Offset

Numbers = NDArray[np.int64]
RoundResults = NDArray[np.int32]

ROUNDS, WON, SQUARES, SESSIONS, SESSION_WON, SESSION_SQUARES, FLOATS_LOST, CARDS, SHOES = range(9)
"""The places of a tally: what is added up."""
RUNNING, PEAK, LEFT = range(9, 12)
"""What the session under way has won, the most it had won, and how many rounds it has left."""
TALLY_SIZE = 12

SESSION_ROUNDS, FLOAT, LOWEST, WIDTH = range(4)
"""The places of the terms: rounds of a session, the float, the bins of its histogram."""
TERMS_SIZE = 4
BINS = 4096


@inner
def take_in(
    results: RoundResults,
    start: Offset,
    end: Offset,
    terms: Numbers,
    tally: Numbers,
    histogram: Numbers,
) -> None:
    """Add the results of rounds, in their order, to the totals and to the session under way."""
    won, squares = np.int64(0), np.int64(0)
    place = start
    while place < end:
        until = min(end, place + tally[LEFT])
        running, peak = tally[RUNNING], tally[PEAK]
        before = running
        for number in range(place, until):
            result = np.int64(results[number])
            squares += result * result
            running += result
            peak = max(peak, running)
        won += running - before
        tally[RUNNING], tally[PEAK] = running, peak
        tally[LEFT] -= until - place
        place = until
        if tally[LEFT] == 0:
            close_session(terms, tally, histogram)
    tally[ROUNDS] += end - start
    tally[WON] += won
    tally[SQUARES] += squares


@inner
def close_session(terms: Numbers, tally: Numbers, histogram: Numbers) -> None:
    """Count a session that has all its rounds, and begin the next."""
    won = tally[RUNNING]
    tally[SESSIONS] += 1
    tally[SESSION_WON] += won
    tally[SESSION_SQUARES] += won * won
    if tally[PEAK] >= terms[FLOAT]:
        tally[FLOATS_LOST] += 1
    number = (won - terms[LOWEST]) // terms[WIDTH]
    histogram[min(max(number, 0), BINS - 1)] += 1
    tally[RUNNING], tally[PEAK], tally[LEFT] = 0, 0, terms[SESSION_ROUNDS]
