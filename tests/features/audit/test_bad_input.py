"""Records that cannot be used: one sentence, exit 2, and nothing was created or changed."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from croupier.cli.main import run
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.features.audit.test_audit import complaint, told
from tests.record.days import play_day

NOBODY = 65534
"""Somebody without rights: whoever runs the tests may have all of them."""


@pytest.fixture
def day(tmp_path: Path) -> Path:
    path = tmp_path / "records" / "day.db"
    path.parent.mkdir()
    journal = SqliteJournal(path)
    play_day(journal, rounds=2)
    journal.close()
    (path.parent / "day.db-writer").unlink()
    return path


def no_database(day: Path) -> None:
    day.write_text("not a database\n" * 500, encoding="utf-8")


def another_applications(day: Path) -> None:
    day.unlink()
    db = sqlite3.connect(day)
    db.execute("CREATE TABLE birds (name TEXT)")
    db.commit()
    db.close()


def copied_in_part(day: Path) -> None:
    day.write_bytes(day.read_bytes()[:30_000])


def cut_in_its_first_page(day: Path) -> None:
    day.write_bytes(day.read_bytes()[:700])


def zeros_amid_it(day: Path) -> None:
    data = day.read_bytes()
    day.write_bytes(data[:16_384] + bytes(32_768) + data[49_152:])


def a_folder(day: Path) -> None:
    day.unlink()
    day.mkdir()


def of_a_newer_croupier(day: Path) -> None:
    db = sqlite3.connect(day)
    db.execute("PRAGMA user_version = 99")
    db.close()


def not_there(day: Path) -> None:
    day.unlink()


UNFIT: list[Callable[[Path], None]] = [
    no_database,
    another_applications,
    copied_in_part,
    cut_in_its_first_page,
    a_folder,
    of_a_newer_croupier,
    not_there,
]
COMMANDS = (
    ("audit", "verify"),
    ("audit", "balance"),
    ("audit", "rounds"),
    ("audit", "replay"),
    ("audit", "export"),
    ("audit", "snapshots"),
    ("audit", "snapshots", "--drop"),
    ("audit", "day", "--zone", "Australia/Sydney"),
    ("audit", "checkpoint", "--key", "signing.pem"),
)


def everything(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("unfit", UNFIT, ids=lambda one: one.__name__)
def test_a_file_that_is_no_record(
    unfit: Callable[[Path], None],
    day: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(day.parent)
    unfit(day)
    before = everything(day.parent)
    for command, *options in COMMANDS:
        name, *rest = options
        code = run([command, name, str(day), *rest])
        said = capsys.readouterr()
        assert code == 2, (name, said)
        assert said.err.count("\n") == 1
        assert said.err.startswith("croupier: ")
    playing = ("play", "star-blackjack", "--record", day)
    if unfit is not not_there:
        complaint(capsys, *playing)
        complaint(capsys, *playing, "--resume")
        complaint(capsys, "audit", "prepare", day)
    assert "no record at" in complaint(
        capsys, "play", "star-blackjack", "--record", day.parent / "none.db", "--resume"
    )
    assert everything(day.parent) == before


def test_a_file_that_is_damaged_amid_it(day: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever looks at what is whole gets an answer; at the rest, a sentence."""
    zeros_amid_it(day)
    codes = set()
    for command, name, *rest in COMMANDS:
        codes.add(run([command, name, str(day), *rest]))
        assert capsys.readouterr().err.count("\n") <= 1
    assert 2 in codes
    assert codes <= {0, 1, 2}


def test_a_wrong_address(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = ("--key", tmp_path / "signing.pem")
    for address, why in (
        ("mysql://floor.example/croupier", "a record cannot be at a mysql:// address"),
        ("postgresql://ann:secret@127.0.0.1:1/none", "the record cannot be opened"),
        ("postgresql://127.0.0.1:port/none", "the record cannot be opened"),
    ):
        for command in (("verify",), ("checkpoint", *key), ("prepare",)):
            said = complaint(capsys, "audit", command[0], address, *command[1:])
            assert "secret" not in said
            assert why in said or "no record can be created there" in said
        assert "needs a file" in complaint(capsys, "play", "star-blackjack", "--record", address)
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_key(day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = tmp_path / "wrong.pem"
    wrong.write_text("no key\n", encoding="utf-8")
    wrong.chmod(0o600)
    before = everything(tmp_path)
    sign = ("audit", "checkpoint", day, "--leaves", tmp_path / "leaves", "--key")
    assert "holds no private key" in complaint(capsys, *sign, wrong)
    assert "there is no folder" in complaint(capsys, *sign, tmp_path / "none" / "key.pem")
    assert "holds no public key" in complaint(capsys, "audit", "verify", day, "--key", wrong)
    wrong.chmod(0o644)
    assert "others can read the key" in complaint(capsys, *sign, wrong)
    assert "is not a list of hashes" in complaint(capsys, "audit", "verify", day, "--leaves", wrong)
    after = {name: data for name, data in everything(tmp_path).items() if name in before}
    assert after == before
    assert not (tmp_path / "leaves").exists()


@contextmanager
def without_rights() -> Iterator[None]:
    """Be somebody who has no rights beyond those that files give to everybody."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def reachable(day: Path) -> Iterator[Path]:
    """A record whose folders everybody may enter; the commands are loaded already."""
    for folder in day.parents:
        if folder.stat().st_mode & 0o055 != 0o055:
            folder.chmod(folder.stat().st_mode | 0o055)
    for command in (("audit", "verify", day), ("audit", "prepare", day.parent / "none" / "x.db")):
        run([str(one) for one in command])
    play = ("play", "star-blackjack", "--record", day, "--resume")
    run([str(one) for one in play])
    (day.parent / "day.db-writer").unlink()
    for left in day.parent.glob("day.db-*"):
        left.unlink()
    yield day
    day.parent.chmod(0o755)


def test_a_disk_that_is_only_read(reachable: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = everything(reachable.parent)
    reachable.parent.chmod(0o555)
    capsys.readouterr()
    new = reachable.parent / "new.db"
    with without_rights():
        assert "nothing wrong was found" in told(capsys, "audit", "verify", reachable)
        for command in (
            ("play", "star-blackjack", "--record", reachable, "--resume"),
            ("play", "star-blackjack", "--record", new),
            ("audit", "day", reachable, "--zone", "Australia/Sydney"),
            ("audit", "prepare", new),
        ):
            assert "cannot be written" in complaint(capsys, *command)
    assert everything(reachable.parent) == before


def test_a_file_without_rights(reachable: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reachable.chmod(0o600)
    capsys.readouterr()
    if os.geteuid() != 0:
        reachable.chmod(0o000)
    with without_rights():
        assert "Permission denied" in complaint(capsys, "audit", "verify", reachable)
        play = ("play", "star-blackjack", "--record", reachable, "--resume")
        assert "Permission denied" in complaint(capsys, *play)


def test_a_server_without_rights(postgres_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "audit prepare" in complaint(capsys, "audit", "verify", postgres_url)
    assert told(capsys, "audit", "prepare", postgres_url) == "the record is ready\n"
    with psycopg.connect(postgres_url, autocommit=True) as db:
        db.execute("DROP ROLE IF EXISTS visitor")
        db.execute("CREATE ROLE visitor LOGIN")
    visitor = postgres_url.replace("postgres:", "visitor:").replace("postgres@", "visitor@")
    assert visitor != postgres_url
    for command in (("verify",), ("day", "--zone", "Australia/Sydney"), ("prepare",)):
        said = complaint(capsys, "audit", command[0], visitor, *command[1:])
        assert "permission denied" in said
    assert "nothing is wrong" in told(capsys, "audit", "verify", postgres_url)
    assert "nothing is wrong" in told(capsys, "audit", "balance", postgres_url)


def test_a_copy_of_a_record_is_a_record(
    day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = shutil.copy(day, tmp_path / "copy.db")
    assert told(capsys, "audit", "verify", copy) == told(capsys, "audit", "verify", day)
