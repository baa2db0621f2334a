"""Every value of the law decides or is shown: what nothing reads is a description (``Says``).

What the engine reads was seen while scenarios and citing tests ran, and is in the evidence; what
the guide and the maths read is seen here.
"""

from functools import cache

import pytest

from croupier.features.compliance.findings import load_findings
from croupier.features.compliance.law_index import rule_names, rules_in_law
from croupier.features.compliance.tracing import trace_clauses
from croupier.games.table.choices import Choices
from croupier.maths.blackjack.charts import Chart
from croupier.maths.blackjack.parameters import parameters_of
from croupier.maths.figures import tables_of
from croupier.maths.simulation.blackjack import BlackjackSimulation
from croupier.rulebooks import BLACKJACK, GAMES, Rule
from croupier.rulebooks.guide.comparison import compare
from croupier.rulebooks.guide.irregularities import MISHAPS, remedy

NEVER_ASKED = {
    "caribbean-stud equipment.side_bet_areas": "its one optional wager has a law of its own",
}
"""What every law must say and Caribbean Stud has no use for, with the reason."""


@cache
def values_read() -> frozenset[str]:
    """The rules whose value something reads, by game and path."""
    found = load_findings()
    assert found is not None, "make evidence"
    with trace_clauses() as trace:
        compare(BLACKJACK.values())
        for law in GAMES.values():
            for mishap in MISHAPS:
                remedy(law, mishap)
        for law in BLACKJACK.values():
            BlackjackSimulation(law, Choices(), Chart(), fast=False)
            for choices in tables_of(law):
                parameters_of(law, choices)
    return frozenset(found.read) | rule_names(trace.read)


def rules_of(game: str) -> set[str]:
    """The rules of a game that have a value, by game and path."""
    data = rules_in_law(GAMES[game])
    return {f"{one.game} {one.path}" for one in data if isinstance(one.rule, Rule)}


@pytest.mark.parametrize("game", GAMES)
def test_something_reads_every_value(game: str) -> None:
    unread = rules_of(game) - values_read() - NEVER_ASKED.keys()
    assert not unread, "should be a Says, or needs a scenario in which it decides"


def test_no_reason_is_left_over() -> None:
    assert not NEVER_ASKED.keys() & values_read()
    assert NEVER_ASKED.keys() <= set.union(*map(rules_of, GAMES))


def test_the_walk_finds_the_rules() -> None:
    assert sum(len(rules_of(game)) for game in GAMES) > 700
