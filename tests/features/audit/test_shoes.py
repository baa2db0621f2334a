"""``croupier audit shoe`` and ``keys``, and seeds that players add at the terminal."""

import io
import json
from contextlib import closing
from pathlib import Path

import pytest

from croupier.cli.main import run
from croupier.features.fairness import verifier
from croupier.record.secrets.keys import CREDENTIAL, CREDENTIALS, master_key
from croupier.record.stores.sqlite.journal import SqliteJournal
from tests.features.audit.test_audit import complaint, told
from tests.features.fairness.committed_tables import CommittedTables
from tests.record.days import play_day

SECRET = "my own luck"


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An evening at an automatic table, one round long."""
    record = tmp_path / "evening.db"
    play(record, monkeypatch, "\n1:25\ns\ns\ns\nq\n", "--player-seed", SECRET)
    return record


def play(
    record: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    *options: str,
    game: str = "star-blackjack",
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert run(["play", game, "--record", str(record), *options]) == 0


def test_the_commitments_of_an_evening(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    said = told(capsys, "audit", "shoe", evening)
    assert "shoe-1: in play, 416 cards" in said
    assert "seed        box 1, you: " in said
    assert "cut         after card 208, by you" in said
    assert said.count("holds") == 6
    assert said.endswith("nothing is wrong\n")
    assert "from the front" not in told(capsys, "audit", "shoe", evening, "1", "shoe-1")
    found = json.loads(told(capsys, "audit", "shoe", evening, "1", "--json"))
    assert found["ok"]
    assert [one["standing"] for one in found["shoes"]] == ["in play", "open"]
    assert all(one["order"] == [] and one["seed"] == "" for one in found["shoes"])


def test_without_the_key_a_shoe_in_play_is_not_checked_yet(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.with_name("evening.db-key").rename(evening.with_name("elsewhere"))
    capsys.readouterr()
    said = told(capsys, "audit", "shoe", evening)
    assert said.count("not yet") == 4
    key = evening.with_name("elsewhere")
    assert "not yet" not in told(capsys, "audit", "shoe", evening, "1", "--key", key)


def test_a_player_checks_alone(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    file, notes = tmp_path / "you.json", tmp_path / "notes.json"
    file.write_text(told(capsys, "audit", "shoe", evening, "1", "shoe-1", "--viewer", "you"))
    notes.write_text(told(capsys, "audit", "shoe", evening, "1", "--notes"))
    assert verifier.main([str(file), "--notes", str(notes)]) == 0
    said = capsys.readouterr().out
    assert "the commitment and the root are those in your notes" in said
    assert "not checked that the order follows from the seeds" in said
    assert "reveal      when the shoe is over" in told(capsys, "audit", "shoe", evening)


def test_when_the_shoe_is_over_a_player_checks_every_card(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = master_key(evening.with_name("evening.db-key"))
    with closing(SqliteJournal(evening)) as journal:
        tables = CommittedTables(journal, key)
        tables.play_out()
        tables.publish()
    capsys.readouterr()
    file = tmp_path / "you.json"
    proof = told(capsys, "audit", "shoe", evening, "1", "shoe-1", "--viewer", "you")
    file.write_text(proof)
    bound = ("--commitment", json.loads(proof)["commitment"])
    assert verifier.main([str(file), *bound]) == 1, "a player cut"
    assert "if a player cut, give the place" in capsys.readouterr().out
    seen = (*bound, "--cut", "208")
    assert verifier.main([str(file), *seen, "--secret", SECRET]) == 0
    assert verifier.main([str(file), *seen, "--secret", "another"]) == 1
    said = told(capsys, "audit", "shoe", evening, "1", "shoe-1")
    assert f"{json.loads(proof)['house-seed']} (published)" in said
    assert "holds       the house's seed was published, as promised" in said


def test_an_evening_goes_on_with_its_commitments(
    evening: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(evening, monkeypatch, "\n\n1:25\ns\ns\nq\n", "--resume")
    capsys.readouterr()
    found = json.loads(told(capsys, "audit", "shoe", evening, "--json"))
    assert found["ok"]
    assert found["shoes"][0]["dealt"] > 7
    assert len(found["shoes"]) == 2


def test_a_key_is_changed_and_play_goes_on(
    evening: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = evening.with_name("evening.db-key")
    old = master_key(key)
    capsys.readouterr()
    said = told(capsys, "audit", "keys", "rotate", evening)
    assert "2 commitments go on under it" in said
    new = master_key(key)
    assert new.id != old.id
    assert new.id in said
    assert key.stat().st_mode & 0o777 == 0o600
    play(evening, monkeypatch, "\n\n1:25\ns\ns\nq\n", "--resume")
    capsys.readouterr()
    assert told(capsys, "audit", "shoe", evening).endswith("nothing is wrong\n")
    assert "it was changed" in told(capsys, "audit", "export", evening)
    elsewhere = evening.with_name("new.key")
    said = told(capsys, "audit", "keys", "rotate", evening, "--new-key", elsewhere, "--json")
    assert json.loads(said) == {"key": master_key(elsewhere).id, "commitments": 2}
    play_again = ("play", "star-blackjack", "--record", evening, "--resume")
    assert "is not the key of the record" in complaint(capsys, *play_again)
    assert "no key can be written" in complaint(
        capsys, "audit", "keys", "rotate", evening, "--key", elsewhere, "--new-key", elsewhere
    )
    verify = ("audit", "verify", evening)
    assert "seals not checked: no master key given\n" in told(capsys, *verify)
    assert told(capsys, *verify, "--master-key", elsewhere).endswith("nothing is wrong\n")
    assert "is not the key of the record" in complaint(capsys, *verify, "--master-key", key)


def test_a_lost_key_abandons_the_shoes_and_play_goes_on(
    evening: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    key = evening.with_name("evening.db-key")
    key.unlink()
    again = ("play", "star-blackjack", "--record", evening, "--resume")
    capsys.readouterr()
    assert "croupier audit keys lost" in complaint(capsys, *again)
    assert "cannot be read" in complaint(capsys, "audit", "keys", "rotate", evening)
    assert "2 commitments are abandoned" in told(capsys, "audit", "keys", "lost", evening)
    play(evening, monkeypatch, "\n\n1:25\ns\ns\nq\n", "--resume")
    capsys.readouterr()
    said = told(capsys, "audit", "shoe", evening)
    assert "shoe-1: abandoned" in said
    assert "its key was lost; it was never revealed" in said
    assert "what was left of shoe-1" in said
    assert "4 commitments, 2 abandoned (2 never revealed)" in said
    assert "nothing is known" not in said
    view = ("audit", "shoe", evening, "1", "shoe-1", "--viewer", "you")
    assert "its key was lost" in complaint(capsys, *view)


def test_a_key_that_others_may_know_is_given_up_with_all_that_it_opened(
    evening: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    told(capsys, "audit", "keys", "lost", evening)
    said = told(capsys, "audit", "shoe", evening, "1", "shoe-1")
    assert "house seed" in said
    assert "before the cut, from the front" in said
    assert "2 abandoned, 0 seeds" in said


def test_the_key_may_come_from_the_service_manager(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    credentials = tmp_path / "credentials"
    credentials.mkdir()
    (credentials / CREDENTIAL).write_bytes(bytes(range(32)))
    (credentials / CREDENTIAL).chmod(0o440)
    monkeypatch.setenv(CREDENTIALS, str(credentials))
    record = tmp_path / "evening.db"
    play(record, monkeypatch, "\n1:25\ns\ns\nq\n")
    assert not record.with_name("evening.db-key").exists()
    play(record, monkeypatch, "\n\nq\n", "--resume")
    (credentials / CREDENTIAL).chmod(0o444)
    capsys.readouterr()
    again = ("play", "star-blackjack", "--record", record, "--resume")
    assert "others can read or change the credential" in complaint(capsys, *again)


def test_live_tables_have_no_commitment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "live.db"
    monkeypatch.setattr("sys.stdin", io.StringIO("shuffle\nquit\n"))
    assert run(["deal", "star-blackjack", "--record", str(record)]) == 0
    capsys.readouterr()
    assert "people deal real cards here" in told(capsys, "audit", "shoe", record)
    view = ("audit", "shoe", record, "1", "shoe-1", "--viewer", "anybody")
    assert "people deal real cards here" in complaint(capsys, *view)


def test_a_chosen_seed_proves_nothing_and_the_audit_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [tmp_path / "one.db", tmp_path / "two.db"]
    for record in records:
        play(record, monkeypatch, "\n1:25\ns\ns\nq\n", "--seed", "7")
    capsys.readouterr()
    shown = [told(capsys, "audit", "shoe", record) for record in records]
    assert shown[0] == shown[1], "repeatable"
    assert "its seed follows from --seed" in shown[0]


def test_a_device_has_epochs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "device.db"
    play(record, monkeypatch, "1:25\ns\ns\nq\n", "--device", "shuffler")
    capsys.readouterr()
    said = told(capsys, "audit", "shoe", record)
    assert "a device, rounds 1 to 20" in said
    assert said.endswith("nothing is wrong\n")


def test_wrong_questions_get_one_sentence(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    asked = ("audit", "shoe", evening)
    assert "it has had shoe-1, shoe-2" in complaint(capsys, *asked, "1", "shoe-9")
    assert "there is no table '2'" in complaint(capsys, *asked, "2")
    assert "name the table and the shoe" in complaint(capsys, *asked, "--viewer", "you")
    seen = (*asked, "1", "shoe-1", "--viewer", "inspector")
    assert "its seed is not revealed" in complaint(capsys, *seen)
    assert "no card follows from it yet" in complaint(
        capsys, *asked, "1", "shoe-2", "--viewer", "you"
    )
    assert "name a player, anybody, or inspector" in complaint(
        capsys, *asked, "1", "shoe-1", "--viewer", "nobody"
    )
    none = tmp_path / "none.db"
    assert "no record at" in complaint(capsys, "audit", "shoe", none)
    assert "cannot be read" in complaint(capsys, *asked, "--key", none)
    short = tmp_path / "short.key"
    short.write_bytes(b"short")
    short.chmod(0o600)
    assert "it has 5 bytes, not 32" in complaint(capsys, *asked, "--key", short)
    short.chmod(0o644)
    assert "others can read the key" in complaint(capsys, *asked, "--key", short)
    server = "postgresql://nobody@127.0.0.1:1/none"
    assert "say which file holds the master key" in complaint(
        capsys, "audit", "keys", "rotate", server
    )


def test_wrong_player_seeds_get_one_sentence_and_leave_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play_ = ("play", "star-blackjack")
    assert "only with --record" in complaint(capsys, *play_, "--player-seed", "luck")
    record = ("--record", tmp_path / "evening.db")
    for seed in ("", "a\nb", "x" * 129):
        said = complaint(capsys, *play_, *record, "--player-seed", seed)
        assert "1 to 128 printable characters" in said
    assert list(tmp_path.iterdir()) == []


def test_keys_of_a_record_without_sealed_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "day.db"
    journal = SqliteJournal(record)
    play_day(journal, rounds=1)
    journal.close()
    for verb in ("rotate", "lost"):
        assert "has no master key" in complaint(capsys, "audit", "keys", verb, record)
    said = told(capsys, "audit", "shoe", record, "1", code=1)
    assert "there is no commitment" in said
