"""Salts: nobody can guess a card that lies face down from the hashes that a proof hands out."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.floor import Floor
from croupier.games.table.choices import Choices
from croupier.kit.merkle import leaf_hash
from croupier.record.codec import decode_envelope
from croupier.record.integrity.checkpoints import Checkpoint, signed_text
from croupier.record.integrity.proofs import (
    FIRST_LOOK,
    NoProofError,
    first_in_play,
    has_salt,
    prove,
)
from croupier.record.integrity.verification import verify
from croupier.record.stores.base import SALT_DIGITS, Store
from croupier.record.stores.postgres.journal import PostgresJournal
from croupier.record.stores.postgres.schema import prepare
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import law_of
from tests.outside.guesses import (
    card_of,
    guess_card,
    head_of,
    inclusion,
    is_face_down,
    without_salt,
)
from tests.record.days import play_day, say

KEY = Ed25519PrivateKey.generate()
Opener = Callable[..., Store]


@pytest.fixture(params=["sqlite", "postgresql"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Opens an empty store of each kind."""
    if request.param == "sqlite":
        return lambda **options: SqliteJournal(tmp_path / "day.db", **options)
    url = request.getfixturevalue("postgres_url")

    def opened(**options: Any) -> Store:
        prepare(url)
        return PostgresJournal(url, **options)

    return opened


def keep_checkpoint(store: Store) -> int:
    peaks = store.peaks
    told = Checkpoint(peaks.size, peaks.head(), datetime.now(UTC), date(2026, 6, 1))
    store.keep_checkpoint(peaks.size, signed_text(told, KEY))
    return peaks.size


def deal_stud(store: Store) -> Floor:
    """Begin a round of Caribbean Stud that waits for its player."""
    house = Floor(store)
    house.open_table(law_of("caribbean-stud"), Choices(), cards=SoftwareShoe(random_source(3)))
    say(house, "1", "wager", player="bob", box=1, amount=10, on="ante")
    say(house, "1", "deal")
    assert house.tables["1"].table.round is not None
    return house


def test_every_event_has_a_salt_of_its_own(open_store: Opener) -> None:
    store = open_store()
    play_day(store, rounds=1)
    salts = [decode_envelope(leaf.body).salt for leaf in store.leaves()]
    assert len(set(salts)) == len(salts) > 50
    assert {len(salt) for salt in salts} == {SALT_DIGITS}
    assert all(has_salt(leaf.body) for leaf in store.leaves())
    assert verify(store).ok
    store.close()


def test_the_same_salts_make_the_same_bytes(tmp_path: Path) -> None:
    bodies = []
    for name in ("one", "two"):
        store = SqliteJournal(tmp_path / f"{name}.db", salts=Random(5).randbytes)
        play_day(store, rounds=1)
        bodies.append([decode_envelope(leaf.body).salt for leaf in store.leaves()])
        store.close()
    assert bodies[0] == bodies[1]


def test_without_salts_a_proof_of_a_neighbour_tells_every_card_that_lies_face_down(
    tmp_path: Path,
) -> None:
    """The attack is real: this is what logs of earlier versions look like."""
    store = SqliteJournal(tmp_path / "day.db")
    deal_stud(store)
    bodies = [leaf.body for leaf in store.leaves()]
    store.close()
    bare = [without_salt(body) for body in bodies]
    assert not any(has_salt(body) for body in bare)
    old, new = [leaf_hash(body) for body in bare], [leaf_hash(body) for body in bodies]
    handed_out = {one for place in range(len(old)) for one in inclusion(old, place)}
    salted = {one for place in range(len(new)) for one in inclusion(new, place)}
    secret = [body for body in bodies if is_face_down(body)]
    assert len(secret) == 9, "five of the player's, four of the dealer's"
    for body in secret:
        assert guess_card(body, handed_out) == card_of(body)
        assert guess_card(body, salted) == ""
        assert guess_card(body, salted, neighbours=new) == ""


def test_a_proof_ends_before_the_first_event_in_play(open_store: Opener) -> None:
    store = open_store()
    house = Floor(store)
    house.open_table(law_of("star-blackjack"), Choices(), cards=SoftwareShoe(random_source(3)))
    early = keep_checkpoint(store)
    say(house, "1", "wager", player="ann", box=1, amount=20)
    house.open_table(law_of("caribbean-stud"), Choices(), cards=SoftwareShoe(random_source(3)))
    say(house, "2", "wager", player="bob", box=1, amount=10, on="ante")
    say(house, "2", "deal")
    late = keep_checkpoint(store)
    first = first_in_play(store)
    assert first is not None
    assert early < first <= late
    assert prove(store, 1, before=first)["size"] == early
    with pytest.raises(NoProofError, match=f"event {late} is not covered.* event {first}, which"):
        prove(store, late, before=first)
    with pytest.raises(NoProofError, match="no checkpoint ends before event 1,"):
        prove(store, 1, before=1)
    say(house, "2", "fold", player="bob", box=1)
    if house.tables["2"].table.round is not None:
        say(house, "2", "settle")
    assert first_in_play(store) is None
    proof = prove(store, late)
    assert proof["size"] == late
    store.close()


def test_a_long_round_is_found_however_far_back_it_began(tmp_path: Path) -> None:
    store = SqliteJournal(tmp_path / "day.db")
    house = deal_stud(store)
    began = first_in_play(store)
    for number in range(90):
        say(house, "1", "buy-in", player=f"guest {number}", amount=100)
    assert store.version("table/1") > 2 * FIRST_LOOK
    assert first_in_play(store) == began
    store.close()


def test_events_without_a_salt_are_proved_only_to_those_who_may_read_all(tmp_path: Path) -> None:
    """An older log, whose bytes no version changes."""
    store = SqliteJournal(tmp_path / "day.db")
    play_day(store, rounds=2)
    store.close()
    older = OlderLog(tmp_path / "day.db")
    keep_older(older)
    proof = prove(older, 5)
    assert head_of(older.hashes) == older.head
    assert proof["position"] == 5
    with pytest.raises(NoProofError, match="when events had no salt"):
        prove(older, 5, reads_all=False)
    older.close()


class OlderLog(SqliteJournal):
    """A log as a version without salts has left it."""

    def leaves(self, after: int = 0) -> Any:
        for leaf in super().leaves(after):
            body = without_salt(leaf.body)
            yield leaf._replace(body=body, leaf=leaf_hash(body))

    @property
    def hashes(self) -> list[bytes]:
        return [leaf.leaf for leaf in self.leaves()]

    @property
    def head(self) -> bytes:
        return head_of(self.hashes)


def keep_older(log: OlderLog) -> None:
    told = Checkpoint(log.peaks.size, log.head, datetime.now(UTC), date(2026, 6, 1))
    log.keep_checkpoint(told.size, signed_text(told, KEY))
