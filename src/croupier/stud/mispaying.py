"""Payments that were too much or too little: told, the patron found, put right, reported."""

from datetime import datetime

from croupier.money import FLOAT, Entry, chips_of, transfer
from croupier.rulebooks import Role
from croupier.rulebooks.table_law import MispaymentLaw
from croupier.stud.irregular_commands import IdentifyMispaid, PutRight, RecordMispayment
from croupier.stud.irregular_events import MispaymentFound, MispaymentHandled, PatronIdentified
from croupier.stud.state import Mispayment, stud_law, stud_table
from croupier.table.commands import Command
from croupier.table.drafting import Draft, Handler, not_the_dealer
from croupier.table.events import NoticeGiven
from croupier.table.state import Refused, Table

MISPAID = "mispaid"
"""The account of what was paid wrongly to somebody who is not known yet."""
TRIED, PUT_RIGHT = "tried", "put-right"


def mispayment_law(table: Table) -> MispaymentLaw:
    """What the rulebook says of wrong payments."""
    law = table.law.mispayments
    assert law is not None
    return law


def record_mispayment(draft: Draft, command: Command) -> Refused | None:
    """Write a wrong payment down; the regulator hears of a large one by the end of the month."""
    assert isinstance(command, RecordMispayment)
    law = mispayment_law(draft.table)
    rule = law.suspected if command.suspected else law.unintended
    if refused := not_the_dealer(command, rule.clause):
        return refused
    if not command.amount:
        return Refused("mispayment/nothing", rule.clause, "nothing was paid wrongly")
    whose = MISPAID if command.player is None else chips_of(command.player)
    entry = transfer(FLOAT, whose, command.amount, rule.clause)
    draft.emit(
        MispaymentFound(
            command.player, command.amount, command.suspected, entry, rule.clause, rule.also
        )
    )
    if abs(command.amount) > law.reported.value:
        number = len(stud_table(draft.table).mispayments)
        clock = draft.table.clock
        draft.emit(
            NoticeGiven(
                Role.REGULATOR,
                f"mispayment {number}",
                command.player,
                law.reported.clause,
                None if clock is None else end_of_month(clock),
            )
        )
    return None


def end_of_month(at: datetime) -> datetime:
    """The moment when the month of a time is over (reading K38)."""
    year, month = (at.year + 1, 1) if at.month == 12 else (at.year, at.month + 1)
    return at.replace(year=year, month=month, day=1, hour=0, minute=0, second=0, microsecond=0)


def numbered(table: Table, number: int) -> Mispayment | Refused:
    """The wrong payment with a number."""
    known = stud_table(table).mispayments
    if 1 <= number <= len(known):
        return known[number - 1]
    clause = mispayment_law(table).unintended.clause
    why = f"there is no mispayment {number}; {len(known)} were told of"
    return Refused("mispayment/unknown", clause, why)


def identify_mispaid(draft: Draft, command: Command) -> Refused | None:
    """Note who was paid wrongly."""
    assert isinstance(command, IdentifyMispaid)
    law = mispayment_law(draft.table)
    found = numbered(draft.table, command.mispayment)
    if isinstance(found, Refused):
        return found
    rule = law.suspected if found.suspected else law.attempt
    clause = rule.also[-1]
    if refused := not_the_dealer(command, clause):
        return refused
    if found.player is not None:
        why = f"it was {found.player} who was paid wrongly"
        return Refused("mispayment/known", clause, why)
    entry = transfer(MISPAID, chips_of(command.player), found.amount, clause)
    draft.emit(PatronIdentified(command.mispayment, command.player, entry, clause))
    return None


def put_right(draft: Draft, command: Command) -> Refused | None:
    """Put a wrong payment right, or note that it was tried.

    Reading K3: an attempt counts for one that may have been meant as well.
    """
    assert isinstance(command, PutRight)
    law = mispayment_law(draft.table)
    irregular = stud_law(draft.table).irregular
    found = numbered(draft.table, command.mispayment)
    if isinstance(found, Refused):
        return found
    way = irregular.asked_back if found.amount > 0 else irregular.paid_back
    if refused := not_the_dealer(command, way.clause):
        return refused
    if found.step == PUT_RIGHT:
        return Refused("mispayment/done", law.put_right.clause, "it has been put right already")
    if not command.note.strip():
        return Refused("mispayment/no-note", law.attempt.clause, "say what was done about it")
    if found.player is None and not command.tried:
        why = "it is not known who was paid wrongly"
        return Refused("mispayment/nobody", law.attempt.clause, why)
    done = law.suspected.also[0] if found.suspected else law.put_right.clause
    also = (done, law.attempt.clause, *law.attempt.also)
    step = TRIED if command.tried else PUT_RIGHT
    entries: tuple[Entry, ...] = ()
    if not command.tried and found.player is not None:
        entries = (transfer(chips_of(found.player), FLOAT, found.amount, way.clause),)
    draft.emit(MispaymentHandled(command.mispayment, step, command.note, entries, way.clause, also))
    return None


HANDLERS: dict[type[Command], Handler] = {
    RecordMispayment: record_mispayment,
    IdentifyMispaid: identify_mispaid,
    PutRight: put_right,
}
