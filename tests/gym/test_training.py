"""The worked example of docs/training.md learns what the page says."""

from typing import Any

import pytest

from croupier import maths
from tests.docs.pages import ROOT, blocks

PAGE = ROOT / "docs" / "training.md"
ROUNDS = 6e7
WITHIN = 0.001
"""A tenth of a percent of the wager."""


def the_pages_names() -> dict[str, Any]:
    """Run the page's code up to where it is used, and return what it defines."""
    code = "\n".join(block.text for block in blocks(PAGE) if block.language == "python")
    definitions, used, _ = code.partition("\nvalues = learn(")
    assert used
    names: dict[str, Any] = {}
    exec(compile(definitions, str(PAGE), "exec"), names)
    return names


@pytest.mark.slow
@pytest.mark.parametrize("game", ["star-blackjack", "perth-vegas-blackjack"])
def test_the_agent_comes_within_a_tenth_of_a_percent_of_best_play(game: str) -> None:
    names = the_pages_names()
    chart = names["chart_of"](names["learn"](game, ROUNDS))
    figures = maths.analyse(game, chart=chart)
    assert figures.main.ev - figures.chart.ev < WITHIN


def test_more_rounds_teach_more() -> None:
    names = the_pages_names()
    learned = [
        maths.analyse("star-blackjack", chart=names["chart_of"](names["learn"](game, rounds)))
        for game, rounds in (("star-blackjack", 1e5), ("star-blackjack", 2e6))
    ]
    little, more = (figures.chart.ev for figures in learned)
    best = learned[0].main.ev
    assert little < more < best
    assert best - more < 0.01, "within one percent after two million rounds"
