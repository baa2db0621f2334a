"""Settled wagers held against the lines that a scenario file asks for."""

import msgspec

from croupier.money import dollars, in_dollars
from croupier.play.running_table import RunningTable
from croupier.play.scenario import Paid
from croupier.play.scenario_names import RESULTS
from croupier.table.due import CardDue
from croupier.table.state import Line

Settled = tuple[int, Line]
"""A settled wager with the number of its table."""


def ran_dry(running: RunningTable) -> bool:
    """Whether the round waits for a card that the stacked shoe does not have."""
    waiting = any(isinstance(item, CardDue) for item in running.due)
    return waiting and running.table.shoe.stacked and running.table.shoe.left <= 0


def missing_payments(wanted: list[Paid], lines: tuple[Settled, ...]) -> list[str]:
    """Which of the lines that a file names were not settled; each counts for one."""
    left = list(lines)
    problems = []
    for number, paid in enumerate(wanted, 1):
        if paid.result not in (None, *RESULTS):
            continue  # told already
        match = next((one for one in left if fits(paid, one)), None)
        if match is None:
            given = msgspec.structs.asdict(paid).items()
            told = ", ".join(f"{key} {value}" for key, value in given if value is not None)
            problems.append(f"paid {number}: no settled wager has {told}; {nearest(paid, lines)}")
        else:
            left.remove(match)
    return problems


def fits(paid: Paid, settled: Settled) -> bool:
    """Whether a settled wager is one that a file asks for."""
    table, line = settled
    return (
        paid.table in (None, table)
        and paid.player in (None, line.player)
        and paid.box in (None, line.box)
        and paid.hand in (None, line.hand)
        and paid.on in (None, line.on)
        and paid.result in (None, line.result)
        and (paid.amount is None or dollars(paid.amount) == line.net)
        and (paid.clause is None or paid.clause in (line.clause, *line.also))
    )


def nearest(paid: Paid, lines: tuple[Settled, ...]) -> str:
    """What was settled where a file asks for something else."""
    same = [
        line
        for table, line in lines
        if paid.table in (None, table)
        and paid.player in (None, line.player)
        and paid.box in (None, line.box)
    ]
    if not same:
        return "nothing was settled there"
    told = "; ".join(
        f"{line.on} (hand {line.hand}) {line.result} {in_dollars(line.net, sign=True)} by "
        f"{line.clause}"
        for line in same
    )
    return f"there were {told}"
