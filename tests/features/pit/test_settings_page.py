"""The house's settings on a page: the gaming day, who changed it, and no secret."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from croupier.features.pit.settings_page import GROUPS, value_in_words
from croupier.house.terms import HouseTerms
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
    assert "mia set the gaming day to Australia/Sydney, 05:30" in " ".join(page.split())
    assert client.get("/api/house").json()["zone"] == "Australia/Sydney"


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


def test_name_pace_and_play_money_change_at_once_and_the_page_says_who_did(client: Client) -> None:
    form = {"what": "house", "name": " The  Harbour Room ", "pace": "0.25", "play-money": "2,500"}
    page = " ".join(client.post(SETTINGS, data=form, headers=MANAGER).text.split())
    assert "Settings · The Harbour Room</title>" in page
    for words in (
        "mia set the name of the house to The Harbour Room",
        "mia set the pace to 0.25 seconds for a card",
        "mia set play money for new players to $2,500",
        "tables that are open keep theirs",
    ):
        assert words in page
    assert client.get("/api/house").json()["name"] == "The Harbour Room"
    assert 'value="250"' in client.get("/tables/new", headers=MANAGER).text
    assert client.app.state.service._floor.session_choices.card_milliseconds == 250
    again = client.post(SETTINGS, data=form, headers=MANAGER).text
    assert again.count("mia set the pace") == 1, "what is the same leaves no event"
    made = client.post("/api/people", json={"name": "newcomer", "password": "a few quiet words"})
    person, accounts = made.json()["account"], client.app.state.service.read_model.states.accounts
    end = monotonic() + 60
    while person not in accounts and monotonic() < end:
        client.get("/api/house")
    assert accounts[person].purse == 2_500_00
    body = {"play-money": 0}
    answer = client.put("/api/house/terms", json=body, headers=MANAGER).json()
    expected = {"name": "The Harbour Room", "card-milliseconds": 250, "play-money": 0}
    assert answer == expected
    assert client.put("/api/house/terms", json=body, headers=INSPECTOR).status_code == 403


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"name": "x" * 41}, "at most 40 characters"),
        ({"pace": "fast"}, "Write the seconds for a card as a number: 0.6."),
        ({"pace": "11"}, "A card takes 0 to 10 seconds."),
        ({"pace": "-0.5"}, "A card takes 0 to 10 seconds."),
        ({"play-money": "some"}, "Write the play money in whole dollars: 1000."),
        ({"play-money": "1e99"}, "Write the play money in whole dollars: 1000."),
        ({"play-money": "0.50"}, "Write the play money in whole dollars: 1000."),
        ({"play-money": "2000000"}, "Play money for a new player is $0 to $1,000,000."),
    ],
)
def test_a_refused_value_gets_a_sentence_and_the_form_keeps_what_was_typed(
    client: Client, wrong: dict[str, str], says: str
) -> None:
    before = client.app.state.house_terms.terms
    form = {"what": "house", "name": "Elsewhere", "pace": "1", "play-money": "5"} | wrong
    answer = client.post(SETTINGS, data=form, headers=MANAGER)
    page = " ".join(answer.text.split())
    assert (answer.status_code, says in page) == (409, True)
    for name in ("name", "pace", "play-money"):
        assert f'name="{name}" value="{form[name]}"' in page
    assert client.app.state.house_terms.terms == before


def test_what_was_changed_holds_after_a_restart_whatever_the_flags_say(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "floor.db"), pace=0, empty=True, play_money=7)
    with started(settings) as client:
        assert client.app.state.house_terms.terms == HouseTerms(play_money=7_00)
        form = {"what": "house", "name": "", "pace": "0.1", "play-money": "7"}
        client.post(SETTINGS, data=form, headers=MANAGER)
    with started(settings) as client:
        terms = HouseTerms(card_milliseconds=100, play_money=7_00)
        assert client.app.state.house_terms.terms == terms


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
