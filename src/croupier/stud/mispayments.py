"""Payments that were too much or too little: recorded, the patron found, corrected, reported."""

from datetime import datetime

from croupier.money import Entry, transfer
from croupier.rulebooks import StudLaw
from croupier.rulebooks.player_law import MispaymentLaw
from croupier.stud.draft import StudDraft
from croupier.stud.irregular_commands import IdentifyMispaid, PutRight, RecordMispayment
from croupier.stud.irregular_events import MispaymentFound, MispaymentHandled, PatronIdentified
from croupier.stud.state import Mispayment, StudTable
from croupier.table.checks import not_the_dealer
from croupier.table.commands import Command
from croupier.table.draft import Handler, on
from croupier.table.irregular_events import NoticeGiven
from croupier.table.state import Refused

TRIED, PUT_RIGHT = "tried", "put-right"


def mispayment_law(law: StudLaw) -> MispaymentLaw:
    """What the rulebook says of wrong payments."""
    rules = law.mispayments
    assert rules is not None
    return rules


def record_mispayment(draft: StudDraft, command: RecordMispayment) -> Refused | None:
    """Record a wrong payment; the regulator hears of a large one by the end of the month."""
    till = draft.table.till
    law = mispayment_law(draft.law)
    rule = law.suspected if command.suspected else law.unintended
    if refused := not_the_dealer(command, rule.clause):
        return refused
    if not command.amount:
        return Refused("mispayment/nothing", rule.clause, "nothing was paid wrongly")
    whose = till.mispaid if command.player is None else till.chips(command.player)
    entry = transfer(till.float, whose, command.amount, rule.clause)
    draft.emit(
        MispaymentFound(
            command.player, command.amount, command.suspected, entry, rule.clause, rule.also
        )
    )
    if abs(command.amount) > law.reported.value:
        number = len(draft.table.mispayments)
        clock = draft.table.clock
        draft.emit(
            NoticeGiven(
                law.reported_to.value,
                f"mispayment {number}",
                command.player,
                law.reported_to.clause,
                None if clock is None else end_of_month(clock),
            )
        )
    return None


def end_of_month(at: datetime) -> datetime:
    """The moment when the month of a time is over (reading K38)."""
    year, month = (at.year + 1, 1) if at.month == 12 else (at.year, at.month + 1)
    return at.replace(year=year, month=month, day=1, hour=0, minute=0, second=0, microsecond=0)


def numbered(law: StudLaw, table: StudTable, number: int) -> Mispayment | Refused:
    """The wrong payment with a number."""
    known = table.mispayments
    if 1 <= number <= len(known):
        return known[number - 1]
    clause = mispayment_law(law).unintended.clause
    why = f"there is no mispayment {number}; {len(known)} were reported"
    return Refused("mispayment/unknown", clause, why)


def _finding(law: MispaymentLaw, found: Mispayment) -> str:
    """The clause by which the patron is found whom a wrong payment concerns."""
    return (law.suspected if found.suspected else law.attempt).also[-1]


def identify_mispaid(draft: StudDraft, command: IdentifyMispaid) -> Refused | None:
    """Note who was paid wrongly."""
    till = draft.table.till
    law = mispayment_law(draft.law)
    found = numbered(draft.law, draft.table, command.mispayment)
    if isinstance(found, Refused):
        return found
    clause = _finding(law, found)
    if refused := not_the_dealer(command, clause):
        return refused
    if found.player is not None:
        why = f"{found.player} was paid wrongly, nobody else"
        return Refused("mispayment/known", clause, why)
    entry = transfer(till.mispaid, till.chips(command.player), found.amount, clause)
    draft.emit(PatronIdentified(command.mispayment, command.player, entry, clause))
    return None


def put_right(draft: StudDraft, command: PutRight) -> Refused | None:
    """Correct a wrong payment, or record an attempt.

    Reading K3: an attempt counts for one that may have been intended as well.
    """
    till = draft.table.till
    law = mispayment_law(draft.law)
    irregular = draft.law.irregular
    found = numbered(draft.law, draft.table, command.mispayment)
    if isinstance(found, Refused):
        return found
    way = irregular.asked_back if found.amount > 0 else irregular.paid_back
    if refused := not_the_dealer(command, way.clause):
        return refused
    if found.step == PUT_RIGHT:
        return Refused("mispayment/done", law.put_right.clause, "it has already been put right")
    if not command.note.strip():
        return Refused("mispayment/no-note", law.attempt.clause, "say what was done about it")
    step = TRIED
    entries: tuple[Entry, ...] = ()
    if not command.tried:
        if found.player is None:
            why = "it is not known who was paid wrongly"
            return Refused("mispayment/nobody", _finding(law, found), why)
        step = PUT_RIGHT
        entries = (transfer(till.chips(found.player), till.float, found.amount, way.clause),)
    done = law.suspected.also[0] if found.suspected else law.put_right.clause
    also = (done, law.attempt.clause, *law.attempt.also)
    draft.emit(MispaymentHandled(command.mispayment, step, command.note, entries, way.clause, also))
    return None


HANDLERS: dict[type[Command], Handler] = {
    **on(RecordMispayment, record_mispayment),
    **on(IdentifyMispaid, identify_mispaid),
    **on(PutRight, put_right),
}
