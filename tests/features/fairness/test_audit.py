"""What an auditor finds: every card, seed, cut and shuffle that is not as it was committed to."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import Device
from croupier.features.fairness.audit import TableReport, audit_shoes
from croupier.features.fairness.rules.shoes import OrderFixed
from croupier.features.fairness.seeds import SecretOwner
from croupier.floor import Croupier
from croupier.floor.card_sources import random_source
from croupier.games.table.choices import Choices, Mode
from croupier.record.codec import decode_envelope
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import MemoryJournal, StreamWrite
from croupier.record.secrets.sealed_orders import SealedSecrets
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role, law_of
from croupier.terminal.saved_play import SavedPlay
from tests.features.fairness.committed_tables import KEY, OTHER_KEY, CommittedTables

LAW = law_of("star-blackjack")
Change = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[bytes]]:
    """The bytes of an evening with one shoe that is over."""
    journal = SqliteJournal(tmp_path_factory.mktemp("evening") / "evening.db")
    tables = CommittedTables(journal, contributors=[SecretOwner("ann", "my luck")])
    tables.open(decks=6)
    tables.play_out()
    tables.publish()
    yield [leaf.body for leaf in journal.leaves()]
    journal.close()


def audited(bodies: list[bytes], change: Change | None = None, tag: str = "") -> TableReport:
    """The report on an evening, the first event of a kind changed."""
    told: list[Envelope] = []
    for body in bodies:
        value = json.loads(body)
        if change is not None and value["event"]["event"] == tag:
            change(value["event"])
            change = None
        told.append(decode_envelope(json.dumps(value)))
    assert change is None, "nothing was changed"
    return audit_shoes(MemoryJournal(told), LAW, "1")


def wrong(report: TableReport) -> list[str]:
    return [check.what for shoe in report.shoes for check in shoe.checks if check.ok is False]


def test_an_evening_that_nobody_touched(played: list[bytes]) -> None:
    report = audited(played)
    assert report.ok
    assert wrong(report) == []
    first = report.shoes[0]
    assert all(check.ok for check in first.checks)
    assert len(first.checks) == 7
    assert (report.abandoned, report.dropped, report.live) == (0, 0, False)
    assert [check.ok for check in report.shoes[-1].checks] == [None], "no key, not revealed"


def flipped(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


@pytest.mark.parametrize(
    ("tag", "change", "found"),
    [
        ("seed-committed", lambda e: e.update(commitment=flipped(e["commitment"])), "committed to"),
        ("seed-revealed", lambda e: e.update(seed=flipped(e["seed"])), "committed to"),
        ("seed-revealed", lambda e: e.update(seed=flipped(e["seed"])), "follows from the seeds"),
        ("seed-published", lambda e: e.update(seed=flipped(e["seed"])), "as promised"),
        ("seed-promised", lambda e: e.update(promise=flipped(e["promise"])), "as promised"),
        ("seed-promised", lambda e: e.update(box=2), "as promised"),
        ("seed-given", lambda e: e.update(seed="other"), "as promised"),
        ("seeds-closed", lambda e: e.update(seeds=[]), "as promised"),
        ("seeds-closed", lambda e: e.update(seeds=[]), "follows from the seeds"),
        ("order-fixed", lambda e: e.update(root=flipped(e["root"])), "order follows"),
        ("order-fixed", lambda e: e.update(decks=8, size=416), "order follows"),
        ("cards-cut", lambda e: e.update(position=e["position"] ^ 1), "absent players"),
        ("cards-cut", lambda e: e.update(position=e["position"] ^ 1), "had to come"),
        ("card-dealt", lambda e: e.update(card="AC" if e["card"] != "AC" else "KS"), "had to come"),
    ],
)
def test_what_was_changed_is_found(
    played: list[bytes], tag: str, change: Change, found: str
) -> None:
    report = audited(played, change, tag)
    assert not report.ok
    assert any(found in what for what in wrong(report)), wrong(report)


def test_a_shuffle_without_a_commitment_is_found(played: list[bytes]) -> None:
    report = audited(played, lambda e: e.update(handle="shoe-77"), "cards-shuffled")
    assert len(report.uncommitted) == 1
    assert not report.ok


def test_a_commitment_that_comes_late_is_found(played: list[bytes]) -> None:
    """Moved behind the first shuffle in the order of the log."""
    told = [decode_envelope(body) for body in played]
    late = next(one for one in told if isinstance(one.event, OrderFixed))
    told[told.index(late)] = replace(late, position=len(told) + 1)
    report = audit_shoes(MemoryJournal(told), LAW, "1")
    assert not report.ok
    assert len(report.uncommitted) == 1


def test_a_key_that_opens_nothing_checks_nothing(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "evening.db")
    tables = CommittedTables(journal)
    tables.open()
    tables.blackjack_round()
    for key, said in ((KEY, True), (OTHER_KEY, None)):
        secrets = SealedSecrets(journal, "cards/1", key)
        report = audit_shoes(journal, LAW, "1", secrets=secrets)
        last = report.shoes[0].checks[-1]
        assert (last.ok, report.shoes[0].order, report.shoes[0].seed) == (said, (), "")
    journal.close()


def test_real_cards_have_no_commitment(tmp_path: Path) -> None:
    evening = SavedPlay(tmp_path / "evening.db", random_source())
    Croupier(LAW, Choices(mode=Mode.LIVE), evening=evening)
    evening.invite_seeds()
    evening.close()
    journal = SqliteJournal(tmp_path / "evening.db", writing=False)
    report = audit_shoes(journal, LAW, "1")
    assert (report.live, report.shoes, report.ok) == (True, (), True)
    journal.close()


def test_a_draw_of_a_device_that_does_not_follow_is_found(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "evening.db")
    tables = CommittedTables(journal)
    tables.open(device=Device.SHUFFLER)
    for _ in range(3):
        tables.blackjack_round()
    tables.cards.cards("1").desk.end()
    bodies = [leaf.body for leaf in journal.leaves()]
    journal.close()
    assert audited(bodies).ok
    report = audited(
        bodies, lambda e: e.update(card="AC" if e["card"] != "AC" else "KS"), "card-dealt"
    )
    assert wrong(report) == ["every card that was dealt is the one that had to come"]


def test_a_stolen_stream_does_not_pass_for_another_tables(played: list[bytes]) -> None:
    """The cards of table 1 under the name of table 2: nothing follows."""
    journal = MemoryJournal()
    for body in played:
        told = decode_envelope(body)
        stream = told.stream.replace("/1", "/2")
        version = len(journal.events(stream))
        write = StreamWrite(stream, version, (told.event,))
        journal.append([write], Cause(str(told.position), "thief", Role.DEALER))
    report = audit_shoes(journal, LAW, "2")
    assert not report.ok
