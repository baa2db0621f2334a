"""The client: a round played by a program, refusals as errors, live messages."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import create_server
from threading import Thread, Timer

import httpx
import pytest

from croupier.app.application import application
from croupier.app.settings import Settings
from croupier.client import Client, ProblemError, connection, live
from croupier.errors import CroupierError
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn
from croupier.games.table.wagers import PlaceWager
from croupier.rulebooks import Role
from croupier.web.api import live as api_live
from tests.support.certificates import write_certificate
from tests.support.doorkeepers import TrustingDoorkeeper, quick_to_hash, told
from tests.support.servers import listening

TABLE = "star-blackjack-1"


@pytest.fixture
def address(settings: Settings) -> Iterator[str]:
    with listening(
        application(settings, authenticator=TrustingDoorkeeper, policy=quick_to_hash(settings))
    ) as found:
        yield found


@pytest.fixture
def ann(address: str) -> Iterator[Client]:
    client = Client(address)
    client._http.headers.update(told("ann"))
    yield client
    client.close()


def test_a_program_plays_a_round(ann: Client) -> None:
    followed = ann.follow(TABLE, words=True)
    assert next(followed).kind == "hello"
    ann.ask(TABLE, BuyIn("ann", 100_00, by=Role.PLAYER))
    ann.ask(TABLE, PlaceWager("ann", 1, 25_00, by=Role.PLAYER))
    ann.ask(TABLE, Deal(by=Role.DEALER))
    view = ann.view(TABLE)
    while view.under_way:
        option = view.prompts[0].options[-1]
        for command in option.commands:
            ann.ask(TABLE, command)
        if not option.commands:
            ann.ask_fields(TABLE, {"command": "close-insurance"})
        view = ann.view(TABLE)
    assert view.settled
    kinds = []
    for message in followed:
        kinds += [event["event"] for event in message.data["events"]]
        if "round-ended" in kinds:
            break
    assert kinds.index("bought-in") < kinds.index("wager-placed") < kinds.index("round-ended")


def test_a_refusal_is_an_error_with_its_clause(ann: Client) -> None:
    ann.ask(TABLE, BuyIn("ann", 100_00, by=Role.PLAYER))
    with pytest.raises(ProblemError) as refused:
        ann.ask(TABLE, PlaceWager("ann", 1, 25_25, by=Role.PLAYER))
    assert (refused.value.code, refused.value.status) == ("wager/not-in-chips", 409)
    assert refused.value.clause
    assert refused.value.gist


def test_every_table_can_be_listed_and_seen(ann: Client) -> None:
    for table in ann.tables():
        assert ann.view(table.table).game == table.game


def test_a_silent_stream_is_alive_and_one_that_is_ended_says_why(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """Between messages come comments, which are none; who may no longer listen learns it."""
    monkeypatch.setattr(api_live, "HEARTBEAT_SECONDS", 0.05)
    with listening(application(settings, policy=quick_to_hash(settings))) as address:
        ann = Client(address)
        ann.sign_up("ann", "a few words to remember")
        ann.sign_in("ann", "a few words to remember", scopes=("read", "play"))
        followed = ann.follow(TABLE)
        assert next(followed).kind == "hello"
        Timer(0.5, ann.ask, (TABLE, BuyIn(ann.me, 100_00, by=Role.PLAYER))).start()
        assert next(followed).kind == "table"
        _revoke_tokens(address, "ann", "a few words to remember")
        assert "bye" in (message.kind for message in followed)
        with pytest.raises(ProblemError, match="unknown, revoked or expired"):
            next(followed)
        ann.close()


def _revoke_tokens(address: str, name: str, password: str) -> None:
    """Make somebody's tokens worthless, as their browser does."""
    with httpx.Client(base_url=address, headers={"Origin": address}) as browser:
        signed_in = browser.post("/api/session", json={"name": name, "password": password})
        browser.headers["Cookie"] = signed_in.headers["Set-Cookie"].partition(";")[0]
        for token in browser.get("/api/tokens").json():
            assert browser.delete(f"/api/tokens/{token['id']}").status_code == 204


def test_a_server_that_is_not_ready_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command and a stream outlast a server that starts anew, alone or behind a proxy."""
    monkeypatch.setattr(connection, "PAUSES_SECONDS", (0.0, 0.0))
    monkeypatch.setattr(live, "PATIENCE_SECONDS", 0.0)
    keys: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers.get("Idempotency-Key", ""))
        if len(keys) == 1:
            raise httpx.ConnectError("nobody there")
        if len(keys) == 2:
            return httpx.Response(503)
        if request.url.path == "/api/live":
            heads = {"Content-Type": "text/event-stream"}
            return httpx.Response(
                200, headers=heads, text='event: hello\ndata: {"position": 1}\n\n'
            )
        return httpx.Response(200, json={"events": []})

    with httpx.Client(transport=httpx.MockTransport(answer), base_url="http://a") as http:
        client = Client("http://a", http=http)
        client.ask(TABLE, Deal(by=Role.DEALER))
        assert len(keys) == 3
        assert len(set(keys)) == 1, "the same key each time"
        keys.clear()
        assert next(client.follow(TABLE)).kind == "hello"
        assert len(keys) == 3


@contextmanager
def speaking_tls(certificate: Path, heard: list[bytes]) -> Iterator[str]:
    """The address of a server that shows a certificate, and keeps the first thing said to it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with create_server(("127.0.0.1", 0)) as open_port:
        address = f"https://127.0.0.1:{open_port.getsockname()[1]}"

        def serve() -> None:
            connection, _ = open_port.accept()
            open_port.close()
            with (
                suppress(OSError),
                context.wrap_socket(connection, server_side=True) as secured,
            ):
                heard.append(secured.recv(1))

        serving = Thread(target=serve)
        serving.start()
        yield address
        serving.join()


def test_a_server_with_an_unknown_certificate_is_told_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = write_certificate(tmp_path)
    for trusted, told_before in ((False, 0), (True, 1)):
        heard: list[bytes] = []
        if trusted:
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with speaking_tls(certificate, heard) as address, suppress(CroupierError):
            client = Client(address, token="croupier_secret")
            try:
                client.who()
            finally:
                client.close()
        assert len(heard) == told_before
