"""Closed days as files: whole, always the same, and held against what was signed."""

import gzip
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.cli.main import run
from croupier.record.integrity.archives import BadArchiveError, archive, check_archive, day_files
from croupier.record.integrity.checkpoints import Checkpoint, signed_text
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.record.days import play_day

KEY = Ed25519PrivateKey.generate()
TOMORROW = datetime.now(UTC) + timedelta(days=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A record of one day, with a checkpoint over all of it."""
    path = tmp_path / "day.db"
    journal = SqliteJournal(path)
    play_day(journal, rounds=2)
    peaks = journal.peaks
    now = datetime.now(UTC)
    note = signed_text(Checkpoint(peaks.size, peaks.head(), now, now.date()), KEY)
    journal.keep_checkpoint(peaks.size, note)
    journal.close()
    return path


def archived(path: Path, folder: Path, now: datetime = TOMORROW) -> list[Path]:
    journal = SqliteJournal(path)
    try:
        return [one.path for one in archive(journal, folder, now)]
    finally:
        journal.close()


def test_a_day_that_is_over_is_a_file_and_one_that_is_not_is_none(
    path: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "days"
    assert archived(path, folder, datetime.now(UTC) - timedelta(days=1)) == []
    made = archived(path, folder)
    assert made, "a gaming day may have changed while the record was written"
    assert archived(path, folder) == [], "what is there stays"
    assert all(one.stat().st_mode & 0o077 == 0 for one in made)
    journal = SqliteJournal(path)
    stored = b"".join(leaf.body + b"\n" for leaf in journal.leaves())
    journal.close()
    assert b"".join(gzip.decompress(one.read_bytes()) for one in made) == stored
    again = tmp_path / "again"
    assert [one.read_bytes() for one in archived(path, again)] == [one.read_bytes() for one in made]


def test_a_folder_is_held_against_what_was_signed(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "days"
    made = archived(path, folder)
    report = check_archive(folder, KEY.public_key())
    assert (report.days, report.checkpoints) == (len(made), 1)
    assert report.events == day_files(folder)[-1].last
    body = gzip.decompress(made[-1].read_bytes())
    made[-1].write_bytes(gzip.compress(body.replace(b"bob", b"bab")))
    with pytest.raises(BadArchiveError, match="not what was signed"):
        check_archive(folder, KEY.public_key())
    made[-1].write_bytes(gzip.compress(body[: body.rindex(b"\n", 0, -1) + 1]))
    with pytest.raises(BadArchiveError, match="alone"):
        check_archive(folder)
    made[-1].write_bytes(b"nothing")
    with pytest.raises(BadArchiveError, match="cannot be read"):
        check_archive(folder)


def test_a_day_that_is_missing_is_noticed(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "days"
    first = archived(path, folder)[0]
    events = day_files(folder)[0]
    first.rename(folder / f"{events.day}.5-{events.last}.jsonl.gz")
    with pytest.raises(BadArchiveError, match="event 1 is missing"):
        check_archive(folder)


def test_the_command_writes_and_checks(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "days"
    assert run(["audit", "archive", str(folder)]) == 2
    assert "there is no folder" in capsys.readouterr().err
    archived(path, folder)
    assert run(["audit", "archive", str(folder), str(path)]) == 0
    assert "without a gap" in capsys.readouterr().out
    assert run(["audit", "archive", str(folder), "--json"]) == 0
    assert '"events"' in capsys.readouterr().out
