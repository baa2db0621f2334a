"""What shares a commit: the same command twice, and a refusal that followed from a failed guess."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from croupier.floor.floor import Answer, Floor
from croupier.games.table.seats import BoughtIn, BuyIn
from croupier.house import accounts
from croupier.house.accounts import GRANTED, purse_movement
from croupier.messages import ClockMoved, Refused
from croupier.record.envelopes import Cause
from croupier.record.journal import ANY, CommandName, StreamWrite, Turn
from croupier.rulebooks import Role, law_of
from croupier.streams import ACCOUNT, TABLE
from croupier.web.service.floor_service import FloorService
from croupier.web.service.store import ServerStore
from croupier.web.service.writer import Batch, Work
from tests.support.doorkeepers import ask_floor

ALL = BuyIn("ann", 100_00, by=Role.PLAYER)
asked = partial(Floor.submit, table="1", command=ALL, actor="ann")


def in_a_service(folder: Path, evening: Callable[[FloorService], Awaitable[Any]]) -> Any:
    """What an evening comes to in a hall with one table, where ann has one purchase's worth."""

    async def opened() -> Any:
        service = FloorService(ServerStore(str(folder / "floor.db")))
        await service.open()
        await service.do(_open_table)
        await service.do(lambda floor: floor.grant("ann", 100_00))
        try:
            return await evening(service)
        finally:
            await service.close()

    return asyncio.run(opened())


def _open_table(floor: Floor) -> None:
    floor.open_table(law_of("star-blackjack"), cards=floor.cards_of("1"), name="1")


async def in_one_group(service: FloorService, *works: Work) -> list[Any]:
    """Have work done that shares a commit: nothing is taken before all of it waits."""
    gate = threading.Event()
    first = service.submit(lambda _: gate.wait(60))
    waiting = [asyncio.wrap_future(service.submit(work)) for work in works]
    gate.set()
    await asyncio.wrap_future(first)
    return await asyncio.gather(*waiting)


async def joined_late(service: FloorService, early: Work, late: str) -> tuple[Answer, int]:
    """What comes of a purchase asked for under an id when a turn has begun, and in which turn."""
    usual = service.store.writer.turn
    joined: list[Future[Any]] = []
    turns = count()

    @contextmanager
    def turn(after: int, names: Sequence[CommandName] = ()) -> Iterator[Turn]:
        next(turns)
        with usual(after, names) as begun:
            if not joined:
                joined.append(
                    service._writer.submit(partial(asked, command_id=late), ("ann", late))
                )
            yield begun

    service.store.writer.turn = turn  # type: ignore[method-assign]
    await service.do(early)
    return await asyncio.wrap_future(joined[0]), next(turns)


def bought(answer: Answer) -> list[BoughtIn]:
    assert isinstance(answer, tuple), answer
    return [event for event in answer if isinstance(event, BoughtIn)]


def test_the_same_command_twice_in_a_commit_is_answered_alike(tmp_path: Path) -> None:
    async def evening(service: FloorService) -> list[Answer]:
        same = partial(asked, command_id="a")
        return await in_one_group(service, same, same)

    first, second = in_a_service(tmp_path, evening)
    assert len(bought(first)) == 1
    assert bought(second) == bought(first), "and no refusal for want of money"


def test_a_refusal_that_followed_from_what_came_to_nothing_is_looked_at_again(
    tmp_path: Path,
) -> None:
    attempts = []

    def overtaken(floor: Floor) -> None:
        """Buy for all the money, and be overtaken; then leave it."""
        attempts.append("")
        if len(attempts) == 1:
            asked(floor, command_id="a")
            moved = ClockMoved(datetime(2026, 6, 1, tzinfo=UTC))
            write = StreamWrite(TABLE.stream("1"), ANY, (moved,))
            other = Cause("faster", "max", Role.SUPERVISOR)
            floor.pending_appends._store.append([write], other)

    async def evening(service: FloorService) -> list[Answer]:
        return await in_one_group(service, overtaken, partial(asked, command_id="b"))

    _, answer = in_a_service(tmp_path, evening)
    assert len(attempts) == 2
    assert len(bought(answer)) == 1


def test_what_comes_while_a_turn_is_waited_for_shares_its_commit(tmp_path: Path) -> None:
    async def evening(service: FloorService) -> tuple[Answer, int]:
        return await joined_late(service, lambda floor: floor.grant("bob", 100_00), "a")

    answer, turns = in_a_service(tmp_path, evening)
    assert len(bought(answer)) == 1
    assert turns == 1


def test_what_comes_while_the_writer_rests_shares_its_commit(tmp_path: Path) -> None:
    async def evening(service: FloorService) -> list[int]:
        sizes = []
        usual = service._writer._publish

        def publish(finished: Batch) -> None:
            sizes.append(len(finished.tasks))
            usual(finished)

        service._writer._publish = publish
        service._writer._rests_until = time.perf_counter() + 3
        waiting = []
        for number in range(3):
            grant = partial(Floor.grant, player=f"p{number}", amount=100_00)
            waiting.append(asyncio.ensure_future(service.do(grant)))
            await asyncio.sleep(0.02)
        await asyncio.gather(*waiting)
        return sizes

    assert in_a_service(tmp_path, evening) == [3]


def test_a_late_command_that_was_carried_out_before_is_answered_as_then(tmp_path: Path) -> None:
    async def evening(service: FloorService) -> list[Any]:
        first = await ask_floor(service, "1", ALL, actor="ann", command_id="a")
        return [first, *await joined_late(service, lambda _: None, "a")]

    first, again, turns = in_a_service(tmp_path, evening)
    assert len(bought(first)) == 1
    assert bought(again) == bought(first), "and no refusal for want of money"
    assert turns == 2, "one that shows that it is no new one, and one that looks it up"


def test_a_late_command_is_not_carried_out_twice(tmp_path: Path) -> None:
    async def evening(service: FloorService) -> list[Any]:
        first = await ask_floor(service, "1", ALL, actor="ann", command_id="a")
        await service.do(lambda floor: _enrich(floor, "ann"))
        again, _ = await joined_late(service, lambda _: None, "a")
        return [first, again, await service.do(lambda floor: floor.account("ann").purse)]

    first, again, left = in_a_service(tmp_path, evening)
    assert bought(again) == bought(first)
    assert left == 100_00, "though there was money for a second one"


def test_a_refusal_is_told_again_under_its_id_though_all_has_changed(tmp_path: Path) -> None:
    async def evening(service: FloorService) -> list[Any]:
        more = BuyIn("ann", 150_00, by=Role.PLAYER)
        told = [await ask_floor(service, "1", more, actor="ann", command_id="a")]
        await service.do(lambda floor: _enrich(floor, "ann"))
        told.append(await ask_floor(service, "1", more, actor="ann", command_id="a"))
        told.append(await ask_floor(service, "1", more, actor="ann", command_id="b"))
        return told

    refused, again, anew = in_a_service(tmp_path, evening)
    assert isinstance(refused, Refused)
    assert (refused.code, again) == ("purse/too-little", refused)
    assert len(bought(anew)) == 1, "under another id it is decided on what is now"


def _enrich(floor: Floor, player: str) -> None:
    """Put more into a purse."""
    moved = purse_movement(player, 100_00, GRANTED)
    cause = Cause("more", "house", Role.GAMING_MANAGER)
    floor.append([floor.write(ACCOUNT.stream(player), (moved,))], cause)
    floor.accounts[player] = accounts.evolve(floor.account(player), moved)
