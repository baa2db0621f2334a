"""A server in the test's own process, on a floor of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.application import application
from croupier.app.settings import Settings
from tests.support.doorkeepers import TrustingDoorkeeper, quick_to_hash


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=str(tmp_path / "floor.db"), pace=0)


def started(settings: Settings) -> TestClient[Litestar]:
    """A server in this process, and a client of it; it runs as long as the client is entered."""
    app = application(settings, authenticator=TrustingDoorkeeper, policy=quick_to_hash(settings))
    return TestClient(app, base_url="http://127.0.0.1:8000")


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient[Litestar]]:
    """A client of a server with the demo floor."""
    with started(settings) as client:
        yield client
