"""Tables over the wire: the list, views, commands, and what is refused."""

import json
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
STAR = "/api/tables/star-blackjack-1"


def ask(client: Client, who: str, command: str, *, key: str = "", **fields: Any) -> Any:
    headers = told(who) | ({"Idempotency-Key": key} if key else {})
    body = {"command": command, **fields}
    return client.post(f"{STAR}/commands", json=body, headers=headers)


def test_the_demo_floor_has_a_table_of_each_game_and_two_on_one_jackpot(client: Client) -> None:
    tables = client.get("/api/tables").json()
    assert len({table["game"] for table in tables}) == 7
    assert [table["table"] for table in tables if table["jackpot"] == "grand"] == [
        "caribbean-stud-1",
        "caribbean-stud-2",
    ]


def test_a_round_is_played_over_the_wire(client: Client) -> None:
    ask(client, "ann", "buy-in", amount=100_00)
    placed = ask(client, "ann", "wager", box=1, amount=25_00)
    assert placed.status_code == 200, placed.text
    assert placed.json()["events"][-1]["event"] == "wager-placed"
    dealt = ask(client, "ann", "deal")
    assert dealt.status_code == 200, dealt.text
    view = client.get(STAR, headers=told("ann")).json()
    while view["under-way"]:
        option = view["prompts"][0]["options"][-1]
        for command in option["commands"] or [{"command": "close-insurance"}]:
            client.post(f"{STAR}/commands", json=command, headers=told("ann"))
        view = client.get(STAR, headers=told("ann")).json()
    assert view["settled"]


def test_a_refusal_has_its_clause_its_gist_and_a_link(client: Client) -> None:
    ask(client, "ann", "buy-in", amount=100_00)
    refused = ask(client, "ann", "wager", box=1, amount=25_25)
    assert refused.status_code == 409
    assert refused.headers["Content-Type"].startswith("application/problem+json")
    problem = refused.json()
    assert problem["code"].startswith("wager/")
    assert problem["clause"]
    assert problem["gist"]
    assert problem["link"].endswith(problem["clause"])


def test_a_key_has_a_command_carried_out_once(client: Client) -> None:
    first = ask(client, "ann", "buy-in", amount=100_00, key="k1")
    again = ask(client, "ann", "buy-in", amount=100_00, key="k1")
    other = ask(client, "ann", "buy-in", amount=200_00, key="k1")
    assert first.json() == again.json()
    assert other.status_code == 422
    view = client.get(STAR, headers=told("ann")).json()
    assert view["players"][0]["chips"] == 100_00


def test_nobody_says_in_which_role_they_ask(client: Client) -> None:
    answer = ask(client, "ann", "deal", by="dealer")
    assert answer.status_code == 400
    assert "the role is the account's" in answer.json()["detail"]


def test_a_player_asks_for_nobody_else(client: Client) -> None:
    assert ask(client, "ann", "buy-in", amount=100_00, player="bob").status_code == 403


def test_a_view_that_has_not_changed_is_not_sent_again(client: Client) -> None:
    first = client.get(STAR, headers=told("ann"))
    headers = told("ann") | {"If-None-Match": first.headers["ETag"]}
    assert client.get(STAR, headers=headers).status_code == 304
    several = told("ann") | {"If-None-Match": f'"other", W/{first.headers["ETag"]}'}
    assert client.get(STAR, headers=several).status_code == 304
    ask(client, "ann", "buy-in", amount=100_00)
    assert client.get(STAR, headers=headers).status_code == 200


def test_a_floor_goes_on_after_the_server_was_started_anew(settings: Settings) -> None:
    with started(settings) as client:
        for command, fields in (
            ("buy-in", {"amount": 100_00}),
            ("wager", {"box": 1, "amount": 25_00}),
            ("deal", {}),
        ):
            assert ask(client, "ann", command, key=command, **fields).status_code == 200
        before, tables = client.get(STAR, headers=told("ann")).json(), client.get("/api/tables")
        dealt = ask(client, "ann", "deal", key="deal").json()
    with started(settings) as client:
        assert client.get(STAR, headers=told("ann")).json() == before
        assert client.get("/api/tables").json() == tables.json()
        assert ask(client, "ann", "deal", key="deal").json() == dealt


def test_the_interface_says_how_to_show_who_one_is(client: Client) -> None:
    described = client.get("/api/openapi.json").json()
    ways = described["components"]["securitySchemes"]
    assert (ways["session"]["in"], ways["session"]["name"]) == ("cookie", "__Host-session")
    assert (ways["token"]["type"], ways["token"]["scheme"]) == ("http", "bearer")
    assert described["security"] == [{}, {"session": []}, {"token": []}]


@pytest.mark.parametrize(
    ("body", "status", "code", "detail"),
    [
        (b'{"command":', 400, "request/not-understood", "the body is not JSON: "),
        (b"deal", 400, "request/not-understood", "the body is not JSON: "),
        (b'"' + b"x" * 64_000 + b'"', 413, "request/too-large", "a body has at most 64 kB"),
    ],
)
def test_what_is_wrong_with_a_body_is_said(
    client: Client, body: bytes, status: int, code: str, detail: str
) -> None:
    headers = told("ann") | {"Content-Type": "application/json"}
    answer = client.post(f"{STAR}/commands", content=body, headers=headers)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (status, code)
    assert problem["detail"].startswith(detail)
    assert problem["title"] in ("Bad Request", "Request Entity Too Large", "Content Too Large")


def test_the_interface_is_described_from_its_types(client: Client) -> None:
    described = client.get("/api/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    unknown = client.get("/api/nothing")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "http/404")
    assert "/api/tables/{table}/commands" in described["paths"]
    assert "PlaceWager" in json.dumps(described["paths"]["/api/tables/{table}/commands"]) or any(
        "PlaceWager" in name for name in described["components"]["schemas"]
    )
