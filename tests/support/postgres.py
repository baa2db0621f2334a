"""A real PostgreSQL server for all tests of a run, and a database of its own for each of them."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.postgres_servers import new_database, own_server, stop_at_once


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a server that runs for these tests alone.

    For root it runs as another user, so it is not in pytest's folder: each run closes that to
    others, while this one may be under way.
    """
    with TemporaryDirectory(prefix="croupier-pg-") as folder, own_server(Path(folder)) as address:
        yield address
        stop_at_once(address)


@pytest.fixture
def postgres_url(postgres_server: str) -> str:
    """The address of a new, empty database."""
    return new_database(postgres_server)
