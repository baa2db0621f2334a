"""The tables of a SQLite journal, step by step: each version of the schema adds to the one before.

A new file takes all steps, an older one those that it lacks, in one transaction. Every step only
makes tables, so that an old file can be read as it is: to a reader, what it lacks is empty.
"""

import sqlite3
import struct
from pathlib import Path

from croupier.record.stores import UnusableStoreError, newer

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
LARGEST_PAGE = 65_536
"""What SQLite writes as 1, for want of room."""


MAGIC = b"SQLite format 3\0"
HEADER = struct.Struct(">16sH6xII28xI4xI20xI")
"""The first bytes of a SQLite file: its name, the size of a page, a count of changes, the number of
pages, the version of the schema, whose it is, and at which count of changes the pages were counted.
"""


def marked(path: Path) -> bool:
    """Whether a file is marked as a journal; one with another mark is refused.

    Only its first bytes are read. SQLite would make files beside one that it opens. Where it has
    left such files, the first bytes may be old, and SQLite has to be asked.
    """
    try:
        with path.open("rb") as file:
            start = file.read(HEADER.size)
    except OSError as error:
        raise UnusableStoreError(f"{path} cannot be used as a record: {error.strerror}") from None
    if any(_has_bytes(path.with_name(path.name + end)) for end in ("-wal", "-journal")):
        return False
    if len(start) < HEADER.size or not start.startswith(MAGIC):
        raise UnusableStoreError(f"{path} cannot be used as a record: it is not a database")
    _, page, changes, pages, version, application, counted = HEADER.unpack(start)
    if application not in (0, APPLICATION_ID):
        raise UnusableStoreError(f"{path} is a database, but not a record")
    if application and version > SCHEMA_VERSION:
        raise newer(str(path), version, SCHEMA_VERSION)
    whole = pages * (LARGEST_PAGE if page == 1 else page) if changes == counted else 0
    if path.stat().st_size < whole:
        raise UnusableStoreError(f"{path} is damaged, or was copied in part")
    return bool(application)


def _has_bytes(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def see_ours(db: sqlite3.Connection, path: Path, *, or_empty: bool) -> int:
    """Check that a file is a journal, or empty where that is allowed; returns its version."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if application != APPLICATION_ID and (tables or not or_empty):
        raise UnusableStoreError(f"{path} is a database, but not a record")
    if version > SCHEMA_VERSION:
        raise newer(str(path), version, SCHEMA_VERSION)
    return int(version)


def made_ready(db: sqlite3.Connection, path: Path, *, writing: bool) -> None:
    """Bring a new or older file to this version; to a reader it only looks like one."""
    missing = "".join(STEPS[see_ours(db, path, or_empty=writing) :])
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
