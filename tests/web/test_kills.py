"""Servers that are killed under load: nothing that was acknowledged is lost or done twice."""

import random
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from croupier.floor.purses import PurseMoved
from croupier.record.locations import store_at
from croupier.record.stores import Store
from croupier.record.verification import verify, wrong_balances
from croupier.table.events import BoughtIn
from tests.support.doorkeepers import told
from tests.support.serving import ServerProcess

TABLES = ("star-blackjack-1", "caribbean-stud-1", "caribbean-stud-2")


class Player(threading.Thread):
    """Buys and sells chips at random, and asks again and again until there is an answer."""

    def __init__(self, name: str, addresses: list[str], seconds: float) -> None:
        super().__init__()
        self.name, self._addresses = name, addresses
        self._end = time.monotonic() + seconds
        self._chance = random.Random(name)
        self.acknowledged: list[tuple[str, str, int]] = []
        """Keys of what was carried out, with the table and the amount."""

    def run(self) -> None:
        with httpx.Client(timeout=120, headers=told(self.name)) as client:
            while time.monotonic() < self._end:
                table = self._chance.choice(TABLES)
                amount = self._chance.randrange(1, 20) * 1_00
                key = uuid4().hex
                answer = self._asked(client, table, key, {"command": "buy-in", "amount": amount})
                if answer == 200:
                    self.acknowledged.append((key, table, amount))
                if self._chance.random() < 0.3:
                    self._asked(client, table, uuid4().hex, {"command": "leave"})

    def _asked(self, client: httpx.Client, table: str, key: str, body: dict[str, Any]) -> int:
        """Ask until somebody answers, whoever that is."""
        while True:
            address = self._chance.choice(self._addresses)
            try:
                answer = client.post(
                    f"{address}/api/tables/{table}/commands",
                    json=body,
                    headers={"Idempotency-Key": key},
                )
            except httpx.TransportError:
                time.sleep(0.02)
                continue
            if answer.status_code < 500:
                return answer.status_code
            time.sleep(0.02)


def played(
    servers: list[ServerProcess], *, kills: int, players: int, seconds: float
) -> list[Player]:
    """Let people play while servers are killed and started again."""
    for server in servers:
        server.start()
    for server in servers:
        server.wait()
    addresses = [server.address for server in servers]
    people = [Player(f"p{number}", addresses, seconds) for number in range(players)]
    for one in people:
        one.start()
    chance = random.Random(7)
    for _ in range(kills):
        time.sleep(seconds / (kills + 1) * chance.uniform(0.5, 1))
        victim = chance.choice(servers)
        victim.kill()
        victim.start()
    for one in people:
        one.join(120)
    for server in servers:
        server.wait()
        server.stop()
    return people


def check(store: Store, people: list[Player]) -> None:
    """Hold the log against what was acknowledged."""
    log = list(store.read_all())
    bought: Counter[tuple[str, str, int]] = Counter(
        (one.command_id, one.stream.removeprefix("table/"), one.event.amount)
        for one in log
        if isinstance(one.event, BoughtIn)
    )
    for person in people:
        assert person.acknowledged, "nobody was answered"
        assert [key for key in person.acknowledged if bought[key] != 1] == []
    assert [key for key, number in bought.items() if number != 1] == []
    purses: Counter[str] = Counter()
    for one in log:
        if isinstance(one.event, PurseMoved):
            purses[one.event.player] += one.event.amount
    assert min(purses.values()) >= 0
    assert verify(store).ok
    assert wrong_balances(store) == ()


def test_a_server_on_a_file_is_killed(tmp_path: Path) -> None:
    database = tmp_path / "floor.db"
    server = ServerProcess(str(database), tmp_path / "key", tmp_path / "log")
    people = played([server], kills=2, players=4, seconds=8)
    store = store_at(str(database))
    check(store, people)
    store.close()


@pytest.mark.slow
def test_servers_on_one_postgresql_are_killed(tmp_path: Path, postgres_url: str) -> None:
    servers = [
        ServerProcess(postgres_url, tmp_path / "key", tmp_path / f"log-{number}")
        for number in range(3)
    ]
    servers[0].start()
    servers[0].wait()
    servers[0].kill()
    people = played(servers, kills=6, players=6, seconds=30)
    store = store_at(postgres_url)
    check(store, people)
    store.close()
