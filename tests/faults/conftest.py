"""The server of the tests of the record serves those of its faults."""

from tests.record.conftest import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]
