"""One person plays a server's sit-and-go to its end, against software players."""

import time
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from croupier.features.tournaments.rules.state import TournamentPhase
from croupier.features.tournaments.software_players import is_software
from tests.support.doorkeepers import told

Client = TestClient[Litestar]
SIT_AND_GO, CHALLENGE = "sit-and-go-1", "challenge-sit-and-go-1"
PLACE = f"/tournaments/{SIT_AND_GO}"
BROWSER = {"Accept": "text/html", "Origin": "http://127.0.0.1:8000"}


def ask(client: Client, who: str, what: str, *, name: str = SIT_AND_GO) -> Any:
    form = {"what": what, "agreed": "yes", "form": "1"}
    return client.post(f"/tournaments/{name}/entry", data=form, headers=told(who) | BROWSER)


def play_to_the_prizes(client: Client, name: str) -> None:
    """Do what ann is asked for until the prizes are awarded."""
    tournaments, end = client.app.state.service.read_model.tournaments, time.monotonic() + 300
    while tournaments[name].awards is None:
        table = f"{name}.1.1"
        assert time.monotonic() < end, client.get(f"/api/tables/{table}").json()
        if tournaments[name].phase is TournamentPhase.SESSION:
            play(client, table)


def play(client: Client, table: str) -> None:
    """Do what ann is asked for, if anything."""
    view = client.get(f"/api/tables/{table}", headers=told("ann")).json()
    prompt: dict[str, Any] = (view["prompts"] or [{"player": ""}])[0]
    if prompt["player"] not in ("ann", None):
        return
    if prompt["due"] == "turn":
        form = {"what": "wager", "amount": "50"}
        client.post(f"/tables/{table}/turn", data=form, headers=told("ann") | BROWSER)
        return
    for body in prompt["options"][-1]["commands"] if prompt["options"] else ():
        client.post(f"/api/tables/{table}/commands", json=body, headers=told("ann"))
    if prompt["due"] == "insurance":
        body = {"command": "close-insurance"}
        client.post(f"/api/tables/{table}/commands", json=body, headers=told("ann"))


def test_one_person_plays_to_the_prizes(client: Client) -> None:
    assert ask(client, "ann", "enter").status_code == 200
    page = client.get(PLACE, headers=told("ann") | BROWSER).text
    assert "Play against software players" in page
    assert ask(client, "ann", "software").status_code == 200
    model = client.app.state.service.read_model
    tournament = model.tournaments["sit-and-go-1"]
    assert sum(map(is_software, tournament.active)) == 2
    assert "Software player 1" in client.get(PLACE, headers=told("ann") | BROWSER).text
    play_to_the_prizes(client, SIT_AND_GO)
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


def test_challenge_starts_when_its_last_place_is_taken(client: Client) -> None:
    place = f"/tournaments/{CHALLENGE}"
    before = client.get(place, headers=told("ann") | BROWSER).text
    assert "starts as soon as 4 have entered" in before
    assert ask(client, "ann", "enter", name=CHALLENGE).status_code == 200
    model = client.app.state.service.read_model
    assert model.tournaments[CHALLENGE].phase is TournamentPhase.ENTRIES
    assert ask(client, "ann", "software", name=CHALLENGE).status_code == 200
    play_to_the_prizes(client, CHALLENGE)
    assert sum(map(is_software, model.tournaments[CHALLENGE].entrants)) == 3
    assert sum(model.tournaments[CHALLENGE].awards.values()) == 200_00
    end = time.monotonic() + 300
    while "challenge-sit-and-go-2" not in model.tournaments:
        assert time.monotonic() < end, "the next of the series is not open"


def test_only_who_has_entered_may_call_software(client: Client) -> None:
    ask(client, "bob", "software")
    assert not client.app.state.service.read_model.tournaments["sit-and-go-1"].active
