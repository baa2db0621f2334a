"""The credential store in the PostgreSQL database of the log, in a schema of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import psycopg
from psycopg import sql
from psycopg_pool import ConnectionPool

from croupier.record.stores.base import FailedStoreError, UnusableStoreError
from croupier.record.stores.postgres.schema import OWNER, WRITER, one_line
from croupier.web.auth.stores.base import CredentialStore

MADE = "SELECT to_regclass('croupier_people.counters') IS NOT NULL"
SCHEMA = f"""
CREATE SCHEMA croupier_people AUTHORIZATION {OWNER};
SET LOCAL ROLE {OWNER};
SET LOCAL search_path = croupier_people;
CREATE TABLE credentials (
    person text PRIMARY KEY,
    name text NOT NULL UNIQUE,
    shown text NOT NULL,
    password text NOT NULL,
    one_time_until double precision NOT NULL,
    factor bytea NOT NULL,
    factor_step bigint NOT NULL
);
CREATE TABLE recovery_codes (
    person text NOT NULL, digest text NOT NULL, PRIMARY KEY (person, digest)
);
CREATE TABLE sessions (
    digest text PRIMARY KEY,
    person text NOT NULL,
    rights bigint NOT NULL,
    confined boolean NOT NULL,
    opened double precision NOT NULL,
    seen double precision NOT NULL,
    expires double precision NOT NULL,
    origin text NOT NULL
);
CREATE INDEX sessions_of ON sessions (person);
CREATE TABLE tokens (
    digest text PRIMARY KEY,
    id text NOT NULL UNIQUE,
    person text NOT NULL,
    label text NOT NULL,
    scopes text NOT NULL,
    opened double precision NOT NULL,
    expires double precision NOT NULL
);
CREATE INDEX tokens_of ON tokens (person);
CREATE UNLOGGED TABLE counters (
    name text PRIMARY KEY, began bigint NOT NULL, used bigint NOT NULL
);
GRANT USAGE ON SCHEMA croupier_people TO {WRITER};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA croupier_people TO {WRITER};
"""
WITH_JOBS = "SELECT to_regclass('croupier_people.jobs') IS NOT NULL"
JOBS = f"""
SET LOCAL ROLE {OWNER};
SET LOCAL search_path = croupier_people;
CREATE UNLOGGED TABLE jobs (
    id text PRIMARY KEY,
    owner text NOT NULL,
    told text NOT NULL,
    told_at double precision NOT NULL,
    cancelled integer NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs TO {WRITER};
"""
WITH_SHARED_ROUNDS = "SELECT to_regclass('croupier_people.shared_rounds') IS NOT NULL"
SHARED_ROUNDS = f"""
SET LOCAL ROLE {OWNER};
SET LOCAL search_path = croupier_people;
CREATE TABLE shared_rounds (
    token text PRIMARY KEY,
    person text NOT NULL,
    place text NOT NULL,
    number bigint NOT NULL,
    opened double precision NOT NULL,
    UNIQUE (person, place, number)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON shared_rounds TO {WRITER};
"""
WITH_PAYMENT_TICKS = "SELECT to_regclass('croupier_people.payment_ticks') IS NOT NULL"
PAYMENT_TICKS = f"""
SET LOCAL ROLE {OWNER};
SET LOCAL search_path = croupier_people;
CREATE TABLE payment_ticks (
    place text NOT NULL,
    number bigint NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (place, number, line)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON payment_ticks TO {WRITER};
"""
LATER = (
    (WITH_JOBS, JOBS),
    (WITH_SHARED_ROUNDS, SHARED_ROUNDS),
    (WITH_PAYMENT_TICKS, PAYMENT_TICKS),
)
"""Tables added later: a floor of an older croupier gets them too."""


def prepare_people(url: str) -> None:
    """Create the tables of the credential store beside those of the log, unless they exist.

    The log must exist, and the caller must be in the role that owns it.
    """
    try:
        with psycopg.connect(url) as db:
            db.execute("SELECT pg_advisory_xact_lock(hashtext('croupier_people'))")
            for asked, step in ((MADE, SCHEMA), *LATER):
                made = db.execute(asked).fetchone()
                if made is not None and not made[0]:
                    db.execute(sql.SQL(step))
    except psycopg.Error as error:
        raise UnusableStoreError(f"people cannot be stored there: {one_line(error)}") from None


def is_prepared(url: str) -> bool:
    """Return whether a database has ever held credentials."""
    with psycopg.connect(url) as db:
        made = db.execute(MADE).fetchone()
        return made is not None and bool(made[0])


def _as_writer(db: psycopg.Connection[Any]) -> None:
    db.execute(sql.SQL(f"SET ROLE {WRITER}"))
    db.execute("SET search_path = croupier_people")
    db.commit()


class PostgresRows:
    """Rows on a database server, by a small pool of connections."""

    def __init__(self, url: str, *, connections: int = 2) -> None:
        self._pool = ConnectionPool(
            url, min_size=1, max_size=connections, configure=_as_writer, open=True
        )

    def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Run a query and return its rows; ``?`` stands for a value."""
        with self._connection() as db:
            return db.execute(_with_placeholders(query), values).fetchall()

    def change(self, *queries: tuple[str, tuple[object, ...]]) -> None:
        """Run several statements in one transaction."""
        with self._connection() as db:
            for query, values in queries:
                db.execute(_with_placeholders(query), values)

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection[Any]]:
        """Yield a connection; commit on return, unless there was an error."""
        try:
            with self._pool.connection() as db:
                yield db
        except psycopg.Error as error:
            raise FailedStoreError(error) from error

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()


def _with_placeholders(query: str) -> sql.SQL:
    """Return a query with the placeholders that this driver wants."""
    return sql.SQL(cast(Any, query.replace("?", "%s")))


def postgres_credentials(url: str) -> CredentialStore:
    """Open the credential store on a database server."""
    return CredentialStore(PostgresRows(url))
