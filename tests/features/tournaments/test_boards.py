"""Boards for the wall: what they show, without signing in, and that they keep secrets."""

import re

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.support.doorkeepers import told

Client = TestClient[Litestar]
BROWSER = {"Accept": "text/html"}


def see(client: Client, name: str) -> str:
    answer = client.get(f"/wall/{name}", headers=BROWSER)
    assert answer.status_code == 200, answer.text
    return re.sub(r"\s+", " ", answer.text)


def test_a_tournament_shows_round_leaders_and_prizes(client: Client) -> None:
    client.app.state.service.read_model.names["ann"] = "Annabel"
    assert "of 3" in see(client, "sit-and-go-1")
    for who in ("ann", "bob", "cat"):
        body = {"command": "enter"}
        client.post("/api/tournaments/sit-and-go-1/commands", json=body, headers=told(who))
    page = see(client, "sit-and-go-1")
    assert "Round" in page
    assert "9 rounds left after this" in page
    assert page.count("$1,000</b>") == 3
    assert 'data-follow="sit-and-go-1.1.1"' in page
    assert "Annabel" not in page
    assert "<form" not in page


def test_a_jackpot_shows_its_meter_and_what_hands_are_paid(client: Client) -> None:
    page = see(client, "grand")
    assert "$30,000" in page
    assert "Full house" in page
    assert 'data-follow=""' in page


def test_a_table_shows_its_minimum_and_signs(client: Client) -> None:
    page = see(client, "star-blackjack-2")
    assert "$25" in page
    assert "$10,000" in page


@pytest.mark.parametrize("name", ["none", "first-hand-1"])
def test_nothing_else_has_a_board(client: Client, name: str) -> None:
    assert client.get(f"/wall/{name}", headers=BROWSER).status_code == 404
