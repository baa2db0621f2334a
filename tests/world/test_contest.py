"""A tournament whose process crashes at any of its appends goes on to its end."""

from itertools import count
from random import Random

import pytest

from croupier.features.tournaments.rules.state import TournamentPhase
from croupier.record.journal import MemoryJournal
from tests.world.contest import Contest
from tests.world.servers import Fault, FaultyJournal, Vault

STEPS = 400
"""More than the tournament takes."""


def played(fault: Fault, number: int) -> tuple[Contest, MemoryJournal, int]:
    """A tournament with one fault at one of its appends; and how many there were."""
    journal, random, appends = MemoryJournal(), Random(5), count(1)
    last = 0

    def fate() -> Fault:
        nonlocal last
        last = next(appends)
        return fault if last == number else Fault.NONE

    contest = Contest(FaultyJournal(journal, fate), Vault(random), random)
    for _ in range(STEPS):
        contest.step()
        if contest.house.tournament.phase is TournamentPhase.FINISHED and contest.waiting is None:
            break
    contest.step()
    return contest, journal, last


BEFORE_PLAY = 8
"""So many appends prepare the tournament, before anybody enters."""


@pytest.mark.parametrize("fault", [Fault.BEFORE, Fault.AFTER])
def test_a_tournament_goes_on_after_a_crash_at_any_append(fault: Fault) -> None:
    contest, _, appends = played(Fault.NONE, 0)
    assert contest.house.tournament.phase is TournamentPhase.FINISHED
    for number in range(BEFORE_PLAY, appends):
        contest, journal, _ = played(fault, number)
        tournament = contest.house.tournament
        assert tournament.phase is TournamentPhase.FINISHED, number
        assert tournament.awards, number
        assert contest.findings(journal.order) == [], number
        contest.crash()
        assert contest.house.tournament == tournament, number
