"""A tournament at the felt: order, chips, pass cards, and a form that only its owner sees."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.support.doorkeepers import told

Client = TestClient[Litestar]
BROWSER = {"Accept": "text/html", "Origin": "http://127.0.0.1:8000"}
PLACE = "/api/tournaments/cup"
TABLE = "cup.1.1"
PLAYERS = ("ann", "bob", "cat")
CONDITIONS: dict[str, Any] = {
    "entry-fee": 100,
    "chips": 1000,
    "pass-cards": 1,
    "undisclosed-wagers": 1,
    "wager-seconds": 0,
    "sessions": [{"name": "final", "rounds": 3}],
    "payment": "cheque",
}


def do(client: Client, who: str, role: str, command: str, **fields: Any) -> None:
    body = {"command": command, **fields}
    answer = client.post(f"{PLACE}/commands", json=body, headers=told(who, role))
    assert answer.status_code == 200, answer.text


@pytest.fixture
def session(client: Client) -> Client:
    """A Star tournament of three players whose final has begun."""
    starts = datetime.now(UTC) + timedelta(seconds=1)
    given = CONDITIONS | {
        "starts": starts.isoformat(),
        "withdraw-until": (starts - timedelta(hours=1)).isoformat(),
    }
    planned = {"tournament": "cup", "game": "star-blackjack", "conditions": given}
    manager = told("gus", "gaming-manager")
    answer = client.post("/api/tournaments", json=planned, headers=manager)
    assert answer.status_code == 201, answer.text
    do(client, "gus", "gaming-manager", "publish-conditions")
    do(client, "gus", "gaming-manager", "appoint-manager", person="mia")
    for who in PLAYERS:
        do(client, who, "player", "enter")
    do(client, "mia", "tournament-manager", "designate-table", table=1)
    do(client, "mia", "tournament-manager", "draw-seats")
    for who in PLAYERS:
        do(client, who, "player", "take-seat")
    do(client, "mia", "tournament-manager", "start-session", notified=True)
    return client


def order(client: Client) -> list[str]:
    """The players in the order of this round."""
    table = client.app.state.service.table(TABLE).table
    boxes = {one.box: one.player for one in table.contest.contestants}
    marker = table.contest.marker
    return [boxes[box] for box in sorted(boxes, key=lambda box: (box < marker, box))]


def see(client: Client, who: str = "", *roles: str) -> str:
    headers = BROWSER | (told(who, *roles) if who else {})
    answer = client.get(f"/tables/{TABLE}", headers=headers)
    assert answer.status_code == 200, answer.text
    return re.sub(r"\s+", " ", answer.text)


def act(client: Client, who: str, what: str, **fields: str) -> Any:
    form = {"what": what, **fields}
    return client.post(f"/tables/{TABLE}/turn", data=form, headers=BROWSER | told(who))


def test_whose_turn_it_is_has_the_bar_and_the_others_wait(session: Client) -> None:
    first, _, third = order(session)
    mine = see(session, first)
    assert "Your wager, 1 of 3 in the order" in mine
    assert 'name="amount"' in mine
    assert "Once laid it stands" in mine
    assert "19.9.6" in mine
    waits = see(session, third)
    assert f"{first} is asked for a wager" in waits
    assert "You come after 2 wagers" in waits
    assert 'id="turning"' not in waits
    assert "Buy chips" not in mine
    assert "Sit here" not in see(session, "dee")


def test_a_wager_out_of_turn_or_the_limits_is_refused_with_its_clause(session: Client) -> None:
    first, second, _ = order(session)
    early = act(session, second, "wager", amount="50")
    assert early.status_code == 409
    assert "19.9.5" in early.text
    assert act(session, first, "wager", amount="1700").status_code == 409
    assert act(session, first, "wager", amount="much").status_code == 409
    assert act(session, first, "wager", amount="50").status_code == 200
    assert "wagers $50" in see(session, second)


def test_a_pass_card_lies_there_instead_of_a_wager(session: Client) -> None:
    first, second, _ = order(session)
    assert "Pass card (1)" in see(session, first)
    assert act(session, first, "pass").status_code == 200
    assert "played a pass card" in see(session, second)
    assert "PASS" in see(session)


def test_a_form_is_seen_by_its_owner_and_the_supervisor_alone(session: Client) -> None:
    first, second, third = order(session)
    answer = act(session, first, "form", written="230", open="20")
    assert answer.status_code == 200
    assert "$230" in see(session, first)
    for who in (second, third, "dee", ""):
        page = see(session, who)
        assert "form handed in" in page
        assert "230" not in page, who
    assert "230" not in see(session, "del", "dealer")
    assert "230" not in see(session, "mia", "tournament-manager")
    feed = session.get(f"/api/tables/{TABLE}", headers=told(second)).text
    assert "23000" not in feed
    page = session.get("/tournaments/cup", headers=BROWSER | told(second)).text
    assert "230" not in page


def test_the_form_is_announced_when_the_round_is_over(session: Client) -> None:
    first, second, third = order(session)
    act(session, first, "form", written="230", open="20")
    act(session, second, "wager", amount="20")
    act(session, third, "wager", amount="20")
    for _ in range(30):
        table = session.app.state.service.table(TABLE)
        if table.table.round is None and table.table.contest.round == 2:
            break
        play_on(session)
    settled = session.get(f"/api/tables/{TABLE}", headers=told(second)).json()["settled"]
    announced = [one["stake"] for one in settled if one["on"] == "undisclosed"]
    assert announced == [230_00]
    assert "Undisclosed" in see(session, second)


def play_on(client: Client) -> None:
    """Stand, or decline, for whoever is asked."""
    for who in PLAYERS:
        view = client.get(f"/api/tables/{TABLE}", headers=told(who)).json()
        prompt = view["prompts"][0]
        if prompt["player"] not in (who, None) or not prompt["options"]:
            continue
        stand = [one for one in prompt["options"] if one["label"] == "stand"]
        bodies = (stand or prompt["options"])[-1]["commands"]
        for body in bodies or [{"command": "close-insurance"}]:
            client.post(f"/api/tables/{TABLE}/commands", json=body, headers=told(who))
