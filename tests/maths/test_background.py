"""The process that computes beside a server: what it answers, in which order, and when it dies."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from croupier.games.table.choices import Choices
from croupier.maths import background
from croupier.maths.background import (
    BusyMathsError,
    HandQuestion,
    HouseEdges,
    MathsProcess,
    edge_question,
)
from croupier.maths.studies import analyse
from croupier.rulebooks import CARIBBEAN_STUD, STAR_BLACKJACK, fingerprint

SIXTEEN = HandQuestion("star-blackjack", Choices(practice=True), "TS 6H", "TC")


@asynccontextmanager
async def computing() -> AsyncIterator[MathsProcess]:
    maths = MathsProcess()
    maths.start(for_hands=True)
    try:
        yield maths
    finally:
        await maths.close()


def run(work: Callable[[MathsProcess], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        async with computing() as maths:
            await work(maths)

    asyncio.run(all_of_it())


def test_the_worth_of_a_hand_is_the_exact_one() -> None:
    async def ask(maths: MathsProcess) -> None:
        await maths.wait_until_loaded()
        worths = await maths.worths(SIXTEEN)
        stud = HandQuestion("caribbean-stud", Choices(practice=True), "AC KD QH 8S 3C", "7D")
        assert await maths.worths(stud)
        assert worths == background.hand_worths(SIXTEEN)

    run(ask)


def test_edges_are_exact_and_computed_once_for_tables_that_differ_in_pace_alone() -> None:
    async def ask() -> None:
        edges = HouseEdges()
        edges.start()
        slow = Choices(card_milliseconds=600, wager_seconds=20, minimum=25_00)
        assert edges.of(STAR_BLACKJACK, slow) is None
        await edges.learn([(STAR_BLACKJACK, slow), (CARIBBEAN_STUD, Choices())])
        exact = -analyse(STAR_BLACKJACK, Choices()).main.ev
        assert edges.of(STAR_BLACKJACK, slow) == edges.of(STAR_BLACKJACK, Choices()) == exact
        assert edges.of(CARIBBEAN_STUD, Choices()) == pytest.approx(0.0520, abs=1e-4)
        await edges.close()

    asyncio.run(ask())


BUSY_WITH_EDGES = """
import sys, time
for line in sys.stdin:
    if '"edge"' in line:
        time.sleep(600)
    print('{"worths": [["stand", 0.5]]}', flush=True)
"""
"""A process that answers about hands at once, and about edges never."""


def test_nobody_waits_for_a_hand_behind_the_edge_of_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def ask(maths: MathsProcess) -> None:
        edges = HouseEdges()
        edges.start()
        learning = asyncio.create_task(edges.learn([(STAR_BLACKJACK, Choices())]))
        assert await asyncio.wait_for(maths.worths(SIXTEEN), 30) == (("stand", 0.5),)
        assert not learning.done()
        await edges.close()
        learning.cancel()

    monkeypatch.setattr(background, "PROGRAM", BUSY_WITH_EDGES)
    run(ask)


def test_a_process_that_rests_starts_again_with_the_next_question() -> None:
    async def ask() -> None:
        maths = MathsProcess()
        maths.start(for_hands=False)
        for _ in range(2):
            assert await maths.worths(SIXTEEN) == background.hand_worths(SIXTEEN)
            await maths.rest()
        await maths.close()

    asyncio.run(ask())


def test_a_law_that_the_process_does_not_have_has_no_edge() -> None:
    asked = edge_question(STAR_BLACKJACK, Choices())
    assert asked.fingerprint == fingerprint(STAR_BLACKJACK)

    async def ask(maths: MathsProcess) -> None:
        other = background.EdgeQuestion(asked.game, asked.choices, "another")
        assert await maths.edge(other) is None
        assert await maths.edge(background.EdgeQuestion("unheard-of", Choices(), "")) is None

    run(ask)


def test_what_a_person_waits_for_comes_first() -> None:
    async def ask(maths: MathsProcess) -> None:
        order: list[str] = []

        async def note(name: str, answer: Awaitable[object]) -> None:
            await answer
            order.append(name)

        edge = edge_question(STAR_BLACKJACK, Choices(resplit=True))
        await asyncio.gather(note("edge", maths.edge(edge)), note("hand", maths.worths(SIXTEEN)))
        assert order == ["hand", "edge"]

    run(ask)


def test_who_asks_a_process_that_has_died_gets_an_error_and_the_next_one_starts_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def ask(maths: MathsProcess) -> None:
        monkeypatch.setattr(background, "PROGRAM", "raise SystemExit")
        with pytest.raises(BusyMathsError):
            await maths.worths(SIXTEEN)
        with pytest.raises(BusyMathsError, match="in a moment"):
            await maths.worths(SIXTEEN)
        monkeypatch.undo()
        monkeypatch.setattr(background, "RESTART_SECONDS", 0.0)
        assert await maths.worths(SIXTEEN)

    run(ask)
