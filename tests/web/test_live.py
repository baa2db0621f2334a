"""Live updates: each viewer gets what happens, once, in order, from wherever they left."""

import asyncio
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from httpx_sse import ServerSentEvent, connect_sse

from croupier.app.application import application
from croupier.app.settings import Settings
from croupier.web.api.live import place_in_log
from croupier.web.problems import ProblemError
from tests.support.doorkeepers import TrustingDoorkeeper, quick_to_hash, told
from tests.support.servers import listening

STAR = "/api/tables/star-blackjack-1"


@pytest.fixture
def web(settings: Settings) -> Iterator[httpx.Client]:
    app = application(settings, authenticator=TrustingDoorkeeper, policy=quick_to_hash(settings))
    with listening(app) as address, httpx.Client(base_url=address, timeout=120) as client:
        yield client


def ask(web: httpx.Client, command: str, **fields: Any) -> None:
    body = {"command": command, **fields}
    assert web.post(f"{STAR}/commands", json=body, headers=told("ann")).status_code == 200


def messages(web: httpx.Client, number: int, **headers: str) -> list[ServerSentEvent]:
    """So many messages, after the greeting."""
    found: list[ServerSentEvent] = []
    with connect_sse(web, "GET", "/api/live", headers=told("bob") | headers) as source:
        for message in source.iter_sse():
            if message.event != "hello":
                found.append(message)
            if len(found) == number:
                return found
    return found


def test_who_comes_back_misses_nothing_and_gets_nothing_twice(web: httpx.Client) -> None:
    start = str(web.get(STAR).json()["rounds"])
    assert start == "0"
    for amount in (100_00, 200_00, 300_00):
        ask(web, "buy-in", amount=amount)
    first = messages(web, 2, **{"Last-Event-ID": "0"})
    rest = messages(web, 10, **{"Last-Event-ID": "0"})[:10]
    assert [one.id for one in rest[:2]] == [one.id for one in first]
    places = [int(one.id) for one in rest]
    assert places == sorted(set(places))


def test_who_was_only_greeted_misses_nothing_either(web: httpx.Client) -> None:
    with connect_sse(web, "GET", "/api/live", headers=told("bob")) as source:
        greeting = next(source.iter_sse())
    ask(web, "buy-in", amount=100_00)
    assert greeting.event == "hello"
    (missed,) = messages(web, 1, **{"Last-Event-ID": greeting.id})
    assert "bought-in" in missed.data


def test_a_message_tells_what_happened(web: httpx.Client) -> None:
    with connect_sse(web, "GET", "/api/live?words=true&views=true", headers=told("bob")) as source:
        told_ = source.iter_sse()
        assert next(told_).event == "hello"
        ask(web, "buy-in", amount=100_00)
        message = next(told_)
    data = json.loads(message.data)
    assert message.event == "table"
    happened = [event["event"] for event in data["events"]]
    assert happened == [
        "clock-moved",
        "player-arrived",
        "bought-in",
    ]
    assert "ann" in data["sentences"][-1]["text"]
    assert data["view"]["viewer"] == {"viewer": "patron", "player": "bob"}


class _BehindOthers:
    """A hall that has not read yet what another process wrote."""

    def __init__(self, position: int, written: int) -> None:
        self.read_model = SimpleNamespace(position=position)
        self._written = written

    async def catch_up(self) -> None:
        self.read_model.position = self._written


def test_a_place_that_another_process_told_of_is_known_here_too() -> None:
    service: Any = _BehindOthers(98, 100)
    assert asyncio.run(place_in_log("97", service)) == 97
    assert service.read_model.position == 98, "nothing needs to be read for that"
    assert asyncio.run(place_in_log("100", service)) == 100
    with pytest.raises(ProblemError):
        asyncio.run(place_in_log("101", service))


def test_a_place_that_is_not_in_the_log_is_refused(web: httpx.Client) -> None:
    answer = web.get("/api/live", headers={"Last-Event-ID": "999999"})
    assert (answer.status_code, answer.json()["code"]) == (400, "live/unknown-place")
