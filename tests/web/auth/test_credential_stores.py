"""One contract for all registers: in a SQLite file, on a PostgreSQL server."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.record.stores.base import UnusableStoreError
from croupier.record.stores.postgres.schema import prepare
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.web.auth.stores.base import Credential, CredentialStore, Session, SharedRound, Token
from croupier.web.auth.stores.postgres import postgres_credentials, prepare_people
from croupier.web.auth.stores.sqlite import sqlite_credentials
from tests.record.contract import cause, write

ANN = Credential("p1", "ann", "Ann", "hash", 0, b"", 0)
SESSION = Session("d1", "p1", 3, False, 100.0, 100.0, 900.0, "192.0.2.1")
LINK = SharedRound("first", "p1", "star-1", 7, 100.0)
TOKEN = Token("d9", "t1", "p1", "bot", "read play", 100.0, 900.0)


def test_a_name_is_one_persons(store: CredentialStore) -> None:
    assert store.enter(ANN)
    assert not store.enter(replace(ANN, person="p2"))
    assert store.credential_by_name("ann") == store.credential("p1") == ANN
    assert store.credential_by_name("bob") is store.credential("p2") is None
    assert store.names() == {"p1": "Ann"}


def test_a_password_takes_the_place_of_another(store: CredentialStore) -> None:
    store.enter(ANN)
    store.set_password("p1", "another", 500.5)
    assert store.credential_by_name("ann") == replace(ANN, password="another", one_time_until=500.5)


def test_no_interval_is_used_twice_nor_one_from_before(store: CredentialStore) -> None:
    store.enter(ANN)
    store.set_factor("p1", b"sealed", ["c1", "c2"], step=10)
    assert store.use_step("p1", 11)
    assert not store.use_step("p1", 11)
    assert not store.use_step("p1", 10)
    assert store.use_step("p1", 12)


def test_a_recovery_code_is_used_once(store: CredentialStore) -> None:
    store.enter(ANN)
    store.set_factor("p1", b"sealed", ["c1", "c2"])
    assert not store.use_recovery_code("p1", "c3")
    assert store.use_recovery_code("p1", "c1")
    assert not store.use_recovery_code("p1", "c1")
    store.set_factor("p1", b"", [])
    assert not store.use_recovery_code("p1", "c2")


def test_a_session_takes_the_place_of_another(store: CredentialStore) -> None:
    store.open_session(SESSION)
    store.open_session(replace(SESSION, digest="d2", opened=200.0), instead_of="d1")
    assert store.session("d1") is None
    assert store.existing_digests(["d1", "d2"]) == {"d2"}


def test_a_session_is_seen_and_ended(store: CredentialStore) -> None:
    store.open_session(SESSION)
    store.open_session(replace(SESSION, digest="d2", opened=200.0, confined=True))
    store.open_session(replace(SESSION, digest="d3", person="p2"))
    store.note_use("d1", 160.0)
    assert store.session("d1") == replace(SESSION, seen=160.0)
    assert [one.digest for one in store.sessions_of("p1")] == ["d2", "d1"]
    store.end_session("d2")
    assert store.existing_digests(["d1", "d2", "d3"]) == {"d1", "d3"}
    store.end_sessions("p1")
    assert store.existing_digests(["d1", "d2", "d3"]) == {"d3"}


def test_many_sessions_are_asked_for_at_once(store: CredentialStore) -> None:
    store.open_session(SESSION)
    store.add_token(TOKEN)
    assert store.existing_digests([f"x{n}" for n in range(1200)] + ["d1", "d9"]) == {"d1", "d9"}


def test_a_token_is_kept_until_it_is_revoked(store: CredentialStore) -> None:
    store.add_token(TOKEN)
    assert store.token("d9") == store.token_by_id("t1") == TOKEN
    assert store.tokens_of("p1") == [TOKEN]
    assert store.revoke_token("t1")
    assert not store.revoke_token("t1")
    assert store.token("d9") is None


def test_a_round_is_shown_by_one_link_until_it_is_withdrawn(store: CredentialStore) -> None:
    assert store.share_round(LINK) == LINK
    assert store.share_round(replace(LINK, token="second")) == LINK
    other = replace(LINK, token="third", number=8, opened=200.0)
    store.share_round(other)
    assert store.shared_round("first") == store.link_to_round("p1", "star-1", 7) == LINK
    assert store.shared_rounds_of("p1") == [other, LINK]
    store.withdraw_round("p2", "star-1", 7)
    assert store.shared_round("first") == LINK, "only its owner withdraws a link"
    store.withdraw_round("p1", "star-1", 7)
    assert store.shared_round("first") is None
    store.remove("p1")
    assert store.shared_rounds_of("p1") == []


def test_ticks_are_kept_for_the_last_round_of_each_table(store: CredentialStore) -> None:
    store.tick_payment("star-1", 7, "0-a")
    store.tick_payment("star-1", 7, "0-a")
    store.tick_payment("star-1", 7, "1-b")
    store.tick_payment("star-2", 7, "0-a")
    assert store.payment_ticks("star-1", 7) == {"0-a", "1-b"}
    store.untick_payment("star-1", 7, "0-a")
    assert store.payment_ticks("star-1", 7) == {"1-b"}
    store.tick_payment("star-1", 8, "0-c")
    assert store.payment_ticks("star-1", 7) == frozenset()
    assert store.payment_ticks("star-1", 8) == {"0-c"}
    assert store.payment_ticks("star-2", 7) == {"0-a"}


def test_a_counter_starts_anew_with_each_period(store: CredentialStore) -> None:
    assert store.count("sign-in ann", 60) == 1
    assert store.count("sign-in ann", 60, 5) == 6
    assert store.count("sign-in bob", 60) == 1
    assert store.count("sign-in ann", 120, 2) == 2


def test_what_is_counted_at_the_same_time_is_counted(store: CredentialStore) -> None:
    with ThreadPoolExecutor(8) as threads:
        counted = list(threads.map(lambda _: store.count("busy", 60), range(80)))
    assert sorted(counted) == list(range(1, 81))


def test_what_has_ended_is_swept_away(store: CredentialStore) -> None:
    store.open_session(SESSION)
    store.add_token(replace(TOKEN, expires=2_000.0))
    store.count("old", 60)
    store.sweep(1_000.0)
    assert store.existing_digests(["d1", "d9"]) == {"d9"}


def test_somebody_who_is_removed_leaves_nothing_that_opens_a_door(store: CredentialStore) -> None:
    store.enter(ANN)
    store.open_session(SESSION)
    store.add_token(TOKEN)
    store.remove("p1")
    assert store.credential_by_name("ann") is None
    assert store.existing_digests(["d1", "d9"]) == set()


def test_a_register_lies_in_the_file_of_the_log(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "evening.db")
    store = sqlite_credentials(tmp_path / "evening.db")
    store.enter(ANN)
    journal.append([write("table/1", 0, 1)], cause("a"))
    store.count("x", 60)
    journal.close()
    store.close()
    again = sqlite_credentials(tmp_path / "evening.db")
    assert again.credential_by_name("ann") == ANN
    again.close()
    SqliteJournal(tmp_path / "evening.db").close()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("not a database at all, just a note")
    with pytest.raises(UnusableStoreError, match="people cannot be stored in"):
        sqlite_credentials(tmp_path / "note.txt")


def test_a_database_is_prepared_once_and_shared(postgres_url: str) -> None:
    prepare(postgres_url)
    prepare_people(postgres_url)
    prepare_people(postgres_url)
    first, second = postgres_credentials(postgres_url), postgres_credentials(postgres_url)
    first.enter(ANN)
    assert second.credential_by_name("ann") == ANN
    first.count("x", 60)
    assert second.count("x", 60) == 2
    first.close()
    second.close()


def test_a_server_that_is_not_there_is_told_in_one_sentence() -> None:
    with pytest.raises(UnusableStoreError, match="people cannot be stored there"):
        prepare_people("postgresql://nobody@127.0.0.1:1/none")


def test_how_a_calculation_stands_is_known_to_all(store: CredentialStore) -> None:
    assert store.job("j1") is None
    assert not store.save_job("j1", "ann", "{}", 1.0)
    store.cancel_job("j1")
    assert store.save_job("j1", "ann", '{"a": 1}', 2.0), "somebody has cancelled it"
    kept = store.job("j1")
    assert kept is not None
    assert (kept.owner, kept.told, kept.told_at) == ("ann", '{"a": 1}', 2.0)
    store.sweep(2.0 + 90_000)
    assert store.job("j1") is None
