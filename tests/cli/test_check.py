"""``croupier check``: what fails, what is only noted, and what ``--strict`` makes of that."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import run
from croupier.features.compliance import runs

SCENARIO = """
title = "eighteen against seventeen"
game = "star-blackjack"
cites = ["15.1.3", "12.1"]
shoe = "TH 7C 8D TC"
steps = [
  { do = "wager", player = "ann", box = 1, amount = 100 },
  { do = "deal" },
  { do = "stand", box = 1 },
]

[net]
ann = 100
"""
NOTE = "cites 12.1, and nothing in the run bears that out"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A scenario that is right in all but a citation."""
    path = tmp_path / "eighteen.toml"
    path.write_text(SCENARIO)
    return path


def test_a_citation_that_is_not_borne_out_is_noted_and_does_not_fail(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"NOTE   {file}", f"    {NOTE}", "1 passed, 0 failed, 1 noted"]


def test_an_empty_name_is_not_taken_for_this_folder(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(file.parent)
    assert run(["check", "."]) == 0
    capsys.readouterr()
    assert run(["check", ""]) == 2
    assert "'' names no file or folder" in capsys.readouterr().err


def test_strict_makes_it_a_failure(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", str(file), "--strict"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"FAILED {file}", f"    {NOTE}", "0 passed, 1 failed"]


def test_programs_are_told_notes_apart_from_problems(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {"file": str(file), "ok": True, "problems": [], "notes": [NOTE]}
    ]


def test_who_expects_only_that_wagers_come_to_nothing_passes_with_a_note(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    level = SCENARIO.replace("7C", "8C").replace("[net]\nann = 100\n", "")
    file.write_text(level.replace('"15.1.3", "12.1"', '"15.1.9"'))
    assert run(["check", str(file)]) == 0
    assert "expects nothing" in capsys.readouterr().out
    assert run(["check", str(file), "--strict"]) == 1


def test_who_expects_nothing_fails(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = SCENARIO.replace("[net]\nann = 100\n", "").replace('  { do = "stand", box = 1 },\n', "")
    file.write_text(text)
    assert run(["check", str(file)]) == 1
    assert "expects nothing: give it a [net]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (KeyError("eve"), "a fault of croupier: KeyError: 'eve'"),
        (RecursionError("maximum recursion depth exceeded"), "a fault of croupier: RecursionError"),
        (AssertionError(), "a fault of croupier: AssertionError"),
    ],
)
def test_a_fault_of_the_engine_fails_its_file_and_the_others_run(
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fault: Exception,
    told: str,
) -> None:
    broken = file.with_name("aaa.toml")
    broken.write_text(file.read_text(encoding="utf-8").replace('title = "', 'title = "broken '))
    played = runs.run_any_kind

    def fail(data: dict[str, object], *, exact: bool) -> tuple[str, ...]:
        if str(data["title"]).startswith("broken"):
            raise fault
        return played(data, exact=exact)

    monkeypatch.setattr(runs, "run_any_kind", fail)
    assert run(["check", str(file.parent)]) == 1
    printed = capsys.readouterr().out
    assert f"FAILED {broken}\n    {told}" in printed
    assert ", test_check.py line " in printed
    assert printed.endswith("1 passed, 1 failed, 1 noted\n")
    assert run(["check", "--json", str(file.parent)]) == 1
    first, second = json.loads(capsys.readouterr().out)
    assert (first["file"], first["ok"], second["ok"]) == (str(broken), False, True)
    assert first["problems"][0].startswith(told)


def test_a_file_whose_name_is_no_text_can_be_told_of(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = file.with_name(os.fsdecode(b"n\xffme.toml"))
    file.rename(odd)
    assert run(["check", "--json", str(odd)]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["file"].endswith("n\N{REPLACEMENT CHARACTER}me.toml")


def test_a_path_that_may_not_be_looked_at_fails_and_the_others_run(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    locked = file.parent / "locked" / "one.toml"
    looked_at = os.stat

    def stat(path: Any, *rest: Any, **more: Any) -> os.stat_result:
        if str(path) == str(locked):
            raise PermissionError(13, "Permission denied")
        return looked_at(path, *rest, **more)

    monkeypatch.setattr(os, "stat", stat)
    assert run(["check", str(locked), str(file)]) == 1
    printed = capsys.readouterr().out
    assert (
        f"FAILED {locked}\n    not a scenario: this cannot be read (Permission denied)" in printed
    )
    assert "1 passed, 1 failed" in printed
