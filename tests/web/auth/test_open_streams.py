"""Who is no longer welcome: open streams close within two seconds."""

import threading
import time
from base64 import b32decode
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from msgspec.structs import replace

from croupier.app.application import application
from croupier.app.settings import Settings
from croupier.web.auth.second_factor import code_at
from croupier.web.auth.sessions import COOKIE
from croupier.web.auth.stores.base import CredentialStore
from croupier.web.live.subscribers import MOST_PER_PERSON
from tests.support.servers import listening
from tests.web.auth.house import PASSWORD, QUICK

SOON = 60.0
"""Within how many seconds a stream must be closed: two when all is well, more on a busy machine."""


class Floor:
    """A server that listens, and somebody who has signed in there."""

    def __init__(self, app: Litestar, address: str) -> None:
        self.app, self.address = app, address
        self.web = httpx.Client(base_url=address, headers={"Origin": address}, timeout=120)
        body = {"name": "ann", "password": PASSWORD}
        answer = self.web.post("/api/people", json=body)
        self.account = answer.json()["account"]
        secret = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
        self.web.headers["Cookie"] = f"{COOKIE}={secret}"

    @property
    def store(self) -> CredentialStore:
        store: CredentialStore = self.app.state.people.accounts.store
        return store

    def token(self) -> tuple[str, str]:
        body = {"password": PASSWORD, "scopes": ["read"]}
        made = self.web.post("/api/tokens", json=body).json()
        return made["id"], made["token"]

    def seconds_open(self, ending: Callable[[], object], **headers: str) -> float:
        """How long a stream stays open after something is done."""
        sent = {name: value for name, value in self.web.headers.items() if name != "accept"}
        if "Authorization" in headers:
            sent.pop("cookie")
        done = threading.Event()
        with httpx.stream(
            "GET", f"{self.address}/api/live", headers=sent | headers, timeout=120
        ) as stream:
            chunks = stream.iter_raw()
            assert b"hello" in next(chunks)

            def end() -> None:
                ending()
                done.set()

            thread = threading.Thread(target=end)
            thread.start()
            began = time.monotonic()
            for _ in chunks:
                assert time.monotonic() - began < 120
            thread.join()
            return time.monotonic() - began


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    settings = Settings(database=str(tmp_path / "floor.db"), empty=True)
    app = application(settings, policy=replace(QUICK, code_drift=1))
    with listening(app) as address:
        floor = Floor(app, address)
        yield floor
        floor.web.close()


@pytest.fixture
def administrator(floor: Floor, tmp_path: Path) -> Iterator[httpx.Client]:
    """The administrator of the floor, with a password and a device of their own."""
    one_time = (tmp_path / "floor.db-administrator").read_text().strip()
    with httpx.Client(
        base_url=floor.address, headers={"Origin": floor.address}, timeout=SOON
    ) as web:

        def done(method: str, path: str, body: dict[str, str]) -> httpx.Response:
            answer = web.request(method, f"/api/session{path}", json=body)
            assert answer.status_code == 200, answer.text
            if "set-cookie" in answer.headers:
                secret = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
                web.headers["Cookie"] = f"{COOKIE}={secret}"
            return answer

        done("POST", "", {"name": "administrator", "password": one_time})
        done("PUT", "/password", {"current": one_time, "new": PASSWORD})
        begun = done("POST", "/factor", {"password": PASSWORD}).json()
        code = code_at(b32decode(begun["secret"]), time.time())
        done("PUT", "/factor", {"enrolment": begun["enrolment"], "code": code})
        yield web


def test_a_changed_role_closes_the_stream(floor: Floor, administrator: httpx.Client) -> None:
    path = f"/api/people/{floor.account}/roles/player"
    assert floor.seconds_open(lambda: administrator.delete(path)) < SOON


def test_a_closed_account_closes_the_stream(floor: Floor, administrator: httpx.Client) -> None:
    path, body = f"/api/people/{floor.account}/suspension", {"reason": "a stolen card"}
    assert floor.seconds_open(lambda: administrator.put(path, json=body)) < SOON


def test_a_changed_role_closes_the_stream_of_a_token(
    floor: Floor, administrator: httpx.Client
) -> None:
    _, secret = floor.token()
    path = f"/api/people/{floor.account}/roles/player"
    opened = floor.seconds_open(
        lambda: administrator.delete(path), Authorization=f"Bearer {secret}"
    )
    assert opened < SOON


def test_signing_out_closes_the_stream(floor: Floor) -> None:
    assert floor.seconds_open(lambda: floor.web.delete("/api/session")) < SOON


def test_a_changed_password_closes_the_streams_of_other_sessions(floor: Floor) -> None:
    new = {"current": PASSWORD, "new": "other words in a line"}
    assert floor.seconds_open(lambda: floor.web.put("/api/session/password", json=new)) < SOON


def test_ending_all_sessions_closes_the_stream(floor: Floor) -> None:
    assert floor.seconds_open(lambda: floor.web.delete("/api/people/me/sessions")) < SOON


def test_what_another_process_ends_closes_here(floor: Floor) -> None:
    assert floor.seconds_open(lambda: floor.store.end_sessions(floor.account)) < SOON


def test_a_revoked_token_closes_its_stream(floor: Floor) -> None:
    token, secret = floor.token()
    opened = floor.seconds_open(
        lambda: floor.web.delete(f"/api/tokens/{token}"), Authorization=f"Bearer {secret}"
    )
    assert opened < SOON


def test_nobody_floods_the_server_with_streams(floor: Floor) -> None:
    headers = {"Cookie": floor.web.headers["Cookie"]}
    with ExitStack() as stack:
        web = stack.enter_context(
            httpx.Client(limits=httpx.Limits(max_connections=100), timeout=SOON)
        )

        def opened() -> int:
            asked = web.stream("GET", f"{floor.address}/api/live", headers=headers)
            return stack.enter_context(asked).status_code

        statuses = [opened() for _ in range(MOST_PER_PERSON + 3)]
        assert statuses == [200] * MOST_PER_PERSON + [429] * 3
