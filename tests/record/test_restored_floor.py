"""Tournaments and promotions are streams as tables are: stored, verified, restored."""

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

import pytest

from croupier.features.promotions.runner import RunningPromotion
from croupier.features.tournaments.rules.decisions import evolve as evolve_tournament
from croupier.features.tournaments.runner import fold_tournament
from croupier.record.codec import decode_envelope
from croupier.record.envelopes import Cause, Envelope
from croupier.record.integrity.verification import verify, wrong_balances
from croupier.record.journal import MemoryJournal, StreamWrite
from croupier.record.secrets.keys import MasterKey
from croupier.record.secrets.personal_data import PERSONAL
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import law_of
from tests.record.kept_days import kept_days
from tests.record.test_versions import VERSIONS

MASTER = MasterKey(bytes(range(32)))


def days(kind: str) -> list[list[Envelope]]:
    """The kept days that hold a stream of a kind."""
    return [
        [decode_envelope(line) for line in day.lines]
        for folder in VERSIONS
        for day in kept_days(folder)
        if any(stream.startswith(f"{kind}/") for stream in day.expected.streams)
    ]


def stored(journal: SqliteJournal, day: Iterable[Envelope]) -> None:
    """Write a day into a store, command by command as it came about."""
    for (command_id, actor), parts in groupby(day, key=lambda one: (one.command_id, one.actor)):
        envelopes = list(parts)
        streams = dict.fromkeys(one.stream for one in envelopes)
        writes = [
            StreamWrite(
                stream,
                next(one.version for one in envelopes if one.stream == stream) - 1,
                tuple(one.event for one in envelopes if one.stream == stream),
            )
            for stream in streams
        ]
        first = envelopes[0]
        journal.append(writes, Cause(command_id, actor, first.role, first.at))


@pytest.mark.parametrize("number", range(len(days("tournament"))))
def test_a_tournament_is_restored_from_a_store(number: int, tmp_path: Path) -> None:
    day = days("tournament")[number]
    journal = SqliteJournal(tmp_path / "day.db", master=MASTER)
    stored(journal, day)
    journal.close()
    again = SqliteJournal(tmp_path / "day.db", master=MASTER)
    size = again.peaks.size
    assert verify(again).ok
    assert wrong_balances(again) == ()
    tournament = None
    for one in day:
        if one.stream.startswith("tournament/"):
            tournament = evolve_tournament(tournament, one.event)
    assert tournament is not None
    restored = fold_tournament(
        [one.event for one in again.read_stream(f"tournament/{tournament.name}")]
    )
    assert restored == tournament
    assert again.peaks.size == size
    again.close()


@pytest.mark.parametrize("number", range(len(days("promotion"))))
def test_a_promotion_is_restored_from_a_store(number: int, tmp_path: Path) -> None:
    day = days("promotion")[number]
    journal = SqliteJournal(tmp_path / "day.db", master=MASTER)
    stored(journal, day)
    assert verify(journal).ok
    assert wrong_balances(journal) == ()
    name = next(one.stream for one in day if one.stream.startswith("promotion/")).partition("/")[2]
    law = law_of(next(one.event.game for one in day if hasattr(one.event, "game")))
    remembered = RunningPromotion.restore(law, MemoryJournal(day), name=name)
    restored = RunningPromotion.restore(law, journal, name=name)
    assert restored.promotion == remembered.promotion
    assert restored.due == remembered.due
    journal.close()


def test_one_of_the_promotions_says_who_somebody_is() -> None:
    assert any(type(one.event) in PERSONAL for day in days("promotion") for one in day)
