"""Eight processes on one PostgreSQL: a table, its jackpot and purses change together or not at all.

Each process has a hall of its own and asks for commands at the same two linked tables.
"""

import asyncio
import multiprocessing
from collections import Counter
from functools import partial
from pathlib import Path
from uuid import uuid4

import pytest

from croupier.app.new_floor import JACKPOT
from croupier.floor import movements
from croupier.floor.floor import Floor
from croupier.floor.running_table import RunningTable
from croupier.games.stud.jackpots import JackpotWagersTaken
from croupier.games.table.choices import Choices
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BoughtIn, BuyIn, Leave
from croupier.games.table.wagers import PlaceWager
from croupier.house.accounts import PurseMoved
from croupier.house.jackpots import PoolFed
from croupier.messages import Command
from croupier.record.integrity.verification import verify, wrong_balances
from croupier.record.stores.locations import open_store
from croupier.rulebooks import Role, law_of
from croupier.streams import ACCOUNT, POOL, TABLE
from croupier.web.service.floor_service import FloorService
from croupier.web.service.store import ServerStore
from tests.support.doorkeepers import ask_floor

TABLES = ("1", "2")
ROUNDS = 3


async def opened(url: str, key: Path) -> FloorService:
    service = FloorService(ServerStore(url, key=key))
    await service.open()
    return service


async def open_tables(url: str, key: Path) -> None:
    service = await opened(url, key)
    for name in TABLES:
        await service.do(partial(open_table, name=name))
    await service.close()


def open_table(floor: Floor, name: str) -> RunningTable:
    choices = Choices(jackpot=JACKPOT)
    cards = floor.cards_of(name)
    return floor.open_table(law_of("caribbean-stud"), choices, cards=cards, name=name)


async def play(url: str, key: Path, number: int) -> None:
    """Buy, wager with the jackpot, have it dealt where nobody else has, fold, leave."""
    service, player = await opened(url, key), f"p{number}"
    await service.do(lambda floor: floor.grant(player, 10_000_00))
    table, box = TABLES[number % 2], number // 2 + 1
    for _ in range(ROUNDS):
        wanted: list[Command] = [
            BuyIn(player, 100_00, by=Role.PLAYER),
            PlaceWager(player, box, 10_00, on="ante", by=Role.PLAYER),
            PlaceWager(player, box, 5_00, on="jackpot", by=Role.PLAYER),
            Deal(by=Role.DEALER),
            Leave(player, by=Role.PLAYER),
        ]
        for command in wanted:
            await ask_floor(service, table, command, actor=player, command_id=uuid4().hex)
    await service.close()


def in_a_process(url: str, key: str, number: int) -> None:
    asyncio.run(play(url, Path(key), number))


async def follow_others(url: str, key: Path) -> None:
    """Have one hall do something again and again; another that only watches knows it each time."""
    busy, idle = await opened(url, key), await opened(url, key)
    for number in range(3):
        await busy.do(lambda floor, player=f"p{number}": floor.grant(player, 100_00))  # type: ignore[misc]
        async with asyncio.timeout(30):
            while idle.read_model.position < busy.read_model.position:
                await asyncio.sleep(0.01)
    await busy.close()
    await idle.close()


def test_who_does_nothing_knows_all_that_others_do(tmp_path: Path, postgres_url: str) -> None:
    asyncio.run(follow_others(postgres_url, tmp_path / "key"))


@pytest.mark.slow
def test_what_belongs_together_is_written_together(tmp_path: Path, postgres_url: str) -> None:
    key = tmp_path / "key"
    asyncio.run(open_tables(postgres_url, key))
    made = multiprocessing.get_context("spawn")
    processes = [
        made.Process(target=in_a_process, args=(postgres_url, str(key), number))
        for number in range(8)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join(200)
        assert process.exitcode == 0
    store = open_store(postgres_url)
    taken: Counter[str] = Counter()
    bought: Counter[str] = Counter()
    for name in TABLES:
        for one in store.read_stream(TABLE.stream(name)):
            if isinstance(one.event, JackpotWagersTaken):
                taken[name] += one.event.amount
            elif isinstance(one.event, BoughtIn):
                bought[one.event.player] += one.event.amount
    pool = POOL.stream(movements.pool_name("1", Choices(jackpot=JACKPOT)))
    fed = [one.event for one in store.read_stream(pool) if isinstance(one.event, PoolFed)]
    assert sum(event.amount for event in fed) == sum(taken.values()) > 0
    for player, amount in bought.items():
        out = [
            one.event.amount
            for one in store.read_stream(ACCOUNT.stream(player))
            if isinstance(one.event, PurseMoved) and one.event.amount < 0
        ]
        assert -sum(out) == amount
    assert verify(store).ok
    assert wrong_balances(store) == ()
    store.close()
