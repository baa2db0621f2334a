"""Calculations requested over the wire: each runs in a process of its own, which can be killed.

They are not part of the floor's record and are lost when the server restarts. The state of each is
saved on a board, so that every process of the server can report it.
"""

import asyncio
import contextlib
import json
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from tempfile import NamedTemporaryFile
from typing import Any, Protocol
from uuid import uuid4

import msgspec
import structlog

from croupier.web.problems import ProblemError

LOG = structlog.get_logger("croupier.calculations")
KINDS = {"edge": "edge", "strategy": "strategy", "what-if": "edge", "simulation": "simulate"}
"""The kinds of calculations, and the command that computes each."""
TOURNAMENT = "tournament"
"""The kind of a simulated tournament, which reads a file."""
FILE = "FILE"
"""Stands for the file among the arguments of a calculation."""
PROGRAM = "import os; os.nice(10); from croupier.cli import main; main()"
MOST_KEPT = 100
"""The number of calculations kept, with their results."""
MOST_WAITING = 10
"""The most calculations that may wait or run."""
MOST_OF_ONE = 3
"""The most calculations of one person that may wait or run."""
UNDER_WAY = ("waiting", "running")
TELL_SECONDS = 1.0
"""How often the state of a calculation is saved."""
SILENCE_SECONDS = 30.0
"""A calculation of another process that was not updated for this long has died with it."""
OURS = "croupier: "
"""The prefix of the last line of a calculation that failed with one of our own sentences."""
GONE = "its process has ended: start it again"
UNSAID = "something went wrong in this calculation"
LONGEST_LINE = 16 * 1024 * 1024


class JobView(msgspec.Struct, frozen=True):
    """The state of a calculation."""

    job: str
    """The id of the calculation."""
    kind: str
    """``edge``, ``strategy``, ``what-if``, ``simulation`` or ``tournament``."""
    game: str
    """The game."""
    state: str
    """``waiting``, ``running``, ``done``, ``failed`` or ``cancelled``."""
    progress: float
    """The fraction done, from 0 to 1."""
    result: Any = None
    """The result; ``None`` before it is done."""
    why: str = ""
    """Why it failed, in one sentence; empty if it did not."""


class UnknownJobError(ProblemError):
    """Raised for a calculation that does not exist or belongs to somebody else."""

    def __init__(self, job: str) -> None:
        super().__init__(404, "job/unknown", f"there is no calculation {job!r} of yours here")


class TooManyJobsError(ProblemError):
    """Raised if too many calculations are waiting."""

    def __init__(self) -> None:
        super().__init__(429, "job/too-many", "too many calculations are waiting: try again later")


class Job:
    """One calculation."""

    def __init__(self, owner: str, kind: str, game: str, arguments: list[str], rounds: int) -> None:
        self.id, self.owner, self.kind, self.game = uuid4().hex, owner, kind, game
        self.arguments, self.rounds = arguments, rounds
        self.state, self.progress, self.why = "waiting", 0.0, ""
        self.file = ""
        """The file that the calculation reads, as text; empty if it reads none."""
        self.result: Any = None
        self.process: asyncio.subprocess.Process | None = None

    @property
    def over(self) -> bool:
        """Whether it is done, failed or cancelled."""
        return self.state not in UNDER_WAY

    def view(self) -> JobView:
        """Return the state of the calculation."""
        return JobView(
            self.id, self.kind, self.game, self.state, self.progress, self.result, self.why
        )


class Board(Protocol):
    """Where all processes of a server save the state of their calculations."""

    def save_job(self, job: str, owner: str, told: str, at: float) -> bool:
        """Save the state of a job. Return whether it was cancelled meanwhile."""

    def job(self, job: str) -> Any:
        """Return the saved state of a job; ``None`` if there is none."""

    def cancel_job(self, job: str) -> None:
        """Mark a job as cancelled, whichever process runs it."""


ThreadRunner = Callable[..., Awaitable[Any]]
"""Runs a function in a thread."""


class Calculations:
    """Runs calculations, one at a time."""

    def __init__(self, board: Board, run: ThreadRunner, now: Callable[[], float]) -> None:
        self._board, self._run, self._now = board, run, now
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(
        self, owner: str, kind: str, game: str, *, changes: tuple[str, ...], rounds: int
    ) -> JobView:
        """Queue a calculation. Raise :class:`TooManyJobsError` if too many are waiting."""
        self._require_room(owner)
        arguments = [KINDS[kind], game, "--json"]
        if kind == "simulation":
            arguments += ["--rounds", str(rounds), "--cores", "1", "--progress"]
        else:
            arguments += [part for change in changes for part in ("--set", change)]
        return await self._queue(Job(owner, kind, game, arguments, rounds))

    async def start_tournament(
        self, owner: str, game: str, text: str, *, bots: str, players: int, tournaments: int
    ) -> JobView:
        """Queue the simulation of a tournament file, given as text.

        Raise :class:`TooManyJobsError` if too many are waiting.
        """
        self._require_room(owner)
        arguments = ["tournament", "simulate", FILE, "--json", "--progress", "--cores", "1"]
        arguments += ["--players", str(players), "--tournaments", str(tournaments), "--bots", bots]
        job = Job(owner, TOURNAMENT, game, arguments, tournaments)
        job.file = text
        return await self._queue(job)

    def _require_room(self, owner: str) -> None:
        waiting = [job for job in self._jobs.values() if not job.over]
        own = sum(job.owner == owner for job in waiting)
        if len(waiting) >= MOST_WAITING or own >= MOST_OF_ONE:
            raise TooManyJobsError

    async def _queue(self, job: Job) -> JobView:
        self._jobs[job.id] = job
        # No more than MOST_WAITING are under way, so the oldest of MOST_KEPT is over.
        while len(self._jobs) > MOST_KEPT:
            self._jobs.popitem(last=False)
        await self._save(job)
        for work in (self._work(job), self._watch_board(job)):
            task = asyncio.create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return job.view()

    async def view(self, owner: str, job: str) -> JobView:
        """Return the state of a calculation, whichever process runs it."""
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
        """Cancel a calculation. One that is over does not change."""
        told = await self.view(owner, job)
        found = self._jobs.get(job)
        if told.state not in UNDER_WAY:
            return told
        if found is None:
            await self._run(self._board.cancel_job, job)
            return msgspec.structs.replace(told, state="cancelled")
        _cancel(found)
        await self._save(found)
        return found.view()

    async def _save(self, job: Job) -> None:
        """Save the state of a calculation, and cancel it if that was requested meanwhile."""
        told = msgspec.json.encode(job.view()).decode()
        try:
            cancelled = await self._run(self._board.save_job, job.id, job.owner, told, self._now())
        except Exception:
            LOG.warning("the progress of a calculation could not be reported", exc_info=True)
            return
        if cancelled and not job.over:
            _cancel(job)
            await self._save(job)

    async def _watch_board(self, job: Job) -> None:
        """Save the state of a calculation from time to time, until it is over."""
        while not job.over:
            await asyncio.sleep(TELL_SECONDS)
            await self._save(job)

    async def close(self) -> None:
        """Kill all calculations and save that they have ended."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for job in self._jobs.values():
            if not job.over:
                job.state, job.why = "failed", GONE
                await self._save(job)

    async def _work(self, job: Job) -> None:
        async with self._turn:
            if job.over:
                return
            job.state = "running"
            try:
                code, told, last = await _run_process(job)
            except Exception:
                LOG.exception("a calculation could not be carried out", job=job.id)
                job.state, job.why = "failed", UNSAID
            else:
                # Killed by a cancellation, which has saved that state already.
                if job.state == "cancelled":
                    return
                if code == 0:
                    job.result, job.progress, job.state = json.loads(told), 1.0, "done"
                else:
                    job.state, job.why = "failed", _reason(job, last)
        await self._save(job)


async def _run_process(job: Job) -> tuple[int, bytes, str]:
    """Run a calculation. Return its exit code, its output and its last message.

    Whatever happens meanwhile, the process has ended afterwards.
    """
    with NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as file:
        file.write(job.file)
        file.flush()
        arguments = [file.name if one == FILE else one for one in job.arguments]
        job.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            PROGRAM,
            *arguments,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
        )
        assert job.process.stdout is not None
        try:
            async with asyncio.TaskGroup() as reading:
                told = reading.create_task(job.process.stdout.read())
                last = reading.create_task(_follow_progress(job))
        except BaseException:
            _end(job)
            raise
        finally:
            # Not killed here: it has closed its pipes, and may still be about to end well.
            await job.process.communicate()
    assert job.process.returncode is not None
    return job.process.returncode, told.result(), last.result()


async def _follow_progress(job: Job) -> str:
    """Follow the progress that a calculation reports. Return its last other line."""
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
    """Return why a calculation failed, for its owner: our own sentence, and no details of a fault.

    Other messages go to the log.
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
