"""The master key: changed, cut short by a crash, lost; each of it told by an event."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.features.fairness.seeds import SeedDesk
from croupier.features.promotions.files import default_terms
from croupier.features.promotions.rules import open_promotion
from croupier.features.promotions.rules.proofs import DrawCommitted
from croupier.messages import Refused
from croupier.record.envelopes import Cause
from croupier.record.journal import StreamWrite
from croupier.record.secrets import key_changes
from croupier.record.secrets.key_changes import (
    change_master_key,
    check_key,
    finish_key_change,
    key_in_use,
    record_first_key,
    replace_lost_key_in_place,
    rotate_in_place,
)
from croupier.record.secrets.keys import (
    BadKeyError,
    MasterKey,
    master_key,
    master_key_path,
    new_master_key,
)
from croupier.record.secrets.sealed_orders import (
    DRAW,
    SealedSecrets,
    UnopenedOrderError,
    committed_draw,
)
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role, law_of
from croupier.streams import KEYS, PROMOTION
from tests.features.fairness.committed_tables import KEY, OTHER_KEY, CommittedTables


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    opened = SqliteJournal(tmp_path / "evening.db")
    yield opened
    opened.close()


def begun(journal: SqliteJournal, key: MasterKey) -> CommittedTables:
    record_first_key(journal, key)
    tables = CommittedTables(journal, key)
    tables.open()
    tables.blackjack_round()
    return tables


def front(journal: SqliteJournal, key: MasterKey) -> object:
    tables = CommittedTables(journal, key)
    return tables.house.tables["1"].cards.in_front(tables.house.tables["1"].table.shoe)


def test_a_new_key_opens_the_seed_of_a_draw_to_come(journal: SqliteJournal) -> None:
    record_first_key(journal, KEY)
    law, stream, commitment = law_of("star-blackjack"), PROMOTION.stream("june"), "5f" * 32
    opened = open_promotion(law, default_terms(law))
    assert not isinstance(opened, Refused)
    events = (opened, DrawCommitted(commitment, "20.7.1"))
    journal.append([StreamWrite(stream, 0, events)], Cause("1", "max", Role.GAMING_MANAGER))
    SealedSecrets(journal, stream, KEY).keep_seed(DRAW, commitment, b"seed")
    draw = committed_draw(commitment)
    with pytest.raises(UnopenedOrderError):
        SealedSecrets(journal, stream, OTHER_KEY).seed(draw)
    change_master_key(journal, KEY, OTHER_KEY)
    assert SealedSecrets(journal, stream, OTHER_KEY).seed(draw) == b"seed"


def test_a_new_key_opens_what_is_needed_and_the_change_is_an_event(
    journal: SqliteJournal,
) -> None:
    begun(journal, KEY)
    card = front(journal, KEY)
    assert key_in_use(journal) == KEY.id
    assert change_master_key(journal, KEY, OTHER_KEY) == 2
    assert key_in_use(journal) == OTHER_KEY.id
    assert front(journal, OTHER_KEY) is card
    check_key(journal, OTHER_KEY, "here", "evening.db")
    with pytest.raises(BadKeyError, match="is not the key of the record"):
        check_key(journal, KEY, "here", "evening.db")
    why = [one.event.why for one in journal.read_stream(KEYS)]  # type: ignore[attr-defined]
    assert why == ["the record was begun", "it was changed"]


def test_the_old_key_opens_nothing_that_comes_after(journal: SqliteJournal) -> None:
    begun(journal, KEY)
    change_master_key(journal, KEY, OTHER_KEY)
    tables = CommittedTables(journal, OTHER_KEY)
    while len(tables.cards.cards("1").desk.ledger) < 3:
        tables.blackjack_round()
    tables.blackjack_round()
    desk = SeedDesk(journal, "1", KEY, bytes)
    opened = [desk.opens(one) for one in desk.ledger.values() if one.live]
    assert opened == [True, False], "shoe-2 was committed to before the change, shoe-3 after"


def test_a_key_that_is_not_the_records_own_changes_nothing(journal: SqliteJournal) -> None:
    begun(journal, KEY)
    before = journal.peaks.size
    with pytest.raises(UnopenedOrderError):
        change_master_key(journal, OTHER_KEY, MasterKey(b"x" * 32))
    with pytest.raises(BadKeyError, match="the new key is the old one"):
        change_master_key(journal, KEY, KEY)
    assert journal.peaks.size == before


@pytest.mark.parametrize("step", ["before the event", "after the event"])
def test_a_change_that_is_cut_short_loses_nothing(
    journal: SqliteJournal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    where = tmp_path / "evening.db-key"
    old = new_master_key(where)
    begun(journal, old)
    card = front(journal, old)

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        if step == "before the event":
            patched.setattr(key_changes, "_record_change", crash)
        else:
            patched.setattr(Path, "replace", crash)
        with pytest.raises(KeyboardInterrupt):
            rotate_in_place(journal, where)
    assert master_key(where).id == old.id
    finish_key_change(journal, where)
    now = master_key(where)
    assert now.id == key_in_use(journal)
    assert (now.id == old.id) == (step == "before the event")
    assert front(journal, now) is card
    new, count = rotate_in_place(journal, where)
    assert (count, master_key(where).id) == (2, new.id)
    assert front(journal, new) is card
    assert not where.with_name(f"{where.name}-next").exists()


def test_a_lost_key_is_followed_by_a_new_one(journal: SqliteJournal, tmp_path: Path) -> None:
    where = tmp_path / "evening.db-key"
    begun(journal, new_master_key(where))
    where.unlink()
    new, count = replace_lost_key_in_place(journal, where)
    assert (count, master_key(where).id, key_in_use(journal)) == (2, new.id, new.id)
    assert replace_lost_key_in_place(journal, where)[1] == 0, "nothing is in play any more"


def test_the_key_of_another_record_is_not_thrown_away(
    journal: SqliteJournal, tmp_path: Path
) -> None:
    begun(journal, KEY)
    where = tmp_path / "evening.db-key"
    other = new_master_key(where)
    with pytest.raises(BadKeyError, match="move it away first"):
        replace_lost_key_in_place(journal, where)
    assert master_key(where).id == other.id


def test_where_the_key_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    assert master_key_path(tmp_path / "evening.db") == tmp_path / "evening.db-key"
    with pytest.raises(BadKeyError, match="there is no croupier-master-key"):
        master_key_path(None)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert master_key_path(tmp_path / "evening.db") == tmp_path / "evening.db-key"
    (tmp_path / "croupier-master-key").write_bytes(bytes(32))
    assert master_key_path(None) == tmp_path / "croupier-master-key"
