"""A floor under load: a hundred players at twenty tables, each with a listener, pace 0.

Clients run on the same cores. Beside it, in the same run: the bare record, and a bare echo of the
framework.
"""

import asyncio
import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from uuid import uuid4

import httpx
import msgspec
import uvloop
from rich.console import RenderableType
from rich.table import Table

from bench.processor_time import OTHERS, Parts, descendants, readings, spent
from bench.wire import Listener, Wire
from croupier.messages import ClockMoved
from croupier.record.envelopes import Cause
from croupier.record.journal import ANY, Append, StreamWrite
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role
from tests.support.doorkeepers import told
from tests.support.postgres_servers import main_process, new_database, own_server
from tests.support.serving import ServerProcess, free_port

TABLES, PER_TABLE = 20, 5
SECONDS = 10.0
LAST_SECONDS = 3.0
"""How long the last deliveries are waited for."""
RATE = 660
"""How many commands a second are sent where there is a pace: a tenth more than is wanted."""
MANAGER = told("max", "gaming-manager")
ECHO = """
import sys, uvicorn
from litestar import Litestar, post
@post("/echo", status_code=200)
async def echo(data: dict) -> dict:
    return data
uvicorn.run(Litestar([echo]), port=int(sys.argv[1]), log_level="warning", access_log=False)
"""

T = TypeVar("T")


def at_work(work: Coroutine[Any, Any, T]) -> T:
    """Have clients do their work, on the event loop that costs least."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of all lie, in milliseconds."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


async def player(
    port: int, number: int, end: float, answers: list[float], pause: float
) -> list[float]:
    """Wager and withdraw in turn until the end, at a pace if there is one; when each was sent."""
    who, table, box = f"p{number} player", f"t{number // PER_TABLE}", number % PER_TABLE + 1
    evening = uuid4().hex
    wire, path = Wire(port, who), f"/api/tables/{table}/commands"
    wager = json.dumps({"command": "wager", "box": box, "amount": 1000}).encode()
    withdraw = json.dumps({"command": "withdraw", "box": box}).encode()
    sent = []
    turn = 0
    begun = time.perf_counter() + pause * number / (TABLES * PER_TABLE)
    while time.perf_counter() < end:
        if pause:
            await asyncio.sleep(begun + turn * pause - time.perf_counter())
        body = withdraw if turn % 2 else wager
        started = time.perf_counter()
        status = await wire.post(path, body, f"{evening}-{turn}")
        if status != 200:
            raise RuntimeError(f"{who}: {status}")
        answers.append(time.perf_counter() - started)
        sent.append(started)
        turn += 1
    return sent


async def load(ports: list[int], rate: float, parts: Parts) -> dict[str, float]:
    """Have everybody play and listen, at a rate or as fast as they can; what came of it.

    ``parts`` are the processes whose processor time is counted.
    """
    people = range(TABLES * PER_TABLE)
    pause = len(people) / rate if rate else 0.0
    answers: list[float] = []
    listeners = {number: Listener() for number in people}
    for number in people:
        port, table = ports[number % len(ports)], f"t{number // PER_TABLE}"
        wire = Wire(port, f"p{number} player")
        bought = await wire.post(
            f"/api/tables/{table}/commands",
            b'{"command": "buy-in", "amount": 100000}',
            uuid4().hex,
        )
        if bought != 200:
            raise RuntimeError(f"buy-in: {bought}")
        await listeners[number].follow(port, f"p{number} player", table)
    await asyncio.sleep(1)
    gc.disable()  # The clients' own pauses would count as the server's.
    began, before = time.perf_counter(), readings(parts)
    sent = await asyncio.gather(
        *(
            player(ports[number % len(ports)], number, began + SECONDS, answers, pause)
            for number in people
        )
    )
    taken = spent(before, readings(parts))
    seconds = time.perf_counter() - began
    await asyncio.sleep(LAST_SECONDS)
    gc.enable()
    delivered, messages = [], 0
    for number, listener in listeners.items():
        listener.leave()
        heard = list(listener.heard())
        messages += len(heard)
        own = [
            at
            for at, data in heard
            for event in data.get("events", ())
            if event.get("player") == f"p{number}"
            and event["event"] in ("wager-placed", "wager-returned")
        ]
        if len(own) != len(sent[number]):
            raise RuntimeError(f"p{number} sent {len(sent[number])}, and heard of {len(own)}")
        delivered += [at - began for began, at in zip(sent[number], own, strict=True)]
    others = taken.pop(OTHERS)
    return {
        "commands/s": len(answers) / SECONDS,
        "answer p50 ms": statistics.median(answers) * 1000,
        "answer p99 ms": percentile(answers, 0.99),
        "delivery p99 ms": percentile(delivered, 0.99),
        "messages": float(messages),
        **{f"{part} ms": used / len(answers) * 1000 for part, used in taken.items()},
        "cores": sum(taken.values()) / seconds,
        "cores for others": others / seconds,
    }


def prepared(server: ServerProcess) -> None:
    """Open the tables."""
    server.start()
    server.wait()
    for number in range(TABLES):
        body = {"table": f"t{number}", "game": "star-blackjack"}
        answer = httpx.post(f"{server.address}/api/tables", json=body, headers=MANAGER)
        answer.raise_for_status()


def echoes(seconds: float = 3.0) -> float:
    """How many requests a bare echo of the framework answers a second, with the same client."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", ECHO, str(port)])
    try:
        for _ in range(200):
            try:
                httpx.post(f"http://127.0.0.1:{port}/echo", json={})
                break
            except httpx.TransportError:
                time.sleep(0.05)
        return at_work(_echoed(port, seconds))
    finally:
        process.terminate()
        process.wait()


async def _echoed(port: int, seconds: float) -> float:
    end, count = time.perf_counter() + seconds, 0

    async def one() -> None:
        nonlocal count
        wire = Wire(port, "nobody player")
        while time.perf_counter() < end:
            await wire.post("/echo", b'{"command": "wager", "box": 1, "amount": 1000}', "k")
            count += 1

    await asyncio.gather(*(one() for _ in range(50)))
    return count / seconds


async def idle(port: int, pid: int, number: int = 1000) -> float:
    """How many megabytes so many listeners take who hear nothing."""
    before = memory(pid)
    listeners = [Listener() for _ in range(number)]
    for one, listener in enumerate(listeners):
        await listener.follow(port, f"p{one % 100} player", "t0")
    await asyncio.sleep(5)
    grown = memory(pid) - before
    for listener in listeners:
        listener.leave()
    return grown


def memory(pid: int) -> float:
    """How many megabytes a process holds."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def measured(
    database: str, folder: Path, processes: int = 1, postmaster: int | None = None
) -> dict[str, dict[str, float]]:
    """The load on one database with so many processes: at a rate, and as fast as it goes.

    ``postmaster`` is the process of the database server; none where there is no such server.
    """
    servers = [
        ServerProcess(database, folder / "key", folder / f"log-{number}")
        for number in range(processes)
    ]
    prepared(servers[0])
    for server in servers[1:]:
        server.start()
        server.wait()
    ports = [server.port for server in servers]
    parts: Parts = {
        "clients": lambda: [os.getpid()],
        "servers": lambda: [server.pid for server in servers],
        "store": lambda: [] if postmaster is None else descendants(postmaster),
    }
    try:
        return {
            f"{RATE}/s": at_work(load(ports, RATE, parts)),
            "full speed": at_work(load(ports, 0, parts)),
        }
    finally:
        for server in servers:
            server.stop()


def listened(folder: Path) -> float:
    """How many megabytes a thousand listeners take at a server of their own."""
    server = ServerProcess(str(folder / "idle.db"), folder / "idle-key", folder / "idle-log")
    prepared(server)
    try:
        return at_work(idle(server.port, server.pid))
    finally:
        server.stop()


def appends(folder: Path, seconds: float = 3.0) -> float:
    """How many commands a second the bare record takes, twenty to a commit."""
    journal = SqliteJournal(folder / "bare.db")
    event = ClockMoved(datetime.now(UTC))
    end, count = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        group = [
            Append(
                (StreamWrite(f"table/{number}", ANY, (event, event)),),
                Cause(f"{count}-{number}", "p", Role.PLAYER),
            )
            for number in range(TABLES)
        ]
        journal.append_group(group)
        count += len(group)
    journal.close()
    return count / seconds


class Report(msgspec.Struct, frozen=True):
    """What was measured."""

    rows: dict[str, dict[str, float]]
    """The figures of each store, number of processes and pace."""
    echo: float
    """Requests a second of a bare echo of the framework, with the same clients."""
    record: float
    """Commands a second that the bare record takes."""
    idle: float
    """Megabytes that 1,000 idle listeners take."""
    complete: bool = True
    """Whether croupier itself was measured."""


def run(seconds: float, progress: Callable[[str], None]) -> Report:  # noqa: ARG001 - all alike
    """Measure the floor on SQLite, and on PostgreSQL with 1, 2 and 4 processes."""
    rows: dict[str, dict[str, float]] = {}

    with TemporaryDirectory() as name:
        folder = Path(name)
        progress("server: bare echo, bare record, idle listeners")
        echo, record, megabytes = echoes(), appends(folder), listened(folder)
        progress("server: SQLite x 1")
        for pace, figures in measured(str(folder / "floor.db"), folder).items():
            rows[f"SQLite x 1, {pace}"] = figures
    with TemporaryDirectory() as name, own_server(Path(name)) as address:
        for processes in (1, 2, 4):
            title = f"PostgreSQL x {processes}"
            progress(f"server: {title}")
            folder = Path(name) / f"{processes}"
            folder.mkdir()
            at = new_database(address)
            for pace, figures in measured(at, folder, processes, main_process(at)).items():
                rows[f"{title}, {pace}"] = figures
    return Report(rows, echo, record, megabytes)


def show(report: Report) -> RenderableType:
    """The figures as a table, what is wanted of the paced ones, and what bounds them."""
    table = Table(title="A floor under load: 100 players at 20 tables, each with a listener")
    table.add_column("store x processes, pace", no_wrap=True)
    for name in (*next(iter(report.rows.values())), "÷ echo", "÷ record"):
        table.add_column(name, justify="right")
    for title, figures in report.rows.items():
        ratios = figures["commands/s"] / report.echo, figures["commands/s"] / report.record
        shown = (f"{value:,.1f}" for value in figures.values())
        table.add_row(title, *shown, *(f"{ratio:.2f}" for ratio in ratios))
    table.caption = (
        "Wanted: 600 commands a second, answers within 100 ms and deliveries within 150 ms (p99), "
        "and under 100 MB for 1,000 idle listeners.\n"
        f"A bare echo of the framework: {report.echo:,.0f} requests a second; the bare record: "
        f"{report.record:,.0f} commands a second; 1,000 idle listeners: {report.idle:,.0f} MB.\n"
        "What bounds it is processor time: clients, servers and store are the milliseconds of it "
        f"that one command takes of each, and all of them share {os.cpu_count()} cores."
    )
    return table
