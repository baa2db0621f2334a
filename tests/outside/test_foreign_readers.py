"""Other programs at the file of a running floor: they come and go, and take nothing with them."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import httpx
import pytest

from tests.outside.people import command, sign_in, sign_up
from tests.outside.product import Floor, Product

TABLE = "practice"
AMOUNT = 1_00
READ = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], uri=True, timeout=60)
print(db.execute("SELECT count(*) FROM events").fetchone()[0])
db.close()
"""
"""What any program does that has Python's sqlite3 module."""
IN_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's list of locks")


def foreign_clients(file: Path) -> dict[str, list[str]]:
    """Programs that open, read and close the file, by how they come to it."""
    link = file.with_name("another-name.db")
    if not link.exists():
        link.symlink_to(file)
    python = [sys.executable, "-c", READ]
    found = {
        "read-write": [*python, f"{file.as_uri()}?mode=rw"],
        "read-only": [*python, f"{file.as_uri()}?mode=ro"],
        "by a symbolic link": [*python, f"{link.as_uri()}?mode=rw"],
    }
    if shell := shutil.which("sqlite3"):
        found["the shell"] = [shell, str(file), "SELECT count(*) FROM events"]
    return found


def visit(clients: dict[str, list[str]]) -> Iterator[int]:
    """Let one client after the other look at the file; how many events each sees."""
    for way, words in cycle(clients.items()):
        seen = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
        assert seen.returncode == 0, f"{way}: {seen.stderr}"
        yield int(seen.stdout)


def locks(pid: int, file: Path) -> list[str]:
    """The kinds of locks that the system lists for a process on a file."""
    inode = file.stat().st_ino
    fields = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    # An arrow marks a process that waits for a lock.
    held = [one for one in fields if one[1] != "->"]
    return [one[1] for one in held if int(one[4]) == pid and one[5].endswith(f":{inode}")]


def buy_in(who: httpx.Client, number: int) -> int:
    """Buy chips under a key of its own; returns the status of the answer."""
    done = command(who, TABLE, f"buy-in-{number}", command="buy-in", amount=AMOUNT)
    return done.status_code


def chips(who: httpx.Client) -> int:
    """How many cents in chips the player has at the table."""
    view = who.get(f"/api/tables/{TABLE}").json()
    (own,) = [
        one for one in view["players"] if one["player"] == who.get("/api/session").json()["account"]
    ]
    return int(own["chips"])


@pytest.mark.parametrize(
    ("kills", "buy_ins"), [(1, 24), pytest.param(5, 200, marks=pytest.mark.slow)]
)
def test_nothing_acknowledged_is_lost_to_foreign_clients_and_kills(
    floor: Callable[..., Floor], kills: int, buy_ins: int
) -> None:
    """After each kill all that was answered is there, once; every client saw it meanwhile."""
    house = floor("--requests-per-minute", "100000").start()
    file = Path(house.database)
    who, answered = sign_up(house, "ann"), 0
    visits = visit(foreign_clients(file))
    for kill in range(kills):
        seen = next(visits)
        for number in range(buy_ins):
            assert buy_in(who, kill * buy_ins + number) == httpx.codes.OK
            answered += 1
            if number % 5 == 0 or number > buy_ins - 5:
                before, seen = seen, next(visits)
                assert seen > before, "what is answered is there for everybody"
        house.kill()
        house.start()
        who = sign_in(house, "ann")
        assert chips(who) == answered * AMOUNT
        assert buy_in(who, 0) == httpx.codes.OK
        assert chips(who) == answered * AMOUNT, "a repeated command is not carried out again"
    house.stop()
    verified = house.product.run("audit", "verify", file, folder=house.folder)
    assert verified.returncode == 0, verified.stdout


@IN_LINUX
def test_the_system_shows_the_lock_of_a_running_floor(floor: Callable[..., Floor]) -> None:
    house = floor("--empty").start()
    file = Path(house.database)
    assert "POSIX" in locks(house.pid, file)
    for _, (way, words) in zip(range(8), cycle(foreign_clients(file).items()), strict=False):
        subprocess.run(words, check=True, capture_output=True, timeout=120)
        assert "POSIX" in locks(house.pid, file), way
        assert file.with_name(f"{file.name}-wal").exists(), way
    copy = file.with_name("copy.db")
    assert house.product.run("backup", file, copy, folder=house.folder).returncode == 0
    assert house.product.run("audit", "verify", file, folder=house.folder).returncode == 0
    assert "POSIX" in locks(house.pid, file)


def by_symlink(file: Path) -> Path:
    other = file.with_name("symbolic.db")
    other.symlink_to(file)
    return other


def by_hard_link(file: Path) -> Path:
    other = file.with_name("hard.db")
    other.hardlink_to(file)
    return other


def in_a_linked_folder(file: Path) -> Path:
    folder = file.parent / "linked"
    folder.symlink_to(file.parent)
    return folder / file.name


def renamed(file: Path) -> Path:
    return file.rename(file.with_name("renamed.db"))


@pytest.mark.slow
def test_a_second_server_is_refused_by_whatever_name(
    product: Product, floor: Callable[..., Floor]
) -> None:
    house = floor("--empty").start()
    file = Path(house.database)
    for name in (by_symlink, by_hard_link, in_a_linked_folder, renamed):
        other = name(file)
        refused = product.run(
            "serve", "--port", "0", "--database", other, folder=house.folder, seconds=120
        )
        assert refused.returncode == 2, (name.__name__, refused.stdout)
        (said,) = refused.stderr.splitlines()
        expected = "has 2 names" if name is by_hard_link else "is in use by another process"
        assert expected in said, (name.__name__, said)
        if name is by_hard_link:
            other.unlink()
        assert httpx.get(f"{house.url}/readyz").status_code == httpx.codes.OK
