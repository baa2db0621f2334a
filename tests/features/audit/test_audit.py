"""``croupier audit``, and evenings that are kept in a file and gone on with."""

import csv
import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.cli.main import run
from croupier.floor.card_sources import random_source
from croupier.games.engine import open_table
from croupier.games.table.choices import Choices
from croupier.games.table.opening import TableOpened
from croupier.record.envelopes import Cause
from croupier.record.integrity.checkpoints import CheckpointSigner
from croupier.record.integrity.verification import verify
from croupier.record.journal import StreamWrite
from croupier.record.secrets.keys import signing_key
from croupier.record.snapshots import SnapshotKeeper, recover
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role, law_of
from croupier.rulebooks.revisions import LawName, known_revisions, plays_like
from croupier.terminal.saved_play import SavedPlay
from tests.record.days import play_day

CLI = "from croupier.cli.main import main; main()"


@pytest.fixture
def day(tmp_path: Path) -> Path:
    """The record of a day at two tables."""
    path = tmp_path / "day.db"
    journal = SqliteJournal(path)
    play_day(journal, rounds=3)
    journal.close()
    return path


def told(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    assert run([str(one) for one in arguments]) == code
    return capsys.readouterr().out


def complaint(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The one sentence that wrong usage gets."""
    assert run([str(one) for one in arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def test_a_record_that_nobody_touched(day: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "audit", "verify", day).endswith("nothing is wrong\n")
    verdict = json.loads(told(capsys, "audit", "verify", day, "--json"))
    assert (verdict["ok"], verdict["findings"]) == (True, [])
    assert told(capsys, "audit", "balance", day).endswith("nothing is wrong\n")
    balances = json.loads(told(capsys, "audit", "balance", day, "--json"))
    assert balances["ok"]
    assert sum(one["amount"] for one in balances["balances"]) == 0


def altered(day: Path, statement: str) -> None:
    db = sqlite3.connect(day)
    db.executescript("DROP TRIGGER events_stay; DROP TRIGGER events_are_kept;")
    db.execute(statement)
    db.commit()
    db.close()


def test_an_altered_record_is_named(day: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = "CAST(replace(CAST(body AS TEXT), 'stream', 'Stream') AS BLOB)"
    altered(day, f"UPDATE events SET body = {body} WHERE position = 9")
    assert "WRONG: event 9 does not fit its hash" in told(capsys, "audit", "verify", day, code=1)


def test_a_kept_checkpoint_finds_what_was_cut_off(
    day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, public, note = tmp_path / "signing.pem", tmp_path / "house.pem", tmp_path / "monday.txt"
    leaves = tmp_path / "leaves.hex"
    made = ("audit", "checkpoint", day, "--key", key, "--public", public, "--leaves", leaves)
    note.write_text(told(capsys, *made), encoding="ascii")
    held = ("--key", public, "--checkpoint", note, "--leaves", leaves)
    assert "nothing is wrong" in told(capsys, "audit", "verify", day, *held)
    proof = json.loads(told(capsys, "audit", "prove", day, 3))
    assert proof["position"] == 3
    altered(day, "DELETE FROM events WHERE position > 20")
    cut = told(capsys, "audit", "verify", day, *held, code=1)
    assert "WRONG: the log was cut off" in cut


def test_a_wrong_balance_is_told(day: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = sqlite3.connect(day)
    db.execute("UPDATE balances SET amount = amount + 1 WHERE account = 'float'")
    db.commit()
    db.close()
    said = told(capsys, "audit", "balance", day, code=1)
    assert "WRONG: float of table/1" in said


def test_rounds_are_written_in_the_open_format_and_played_again(
    day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = told(capsys, "audit", "rounds", day, "--table", "1", "--format", "jsonl")
    assert [json.loads(line)["number"] for line in lines.splitlines()] == [1, 2, 3]
    last = told(capsys, "audit", "rounds", day, "--table", "1", "--format", "jsonl", "--last", "1")
    assert lines.endswith(last)
    file = tmp_path / "rounds.jsonl"
    file.write_text(lines, encoding="utf-8")
    assert told(capsys, "audit", "play-rounds", file).startswith("3 rounds played again, no diff")
    found = json.loads(told(capsys, "audit", "play-rounds", file, "--json"))
    assert found == {"played": 3, "left-out": 0, "differences": []}
    first = json.loads(lines.splitlines()[0])
    first["results"][0]["net"] += 1
    file.write_text(json.dumps(first), encoding="utf-8")
    assert "line 1, round 1: not settled again" in told(
        capsys, "audit", "play-rounds", file, code=1
    )
    file.write_text("{}", encoding="utf-8")
    assert "rounds.jsonl, line 1: this is no croupier-round of version 1: game is missing" in (
        complaint(capsys, "audit", "play-rounds", file)
    )
    why = complaint(capsys, "audit", "rounds", day, "--table", "1", "--format", "pgn")
    assert "--format: there is no 'pgn'; write jsonl" in why


def test_rounds_are_listed_and_replayed(day: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(told(capsys, "audit", "rounds", day, "--table", "1", "--json"))
    assert [one["number"] for one in found] == [1, 2, 3]
    assert all(one["ended"] for one in found)
    assert "ann" in told(capsys, "audit", "rounds", day, "--table", "1", "--last", "1")
    whole = told(capsys, "audit", "replay", day, "1")
    second = told(capsys, "audit", "replay", day, "1", "2")
    assert second in whole
    assert "(15." in second, "every payment with its clause"
    first = found[0]["first"]
    for place in range(first, found[0]["last"] + 1):
        at = ("audit", "replay", day, "1", "1", "--at", place)
        stopped, on = told(capsys, *at, "--stop"), told(capsys, *at)
        assert "-- the table after event" in stopped
        assert on.startswith(stopped)
        lines = [line for line in on.splitlines(keepends=True) if not line.startswith(" " * 8)]
        assert "".join(lines) == told(capsys, "audit", "replay", day, "1", "1")
        seen = json.loads(told(capsys, *at, "--stop", "--json"))
        assert [one["position"] for one in seen["events"]] == list(range(first, place + 1))
        assert seen["stood"]["rounds"] == 1
    assert "due: " in stopped
    wrong = ("audit", "replay", day, "1", "1")
    assert "name the event with --at" in complaint(capsys, *wrong, "--stop")
    assert f"position of an event, from {first} to" in complaint(capsys, *wrong, "--at", "1")
    stud = told(capsys, "audit", "replay", day, "2")
    assert "jackpot" in stud.lower()


def test_exports(day: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "audit", "export", day).splitlines()
    assert [json.loads(line)["position"] for line in lines] == list(range(1, len(lines) + 1))
    rows = list(csv.DictReader(io.StringIO(told(capsys, "audit", "export", day, "--form", "csv"))))
    assert len(rows) == len(lines)
    assert rows[0]["event"] == "table-opened"
    assert told(capsys, "audit", "export", day, "--json").splitlines() == lines
    schema = json.loads(told(capsys, "audit", "schema", "--json"))
    assert schema["$ref"] == "#/$defs/Envelope"


def test_exports_into_files(day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parquet = import_module("pyarrow.parquet")
    lines = told(capsys, "audit", "export", day)
    for form in ("jsonl", "csv", "parquet"):
        file = tmp_path / f"day.{form}"
        write = ("audit", "export", day, "--form", form, "--output", file)
        assert told(capsys, *write) == ""
        assert "already exists" in complaint(capsys, *write)
    assert (tmp_path / "day.jsonl").read_text(encoding="utf-8") == lines
    table = parquet.read_table(tmp_path / "day.parquet")
    assert "".join(f"{body}\n" for body in table["body"].to_pylist()) == lines
    rows = list(csv.DictReader(io.StringIO((tmp_path / "day.csv").read_text(encoding="utf-8"))))
    assert [row["hash"] for row in rows] == table["hash"].to_pylist()
    assert "name the file with --output" in complaint(
        capsys, "audit", "export", day, "--form", "parquet"
    )


def test_balances_of_some(day: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def found(*options: object) -> list[dict[str, object]]:
        told_all = json.loads(told(capsys, "audit", "balance", day, "--json", *options))
        return list(told_all["balances"])

    every = found()
    assert {one["account"] for one in found("--player", "ann")} == {"chips/ann"}
    assert {one["stream"] for one in found("--table", "2")} == {"table/2"}
    assert {one["account"] for one in found("--account", "float")} == {"float"}
    (gaming_day,) = {one["day"] for one in every}
    assert found("--day", gaming_day) == every
    assert found("--day", "2020-01-01") == []
    assert "write it as" in complaint(capsys, "audit", "balance", day, "--day", "today")


def test_the_gaming_day_is_set_by_an_event(day: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "audit", "day", day) == "the gaming day changes at 06:00, UTC\n"
    sydney = ("audit", "day", day, "--zone", "Australia/Sydney", "--starts", "5:30")
    assert told(capsys, *sydney) == "the gaming day changes at 05:30, Australia/Sydney\n"
    setting = json.loads(told(capsys, "audit", "day", day, "--json"))
    assert (setting["zone"], setting["starts"]) == ("Australia/Sydney", "05:30:00")
    assert "unknown time zone" in complaint(capsys, "audit", "day", day, "--zone", "Mars/North")
    assert "is not a time of day" in complaint(capsys, "audit", "day", day, "--starts", "25:00")
    assert "nothing is wrong" in told(capsys, "audit", "verify", day)
    assert "nothing is wrong" in told(capsys, "audit", "balance", day)


def test_snapshots_are_compared_and_thrown_away(
    day: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = SqliteJournal(day)
    for stream in ("table/1", "table/2", "pool/grand"):
        state, version = recover(journal, stream)
        SnapshotKeeper(journal).save(stream, version, state)
    journal.close()
    found = json.loads(told(capsys, "audit", "snapshots", day, "--json"))
    assert found["ok"]
    assert all(one["fit"] and one["right"] for one in found["snapshots"])
    assert len(found["snapshots"]) == 3
    journal = SqliteJournal(day)
    other, version = recover(journal, "table/1")
    table, history = other
    SnapshotKeeper(journal).save("table/1", version, (replace(table, rounds=99), history))
    journal.close()
    assert "1 snapshots are wrong" in told(capsys, "audit", "snapshots", day, code=1)
    assert "3 snapshots" in told(capsys, "audit", "snapshots", day, "--drop")
    assert json.loads(told(capsys, "audit", "snapshots", day, "--json"))["snapshots"] == []


def test_a_checkpoint_of_a_record_that_is_being_written(
    day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = ("audit", "checkpoint", day, "--key", tmp_path / "signing.pem", "--json")
    playing = SqliteJournal(day)
    size = playing.peaks.size
    note = json.loads(told(capsys, *made))
    assert note["size"] == size
    assert playing.checkpoints() == []
    playing.close()
    assert json.loads(told(capsys, *made))["head"] == note["head"]
    reader = SqliteJournal(day, writing=False)
    assert [size for size, _ in reader.checkpoints()] == [size]
    reader.close()


def test_bad_input_gets_one_sentence(
    day: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    none = tmp_path / "none.db"
    assert "no record at" in complaint(capsys, "audit", "verify", none)
    assert not none.exists()
    text = tmp_path / "notes.txt"
    text.write_text("not a record\n" * 200, encoding="utf-8")
    assert "cannot be used as a record" in complaint(capsys, "audit", "verify", text)
    assert "say which table" in complaint(capsys, "audit", "rounds", day)
    assert "there is no table '9'" in complaint(capsys, "audit", "replay", day, "9")
    assert "there is no round 9" in complaint(capsys, "audit", "replay", day, "1", "9")
    assert "1 or more" in complaint(capsys, "audit", "rounds", day, "--table", "1", "--last", "0")
    assert "there is no checkpoint yet" in complaint(capsys, "audit", "prove", day, "3")
    assert "choose jsonl, csv or parquet" in complaint(
        capsys, "audit", "export", day, "--form", "xml"
    )
    assert "holds no public key" in complaint(capsys, "audit", "verify", day, "--key", text)
    server = "postgresql://nobody@127.0.0.1:1/none"
    assert "the record cannot be opened" in complaint(capsys, "audit", "verify", server)


def start(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-u", "-c", CLI, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def test_a_killed_evening_goes_on_where_it_was(tmp_path: Path) -> None:
    record = tmp_path / "evening.db"
    playing = start("play", "star-blackjack", "--record", record)
    assert playing.stdin is not None
    playing.stdin.write("\n1:25\n")
    playing.stdin.flush()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        time.sleep(0.2)
        if not record.with_name(f"{record.name}-key").exists():
            continue
        reader = SqliteJournal(record, writing=False)
        dealt = any('"card-dealt"' in leaf.body.decode() for leaf in reader.leaves())
        reader.close()
        if dealt:
            break
    playing.send_signal(signal.SIGKILL)
    playing.communicate(timeout=120)
    before = SavedPlay(record, random_source(), resume=True)
    table = before.house.tables["1"].table
    before.close()
    assert table.rounds == 1
    again = start("play", "star-blackjack", "--record", record, "--resume")
    out, _ = again.communicate("s\ns\ns\nn\nq\n", timeout=120)
    assert again.returncode == 0
    assert "You are back at Star Blackjack" in out
    after = SqliteJournal(record, writing=False)
    assert any('"round-ended"' in leaf.body.decode() for leaf in after.leaves())
    after.close()


def test_checkpoints_are_signed_as_an_evening_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CheckpointSigner.__init__, "__kwdefaults__", {"every": 5, "folder": None})
    record, key, folder = tmp_path / "evening.db", tmp_path / "signing.pem", tmp_path / "held"
    playing = ("play", "star-blackjack", "--record", record, "--checkpoints", folder)
    assert "name a folder" in complaint(capsys, *playing, "--sign", key)
    folder.mkdir()
    assert "the signing key with --sign" in complaint(capsys, *playing)
    assert "only with --record" in complaint(capsys, "play", "star-blackjack", "--sign", key)
    assert not record.exists()
    assert not key.exists()
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n1:25\ns\ns\nq\n"))
    assert run([str(one) for one in (*playing, "--sign", key)]) == 0
    capsys.readouterr()
    reader = SqliteJournal(record, writing=False)
    verdict = verify(reader, signing_key(key).public_key())
    notes = [note for _, note in reader.checkpoints()]
    reader.close()
    assert verdict.ok
    assert verdict.checkpoints == len(notes) >= 3
    assert [file.read_bytes() for file in sorted(folder.iterdir())] == notes


def test_an_evening_under_another_law_rests_until_it_is_moved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "evening.db"
    evening = SavedPlay(record, random_source())
    law = law_of("star-blackjack")
    evening.house.open_table(law, Choices(), cards=evening.cards("1"), name="1")
    (opened,) = (one.event for one in evening.house._journal.read_stream("table/1"))  # type: ignore[union-attr]
    unknown = replace(opened, fingerprint="another", law_values="")
    other = StreamWrite("table/9", 0, (unknown,))
    evening.house.append([other], Cause("open/9", "house", Role.GAMING_MANAGER))
    evening.close()
    play = ("play", "star-blackjack", "--record", record, "--resume")
    assert "the table rests" in (why := complaint(capsys, *play))
    assert "croupier audit adopt-law" in why
    assert run(["audit", "replay", str(record), "9"]) == 0
    assert "the table rests: it was opened under star-blackjack" in capsys.readouterr().err
    adopt = ("audit", "adopt-law", record)
    assert "these rest: 9" in complaint(capsys, *adopt, "8")
    moved = told(capsys, *adopt)
    assert "table 9 stands under revision 1" in moved
    assert "what changed is not known" in moved
    assert "stands under the law that is installed" in complaint(capsys, *adopt, "9")
    assert "these rest: none" in complaint(capsys, *adopt)
    assert "nothing is wrong" in told(capsys, "audit", "verify", record)
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    assert run([str(one) for one in play]) == 0


def test_a_table_is_moved_from_a_law_of_yesterday_with_what_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "evening.db"
    law = law_of("star-blackjack")
    names = [one for one in known_revisions() if one[0] == law.game]
    before = next(one for one in reversed(names) if not plays_like(law, LawName(*one)))
    evening = SavedPlay(record, random_source())
    today = open_table(law)
    assert isinstance(today, TableOpened)
    opened = replace(today, revision=before[1], fingerprint=before[2], law_values="")
    other = StreamWrite("table/1", 0, (opened,))
    evening.house.append([other], Cause("open/1", "house", Role.GAMING_MANAGER))
    evening.close()
    moved = told(capsys, "audit", "adopt-law", record)
    assert re.search(r"^[a-z_.0-9-]+: .+ -> .+$", moved, re.MULTILINE)
    on_a_server = complaint(capsys, "audit", "adopt-law", "postgresql://floor.example/croupier")
    assert "on its console" in on_a_server
    nowhere = complaint(capsys, "audit", "adopt-law", tmp_path / "none.db")
    assert nowhere.startswith("croupier: no record at")
    assert not (tmp_path / "none.db").exists()


def test_an_evening_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "evening.db"
    SavedPlay(record, random_source()).close()
    day = SqliteJournal(record)
    play_day(day, rounds=1)
    day.close()
    play = ("play", "star-blackjack", "--record", record)
    assert "add --resume to continue it" in complaint(capsys, *play)
    other = ("play", "blackjack-challenge", "--record", record, "--resume")
    assert "the record is of" in complaint(capsys, *other)
    assert "name the evening's file" in complaint(capsys, "play", "star-blackjack", "--resume")
    assert "no record at" in complaint(
        capsys, "play", "star-blackjack", "--record", tmp_path / "none.db", "--resume"
    )
    assert "the cards are already shuffled" in complaint(capsys, *play, "--resume", "--seed", "3")
    record.with_name(f"{record.name}-key").unlink()
    assert "is missing: bring it back, or give up" in complaint(capsys, *play, "--resume")
    assert not record.with_name(f"{record.name}-key").exists()


def test_a_table_that_may_not_be_opened_leaves_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = ("--record", tmp_path / "evening.db")
    assert "no game" in complaint(capsys, "play", "no-such-game", *record).lower()
    complaint(capsys, "play", "star-blackjack", "--decks", "7", *record)
    complaint(capsys, "deal", "star-blackjack", "--decks", "7", *record)
    complaint(capsys, "play", "star-blackjack", "--player", "", *record)
    assert list(tmp_path.iterdir()) == []
