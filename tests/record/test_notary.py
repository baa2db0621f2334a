"""Checkpoints are signed as the log grows, and their copies lie where somebody can take them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.house.gaming_days import GamingDaySet
from croupier.record.clock import Clock
from croupier.record.integrity.checkpoints import CheckpointSigner, verify_checkpoint
from croupier.record.integrity.verification import verify
from croupier.record.journal import StreamWrite
from croupier.record.stores.base import Store
from croupier.record.stores.postgres.journal import PostgresJournal
from croupier.record.stores.postgres.schema import prepare
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.streams import SETTINGS
from tests.record.contract import append, cause, write

KEY = Ed25519PrivateKey.generate()


def told(store: Store) -> list[tuple[int, str]]:
    """How many events each checkpoint tells of, and of which gaming day."""
    return [
        (size, verify_checkpoint(note, KEY.public_key()).day.isoformat())
        for size, note in store.checkpoints()
    ]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_checkpoint_is_signed_after_so_many_events(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    signer = CheckpointSigner(KEY, every=10, folder=tmp_path)
    store: Store
    if kind == "sqlite":
        store = SqliteJournal(tmp_path / "evening.db", signer=signer)
    else:
        url = request.getfixturevalue("postgres_url")
        prepare(url)
        store = PostgresJournal(url, signer=signer)
    for number in range(8):
        group = [append(10 * number + n, write(f"table/{n}", 2 * number, 1, 2)) for n in (1, 2)]
        store.append_group(group)
    assert [size for size, _ in told(store)] == [12, 20, 32]
    files = sorted(tmp_path.glob("checkpoint-*.txt"))
    assert [file.read_bytes() for file in files] == [note for _, note in store.checkpoints()]
    verdict = verify(store, KEY.public_key())
    assert (verdict.ok, verdict.checkpoints) == (True, 3)
    store.close()


def test_a_checkpoint_is_signed_as_a_gaming_day_ends(tmp_path: Path) -> None:
    start = datetime(2026, 6, 1, 12, tzinfo=UTC)
    now = [start]

    def elapsed() -> float:
        return (now[0] - start).total_seconds()

    clock = Clock(wall=lambda: now[0], elapsed=elapsed)
    journal = SqliteJournal(tmp_path / "evening.db", clock=clock, signer=CheckpointSigner(KEY))
    sydney = GamingDaySet("Australia/Sydney")
    journal.append([StreamWrite(SETTINGS, 0, (sydney,))], cause("set"))
    for number in range(20):
        now[0] += timedelta(hours=3)
        journal.append([write("table/1", number, number)], cause(str(number)))
    days = [(size, day) for size, day in told(journal)]
    assert days == [(3, "2026-06-01"), (11, "2026-06-02"), (19, "2026-06-03")]
    before, after = list(journal.read_all())[2:4]
    assert before.recorded is not None
    assert after.recorded is not None
    assert sydney.day_of(before.recorded) < sydney.day_of(after.recorded)
    assert verify(journal, KEY.public_key()).ok
    journal.close()


def test_a_folder_that_is_gone_stops_nothing_and_gets_its_copies_later(tmp_path: Path) -> None:
    folder = tmp_path / "inspector"
    journal = SqliteJournal(
        tmp_path / "evening.db", signer=CheckpointSigner(KEY, every=2, folder=folder)
    )
    for number in range(4):
        journal.append([write("table/1", number, number)], cause(str(number)))
    assert len(journal.checkpoints()) == 2
    folder.mkdir()
    for number in range(4, 6):
        journal.append([write("table/1", number, number)], cause(str(number)))
    assert len(list(folder.iterdir())) == len(journal.checkpoints()) == 3
    journal.close()
