"""A journal on the PostgreSQL server of the tests."""

from collections.abc import Iterator

import pytest

from croupier.record.stores.postgres.journal import PostgresJournal
from croupier.record.stores.postgres.schema import prepare


@pytest.fixture
def postgres_journal(postgres_url: str) -> Iterator[PostgresJournal]:
    """A new journal on the server."""
    prepare(postgres_url)
    journal = PostgresJournal(postgres_url)
    yield journal
    journal.close()
