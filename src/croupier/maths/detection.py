"""Sequential tests: is what keeps happening still what chance would do, however often one looks?

A watch multiplies betting factors. Each factor has mean 1 at most while everything is as it should
be, whatever has happened before, so that the product is a test martingale. Every day a watch is
given a small share of the house's budget of false alarms, which the factors of that day and all
later days multiply (an e-detector of the Shiryaev-Roberts kind). It alerts when the sum reaches 1.
By Doob's inequality the expected number of false alarms is at most what was given out in all.
"""

from collections.abc import Iterable, Sequence
from math import inf, log, sqrt

import msgspec

RATIOS = (0.2, 0.5, 0.8, 1.25, 2.0)
"""The faults that a watch of frequencies looks for: so many times as often as it should be."""
SHIFTS = (0.01, 0.03, 0.1)
"""The faults that a watch of results looks for: so much of each wager too much for the players."""
MISSING = (1, 5, -1, -5)
"""The faults that a watch of cards looks for: how many cards of a rank are missing; below 0, how
many there are too many."""
BOLDEST = 0.9
"""The most of its stake that a watch risks on one observation."""
ALERT = 1.0


class Detector(msgspec.Struct):
    """What speaks for each of several faults, in shares of the budget of false alarms."""

    sums: list[float]
    """By fault: the shares given so far, each times the factors since."""
    given: float = 0.0
    """The share that was given last."""

    @property
    def strength(self) -> float:
        """How far the watch is; it alerts at 1."""
        return sum(self.sums)

    @property
    def leading_fault(self) -> int:
        """The place of the fault that explains best what was seen."""
        return max(range(len(self.sums)), key=self.sums.__getitem__)

    def give(self, share: float) -> None:
        """Add a share of the budget, divided among the faults."""
        self.given = share
        part = share / len(self.sums)
        self.sums = [one + part for one in self.sums]

    def multiply(self, factors: Iterable[float]) -> None:
        """Take in an observation: one factor for each fault."""
        # Nothing stays nothing, even after proof: zero times infinity is not a number.
        pairs = zip(self.sums, factors, strict=True)
        self.sums = [one * factor if one else 0.0 for one, factor in pairs]

    def begin_again(self) -> None:
        """Forget what spoke for a fault, after an alert."""
        self.sums = [0.0] * len(self.sums)


def detector(faults: int) -> Detector:
    """Return a detector of so many faults, without a share of the budget yet."""
    return Detector([0.0] * faults)


def frequency_factors(seen: int, tries: int, chance: float) -> list[float]:
    """Return the factors for something that came ``seen`` times in ``tries``.

    ``chance`` is that of each try. The tries may depend on each other, since a factor that is
    linear in what was seen needs nothing but the mean: its own mean is 1.

    >>> [round(one, 3) for one in frequency_factors(0, 1, 0.1)]
    [1.089, 1.056, 1.022, 0.972, 0.889]
    """
    if not 0 < chance < 1:
        return [1.0] * len(RATIOS)
    mean = tries * chance
    lowest, highest = -BOLDEST / (tries - mean), BOLDEST / mean
    bets = (min(max((ratio - 1) / (1 - chance), lowest), highest) for ratio in RATIOS)
    return [1 + bet * (seen - mean) for bet in bets]


def result_factors(result: float, *, mean: float, variance: float, worst: float) -> list[float]:
    """Return the factors for what players won on average, in units of their wagers.

    ``mean`` and ``variance`` are those of best play; ``worst`` is the most that a round can lose.
    Where players play worse than best, the factors' means are below 1.
    """
    most = BOLDEST / (worst + abs(mean))
    return [1 + min(shift / variance, most) * (result - mean) for shift in SHIFTS]


def card_factors(left: Sequence[int], rank: int) -> list[float]:
    """Return the factors for a card of a rank that came out, by rank and by number missing.

    ``left`` are the cards of each rank that should be left before it comes. Each factor is how much
    likelier the card is if cards are missing, exactly, whatever has come out before.
    """
    total = sum(left)
    if left[rank] <= 0:
        return [inf] * (len(left) * len(MISSING))
    factors = []
    for other, count in enumerate(left):
        for missing in MISSING:
            # No more can be missing than should be left.
            gone = min(missing, count)
            likelier = total / (total - gone) if gone < total else 0.0
            if other == rank:
                likelier *= (count - gone) / count
            factors.append(likelier)
    return factors


def band(variance: float, shift_variance: float, share: float) -> float:
    """Return how far from its mean chance alone takes a sum, before a watch of results alerts.

    ``variance`` is that of the sum, ``shift_variance`` that of one round, both in units of a wager.
    ``share`` is the budget that the watch began with. The distance is the straight line that is
    left first among those of the faults, for results near the normal law.
    """
    if variance <= 0 or share <= 0:
        return inf
    needed = log(len(SHIFTS) / share)
    bets = [shift / shift_variance for shift in SHIFTS]
    return min((needed + bet * bet * variance / 2) / bet for bet in bets)


def shortfall(drawn: int, left: int, count: int, seen: int) -> float:
    """Return how many standard deviations more or fewer cards of a kind came than expected.

    ``count`` of all cards are of the kind; they are drawn without being put back.

    >>> round(shortfall(drawn=333, left=83, count=32, seen=20), 2)
    -2.58
    """
    total = drawn + left
    if total < 2 or not drawn or not left:
        return 0.0
    part = count / total
    variance = drawn * part * (1 - part) * left / (total - 1)
    return (seen - drawn * part) / sqrt(variance) if variance > 0 else 0.0


class Budget(msgspec.Struct):
    """The house's budget of false alarms, divided among the watches day by day.

    Half of a day's goes to the watches that were there when the day began, in equal parts; the
    other half to those that begin during the day, in parts that never add up to more.
    """

    rate: float = 1 / 365
    """How many false alarms a day may bring in the mean, in the whole house."""
    day: str = ""
    """The day that is divided now; empty before the first."""
    at_start: int = 0
    """How many watches there were when it began."""
    begun: int = 0
    """How many have begun since."""

    def begin_day(self, day: str, watches: int) -> None:
        """Begin a day with so many watches."""
        self.day, self.at_start, self.begun = day, watches, 0

    def share(self, *, new: bool) -> float:
        """Return the share of a watch for the day; a new one begins with this call."""
        half = self.rate / 2
        if not new:
            return half / max(self.at_start, 1)
        self.begun += 1
        return half / (self.begun * (self.begun + 1))
