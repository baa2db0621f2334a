"""Several processes on one PostgreSQL: who signs in at one is known at all, and ended at all."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from uuid import uuid4

import httpx
import psycopg
import pytest
from msgspec.structs import replace

from croupier.app.application import application, open_server_store
from croupier.app.settings import Settings
from croupier.record.stores.base import UnusableStoreError
from croupier.web.auth.sessions import COOKIE
from croupier.web.service.store import StoreWatcher
from tests.support.doorkeepers import TrustingDoorkeeper, quick_to_hash, told
from tests.support.servers import listening
from tests.web.auth.house import PASSWORD, QUICK

SOON = 60.0
"""How many seconds are waited: what takes two when all is well may take more on a busy machine."""


@pytest.fixture
def unaware(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process is woken by what another one writes, however long it waits."""
    monkeypatch.setattr(StoreWatcher, "_check", lambda watcher: watcher._ended.wait(0.05))


@pytest.fixture
def addresses(postgres_url: str, tmp_path: Path) -> Iterator[list[str]]:
    """Two servers on one database."""
    settings = Settings(database=postgres_url, key=str(tmp_path / "key"), empty=True)
    with ExitStack() as stack:
        apps = [application(settings, policy=QUICK) for _ in range(2)]
        yield [stack.enter_context(listening(app)) for app in apps]


@pytest.fixture
def browser(addresses: list[str]) -> Iterator[httpx.Client]:
    """Somebody who has signed up at the first server."""
    at_home = {"Origin": addresses[0]}
    with httpx.Client(base_url=addresses[0], headers=at_home, timeout=SOON) as web:
        answer = web.post("/api/people", json={"name": "ann", "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        secret = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
        web.headers["Cookie"] = f"{COOKIE}={secret}"
        yield web


def account_at(address: str, browser: httpx.Client) -> str:
    cookie = {"Cookie": browser.headers["Cookie"]}
    return str(httpx.get(f"{address}/api/session", headers=cookie, timeout=SOON).json()["account"])


def soon(address: str, browser: httpx.Client, *, known: bool) -> None:
    deadline = time.monotonic() + SOON
    while bool(account_at(address, browser)) != known:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_who_signs_in_at_one_is_known_at_the_other(
    addresses: list[str], browser: httpx.Client
) -> None:
    soon(addresses[1], browser, known=True)
    assert account_at(addresses[0], browser) == account_at(addresses[1], browser)


@pytest.mark.usefixtures("unaware")
def test_whoever_was_entered_a_moment_ago_is_known_at_the_other(
    addresses: list[str], browser: httpx.Client
) -> None:
    assert account_at(addresses[1], browser) == account_at(addresses[0], browser) != ""
    body = {"current": PASSWORD, "new": f"{PASSWORD}, and more"}
    assert browser.put("/api/session/password", json=body).status_code == 200
    answer = httpx.post(f"{addresses[0]}/api/people", json={"name": "bob", "password": PASSWORD})
    assert answer.status_code == 201
    body = {"name": "bob", "password": PASSWORD}
    answer = httpx.post(f"{addresses[1]}/api/session", json=body, timeout=SOON)
    assert (answer.status_code, answer.json()["name"]) == (200, "bob")


@pytest.mark.usefixtures("unaware")
def test_a_table_opened_at_one_is_there_at_the_other(postgres_url: str, tmp_path: Path) -> None:
    settings = Settings(database=postgres_url, key=str(tmp_path / "key"), empty=True)
    with ExitStack() as stack:
        apps = [
            application(settings, authenticator=TrustingDoorkeeper, policy=quick_to_hash(settings))
            for _ in range(2)
        ]
        here, there = (stack.enter_context(listening(app)) for app in apps)
        body = {"table": "lately", "game": "star-blackjack"}
        manager = told("max", "gaming-manager")
        answer = httpx.post(f"{here}/api/tables", json=body, headers=manager, timeout=SOON)
        assert answer.status_code == 201
        for path in ("/api/tables/lately", "/tables/lately"):
            assert httpx.get(f"{there}{path}", timeout=SOON).status_code == 200
        assert httpx.get(f"{there}/api/tables/never", timeout=SOON).status_code == 404


def test_a_name_is_given_once(addresses: list[str], browser: httpx.Client) -> None:
    assert account_at(addresses[0], browser)
    body = {"name": "Ann", "password": PASSWORD}
    answer = httpx.post(f"{addresses[1]}/api/people", json=body, timeout=SOON)
    assert (answer.status_code, answer.json()["code"]) == (409, "name/taken")


def test_what_ends_at_one_ends_at_the_other_and_closes_streams(
    addresses: list[str], browser: httpx.Client
) -> None:
    soon(addresses[1], browser, known=True)
    headers = {"Cookie": browser.headers["Cookie"]}
    with httpx.stream("GET", f"{addresses[1]}/api/live", headers=headers, timeout=120) as stream:
        chunks = stream.iter_raw()
        assert b"hello" in next(chunks)
        ending = threading.Thread(target=lambda: browser.delete("/api/session"))
        ending.start()
        began = time.monotonic()
        for _ in chunks:
            assert time.monotonic() - began < 120
        ending.join()
        assert time.monotonic() - began < SOON
    soon(addresses[1], browser, known=False)


def test_guesses_are_counted_at_both_together(addresses: list[str]) -> None:
    body = {"name": "ann", "password": "not the right one"}
    statuses = [
        httpx.post(f"{addresses[number % 2]}/api/session", json=body, timeout=SOON).status_code
        for number in range(30)
    ]
    assert statuses.count(401) in range(10, 21), "ten in a quarter of an hour, perhaps two of them"
    assert 429 in statuses


def test_one_administrator_is_made_by_whoever_is_first(
    addresses: list[str], tmp_path: Path
) -> None:
    body = {
        "name": "administrator",
        "password": (tmp_path / "key-administrator").read_text().strip(),
    }
    for address in addresses:
        answer = httpx.post(f"{address}/api/session", json=body, timeout=SOON)
        assert (answer.status_code, answer.json()["confined"]) == (200, True)


def with_password(server: str, database: str) -> str:
    """The address of a database for an account that is let in by a password alone."""
    with psycopg.connect(server, autocommit=True) as db:
        name = f"clerk_{uuid4().hex[:8]}"
        db.execute(f"CREATE ROLE {name} LOGIN SUPERUSER PASSWORD 'never changed'")
        rules = Path((db.execute("SHOW hba_file").fetchone() or ("",))[0])
        rules.write_text(f"local all {name} scram-sha-256\n{rules.read_text()}")
        db.execute("SELECT pg_reload_conf()")
    address = database.replace("postgres:@", f"{name}:never%20changed@")
    deadline = time.monotonic() + SOON
    while True:
        with psycopg.connect(address) as db:
            if db.pgconn.used_password:
                return address
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_database_that_asks_for_a_password_is_used_only_where_that_is_allowed(
    postgres_server: str, postgres_url: str, tmp_path: Path
) -> None:
    key = tmp_path / "key"
    address = with_password(postgres_server, postgres_url)
    allowed = Settings(database=address, key=str(key), empty=True)
    settings = replace(allowed, database_password=False)
    with pytest.raises(UnusableStoreError, match="allow it with --database-password"):
        open_server_store(settings)
    assert list(tmp_path.iterdir()) == [], "no key is left behind"
    open_server_store(allowed).close()
    open_server_store(replace(settings, database=postgres_url)).close()
