"""Every clause about promotions is shown by a worked example, and each refusal has one reason."""

from typing import Any

import pytest

from croupier.features.compliance.runs import find_runner
from croupier.messages import Refused
from croupier.rulebooks import catalogue
from tests.support.scenario_files import SCENARIOS, own_scenarios

SECTIONS = (
    ("star-blackjack", "20"),
    ("blackjack-challenge", "20"),
    ("caribbean-stud", "17"),
)


def promotions(game: str) -> list[dict[str, Any]]:
    """The scenarios of a game in the folders on promotions, those that other games share too."""
    files = sorted(SCENARIOS.glob("*/*-promotions/**/*.toml"))
    scenarios = (one.data for file in files for one in own_scenarios(file))
    return [data for data in scenarios if data["game"] == game]


@pytest.mark.parametrize(("book", "section"), SECTIONS)
def test_every_clause_is_cited(book: str, section: str) -> None:
    wanted = {
        clause.id
        for clause in catalogue(book).clauses.values()
        if clause.kind != "statement" and clause.id.split(".")[0] == section
    }
    cited = {clause for data in promotions(book) for clause in data["cites"]}
    assert len(wanted) > 50
    assert not wanted - cited


@pytest.mark.parametrize("book", [book for book, _ in SECTIONS])
def test_a_refused_step_is_refused_by_the_clause_that_it_names(book: str) -> None:
    """Not by a further one only: what an example shows, decides."""
    refused = 0
    for data in promotions(book):
        answers = find_runner(data["kind"])(data).answers
        for step, answer in zip(data["steps"], answers, strict=True):
            if "refused" in step:
                assert isinstance(answer, Refused), data["title"]
                assert answer.clause == step["refused"], data["title"]
                refused += 1
    assert refused > 60
