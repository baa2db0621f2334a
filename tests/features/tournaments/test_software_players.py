"""One person plays a server's sit-and-go to its end, against software players."""

import time
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from croupier.features.tournaments.software_players import is_software
from tests.support.doorkeepers import told

Client = TestClient[Litestar]
PLACE = "/tournaments/sit-and-go-1"
BROWSER = {"Accept": "text/html", "Origin": "http://127.0.0.1:8000"}
TABLE = "sit-and-go-1.1.1"


def ask(client: Client, who: str, what: str) -> Any:
    form = {"what": what, "agreed": "yes", "form": "1"}
    return client.post(f"{PLACE}/entry", data=form, headers=told(who) | BROWSER)


def play(client: Client) -> None:
    """Do what ann is asked for, if anything."""
    view = client.get(f"/api/tables/{TABLE}", headers=told("ann")).json()
    prompt: dict[str, Any] = (view["prompts"] or [{"player": ""}])[0]
    if prompt["player"] not in ("ann", None):
        return
    if prompt["due"] == "turn":
        form = {"what": "wager", "amount": "50"}
        client.post(f"/tables/{TABLE}/turn", data=form, headers=told("ann") | BROWSER)
        return
    for body in prompt["options"][-1]["commands"] if prompt["options"] else ():
        client.post(f"/api/tables/{TABLE}/commands", json=body, headers=told("ann"))
    if prompt["due"] == "insurance":
        body = {"command": "close-insurance"}
        client.post(f"/api/tables/{TABLE}/commands", json=body, headers=told("ann"))


def test_one_person_plays_to_the_prizes(client: Client) -> None:
    assert ask(client, "ann", "enter").status_code == 200
    page = client.get(PLACE, headers=told("ann") | BROWSER).text
    assert "Play against software players" in page
    assert ask(client, "ann", "software").status_code == 200
    model = client.app.state.service.read_model
    tournament = model.tournaments["sit-and-go-1"]
    assert sum(map(is_software, tournament.active)) == 2
    assert "Software player 1" in client.get(PLACE, headers=told("ann") | BROWSER).text
    end = time.monotonic() + 60
    while model.tournaments["sit-and-go-1"].awards is None:
        assert time.monotonic() < end, client.get(f"/api/tables/{TABLE}").json()["prompts"]
        play(client)
    assert sum(model.tournaments["sit-and-go-1"].awards.values()) == 150_00
    over = client.get(PLACE, headers=told("ann") | BROWSER).text
    assert "You won $150" in over or "It is over" in over
    assert "$150 paid in prizes" in client.get("/tournaments/results", headers=BROWSER).text
    lines = client.get("/tournaments/results.csv", headers=told("ann")).text.splitlines()
    assert lines[0] == "player,played,won,best place,prizes in dollars"
    assert lines[1].endswith(",1,1,1,150.00")
    assert len(lines) == 4
    paid = client.get("/tournaments/prizes.csv").text.splitlines()
    assert paid == ["tournament,entries,winners,prizes in dollars", "sit-and-go-1,3,1,150.00"]
    days = client.get("/tournaments/days.csv").text.splitlines()
    assert days[0] == "day,entries,prizes in dollars"
    figures = [line.split(",")[1:] for line in days[1:]]
    assert sum(int(entries) for entries, _ in figures) == 3
    assert sum(float(prizes) for _, prizes in figures) == 150.0


def test_only_who_has_entered_may_call_software(client: Client) -> None:
    ask(client, "bob", "software")
    assert not client.app.state.service.read_model.tournaments["sit-and-go-1"].active
