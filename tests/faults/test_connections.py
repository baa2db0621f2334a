"""A connection to PostgreSQL that drops at any exchange, and a server that ends connections."""

from collections.abc import Iterator
from itertools import cycle

import psycopg
import pytest

from croupier.record.integrity.verification import verify
from croupier.record.stores.base import FailedStoreError
from croupier.record.stores.postgres.journal import PostgresJournal
from croupier.record.stores.postgres.schema import prepare
from tests.faults.days import Asked, Day, Diary, day_on_a_server
from tests.faults.disks import Moment
from tests.faults.examination import cards_findings, cents_off, entries, record_findings
from tests.faults.proxy import Wire, wired
from tests.record.contract import cause, minutes_of, write

EXCHANGES = 6
"""More than a command takes."""


@pytest.fixture
def wire(postgres_url: str) -> Iterator[tuple[str, Wire]]:
    prepare(postgres_url)
    with wired(postgres_url) as found:
        yield found


@pytest.mark.parametrize(("moment", "kept"), [(Moment.BEFORE, False), (Moment.AFTER, True)])
def test_a_connection_that_drops_at_the_commit(
    wire: tuple[str, Wire], moment: Moment, *, kept: bool
) -> None:
    """Both times the guest gets no answer; asked again, the record knows which it was."""
    url, line = wire
    journal = PostgresJournal(url, connections=1)
    journal.append([write("table/1", 0, 1)], cause("a"))
    line.cut(moment)
    with pytest.raises(FailedStoreError):
        journal.append([write("table/1", 1, 2)], cause("b"))
    assert line.was_cut
    assert (journal.recorded_events(cause("b")) is not None) == kept
    if not kept:
        journal.append([write("table/1", 1, 2)], cause("b"))
    journal.append([write("table/1", 2, 3)], cause("c"))
    assert minutes_of(journal, "table/1") == [1, 2, 3]
    assert verify(journal).ok
    journal.close()


def test_a_connection_that_drops_at_any_exchange(wire: tuple[str, Wire], postgres_url: str) -> None:
    """The guests of a day lose their connection at each exchange of a command in turn."""
    url, line = wire
    diary = Diary()
    cuts = 0
    moments = cycle((Moment.BEFORE, Moment.AFTER))
    with day_on_a_server(url, diary.append) as day:
        for number in range(2 * EXCHANGES):
            line.cut(next(moments), exchange=1 + number // 2)
            try:
                day.play(range(number, number + 1))
            except FailedStoreError:
                day = asked_again(day, diary)
            cuts += line.was_cut
    assert cuts > EXCHANGES
    with day_on_a_server(postgres_url, diary.append) as day:
        assert record_findings(day.store, diary) == []
        assert cards_findings(day, diary) == []
        assert cents_off(day.store, diary) == []
        assert {one.command_id for one in entries(diary)[1]} == {
            f"command {number}" for number in range(2 * EXCHANGES)
        }


def asked_again(day: Day, diary: Diary) -> Day:
    """What is left after a lost connection: the record is read anew, the guest asks again."""
    day = day.again()
    asked = diary[-1]
    assert isinstance(asked, Asked)
    day.ask(asked)
    return day


def test_a_server_that_ends_all_connections_has_what_it_acknowledged(postgres_url: str) -> None:
    prepare(postgres_url)
    diary = Diary()
    with day_on_a_server(postgres_url, diary.append) as day:
        day.play(range(10))
        with psycopg.connect(postgres_url) as db:
            db.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        with pytest.raises(FailedStoreError):
            day.play(range(10, 11))
        day = asked_again(day, diary)
        day.play(range(11, 20))
        assert record_findings(day.store, diary) == []
        assert cards_findings(day, diary) == []
        assert cents_off(day.store, diary) == []
