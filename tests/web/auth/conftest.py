"""Registers of both kinds, for whatever is kept of people in rows."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.record.stores.postgres.schema import prepare
from croupier.web.auth.stores.base import CredentialStore
from croupier.web.auth.stores.postgres import postgres_credentials, prepare_people
from croupier.web.auth.stores.sqlite import sqlite_credentials
from tests.web.auth.house import House, opened_house


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[CredentialStore]:
    """A new register, in a file and on a server."""
    if request.param == "sqlite":
        opened = sqlite_credentials(tmp_path / "evening.db")
    else:
        url = request.getfixturevalue("postgres_url")
        prepare(url)
        prepare_people(url)
        opened = postgres_credentials(url)
    yield opened
    opened.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server with people in it."""
    with opened_house(tmp_path) as house:
        yield house
