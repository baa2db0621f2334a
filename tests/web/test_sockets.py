"""The WebSocket: a shoe tells cards at its own table and nothing else; a bot asks and listens."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from litestar.connection import ASGIConnection
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from croupier.app.application import application
from croupier.app.settings import Settings
from croupier.games.table.choices import Choices, Mode
from croupier.rulebooks import Role, law_of
from croupier.web.auth.permissions import Principal
from croupier.web.live.subscribers import MOST_PER_PERSON
from croupier.web.service.floor_service import FloorService
from tests.support.doorkeepers import TrustingDoorkeeper, told
from tests.support.servers import listening


class WithShoes(TrustingDoorkeeper):
    """Takes the word ``shoe:live`` for a token of a shoe."""

    async def principal_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Principal:
        scope = connection.headers.get("X-Scope", "")
        if not scope:
            return await super().principal_of(connection)
        return Principal(
            account="shoe", roles=frozenset({Role.DEALER}), scopes=frozenset({scope}), session="s"
        )


@pytest.fixture
def address(settings: Settings) -> Iterator[str]:
    app = application(settings, authenticator=WithShoes)
    with listening(app) as found:
        service: FloorService = app.state.service
        service.submit(
            lambda floor: floor.open_table(
                law_of("star-blackjack"),
                Choices(mode=Mode.LIVE, burn=False),
                cards=floor.cards_of("live"),
                name="live",
            )
        ).result(10)
        yield f"ws{found.removeprefix('http')}/api/socket"


def ask(socket: ClientConnection, **message: Any) -> dict[str, Any]:
    """Send a message, and wait for its answer; what happens meanwhile is passed over."""
    socket.send(json.dumps(message))
    while True:
        answer: dict[str, Any] = json.loads(socket.recv(60))
        if "live" not in answer:
            return answer


def test_a_bot_asks_and_is_told_what_happens(address: str) -> None:
    table = "star-blackjack-1"
    with connect(address, additional_headers=told("ann")) as socket:
        socket.send(json.dumps({"follow": [table]}))
        buy = {"command": "buy-in", "amount": 100_00}
        first = ask(socket, id="1", table=table, command=buy)
        assert "bought-in" in [event["event"] for event in first["answer"]["events"]]
        assert ask(socket, id="1", table=table, command=buy)["answer"] == first["answer"]
        refused = ask(socket, id="2", table=table, command={**buy, "amount": 25})
        assert refused["problem"]["code"] == "wager/not-in-chips"
        assert ask(socket, id="3", table="nowhere", command=buy)["problem"]["status"] == 404
        socket.send("[")
        assert json.loads(socket.recv(60))["problem"]["code"] == "request/not-understood"


def test_a_shoe_tells_cards_at_its_own_table_and_nothing_else(address: str) -> None:
    card = {"command": "card", "card": "8H"}
    with connect(address, additional_headers={"X-Scope": "shoe:live"}) as socket:
        early = ask(socket, id="1", table="live", command=card)
        assert early["problem"]["status"] == 409
        assert (
            ask(socket, id="2", table="live", command={"command": "deal"})["problem"]["status"]
            == 403
        )
        other = ask(socket, id="3", table="star-blackjack-1", command=card)
        assert other["problem"]["status"] == 403


def test_one_connection_too_many_is_closed_with_a_reason(address: str) -> None:
    with ExitStack() as stack:
        for _ in range(MOST_PER_PERSON):
            socket = stack.enter_context(connect(address, additional_headers=told("ann")))
            assert ask(socket, id="1", table="none", command={"command": "deal"})["problem"]
        one_more = stack.enter_context(connect(address, additional_headers=told("ann")))
        with pytest.raises(ConnectionClosed) as closed:
            one_more.recv(60)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, "close some" in closed.value.rcvd.reason) == (1013, True)


def test_a_message_that_is_too_long_ends_the_conversation(address: str) -> None:
    with connect(address, additional_headers=told("ann")) as socket:
        socket.send("x" * 20_000)
        with pytest.raises(ConnectionClosed):
            socket.recv(60)


def test_a_message_that_asks_for_nothing_is_answered(address: str) -> None:
    with connect(address, additional_headers=told("bot")) as socket:
        answer = ask(socket, id="1", table="live")
        assert answer["id"] == "1"
        assert answer["problem"]["code"] == "request/not-understood"
        socket.send(b'{"follow": ["live"]}')
        assert "binary" in json.loads(socket.recv(60))["problem"]["detail"]
