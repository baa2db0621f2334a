"""Who is told of what: followers of a table alone, and all that waits in one go."""

import asyncio
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from croupier.display.viewers import Viewer
from croupier.floor.floor import Floor
from croupier.games.table.seats import BuyIn
from croupier.rulebooks import Role, law_of
from croupier.web.api.live import server_sent
from croupier.web.auth.permissions import Principal
from croupier.web.live import subscribers
from croupier.web.live.subscribers import MOST_TOGETHER, Subscriber
from croupier.web.live.updates import Subscription, Update
from croupier.web.service.floor_service import FloorService
from croupier.web.service.store import ServerStore
from croupier.web.service.submit import viewer_for
from tests.support.doorkeepers import ask_floor

ANN, BOB = (Principal(account=name, roles=frozenset({Role.PLAYER})) for name in ("ann", "bob"))


async def opened(folder: Path) -> FloorService:
    """A hall with two tables; ann has money, and the second one's cards are ready."""
    service = FloorService(ServerStore(str(folder / "floor.db")))
    await service.open()
    for name in ("1", "2"):
        await service.do(partial(open_table, name=name))
    await service.do(lambda floor: floor.grant("ann", 100_00))
    await buy(service, 0)
    return service


def open_table(floor: Floor, *, name: str) -> None:
    floor.open_table(law_of("star-blackjack"), cards=floor.cards_of(name), name=name)


def join(
    service: FloorService, principal: Principal, *tables: str, after: int | None = None
) -> Subscriber:
    """Have somebody follow some tables, or all of them, from now on or from a place in the log."""

    def viewer_at(_: str) -> Viewer:
        return viewer_for(principal)

    return service.subscribers.join(
        principal, viewer_at, Subscription(frozenset(tables) or None), after
    )


async def buy(service: FloorService, number: int) -> None:
    """Have ann buy chips at the second table."""
    command = BuyIn("ann", 1_00, by=Role.PLAYER)
    await ask_floor(service, "2", command, actor="ann", command_id=f"{number}")


def kinds(moments: list[Update]) -> list[tuple[str, str]]:
    return [(one.kind, one.name) for one in moments]


def test_what_happens_at_a_table_is_offered_to_its_followers_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: Counter[str] = Counter()
    usual = Subscriber.put

    def put(subscriber: Subscriber, moment: Update) -> None:
        offered[moment.kind] += 1
        usual(subscriber, moment)

    async def evening() -> None:
        service = await opened(tmp_path)
        elsewhere = [join(service, BOB, "1") for _ in range(40)]
        here, everywhere = join(service, BOB, "2"), join(service, ANN)
        gone = join(service, BOB, "1", "2")
        service.subscribers.leave(gone)
        monkeypatch.setattr(Subscriber, "put", put)
        await buy(service, 1)
        assert kinds(await here.next(1)) == [("table", "2")]
        assert kinds(await everywhere.next(1)) == [("table", "2"), ("account", "ann")]
        assert not any(subscriber._waiting for subscriber in elsewhere)
        await service.close()

    asyncio.run(evening())
    assert offered["table"] == 2


def test_nothing_is_kept_of_a_table_that_nobody_follows_any_more(tmp_path: Path) -> None:
    """Anybody may ask for tables that are not there."""

    async def evening() -> list[set[str]]:
        service = await opened(tmp_path)
        first, second = join(service, BOB, "1", "no such table"), join(service, ANN, "1")
        followed = [set(service.subscribers._of_table)]
        for subscriber in (first, first, second):
            service.subscribers.leave(subscriber)
            followed.append(set(service.subscribers._of_table))
        await service.close()
        return followed

    assert asyncio.run(evening()) == [{"1", "no such table"}, {"1"}, {"1"}, set()]


def test_what_waits_for_a_reader_is_sent_in_one_go(tmp_path: Path) -> None:
    async def evening() -> list[bytes]:
        service = await opened(tmp_path)
        subscriber = join(service, BOB, "2")
        stream = server_sent(service, subscriber)
        sent = [await anext(stream)]
        for number in (1, 2, 3):
            await buy(service, number)
        sent.append(await anext(stream))
        service.subscribers.dismiss(lambda _: True)
        sent += [one async for one in stream]
        await service.close()
        return sent

    hello, news, bye = asyncio.run(evening())
    assert hello.startswith(b"event: hello")
    assert news.count(b"event: table") == 3
    assert bye.startswith(b"event: bye")


def test_who_missed_much_comes_back_and_only_then_may_fall_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscribers, "MOST_WAITING", 3)

    async def evening() -> tuple[bytes, list[bytes], list[bool]]:
        service = await opened(tmp_path)
        place = service.read_model.position
        for number in range(1, 9):
            await buy(service, number)
        subscriber = join(service, BOB, "2", after=place)
        stream = server_sent(service, subscriber)
        told = [await anext(stream), await anext(stream)]
        closed = []
        for number in range(9, 21):
            await buy(service, number)
            closed.append(subscriber.closed)
        service.subscribers.leave(subscriber)
        await service.close()
        return f"id: {place}\n".encode(), told, closed

    place, (hello, missed), closed = asyncio.run(evening())
    assert place in hello, "whoever is cut off after the greeting comes back to the same place"
    assert missed.count(b"event: table") == 8
    assert closed == [False] * 11 + [True], "eight were missed, and three more may wait"


def test_a_reader_is_handed_only_so_much_in_one_go(tmp_path: Path) -> None:
    async def evening() -> tuple[Any, ...]:
        service = await opened(tmp_path)
        subscriber = join(service, BOB, "2")
        for number in range(1, MOST_TOGETHER + 2):
            await buy(service, number)
        first = await subscriber.next(1)
        rest = [await subscriber.next(1), await subscriber.next(0.01)]
        await service.close()
        return first, *rest

    first, second, third = asyncio.run(evening())
    assert (len(first), len(second), third) == (MOST_TOGETHER, 1, [])
    places = [one.position for one in (*first, *second)]
    assert places == sorted(set(places))
