"""Who is told of what: followers of a table alone, and all that waits in one go."""

import asyncio
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from croupier.display.viewers import Viewer
from croupier.floor.floor import RunningFloor
from croupier.games.table.seats import BuyIn
from croupier.rulebooks import Role, law_of
from croupier.web.api.live import server_sent
from croupier.web.auth.permissions import Principal
from croupier.web.live import subscribers
from croupier.web.live.subscribers import MOST_TOGETHER, Feed
from croupier.web.live.updates import LiveMoment, Wishes
from croupier.web.service.floor_service import Hall
from croupier.web.service.store import HallStore
from croupier.web.service.submit import viewer_for
from tests.support.doorkeepers import ask_floor

ANN, BOB = (Principal(account=name, roles=frozenset({Role.PLAYER})) for name in ("ann", "bob"))


async def opened(folder: Path) -> Hall:
    """A hall with two tables; ann has money, and the second one's cards are ready."""
    hall = Hall(HallStore(str(folder / "floor.db")))
    await hall.open()
    for name in ("1", "2"):
        await hall.do(partial(open_table, name=name))
    await hall.do(lambda floor: floor.grant("ann", 100_00))
    await buy(hall, 0)
    return hall


def open_table(floor: RunningFloor, *, name: str) -> None:
    floor.open_table(law_of("star-blackjack"), cards=floor.cards_of(name), name=name)


def join(hall: Hall, principal: Principal, *tables: str, after: int | None = None) -> Feed:
    """Have somebody follow some tables, or all of them, from now on or from a place in the log."""

    def viewer_at(_: str) -> Viewer:
        return viewer_for(principal)

    return hall.audience.join(principal, viewer_at, Wishes(frozenset(tables) or None), after)


async def buy(hall: Hall, number: int) -> None:
    """Have ann buy chips at the second table."""
    command = BuyIn("ann", 1_00, by=Role.PLAYER)
    await ask_floor(hall, "2", command, actor="ann", command_id=f"{number}")


def kinds(moments: list[LiveMoment]) -> list[tuple[str, str]]:
    return [(one.kind, one.name) for one in moments]


def test_what_happens_at_a_table_is_offered_to_its_followers_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: Counter[str] = Counter()
    usual = Feed.put

    def put(feed: Feed, moment: LiveMoment) -> None:
        offered[moment.kind] += 1
        usual(feed, moment)

    async def evening() -> None:
        hall = await opened(tmp_path)
        elsewhere = [join(hall, BOB, "1") for _ in range(40)]
        here, everywhere = join(hall, BOB, "2"), join(hall, ANN)
        gone = join(hall, BOB, "1", "2")
        hall.audience.leave(gone)
        monkeypatch.setattr(Feed, "put", put)
        await buy(hall, 1)
        assert kinds(await here.next(1)) == [("table", "2")]
        assert kinds(await everywhere.next(1)) == [("table", "2"), ("account", "ann")]
        assert not any(feed._waiting for feed in elsewhere)
        await hall.close()

    asyncio.run(evening())
    assert offered["table"] == 2


def test_nothing_is_kept_of_a_table_that_nobody_follows_any_more(tmp_path: Path) -> None:
    """Anybody may ask for tables that are not there."""

    async def evening() -> list[set[str]]:
        hall = await opened(tmp_path)
        first, second = join(hall, BOB, "1", "no such table"), join(hall, ANN, "1")
        followed = [set(hall.audience._of_table)]
        for feed in (first, first, second):
            hall.audience.leave(feed)
            followed.append(set(hall.audience._of_table))
        await hall.close()
        return followed

    assert asyncio.run(evening()) == [{"1", "no such table"}, {"1"}, {"1"}, set()]


def test_what_waits_for_a_reader_is_sent_in_one_go(tmp_path: Path) -> None:
    async def evening() -> list[bytes]:
        hall = await opened(tmp_path)
        feed = join(hall, BOB, "2")
        stream = server_sent(hall, feed)
        sent = [await anext(stream)]
        for number in (1, 2, 3):
            await buy(hall, number)
        sent.append(await anext(stream))
        hall.audience.dismiss(lambda _: True)
        sent += [one async for one in stream]
        await hall.close()
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
        hall = await opened(tmp_path)
        place = hall.showcase.position
        for number in range(1, 9):
            await buy(hall, number)
        feed = join(hall, BOB, "2", after=place)
        stream = server_sent(hall, feed)
        told = [await anext(stream), await anext(stream)]
        closed = []
        for number in range(9, 21):
            await buy(hall, number)
            closed.append(feed.closed)
        hall.audience.leave(feed)
        await hall.close()
        return f"id: {place}\n".encode(), told, closed

    place, (hello, missed), closed = asyncio.run(evening())
    assert place in hello, "whoever is cut off after the greeting comes back to the same place"
    assert missed.count(b"event: table") == 8
    assert closed == [False] * 11 + [True], "eight were missed, and three more may wait"


def test_a_reader_is_handed_only_so_much_in_one_go(tmp_path: Path) -> None:
    async def evening() -> tuple[Any, ...]:
        hall = await opened(tmp_path)
        feed = join(hall, BOB, "2")
        for number in range(1, MOST_TOGETHER + 2):
            await buy(hall, number)
        first = await feed.next(1)
        rest = [await feed.next(1), await feed.next(0.01)]
        await hall.close()
        return first, *rest

    first, second, third = asyncio.run(evening())
    assert (len(first), len(second), third) == (MOST_TOGETHER, 1, [])
    places = [one.position for one in (*first, *second)]
    assert places == sorted(set(places))
