"""Calculations that somebody asked for: each in a process of its own, which can be ended.

They are no part of the floor: who asks after the server was started anew asks for them again. How
each stands is kept on a board, so that every process of the server can be asked.
"""

import asyncio
import contextlib
import json
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Protocol
from uuid import uuid4

import msgspec
import structlog

from croupier.web.problems import ProblemError

LOG = structlog.get_logger("croupier.calculations")
KINDS = {"edge": "edge", "strategy": "strategy", "what-if": "edge", "simulation": "simulate"}
"""The kinds of calculations, and the command that each is done by."""
PROGRAM = "import os; os.nice(10); from croupier.cli import main; main()"
MOST_KEPT = 100
"""How many calculations are kept, with what they came to."""
MOST_WAITING = 10
"""How many may wait for their turn."""
MOST_OF_ONE = 3
"""How many of one person's may wait or run at the same time."""
UNDER_WAY = ("waiting", "running")
TELL_SECONDS = 1.0
"""How often other processes are told how a calculation stands."""
SILENCE_SECONDS = 30.0
"""After how long without a word a calculation of another process has died with it."""
OURS = "croupier: "
"""How the last line of a calculation begins that was refused in a sentence of ours."""
GONE = "its process has ended: start it again"
UNSAID = "something went wrong in this calculation"
LONGEST_LINE = 16 * 1024 * 1024


class JobView(msgspec.Struct, frozen=True):
    """How a calculation stands."""

    job: str
    """Its id."""
    kind: str
    """``edge``, ``strategy``, ``what-if`` or ``simulation``."""
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


class UnknownJobError(ProblemError):
    """A calculation that nobody knows, or that is somebody else's."""

    def __init__(self, job: str) -> None:
        super().__init__(404, "job/unknown", f"there is no calculation {job!r} of yours here")


class TooManyJobsError(ProblemError):
    """More calculations than one server does at a time."""

    def __init__(self) -> None:
        super().__init__(429, "job/too-many", "too many calculations are waiting: try again later")


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
        return self.state not in UNDER_WAY

    def view(self) -> JobView:
        """How it stands."""
        return JobView(
            self.id, self.kind, self.game, self.state, self.progress, self.result, self.why
        )


class Board(Protocol):
    """Where all processes of a server tell how their calculations stand."""

    def save_job(self, job: str, owner: str, told: str, at: float) -> bool:
        """Keep how a calculation stands; whether somebody has cancelled it."""

    def job(self, job: str) -> Any:
        """How a calculation stands; none where nobody has told of it."""

    def cancel_job(self, job: str) -> None:
        """Have a calculation cancelled, whichever process does it."""


ThreadRunner = Callable[..., Awaitable[Any]]
"""Has something done in a thread."""


class Calculations:
    """Does one calculation after the other."""

    def __init__(self, board: Board, run: ThreadRunner, now: Callable[[], float]) -> None:
        self._board, self._run, self._now = board, run, now
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
        await self._tell(job)
        for work in (self._done(job), self._watch_board(job)):
            task = asyncio.create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return job.view()

    async def view(self, owner: str, job: str) -> JobView:
        """How a calculation stands, whichever process does it."""
        found = self._jobs.get(job)
        if found is not None and found.owner == owner:
            return found.view()
        kept = await self._run(self._board.job, job)
        if kept is None or kept.owner != owner:
            raise UnknownJobError(job)
        told = msgspec.json.decode(kept.told, type=JobView)
        if told.state in UNDER_WAY and self._now() - kept.told_at > SILENCE_SECONDS:
            return msgspec.structs.replace(told, state="failed", why=GONE)
        return told

    async def cancel(self, owner: str, job: str) -> JobView:
        """End a calculation; one that is over stays as it is."""
        told = await self.view(owner, job)
        found = self._jobs.get(job)
        if told.state not in UNDER_WAY:
            return told
        if found is None:
            await self._run(self._board.cancel_job, job)
            return msgspec.structs.replace(told, state="cancelled")
        _cancel(found)
        await self._tell(found)
        return found.view()

    async def _tell(self, job: Job) -> None:
        """Tell all processes how a calculation stands, and hear whether it was cancelled."""
        told = msgspec.json.encode(job.view()).decode()
        try:
            cancelled = await self._run(self._board.save_job, job.id, job.owner, told, self._now())
        except Exception:
            LOG.warning("the progress of a calculation could not be reported", exc_info=True)
            return
        if cancelled and not job.over:
            _cancel(job)
            await self._tell(job)

    async def _watch_board(self, job: Job) -> None:
        """Tell from time to time how a calculation stands, until it is over."""
        while not job.over:
            await asyncio.sleep(TELL_SECONDS)
            await self._tell(job)

    async def close(self) -> None:
        """End all of them with their processes; who asks elsewhere learns that they have ended."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for job in self._jobs.values():
            if not job.over:
                job.state, job.why = "failed", GONE
                await self._tell(job)

    async def _done(self, job: Job) -> None:
        async with self._turn:
            if job.over:
                return
            job.state = "running"
            try:
                code, told, last = await _carried_out(job)
            except Exception:
                LOG.exception("a calculation could not be carried out", job=job.id)
                job.state, job.why = "failed", UNSAID
            else:
                if job.state == "cancelled":
                    return
                if code == 0:
                    job.result, job.progress, job.state = json.loads(told), 1.0, "done"
                else:
                    job.state, job.why = "failed", _reason(job, last)
        await self._tell(job)


async def _carried_out(job: Job) -> tuple[int, bytes, str]:
    """Have a calculation done: its process's code, what it came to, and the last that it said.

    Whatever happens meanwhile, the process has ended afterwards.
    """
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
    try:
        async with asyncio.TaskGroup() as reading:
            told = reading.create_task(job.process.stdout.read())
            last = reading.create_task(_watched(job))
    finally:
        _end(job)
        await job.process.communicate()
    assert job.process.returncode is not None
    return job.process.returncode, told.result(), last.result()


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


def _reason(job: Job, last: str) -> str:
    """Why a calculation failed, for who asked: our own sentence, and nothing of a fault's insides.

    What else it said is for the log.
    """
    said = last.removeprefix(OURS)
    if said != last:
        return said
    LOG.error("a calculation has failed", job=job.id, said=last)
    return UNSAID


def _cancel(job: Job) -> None:
    job.state = "cancelled"
    _end(job)


def _end(job: Job) -> None:
    if job.process is not None and job.process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            job.process.kill()
