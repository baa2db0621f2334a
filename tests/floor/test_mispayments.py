"""Payments that were wrong: written down, put right or tried to be, reported at the month's end."""

from datetime import UTC, datetime
from functools import reduce

from croupier.floor.mispayments import (
    Book,
    Identify,
    PutRight,
    Record,
    Step,
    decide,
    evolve,
    month_report,
)
from croupier.rulebooks import CARIBBEAN_STUD
from croupier.table.state import Refused
from tests.citing import cites

LAW = CARIBBEAN_STUD.mispayments
assert LAW is not None
MAY = datetime(2026, 5, 7, 20, 0, tzinfo=UTC)


def after(book: Book, command: Record | Identify | PutRight) -> Book:
    assert LAW is not None
    events = decide(book, command, LAW)
    assert not isinstance(events, Refused), events
    return reduce(evolve, events, book)


def refused(book: Book, command: Record | Identify | PutRight) -> str:
    assert LAW is not None
    answer = decide(book, command, LAW)
    assert isinstance(answer, Refused)
    return answer.clause


@cites("caribbean-stud", "14.16", "14.16.1", "14.16.2", "14.18", "14.18.1")
def test_an_unintended_overpayment_is_tried_then_put_right() -> None:
    book = after(Book(), Record(table="one", amount=25_00, at=MAY, player="ann"))
    assert book.entries[0].clause == "14.16"
    assert refused(book, PutRight(number=1, note=" ")) == "14.18"
    book = after(book, PutRight(number=1, note="called, no answer", tried_only=True))
    assert (book.entries[0].step, book.entries[0].clause) == (Step.TRIED, "14.18")
    book = after(book, PutRight(number=1, note="paid back at the table"))
    assert (book.entries[0].step, book.entries[0].clause) == (Step.PUT_RIGHT, "14.16.2")
    assert refused(book, PutRight(number=1, note="again")) == "14.16.2"
    assert refused(book, PutRight(number=2, note="which?")) == "14.16"
    assert refused(book, Record(table="one", amount=0, at=MAY)) == "14.16"


@cites("caribbean-stud", "14.17", "14.17.1", "14.17.2")
def test_one_that_may_have_been_meant_finds_its_patron() -> None:
    book = after(Book(), Record(table="one", amount=-5_00, at=MAY, suspected=True))
    assert book.entries[0].clause == "14.17"
    assert book.entries[0].player is None
    assert after(book, Identify(number=1, player="bob")).entries[0].player == "bob"


@cites("caribbean-stud", "14.19")
def test_the_month_report_tells_those_above_a_thousand() -> None:
    assert LAW is not None
    june = MAY.replace(month=6)
    book = Book()
    for amount, at in ((1_000_00, MAY), (1_000_01, MAY), (-2_500_00, MAY), (9_000_00, june)):
        book = after(book, Record(table="one", amount=amount, at=at))
    report = month_report(book, 2026, 5, LAW)
    assert [entry.amount for entry in report.entries] == [1_000_01, -2_500_00]
    assert str(report) == (
        "2026-05: $1,000.01 overpaid at one, open; $2,500 underpaid at one, open (14.19)"
    )
    assert str(month_report(book, 2026, 7, LAW)) == "2026-07: nothing to report (14.19)"
