"""The server of the tests of the record serves worlds, too."""

from tests.record.conftest import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]
