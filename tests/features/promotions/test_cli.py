"""``croupier promotion``: terms checked, promotions tried out, templates written."""

import json
from pathlib import Path

import pytest

from croupier.cli.main import run

CAPTURE = pytest.CaptureFixture[str]


def saved(folder: Path, text: str) -> str:
    file = folder / "june.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("game", ["star-blackjack", "blackjack-challenge", "caribbean-stud"])
def test_a_template_can_be_checked_and_run(game: str, tmp_path: Path, capsys: CAPTURE) -> None:
    file = tmp_path / "june.toml"
    assert run(["promotion", "template", game, "--output", str(file)]) == 0
    assert run(["promotion", "template", game]) == 0
    assert capsys.readouterr().out == file.read_text(encoding="utf-8")
    assert run(["promotion", "check", str(file)]) == 0
    assert "can be submitted to the regulator" in " ".join(capsys.readouterr().out.split())
    assert run(["promotion", "run", str(file), "--seed", "1"]) == 0
    told = capsys.readouterr()
    assert "The draw is held" in told.out
    assert told.err == ""


def test_a_template_overwrites_nothing(tmp_path: Path, capsys: CAPTURE) -> None:
    file = saved(tmp_path, "# mine\n")
    assert run(["promotion", "template", "--output", file]) == 2
    assert "already exists" in capsys.readouterr().err
    assert Path(file).read_text(encoding="utf-8") == "# mine\n"


def test_terms_alone_are_enough(tmp_path: Path, capsys: CAPTURE) -> None:
    file = saved(tmp_path, '[terms]\nmanner = "lucky door"\n')
    assert run(["promotion", "check", file, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["ok"], told["faults"]) == ("star-blackjack", True, [])


def test_every_fault_is_told_with_its_line_and_clause(tmp_path: Path, capsys: CAPTURE) -> None:
    text = 'omit = ["claim"]\n\n[[terms.prizes]]\nkind = "tobacco"\nvalue = 5\n'
    file = saved(tmp_path, text)
    assert run(["promotion", "check", file]) == 2
    first, second = capsys.readouterr().out.splitlines()
    assert (
        first == f"{file}, line 1: the terms do not state claim: how the prize is claimed (20.7.8)"
    )
    assert second.startswith(f"{file}, line 3: prize 1 (tobacco) may not be given")
    assert run(["promotion", "check", file, "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert [(fault["clause"], fault["line"]) for fault in told["faults"]] == [
        ("20.7.8", "line 1"),
        ("20.5.1", "line 3"),
    ]
    assert run(["promotion", "run", file]) == 2
    assert "20.7.8" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[terms]\n\ncolour = 3\n", "line 3: colour: there is no such term; choose from award"),
        ("[terms]\nodds = 3\n", "line 2: odds: a promotion only watches tables"),
        ('[terms]\nprizes = [{ kind = "gold" }]\n', "line 2: prizes: prize 1, kind: there is no"),
        ('[[terms.prizes]]\nkind = "gold"\n', "line 1: prizes: prize 1, kind: there is no 'gold'"),
        ("[terms]\nminimum-wager = -5\n", "line 2: minimum-wager: -5 is not an amount"),
        ("terms = { starts = 5 }\n", "line 1: starts: 5 is not a time"),
        ("[terms]\ndraw = 2026-05-01T10:00:00Z\n", "line 2: draw: draw 2026-05-01"),
        ("[terms]\nentries-close = 2026-05-01T10:00:00Z\n", "line 2: entries-close: entries-close"),
        ('game = "perth-blackjack"\n', "line 1: game: the rulebook of Perth Blackjack has no"),
        ('game = "poker"\n', "line 1: "),
        ('kind = "tournament"\n', "line 1: kind: this file is a 'tournament'"),
        ("hat = 1\n", "line 1: hat: there is no such key; choose from "),
        ('prepared = "yes"\n', "line 1: prepared: 'yes' is neither true nor false"),
        ("steps = 3\n", "line 1: steps: this is a list of steps"),
        ("[terms\n", "line 1"),
    ],
)
@pytest.mark.parametrize("command", ["check", "run"])
def test_a_file_that_cannot_be_read_names_the_term_and_its_line(
    command: str, text: str, said: str, tmp_path: Path, capsys: CAPTURE
) -> None:
    assert run(["promotion", command, saved(tmp_path, text)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err
    assert told.err.count("\n") == 1


def test_a_run_is_recorded_with_the_table_that_it_watches(tmp_path: Path, capsys: CAPTURE) -> None:
    file = saved(tmp_path, "[terms]\nearned-by = { wager = 20 }\n")
    record = str(tmp_path / "june.db")
    asked = ["promotion", "run", file, "--rounds", "3", "--seed", "2", "--record", record]
    assert run(asked) == 0
    assert "has prize 1" in capsys.readouterr().out
    assert run(["audit", "verify", record]) == 0
    assert "nothing is wrong" in capsys.readouterr().out
    assert run(["audit", "rounds", record, "--table", "1", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 3
    assert run(asked) == 2
    assert "--record: name a file that does not exist yet" in capsys.readouterr().err


def test_a_file_that_is_not_there(tmp_path: Path, capsys: CAPTURE) -> None:
    assert run(["promotion", "check", str(tmp_path / "no.toml")]) == 2
    assert "no such file" in capsys.readouterr().err


def test_the_same_seed_gives_the_same_run(tmp_path: Path, capsys: CAPTURE) -> None:
    file = saved(tmp_path, "[terms]\n")
    printed = []
    for seed in ("5", "5"):
        assert run(["promotion", "run", file, "--entrants", "40", "--seed", seed]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert run(["promotion", "run", file]) == 0
    assert "repeats this run" in capsys.readouterr().err


def test_a_run_for_programs(tmp_path: Path, capsys: CAPTURE) -> None:
    text = '[terms]\nprizes = [{ kind = "cash", value = 20000 }, { kind = "goods", value = 5 }]\n'
    file = saved(tmp_path, text)
    assert run(["promotion", "run", file, "--entrants", "6", "--seed", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["state"], told["entries"], told["due"]) == ("drawn", 6, [])
    paid = [(award["prize"], award["value"], award["pay"]) for award in told["awards"]]
    assert paid == [(1, 2_000_000, "transfer"), (2, 500, "goods")]
    kinds = [event["event"] for event in told["events"]]
    assert kinds[0] == "promotion-opened"
    assert {"scrutineer-appointed", "payment-chosen", "prize-awarded"} <= set(kinds)


@pytest.mark.parametrize(
    ("game", "hand"), [("blackjack-challenge", "blackjack"), ("caribbean-stud", "one-pair")]
)
def test_entries_may_be_earned_at_a_table(
    game: str, hand: str, tmp_path: Path, capsys: CAPTURE
) -> None:
    file = saved(tmp_path, f'game = "{game}"\n[terms]\nearned-by = {{ hand = "{hand}" }}\n')
    assert run(["promotion", "run", file, "--rounds", "20", "--seed", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["entries"] > 1


def test_the_steps_of_a_file_are_carried_out(tmp_path: Path, capsys: CAPTURE) -> None:
    steps = (
        '[{ do = "enter", player = "ann" },'
        ' { do = "enter", player = "bob", eligible = false, refused = "20.7.3" },'
        ' { do = "postpone-draw", reason = "a broken seal" }]'
    )
    assert run(["promotion", "run", saved(tmp_path, f"steps = {steps}\n"), "--seed", "1"]) == 0
    told = capsys.readouterr()
    assert "ann enters (20.7.3)." in told.out
    assert "The draw is postponed: a broken seal (20.12)." in told.out
    assert "Due by a gaming manager: validate (20.12)." in told.out
    assert "step 2 was refused: bob does not meet the terms (20.7.3)" in told.err


@pytest.mark.parametrize("option", ["--entrants", "--rounds"])
def test_nobody_and_nothing_is_no_number(option: str, tmp_path: Path, capsys: CAPTURE) -> None:
    assert run(["promotion", "run", saved(tmp_path, "[terms]\n"), option, "0"]) == 2
    assert f"{option} is a whole number of 1 or more" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["check", "run", "template"])
def test_every_command_has_help_with_examples(command: str, capsys: CAPTURE) -> None:
    assert run(["promotion", command, "--help"]) == 0
    assert f"croupier promotion {command}" in capsys.readouterr().out
