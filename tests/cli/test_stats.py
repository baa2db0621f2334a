"""``croupier stats``: evenings that are kept, and those that a record holds."""

import io
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from croupier.cli.main import run
from croupier.terminal.line_input import new_evening_path
from croupier.terminal.player.results import (
    PastEvening,
    evenings_file,
    load_evenings,
    save_evening,
    save_evenings,
)
from tests.cli.test_deal import Terminal

WON = PastEvening(
    game="star-blackjack",
    player="you",
    began=datetime(2026, 5, 1, 20, tzinfo=UTC),
    rounds=10,
    wagered=250_00,
    net=50_00,
    biggest=75_00,
    decisions=20,
    mistakes=5,
)
LOST = msgspec.structs.replace(WON, net=-100_00, biggest=0, decisions=0, mistakes=0)
STUD = msgspec.structs.replace(LOST, game="caribbean-stud", player="ann")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["stats", *arguments]) == 0
    return capsys.readouterr().out


def test_evenings_are_summed_up_by_game(capsys: pytest.CaptureFixture[str]) -> None:
    save_evenings([WON, LOST, STUD, PastEvening(game="star-blackjack", player="you")])
    lines = [" ".join(line.split()) for line in printed(capsys).splitlines()]
    assert lines[1] == "star-blackjack 2 20 $500 90.0 % $75 -$50"
    assert lines[2] == "caribbean-stud 1 10 $250 60.0 % - -$100"
    assert lines[3] == "all 3 30 $750 80.0 % $75 -$150"
    assert lines[4] == "Practice: 15 of 20 decisions were the best (75%)."


def test_one_player_and_single_evenings(capsys: pytest.CaptureFixture[str]) -> None:
    save_evenings([WON, STUD])
    assert "star" not in printed(capsys, "--player", "ann")
    assert len(printed(capsys, "--last").splitlines()) == 3
    assert len(msgspec.json.decode(printed(capsys, "--json"))) == 2


def test_a_narrow_window_has_a_block_for_each_row(monkeypatch: pytest.MonkeyPatch) -> None:
    save_evenings([WON])
    monkeypatch.setenv("COLUMNS", "40")
    screen = Terminal()
    monkeypatch.setattr("sys.stdout", screen)
    assert run(["stats"]) == 0
    lines = screen.getvalue().splitlines()
    assert lines[0] == "star-blackjack"
    assert "  wagered   $250" in lines
    assert max(map(len, lines)) <= 40


def test_without_any_evening_it_says_how_one_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys).startswith("No evenings yet: croupier play adds each one")


def test_a_line_cut_short_is_passed_over_and_a_full_disk_loses_nothing(home: Path) -> None:
    assert save_evening(WON, evenings_file())
    with evenings_file().open("ab") as file:
        file.write(b'{"game": "star-bl')
    assert list(load_evenings(evenings_file())) == [WON]
    blocked = home / "blocked"
    blocked.write_text("no folder")
    assert not save_evening(WON, blocked / "evenings.jsonl")
    assert evenings_file().parent.stat().st_mode & 0o777 == 0o700


def test_a_record_is_summed_up(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = str(home / "evening.db")
    monkeypatch.setattr("sys.stdin", io.StringIO("\n25\ns\nq\n"))
    assert run(["play", "star-blackjack", "--seed", "7", "--record", evening]) == 0
    told = capsys.readouterr().out
    (line,) = [row.split() for row in printed(capsys, evening).splitlines()[1:]]
    assert line[:4] == ["star-blackjack", "1", "1", "$25"]
    net = next(row for row in told.splitlines() if row.startswith("  result"))
    assert net.split()[-1].lstrip("$") in line[-1]
    assert "No such player" in printed(capsys, evening, "--player", "zoe")


def test_an_evening_without_a_file_has_one_of_its_own(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = datetime(2026, 5, 1, 20, 0, 1, tzinfo=UTC)
    path = new_evening_path("star-blackjack", now)
    assert path == home / "croupier" / "evenings" / "2026-05-01-200001-star-blackjack.db"
    blocked = home / "file"
    blocked.write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    assert new_evening_path("star-blackjack", now) is None


def test_the_tutorial_explains_each_question_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("croupier.features.school.cli.viewer_advice", lambda *_: None)
    monkeypatch.setattr("sys.stdin", io.StringIO("\n25\nh\ns\n\n"))
    assert run(["play", "--tutorial"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    for lesson in ("you may cut them", "A round begins with", "Your turn.", "That was a round."):
        assert told.count(lesson) == 1
