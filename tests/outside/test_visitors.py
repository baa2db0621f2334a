"""Whoever has not signed in learns nobody's name to sign in with, wherever they look."""

from collections.abc import Callable
from threading import Thread

import httpx

from tests.outside.people import command, sign_up
from tests.outside.product import Floor

NAME = "Wilhelmina"
ENTERS = {"command": "enter"}


def listen(house: Floor, heard: list[str], listening: list[httpx.Response]) -> None:
    """Follow the whole floor live, as a visitor."""
    where = "/api/live?words=true&views=true"
    with house.visitor().stream("GET", where, timeout=30) as answer:
        listening.append(answer)
        for line in answer.iter_lines():
            heard.append(line)
            if "wager-placed" in line:
                return


def test_a_visitor_sees_handles_and_a_player_sees_names(floor: Callable[..., Floor]) -> None:
    house = floor().start()
    ann, bob, visitor = sign_up(house, NAME), sign_up(house, "Bob"), house.visitor()
    table = visitor.get("/api/tables").json()[0]["table"]
    heard: list[str] = []
    listener = Thread(target=listen, args=(house, heard, []), daemon=True)
    listener.start()
    while not any("hello" in line for line in heard):
        listener.join(0.05)
    assert command(ann, table, command="buy-in", amount=100_00).status_code == httpx.codes.OK
    assert command(ann, table, command="sit", box=1).status_code == httpx.codes.OK
    tournaments = [one["tournament"] for one in visitor.get("/api/tournaments").json()]
    for one in tournaments:
        ann.post(f"/api/tournaments/{one}/commands", json=ENTERS)
    assert command(ann, table, command="wager", box=1, amount=25_00).status_code == httpx.codes.OK
    listener.join(30)
    assert any("wager-placed" in line for line in heard)
    looked_at = [
        *("/", "/api/tables", "/api/players", "/api/tournaments", "/api/jackpots"),
        *(f"/tables/{table}", f"/api/tables/{table}", f"/api/tables/{table}/due"),
        *(f"/api/tables/{table}/seeds", f"/tables/{table}/proof"),
        *(f"/api/tournaments/{one}" for one in tournaments),
    ]
    for path in looked_at:
        answer = visitor.get(path)
        assert answer.status_code == httpx.codes.OK, (path, answer.text)
        assert NAME.lower() not in answer.text.lower(), path
    assert [line for line in heard if NAME.lower() in line.lower()] == []
    (seen,) = visitor.get("/api/players").json()
    assert seen["name"].startswith("Player ")
    assert NAME in bob.get(f"/api/tables/{table}").text
