"""What scenario files of every kind have in common: answers to steps, refusals, events."""

from typing import Any, Protocol

import msgspec

from croupier.play.house import Answer
from croupier.play.scenario_names import misnamed_event
from croupier.play.scenario_refusals import ExpectedRefusal
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


class Runner(Protocol):
    """Runs what a file holds; one that cannot be run raises :class:`BadScenarioError`."""

    def __call__(self, data: dict[str, Any], *, exact: bool = False) -> Played:
        """Run it; ``exact`` asks of every refusal that it names all clauses."""


EXPECTATIONS = frozenset({
    "advanced", "awards", "chips", "commission", "discards", "disqualified", "entries", "events",
    "limits", "marker", "meters", "net", "notices", "out", "paid", "places", "points", "pool",
    "prizes", "refused", "round", "state", "turn",
})  # fmt: skip
"""Keys of a file that say what must be so in the end."""


def expects_nothing(data: dict[str, Any]) -> bool:
    """Whether a file expects nothing, except that its steps are allowed."""
    said = any(data.get(key) not in (None, [], {}) for key in EXPECTATIONS)
    return not said and not any("refused" in step for step in data.get("steps", ()))


def step_problem(answer: Answer, wanted: ExpectedRefusal | None) -> str | None:
    """What is wrong with the answer to a step, by what its file expects; if anything."""
    if not isinstance(answer, Refused):
        return None if wanted is None else f"was allowed, and should be refused by {wanted.told}"
    if wanted is None:
        return f"was refused: {answer.why} ({answer.clause or answer.code})"
    return wanted.missed(answer)


OTHERWISE = "was refused by"
"""How the problem of a step begins that was refused, but by another clause."""


def missing_events(wanted: list[dict[str, Any]], journal: MemoryJournal) -> list[str]:
    """Which of the events that a file names have not happened, or do not exist.

    One may name its ``table``.
    """
    happened = [
        (envelope.stream, msgspec.json.decode(encode(envelope.event))) for envelope in journal.order
    ]
    problems = []
    for number, one in enumerate(wanted, 1):
        if misnamed := [f"event {number}: {told}" for told in misnamed_event(one)]:
            problems += misnamed
            continue
        fields = {key: value for key, value in one.items() if key != "table"}
        at = f"table/{one['table']}" if "table" in one else None
        found = any(
            at in (None, stream) and all(event.get(key) == value for key, value in fields.items())
            for stream, event in happened
        )
        if not found:
            problems.append(f"event {number}: no event matches {one}")
    return problems
