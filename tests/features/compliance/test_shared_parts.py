"""Two games that share parts of their law: what one does shows nothing of the other's clauses."""

from pathlib import Path

import pytest

from croupier.features.compliance.tracing import trace_clauses
from croupier.features.promotions.files import read_promotion_command
from croupier.features.promotions.scenarios import (
    PromotionScenario,
    open_scenario_promotion,
    start_prepared,
)
from croupier.floor.command_text import to_command
from croupier.floor.one_table import Croupier
from croupier.games.table.choices import Choices
from croupier.rulebooks import STAR_BLACKJACK, TableLaw, load
from croupier.scenarios.files import convert_scenario
from croupier.scenarios.refusals import OF_A_REFUSAL
from tests.support.scenario_files import own_data

TESTS = Path(__file__).parents[2]
HARBOUR = TESTS / "rulebooks" / "outside" / "harbour_blackjack.py"
PROMOTION = TESTS / "scenarios/star-blackjack/20-promotions/draw/an-entry-wins-once.toml"


@pytest.fixture
def harbour() -> TableLaw:
    """A game that rests on Star Blackjack, and has most parts of its law from it."""
    (law,) = load(HARBOUR)
    assert law.promotions is STAR_BLACKJACK.promotions
    return law


def books_of_a_promotion(game: str) -> set[str]:
    """The rulebooks whose clauses are seen to be acted on in a promotion of a game."""
    scenario = convert_scenario({**own_data(PROMOTION), "game": game}, PromotionScenario)
    with trace_clauses() as trace:
        running = open_scenario_promotion(scenario)
        if scenario.prepared:
            start_prepared(running)
        for step in scenario.steps:
            own = {key: value for key, value in step.items() if key not in OF_A_REFUSAL}
            running.do(read_promotion_command(running.law, running.promotion.terms, own))
    return {one.book for one in trace.evidence}


@pytest.mark.usefixtures("harbour")
def test_a_promotion_shows_the_clauses_of_its_own_rulebook() -> None:
    assert books_of_a_promotion("star-blackjack") == {"star-blackjack"}
    assert books_of_a_promotion("harbour-blackjack") == {"harbour-rules"}


def test_a_table_shows_the_clauses_of_its_own_rulebook(harbour: TableLaw) -> None:
    for law in (STAR_BLACKJACK, harbour):
        with trace_clauses() as trace:
            croupier = Croupier(law, Choices(burn=False), seed=1)
            for step in (
                {"do": "wager", "player": "ann", "box": 1, "amount": 100},
                {"do": "wager", "player": "ann", "box": 99, "amount": 100},
                {"do": "deal"},
            ):
                croupier.do(to_command(step))
        assert {one.book for one in trace.evidence} == {law.book}
