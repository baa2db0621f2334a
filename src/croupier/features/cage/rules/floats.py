"""The float of a table: opener, fills, credits, counts and the closer."""

from msgspec.structs import replace

from croupier.features.cage.rules.state import (
    CAGE_CHIPS,
    FLOAT,
    VARIANCE,
    AtTable,
    Chips,
    ChipsCommand,
    Handler,
    TableCage,
    amount_of,
    refuse_chips,
    refuse_people,
    without_zeros,
)
from croupier.messages import Answer, Command, Event, Evolver, Refused
from croupier.money import Cents, Entry, in_dollars, transfer


class OpenFloat(ChipsCommand, frozen=True, tag="open-float"):
    """Brings a table its opening float."""


class FillFloat(ChipsCommand, frozen=True, tag="fill-float"):
    """Brings a table more chips."""


class CreditFloat(ChipsCommand, frozen=True, tag="credit-float"):
    """Takes chips from a table back to the cage."""


class CountFloat(ChipsCommand, frozen=True, tag="count-float"):
    """Counts the chips in a table's rack; what differs from the books is a variance."""


class CloseFloat(ChipsCommand, frozen=True, tag="close-float"):
    """Counts the chips in a table's rack a last time and takes them back to the cage."""


class FloatOpened(Event, frozen=True, tag="float-opened"):
    """A table received its opening float."""

    number: int
    """The number of its paper, counted from 1 for each table."""
    chips: Chips
    """How many chips of each denomination."""
    amount: Cents
    """What they are worth."""
    brought: str
    """Who brought them."""
    received: str
    """Who received them."""
    table_float: Cents
    """The float of the table's own books at that moment."""
    entry: Entry
    """The postings: from the cage to the float."""


class FloatFilled(Event, frozen=True, tag="float-filled"):
    """A table received more chips."""

    number: int
    """The number of its paper."""
    chips: Chips
    """How many chips of each denomination."""
    amount: Cents
    """What they are worth."""
    brought: str
    """Who brought them."""
    received: str
    """Who received them."""
    entry: Entry
    """The postings: from the cage to the float."""


class FloatCredited(Event, frozen=True, tag="float-credited"):
    """Chips of a table went back to the cage."""

    number: int
    """The number of its paper."""
    chips: Chips
    """How many chips of each denomination."""
    amount: Cents
    """What they are worth."""
    brought: str
    """Who took them from the table."""
    received: str
    """Who received them in the cage."""
    entry: Entry
    """The postings: from the float to the cage."""


class FloatCounted(Event, frozen=True, tag="float-counted"):
    """The chips in a table's rack were counted."""

    number: int
    """The number of its paper."""
    chips: Chips
    """How many chips of each denomination there were."""
    amount: Cents
    """What they are worth."""
    expected: Cents
    """What the books of the table and of the cage come to."""
    brought: str
    """Who counted."""
    received: str
    """Who checked the count."""
    entries: tuple[Entry, ...]
    """The variance between the count and the books; empty if there is none."""


class FloatClosed(Event, frozen=True, tag="float-closed"):
    """The chips in a table's rack were counted and went back to the cage."""

    number: int
    """The number of its paper."""
    chips: Chips
    """How many chips of each denomination there were."""
    amount: Cents
    """What they are worth."""
    expected: Cents
    """What the books of the table and of the cage come to."""
    brought: str
    """Who counted and took them from the table."""
    received: str
    """Who received them in the cage."""
    entries: tuple[Entry, ...]
    """The variance, if there is one, then the postings from the float to the cage."""


# ------------------------------------------------------------------------------- what they change


def float_opened(cage: TableCage, event: FloatOpened) -> TableCage:
    return replace(
        cage,
        papers=event.number,
        open=True,
        opener=event.amount,
        fills=0,
        credits=0,
        variance=0,
        table_float=event.table_float,
    )


def float_filled(cage: TableCage, event: FloatFilled) -> TableCage:
    return replace(cage, papers=event.number, fills=cage.fills + event.amount)


def float_credited(cage: TableCage, event: FloatCredited) -> TableCage:
    return replace(cage, papers=event.number, credits=cage.credits + event.amount)


def float_counted(cage: TableCage, event: FloatCounted) -> TableCage:
    found = event.amount - event.expected
    return replace(cage, papers=event.number, variance=cage.variance + found)


def float_closed(cage: TableCage, event: FloatClosed) -> TableCage:
    return replace(cage, papers=event.number, open=False, opener=0, fills=0, credits=0, variance=0)


# ------------------------------------------------------------------------------- what is decided


def open_float(cage: TableCage, command: OpenFloat, table: AtTable) -> Answer:
    """Open a float; refused while there is one."""
    if cage.open:
        why = "the table has a float already: fill it, or close it first"
        return Refused("cage/open-already", "", why)
    if refused := refuse_people(command) or refuse_chips(command.chips):
        return refused
    amount = amount_of(command.chips)
    return (
        FloatOpened(
            cage.papers + 1,
            without_zeros(command.chips),
            amount,
            command.brought.strip(),
            command.received.strip(),
            table.float,
            transfer(CAGE_CHIPS, FLOAT, amount, ""),
        ),
    )


def fill_float(cage: TableCage, command: FillFloat, table: AtTable) -> Answer:
    """Bring more chips to an open float."""
    refused = refuse_closed(cage) or refuse_people(command) or refuse_chips(command.chips)
    if refused:
        return refused
    amount = amount_of(command.chips)
    return (
        FloatFilled(
            cage.papers + 1,
            without_zeros(command.chips),
            amount,
            command.brought.strip(),
            command.received.strip(),
            transfer(CAGE_CHIPS, FLOAT, amount, ""),
        ),
    )


def credit_float(cage: TableCage, command: CreditFloat, table: AtTable) -> Answer:
    """Take chips back to the cage; refused beyond what should be in the rack."""
    refused = refuse_closed(cage) or refuse_people(command) or refuse_chips(command.chips)
    if refused:
        return refused
    amount, held = amount_of(command.chips), cage.expected_float(table.float)
    if amount > held:
        why = (
            f"the float should hold {in_dollars(held)}, not {in_dollars(amount)}: "
            "count it first if there is more"
        )
        return Refused("cage/more-than-float", "", why)
    return (
        FloatCredited(
            cage.papers + 1,
            without_zeros(command.chips),
            amount,
            command.brought.strip(),
            command.received.strip(),
            transfer(FLOAT, CAGE_CHIPS, amount, ""),
        ),
    )


def count_float(cage: TableCage, command: CountFloat, table: AtTable) -> Answer:
    """Count the float between rounds, and post what differs from the books."""
    if refused := _refuse_count(cage, command, table):
        return refused
    amount, expected = amount_of(command.chips), cage.expected_float(table.float)
    return (
        FloatCounted(
            cage.papers + 1,
            without_zeros(command.chips),
            amount,
            expected,
            command.brought.strip(),
            command.received.strip(),
            variance_entries(amount - expected),
        ),
    )


def close_float(cage: TableCage, command: CloseFloat, table: AtTable) -> Answer:
    """Count the float a last time, post what differs, and take it to the cage."""
    if refused := _refuse_count(cage, command, table):
        return refused
    amount, expected = amount_of(command.chips), cage.expected_float(table.float)
    back = (transfer(FLOAT, CAGE_CHIPS, amount, ""),) if amount else ()
    return (
        FloatClosed(
            cage.papers + 1,
            without_zeros(command.chips),
            amount,
            expected,
            command.brought.strip(),
            command.received.strip(),
            (*variance_entries(amount - expected), *back),
        ),
    )


def _refuse_count(
    cage: TableCage, command: CountFloat | CloseFloat, table: AtTable
) -> Refused | None:
    """Refuse a count without a float, or in a round, when payments are still to come."""
    if refused := refuse_closed(cage):
        return refused
    if table.in_round:
        why = "a round is under way: count the float when its wagers are settled"
        return Refused("cage/round-under-way", "", why)
    return refuse_people(command) or refuse_chips(command.chips, may_be_none=True)


def refuse_closed(cage: TableCage) -> Refused | None:
    """Refuse what needs a float where there is none."""
    if cage.open:
        return None
    return Refused("cage/not-open", "", "the table has no float: open one first")


def variance_entries(found: Cents) -> tuple[Entry, ...]:
    """Return the postings of a difference: above zero, there was more than the books say."""
    return (transfer(VARIANCE, FLOAT, found, ""),) if found else ()


HANDLERS: dict[type[Command], Handler] = {
    OpenFloat: open_float,
    FillFloat: fill_float,
    CreditFloat: credit_float,
    CountFloat: count_float,
    CloseFloat: close_float,
}
EVOLVERS: dict[type[Event], Evolver] = {
    FloatOpened: float_opened,
    FloatFilled: float_filled,
    FloatCredited: float_credited,
    FloatCounted: float_counted,
    FloatClosed: float_closed,
}
