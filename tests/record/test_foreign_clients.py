"""Other programs at the file of a running journal, and other names of that file."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from croupier.record.stores.base import BeingWrittenError, UnusableStoreError
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.record.contract import cause, minutes_of, write

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the kernel's list of locks")
WRITER = """
import sys
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.record.contract import cause, write
journal = SqliteJournal(sys.argv[1])
for number, _ in enumerate(sys.stdin):
    journal.append([write("table/1", number, number)], cause(str(number)))
    print(number, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.db"


@contextmanager
def writer(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that appends an event for every line that it is sent, and dies of SIGKILL."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def append(process: subprocess.Popen[str]) -> None:
    """Have an event appended, and wait until that is acknowledged."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    assert process.stdout.readline().strip().isdigit()


def locks_of(process: subprocess.Popen[str], file: Path) -> list[str]:
    """The locks on a file that the system lists for a process."""
    inode = file.stat().st_ino
    listed = (line.split() for line in Path("/proc/locks").read_text().splitlines())
    return [
        fields[1]
        for fields in listed
        if int(fields[4]) == process.pid and int(fields[5].rpartition(":")[2]) == inode
    ]


@pytest.mark.parametrize("mode", ["rw", "ro"])
def test_a_client_that_opens_and_closes_the_file_takes_nothing_with_it(
    path: Path, mode: str
) -> None:
    """SQLite removes the log beside a file when the last client closes it, unless one is locked."""
    with writer(path) as process:
        for number in range(5):
            append(process)
            db = sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True)
            with closing(db):
                assert db.execute("SELECT count(*) FROM events").fetchone() == (number + 1,)
    with closing(SqliteJournal(path, writing=False)) as journal:
        assert minutes_of(journal, "table/1") == [0, 1, 2, 3, 4]


@ON_LINUX
def test_the_system_lists_the_lock_of_whoever_has_the_file_open(path: Path) -> None:
    with writer(path) as process:
        append(process)
        assert "POSIX" in locks_of(process, path)
        with closing(SqliteJournal(path, writing=False)):
            assert "POSIX" in locks_of(process, path)


@ON_LINUX
def test_readers_in_the_same_process_leave_the_lock_alone(path: Path) -> None:
    """Each close of a file drops all locks of its process, unless SQLite does the closing."""
    with closing(SqliteJournal(path)) as journal:
        journal.append([write("table/1", 0, 1)], cause("a"))
        for writing in (False, True):
            try:
                SqliteJournal(path, writing=writing).close()
            except BeingWrittenError:
                assert writing
        locks = Path("/proc/locks").read_text().splitlines()
        mine = [line for line in locks if f":{path.stat().st_ino} " in line and "POSIX" in line]
        assert mine


@pytest.mark.parametrize("kind", ["symlink", "link", "folder", "rename"])
def test_only_one_process_writes_by_whatever_name(path: Path, tmp_path: Path, kind: str) -> None:
    other = tmp_path / "other.db"
    with writer(path) as process:
        append(process)
        if kind == "symlink":
            other.symlink_to(path)
        elif kind == "link":
            other.hardlink_to(path)
        elif kind == "folder":
            (tmp_path / "elsewhere").symlink_to(tmp_path)
            other = tmp_path / "elsewhere" / path.name
        else:
            path.rename(other)
        if kind != "link":
            with pytest.raises(BeingWrittenError, match="is in use by another process"):
                SqliteJournal(other)
        else:
            with pytest.raises(UnusableStoreError, match="has 2 names"):
                SqliteJournal(other)
        append(process)


def test_a_file_with_two_names_is_not_written_to(path: Path, tmp_path: Path) -> None:
    """Its write-ahead log lies beside one name: whoever opens the other would not see it."""
    with closing(SqliteJournal(path)) as journal:
        journal.append([write("table/1", 0, 1)], cause("a"))
    other = tmp_path / "other.db"
    other.hardlink_to(path)
    for name in (path, other):
        with pytest.raises(UnusableStoreError, match=r"has 2 names.*remove the others"):
            SqliteJournal(name)
    with closing(SqliteJournal(path, writing=False)) as reader:
        assert minutes_of(reader, "table/1") == [1]
    other.unlink()
    SqliteJournal(path).close()


def test_a_writer_that_closes_lets_the_next_one_in(path: Path) -> None:
    """Also where somebody in the same process still reads, so that SQLite keeps the file open."""
    SqliteJournal(path).close()
    with closing(SqliteJournal(path, writing=False)) as reader:
        for number in range(3):
            with closing(SqliteJournal(path)) as journal:
                journal.append([write("table/1", number, number)], cause(str(number)))
        assert minutes_of(reader, "table/1") == [0, 1, 2]
