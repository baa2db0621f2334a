"""Calculations that somebody asked for: each in a process of its own, which can be ended.

They are no part of the floor: who asks after the server was started anew asks for them again.
"""

import asyncio
import contextlib
import json
import sys
from collections import OrderedDict
from typing import Any
from uuid import uuid4

import msgspec

from croupier.errors import CroupierError

KINDS = {"edge": "edge", "strategy": "strategy", "simulation": "simulate"}
"""The kinds of calculations, and the command that each is done by."""
PROGRAM = "import os; os.nice(10); from croupier.cli import main; main()"
MOST_KEPT = 100
"""How many calculations are kept, with what they came to."""
MOST_WAITING = 10
"""How many may wait for their turn."""
MOST_OF_ONE = 3
"""How many of one person's may wait or run at the same time."""
LONGEST_LINE = 16 * 1024 * 1024


class JobView(msgspec.Struct, frozen=True):
    """How a calculation stands."""

    job: str
    """Its id."""
    kind: str
    """``edge``, ``strategy`` or ``simulation``."""
    game: str
    """The game."""
    state: str
    """``waiting``, ``running``, ``done``, ``failed`` or ``cancelled``."""
    progress: float
    """How much of it is done, from 0 to 1."""
    result: Any = None
    """What it came to; none before it is done."""
    why: str = ""
    """Why it failed, in one sentence; empty where it did not."""


class UnknownJobError(CroupierError):
    """A calculation that nobody knows, or that is somebody else's."""

    def __init__(self, job: str) -> None:
        super().__init__(f"there is no calculation {job!r} of yours here")


class TooManyJobsError(CroupierError):
    """More calculations than one server does at a time."""

    def __init__(self) -> None:
        super().__init__("too many calculations wait already: ask again in a while")


class Job:
    """One calculation."""

    def __init__(self, owner: str, kind: str, game: str, arguments: list[str], rounds: int) -> None:
        self.id, self.owner, self.kind, self.game = uuid4().hex, owner, kind, game
        self.arguments, self.rounds = arguments, rounds
        self.state, self.progress, self.why = "waiting", 0.0, ""
        self.result: Any = None
        self.process: asyncio.subprocess.Process | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more comes of it."""
        return self.state not in ("waiting", "running")

    def view(self) -> JobView:
        """How it stands."""
        return JobView(
            self.id, self.kind, self.game, self.state, self.progress, self.result, self.why
        )


class Calculations:
    """Does one calculation after the other."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(
        self, owner: str, kind: str, game: str, *, changes: tuple[str, ...], rounds: int
    ) -> JobView:
        """Take a calculation on."""
        waiting = [job for job in self._jobs.values() if not job.over]
        own = sum(job.owner == owner for job in waiting)
        if len(waiting) >= MOST_WAITING or own >= MOST_OF_ONE:
            raise TooManyJobsError
        arguments = [KINDS[kind], game, "--json"]
        if kind == "simulation":
            arguments += ["--rounds", str(rounds), "--cores", "1", "--progress"]
        else:
            arguments += [part for change in changes for part in ("--set", change)]
        job = Job(owner, kind, game, arguments, rounds)
        self._jobs[job.id] = job
        while len(self._jobs) > MOST_KEPT:
            self._jobs.popitem(last=False)
        task = asyncio.create_task(self._done(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return job.view()

    def _found(self, owner: str, job: str) -> Job:
        found = self._jobs.get(job)
        if found is None or found.owner != owner:
            raise UnknownJobError(job)
        return found

    def view(self, owner: str, job: str) -> JobView:
        """How a calculation stands."""
        return self._found(owner, job).view()

    async def cancel(self, owner: str, job: str) -> JobView:
        """End a calculation; one that is over stays as it is."""
        found = self._found(owner, job)
        if not found.over:
            found.state = "cancelled"
            _end(found)
        return found.view()

    async def close(self) -> None:
        """End all of them."""
        for job in self._jobs.values():
            _end(job)
        for task in tuple(self._tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _done(self, job: Job) -> None:
        async with self._turn:
            if job.over:
                return
            job.state = "running"
            job.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                PROGRAM,
                *job.arguments,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
            )
            assert job.process.stdout is not None
            told, last = await asyncio.gather(job.process.stdout.read(), _watched(job))
            code = await job.process.wait()
            if job.state == "cancelled":
                return
            if code == 0:
                job.result, job.progress, job.state = json.loads(told), 1.0, "done"
            else:
                job.state, job.why = "failed", last.removeprefix("croupier: ")


async def _watched(job: Job) -> str:
    """Follow what a calculation says of its progress; the last line that says something else."""
    assert job.process is not None
    assert job.process.stderr is not None
    last = ""
    async for line in job.process.stderr:
        text = line.decode(errors="replace").strip()
        if text.startswith("progress "):
            job.progress = min(1.0, int(text.removeprefix("progress ")) / job.rounds)
        else:
            last = text or last
    return last


def _end(job: Job) -> None:
    if job.process is not None and job.process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            job.process.kill()
