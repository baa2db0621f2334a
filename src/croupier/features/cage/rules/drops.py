"""Drop boxes: the cash paid for chips leaves the table in a box and is counted in the cage.

What a box should hold follows from the table's own books: the buy-ins since the last box.
"""

from msgspec.structs import replace

from croupier.features.cage.rules.state import (
    CAGE_CASH,
    CASH,
    LONGEST_NAME,
    VARIANCE,
    AtTable,
    CageCommand,
    Handler,
    TableCage,
    WaitingDrop,
    refuse_people,
)
from croupier.messages import Answer, Command, Event, Evolver, Refused
from croupier.money import Cents, Entry, Posting, in_dollars
from croupier.money.amounts import MOST


class CollectDrop(CageCommand, frozen=True, tag="collect-drop"):
    """Takes the drop box from a table; an empty one takes its place."""

    box: str
    """The mark on the box."""


class CountDrop(CageCommand, frozen=True, tag="count-drop"):
    """Counts the cash in a drop box; what differs from the books is a variance."""

    drop: int
    """The number of the paper that went with the box."""
    amount: Cents
    """The cash in it."""


class DropCollected(Event, frozen=True, tag="drop-collected"):
    """A drop box left the table, locked."""

    number: int
    """The number of its paper, counted from 1 for each table."""
    box: str
    """The mark on the box."""
    expected: Cents
    """The cash that was paid for chips since the last box."""
    brought: str
    """Who took it from the table."""
    received: str
    """Who received it in the cage."""
    table_cash: Cents
    """The cash of the table's own books at that moment."""


class DropCounted(Event, frozen=True, tag="drop-counted"):
    """The cash in a drop box was counted."""

    number: int
    """The number of its paper."""
    drop: int
    """The number of the paper that went with the box."""
    box: str
    """The mark on the box."""
    amount: Cents
    """The cash that was in it."""
    expected: Cents
    """What the table's own books come to."""
    brought: str
    """Who counted."""
    received: str
    """Who checked the count."""
    entry: Entry
    """The postings: from the drop box to the cage, and the variance if there is one."""


def drop_collected(cage: TableCage, event: DropCollected) -> TableCage:
    waiting = WaitingDrop(event.number, event.box, event.expected)
    return replace(
        cage,
        papers=event.number,
        table_cash=event.table_cash,
        drops=(*cage.drops, waiting),
    )


def drop_counted(cage: TableCage, event: DropCounted) -> TableCage:
    left = tuple(one for one in cage.drops if one.number != event.drop)
    return replace(cage, papers=event.number, drops=left)


def collect_drop(cage: TableCage, command: CollectDrop, table: AtTable) -> Answer:
    """Take the box from the table, with a float or without one."""
    box = command.box.strip()
    if not box or len(box) > LONGEST_NAME:
        why = f"a drop box has a mark of 1 to {LONGEST_NAME} characters"
        return Refused("cage/no-mark", "", why)
    if refused := refuse_people(command):
        return refused
    return (
        DropCollected(
            cage.papers + 1,
            box,
            cage.expected_drop(table.cash),
            command.brought.strip(),
            command.received.strip(),
            table.cash,
        ),
    )


def count_drop(cage: TableCage, command: CountDrop, table: AtTable) -> Answer:
    """Count a box that was collected, once, and post what differs from the books."""
    waiting = next((one for one in cage.drops if one.number == command.drop), None)
    if waiting is None:
        known = ", ".join(str(one.number) for one in cage.drops) or "none"
        why = f"no drop box with paper {command.drop} waits to be counted; those that wait: {known}"
        return Refused("cage/no-such-drop", "", why)
    if not 0 <= command.amount <= MOST:
        why = f"the cash in a box is $0 to {in_dollars(MOST)}"
        return Refused("cage/too-much", "", why)
    if refused := refuse_people(command):
        return refused
    return (
        DropCounted(
            cage.papers + 1,
            waiting.number,
            waiting.box,
            command.amount,
            waiting.expected,
            command.brought.strip(),
            command.received.strip(),
            _entry(waiting.expected, command.amount),
        ),
    )


def _entry(expected: Cents, amount: Cents) -> Entry:
    """Return the postings of a count: the box gives what the books say, the cage has what is there.

    What is missing stays in the variance, above zero; what is too much, below zero.
    """
    postings = (
        Posting(CASH, -expected),
        Posting(CAGE_CASH, amount),
        Posting(VARIANCE, expected - amount),
    )
    return Entry(tuple(one for one in postings if one.amount), "")


HANDLERS: dict[type[Command], Handler] = {CollectDrop: collect_drop, CountDrop: count_drop}
EVOLVERS: dict[type[Event], Evolver] = {DropCollected: drop_collected, DropCounted: drop_counted}
