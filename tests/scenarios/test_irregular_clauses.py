"""Every clause about irregularities and failing devices is shown by a worked example."""

from pathlib import Path

import pytest

from croupier.play.scenario import read_heading
from croupier.rulebooks import catalogue, law_of

SECTIONS = (
    ("star-blackjack", ("16", "17")),
    ("blackjack-challenge", ("16", "17")),
    ("canberra-blackjack", ("14", "18")),
    ("perth-blackjack", ("7",)),
    ("caribbean-stud", ("14", "15")),
)


def cited(book: str) -> set[str]:
    """The clauses of a rulebook that scenario files cite."""
    scenarios = (read_heading(file) for file in Path(__file__).parent.rglob("*.toml"))
    return {
        clause
        for scenario in scenarios
        if law_of(scenario.first_game).book == book
        for clause in scenario.cites
    }


@pytest.mark.parametrize(("book", "sections"), SECTIONS)
def test_every_clause_is_cited(book: str, sections: tuple[str, ...]) -> None:
    wanted = {
        clause.id
        for clause in catalogue(book).clauses.values()
        if clause.kind != "statement" and clause.id.split(".")[0] in sections
    }
    assert wanted, "the sections are named wrongly"
    assert not wanted - cited(book)
