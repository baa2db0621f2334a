"""The tables of a PostgreSQL journal, step by step, and the two roles that they belong to.

The events belong to a role that nobody logs in as. Those who write may add and read, no more.
"""

from typing import Any

import psycopg
from psycopg import sql

from croupier.record.stores.base import UnusableStoreError, newer_version_error

OWNER, WRITER = "croupier_owner", "croupier_writer"
"""Whom the events belong to, and who may add to them."""

ROLES = f"""
DO $$ BEGIN
    IF to_regrole('{OWNER}') IS NULL THEN CREATE ROLE {OWNER}; END IF;
    IF to_regrole('{WRITER}') IS NULL THEN CREATE ROLE {WRITER}; END IF;
END $$;
GRANT {OWNER}, {WRITER} TO CURRENT_USER;
"""
LOG = f"""
CREATE SCHEMA croupier AUTHORIZATION {OWNER};
SET LOCAL ROLE {OWNER};
SET LOCAL search_path = croupier;
CREATE TABLE schema_version (version integer NOT NULL);
INSERT INTO schema_version VALUES (1);
CREATE TABLE events (
    position bigint PRIMARY KEY,
    stream text NOT NULL,
    version bigint NOT NULL,
    body bytea NOT NULL,
    leaf bytea NOT NULL,
    UNIQUE (stream, version)
);
CREATE TABLE streams (stream text PRIMARY KEY, version bigint NOT NULL);
CREATE TABLE commands (
    actor text NOT NULL,
    command_id text NOT NULL,
    content text NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    PRIMARY KEY (actor, command_id)
);
CREATE TABLE head (size bigint NOT NULL, peaks bytea NOT NULL, recorded timestamptz);
INSERT INTO head VALUES (0, '', NULL);
CREATE TABLE balances (
    stream text NOT NULL,
    day date NOT NULL,
    account text NOT NULL,
    amount bigint NOT NULL,
    PRIMARY KEY (stream, day, account)
);
CREATE TABLE checkpoints (size bigint PRIMARY KEY, note bytea NOT NULL);
CREATE TABLE orders (
    stream text NOT NULL, handle text NOT NULL, sealed bytea NOT NULL, PRIMARY KEY (stream, handle)
);
GRANT USAGE ON SCHEMA croupier TO {WRITER};
GRANT SELECT ON ALL TABLES IN SCHEMA croupier TO {WRITER};
GRANT INSERT ON events, commands, streams, balances, checkpoints, orders TO {WRITER};
GRANT UPDATE ON streams, balances, head TO {WRITER};
"""
SNAPSHOTS_AND_PEOPLE = f"""
SET LOCAL ROLE {OWNER};
SET LOCAL search_path = croupier;
CREATE TABLE snapshots (
    stream text PRIMARY KEY,
    version bigint NOT NULL,
    leaf bytea NOT NULL,
    code text NOT NULL,
    state bytea NOT NULL
);
CREATE TABLE people (person text PRIMARY KEY, key bytea NOT NULL, profile bytea NOT NULL);
GRANT SELECT, INSERT, UPDATE, DELETE ON snapshots, people TO {WRITER};
GRANT UPDATE (content) ON commands TO {WRITER};
UPDATE schema_version SET version = 2;
"""
TABLES = (
    "schema_version",
    "events",
    "streams",
    "commands",
    "head",
    "balances",
    "checkpoints",
    "orders",
    "snapshots",
    "people",
)
"""The tables of this version of the schema."""
MISSING = """
SELECT name FROM unnest(%s::text[]) AS name WHERE to_regclass('croupier.' || name) IS NULL
"""
OWNERS = f"""
SELECT tablename, tableowner FROM pg_tables
WHERE schemaname = 'croupier' AND tablename = ANY(%s::text[]) AND tableowner <> '{OWNER}'
ORDER BY tablename
"""
"""Tables that belong to somebody else, who could change them."""
RIGHTS = f"""
SELECT coalesce(nullif(pg_get_userbyid(grantee), 'unknown (OID=0)'), 'everybody'),
    lower(privilege_type)
FROM pg_class, aclexplode(relacl)
WHERE oid = to_regclass('croupier.events') AND privilege_type NOT IN ('SELECT', 'INSERT')
    AND grantee <> to_regrole('{OWNER}') ORDER BY 1, 2
"""
"""Who may do more with events than add and read."""
TRIGGERS = """
SELECT 'trigger', tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE NOT tgisinternal AND relnamespace = to_regnamespace('croupier')
UNION ALL SELECT 'rule', rulename, tablename FROM pg_rules WHERE schemaname = 'croupier'
ORDER BY 1, 2
"""
"""What would be done at each write; croupier makes none on a server, where rights guard events."""
OUTSIDE = """
SELECT CASE WHEN schemaname = 'croupier_people' THEN tablename
    ELSE schemaname || '.' || tablename END
FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
    AND NOT (schemaname = 'croupier' AND tablename = ANY(%s::text[])) ORDER BY 1
"""
STEPS = (LOG, SNAPSHOTS_AND_PEOPLE)
"""What each version of the schema adds to the one before."""
SCHEMA_VERSION = len(STEPS)

DURABLE = {
    "fsync": ("on",),
    "synchronous_commit": ("on", "remote_apply", "remote_write"),
}
"""What a server must report about itself, or it could lose what it acknowledged."""


def one_line(error: BaseException) -> str:
    """Return the server's message on one line."""
    return " ".join(str(error).split())


def prepare(url: str) -> None:
    """Create the tables and roles of a journal, or bring older tables up to this version.

    The user must be allowed to create roles; afterwards any member of ``croupier_writer`` will do.
    """
    try:
        with psycopg.connect(url) as db:
            db.execute("SELECT pg_advisory_xact_lock(hashtext('croupier'))")
            version = version_of(db)
            if version > SCHEMA_VERSION:
                raise newer_version_error("the database", version, SCHEMA_VERSION)
            if not version:
                db.execute(sql.SQL(ROLES))
            for step in STEPS[version:]:
                db.execute(sql.SQL(step))
                db.execute("RESET ROLE")
    except psycopg.Error as error:
        raise UnusableStoreError(f"no record can be created there: {one_line(error)}") from None


def make_room(url: str) -> None:
    """Prepare a database for the tables of a copy: the roles, and no existing record."""
    try:
        with psycopg.connect(url) as db:
            if version_of(db):
                raise UnusableStoreError("there is a record already: name an empty database")
            db.execute(sql.SQL(ROLES))
    except psycopg.Error as error:
        raise UnusableStoreError(f"no copy can be restored there: {one_line(error)}") from None


def remove_record(url: str) -> None:
    """Remove all tables of a record that was restored a moment ago, and does not verify."""
    with psycopg.connect(url) as db:
        db.execute("DROP SCHEMA croupier CASCADE")
        db.execute("DROP SCHEMA IF EXISTS croupier_people CASCADE")


def version_of(db: psycopg.Connection[Any]) -> int:
    """Return the version of the tables; 0 where there are none."""
    made = db.execute("SELECT to_regclass('croupier.events') IS NOT NULL").fetchone()
    if made is None or not made[0]:
        return 0
    row = db.execute("SELECT version FROM croupier.schema_version").fetchone()
    return 0 if row is None else int(row[0])


def require_usable(db: psycopg.Connection[Any]) -> None:
    """Check that the server does not lose what it acknowledges, and that we may use the tables."""
    for setting, wanted in DURABLE.items():
        row = db.execute("SELECT current_setting(%s)", (setting,)).fetchone()
        if row is None or row[0] not in wanted:
            raise UnusableStoreError(
                f"the server would lose what it acknowledged: {setting} is off, and must be on"
            )
    version = version_of(db)
    if not version:
        raise UnusableStoreError(
            "this database holds no record: create one with croupier audit prepare"
        )
    if version > SCHEMA_VERSION:
        raise newer_version_error("the database", version, SCHEMA_VERSION)
    if version < SCHEMA_VERSION:
        raise UnusableStoreError(
            f"the tables are of an older croupier (schema {version}, this one has "
            f"{SCHEMA_VERSION}): upgrade them with croupier audit prepare"
        )


def as_writer(db: psycopg.Connection[Any]) -> None:
    """Take on the role that may add and read, whichever user logged in."""
    db.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(WRITER)))
    db.execute("SET search_path = croupier")
    db.commit()


def as_reader(db: psycopg.Connection[Any]) -> None:
    """Open the session for reading only, with the user's own rights."""
    db.execute("SET default_transaction_read_only = on")
    db.execute("SET search_path = croupier")
    db.commit()
