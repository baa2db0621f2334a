"""Payments that were too much or too little: recorded, put right, reported by the month."""

from datetime import datetime
from enum import Enum

import msgspec
from msgspec.structs import replace

from croupier.money import Cents, in_dollars
from croupier.rulebooks.table_law import MispaymentLaw
from croupier.table.events import Event
from croupier.table.state import Refused


class Step(Enum):
    """How far a mispayment has been dealt with."""

    OPEN = "open"
    TRIED = "tried"
    """An attempt to put it right was made."""
    PUT_RIGHT = "put-right"


class Mispayment(msgspec.Struct, frozen=True, kw_only=True):
    """One payment that was wrong."""

    number: int
    table: str
    player: str | None
    """Who was paid wrongly, where that is known."""
    amount: Cents
    """Above zero too much, below zero too little."""
    at: datetime
    suspected: bool
    """Whether it may have been meant."""
    clause: str
    step: Step = Step.OPEN
    note: str = ""


class Book(msgspec.Struct, frozen=True):
    """All mispayments that are known."""

    entries: tuple[Mispayment, ...] = ()


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Writes a mispayment down."""

    table: str
    amount: Cents
    at: datetime
    player: str | None = None
    suspected: bool = False


class Identify(msgspec.Struct, frozen=True, kw_only=True):
    """Notes who was paid wrongly."""

    number: int
    player: str


class PutRight(msgspec.Struct, frozen=True, kw_only=True):
    """Puts a mispayment right, or notes that it was tried."""

    number: int
    note: str
    tried_only: bool = False


class Recorded(Event, frozen=True, tag="mispayment-recorded"):
    """A mispayment was written down or changed."""

    entry: Mispayment


def decide(
    book: Book, command: Record | Identify | PutRight, law: MispaymentLaw
) -> tuple[Recorded, ...] | Refused:
    """What a command leads to, or why it is refused."""
    match command:
        case Record(amount=0):
            return Refused("mispayment/nothing", law.unintended.clause, "nothing was paid wrongly")
        case Record():
            clause = (law.suspected if command.suspected else law.unintended).clause
            entry = Mispayment(
                number=len(book.entries) + 1,
                table=command.table,
                player=command.player,
                amount=command.amount,
                at=command.at,
                suspected=command.suspected,
                clause=clause,
            )
            return (Recorded(entry),)
        case Identify(number=number) | PutRight(number=number):
            if not 1 <= number <= len(book.entries):
                why = f"there is no mispayment {number}"
                return Refused("mispayment/unknown", law.unintended.clause, why)
            return _changed(book.entries[number - 1], command, law)


def _changed(
    entry: Mispayment, command: Identify | PutRight, law: MispaymentLaw
) -> tuple[Recorded, ...] | Refused:
    if isinstance(command, Identify):
        return (Recorded(replace(entry, player=command.player, clause=law.attempt.clause)),)
    if entry.step is Step.PUT_RIGHT:
        return Refused("mispayment/done", law.put_right.clause, "it has been put right already")
    if not command.note.strip():
        return Refused("mispayment/no-note", law.attempt.clause, "say what was done about it")
    step = Step.TRIED if command.tried_only else Step.PUT_RIGHT
    clause = (law.attempt if command.tried_only else law.put_right).clause
    return (Recorded(replace(entry, step=step, note=command.note, clause=clause)),)


def evolve(book: Book, event: Recorded) -> Book:
    """The book after an event."""
    entries = {entry.number: entry for entry in book.entries} | {event.entry.number: event.entry}
    return Book(tuple(entries[number] for number in sorted(entries)))


class MonthReport(msgspec.Struct, frozen=True):
    """What the regulator is told at the end of a month."""

    month: str
    entries: tuple[Mispayment, ...]
    clause: str

    def __str__(self) -> str:
        if not self.entries:
            return f"{self.month}: nothing to report ({self.clause})"
        told = "; ".join(
            f"{in_dollars(abs(e.amount))} {'over' if e.amount > 0 else 'under'}paid at {e.table}, "
            f"{e.step.value}"
            for e in self.entries
        )
        return f"{self.month}: {told} ({self.clause})"


def month_report(book: Book, year: int, month: int, law: MispaymentLaw) -> MonthReport:
    """Every single mispayment of a month that is above what must be reported."""
    entries = tuple(
        entry
        for entry in book.entries
        if (entry.at.year, entry.at.month) == (year, month)
        and abs(entry.amount) > law.reported.value
    )
    return MonthReport(f"{year}-{month:02}", entries, law.reported.clause)
