"""Calculations: every process can be asked how one stands, and have it cancelled."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from croupier.maths import jobs
from croupier.maths.jobs import Calculations, UnknownJobError
from croupier.web.auth.stores.sqlite import sqlite_credentials

GAME = "star-blackjack"


async def at_once(work: Callable[..., Any], *given: Any) -> Any:
    """Have something done here and now."""
    return work(*given)


def test_another_process_is_asked_and_cancels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "TELL_SECONDS", 0.01)
    monkeypatch.setattr(jobs, "PROGRAM", "import time; time.sleep(600)")
    asyncio.run(_asked_and_cancelled())


async def _asked_and_cancelled() -> None:
    board, now = sqlite_credentials(":memory:"), [0.0]
    one, other = (Calculations(board, at_once, lambda: now[0]) for _ in range(2))
    job = (await one.start("ann", "simulation", GAME, changes=(), rounds=10)).job
    assert (await other.view("ann", job)).state in ("waiting", "running")
    with pytest.raises(UnknownJobError):
        await other.view("bob", job)
    assert (await other.cancel("ann", job)).state == "cancelled"
    async with asyncio.timeout(60):
        while (await one.view("ann", job)).state != "cancelled":
            await asyncio.sleep(0.01)
        while (await other.view("ann", job)).state != "cancelled":
            await asyncio.sleep(0.01)
    lost = (await one.start("ann", "edge", GAME, changes=(), rounds=1)).job
    for task in one._tasks:
        task.cancel()
    now[0] = 60.0
    assert (await other.view("ann", lost)).state == "failed", "nothing was heard of it"
    for each in (one, other):
        await each.close()
    board.close()


@pytest.mark.parametrize("turns", [0, 1, 2, 5, 20, 200])
def test_no_calculation_outlives_its_server(monkeypatch: pytest.MonkeyPatch, turns: int) -> None:
    """Whenever a server stops, the processes that it started have ended, and others know it."""
    monkeypatch.setattr(jobs, "PROGRAM", "import time; time.sleep(600)")
    asyncio.run(_closed_after(turns))


async def _closed_after(turns: int) -> None:
    board = sqlite_credentials(":memory:")
    one, other = (Calculations(board, at_once, lambda: 0.0) for _ in range(2))
    begun = [await one.start("ann", "edge", GAME, changes=(), rounds=1) for _ in range(3)]
    for _ in range(turns):
        await asyncio.sleep(0.001)
    async with asyncio.timeout(60):
        await one.close()
    started = [job.process for job in one._jobs.values() if job.process is not None]
    assert all(process.returncode is not None for process in started)
    told = [await other.view("ann", job.job) for job in begun]
    assert [view.state for view in told] == ["failed"] * 3
    assert {view.why for view in told} == {jobs.GONE}
    await other.close()
    board.close()


def test_a_calculation_that_cannot_be_begun_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")

    assert asyncio.run(_failed()) == jobs.UNSAID


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("import sys; sys.exit('croupier: there is no such rule')", "there is no such rule"),
        ("import a_secret_module", "something went wrong in this calculation"),
    ],
)
def test_a_calculation_that_fails_says_why_and_nothing_of_its_insides(
    monkeypatch: pytest.MonkeyPatch, program: str, why: str
) -> None:
    monkeypatch.setattr(jobs, "PROGRAM", program)

    assert asyncio.run(_failed()) == why


async def _failed() -> str:
    """Why a calculation failed."""
    board = sqlite_credentials(":memory:")
    one = Calculations(board, at_once, lambda: 0.0)
    job = (await one.start("ann", "edge", GAME, changes=(), rounds=1)).job
    async with asyncio.timeout(60):
        while (view := await one.view("ann", job)).state != "failed":
            await asyncio.sleep(0.01)
    await one.close()
    board.close()
    return view.why
