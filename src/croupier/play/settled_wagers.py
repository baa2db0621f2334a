"""Settled wagers compared with the lines that a scenario file expects."""

import msgspec

from croupier.money import dollars, in_dollars
from croupier.play.running_table import RunningTable
from croupier.play.scenario import Paid
from croupier.play.scenario_names import RESULTS
from croupier.stud.events import JackpotWagerTakenBack, StakeTakenBack
from croupier.stud.state import JACKPOT
from croupier.table.due import CardDue
from croupier.table.events import Event, WagerReturned
from croupier.table.payments import VOID
from croupier.table.state import Line

Settled = tuple[int, Line]
"""A settled wager with the number of its table."""


def returned_line(event: Event) -> Line | None:
    """A wager, or a part of it, that went back unsettled, as a line without a result."""
    match event:
        case WagerReturned(on=on, entries=(entry, *_)) | StakeTakenBack(on=on, entries=(entry, *_)):
            pass
        case JackpotWagerTakenBack(entry=entry):
            on = JACKPOT
        case _:
            return None
    return Line(event.player, event.box, 1, on, VOID, event.amount, 0, event.clause, (), entry)


def ran_dry(running: RunningTable) -> bool:
    """Whether the round waits for a card that the stacked shoe does not have."""
    waiting = any(isinstance(item, CardDue) for item in running.due)
    return waiting and running.table.shoe.stacked and running.table.shoe.left <= 0


NEXT_STEPS = {
    "jackpot": "pay-jackpot",
    "settlement": "settle",
    "unread-cards": "turn-card",
    "insurance": "close-insurance",
}
"""The steps that do what is due, where they go by another name."""


def unfinished(running: RunningTable) -> str:
    """What the round of a table waits for; empty where none is under way."""
    if running.table.round is None or not running.due or ran_dry(running):
        return ""
    first = running.due[0]
    tag = str(first.__struct_config__.tag)
    clause = getattr(first, "clause", "")
    return f"{NEXT_STEPS.get(tag, tag)}{f' ({clause})' if clause else ''}"


def missing_payments(wanted: list[Paid], lines: tuple[Settled, ...]) -> list[str]:
    """Which of the lines that a file expects were not settled; each counts for one."""
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
    """Whether a settled wager is one that a file expects."""
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
    """What was settled where a file expects something else."""
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
