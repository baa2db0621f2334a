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


class FloatPaper(Event, frozen=True):
    """Something that happened to a float and has a paper."""

    number: int
    """The number of its paper, counted from 1 for each table."""
    chips: Chips
    """How many chips of each denomination."""
    amount: Cents
    """What they are worth."""


class ChipsDelivered(FloatPaper, frozen=True):
    """Chips went from the cage to a table, or back."""

    brought: str
    """Who carried them."""
    received: str
    """Who received them: at the table, or in the cage."""


class RackCounted(FloatPaper, frozen=True):
    """The chips in a table's rack were counted."""

    expected: Cents
    """What the books of the table and of the cage come to."""
    brought: str
    """Who counted; at the close, also who carried the chips to the cage."""
    received: str
    """Who checked the count; at the close, who received the chips in the cage."""


class FloatOpened(ChipsDelivered, frozen=True, tag="float-opened"):
    """A table received its opening float."""

    table_float: Cents
    """The float of the table's own books at that moment."""
    entry: Entry
    """The postings: from the cage to the float."""


class FloatFilled(ChipsDelivered, frozen=True, tag="float-filled"):
    """A table received more chips."""

    entry: Entry
    """The postings: from the cage to the float."""


class FloatCredited(ChipsDelivered, frozen=True, tag="float-credited"):
    """Chips of a table went back to the cage."""

    entry: Entry
    """The postings: from the float to the cage."""


class FloatCounted(RackCounted, frozen=True, tag="float-counted"):
    """The chips in a table's rack were counted."""

    entries: tuple[Entry, ...]
    """The variance between the count and the books; empty if there is none."""


class FloatClosed(RackCounted, frozen=True, tag="float-closed"):
    """The chips in a table's rack were counted and went back to the cage."""

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
    entry = transfer(CAGE_CHIPS, FLOAT, amount_of(command.chips), "")
    return (FloatOpened(*_paper(cage, command), *_people(command), table.float, entry),)


def fill_float(cage: TableCage, command: FillFloat, table: AtTable) -> Answer:
    """Bring more chips to an open float."""
    refused = refuse_closed(cage) or refuse_people(command) or refuse_chips(command.chips)
    if refused:
        return refused
    entry = transfer(CAGE_CHIPS, FLOAT, amount_of(command.chips), "")
    return (FloatFilled(*_paper(cage, command), *_people(command), entry),)


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
    entry = transfer(FLOAT, CAGE_CHIPS, amount, "")
    return (FloatCredited(*_paper(cage, command), *_people(command), entry),)


def count_float(cage: TableCage, command: CountFloat, table: AtTable) -> Answer:
    """Count the float between rounds, and post what differs from the books."""
    if refused := _refuse_count(cage, command, table):
        return refused
    expected = cage.expected_float(table.float)
    entries = variance_entries(amount_of(command.chips) - expected)
    return (FloatCounted(*_paper(cage, command), expected, *_people(command), entries),)


def close_float(cage: TableCage, command: CloseFloat, table: AtTable) -> Answer:
    """Count the float a last time, post what differs, and take it to the cage."""
    if refused := _refuse_count(cage, command, table):
        return refused
    amount, expected = amount_of(command.chips), cage.expected_float(table.float)
    back = (transfer(FLOAT, CAGE_CHIPS, amount, ""),) if amount else ()
    entries = (*variance_entries(amount - expected), *back)
    return (FloatClosed(*_paper(cage, command), expected, *_people(command), entries),)


def _paper(cage: TableCage, command: ChipsCommand) -> tuple[int, Chips, Cents]:
    """Return what every paper begins with: its number, the chips and what they are worth."""
    return cage.papers + 1, without_zeros(command.chips), amount_of(command.chips)


def _people(command: ChipsCommand) -> tuple[str, str]:
    """Return the two people who answer for a paper."""
    return command.brought.strip(), command.received.strip()


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
