"""The coach at a practice table in the terminal."""

import io
from pathlib import Path

import pytest

from croupier.cli.main import run
from croupier.terminal import line_input
from croupier.terminal.line_input import read_line


def evening(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *options: str
) -> str:
    """What is shown where somebody types these lines."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert run(["play", *options]) == 0
    return capsys.readouterr().out


def test_a_hint_shows_what_each_choice_is_worth(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("star-blackjack", "--seed", "2165", "--practice")
    shown = evening(monkeypatch, capsys, "\n5\nhint\ns\ncoach\nq\n", *asked)
    assert "soft 17 against a seven, in per cent of the wager:" in shown
    hit, stand = (shown.index(f"  {call}  ") for call in ("hit", "stand"))
    assert hit < stand, "the best stands first"
    assert "Coach: hit was worth" in shown
    assert shown.count("0 of 1 decisions were the best.") == 2, "when asked, and in the summary"
    assert "stand instead of hit" in shown


def test_a_fold_that_is_right_is_no_mistake(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("caribbean-stud", "--seed", "2165", "--practice")
    shown = evening(monkeypatch, capsys, "5\nhint\nf\nhint\nq\n", *asked)
    assert "  fold" in shown
    assert "You have nothing to decide now." in shown
    assert "1 of 1 decisions were the best." in shown


@pytest.mark.parametrize(
    ("game", "why"),
    [("star-blackjack", "(18.1)"), ("caribbean-stud", "(16.6)"), ("perth-blackjack", "(8.7")],
)
def test_no_aid_elsewhere(
    game: str, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = evening(monkeypatch, capsys, "hint\ncoach\nq\n", game, "--seed", "1")
    assert shown.count(f"no device may work out play here {why}") == 2
    assert "Coach" not in shown


def test_without_a_game_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play"]) == 0
    assert "perth-vegas-blackjack  Vegas Blackjack" in capsys.readouterr().out


class Terminal(io.StringIO):
    """A stream that people sit at."""

    def isatty(self) -> bool:
        return True


def test_at_a_terminal_lines_are_edited_and_remembered(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source, target = Terminal(), Terminal()
    monkeypatch.setattr("sys.stdin", source)
    monkeypatch.setattr("sys.stdout", target)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    asked: list[str] = []

    def typed(prompt: str) -> str:
        asked.append(prompt)
        if len(asked) > 1:
            raise EOFError
        return "25"

    monkeypatch.setattr("builtins.input", typed)
    line_input._remember.cache_clear()
    assert read_line(source, target, "> ") == "25\n"
    assert read_line(source, target, "> ") == ""
    assert asked == ["> ", "> "]
    assert (tmp_path / "croupier").is_dir()


def test_elsewhere_lines_are_read_plainly() -> None:
    source, target = io.StringIO("25\n"), io.StringIO()
    assert read_line(source, target, "> ") == "25\n"
    assert target.getvalue() == "> "
