"""The state of one table's float as the cage keeps it, and checks that every subject shares.

A stream of the cage is one table's. Its accounts have the names of the table's own accounts, so
that the two books can be added up: what the cage posts to ``float`` and what play posts to it make
the chips that should lie in the rack.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from croupier.games.table.choices import Choices, Mode
from croupier.games.table.state import MONEY_TILL, Table
from croupier.messages import Answer, Command, Refused
from croupier.money import Account, Cents, in_dollars
from croupier.money.amounts import MOST
from croupier.rulebooks import Role

FLOAT: Account = MONEY_TILL.float
"""The chips in the table's rack; the table's own books have the account of the same name."""
CASH: Account = MONEY_TILL.cash
"""The cash in the table's drop box; the same account as in the table's own books."""
CAGE_CHIPS: Account = "cage-chips"
"""The chips that the cage has given out, below zero, and received back."""
CAGE_CASH: Account = "cage-cash"
"""The cash that the cage has counted out of drop boxes."""
VARIANCE: Account = "variance"
"""What counts differed from the books: below zero there was too much, above zero too little."""

DENOMINATIONS: tuple[Cents, ...] = (
    *(10_000_00, 5_000_00, 1_000_00, 500_00, 100_00, 25_00),
    *(10_00, 5_00, 2_50, 1_00, 50),
)
"""The chips that a cage gives out, the largest first."""
LONGEST_NAME = 60
"""The most characters of a name, a staff number or the mark of a drop box."""

Chips = dict[Cents, int]
"""How many chips there are of each denomination."""


class WaitingDrop(msgspec.Struct, frozen=True):
    """A drop box that has left the table and is not counted yet."""

    number: int
    """The number of the paper that went with it."""
    box: str
    """The mark on the box."""
    expected: Cents
    """The cash that was paid for chips while it was at the table."""


class TableCage(msgspec.Struct, frozen=True, kw_only=True):
    """What the cage knows of one table's float."""

    papers: int = 0
    """The number of the last paper; 0 before there is one."""
    open: bool = False
    """Whether the table has a float of the cage."""
    opener: Cents = 0
    """The chips that the float was opened with; 0 while there is none."""
    fills: Cents = 0
    """The chips that came since the opener."""
    credits: Cents = 0
    """The chips that went back since the opener."""
    variance: Cents = 0
    """What counts found since the opener: above zero too much, below zero too little."""
    table_float: Cents = 0
    """The float of the table's own books when the float was opened."""
    table_cash: Cents = 0
    """The cash of the table's own books when its last drop box was collected."""
    drops: tuple[WaitingDrop, ...] = ()
    """The boxes that wait to be counted, the oldest first."""

    def expected_float(self, table_float: Cents) -> Cents:
        """Return the chips that should lie in the rack, given the float of the table's own books.

        Opener, fills, credits and what counts found, and what play has won or lost and players
        have bought since the opener.
        """
        moved = self.opener + self.fills - self.credits + self.variance
        return moved + table_float - self.table_float

    def expected_drop(self, table_cash: Cents) -> Cents:
        """Return the cash that should be in the box at the table, given the table's own books."""
        return table_cash - self.table_cash


class AtTable(msgspec.Struct, frozen=True):
    """What a decision of the cage needs to know of the table."""

    float: Cents
    """The float of the table's own books: below zero, more chips went out than came in."""
    cash: Cents
    """The cash of the table's own books: all that was paid for chips."""
    open: bool
    """Whether the table is open."""
    in_round: bool
    """Whether a round is under way."""
    for_money: bool
    """Whether it is played there for money: not in a tournament, and not for practice."""
    live: bool
    """Whether a person deals."""


def is_for_money(choices: Choices) -> bool:
    """Return whether a table is played for money; chips of tournaments and practice are none."""
    return choices.tournament is None and not choices.practice


def at_table(table: Table) -> AtTable:
    """Return what the cage needs to know of a table."""
    return AtTable(
        float=table.balances.get(FLOAT, 0),
        cash=table.balances.get(CASH, 0),
        open=table.open,
        in_round=table.round is not None,
        for_money=is_for_money(table.choices),
        live=table.choices.mode is Mode.LIVE,
    )


def float_now(cage: TableCage | None, table: Table) -> Cents | None:
    """Return the chips that should lie in a table's rack now; ``None`` without an opener."""
    if cage is None or not cage.open:
        return None
    return cage.expected_float(table.balances.get(FLOAT, 0))


Handler = Callable[[TableCage, Any, AtTable], Answer]
"""Decides one command."""


class CageCommand(Command, frozen=True):
    """A command of the cage about one table; two people stand for it."""

    brought: str
    """Who brought or counted: the id of an account, or a staff number."""
    received: str
    """Who received or checked it: somebody else."""
    usual: ClassVar[Role] = Role.SUPERVISOR
    """The role that usually submits it, used if a text names none."""


class ChipsCommand(CageCommand, frozen=True):
    """A command of the cage with chips."""

    chips: Chips
    """How many chips of each denomination, which is in cents: ``{"2500": 40}`` is $1,000."""


def amount_of(chips: Mapping[Cents, int]) -> Cents:
    """Return what chips are worth.

    >>> amount_of({25_00: 40, 5_00: 100})
    150000
    """
    return sum(denomination * count for denomination, count in chips.items())


def refuse_people(command: CageCommand) -> Refused | None:
    """Refuse names that are missing, too long or the same: chips are never one person's matter."""
    names = (command.brought.strip(), command.received.strip())
    if not all(names):
        why = "two people stand for it: name who brought and who received"
        return Refused("cage/two-people", "", why)
    if max(map(len, names)) > LONGEST_NAME:
        why = f"a name or staff number has at most {LONGEST_NAME} characters"
        return Refused("cage/name-too-long", "", why)
    if names[0].casefold() == names[1].casefold():
        why = f"who brought and who received are two people, not {names[0]} twice"
        return Refused("cage/two-people", "", why)
    return None


def refuse_chips(chips: Chips, *, may_be_none: bool = False) -> Refused | None:
    """Refuse chips that a cage does not have, and none at all unless there may be none."""
    known = ", ".join(in_dollars(one) for one in reversed(DENOMINATIONS))
    for denomination, count in chips.items():
        if denomination not in DENOMINATIONS:
            why = f"there is no chip of {in_dollars(denomination)}: chips are {known}"
            return Refused("cage/no-such-chip", "", why)
        if count < 0:
            why = f"{count} chips of {in_dollars(denomination)}: a number of chips is 0 or more"
            return Refused("cage/no-such-chip", "", why)
    if amount_of(chips) > MOST:
        return Refused("cage/too-much", "", f"an amount is at most {in_dollars(MOST)}")
    if not any(chips.values()) and not may_be_none:
        return Refused("cage/nothing", "", "say how many chips of which denomination")
    return None


def without_zeros(chips: Chips) -> Chips:
    """Return the chips that there are, the largest first."""
    return {one: chips[one] for one in DENOMINATIONS if chips.get(one)}
