"""When everybody learns the house's seed: as promised, and never while a card of it counts."""

from collections.abc import Iterator
from datetime import time, timedelta
from pathlib import Path

import pytest

from croupier.cards import Device
from croupier.features.fairness.audit import audit_shoes
from croupier.features.fairness.rules.shoes import (
    Reveal,
    SeedCommitted,
    SeedPublished,
    SeedRevealed,
)
from croupier.features.fairness.seeds import EPOCH_ROUNDS
from croupier.house.gaming_days import GamingDaySet
from croupier.messages import Refused
from croupier.record.clock import machine_time
from croupier.record.envelopes import Cause
from croupier.record.journal import StreamWrite
from croupier.record.secrets.key_changes import replace_lost_key
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role, law_of
from croupier.streams import SETTINGS
from tests.features.fairness.committed_tables import KEY, OTHER_KEY, CommittedTables
from tests.record.days import say


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    opened = SqliteJournal(tmp_path / "evening.db")
    yield opened
    opened.close()


def published(journal: SqliteJournal) -> list[str]:
    told = (one.event for one in journal.read_stream("cards/1"))
    return [one.shoe for one in told if isinstance(one, SeedPublished)]


def revealed(journal: SqliteJournal) -> list[str]:
    told = (one.event for one in journal.read_stream("cards/1"))
    return [one.shoe for one in told if isinstance(one, SeedRevealed)]


@pytest.mark.parametrize(
    ("game", "device", "wanted", "promised"),
    [
        ("star-blackjack", Device.SHOE, Reveal.SHOE, Reveal.SHOE),
        ("star-blackjack", Device.SHOE, Reveal.DAY, Reveal.DAY),
        ("star-blackjack", Device.SHOE, Reveal.NEVER, Reveal.NEVER),
        ("star-blackjack", Device.SHUFFLER, Reveal.SHOE, Reveal.DAY),
        ("caribbean-stud", Device.SHOE, Reveal.SHOE, Reveal.DAY),
        ("caribbean-stud", Device.SHUFFLER, Reveal.SHOE, Reveal.DAY),
        ("caribbean-stud", Device.SHOE, Reveal.NEVER, Reveal.NEVER),
    ],
)
def test_the_house_says_with_its_commitment_when_it_publishes_the_seed(
    journal: SqliteJournal, game: str, device: Device, wanted: Reveal, promised: Reveal
) -> None:
    tables = CommittedTables(journal, reveal=wanted)
    tables.open(game, device=device)
    tables.cards.cards("1").desk.invite()
    (told,) = (one.event for one in journal.read_stream("cards/1"))
    assert isinstance(told, SeedCommitted)
    assert told.reveal is promised


def finish_round(tables: CommittedTables) -> None:
    """Play a round to its end: below 12 a hand must draw, and an ace asks for insurance first."""
    while tables.house.tables["1"].table.round is not None:
        for command in ("stand", "hit"):
            if not isinstance(say(tables.house, "1", command, box=1), Refused):
                break
        else:
            assert not isinstance(say(tables.house, "1", "close-insurance"), Refused)


def test_a_shoe_is_published_between_rounds_when_the_next_is_on_the_table(
    journal: SqliteJournal,
) -> None:
    tables = CommittedTables(journal)
    tables.open(decks=6)
    while not revealed(journal):
        tables.publish()
        assert published(journal) == [], "it is in play"
        tables.blackjack_round()
    say(tables.house, "1", "wager", player="ann", box=1, amount=20)
    tables.publish()
    assert published(journal) == ["shoe-1"]
    tables.publish(days=3)
    assert published(journal) == ["shoe-1"], "once, and not the one in play"
    event = next(
        one.event for one in journal.read_stream("cards/1") if isinstance(one.event, SeedPublished)
    )
    assert event.seed == tables.cards.cards("1").desk.ledger["shoe-1"].seed


def in_a_round(tables: CommittedTables) -> None:
    """Go on until somebody decides."""
    for _ in range(50):
        say(tables.house, "1", "wager", player="ann", box=1, amount=20)
        assert not isinstance(say(tables.house, "1", "deal"), Refused)
        if tables.house.tables["1"].table.round is not None:
            return
    raise AssertionError("every round ended at once")


def test_nothing_is_published_while_a_round_is_on(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal)
    tables.open(decks=6)
    tables.play_out()
    in_a_round(tables)
    tables.publish(days=2)
    assert published(journal) == []
    finish_round(tables)
    tables.publish()
    assert published(journal) == ["shoe-1"]


def test_discards_that_finish_a_round_are_not_told_while_they_are_dealt(
    journal: SqliteJournal,
) -> None:
    """Reading R52: which cards were burned unseen would tell which of the discards are to come."""
    tables = CommittedTables(journal)
    tables.open(decks=6)
    in_a_round(tables)
    table = tables.house.tables["1"]
    while not table.table.shoe.empty:
        assert not isinstance(say(tables.house, "1", "faced-card"), Refused)
    while table.table.round is not None:
        tables.publish(days=2)
        assert published(journal) == []
        for call in ("hit", "stand"):
            if not isinstance(say(tables.house, "1", call, box=1), Refused):
                break
        else:
            say(tables.house, "1", "close-insurance")
    ledger = tables.cards.cards("1").desk.ledger
    partial = [one.shoe for one in ledger.values() if one.order and not one.order.decks]
    assert partial == ["shoe-2"], "the discards were mixed"
    tables.blackjack_round()
    tables.publish()
    assert published(journal) == ["shoe-1", "shoe-2"], "whole decks are on the table again"


def test_what_is_left_of_a_shoe_is_not_told_while_it_is_dealt(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal)
    tables.open(decks=6)
    tables.blackjack_round()
    replace_lost_key(journal, OTHER_KEY, KEY)
    tables = CommittedTables(journal, OTHER_KEY)
    tables.blackjack_round()
    tables.publish(days=2)
    assert "shoe-1" in revealed(journal)
    assert published(journal) == []
    tables.play_out(shoes=4)
    tables.publish()
    assert published(journal)[:3] == ["shoe-1", "shoe-2", "shoe-3"]


def test_folded_hands_are_not_told_before_the_gaming_day_has_ended(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal)
    tables.open("caribbean-stud", device=Device.SHOE)
    for _ in range(3):
        tables.stud_round()
    over = revealed(journal)
    assert over
    tables.publish()
    assert published(journal) == []
    tables.publish(days=1)
    assert published(journal) == over


def test_the_day_is_the_one_that_the_house_had_set_then(journal: SqliteJournal) -> None:
    def set_day(zone: str) -> None:
        version = journal.version(SETTINGS)
        cause = Cause(f"day {version}", "max", Role.GAMING_MANAGER)
        journal.append([StreamWrite(SETTINGS, version, (GamingDaySet(zone, time(0)),))], cause)

    set_day("Etc/GMT+12")
    tables = CommittedTables(journal)
    tables.open("caribbean-stud", device=Device.SHOE)
    for _ in range(2):
        tables.stud_round()
    tables.publish()
    assert published(journal) == []
    set_day("Etc/GMT-14")
    tables.publish()
    assert published(journal) == revealed(journal), "it is the next day there, or the one after"


def test_a_house_that_never_publishes_reveals_to_officials_alone(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal, reveal=Reveal.NEVER)
    tables.open(decks=6)
    tables.play_out()
    tables.publish(days=9)
    assert (revealed(journal), published(journal)) == (["shoe-1"], [])


def test_what_was_promised_holds_after_the_setting_has_changed(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal, reveal=Reveal.SHOE)
    tables.open(decks=6)
    tables.blackjack_round()
    tables = CommittedTables(journal, reveal=Reveal.NEVER)
    tables.play_out(shoes=3)
    tables.publish()
    assert published(journal) == ["shoe-1", "shoe-2"], "the third was committed to afterwards"


def test_a_closed_table_publishes_its_last_shoe(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal)
    tables.open(decks=6)
    tables.blackjack_round()
    desk = tables.cards.cards("1").desk
    assert not isinstance(say(tables.house, "1", "leave", player="ann"), Refused)
    assert not isinstance(say(tables.house, "1", "close-table", by="supervisor"), Refused)
    desk.end()
    tables.publish()
    assert published(journal) == ["shoe-1", "shoe-2"]


def test_two_processes_publish_once(journal: SqliteJournal) -> None:
    tables = CommittedTables(journal)
    tables.open(decks=6)
    tables.play_out()
    other = CommittedTables(journal)
    for one in (tables, other, tables):
        one.cards.cards("1").desk.publish(one.house.tables["1"].table, machine_time())
    assert len(published(journal)) == len(set(published(journal)))


# A device, whose epochs end with the gaming day --------------------------------------------------


def device(journal: SqliteJournal, *, reveal: Reveal = Reveal.SHOE) -> CommittedTables:
    tables = CommittedTables(journal, reveal=reveal)
    tables.open(device=Device.SHUFFLER)
    return tables


def test_an_epoch_ends_with_the_gaming_day_and_its_seed_is_published_then(
    journal: SqliteJournal,
) -> None:
    tables = device(journal)
    for _ in range(3):
        tables.blackjack_round()
    tables.publish()
    assert (revealed(journal), published(journal)) == ([], []), "the day is not over"
    tables.publish(days=1)
    assert (revealed(journal), published(journal)) == (["shoe-1"], ["shoe-1"])
    tables.publish(days=1)
    assert revealed(journal) == ["shoe-1"], "once"
    tables.blackjack_round()
    ledger = tables.cards.cards("1").desk.ledger
    epochs = [one.epoch for one in ledger.values() if one.epoch is not None]
    assert [(one.shoe, one.first_round) for one in epochs] == [("shoe-1", 1), ("shoe-2", 4)]
    found = audit_shoes(journal, law_of("star-blackjack"), "1")
    assert found.ok
    assert [one.rounds for one in found.shoes] == [(1, 3), (4, 3 + EPOCH_ROUNDS), None]


def test_an_epoch_lasts_until_the_round_is_over_that_is_on_when_the_day_ends(
    journal: SqliteJournal,
) -> None:
    tables = device(journal)
    in_a_round(tables)
    tables.publish(days=1)
    assert revealed(journal) == []
    finish_round(tables)
    tables.publish(days=1)
    assert published(journal) == ["shoe-1"], "it belongs to the day in which it began"
    assert audit_shoes(journal, law_of("star-blackjack"), "1").ok


def test_an_epoch_does_not_end_beside_a_decision_that_is_not_in_the_log(
    journal: SqliteJournal,
) -> None:
    tables = device(journal)
    tables.blackjack_round()
    desk, tomorrow = tables.cards.cards("1").desk, machine_time() + timedelta(days=1)
    table, version = tables.house.tables["1"].table, journal.version("table/1")
    assert not desk.end_epochs(table, version + 1, tomorrow)
    assert revealed(journal) == []
    assert desk.end_epochs(table, version, tomorrow)
    assert revealed(journal) == ["shoe-1"]


def test_no_process_draws_by_an_epoch_that_another_has_ended(journal: SqliteJournal) -> None:
    tables = device(journal)
    tables.blackjack_round()
    other = CommittedTables(journal)
    tables.publish(days=1)
    other.blackjack_round()
    assert audit_shoes(journal, law_of("star-blackjack"), "1").ok
    assert other.cards.cards("1").desk.epoch(2).shoe == "shoe-2"


def test_officials_learn_the_seed_of_a_device_each_day_where_nobody_else_does(
    journal: SqliteJournal,
) -> None:
    tables = device(journal, reveal=Reveal.NEVER)
    tables.blackjack_round()
    tables.publish(days=1)
    assert (revealed(journal), published(journal)) == (["shoe-1"], [])
