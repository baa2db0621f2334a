"""Records of older versions are read and gone on with; those of newer ones are refused."""

import shutil
import sqlite3
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from croupier.record.integrity.verification import verify, wrong_balances
from croupier.record.snapshots import code_version, seal_state
from croupier.record.stores.base import Store, UnusableStoreError, day_setting
from croupier.record.stores.locations import open_store
from croupier.record.stores.postgres.journal import PostgresJournal
from croupier.record.stores.postgres.schema import LOG, ROLES, SCHEMA_VERSION, prepare
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.record.contract import cause, minutes_of, write

KEPT = Path(__file__).parent / "kept"
FIRST_EVENTS = 60
FIRST_HEAD = "cea98e0b154ed8bc96bacd6471656b966db54687c54a6fa9bbf3175831db972f"
"""What the file of the first version holds, as its makers noted down."""


@pytest.fixture
def first(tmp_path: Path) -> Path:
    """A record that was made with the first version of the schema."""
    return Path(shutil.copy(KEPT / "schema-1.db", tmp_path / "evening.db"))


def version_of(path: Path) -> int:
    db = sqlite3.connect(path)
    (version,) = db.execute("PRAGMA user_version").fetchone()
    db.close()
    return int(version)


def holds_the_first_day(store: Store) -> None:
    verdict = verify(store)
    assert verdict.ok
    assert (verdict.events, verdict.head.hex()) == (FIRST_EVENTS, FIRST_HEAD)
    assert wrong_balances(store) == ()
    assert day_setting(store).zone == "Australia/Sydney"
    assert store.snapshot("table/1") is None
    assert store.person("ann") is None


def test_an_older_file_is_read_as_it_is(first: Path) -> None:
    before = first.read_bytes()
    store = open_store(str(first))
    holds_the_first_day(store)
    store.close()
    assert first.read_bytes() == before


def test_an_older_file_is_brought_up_to_date_by_who_writes(first: Path) -> None:
    journal = SqliteJournal(first)
    holds_the_first_day(journal)
    journal.append([write("table/9", 0, 1)], cause("more"))
    journal.keep_snapshot("table/9", 1, code_version(), seal_state(b"{}"))
    assert journal.snapshot("table/9") is not None
    journal.close()
    assert version_of(first) == 2
    again = SqliteJournal(first)
    assert minutes_of(again, "table/9") == [1]
    assert verify(again).ok
    again.close()


def test_a_file_of_a_newer_version_is_refused_in_one_sentence(first: Path) -> None:
    db = sqlite3.connect(first)
    db.execute("PRAGMA user_version = 99")
    db.close()
    before = first.read_bytes()
    for writing in (True, False):
        with pytest.raises(UnusableStoreError, match="schema 99; this one reads up to 2"):
            SqliteJournal(first, writing=writing)
    assert first.read_bytes() == before


def test_an_older_database_is_brought_up_to_date_by_who_prepares_it(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as db:
        db.execute(sql.SQL(ROLES))
        db.execute(sql.SQL(LOG))
        db.execute(
            sql.SQL("INSERT INTO streams VALUES ('table/1', 0)"),
        )
    with pytest.raises(UnusableStoreError, match="of an older croupier"):
        PostgresJournal(postgres_url)
    prepare(postgres_url)
    journal = PostgresJournal(postgres_url)
    journal.append([write("table/1", 0, 1)], cause("a"))
    journal.keep_person("ann", b"key", b"profile")
    assert journal.person("ann") == (b"key", b"profile")
    journal.close()
    with psycopg.connect(postgres_url) as db:
        found = db.execute("SELECT version FROM croupier.schema_version").fetchone()
        assert found == (SCHEMA_VERSION,)
        db.execute("UPDATE croupier.schema_version SET version = 99")
    for opening in (PostgresJournal, prepare):
        with pytest.raises(UnusableStoreError, match="written by a newer croupier"):
            opening(postgres_url)
