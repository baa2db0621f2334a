"""Several who write to one stream, and readers who follow them."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

import psycopg

from croupier.kit.merkle import leaf_hash
from croupier.messages import ClockMoved
from croupier.record.codec import encode
from croupier.record.envelopes import Cause, Envelope
from croupier.record.integrity.verification import verify
from croupier.record.journal import ANY, StaleVersionError, StreamWrite
from croupier.record.stores.base import subscribe
from croupier.record.stores.postgres.journal import PostgresJournal
from croupier.record.stores.postgres.schema import prepare
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.faults.proxy import wired
from tests.record.contract import cause, minutes_of, write
from tests.support.group_commit import GroupCommit

TIMES, WRITERS = 25, 2

WRITER = """
import sys
from croupier.record.journal import StaleVersionError
from croupier.record.stores.postgres.journal import PostgresJournal
from tests.record.contract import cause, write
url, name, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
journal, stale = PostgresJournal(url, connections=1), 0
for number in range(times):
    while True:
        try:
            journal.append([write("table/1", journal.version("table/1"), number)],
                           cause(str(number), actor=name))
            break
        except StaleVersionError:
            stale += 1
print(stale)
journal.close()
"""


def test_two_processes_at_one_stream_take_turns(postgres_url: str) -> None:
    """Each decides on the version that it sees; who comes second is refused, and looks again."""
    prepare(postgres_url)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, postgres_url, f"writer {number}", str(TIMES)],
            env=environment,
            stdout=subprocess.PIPE,
        )
        for number in range(WRITERS)
    ]
    for one in writers:
        one.communicate(timeout=120)
        assert one.returncode == 0
    journal = PostgresJournal(postgres_url)
    written = list(journal.read_stream("table/1"))
    assert [one.version for one in written] == list(range(1, WRITERS * TIMES + 1))
    for number in range(WRITERS):
        mine = [one.command_id for one in written if one.actor == f"writer {number}"]
        assert mine == [str(number) for number in range(TIMES)]
    assert verify(journal).ok
    journal.close()


def test_threads_at_one_stream_of_a_file_take_turns(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "day.db")
    group = GroupCommit(journal)
    written = 0

    def write_on(name: str) -> None:
        nonlocal written
        for number in range(TIMES):
            while True:
                try:
                    known = written
                    group.append([write("table/1", known, number)], cause(str(number), actor=name))
                except StaleVersionError:
                    continue
                written += 1
                break

    threads = [Thread(target=write_on, args=(f"writer {n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert sorted(minutes_of(journal, "table/1")) == sorted(4 * list(range(TIMES)))
    assert verify(journal).ok
    journal.close()


# -------------------------------------------------------------------------------- those who follow


class SequenceJournal(PostgresJournal):
    """A planted defect: places come from a sequence, and are taken before the commit."""

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        with self._pool.connection() as db, db.transaction():
            for made in writes:
                for event in made.events:
                    row = db.execute("SELECT nextval('croupier.places')").fetchone()
                    assert row is not None
                    (place,) = row
                    assert isinstance(event, ClockMoved)
                    kept = Envelope(made.stream, place, "", "", cause.role, None, event, place)
                    body = encode(kept)
                    db.execute(
                        "INSERT INTO croupier.events VALUES (%s, %s, %s, %s, %s)",
                        (place, made.stream, place, body, leaf_hash(body)),
                    )


def missed(url: str, journal: type[PostgresJournal], *, patience_seconds: float) -> set[int]:
    """The places that a follower has passed over, with one commit held back amid others.

    ``patience_seconds`` is how long the other commit may take, if it does not wait for the first.
    """
    with wired(url) as (slow_url, wire):
        slow, quick = journal(slow_url, connections=1), journal(url, connections=1)
        reader = PostgresJournal(url)
        slow._pool.wait()  # connections are made ready with commits of their own
        wire.hold_commit()
        first = Thread(target=slow.append, args=([write("pool/x", ANY, 1)], cause("first")))
        first.start()
        assert wire.held.wait(120)
        second = Thread(target=quick.append, args=([write("pool/x", ANY, 2)], cause("second")))
        second.start()
        second.join(timeout=patience_seconds)
        seen = [one.position for one in subscribe(reader, until=0.3)]
        wire.release()
        first.join(timeout=120)
        second.join(timeout=120)
        last = max(seen, default=0)
        seen += [one.position for one in subscribe(reader, after=last, until=0.3)]
        everything = {one.position for one in reader.read_all()}
        assert len(everything) == 2
        for one in (slow, quick, reader):
            one.close()
    return everything - set(seen)


def test_a_follower_passes_over_nothing(postgres_url: str) -> None:
    prepare(postgres_url)
    assert missed(postgres_url, PostgresJournal, patience_seconds=0.5) == set()


def test_places_from_a_sequence_are_found_out(postgres_url: str) -> None:
    prepare(postgres_url)
    with psycopg.connect(postgres_url) as db:
        db.execute("CREATE SEQUENCE croupier.places")
        db.execute("GRANT USAGE ON SEQUENCE croupier.places TO croupier_writer")
    assert missed(postgres_url, SequenceJournal, patience_seconds=120) == {1}
