"""Files that run something larger than tables are told from tables by their ``kind``."""

from pathlib import Path
from typing import Any

import pytest

from croupier.features.compliance.runs import KINDS, check_file
from croupier.messages import Refused
from croupier.scenarios.files import Heading, convert_scenario, read_data
from croupier.scenarios.refusals import ExpectedRefusal
from croupier.scenarios.runner import ScenarioRun, step_problem

SAMPLE = 'kind = "parade"\ntitle = "A band marches"\ngame = "star-blackjack"\ncites = ["20.1"]\n'


def saved(folder: Path, text: str) -> Path:
    file = folder / "sample.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_kind_is_run_by_its_own_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[dict[str, Any]] = []

    def run(data: dict[str, Any], *, exact: bool = False) -> ScenarioRun:
        given.append({**data, "exact": exact})
        return ScenarioRun((), ("the drum is missing",))

    monkeypatch.setitem(KINDS, "parade", run)
    result = check_file(saved(tmp_path, SAMPLE), exact=True)
    assert result.problems == ("the drum is missing",)
    assert (given[0]["title"], given[0]["exact"]) == ("A band marches", True)


@pytest.mark.parametrize("kind", ['"parade"', '""', "3"])
def test_an_unknown_kind_is_named(tmp_path: Path, kind: str) -> None:
    result = check_file(saved(tmp_path, SAMPLE.replace('"parade"', kind)))
    (problem,) = result.problems
    assert problem.startswith("kind: there is no ")
    assert "leave it out for tables" in problem


def test_a_heading_is_read_whatever_else_a_file_has(tmp_path: Path) -> None:
    heading = convert_scenario(read_data(saved(tmp_path, SAMPLE + "tents = 3\n")), Heading)
    assert (heading.kind, heading.first_game, heading.cites) == (
        "parade",
        "star-blackjack",
        ["20.1"],
    )


def test_the_game_of_several_tables_is_that_of_the_first(tmp_path: Path) -> None:
    text = 'title = "Two tables"\n[[tables]]\ngame = "caribbean-stud"\n[[tables]]\ngame = "x"\n'
    assert (
        convert_scenario(read_data(saved(tmp_path, text)), Heading).first_game == "caribbean-stud"
    )


def test_a_step_is_held_against_what_the_file_says_of_it() -> None:
    refused = Refused("parade/rain", "20.1", "it rains", ("20.2",))
    either, other = ExpectedRefusal(("20.2", "9")), ExpectedRefusal(("3", "4"))
    assert step_problem((), None) is None
    assert step_problem(refused, either) is None
    assert step_problem((), either) == "was allowed, and should be refused by 20.2 or 9"
    assert step_problem(refused, None) == "was refused: it rains (20.1)"
    assert step_problem(refused, other) == "was refused by 20.1 (it rains), not by 3 or 4"
    exactly = ExpectedRefusal(("20.1",), frozenset({"20.2"}))
    assert step_problem(refused, exactly) is None
