"""A promotion whose processes crash at any of their appends goes on to its last prize."""

from itertools import count
from random import Random

import pytest

from croupier.features.promotions.rules.awards import PrizeAwarded
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import law_of
from tests.world.giveaway import Giveaway
from tests.world.servers import Fault, FaultyJournal

STEPS = 60
"""More than the promotion takes."""
BEFORE_ENTRIES = 5
"""The first append that comes after the promotion has started."""


def played(fault: Fault, number: int) -> tuple[Giveaway, MemoryJournal, int]:
    """A promotion with one fault at one of its appends; and how many there were."""
    journal, appends = MemoryJournal(), count(1)
    last = 0

    def fate() -> Fault:
        nonlocal last
        last = next(appends)
        return fault if last == number else Fault.NONE

    law = law_of("star-blackjack")
    giveaway = Giveaway(law, "1", FaultyJournal(journal, fate), Random(3))
    for _ in range(STEPS):
        giveaway.step()
    giveaway.settle()
    return giveaway, journal, last


@pytest.mark.parametrize("fault", [Fault.BEFORE, Fault.AFTER])
def test_a_promotion_goes_on_after_a_crash_at_any_append(fault: Fault) -> None:
    _, _, appends = played(Fault.NONE, 0)
    for number in range(BEFORE_ENTRIES, appends + 1):
        giveaway, journal, _ = played(fault, number)
        awarded = [one.event for one in journal.order if isinstance(one.event, PrizeAwarded)]
        assert len(awarded) == 2, number
        assert giveaway.findings(journal.order) == [], number
