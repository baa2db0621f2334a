"""Scenario files that run something larger than tables, by the ``kind`` that they name.

A file without ``kind`` is about tables. Each other kind has one function here, which is given what
the file holds and runs it from beginning to end.
"""

from croupier.play.promotion_scenario import run_promotion
from croupier.play.scenario_answers import Runner
from croupier.play.scenario_refusals import BadScenarioError
from croupier.play.tournament_checks import run_tournament

KINDS: dict[str, Runner] = {
    "promotion": run_promotion,
    "tournament": run_tournament,
}
"""One function per kind."""


def runner_of(kind: object) -> Runner:
    """The function that runs files of a kind."""
    runner = KINDS.get(kind) if isinstance(kind, str) else None
    if runner is None:
        known = ", ".join(KINDS)
        raise BadScenarioError(
            f"kind: there is no {kind!r}; leave it out for tables, or choose from: {known}"
        )
    return runner
