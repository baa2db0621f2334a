"""Mathematics for a server: processes of low priority that answer one question after the other.

One answers questions about hands, for which somebody waits: it loads and compiles what it needs as
soon as it starts. The edges of tables take seconds each, so another process computes them, and ends
when it has nothing left to do. The server itself imports no compiler, and no page is slower because
something is computed.
"""

import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Iterable
from itertools import count
from typing import BinaryIO

import msgspec
import structlog
from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.games.table.choices import PAY_TABLE_CHOICES, Choices
from croupier.rulebooks import GAMES, BlackjackLaw, TableLaw, fingerprint, law_of

LOG = structlog.get_logger("croupier.mathematics")
PROGRAM = "from croupier.maths.background import answer_questions; answer_questions()"
NICENESS = 10
"""How far the process stands back behind everything else."""
RESTART_SECONDS = 30.0
"""How long after its end the process is not started again."""
LONGEST_ANSWER = 1024 * 1024
URGENT, PATIENT = 0, 1
"""The order of questions: what a person waits for, then what merely should be known."""

Worths = tuple[tuple[str, float], ...]
"""What each call is worth, in units of the wager."""


class HandQuestion(msgspec.Struct, frozen=True, tag="hand"):
    """What each call with a hand is worth off a full shoe."""

    game: str
    """The game, by its name for programs."""
    choices: Choices
    """The operator's choices for the table."""
    hand: str
    """Its cards, such as ``TS 6H``."""
    dealer: str
    """The dealer's open card."""
    insurance: bool = False
    """Whether the question is what insuring the hand is worth, instead of its calls."""


class EdgeQuestion(msgspec.Struct, frozen=True, tag="edge"):
    """The house edge of a table under best play, as a part of the wager."""

    game: str
    """The game, by its name for programs."""
    choices: Choices
    """Those of the operator's choices that the edge depends on."""
    fingerprint: str
    """The fingerprint of the table's law: for another one there is no answer."""


class WarmUp(msgspec.Struct, frozen=True, tag="warm-up"):
    """Load or compile what questions about the hands of a game need."""

    game: str
    """The game, by its name for programs."""


MathsQuestion = HandQuestion | EdgeQuestion | WarmUp


class TableEdge(msgspec.Struct, frozen=True):
    """What a table keeps of wagers in the mean, under best play."""

    edge: float
    """The house edge, as a part of the first wager."""
    variance: float
    """The variance of a round, in units of the first wager."""
    optional: dict[str, float] = {}
    """The edge of each optional wager that has a pay table there."""


class _Findings(msgspec.Struct):
    """The answer to the question that was sent last."""

    worths: Worths = ()
    """What each call is worth; empty if that was not asked, or cannot be computed."""
    edge: TableEdge | None = None
    """The house edge; ``None`` if that was not asked, or is unknown."""


def edge_question(law: TableLaw, choices: Choices) -> EdgeQuestion:
    """Return the question for a table's edge; tables that differ in nothing but pace share it."""
    plain = Choices(
        decks=choices.decks,
        device=choices.device,
        minimum=choices.minimum,
        maximum=choices.maximum,
        soft_17=choices.soft_17,
        layout=choices.layout,
        resplit=choices.resplit,
        max_payout=choices.max_payout,
        pay_tables=choices.pay_tables,
        **{name: getattr(choices, name) for name in PAY_TABLE_CHOICES},
    )
    if isinstance(law, BlackjackLaw):
        plain = replace(plain, minimum=Choices().minimum, maximum=Choices().maximum)
    return EdgeQuestion(law.game, plain, fingerprint(law))


# In the process that computes ---------------------------------------------------------------------


def answer_questions() -> None:
    """Answer questions from standard input, line by line, until there are no more."""
    os.nice(NICENESS)
    answers = os.fdopen(os.dup(1), "wb")
    # Whatever a library prints must not get between the answers.
    os.dup2(2, 1)
    _answer_all(sys.stdin.buffer, answers)


def _answer_all(questions: Iterable[bytes], answers: BinaryIO) -> None:
    for line in questions:
        asked = msgspec.json.decode(line, type=MathsQuestion)
        try:
            answer = _answer(asked)
        except CroupierError:
            answer = _Findings()
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()


def _answer(asked: MathsQuestion) -> _Findings:
    if asked.game not in GAMES:
        return _Findings()
    match asked:
        case HandQuestion():
            return _Findings(worths=hand_worths(asked))
        case EdgeQuestion():
            from croupier.maths.studies import analyse

            law = law_of(asked.game)
            if fingerprint(law) != asked.fingerprint:
                return _Findings()
            capped = asked.choices.max_payout is not None
            found = analyse(law, asked.choices, ante=asked.choices.minimum if capped else None)
            optional = getattr(found, "side_bets", {})
            return _Findings(
                edge=TableEdge(
                    -found.main.ev,
                    found.main.variance,
                    {name: -bet.ev for name, bet in optional.items()},
                )
            )
        case WarmUp(game):
            usual = Choices(practice=True)
            stud = not isinstance(law_of(game), BlackjackLaw)
            hand = "AC KD QH 8S 3C" if stud else "8S 8H"
            hand_worths(HandQuestion(game, usual, hand, "7D"))
            return _Findings()


def hand_worths(asked: HandQuestion) -> Worths:
    """Return what each call is worth, computed here; empty if it cannot be computed."""
    from croupier.maths.blackjack.best_play import hand_choices, insurance_choices
    from croupier.maths.study_tables import study_table

    try:
        table = study_table(law_of(asked.game), asked.choices)
        if asked.insurance:
            return tuple(insurance_choices(table, asked.hand, asked.dealer).items())
        found = hand_choices(table, asked.hand, asked.dealer)
    except CroupierError:
        return ()
    return tuple((str(row["call"]), float(str(row["worth"]))) for row in found.records())


# In the server ------------------------------------------------------------------------------------


class BusyMathsError(CroupierError):
    """The process that computes has ended, or does not start."""


class MathsProcess:
    """The process that computes, as the server sees it: questions wait in order of urgency."""

    def __init__(self) -> None:
        self._numbers = count()
        self._waiting: asyncio.PriorityQueue[
            tuple[int, int, MathsQuestion, asyncio.Future[_Findings]]
        ] = asyncio.PriorityQueue()
        self._process: asyncio.subprocess.Process | None = None
        self._ended = -RESTART_SECONDS
        self._task: asyncio.Task[None] | None = None
        self._loading: list[asyncio.Future[_Findings]] = []

    def start(self, *, for_hands: bool) -> None:
        """Begin to answer; ``for_hands`` loads first what questions about hands need."""
        self._task = asyncio.create_task(self._run())
        games = GAMES if for_hands else ()
        self._loading = [self._ask(WarmUp(game), PATIENT) for game in games]

    async def wait_until_loaded(self) -> None:
        """Wait until everything is loaded that questions about hands need, or cannot be."""
        await asyncio.gather(*self._loading, return_exceptions=True)

    async def rest(self) -> None:
        """End the process if no question waits; the next question starts it again."""
        if self._waiting.empty():
            await self._end()
            self._ended = -RESTART_SECONDS

    async def close(self) -> None:
        """End the process; those who wait for an answer get an error."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._end()

    @property
    def answers(self) -> bool:
        """Whether questions are answered here."""
        return self._task is not None and not self._task.done()

    async def worths(self, asked: HandQuestion) -> Worths:
        """Return what each call with a hand is worth; somebody waits for it."""
        return (await self._ask(asked, URGENT)).worths

    async def edge(self, asked: EdgeQuestion) -> TableEdge | None:
        """Return the edge of a table; ``None`` if it cannot be computed."""
        return (await self._ask(asked, PATIENT)).edge

    def _ask(self, asked: MathsQuestion, urgency: int) -> "asyncio.Future[_Findings]":
        answer: asyncio.Future[_Findings] = asyncio.get_running_loop().create_future()
        # Nobody waits for a warm-up: that it failed is logged when the process ends.
        answer.add_done_callback(lambda one: one.cancelled() or one.exception())
        self._waiting.put_nowait((urgency, next(self._numbers), asked, answer))
        return answer

    async def _run(self) -> None:
        while True:
            _, _, asked, answer = await self._waiting.get()
            if answer.done():
                continue
            try:
                found = await self._exchange(asked)
            except (OSError, EOFError, BusyMathsError, msgspec.DecodeError) as error:
                await self._end()
                answer.set_exception(BusyMathsError(f"nothing is computed now: {error}"))
            except asyncio.CancelledError:
                answer.cancel()
                raise
            else:
                if not answer.done():
                    answer.set_result(found)

    async def _exchange(self, asked: MathsQuestion) -> _Findings:
        process = await self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(asked) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            LOG.warning("the process that computes has ended")
            raise EOFError("the process that computes has ended")
        return msgspec.json.decode(line, type=_Findings)

    async def _start(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        if time.monotonic() - self._ended < RESTART_SECONDS:
            raise BusyMathsError("the process that computes is started again in a moment")
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            PROGRAM,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=LONGEST_ANSWER,
        )
        return self._process

    async def _end(self) -> None:
        self._ended = time.monotonic()
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        # The process has ended afterwards, and its pipes are closed.
        with contextlib.suppress(OSError):
            await process.communicate()


class HouseEdges:
    """The house edge of every table on a floor, computed once for each kind of table."""

    def __init__(self) -> None:
        self._maths = MathsProcess()
        self._known: dict[EdgeQuestion, TableEdge | None] = {}

    def start(self) -> None:
        """Begin to compute, in a process of its own: nobody waits behind an edge."""
        self._maths.start(for_hands=False)

    async def close(self) -> None:
        """End the process."""
        await self._maths.close()

    def of(self, law: TableLaw, choices: Choices) -> float | None:
        """Return the edge of a table as a part of the wager; ``None`` while it is unknown."""
        found = self.figures_of(law, choices)
        return None if found is None else found.edge

    def figures_of(self, law: TableLaw, choices: Choices) -> TableEdge | None:
        """Return all that is known of what a table keeps; ``None`` while nothing is."""
        return self._known.get(edge_question(law, choices))

    async def learn(self, tables: Iterable[tuple[TableLaw, Choices]]) -> None:
        """Compute the edges that are not known yet, one after the other."""
        questions = dict.fromkeys(edge_question(law, choices) for law, choices in tables)
        unknown = [asked for asked in questions if asked not in self._known]
        for asked in unknown:
            with contextlib.suppress(BusyMathsError):
                self._known[asked] = await self._maths.edge(asked)
        if unknown:
            await self._maths.rest()
