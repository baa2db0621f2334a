"""Every clause about promotions is shown by a worked example, and each refusal has one reason."""

from pathlib import Path

import pytest

from croupier.play.scenario_kinds import runner_of
from croupier.rulebooks import catalogue
from croupier.table.state import Refused
from tests.support.scenario_files import own_data

FOLDER = Path(__file__).parent
SECTIONS = (
    ("star-blackjack", "20"),
    ("blackjack-challenge", "20"),
    ("caribbean-stud", "17"),
)


def files(book: str, section: str) -> list[Path]:
    return sorted((FOLDER / book / f"{section}-promotions").rglob("*.toml"))


@pytest.mark.parametrize(("book", "section"), SECTIONS)
def test_every_clause_is_cited(book: str, section: str) -> None:
    wanted = {
        clause.id
        for clause in catalogue(book).clauses.values()
        if clause.kind != "statement" and clause.id.split(".")[0] == section
    }
    cited = {clause for file in files(book, section) for clause in own_data(file)["cites"]}
    assert len(wanted) > 50
    assert not wanted - cited


@pytest.mark.parametrize(("book", "section"), SECTIONS)
def test_a_refused_step_is_refused_by_the_clause_that_it_names(book: str, section: str) -> None:
    """Not by a further one only: what an example shows, decides."""
    refused = 0
    for file in files(book, section):
        data = own_data(file)
        answers = runner_of(data["kind"])(data).answers
        for step, answer in zip(data["steps"], answers, strict=True):
            if "refused" in step:
                assert isinstance(answer, Refused), file
                assert answer.clause == step["refused"], file
                refused += 1
    assert refused > 60
