"""Scenario files that run something larger than tables, by the ``kind`` that they name.

A file without ``kind`` is about tables. Each other kind has one function here, which is given what
the file holds and runs it from beginning to end.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.play.house import Answer
from croupier.play.scenario import BadScenarioError
from croupier.table.state import Refused


class Played(msgspec.Struct, frozen=True):
    """What came of a file."""

    answers: tuple[Answer, ...]
    """What each step led to: its events, or the refusal. Steps that were not reached are not in it.
    """
    problems: tuple[str, ...]
    """What did not go as the file says."""


Runner = Callable[[dict[str, Any]], Played]
"""Runs what a file holds; one that cannot be run raises :class:`BadScenarioError`."""

KINDS: dict[str, Runner] = {}
"""One function per kind."""


def runner_of(kind: object) -> Runner:
    """The function that runs files of a kind."""
    runner = KINDS.get(kind) if isinstance(kind, str) else None
    if runner is None:
        known = ", ".join(KINDS) or "none"
        raise BadScenarioError(
            f"kind: there is no {kind!r}; leave it out for tables, or say one of: {known}"
        )
    return runner


def step_problem(answer: Answer, wanted: list[str] | None) -> str | None:
    """What is wrong with the answer to a step that says by which clauses it is refused, if any."""
    if not isinstance(answer, Refused):
        return f"was allowed, and should be refused by {either(wanted)}" if wanted else None
    if wanted is None:
        return f"was refused: {answer.why} ({answer.clause or answer.code})"
    if {answer.clause, *answer.also} & set(wanted):
        return None
    return f"{OTHERWISE} {answer.clause or answer.code} ({answer.why}), not by {either(wanted)}"


OTHERWISE = "was refused by"
"""How the problem of a step begins that was refused, though by another clause."""


def refusing_clauses(refused: object) -> list[str] | None:
    """The clauses that a step says it is refused by: one, or a list of which any will do."""
    if refused is None:
        return None
    clauses = [refused] if isinstance(refused, str) else refused
    if isinstance(clauses, list) and clauses and all(isinstance(one, str) for one in clauses):
        return clauses
    raise BadScenarioError("refused names a clause, or a list of clauses, as text")


def either(clauses: list[str]) -> str:
    """Clauses of which any will do, for people."""
    return " or ".join(clauses)
