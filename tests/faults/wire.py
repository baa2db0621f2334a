"""Faults over the wire: people who ask until they are answered, while servers die around them."""

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from uuid import uuid4

import httpx

from croupier.games.table.seats import BoughtIn
from croupier.house.accounts import PurseMoved
from croupier.record.integrity.verification import verify, wrong_balances
from croupier.record.stores.base import Store
from croupier.record.stores.locations import open_store
from tests.support.doorkeepers import told
from tests.support.nursery import Nursery, NurseryServer
from tests.support.postgres_servers import new_database, own_server

TABLES = ("star-blackjack-1", "caribbean-stud-1", "caribbean-stud-2")
PATIENCE_SECONDS = 120.0


class Player(threading.Thread):
    """Buys and sells chips at random, and asks again and again until there is an answer."""

    def __init__(self, name: str, addresses: Sequence[str], over: threading.Event) -> None:
        super().__init__()
        self.name, self._addresses, self._over = name, addresses, over
        self._chance = random.Random(name)
        self.acknowledged: list[tuple[str, str, int]] = []
        """Keys of what was carried out, with the table and the amount."""

    def run(self) -> None:
        with httpx.Client(timeout=PATIENCE_SECONDS, headers=told(self.name)) as client:
            while not (self._over.is_set() and self.acknowledged):
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


@contextmanager
def playing(servers: Sequence[NurseryServer], players: int = 4) -> Iterator[list[Player]]:
    """People who play for as long as faults happen; afterwards each has been answered."""
    over = threading.Event()
    addresses = [server.address for server in servers]
    people = [Player(f"p{number}", addresses, over) for number in range(players)]
    for one in people:
        one.start()
    try:
        yield people
    finally:
        over.set()
        for one in people:
            one.join(PATIENCE_SECONDS)


def kill_at_random(
    servers: Sequence[NurseryServer],
    kills: int,
    seed: int,
    *,
    ready: float = 0.8,
) -> None:
    """Kill servers one after the other and start them again.

    So large a share is ready when it is killed; the others die while they start.
    """
    chance = random.Random(seed)
    for _ in range(kills):
        victim = chance.choice(servers)
        if chance.random() < ready:
            victim.wait()
        time.sleep(chance.uniform(0, 0.1))
        victim.kill()
        victim.start()
    for server in servers:
        server.wait()


def wrong_with(store: Store, people: Sequence[Player]) -> list[str]:
    """What a log lacks or has too much of, held against what was acknowledged."""
    log = list(store.read_all())
    bought: Counter[tuple[str, str, int]] = Counter(
        (one.command_id, one.stream.removeprefix("table/"), one.event.amount)
        for one in log
        if isinstance(one.event, BoughtIn)
    )
    wrong = [f"{one.name} was never answered" for one in people if not one.acknowledged]
    known = [key for one in people for key in one.acknowledged]
    wrong += [f"{key} was acknowledged and is lost" for key in known if not bought[key]]
    wrong += [f"{key} was carried out {n} times" for key, n in bought.items() if n != 1]
    purses: Counter[str] = Counter()
    for one in log:
        if isinstance(one.event, PurseMoved):
            purses[one.event.player] += one.event.amount
    wrong += [f"the purse of {who} is overdrawn" for who, cents in purses.items() if cents < 0]
    wrong += [] if verify(store).ok else ["the log cannot be verified"]
    wrong += [] if wrong_balances(store) == () else ["balances are off"]
    return wrong


BATCH = 50
"""How many servers die on one floor before its log is held against what was acknowledged."""


class WireTrial(NamedTuple):
    """A floor whose servers were killed under load."""

    how: str
    """Which floor, and which kills."""
    died: int
    """How many servers died."""
    wrong: tuple[str, ...]
    """What was found wrong; empty where nothing was."""


def wired(kills: int, seed: int) -> Iterator[WireTrial]:
    """Kill so many servers under load: one on a file, three on a PostgreSQL, in turns."""
    with (
        TemporaryDirectory(prefix="croupier-wire-") as folder,
        own_server(Path(folder)) as postgres,
    ):
        nursery = Nursery(Path(folder) / "log")
        try:
            for batch in range(-(-kills // BATCH)):
                on_file = batch % 2 == 0
                where = str(Path(folder) / f"{batch}.db")
                database = where if on_file else new_database(postgres)
                key = Path(folder) / f"{batch}-key"
                servers = [nursery.server(database, key) for _ in range(1 if on_file else 3)]
                died = min(BATCH, kills - batch * BATCH)
                yield _killed(servers, database, died, seed + batch)
        finally:
            nursery.close()


def _killed(servers: Sequence[NurseryServer], database: str, kills: int, seed: int) -> WireTrial:
    for server in servers:
        server.start()
        server.wait()
    with playing(servers) as people:
        kill_at_random(servers, kills, seed)
    for server in servers:
        server.stop()
    store = open_store(database)
    try:
        kind = "on a file" if len(servers) == 1 else "on PostgreSQL"
        how = f"{kind}, {kills} kills of seed {seed}"
        return WireTrial(how, kills, tuple(wrong_with(store, people)))
    finally:
        store.close()
