"""What is asked at a table at every moment of a scenario, repeatably: any command, by anybody."""

from collections.abc import Iterator
from random import Random

from croupier.play.running_table import RunningTable
from croupier.rulebooks import BLACKJACK
from croupier.table.commands import Command
from tests.support.evenings import anything
from tests.support.whim import any_command

ASKED = 4
"""How many commands are asked about after each step."""
CALLS = 0.3
"""The share of them that are wagers and calls of players, at a table of blackjack."""


def questions(running: RunningTable, chance: Random) -> Iterator[Command]:
    """Some commands, lawful now or not."""
    for _ in range(ASKED):
        calls = running.law.game in BLACKJACK and chance.random() < CALLS
        yield any_command(running, chance) if calls else anything(running, chance)
