"""Servers that fail under load: nothing that was acknowledged is lost or done twice."""

import os
import resource
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest

from croupier.record.stores.locations import open_store
from tests.faults.wire import Player, kill_at_random, playing, wrong_with
from tests.support.doorkeepers import told
from tests.support.nursery import Nursery, NurseryServer
from tests.support.postgres_servers import DATA, new_database, own_server

BUY = {"command": "buy-in", "amount": 1_00}
STAR = "/api/tables/star-blackjack-1"


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """Where servers of these tests come from."""
    made = Nursery(tmp_path_factory.mktemp("nursery") / "log")
    yield made
    made.close()


@pytest.fixture
def on_file(nursery: Nursery, tmp_path: Path) -> NurseryServer:
    """A server on a file, which takes requests."""
    server = nursery.server(str(tmp_path / "floor.db"), tmp_path / "key")
    server.start()
    server.wait()
    return server


def hold(database: str, people: list[Player]) -> None:
    """Hold the log of a floor against what was acknowledged."""
    store = open_store(database)
    try:
        assert wrong_with(store, people) == []
    finally:
        store.close()


def test_a_server_on_a_file_is_killed(on_file: NurseryServer, tmp_path: Path) -> None:
    with playing([on_file]) as people:
        kill_at_random([on_file], kills=30, seed=7, ready=0.3)
    on_file.stop()
    hold(str(tmp_path / "floor.db"), people)


def test_a_disk_that_is_full_loses_nothing_and_goes_on_when_there_is_room(
    on_file: NurseryServer, tmp_path: Path
) -> None:
    database = tmp_path / "floor.db"
    full = database.with_name("floor.db-wal").stat().st_size
    limits = resource.prlimit(on_file.pid, resource.RLIMIT_FSIZE)
    with httpx.Client(base_url=on_file.address, headers=told("ann"), timeout=60) as ann:

        def bought(key: str) -> Any:
            return ann.post(f"{STAR}/commands", json=BUY, headers={"Idempotency-Key": key})

        assert bought("before").status_code == 200
        resource.prlimit(on_file.pid, resource.RLIMIT_FSIZE, (full, limits[1]))
        refused = bought("meanwhile")
        assert (refused.status_code, refused.json()["code"]) == (503, "server/outcome-unknown")
        assert refused.headers["Retry-After"]
        assert ann.get(STAR).status_code == 200, "what there is can be looked at"
        assert ann.get("/healthz").status_code == 200
        resource.prlimit(on_file.pid, resource.RLIMIT_FSIZE, limits)
        assert bought("meanwhile").status_code == 200
        assert bought("meanwhile").json() == bought("meanwhile").json()
    on_file.stop()
    store = open_store(str(database))
    keys = [one.command_id for one in store.read_all() if one.actor == "ann"]
    assert set(keys) == {"before", "meanwhile"}
    assert wrong_with(store, []) == []
    store.close()


def test_connections_that_are_left_half_open_keep_nobody_waiting(
    on_file: NurseryServer, tmp_path: Path
) -> None:
    port = int(on_file.address.rpartition(":")[2])
    begun = f"POST {STAR}/commands HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    body = f"{begun}Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{{"
    follow = f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    with ExitStack() as stack:
        for text in ("", "GET", begun, body, follow) * 20:
            left = stack.enter_context(socket.create_connection(("127.0.0.1", port), 60))
            left.sendall(text.encode())
        with playing([on_file]) as people:
            answered = httpx.get(f"{on_file.address}/readyz", timeout=60)
        assert answered.status_code == 200
    on_file.stop()
    hold(str(tmp_path / "floor.db"), people)


@pytest.mark.slow
def test_servers_on_one_postgresql_are_killed(
    nursery: Nursery, tmp_path: Path, postgres_url: str
) -> None:
    servers = [nursery.server(postgres_url, tmp_path / "key") for _ in range(3)]
    for server in servers:
        server.start()
        server.wait()
    with playing(servers, players=6) as people:
        kill_at_random(servers, kills=36, seed=7)
    for server in servers:
        server.stop()
    hold(postgres_url, people)


@pytest.mark.slow
def test_a_postgresql_that_stops_and_starts_loses_nothing(nursery: Nursery, tmp_path: Path) -> None:
    with (
        TemporaryDirectory(prefix="croupier-pg-") as folder,
        own_server(Path(folder)) as postgres,
    ):
        database = new_database(postgres)
        server = nursery.server(database, tmp_path / "key")
        server.start()
        server.wait()
        master = int((Path(folder) / DATA / "postmaster.pid").read_text().split()[0])
        with playing([server]) as people:
            children = Path(f"/proc/{master}/task/{master}/children").read_text()
            frozen = [master, *map(int, children.split())]
            for pid in frozen:
                os.kill(pid, signal.SIGSTOP)
            try:
                assert httpx.get(f"{server.address}/healthz", timeout=60).status_code == 200
                assert httpx.get(f"{server.address}{STAR}", timeout=60).status_code == 200
            finally:
                for pid in frozen:
                    os.kill(pid, signal.SIGCONT)
        server.wait()
        server.stop()
        hold(database, people)
