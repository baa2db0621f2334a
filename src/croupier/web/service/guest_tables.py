"""Practice tables for guests: a bounded number of them, used again by one guest after another."""

from uuid import uuid4

from msgspec.structs import replace

from croupier.floor.floor import Floor
from croupier.floor.running_table import RunningTable
from croupier.floor.timers import time_limits
from croupier.games.table.choices import Choices
from croupier.games.table.seats import BuyIn, Leave, Sit
from croupier.games.table.wagers import WithdrawWager
from croupier.messages import Command, Refused
from croupier.money import Cents
from croupier.rulebooks import Role, law_of

PREFIX = "first-hand-"
"""The beginning of the names of guests' tables."""
GAME = "star-blackjack"
CHOICES = Choices(boxes=5, minimum=5_00, maximum=500_00, practice=True)
"""A guest's table: small, without a clock, with a coach."""
BOX = 3
"""The box in the middle, where a guest sits."""
FIRST_CHIPS: Cents = 200_00
MOST_STEPS = 30
"""More steps than any round needs when nobody plays it."""


def is_guest_table(name: str) -> bool:
    """Return whether a table is kept for guests.

    >>> is_guest_table("first-hand-3"), is_guest_table("star-blackjack-1")
    (True, False)
    """
    return name.startswith(PREFIX)


def seat_guest(floor: Floor, guest: str, most: int) -> str:
    """Seat a guest at a practice table of their own. Return its name; empty if all are taken.

    An empty table is used again, so that there are never more than ``most``.
    """
    tables = {name: one for name, one in floor.tables.items() if is_guest_table(name)}
    here = (name for name, one in tables.items() if guest in one.table.players)
    empty = (name for name, one in tables.items() if _is_free(one))
    name = next(here, "") or next(empty, "")
    if not name and len(tables) >= most:
        return ""
    if not name:
        name = f"{PREFIX}{len(tables) + 1}"
        floor.open_table(law_of(GAME), CHOICES, cards=floor.cards_of(name), name=name)
    table = floor.tables[name].table
    if guest not in table.players or not table.chips(guest):
        amount = min(FIRST_CHIPS, floor.account(guest).purse)
        _submit(floor, name, BuyIn(guest, amount, by=Role.PLAYER), guest)
    _submit(floor, name, Sit(guest, BOX, by=Role.PLAYER), guest)
    return name


def _is_free(running: RunningTable) -> bool:
    table = running.table
    return table.open and running.rests is None and not table.players and table.round is None


def clear_seats(floor: Floor, guest: str) -> None:
    """Take a guest who has left off the tables; finish a hand in play as for an absentee."""
    for name, running in floor.tables.items():
        if guest in running.table.players and is_guest_table(name) and running.rests is None:
            _clear(floor, name, guest)


def _clear(floor: Floor, name: str, guest: str) -> None:
    for stake in floor.tables[name].table.wagers:
        if stake.player == guest:
            _submit(floor, name, WithdrawWager(guest, stake.box, stake.on, by=Role.PLAYER), guest)
    for _ in range(MOST_STEPS):
        if not isinstance(_submit(floor, name, Leave(guest, by=Role.PLAYER), guest), Refused):
            return
        running = floor.tables[name]
        # The table has no time limits, so do here what a time limit would do.
        timed = replace(running.table.choices, wager_seconds=1, decision_seconds=1)
        limits = time_limits(running.law, replace(running.table, choices=timed))
        command = next((one.command for one in limits if one.command is not None), None)
        if command is None:
            return
        _submit(floor, name, command, guest)


def _submit(floor: Floor, name: str, command: Command, guest: str) -> object:
    return floor.submit(name, command, actor=guest, command_id=uuid4().hex)
