"""What was recorded once stays readable: kept days, kept forms, and events of older versions."""

from pathlib import Path

import pytest

from croupier.kit.merkle import Peaks, leaf_hash
from croupier.record import codec
from croupier.record.codec import (
    UPCASTERS,
    UnreadableLogError,
    WrittenEvent,
    decode_envelope,
    decode_event,
    encode,
)
from croupier.record.integrity.verification import verify_log
from croupier.record.journal import MemoryJournal
from croupier.record.stores.base import Leaf
from tests.record.contract import cause, event, places, write
from tests.record.event_forms import Forms, forms_now, kept_forms
from tests.record.kept_days import KEPT, KeptDay, come_to, kept_days
from tests.record.test_verification import Altered

WITHIN_UPCAST = {"(Choices)"}
"""What has changed within events that upcasters read."""
VERSIONS = sorted(folder for folder in KEPT.iterdir() if folder.is_dir())


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_every_kept_day_loads_and_comes_to_what_it_came_to(folder: Path) -> None:
    days = list(kept_days(folder))
    kinds = {stream.partition("/")[0] for day in days for stream in day.expected.streams}
    assert kinds >= {"table", "pool", "account", "tournament", "promotion"}
    for day in days:
        assert come_to(day.expected.name, day.lines) == day.expected


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_kept_days_hold_every_kind_of_event_that_they_could(folder: Path) -> None:
    told = {
        decode_envelope(line).event.__struct_config__.tag
        for day in kept_days(folder)
        for line in day.lines
    }
    assert len(told) > 120


def test_no_form_that_was_kept_has_changed() -> None:
    """What was required may be left out by now, and what is new may be left out."""
    now = forms_now()
    assert changed(kept_forms(), now) == []
    assert sorted(set(now) - set(kept_forms())) == [], (
        "keep the forms of new events: python -m tests.record.event_forms"
    )


def changed(kept: Forms, now: Forms) -> list[str]:
    """The events that old logs could not be read with, and that no upcaster reads."""
    found = []
    for tag, fields in kept.items():
        if tag in UPCASTERS or tag in WITHIN_UPCAST:
            continue
        today = now.get(tag, {})
        same = all(today.get(name, {}).get("form") == one["form"] for name, one in fields.items())
        added = [name for name, one in today.items() if name not in fields and one["required"]]
        if not same or added or tag not in now:
            found.append(tag)
    return found


def test_a_changed_form_is_noticed() -> None:
    kept, now = kept_forms(), forms_now()
    field = now["card-dealt"].pop("card")
    assert changed(kept, now) == ["card-dealt"]
    now["card-dealt"] |= {"card": field, "speed": {"form": {"type": "integer"}, "required": True}}
    assert changed(kept, now) == ["card-dealt"]
    now["card-dealt"]["speed"]["required"] = False
    assert changed(kept, now) == []
    del now["clock-moved"]
    assert changed(kept, now) == ["clock-moved"]


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two older versions of an event: the first told minutes, the second called a time `when`."""

    def from_minutes(form: WrittenEvent) -> WrittenEvent:
        return {"event": "clock-moved/0", "when": f"2026-06-01T12:{form['minute']:02}:00Z"}

    def from_when(form: WrittenEvent) -> WrittenEvent:
        return {"event": "clock-moved", "at": form["when"]}

    steps = {"clock-shoved": from_minutes, "clock-moved/0": from_when}
    monkeypatch.setattr(codec, "UPCASTERS", {})
    for tag, step in steps.items():
        monkeypatch.setitem(codec.UPCASTERS, tag, step)


@pytest.mark.usefixtures("older")
def test_an_event_of_an_older_version_is_read_as_one_of_today() -> None:
    assert decode_event(b'{"event": "clock-shoved", "minute": 7}') == event(7)
    assert decode_event(b'{"event": "clock-moved/0", "when": "2026-06-01T12:09:00Z"}') == event(9)
    with pytest.raises(UnreadableLogError):
        decode_event(b'{"event": "clock-pushed", "minute": 7}')


@pytest.mark.usefixtures("older")
def test_no_upcaster_changes_a_hash() -> None:
    journal = MemoryJournal()
    journal.append([write("table/1", 0, 3)], cause("a"))
    new = encode(next(iter(journal.read_all())))
    old = new.replace(
        b'"event":"clock-moved","at":"2026-06-01T12:03:00Z"', b'"event":"clock-shoved","minute":3'
    )
    assert old != new
    assert decode_envelope(old) == decode_envelope(new)
    leaf = Leaf(1, "table/1", 1, old, leaf_hash(old))
    peaks = Peaks()
    peaks.add(leaf_hash(old))
    verdict = verify_log(Altered([leaf]))
    assert verdict.ok
    assert verdict.head == peaks.head()
    assert list(places(MemoryJournal([decode_envelope(old)]))) == [(1, "table/1", 1)]


def test_days_are_told_apart_by_their_bytes() -> None:
    day = next(iter(kept_days(VERSIONS[0])))
    other = KeptDay((*day.lines[:-1], day.lines[-1].replace(b"}", b" }", 1)), day.expected)
    assert come_to(day.expected.name, other.lines).head != day.expected.head
