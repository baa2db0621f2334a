"""Copies of the log: whatever is changed in one is found, by croupier and by the verifier alone."""

import json
import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.record.integrity import proof_verifier
from croupier.record.integrity.checkpoints import BadCheckpointError, Checkpoint, signed_text
from croupier.record.integrity.exports import (
    FORM,
    BadExportError,
    ExportHead,
    WithheldEvent,
    check_export,
    event_lines,
    head_lines,
    is_export,
    peaks_before,
)
from croupier.record.integrity.proofs import TreeHeads
from croupier.record.secrets.keys import public_text
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.record.days import play_day

KEY, OTHER = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
Lines = list[bytes]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> SqliteJournal:
    opened = SqliteJournal(tmp_path_factory.mktemp("day") / "day.db")
    play_day(opened, rounds=2)
    return opened


def note_of(journal: SqliteJournal, key: Ed25519PrivateKey = KEY) -> bytes:
    peaks = journal.peaks
    told = Checkpoint(peaks.size, peaks.head(), datetime.now(UTC), date(2026, 6, 1))
    return signed_text(told, key)


def copy_of(
    journal: SqliteJournal,
    first: int = 1,
    *hidden: int,
    key: Ed25519PrivateKey = KEY,
) -> Lines:
    last = journal.peaks.size
    head = ExportHead(
        croupier_export=FORM,
        first=first,
        last=last,
        peaks=peaks_before(journal, first, TreeHeads()),
        checkpoint=note_of(journal, key).decode(),
        withheld=tuple(WithheldEvent(one, "table/2", "a round in play") for one in hidden),
    )
    leaves = journal.leaves(first - 1)
    return [*head_lines(head, key).splitlines(), *event_lines(leaves, frozenset(hidden), last)]


def findings(path: Path, lines: Lines) -> tuple[str, ...]:
    """What is wrong with a copy; both programs must agree on whether anything is."""
    path.write_bytes(b"".join(line.rstrip(b"\n") + b"\n" for line in lines))
    (path.parent / "house.pem").write_text(public_text(KEY))
    found = check_export(path, KEY.public_key()).findings
    code = proof_verifier.main([str(path), str(path.parent / "house.pem")])
    assert (code == 0) == (not found), found
    return found


@pytest.mark.parametrize("first", [1, 2, 8, 50])
def test_a_copy_leads_to_its_checkpoint_with_what_it_withholds(
    journal: SqliteJournal, first: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = copy_of(journal, first, 60, 61)
    assert findings(tmp_path / "copy.jsonl", lines) == ()
    assert "event 61 of table/2 is withheld: a round in play" in capsys.readouterr().out
    report = check_export(tmp_path / "copy.jsonl", KEY.public_key())
    assert (report.first, report.last) == (first, journal.peaks.size)
    assert [one.position for one in report.withheld] == [60, 61]
    assert report.checkpoints == 1
    unsigned = check_export(tmp_path / "copy.jsonl")
    assert (unsigned.ok, unsigned.checkpoints) == (True, 0)
    assert is_export(tmp_path / "copy.jsonl")
    stored = [leaf.body for leaf in journal.leaves(first - 1)]
    shown = [line.rstrip(b"\n") for line in lines[2:]]
    assert [one for one in shown if b"withheld" not in one] == [
        body for place, body in enumerate(stored, first) if place not in (60, 61)
    ]


def hide(place: int) -> Callable[[Lines], Lines]:
    """Puts the true hash of an event in its place."""

    def change(lines: Lines) -> Lines:
        leaf = proof_verifier.leaf_hash(lines[place + 1].rstrip(b"\n")).hex()
        hidden = json.dumps({"withheld": place, "leaf": leaf}, separators=(",", ":"))
        return [*lines[: place + 1], hidden.encode(), *lines[place + 2 :]]

    return change


def hide_and_say_so(lines: Lines) -> Lines:
    """Hides an event, and names it in the head without the house's signature."""
    head = json.loads(lines[0])
    head["withheld"].insert(0, {"position": 5, "stream": "table/1", "why": "none"})
    return [json.dumps(head, separators=(",", ":")).encode(), *hide(5)(lines)[1:]]


CHANGES: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "an event altered": (
        lambda lines: [*lines[:6], lines[6].replace(b'"at":null', b'"at": null'), *lines[7:]],
        "it is not the log that the checkpoint covers",
    ),
    "an event left out": (lambda lines: [*lines[:6], *lines[7:]], "event 5 is missing"),
    "events swapped": (
        lambda lines: [*lines[:6], lines[7], lines[6], *lines[8:]],
        "event 5 is missing, or not in its place",
    ),
    "the end cut off": (lambda lines: lines[:-3], "it ends after event"),
    "an event repeated at the end": (lambda lines: [*lines, lines[-1]], "lines follow"),
    "an event hidden by its own hash": (
        hide(5),
        "event 5 is withheld, and the head says otherwise",
    ),
    "an event hidden, and named as such": (hide_and_say_so, "the head was not signed"),
    "a withheld hash replaced": (
        lambda lines: [re.sub(rb'"leaf":"..', b'"leaf":"zz', line) for line in lines],
        "the line of event 60 holds no hash of it",
    ),
    "another hash in place of a withheld one": (
        lambda lines: [re.sub(rb'"leaf":"[^"]*', b'"leaf":"' + b"ab" * 32, one) for one in lines],
        "it is not the log that the checkpoint covers",
    ),
    "the signature gone": (lambda lines: [lines[0], b"{}", *lines[2:]], "was not signed"),
}


@pytest.mark.parametrize(("change", "said"), CHANGES.values(), ids=CHANGES.keys())
def test_whatever_is_changed_in_a_copy_is_found(
    journal: SqliteJournal, tmp_path: Path, change: Callable[[Lines], Lines], said: str
) -> None:
    lines = [line.rstrip(b"\n") for line in copy_of(journal, 1, 60)]
    assert findings(tmp_path / "copy.jsonl", lines) == ()
    assert any(said in one for one in findings(tmp_path / "copy.jsonl", change(lines)))


def test_a_copy_of_another_house_or_another_log_is_not_taken(
    journal: SqliteJournal, tmp_path: Path
) -> None:
    path = tmp_path / "copy.jsonl"
    path.write_bytes(b"\n".join(line.rstrip(b"\n") for line in copy_of(journal, key=OTHER)))
    with pytest.raises(BadCheckpointError, match="this key did not sign"):
        check_export(path, KEY.public_key())
    lines = [line.rstrip(b"\n") for line in copy_of(journal)]
    path.write_bytes(b"\n".join(lines))
    past = Checkpoint(7, bytes(32), datetime.now(UTC), date(2026, 6, 1))
    (found,) = check_export(path, KEY.public_key(), held=[signed_text(past, KEY)]).findings
    assert found == "up to event 7 it is not the log that the checkpoint covers"
    with pytest.raises(BadCheckpointError, match="without a key"):
        check_export(path, held=[signed_text(past, KEY)])


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b'{"croupier-export":2,"first":1,"last":1,"peaks":[],"checkpoint":"","withheld":[]}',
    ],
)
def test_what_is_no_copy_gets_one_sentence(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "copy.jsonl"
    path.write_bytes(line + b"\n")
    with pytest.raises(BadExportError):
        check_export(path)
    assert not is_export(tmp_path / "none.jsonl")
