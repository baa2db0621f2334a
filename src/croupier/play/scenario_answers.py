"""What scenario files of every kind have in common: answers to steps, refusals, events."""

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.play.house import Answer
from croupier.play.scenario import BadScenarioError
from croupier.record.codec import encode
from croupier.record.journal import MemoryJournal
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


def missing_events(wanted: list[dict[str, Any]], journal: MemoryJournal) -> list[str]:
    """Which of the events that a file names have not happened; one may name its ``table``."""
    happened = [
        (envelope.stream, msgspec.json.decode(encode(envelope.event))) for envelope in journal.order
    ]
    problems = []
    for number, one in enumerate(wanted, 1):
        fields = {key: value for key, value in one.items() if key != "table"}
        at = f"table/{one['table']}" if "table" in one else None
        found = any(
            at in (None, stream) and all(event.get(key) == value for key, value in fields.items())
            for stream, event in happened
        )
        if not found:
            problems.append(f"event {number}: nothing that happened has {one}")
    return problems
