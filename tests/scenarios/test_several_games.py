"""One scenario file for several games: the same story, each game's clauses and differences."""

import json
import tomllib
from pathlib import Path

import jsonschema_rs
import pytest

from croupier.cli.main import run as run_command
from croupier.features.compliance.runs import check_file, run_file, run_files
from croupier.scenarios.files import data_for, game_names, read_data
from croupier.scenarios.refusals import BadScenarioError
from croupier.scenarios.schema import scenario_schema

STORY = """\
title = "A blackjack is paid, and nobody is dealt in late"
cites = ["{blackjack}"]
shoe = "AH 9C KD"
steps = [
  { do = "wager", player = "ann", box = 1, amount = 100 },
  { do = "draw-in-error" },
  { do = "wager", player = "bob", box = 2, amount = 50, refused = "{late}", also = "{further}" },
  { do = "deal" },
]

[[paid]]
player = "ann"
clause = "{blackjack}"

[net]
ann = 150
"""
STAR = """
[games.star-blackjack]
clauses = { blackjack = "9.1.1", late = "5.3", further = ["5.2", "7.1"] }
"""
CHALLENGE = """
[games.blackjack-challenge]
net = { ann = 200 }
clauses = { blackjack = "8.1.1", late = "5.3", further = ["5.2", "7.1"] }
"""
FILE = STORY + STAR + CHALLENGE


def saved(folder: Path, text: str) -> Path:
    file = folder / "story.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_each_game_has_its_clauses_and_its_own_values(tmp_path: Path) -> None:
    data = read_data(saved(tmp_path, FILE))
    assert game_names(data) == ("star-blackjack", "blackjack-challenge")
    star, challenge = (data_for(data, game) for game in game_names(data))
    assert star["game"] == "star-blackjack"
    assert star["cites"] == ["9.1.1"]
    assert star["steps"][2]["refused"] == "5.3"
    assert star["steps"][2]["also"] == ["5.2", "7.1"]
    assert star["paid"] == [{"player": "ann", "clause": "9.1.1"}]
    assert star["net"] == {"ann": 150}
    assert challenge["paid"] == [{"player": "ann", "clause": "8.1.1"}]
    assert challenge["net"] == {"ann": 200}
    assert star["title"] == challenge["title"] == data["title"]
    assert not star.keys() & {"games", "clauses"}


def test_the_file_passes_in_each_game(tmp_path: Path) -> None:
    assert check_file(saved(tmp_path, FILE), exact=True).problems == ()


def test_a_list_is_enough_where_nothing_differs(tmp_path: Path) -> None:
    text = STORY.replace("{blackjack}", "9.1.1").replace("{late}", "5.3")
    text = text.replace('"{further}"', '["5.2", "7.1"]')
    data = read_data(saved(tmp_path, f'games = ["star-blackjack", "blackjack-challenge"]\n{text}'))
    alone = read_data(saved(tmp_path, f'game = "blackjack-challenge"\n{text}'))
    assert game_names(data) == ("star-blackjack", "blackjack-challenge")
    assert data_for(data, "blackjack-challenge") == alone


def test_a_file_of_one_game_is_handed_on_as_it_is() -> None:
    data = {"title": "x", "game": "star-blackjack", "cites": ["{ace}"], "steps": []}
    assert game_names(data) == ("",)
    assert data_for(data, "") is data


def test_problems_are_reported_for_the_game_that_has_them(tmp_path: Path) -> None:
    file = saved(tmp_path, FILE.replace("ann = 200", "ann = 150"))
    star, challenge = run_file(file, "story.toml", strict=True)
    assert (star.game, star.problems) == ("star-blackjack", ())
    assert challenge.problems == ("net of ann: expected +$150, got +$200",)
    assert challenge.witness().seen == ()
    assert check_file(file).problems == (f"blackjack-challenge: {challenge.problems[0]}",)


def test_evidence_goes_by_file_and_game(tmp_path: Path) -> None:
    star, challenge = run_file(saved(tmp_path, FILE), "story.toml", strict=True)
    assert star.witness().name == "story.toml::star-blackjack"
    assert {(one.book, one.clause) for one in challenge.seen} >= {("blackjack-challenge", "8.1.1")}
    assert {one.book for one in star.seen} == {"star-blackjack"}
    assert {one.book for one in challenge.seen} == {"blackjack-challenge"}


def test_only_the_games_of_a_rulebook_are_run_where_one_is_asked_for(tmp_path: Path) -> None:
    file = saved(tmp_path, FILE)
    (run,) = run_files([file], tmp_path, book="blackjack-challenge")
    assert run.game == "blackjack-challenge"
    assert not list(run_files([file], tmp_path, book="caribbean-stud"))


WRONG = [
    (
        FILE.replace("title", 'game = "star-blackjack"\ntitle', 1),
        "games: a file names one game with game or several with games",
    ),
    (STORY + "[games]\n", 'games, line 17: name at least one, as in games = ["star-blackjack", '),
    ("games = 3\n" + STORY, "games, line 1: this is a list of games, or a table for each, as in"),
    ("games = [3]\n" + STORY, "games, line 1: this is a list of games, or a table for each, as in"),
    (
        'games = ["star-blackjack", "star-blackjack"]\n' + STORY,
        "games, line 1: a game is named twice",
    ),
]


@pytest.mark.parametrize(("text", "told"), WRONG)
def test_games_that_make_no_sense_are_one_problem_of_the_file(
    text: str, told: str, tmp_path: Path
) -> None:
    (problem,) = check_file(saved(tmp_path, text)).problems
    assert problem.startswith(told)
    (run,) = run_file(saved(tmp_path, text))
    assert run.problems == (problem,)


SLIPS = [
    (
        "[games.blackjack-challenge]",
        "[games.blackjack-chalenge]",
        "games.blackjack-chalenge, line 21: there is no game 'blackjack-chalenge'; did you mean",
    ),
    (
        ', further = ["5.2", "7.1"] }\n\n[games.b',
        " }\n\n[games.b",
        "games.star-blackjack.clauses, line 18: the clause for {further} is missing",
    ),
    (
        "net = { ann = 200 }\nclauses = { ",
        'net = { ann = 200 }\nclauses = { ace = "3.4", ',
        "games.blackjack-challenge.clauses, line 21: nothing in the file is {ace}",
    ),
    (
        "net = { ann = 200 }",
        "steps = []",
        "games.blackjack-challenge, line 21: steps is the same in all games of a file",
    ),
    (
        'blackjack = "8.1.1"',
        "blackjack = 8",
        "games.blackjack-challenge.clauses, line 21: each name stands for a clause, as text",
    ),
    (
        "net = { ann = 200 }",
        "nett = { ann = 200 }",
        "not a scenario: there is no field nett, line 22; did you mean net?",
    ),
    (
        "net = { ann = 200 }",
        'net = { ann = 200 }\nshoe = "AH 9C ZZ"',
        "shoe, line 23: 'ZZ' is not a card",
    ),
]


@pytest.mark.parametrize(("right", "wrong", "told"), SLIPS)
def test_a_slip_in_one_game_is_told_with_its_line_and_the_others_still_run(
    right: str, wrong: str, told: str, tmp_path: Path
) -> None:
    assert right in FILE
    runs = run_file(saved(tmp_path, FILE.replace(right, wrong, 1)))
    problems = [problem for run in runs for problem in run.problems]
    assert len(runs) == 2
    assert len(problems) == 1
    assert problems[0].startswith(told)


def test_a_game_that_is_no_table() -> None:
    data = {"games": {"star-blackjack": 3}}
    with pytest.raises(BadScenarioError, match="must be a table of names and values"):
        data_for(data, "star-blackjack")


def test_check_prints_the_file_and_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(tmp_path, FILE.replace("ann = 200", "ann = 150"))
    assert run_command(["check", str(file)]) == 1
    printed = capsys.readouterr().out
    assert f"FAILED {file}, blackjack-challenge\n" in printed
    assert printed.endswith("1 passed, 1 failed\n")


def test_check_gives_programs_the_game_where_there_are_several(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    several = saved(tmp_path, FILE)
    assert run_command(["check", str(several), "--json"]) == 0
    results = json.loads(capsys.readouterr().out)
    assert [one["game"] for one in results] == ["star-blackjack", "blackjack-challenge"]
    assert {one["file"] for one in results} == {str(several)}
    alone = 'title = "x"\ngame = "star-blackjack"\nrefused = "3.1"\nsteps = []\ntable.decks = 7\n'
    assert run_command(["check", str(saved(tmp_path, alone)), "--json"]) == 0
    (result,) = json.loads(capsys.readouterr().out)
    assert list(result) == ["file", "ok", "problems", "notes"]


def test_editors_know_games() -> None:
    validator = jsonschema_rs.validator_for(scenario_schema())
    data = tomllib.loads(FILE)
    games = data["games"]
    assert validator.is_valid(data)
    assert validator.is_valid({**data, "games": ["star-blackjack"]})
    wrongs: list[object] = [[], {}, ["whist"], {"whist": {}}, {"star-blackjack": {"steps": []}}]
    for wrong in wrongs:
        assert not validator.is_valid({**data, "games": wrong})
    assert not validator.is_valid({**data, "game": "star-blackjack"})
    assert not validator.is_valid({**data, "games": {**games, "perth-blackjack": {"nett": {}}}})
