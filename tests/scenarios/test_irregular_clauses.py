"""Every clause about irregularities and failing devices is shown by a worked example."""

from functools import cache

import pytest

from croupier.rulebooks import catalogue, law_of
from tests.support.scenario_files import all_own_scenarios

SECTIONS = (
    ("star-blackjack", ("16", "17")),
    ("blackjack-challenge", ("16", "17")),
    ("canberra-blackjack", ("14", "18")),
    ("perth-blackjack", ("7",)),
    ("caribbean-stud", ("14", "15")),
)


@cache
def cited() -> dict[str, set[str]]:
    """The clauses of each rulebook that scenario files cite."""
    found: dict[str, set[str]] = {}
    for one in all_own_scenarios():
        scenario = one.heading
        found.setdefault(law_of(scenario.first_game).book, set()).update(scenario.cites)
    return found


@pytest.mark.parametrize(("book", "sections"), SECTIONS)
def test_every_clause_is_cited(book: str, sections: tuple[str, ...]) -> None:
    wanted = {
        clause.id
        for clause in catalogue(book).clauses.values()
        if clause.kind != "statement" and clause.id.split(".")[0] in sections
    }
    assert wanted, "the sections are named wrongly"
    assert not wanted - cited()[book]
