"""The tables beside the events must agree with them: whatever is changed there is named."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from croupier.cli.main import run
from croupier.house.people import PersonReinstated, PersonSuspended
from croupier.record.envelopes import Cause
from croupier.record.integrity.verification import verify
from croupier.record.journal import ANY, StaleVersionError, StreamWrite
from croupier.record.secrets.keys import MasterKey
from croupier.record.secrets.personal_data import erase
from croupier.record.stores.base import Store
from croupier.record.stores.postgres.journal import PostgresJournal
from croupier.record.stores.postgres.schema import prepare
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role
from croupier.web.auth.stores.sqlite import SqliteRows
from tests.faults.days import Day
from tests.record.contract import cause
from tests.record.days import play_day

MASTER = MasterKey(bytes(range(32)))
ASKED = Cause("suspend", "ann", Role.ADMINISTRATOR, None, "", "203.0.113.7")
LATE = Cause("too late", "ann", Role.ADMINISTRATOR)
TABLES = ("streams", "commands", "head", "balances", "orders", "people")
CHANGES = {
    "UPDATE streams SET stream = 'table/9' WHERE stream = 'table/1'": "table/1 has",
    "UPDATE streams SET version = version + 1 WHERE stream = 'table/2'": "table/2 has",
    "DELETE FROM streams WHERE stream = 'pool/grand'": "pool/grand has",
    "INSERT INTO streams VALUES ('table/7', 3)": "table/7 has 0 events, but is stored",
    "UPDATE commands SET actor = 'cat' WHERE actor = 'ann'": "of 'cat', and says",
    "UPDATE commands SET command_id = 'x' WHERE command_id = 'command 0'": "the answer to 'x'",
    "UPDATE commands SET first = first + 1 WHERE command_id = 'command 0'": "no command is stored",
    "UPDATE commands SET last = last - 1 WHERE command_id = 'suspend'": "no command is stored",
    "UPDATE commands SET last = last + 1 WHERE command_id = 'suspend'": "that are not there",
    "DELETE FROM commands WHERE command_id = 'command 0'": "no command is stored",
    "UPDATE commands SET content = 'xyz' WHERE command_id = 'command 0'": "is no hash",
    "UPDATE commands SET content = 'erased' WHERE command_id = 'command 0'": "and nobody was",
    "INSERT INTO commands VALUES ('bob', 'free chips', '', 9999, 9999)": "has no event",
    "UPDATE head SET size = size + 1": "the head that the store keeps is not that",
    "UPDATE head SET size = 0": "the head that the store keeps is not that",
    "UPDATE head SET peaks = substr(peaks, 2)": "the head that the store keeps is not that",
    "UPDATE head SET recorded = '2031-01-01T00:00:00+00:00'": "as the time of its last event",
    "UPDATE head SET recorded = NULL": "as the time of its last event",
    "DELETE FROM head": "the head of the record cannot be read",
    "UPDATE balances SET stream = 'table/3' WHERE stream = 'table/1'": "of table/1 on",
    "UPDATE balances SET day = '1999-01-01' WHERE stream = 'table/1'": "of table/1 on 1999-01-01",
    "UPDATE balances SET account = 'safe' WHERE account = 'float'": "of table/1 on",
    "UPDATE balances SET amount = amount + 1 WHERE account = 'float'": "float of table/1 on",
    "DELETE FROM balances WHERE account = 'float'": "float of table/1 on",
    "DELETE FROM orders WHERE stream = 'cards/1'": "the sealed seed of shoe-1 of cards/1",
    "DELETE FROM people WHERE person = 'ann'": "the key of ann is gone, and nobody has erased them",
}
"""What somebody does to a table beside the events, and what is said of it first."""


def keep(store: Store) -> None:
    """A day with cards that are committed to, a pool, and people of whom more is known."""
    Day(store, MASTER, lambda _: None).play(range(8))
    store.open_people(MASTER)
    store.append([StreamWrite("person/bob", 0, (PersonSuspended("bob", "he ran"),))], ASKED)
    with pytest.raises(StaleVersionError):
        store.append([StreamWrite("person/bob", 0, (PersonSuspended("bob", "again"),))], LATE)
    assert verify(store).ok, "what was refused leaves no trace, in no table"


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("day") / "day.db"
    store = SqliteJournal(path)
    keep(store)
    store.close()
    return path


def first_finding(store: Store) -> str:
    """What is said first of a record whose events are as they were."""
    verdict = verify(store)
    store.close()
    assert not verdict.ok
    assert verdict.findings[0].event is None
    return verdict.findings[0].what


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_in_a_file_is_named(change: str, day: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(day.read_bytes())
    db = sqlite3.connect(copy)
    with db:
        assert db.execute(change).rowcount
    db.close()
    assert CHANGES[change] in first_finding(SqliteJournal(copy, writing=False))


def test_a_change_on_a_server_is_named(postgres_url: str) -> None:
    prepare(postgres_url)
    store = PostgresJournal(postgres_url)
    keep(store)
    store.close()
    with psycopg.connect(postgres_url, autocommit=True) as db:
        db.execute("SET search_path = croupier")
        for table in TABLES:
            db.execute(f"CREATE TABLE kept_{table} AS TABLE {table}".encode())
        for change, named in CHANGES.items():
            assert db.execute(change.encode()).rowcount
            assert named in first_finding(PostgresJournal(postgres_url, writing=False)), change
            for table in TABLES:
                db.execute(f"DELETE FROM {table}".encode())
                db.execute(f"INSERT INTO {table} SELECT * FROM kept_{table}".encode())
    reader = PostgresJournal(postgres_url, writing=False)
    assert verify(reader).ok
    reader.close()


def test_days_and_times_that_are_none_are_said_in_a_sentence(
    day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for change in ("balances SET day = 'soon'", "head SET recorded = 'soon'"):
        copy = tmp_path / "copy.db"
        copy.write_bytes(day.read_bytes())
        db = sqlite3.connect(copy)
        with db:
            db.execute(f"UPDATE {change}")
        db.close()
        assert run(["audit", "verify", str(copy)]) == 1
        out = capsys.readouterr().out
        assert ("WRONG: a balance is stored for an impossible day" in out) or (
            "WRONG: the head of the record cannot be read" in out
        )


HELD = (
    "SELECT * FROM events ORDER BY position",
    "SELECT * FROM streams",
    "SELECT actor, command_id, first, last FROM commands",
    "SELECT * FROM head",
    "SELECT * FROM balances",
)
"""All that events tell; the hash of what a command asked for is the one column that they do not."""
HEADER, STRIDE, SIZE = 100, 1999, 16


def told_by(path: Path) -> list[object]:
    """What the tables of a file hold, read without croupier."""
    db = sqlite3.connect(path)
    db.text_factory = bytes
    try:
        return [db.execute(query).fetchall() for query in HELD]
    except sqlite3.Error:
        return []
    finally:
        db.close()


def test_whatever_bytes_of_the_file_are_changed_it_is_found_and_said_in_a_sentence(
    day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nothing is found, the bytes lay where nothing is kept: no table has changed."""
    whole, held = day.read_bytes(), told_by(day)
    ends: Counter[int] = Counter()
    for at in range(HEADER, len(whole) - SIZE, STRIDE):
        copy = tmp_path / f"{at}.db"
        changed = bytes(byte ^ 0xA5 for byte in whole[at : at + SIZE])
        copy.write_bytes(whole[:at] + changed + whole[at + SIZE :])
        code = run(["audit", "verify", str(copy)])
        captured = capsys.readouterr()
        ends[code] += 1
        if code == 0:
            assert told_by(copy) == held, at
        elif code == 1:
            assert "WRONG: " in captured.out
        else:
            assert captured.err.count("\n") == 1
    assert ends[1] + ends[2] > ends[0] / 2


def test_a_record_is_looked_at_as_of_one_moment(tmp_path: Path) -> None:
    """While it grows: what is written in between is not held against what was read before."""
    writer = SqliteJournal(tmp_path / "day.db")
    play_day(writer, rounds=1)
    reader = Disturbed(tmp_path / "day.db", writing=False)
    reader.between = lambda: writer.append(
        [StreamWrite("person/bob", ANY, (PersonReinstated("bob"),))], cause("amid")
    )
    size = writer.peaks.size
    verdict = verify(reader)
    assert verdict.ok, verdict.findings
    assert (verdict.events, writer.peaks.size) == (size, size + 1)
    reader.close()
    writer.close()


class Disturbed(SqliteJournal):
    """A record that somebody writes to as its streams are about to be looked at."""

    between: Callable[[], None]

    def stream_versions(self) -> Iterator[tuple[str, int]]:
        self.between()
        return super().stream_versions()


def test_somebody_who_was_erased_needs_no_key(day: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(day.read_bytes())
    store = SqliteJournal(copy)
    erase(store, "ann", cause("erase"))
    assert verify(store).ok
    store.close()


GUARDS = {
    "DROP TRIGGER events_stay": "the trigger events_stay is missing",
    "DROP TABLE snapshots": "the table snapshots is missing",
    "DROP TRIGGER events_stay; CREATE TRIGGER events_stay BEFORE UPDATE ON events "
    "BEGIN SELECT 1; END": "the trigger events_stay was changed",
    "CREATE TRIGGER more AFTER INSERT ON events BEGIN DELETE FROM balances; END": (
        "there is a trigger more, which croupier did not make"
    ),
    "CREATE VIEW rich AS SELECT * FROM balances": (
        "there is a view rich, which croupier did not make"
    ),
}


@pytest.mark.parametrize("change", GUARDS)
def test_a_changed_guard_of_a_file_is_named(change: str, day: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(day.read_bytes())
    db = sqlite3.connect(copy)
    db.executescript(change)
    db.close()
    assert first_finding(SqliteJournal(copy, writing=False)) == GUARDS[change]


def test_a_file_of_an_older_schema_has_its_guards() -> None:
    older = Path(__file__).parent / "kept" / "schema-1.db"
    store = SqliteJournal(older, writing=False)
    assert store.changes_of_schema() == []
    store.close()


RIGHTS = {
    "GRANT DELETE ON events TO croupier_writer": "croupier_writer may delete events",
    "GRANT UPDATE ON events TO PUBLIC": "everybody may update events",
    "ALTER TABLE events OWNER TO CURRENT_USER": "the table events belongs to postgres, not to",
    "CREATE RULE quiet AS ON INSERT TO streams DO ALSO NOTHING": "there is a rule quiet on streams",
    "CREATE TRIGGER quiet BEFORE INSERT ON events EXECUTE FUNCTION "
    "suppress_redundant_updates_trigger()": "there is a trigger quiet on events",
    "ALTER TABLE snapshots RENAME TO gone": "the table snapshots is missing",
}


@pytest.mark.parametrize("change", RIGHTS)
def test_a_changed_guard_on_a_server_is_named(change: str, postgres_url: str) -> None:
    prepare(postgres_url)
    store = PostgresJournal(postgres_url)
    assert verify(store).ok
    with psycopg.connect(postgres_url, autocommit=True) as db:
        db.execute("SET search_path = croupier")
        db.execute(change.encode())
    assert first_finding(store).startswith(RIGHTS[change])


def test_seals_are_opened_with_the_master_key_alone(day: Path, tmp_path: Path) -> None:
    store = SqliteJournal(day, writing=False)
    without, with_key = verify(store), verify(store, master=MASTER)
    store.close()
    assert without.ok
    assert without.seals == 0
    assert with_key.ok
    assert with_key.unchecked == ()
    assert without.unchecked == (f"{with_key.seals} seals not checked: no master key given",)
    for table, column in (("orders", "sealed"), ("people", "key")):
        copy = tmp_path / f"{table}.db"
        copy.write_bytes(day.read_bytes())
        db = sqlite3.connect(copy)
        with db:
            db.execute(f"UPDATE {table} SET {column} = zeroblob(length({column}))")
        db.close()
        store = SqliteJournal(copy, writing=False)
        assert verify(store).ok, "without the key nobody can tell"
        assert "not " in verify(store, master=MASTER).findings[0].what
        store.close()


def test_what_lies_outside_the_tree_is_listed(day: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(day.read_bytes())
    SqliteRows(copy).close()
    db = sqlite3.connect(copy)
    db.execute("CREATE TABLE birds (name TEXT)")
    db.close()
    store = SqliteJournal(copy, writing=False)
    verdict = verify(store)
    store.close()
    assert verdict.ok
    assert {"passwords and devices", "sessions", "birds"} <= {*verdict.outside}
