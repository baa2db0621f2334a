"""Scenarios played while the engine is watched."""

from pathlib import Path

import pytest

from croupier.features.compliance.evidence import Status, clause_coverage, gather_sightings
from croupier.features.compliance.runs import Run, clauses_named, run_file, run_files
from croupier.rulebooks import catalogue
from croupier.scenarios.files import find_files, read_data

STAR = "star-blackjack"

SCENARIO = """
title = "Eight may not be doubled"
game = "star-blackjack"
cites = [{cites}]
shoe = "5H 9C 3D TS TC"
steps = [
  {{ do = "wager", player = "ann", box = 1, amount = 100 }},
  {{ do = "deal" }},
  {{ do = "double", box = 1, refused = {refused} }},
  {{ do = "hit", box = 1 }},
  {{ do = "stand", box = 1 }},
]
paid = [{{ player = "ann", clause = "15.1.7" }}]

[net]
ann = {net}
"""


ANY = '["11.1.1", "11.4"]'
EXACT = '"11.1.1", also = ["11.1"]'


def ran(
    folder: Path,
    *,
    cites: str = '"10.1.4"',
    net: int = -100,
    refused: str = ANY,
    strict: bool = False,
) -> Run:
    file = folder / "eight.toml"
    file.write_text(SCENARIO.format(cites=cites, net=net, refused=refused))
    (run,) = run_file(file, "eight.toml", strict=strict)
    return run


def test_a_scenario_that_passes_shows_what_it_names(tmp_path: Path) -> None:
    run = ran(tmp_path)
    assert run.report().ok
    assert {one.clause for one in run.seen} == {"10.1.4", "11.1.1", "15.1.7"}, "not by 11.4"
    seen = gather_sightings([run.witness()])
    covered = {one.id: one for one in clause_coverage(catalogue(STAR), seen).clauses}
    assert covered["11.1.1"].status is Status.ENFORCED
    assert covered["11.1.1"].where == ("law: double.totals", "refusal: double/total")
    assert covered["11.1.1"].tests == ("eight.toml",)
    assert "payment: main lose" in covered["15.1.7"].where
    assert covered["7.1"].status is Status.OPEN, "dealt by it, and does not name it"


def test_a_scenario_that_fails_shows_nothing(tmp_path: Path) -> None:
    run = ran(tmp_path, net=-50)
    assert run.problems
    assert run.witness().seen == ()
    (tmp_path / "eight.toml").write_text("title = 1")
    (run,) = run_file(tmp_path / "eight.toml")
    assert run.witness().seen == ()


def test_a_citation_that_the_run_does_not_bear_out_is_a_note_or_an_error(tmp_path: Path) -> None:
    cites = '"10.1.4", "14.9", "12.1"'
    noted = ran(tmp_path, cites=cites, refused=EXACT).report()
    strict = ran(tmp_path, cites=cites, refused=EXACT, strict=True).report()
    assert noted.ok
    assert noted.notes == (
        "cites 14.9, and nothing in the run bears that out",
        "cites 12.1, and nothing in the run bears that out",
    )
    assert not strict.ok
    assert strict.problems == noted.notes
    assert strict.notes == ()


def test_a_scenario_without_steps_shows_nothing(tmp_path: Path) -> None:
    file = tmp_path / "empty.toml"
    file.write_text(
        'title = "nothing"\ngame = "star-blackjack"\ncites = ["3.1", "11.1"]\nsteps = []\n'
        "[table]\ndecks = 6\n"
    )
    (run,) = run_file(file)
    assert run.unborne == ("3.1", "11.1")
    assert not run.report().ok, "it expects nothing"


def test_a_table_that_may_not_be_opened_shows_the_clause(tmp_path: Path) -> None:
    file = tmp_path / "seven.toml"
    file.write_text(
        'title = "seven decks"\ngame = "star-blackjack"\nrefused = "3.1"\nsteps = []\n'
        "[table]\ndecks = 7\n"
    )
    (run,) = run_file(file, strict=True)
    assert run.report().ok
    assert {(one.clause, one.where) for one in run.seen} == {
        ("3.1", "refusal: open/decks"),
        ("3.1", "law: cards.decks"),
    }


def test_all_clauses_that_a_scenario_names_are_found(tmp_path: Path) -> None:
    file = tmp_path / "named.toml"
    file.write_text(
        SCENARIO.format(cites='"10.1.4"', net=-100, refused=EXACT)
        + '[[events]]\nevent = "hand-finished"\nclause = "10.1.3"\n'
        + '[[notices]]\nwhom = "inspector"\nclause = "16.16.4"\n'
    )
    assert clauses_named(read_data(file)) == {
        "10.1.4", "11.1.1", "11.1", "15.1.7", "10.1.3", "16.16.4",
    }  # fmt: skip


def test_files_of_one_rulebook(tmp_path: Path) -> None:
    ran(tmp_path)
    told: list[tuple[int, int]] = []
    files = find_files([tmp_path])
    runs = list(run_files(files, tmp_path, book=STAR, progress=lambda *now: told.append(now)))
    assert [run.name for run in runs] == ["eight.toml"]
    assert not list(run_files(files, tmp_path, book="perth-blackjack"))
    assert told == [(1, 1)]


@pytest.mark.parametrize("refused", ["3", '{ do = "hit" }', '["11.1", 3]'])
def test_nonsense_in_a_step_that_is_never_reached_is_passed_over(
    tmp_path: Path, refused: str
) -> None:
    file = tmp_path / "junk.toml"
    text = SCENARIO.format(cites="", net=-100, refused=refused)
    file.write_text(text.replace('{ do = "deal" }', '{ do = "split", box = 9 }'))
    (run,) = run_file(file)
    assert run.problems
