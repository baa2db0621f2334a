"""A tournament over the wire: entered, started when enough are there, played and paid out."""

import time
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from tests.support.doorkeepers import told

Client = TestClient[Litestar]
PLACE = "/api/tournaments/sit-and-go-1"
PLAYERS = ("ann", "bob", "cat")


def enter(client: Client, who: str, **headers: str) -> Any:
    body = {"command": "enter"}
    return client.post(f"{PLACE}/commands", json=body, headers=told(who) | headers)


def play(client: Client, table: str) -> None:
    """Play on at a table, whoever's turn it is."""
    for who in PLAYERS:
        view = client.get(f"/api/tables/{table}", headers=told(who)).json()
        if not view["prompts"]:
            return
        prompt = view["prompts"][0]
        bodies = prompt["options"][-1]["commands"] if prompt["options"] else []
        if prompt["due"] == "insurance":
            bodies = [{"command": "close-insurance"}]
        elif prompt["player"] != who:
            continue
        if prompt["due"] == "turn":
            bodies = [{"command": "wager", "box": prompt["box"], "amount": 10_00}]
        for body in bodies:
            answer = client.post(f"/api/tables/{table}/commands", json=body, headers=told(who))
            assert answer.status_code == 200, answer.text


def test_three_enter_and_the_winner_takes_all(client: Client) -> None:
    for who in PLAYERS:
        assert enter(client, who).status_code == 200, enter(client, who).text
    session = client.get(PLACE).json()["tournament"]
    assert session["phase"] == "session"
    table = session["seats"][0]["table"]
    end = time.monotonic() + 60
    while (now := client.get(PLACE).json()["tournament"])["awards"] is None:
        assert time.monotonic() < end, client.get(f"/api/tables/{table}").json()["prompts"]
        play(client, table)
    assert sum(now["awards"].values()) == 150_00
    while client.get("/api/tournaments/sit-and-go-2").status_code == 404:
        assert time.monotonic() < end, "the next one does not open"


def test_an_entry_is_paid_once_and_from_the_purse(client: Client) -> None:
    first = enter(client, "ann", **{"Idempotency-Key": "e1"})
    again = enter(client, "ann", **{"Idempotency-Key": "e1"})
    assert (first.status_code, again.status_code) == (200, 200)
    assert enter(client, "ann").status_code == 409
    purse = client.app.state.service.read_model.account("ann").purse
    assert purse == 10_000_00 - 50_00


def test_a_player_does_not_draw_the_seats(client: Client) -> None:
    body = {"command": "draw-seats"}
    answer = client.post(f"{PLACE}/commands", json=body, headers=told("ann"))
    assert answer.status_code == 403
