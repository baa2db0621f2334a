"""What says who somebody is lies in a record only encrypted, and can be erased."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cli.main import run
from croupier.features.promotions.rules.awards import ClaimRefused
from croupier.features.promotions.rules.decisions import PromotionOpened
from croupier.features.promotions.rules.terms import Terms
from croupier.house.people import PersonReinstated, PersonSuspended
from croupier.record.envelopes import Cause, Envelope
from croupier.record.integrity.verification import verify, wrong_balances
from croupier.record.journal import StreamWrite
from croupier.record.secrets.key_changes import (
    change_master_key,
    record_first_key,
    replace_lost_key,
)
from croupier.record.secrets.keys import MasterKey
from croupier.record.secrets.personal_data import (
    ERASED,
    PERSONAL,
    SEALED,
    PeoplesKeyError,
    PeopleVault,
    UnsealedError,
    erase,
    rewrap,
)
from croupier.record.stores.base import Store
from croupier.record.stores.locations import open_store
from croupier.record.stores.postgres.journal import PostgresJournal
from croupier.record.stores.postgres.schema import prepare
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role
from croupier.streams import PROMOTION
from tests.record.contract import cause
from tests.record.days import play_day

MASTER, OTHER = MasterKey(bytes(range(32))), MasterKey(bytes(32))
NAME, ADDRESS, WORDS = "Miranda Quillfeather", "7 Larkspur Crescent", "the chit was not hers"
CLAIM = ClaimRefused("ann", 500_00, WORDS, NAME, ADDRESS, ("20.7",))
JUNE = PROMOTION.stream("june")
Opened = Callable[[MasterKey | None], Any]


@pytest.fixture(params=["sqlite", "postgresql"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    """Opens one record again and again, with a master key or without."""
    found: list[Any] = []
    url = ""
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_url")
        prepare(url)

    def open_it(master: MasterKey | None) -> Any:
        for one in found:
            one.close()
        found.clear()
        path = tmp_path / "evening.db"
        found.append(
            PostgresJournal(url, master=master) if url else SqliteJournal(path, master=master)
        )
        return found[0]

    yield open_it
    for one in found:
        one.close()


def claim(store: Store, number: int = 0, player: str = "ann") -> Cause:
    """Refuse a claim, and say what the command was that did it."""
    asked = Cause(f"refuse {number}", "manager", Role.GAMING_MANAGER, None, "a5" * 32)
    event = replace(CLAIM, player=player)
    store.append([StreamWrite(JUNE, number, (event,))], asked)
    return asked


def test_what_says_who_somebody_is_is_sealed_and_read_again(opened: Opened) -> None:
    store = opened(MASTER)
    asked = claim(store)
    assert [one.event for one in store.read_stream(JUNE)] == [CLAIM]
    assert store.recorded_events(asked) == (CLAIM,)
    (leaf,) = store.leaves()
    for words in (NAME, ADDRESS, WORDS):
        assert words.encode() not in leaf.body
    without = opened(None)
    (seen,) = [one.event for one in without.read_stream(JUNE)]
    assert seen.name.startswith(SEALED)
    assert (seen.player, seen.value) == ("ann", 500_00)
    assert verify(without).ok
    with pytest.raises(PeoplesKeyError, match="does not decrypt the data of ann"):
        list(opened(OTHER).read_stream(JUNE))


def test_a_new_master_key_opens_what_the_old_one_did(opened: Opened) -> None:
    store = opened(MASTER)
    record_first_key(store, MASTER)
    opening = PromotionOpened("star-blackjack", "2018", Terms())
    store.append([StreamWrite(JUNE, 0, (opening,))], cause("open"))
    claim(store, 1)
    store.people.keep("ann", {"name": NAME})
    rewrap(store, MASTER, OTHER)
    for either in (MASTER, OTHER):
        assert PeopleVault(store, either).profile("ann") == {"name": NAME}, (
            "amid the change both do"
        )
    change_master_key(store, MASTER, OTHER)
    store = opened(OTHER)
    assert [one.event for one in store.read_stream(JUNE)] == [opening, CLAIM]
    assert store.people.profile("ann") == {"name": NAME}
    with pytest.raises(PeoplesKeyError):
        PeopleVault(store, MASTER).profile("ann")


def test_with_a_lost_master_key_people_begin_anew(opened: Opened) -> None:
    """What it had sealed is as good as erased; they go on under new keys, and verify agrees."""
    store = opened(MASTER)
    record_first_key(store, MASTER)
    claim(store)
    replace_lost_key(opened(None), OTHER)
    store = opened(OTHER)
    claim(store, 1)
    assert [one.event.name for one in store.read_stream(JUNE)] == [ERASED, NAME]
    assert verify(store).ok


def test_nothing_personal_is_written_in_clear(opened: Opened) -> None:
    store = opened(None)
    with pytest.raises(UnsealedError, match="claim-refused identifies a person"):
        claim(store)
    assert list(store.read_all()) == []
    nameless = replace(CLAIM, reason="", name="", address="")
    store.append([StreamWrite(JUNE, 0, (nameless,))], cause("small"))
    assert [one.event for one in store.read_all()] == [nameless]


def test_erasing_leaves_the_chain_valid_and_the_sums_right(opened: Opened) -> None:
    store = opened(MASTER)
    play_day(store, rounds=1)
    asked = claim(store)
    claim(store, 1, player="bob")
    store.people.keep("ann", {"name": NAME, "card": "4711"})
    assert store.people.profile("ann") == {"name": NAME, "card": "4711"}
    leaves, balances = list(store.leaves()), store.balances()
    assert erase(store, "ann", cause("erase")) == 1
    first, second = (one.event for one in store.read_stream(JUNE))
    assert (first.name, first.address, first.reason) == (ERASED, ERASED, ERASED)
    assert (first.player, first.value) == ("ann", 500_00)
    assert second == replace(CLAIM, player="bob")
    assert store.people.profile("ann") is None
    assert store.person("ann") is None
    assert list(store.leaves())[: len(leaves)] == leaves
    assert store.balances() == balances
    assert wrong_balances(store) == ()
    assert verify(store).ok
    *_, last = store.read_all()
    assert (last.stream, last.event.person, last.event.events) == ("house/people", "ann", 1)
    with pytest.raises(Exception, match="was used for something else"):
        store.recorded_events(asked)
    claim(store, 2)
    *_, again = store.read_stream(JUNE)
    assert again.event == CLAIM, "a person who comes back has a new key"
    assert [one.event.name for one in store.read_stream(JUNE)] == [ERASED, NAME, NAME]


def test_the_key_and_the_words_are_nowhere_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "evening.db"
    store = SqliteJournal(path, master=MASTER)
    claim(store)
    assert store.people is not None
    store.people.keep("ann", {"name": NAME})
    key = store.person("ann")
    assert key is not None
    assert key[0] in everything(tmp_path)
    for words in (NAME, ADDRESS, WORDS, MASTER.key.decode("latin-1")):
        assert words.encode("latin-1") not in everything(tmp_path)
    erase(store, "ann", cause("erase"))
    for secret in key:
        assert secret not in everything(tmp_path)
    store.close()
    for secret in key:
        assert secret not in everything(tmp_path)


def everything(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())


def test_one_persons_words_are_not_taken_for_anothers(tmp_path: Path) -> None:
    store = SqliteJournal(tmp_path / "evening.db", master=MASTER)
    people = PeopleVault(store, MASTER)
    ann, bob = people.seal(CLAIM), people.seal(replace(CLAIM, player="bob"))
    assert isinstance(ann, ClaimRefused)
    assert isinstance(bob, ClaimRefused)
    swapped = replace(bob, name=ann.name, address=bob.reason)
    envelope = Envelope(JUNE, 1, "swap", "manager", Role.GAMING_MANAGER, None, swapped)
    seen = people.unseal(envelope).event
    assert isinstance(seen, ClaimRefused)
    assert (seen.name, seen.address, seen.reason) == (ERASED, ERASED, WORDS)
    store.close()


ADDRESSED = Cause("ask", "ann", Role.PLAYER, None, "", "203.0.113.7")


def test_the_network_address_of_a_command_is_sealed_with_its_actors_key(opened: Opened) -> None:
    store = opened(MASTER)
    suspended = PersonSuspended("bob", WORDS)
    store.append([StreamWrite("person/bob", 0, (suspended,))], ADDRESSED)
    (leaf,) = store.leaves()
    assert ADDRESSED.origin.encode() not in leaf.body
    assert WORDS.encode() not in leaf.body
    (seen,) = store.read_all()
    assert seen.event == suspended
    assert store.origin(seen) == ADDRESSED.origin
    assert erase(store, "ann", cause("erase ann")) == 1
    assert store.origin(seen) == ERASED
    assert next(iter(store.read_all())).event == suspended, "bob has a key of his own"
    store.append(
        [StreamWrite("person/bob", 1, (suspended,))], replace(ADDRESSED, command_id="again")
    )
    *_, again = store.read_stream("person/bob")
    assert store.origin(again) == ADDRESSED.origin, "who comes back has a new key"
    assert verify(store).ok
    without = opened(None)
    assert without.origin(seen).startswith(SEALED)
    with pytest.raises(UnsealedError, match="the network address of a command identifies"):
        without.append([StreamWrite("person/bob", 2, (PersonReinstated("bob"),))], ADDRESSED)


def test_older_records_hold_addresses_in_clear_and_are_read_as_they_are(opened: Opened) -> None:
    store = opened(MASTER)
    old = Envelope("person/bob", 1, "ask", "ann", Role.PLAYER, None, CLAIM, 1, origin="203.0.113.7")
    assert store.origin(old) == "203.0.113.7"
    assert store.people.unseal(old) == old


def test_words_that_look_sealed_are_sealed_all_the_same(opened: Opened) -> None:
    store = opened(MASTER)
    planted = PersonSuspended("bob", f"{SEALED}by nobody")
    store.append([StreamWrite("person/bob", 0, (planted,))], cause("plant"))
    (leaf,) = store.leaves()
    assert b"by nobody" not in leaf.body
    assert [one.event for one in store.read_all()] == [planted]


def test_two_processes_that_meet_somebody_at_once_use_one_key(opened: Opened) -> None:
    """The second has looked before the first wrote: what was kept first is the key of both."""
    store = opened(MASTER)
    first, second = PeopleVault(store, MASTER), LateLook(store, MASTER)
    envelope = Envelope(JUNE, 1, "claim", "manager", Role.GAMING_MANAGER, None, CLAIM)
    for people in (first, second):
        sealed = replace(envelope, event=people.seal(CLAIM))
        assert PeopleVault(store, MASTER).unseal(sealed) == envelope


class LateLook(PeopleVault):
    """Somebody who has looked for a key before another one made it."""

    _looked = False

    def _key(self, person: str) -> bytes | None:
        looked, self._looked = self._looked, True
        return super()._key(person) if looked else None


def test_all_that_is_personal_is_text_of_an_event_with_an_id() -> None:
    for kind, personal in PERSONAL.items():
        fields = kind.__struct_fields__
        assert {personal.person, *personal.fields} <= set(fields)


def test_erasing_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.db"
    store = SqliteJournal(path, master=MASTER)
    play_day(store, rounds=1)
    claim(store)
    store.close()
    assert run(["audit", "erase", str(path), "ann", "--by", "manager"]) == 0
    assert capsys.readouterr().out == "ann is erased; 1 events held something of them\n"
    assert run(["audit", "erase", str(path), "nobody", "--by", "manager"]) == 2
    assert "the record holds nothing about 'nobody'" in capsys.readouterr().err
    for command in ("verify", "balance"):
        assert run(["audit", command, str(path)]) == 0
    reader = open_store(str(path))
    assert reader.person("ann") is None
    reader.close()
