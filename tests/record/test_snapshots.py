"""Snapshots are a cache: with them a stream is ready sooner, and nothing else is different."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bench.log import evening
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.command_text import to_command
from croupier.floor.floor import Floor
from croupier.games.blackjack.state import History
from croupier.games.engine import due, fold, handle
from croupier.games.table.rounds import RoundEnded
from croupier.games.table.state import Table
from croupier.messages import Command, Event
from croupier.record import snapshots
from croupier.record.integrity.verification import verify
from croupier.record.journal import MemoryJournal, StreamWrite
from croupier.record.snapshots import (
    EVERY,
    FORM,
    SnapshotKeeper,
    _from_snapshot,
    code_version,
    recover,
    seal_state,
)
from croupier.record.stores.base import Snapshot, Store
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.scenarios.files import Scenario, ScenarioHouse
from croupier.scenarios.refusals import OF_A_REFUSAL
from croupier.streams import TABLE
from tests.record.contract import cause
from tests.record.days import play_day
from tests.record.test_recorded_scenarios import GROUPS, played, scenarios

KINDS = ("sqlite", "postgresql")


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "postgresql":
        yield request.getfixturevalue("postgres_journal")
        return
    journal = SqliteJournal(tmp_path / "evening.db")
    yield journal
    journal.close()


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot after every seven events, not after a thousand."""
    monkeypatch.setattr(SnapshotKeeper.__init__, "__kwdefaults__", {"every": 7})


class Shelved(MemoryJournal):
    """A journal in memory with a shelf: every state goes through a snapshot."""

    def __init__(self, envelopes: Any) -> None:
        super().__init__(envelopes)
        self.shelf: dict[str, Snapshot] = {}

    def snapshot(self, stream: str) -> Snapshot | None:
        return self.shelf.get(stream)

    def keep_snapshot(self, stream: str, version: int, code: str, state: bytes) -> None:
        self.shelf[stream] = Snapshot(stream, version, b"", code, state)

    def drop_snapshots(self) -> int:
        dropped, self.shelf = len(self.shelf), {}
        return dropped


@pytest.mark.usefixtures("often")
def test_a_house_is_restored_from_snapshots_and_what_came_after(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = play_day(store, rounds=8)
    streams = [*store.streams()]
    assert streams == ["table/1", "table/2", "pool/grand"]
    read: list[tuple[str, int]] = []
    reading = type(store).read_stream

    def watched(self: Any, stream: str, after: int = 0) -> Any:
        read.append((stream, after))
        return reading(self, stream, after)

    monkeypatch.setattr(type(store), "read_stream", watched)
    restored = Floor.from_journal(store, lambda name: house.tables[name].cards)
    assert all(after > 0 for _, after in read)
    assert {stream for stream, _ in read} == set(streams)
    same(restored, house)
    assert store.drop_snapshots() == len(streams)
    same(Floor.from_journal(store, lambda name: house.tables[name].cards), house)
    assert read[-3:] == [(stream, 0) for stream in streams]
    assert verify(store).ok


def long_day(path: Path, lengths: dict[str, int]) -> None:
    """Write tables of so many events and more, with snapshots on the way, faster than by play."""
    opening, *again = evening()
    journal = SqliteJournal(path)
    for stream, length in lengths.items():
        keeper = SnapshotKeeper(journal)
        state, version = fold([opening]), 1
        journal.append([StreamWrite(stream, 0, (opening,))], cause(f"{stream} 0"))
        while version < length:
            events = whole_rounds(again, length - version)
            state = fold(events, *state)
            journal.append([StreamWrite(stream, version, events)], cause(f"{stream} {version}"))
            version += len(events)
            keeper.save(stream, version, state)
        extra = whole_rounds(again, EVERY)
        journal.append([StreamWrite(stream, version, extra)], cause(f"{stream} {version}"))
    journal.close()


def whole_rounds(events: list[Event], about: int) -> tuple[Event, ...]:
    """The first events, about so many, up to the end of a round."""
    ends = [place for place, event in enumerate(events, 1) if isinstance(event, RoundEnded)]
    return tuple(events[: next((end for end in ends if end >= about), ends[-1])])


def same(one: Floor, other: Floor) -> None:
    for name, running in other.tables.items():
        assert one.tables[name].table == running.table
        assert one.tables[name].history == running.history
        assert one.tables[name].due == running.due
    assert one.pools == other.pools
    assert one.accounts == other.accounts


@pytest.mark.usefixtures("often")
def test_snapshots_that_do_not_fit_are_left_aside(store: Store) -> None:
    play_day(store, rounds=2)
    folded = fold(one.event for one in store.read_stream("table/1"))
    kept = store.snapshot("table/1")
    assert kept is not None
    wrong = seal_state(b'{"not": "a table"}')
    damaged = kept.state[:-1] + b" "
    for code, state in ((code_version(), wrong), (code_version(), damaged), ("older", kept.state)):
        store.keep_snapshot("table/1", kept.version, code, state)
        assert store.snapshot("table/1") is not None
        assert _from_snapshot(store, "table/1", TABLE) == (None, 0)
        assert recover(store, "table/1").state == folded
    store.keep_snapshot("table/1", 10_000, code_version(), kept.state)
    at = store.snapshot("table/1")
    assert at is not None
    assert at.version == kept.version, "there is no event that it could stand after"


@pytest.mark.usefixtures("often")
def test_a_snapshot_of_another_log_is_no_snapshot(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "evening.db")
    play_day(journal, rounds=2)
    assert journal.snapshot("table/1") is not None
    journal._db.execute("UPDATE snapshots SET leaf = zeroblob(32)")
    assert journal.snapshot("table/1") is None
    journal.close()


LONG, FLOOR = 1_000_000, 200


@pytest.mark.slow
def test_a_long_table_and_a_whole_floor_are_recovered(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    long_day(path, {"table/long": LONG, **{f"table/{n}": 4_000 for n in range(1, FLOOR + 1)}})
    journal = SqliteJournal(path)
    state, version = recover(journal, "table/long")
    assert version >= LONG
    house = Floor.from_journal(journal, lambda _: SoftwareShoe(random_source(1)))
    assert len(house.tables) == FLOOR + 1
    journal.drop_snapshots()
    assert recover(journal, "table/long").state == state
    journal.close()


def test_code_that_changes_makes_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    name = code_version()
    assert len(name) == 64
    code_version.cache_clear()
    assert code_version() == name
    monkeypatch.setattr(snapshots, "FORM", FORM + 1)
    code_version.cache_clear()
    assert code_version() != name
    code_version.cache_clear()


@pytest.mark.parametrize("group", range(GROUPS))
def test_a_restored_table_answers_every_command_as_the_folded_one(group: int) -> None:
    """At every event of every scenario: a snapshot there, what came after, and all its commands."""
    for file, scenario in scenarios(group):
        stage = played(scenario, ScenarioHouse)
        if stage is None:
            continue
        commands = commands_of(scenario)
        journal = Shelved(stage.journal.order)
        for name, running in stage.house.tables.items():
            stream = f"table/{name}"
            events = stage.journal.events(stream)
            folded, remembered = fold(events)
            for length, known in growing(events):
                SnapshotKeeper(journal).save(stream, length, known)
                state, version = recover(journal, stream)
                assert (state, version) == ((folded, remembered), len(events)), file
            table, history = state
            assert due(running.law, table) == due(running.law, folded)
            for command in commands:
                answer = handle(running.law, table, command, history)
                assert answer == handle(running.law, folded, command, remembered), file


def growing(events: Sequence[Event]) -> Iterator[tuple[int, tuple[Table, History[Event]]]]:
    """A table at some fifteen of its events, the first and last included, each with its number."""
    count = len(events)
    known, known_at = fold(events[:1]), 1
    for length in sorted({1, count, *range(1, count + 1, max(1, count // 15))}):
        known, known_at = fold(events[known_at:length], *known), length
        yield length, known


def commands_of(scenario: Scenario) -> list[Command]:
    """Every command that a scenario gives, at whichever table."""
    found = []
    for step in scenario.steps:
        plain = {key: value for key, value in step.items() if key not in (*OF_A_REFUSAL, "table")}
        if "do" in plain:
            found.append(to_command(plain))
    return found
