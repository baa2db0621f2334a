"""A promotion over the wire: opened by the house, watched at its tables, entered by those who earn
it."""

from datetime import timedelta

from litestar import Litestar
from litestar.testing import TestClient

from tests.support.doorkeepers import told
from tests.web.test_interface import play_a_round

Client = TestClient[Litestar]
PLACE = "/api/promotions/june"
MANAGER = told("max", "gaming-manager")
DATES = {
    "starts": "2020-01-01T00:00",
    "entries-close": "2099-12-01T00:00",
    "draw": "2099-12-02T00:00",
}


def a_day_later(client: Client) -> None:
    """Have the store's clock show tomorrow: the regulator has terms for a day before the start."""
    clock = client.app.state.service.clock
    clock._offsets.append(max(clock._offsets) + timedelta(hours=25))


def test_a_round_earns_an_entry_once(client: Client) -> None:
    plan = {
        "promotion": "june",
        "game": "star-blackjack",
        "terms": {"earned-by": {"wager": 20}, **DATES, "minimum-wager": 20},
    }
    opened = client.post("/api/promotions", json=plan, headers=MANAGER)
    assert opened.status_code == 201, opened.text
    assert client.get(PLACE, headers=told("ann")).status_code == 404
    for command in ("submit-terms", "publish-terms", "start-promotion"):
        body = {"command": command}
        answer = client.post(f"{PLACE}/commands", json=body, headers=MANAGER)
        assert answer.status_code == 200, answer.text
        a_day_later(client)
    play_a_round(client, "ann")
    mine = client.get(PLACE, headers=told("ann")).json()
    assert (mine["entries"], mine["own"], mine["winners"]) == (1, 1, [])
    assert client.get(PLACE, headers=told("bob")).json()["own"] == 0
    body = {"command": "draw"}
    assert client.post(f"{PLACE}/commands", json=body, headers=told("ann")).status_code == 403


def test_before_the_draw_there_is_its_commitment_and_no_proof(client: Client) -> None:
    terms = {**DATES, "entries-close": "2020-01-02T00:00", "draw": "2020-01-03T00:00"}
    plan = {"promotion": "june", "game": "star-blackjack", "terms": terms}
    client.post("/api/promotions", json=plan, headers=MANAGER)
    for command in ("submit-terms", "publish-terms", "start-promotion"):
        client.post(f"{PLACE}/commands", json={"command": command}, headers=MANAGER)
        a_day_later(client)
    shown = client.get(PLACE).json()
    assert len(shown["commitment"]) == 64
    early = client.get(f"{PLACE}/draw")
    assert (early.status_code, early.json()["code"]) == (409, "draw/no-proof")
    forged = {"command": "start-promotion", "commitment": "0" * 64}
    assert client.post(f"{PLACE}/commands", json=forged, headers=MANAGER).status_code == 400


def test_a_table_is_opened_by_the_rulebook(client: Client) -> None:
    body = {"table": "high", "game": "star-blackjack", "choices": {"decks": 6, "minimum": 100_00}}
    assert client.post("/api/tables", json=body, headers=told("ann")).status_code == 403
    opened = client.post("/api/tables", json=body, headers=MANAGER)
    assert (opened.status_code, opened.json()["minimum"]) == (201, 100_00), opened.text
    wrong = {"table": "low", "game": "star-blackjack", "choices": {"decks": 5}}
    refused = client.post("/api/tables", json=wrong, headers=MANAGER)
    assert (refused.status_code, refused.json()["clause"]) == (409, "3.1"), refused.text
    due = client.get("/api/tables/high/due", headers=told("ann")).json()
    assert {one["due"] for one in due} == {"shuffle", "wagers"}
