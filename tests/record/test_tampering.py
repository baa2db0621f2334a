"""Nobody alters the log unseen: on a day of some three hundred events, whatever can be changed.

Each byte of every column of events and checkpoints, every removal, swap and repetition of an event,
and every truncation below a checkpoint that somebody holds.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.record.integrity.verification import LogReading, Verdict, verify
from croupier.record.stores.base import Leaf
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.record.days import play_day
from tests.record.test_verification import PUBLIC, looked_at, note

ROUNDS = 6
BYTES_OF_A_NUMBER = 8


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a day, with three checkpoints."""
    path = tmp_path_factory.mktemp("day") / "day.db"
    journal = SqliteJournal(path)
    play_day(journal, rounds=ROUNDS)
    day = list(journal.leaves())
    for size in (len(day) // 3, len(day) // 2, len(day)):
        journal.keep_checkpoint(*note(day, size))
    journal.close()
    return path


@pytest.fixture(scope="module")
def day(path: Path) -> list[Leaf]:
    journal = SqliteJournal(path, writing=False)
    leaves = list(journal.leaves())
    journal.close()
    return leaves


def changed_bytes(data: bytes) -> Iterator[bytes]:
    """The same bytes with each of them changed in turn."""
    for at in range(len(data)):
        yield data[:at] + bytes([data[at] ^ 0x01]) + data[at + 1 :]


def changed_numbers(number: int) -> Iterator[int]:
    for data in changed_bytes(number.to_bytes(BYTES_OF_A_NUMBER, signed=True)):
        yield int.from_bytes(data, signed=True)


def altered(leaf: Leaf) -> Iterator[Leaf]:
    """An event with every byte of every column changed in turn."""
    for position in changed_numbers(leaf.position):
        yield leaf._replace(position=position)
    for stream in changed_bytes(leaf.stream.encode()):
        yield leaf._replace(stream=stream.decode())
    for version in changed_numbers(leaf.version):
        yield leaf._replace(version=version)
    for body in changed_bytes(leaf.body):
        yield leaf._replace(body=body)
    for digest in changed_bytes(leaf.leaf):
        yield leaf._replace(leaf=digest)


def test_the_day_is_long_enough(path: Path, day: list[Leaf]) -> None:
    assert 250 <= len(day) <= 350
    assert verdict_on(path).ok
    assert verdict_on(path).checkpoints == 3


def verdict_on(path: Path) -> Verdict:
    journal = SqliteJournal(path, writing=False)
    verdict = verify(journal, PUBLIC)
    journal.close()
    return verdict


def test_every_changed_byte_of_every_column_of_an_event_is_named(day: list[Leaf]) -> None:
    """What was read before an event is the same whatever was changed in it, and is kept."""
    reading = LogReading((), ())
    tried = 0
    for place, leaf in enumerate(day, 1):
        for other in altered(leaf):
            looking = reading.copy()
            looking.see(other)
            assert looking.findings[0].event == place, other
            tried += 1
        reading.see(leaf)
        assert not reading.findings
    assert tried > 300 * len(day), "a body alone has some three hundred bytes"


def test_a_byte_that_makes_no_text_is_named_as_well(day: list[Leaf]) -> None:
    reading = LogReading((), ())
    leaf = day[0]
    for at in range(len(leaf.body)):
        looking = reading.copy()
        body = leaf.body[:at] + bytes([leaf.body[at] ^ 0x80]) + leaf.body[at + 1 :]
        looking.see(leaf._replace(body=body))
        assert looking.findings[0].event == 1


def test_what_is_changed_in_the_file_is_found(path: Path, day: list[Leaf], tmp_path: Path) -> None:
    """One byte of each column, changed where it lies, of every tenth event."""
    copy = tmp_path / "copy.db"
    copy.write_bytes(path.read_bytes())
    db = sqlite3.connect(copy, isolation_level=None)
    db.executescript("DROP TRIGGER events_stay; DROP TRIGGER events_are_kept;")
    for leaf in day[::10]:
        for column, value, before in (
            ("position", -leaf.position, leaf.position),
            ("stream", leaf.stream + "x", leaf.stream),
            ("version", leaf.version + 1000, leaf.version),
            ("body", next(changed_bytes(leaf.body)), leaf.body),
            ("leaf", next(changed_bytes(leaf.leaf)), leaf.leaf),
        ):
            where = value if column == "position" else leaf.position
            db.execute(f"UPDATE events SET {column} = ? WHERE position = ?", (value, leaf.position))
            finding = verdict_on(copy).findings[0]
            assert finding.event in (1, leaf.position), (leaf.position, column)
            db.execute(f"UPDATE events SET {column} = ? WHERE position = ?", (before, where))
    assert [one.what for one in verdict_on(copy).findings] == [
        "the trigger events_stay is missing",
        "the trigger events_are_kept is missing",
    ]
    db.close()


def test_every_changed_byte_of_every_column_of_a_checkpoint_is_found(
    path: Path, day: list[Leaf]
) -> None:
    journal = SqliteJournal(path, writing=False)
    notes = journal.checkpoints()
    journal.close()
    for place, (size, text) in enumerate(notes):
        others = [*notes[:place], *notes[place + 1 :]]
        for other in changed_bytes(text):
            assert not looked_at(day, [*others, (size, other)]).ok
        for number in changed_numbers(size):
            assert not looked_at(day, [*others, (number, text)]).ok


def test_every_removal_and_repetition_of_an_event_is_named(day: list[Leaf]) -> None:
    for place in range(len(day)):
        without = [*day[:place], *day[place + 1 :]]
        if place + 1 < len(day):
            assert looked_at(without).findings[0].event == place + 1
        else:
            assert looked_at(without, held=[note(day, len(day))[1]]).findings
        twice = [*day[: place + 1], *day[place:]]
        assert looked_at(twice).findings[0].event == place + 2


def test_every_swap_of_two_events_is_named(day: list[Leaf]) -> None:
    """The first of the two places tells already, whatever comes after it."""
    reading = LogReading((), ())
    for place, leaf in enumerate(day, 1):
        for other in day[place:]:
            looking = reading.copy()
            looking.see(other)
            assert looking.findings[0].event == place
        reading.see(leaf)


def test_every_truncation_below_a_held_checkpoint_is_found(day: list[Leaf]) -> None:
    held = [note(day, len(day))[1]]
    for size in range(len(day)):
        (finding,) = looked_at(day[:size], held=held).findings
        assert "cut off" in finding.what
        assert (finding.after, finding.before) == (size, len(day))
    assert looked_at(day, held=held).ok
