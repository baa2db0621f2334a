"""What is asked at a table at every moment of a scenario, repeatably: any command, by anybody."""

from collections.abc import Iterator
from random import Random

from croupier.floor.running_table import RunningTable
from croupier.messages import Command
from croupier.rulebooks import BLACKJACK
from tests.support.evenings import anything
from tests.support.likely import likely
from tests.support.whim import any_command

ASKED = 6
"""How many commands are asked about after each step."""
CALLS = 0.15
"""The share of them that are wagers and calls of players, at a table of blackjack."""
ANYTHING = 0.25
"""Below this, and not among those, is the share of commands that may be out of place altogether."""


def questions(running: RunningTable, chance: Random) -> Iterator[Command]:
    """Some commands, lawful now or not."""
    for _ in range(ASKED):
        whim = chance.random()
        if whim < CALLS and running.law.game in BLACKJACK:
            yield any_command(running, chance)
        elif whim < ANYTHING:
            yield anything(running, chance)
        else:
            yield likely(running.table, chance)
