"""The cage's own desk: cash for chips that players bring from the tables.

A desk has a stream of its own, since no table is concerned: the chips left their float when
they were bought or won.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.features.cage.rules.state import (
    CAGE_CASH,
    CAGE_CHIPS,
    Chips,
    ChipsCommand,
    amount_of,
    refuse_chips,
    refuse_people,
    without_zeros,
)
from croupier.messages import Answer, Command, Event, Evolver
from croupier.money import Cents, Entry, transfer

MAIN_DESK = "main"
"""The name of the desk; every house has one."""


class CashDesk(msgspec.Struct, frozen=True, kw_only=True):
    """What the cage knows of its desk."""

    papers: int = 0
    """The number of the last paper; 0 before there is one."""
    paid: Cents = 0
    """The cash that was paid for chips, from the first day on."""


class PayChips(ChipsCommand, frozen=True, tag="pay-chips"):
    """Pays cash for a player's chips at the desk of the cage."""


class ChipsPaid(Event, frozen=True, tag="chips-paid"):
    """The desk of the cage paid cash for a player's chips."""

    number: int
    """The number of its paper, counted from 1 for each desk."""
    chips: Chips
    """How many chips of each denomination."""
    amount: Cents
    """What they are worth, and what was paid."""
    brought: str
    """Who took the chips and paid."""
    received: str
    """Who checked it."""
    entry: Entry
    """The postings: from the cage's cash to the cage's chips."""


def chips_paid(desk: CashDesk, event: ChipsPaid) -> CashDesk:
    return replace(desk, papers=event.number, paid=desk.paid + event.amount)


def pay_chips(desk: CashDesk, command: PayChips) -> Answer:
    """Pay what the chips are worth."""
    if refused := refuse_people(command) or refuse_chips(command.chips):
        return refused
    amount = amount_of(command.chips)
    return (
        ChipsPaid(
            desk.papers + 1,
            without_zeros(command.chips),
            amount,
            command.brought.strip(),
            command.received.strip(),
            transfer(CAGE_CASH, CAGE_CHIPS, amount, ""),
        ),
    )


HANDLERS: dict[type[Command], Callable[[CashDesk, Any], Answer]] = {PayChips: pay_chips}
EVOLVERS: dict[type[Event], Evolver] = {ChipsPaid: chips_paid}


def decide(desk: CashDesk, command: Command) -> Answer:
    """Return the events that a command leads to, or the refusal, which changes nothing."""
    return HANDLERS[type(command)](desk, command)


def evolve(desk: CashDesk, event: Event) -> CashDesk:
    """Return the state of a desk after an event."""
    after: CashDesk = EVOLVERS[type(event)](desk, event)
    return after
