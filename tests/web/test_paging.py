"""A floor of a hundred tables in pages: the list for programs, the client, and the floor's page."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from croupier.client import Client as Program
from croupier.client import ProblemError
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
MANAGER = told("max", "gaming-manager")
TABLES = 100
NAMES = [f"hall-{TABLES - number}" for number in range(TABLES)]
"""In the order of opening, which is not that of the alphabet."""
LIVE = 30
"""How many of them are dealt by a person: the first ones."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One server for these tests, with nothing but the hundred tables."""
    path = tmp_path_factory.mktemp("paging") / "floor.db"
    with started(Settings(database=str(path), pace=0, empty=True)) as opened:
        for number, name in enumerate(NAMES):
            choices = {"mode": "live"} if number < LIVE else {}
            body = {"table": name, "game": "star-blackjack", "choices": choices}
            answer = opened.post("/api/tables", json=body, headers=MANAGER)
            assert answer.status_code == 201, answer.text
        yield opened


def listed(client: Client, address: str) -> tuple[list[str], str]:
    """The names on a page of the list, and the address of the next page."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    names = [one["table"] for one in answer.json()]
    return names, answer.links.get("next", {}).get("url", "")


def cards(page: str) -> list[str]:
    """The tables whose cards a page of the floor has."""
    return re.findall(r'class="button quiet" href="/tables/([a-z0-9-]+)"', page)


def link(page: str, relation: str) -> str:
    """Where a page of the floor leads on or back; empty if it does not."""
    found = re.search(rf'rel="{relation}"\s+href="([^"]+)"', page)
    return unescape(found[1]) if found else ""


def test_without_parameters_the_list_is_whole_and_in_the_order_of_opening(client: Client) -> None:
    assert listed(client, "/api/tables") == (NAMES, "")


def test_the_list_is_followed_page_by_page(client: Client) -> None:
    first, address = listed(client, "/api/tables?limit=40")
    second, address = listed(client, address)
    assert (first, second) == (NAMES[:40], NAMES[40:80])
    assert address == "/api/tables?limit=40&after=hall-21"
    assert listed(client, address) == (NAMES[80:], "")
    assert listed(client, "/api/tables?limit=100") == (NAMES, "")
    assert listed(client, f"/api/tables?after={NAMES[-1]}") == ([], "")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("limit=0", "limit: "),
        ("limit=1001", "limit: "),
        ("limit=some", "limit: "),
        ("after=nowhere", "there is no table 'nowhere': `after` is the name of the last table"),
    ],
)
def test_a_bad_value_gets_one_sentence(client: Client, query: str, sentence: str) -> None:
    answer = client.get(f"/api/tables?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "request/not-understood")
    assert answer.json()["detail"].startswith(sentence), answer.json()["detail"]


def test_the_description_has_the_parameters_and_the_link(client: Client) -> None:
    described = client.get("/api/openapi.json").json()["paths"]["/api/tables"]["get"]
    bounds = {one["name"]: one["schema"] for one in described["parameters"]}
    assert {*bounds} == {"after", "limit"}
    assert (bounds["limit"]["minimum"], bounds["limit"]["maximum"]) == (1, 1000)
    assert "next" in described["responses"]["200"]["headers"]["Link"]["description"]


def test_the_client_follows_the_pages(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    program, asked = Program(http=client), []
    plain = client.request

    def in_small_pages(method: str, path: str) -> object:
        asked.append(path)
        return plain(method, path if "?" in path else f"{path}?limit=45")

    monkeypatch.setattr(client, "request", in_small_pages)
    assert [one.table for one in program.tables()] == NAMES
    assert len(asked) == 3
    monkeypatch.setattr(client, "request", lambda *_: plain("GET", "/api/tables?limit=0"))
    with pytest.raises(ProblemError, match="limit"):
        program.tables()


def test_the_floor_leads_from_page_to_page_and_keeps_its_filter(client: Client) -> None:
    first = client.get("/").text
    assert cards(first) == NAMES[:24]
    assert "Tables 1 to 24 of 100" in first
    assert link(first, "prev") == ""
    second = client.get(link(first, "next")).text
    assert cards(second) == NAMES[24:48]
    assert cards(client.get(link(second, "prev")).text) == NAMES[:24]
    live = client.get("/?show=live").text
    rest = client.get(link(live, "next"), headers={"Croupier-Part": "main"}).text
    assert "<html" not in rest
    assert (cards(live) + cards(rest), link(rest, "next")) == (NAMES[:LIVE], "")
    assert "Tables 25 to 30 of 30" in rest
    assert link(rest, "prev") == "/?show=live&page=1"
    assert "Pages of tables" not in client.get("/?show=poker").text


def test_a_page_past_the_end_is_the_last_and_a_bad_number_gets_one_sentence(client: Client) -> None:
    assert cards(client.get("/?page=9").text) == NAMES[96:]
    for number in ("0", "-1", "some", "", "9" * 30):
        answer = client.get(f"/?page={number}", headers={"Accept": "text/html"})
        assert answer.status_code == 400
        assert "is no page of the floor: pages are numbers from 1 to" in answer.text


def test_the_table_where_somebody_plays_comes_first_on_the_first_page(client: Client) -> None:
    ann = told("ann")
    for fields in ({"command": "buy-in", "amount": 100_00}, {"command": "sit", "box": 1}):
        sent = client.post(f"/api/tables/{NAMES[-1]}/commands", json=fields, headers=ann)
        assert sent.status_code == 200, sent.text
    assert "Back to box 1" in client.get("/", headers=ann).text
    assert cards(client.get("/", headers=ann).text)[:2] == [NAMES[-1], NAMES[0]]
    assert cards(client.get("/").text)[0] == NAMES[0]


def test_pages_are_the_same_after_a_restart(settings: Settings) -> None:
    """Whether tables come from the log or from the snapshot that a server leaves behind."""
    with started(settings) as before:
        pages = listed(before, "/api/tables"), listed(before, "/api/tables?limit=3")
    with started(settings) as after:
        assert (listed(after, "/api/tables"), listed(after, "/api/tables?limit=3")) == pages
