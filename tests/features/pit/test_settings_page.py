"""The house's settings on a page: the gaming day, who changed it, and no secret."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from croupier.features.pit.settings_page import GROUPS, value_in_words
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
MANAGER, INSPECTOR = told("mia", "gaming-manager"), told("ivy", "inspector")
SETTINGS = "/pit/settings"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("floor")
    with started(Settings(database=str(folder / "floor.db"), pace=0, empty=True)) as client:
        yield client


def test_a_manager_changes_the_gaming_day_and_the_page_says_who_did(client: Client) -> None:
    form = {"zone": "Australia/Sydney", "starts": "05:30"}
    page = client.post(SETTINGS, data=form, headers=MANAGER).text
    assert "mia set Australia/Sydney, 05:30" in " ".join(page.split())
    assert client.get("/api/house").json() == {"zone": "Australia/Sydney", "starts": "05:30:00"}


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"zone": "Mars/Olympus", "starts": "06:00"}, "Unknown time zone"),
        ({"zone": "UTC", "starts": "late"}, "Write the time as hours and minutes: 06:00."),
        ({}, "Write the time as hours and minutes: 06:00."),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    client: Client, form: dict[str, str], says: str
) -> None:
    answer = client.post(SETTINGS, data=form, headers=MANAGER)
    assert answer.status_code == 409
    assert says in answer.text


def test_who_may_look_and_who_may_change(client: Client) -> None:
    assert "Change it" in client.get(SETTINGS, headers=MANAGER).text
    assert "Change it" not in client.get(SETTINGS, headers=INSPECTOR).text
    form = {"zone": "UTC", "starts": "06:00"}
    assert client.post(SETTINGS, data=form, headers=INSPECTOR).status_code == 403
    for role in ("supervisor", "dealer", "player"):
        assert client.get(SETTINGS, headers=told("kim", role)).status_code == 403


def test_settings_of_the_server_say_that_they_need_a_restart_and_show_no_secret(
    client: Client,
) -> None:
    page = client.get(SETTINGS, headers=MANAGER).text
    assert "A change needs a restart" in page
    shown = {name for _, names in GROUPS for name in names}
    assert not shown & {"key", "mail-password", "alert-webhook-key", "certificate-key"}
    assert "s3cret" not in value_in_words("database", "postgresql://me:s3cret@db/floor")
