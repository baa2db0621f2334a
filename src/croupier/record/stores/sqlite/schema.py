"""The tables of a SQLite journal, step by step: each version of the schema adds to the one before.

A new file takes all steps, an older one those that it lacks, in one transaction. Every step only
makes tables, so that an old file can be read as it is: to a reader, what it lacks is empty.
"""

import sqlite3
from pathlib import Path

from croupier.record.stores.base import UnusableStoreError, newer_version_error

APPLICATION_ID = 0x63726F75
"""The mark of our files for SQLite: the letters ``crou``."""

LOG = """
CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    body BLOB NOT NULL,
    leaf BLOB NOT NULL,
    UNIQUE (stream, version)
) STRICT;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;
CREATE TRIGGER events_are_kept BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'an event is never removed'); END;
CREATE TABLE streams (stream TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE commands (
    actor TEXT NOT NULL,
    command_id TEXT NOT NULL,
    content TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (actor, command_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE head (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    size INTEGER NOT NULL,
    peaks BLOB NOT NULL,
    recorded TEXT
) STRICT;
INSERT INTO head VALUES (1, 0, x'', NULL);
CREATE TABLE balances (
    stream TEXT NOT NULL,
    day TEXT NOT NULL,
    account TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (stream, day, account)
) STRICT, WITHOUT ROWID;
CREATE TABLE checkpoints (
    size INTEGER PRIMARY KEY,
    note BLOB NOT NULL
) STRICT;
CREATE TABLE orders (
    stream TEXT NOT NULL,
    handle TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (stream, handle)
) STRICT, WITHOUT ROWID;
"""
SNAPSHOTS_AND_PEOPLE = """
CREATE TABLE snapshots (
    stream TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    leaf BLOB NOT NULL,
    code TEXT NOT NULL,
    state BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE people (
    person TEXT PRIMARY KEY,
    key BLOB NOT NULL,
    profile BLOB NOT NULL
) STRICT, WITHOUT ROWID;
"""
STEPS = (LOG, SNAPSHOTS_AND_PEOPLE)
"""What each version of the schema adds to the one before."""
SCHEMA_VERSION = len(STEPS)


SchemaPart = tuple[str, str]
"""A part of a schema: its kind, such as ``trigger``, and its name."""


def parts_of(db: sqlite3.Connection) -> dict[SchemaPart, str]:
    """Return a file's tables, triggers and other parts by their SQL, spacing normalised."""
    rows = db.execute("SELECT type, name, coalesce(sql, '') FROM main.sqlite_master").fetchall()
    return {(str(kind), str(name)): " ".join(str(sql).split()) for kind, name, sql in rows}


def parts_made(version: int) -> dict[SchemaPart, str]:
    """Return the parts that a version of the schema has."""
    db = sqlite3.connect(":memory:")
    try:
        db.executescript("".join(STEPS[:version]))
        return parts_of(db)
    finally:
        db.close()


def changes_of_parts(there: dict[SchemaPart, str], made: dict[SchemaPart, str]) -> list[str]:
    """Return how the parts of a file differ from those that croupier makes, each in a sentence.

    Another table is no change. A trigger is: it may change what is written, or guard nothing.
    """
    found = [
        f"the {kind} {name} {'was changed' if (kind, name) in there else 'is missing'}"
        for (kind, name), sql in made.items()
        if there.get((kind, name)) != sql
    ]
    more = sorted(there.keys() - made.keys())
    found += [
        f"there is a {kind} {name}, which croupier did not make"
        for kind, name in more
        if kind in ("trigger", "view")
    ]
    return found


def require_own(db: sqlite3.Connection, path: Path, *, or_empty: bool) -> int:
    """Check that a file is a journal, or empty where that is allowed; returns its version."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION_ID and (tables or not or_empty):
        raise UnusableStoreError(f"{path} is a database, but not a record")
    if version > SCHEMA_VERSION:
        raise newer_version_error(str(path), version, SCHEMA_VERSION)
    return int(version)


def migrate(db: sqlite3.Connection, path: Path, *, writing: bool) -> None:
    """Bring a new or older file to this version; a reader only sees it as if it were."""
    missing = "".join(STEPS[require_own(db, path, or_empty=writing) :])
    if not writing:
        db.executescript(missing.replace("CREATE TABLE", "CREATE TEMP TABLE"))
        return
    if db.execute("PRAGMA journal_mode = WAL").fetchall() != [("wal",)]:
        raise UnusableStoreError(f"{path} cannot be used as a record: it has no write-ahead log")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA secure_delete = ON")
    if missing:
        db.executescript(
            f"BEGIN IMMEDIATE; {missing} PRAGMA application_id = {APPLICATION_ID}; "
            f"PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        )
