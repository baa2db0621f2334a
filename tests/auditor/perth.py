"""The auditor for Perth Blackjack, Vegas Blackjack and Blackjack Plus: three games in one rulebook.

Vegas (section 5) and Plus (section 6) are Blackjack (sections 3 and 4) with changes, so each game
asks the same questions and only a few answers differ. Of each pair, `settle` says what every wager
should have come to, and `faults` lists what was played unlawfully.
"""

from __future__ import annotations

from .facts import Line, RoundFacts
from .perth_procedure import faults
from .perth_settlement import settle

__all__ = [
    "faults_perth",
    "faults_plus",
    "faults_vegas",
    "settle_perth",
    "settle_plus",
    "settle_vegas",
]


def settle_perth(round: RoundFacts) -> tuple[Line, ...]:
    """The settlement of a round of Perth Blackjack."""
    return settle(round, game="perth")


def settle_vegas(round: RoundFacts) -> tuple[Line, ...]:
    """The settlement of a round of Vegas Blackjack."""
    return settle(round, game="vegas")


def settle_plus(round: RoundFacts) -> tuple[Line, ...]:
    """The settlement of a round of Blackjack Plus."""
    return settle(round, game="plus")


def faults_perth(round: RoundFacts) -> list[str]:
    """What was unlawful in a round of Perth Blackjack."""
    return faults(round, game="perth")


def faults_vegas(round: RoundFacts) -> list[str]:
    """What was unlawful in a round of Vegas Blackjack."""
    return faults(round, game="vegas")


def faults_plus(round: RoundFacts) -> list[str]:
    """What was unlawful in a round of Blackjack Plus."""
    return faults(round, game="plus")
