"""The clauses that an answer of the engine names: an event, a refusal, a prompt."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from croupier.coverage.evidence import Evidence, Weight
from croupier.money import Entry
from croupier.table.due import Due
from croupier.table.events import Event
from croupier.table.state import Line, Refused

ONE_CLAUSE = frozenset({"breach", "clause", "earlier_rounds", "excluded", "machine", "others"})
"""Fields of events and prompts that hold a clause, or nothing."""
SEVERAL_CLAUSES = frozenset({"also", "clauses", "counted", "duties", "places", "ranking"})
"""Fields that hold several."""
CLAUSES_BY_NAME = frozenset({"equipment", "lacking"})
"""Fields that hold one for each of the things that they name."""


def said_by_refusal(book: str, refused: Refused) -> Iterator[Evidence]:
    """The clauses of a refusal."""
    for clause in clauses_in(refused):
        yield Evidence(book, clause, f"refusal: {refused.code}", Weight.ENFORCED)


def said_by_prompts(book: str, prompts: Iterable[Due]) -> Iterator[Evidence]:
    """The clauses of what is due."""
    for prompt in prompts:
        where = f"prompt: {prompt.__struct_config__.tag}"
        for clause in clauses_in(prompt):
            yield Evidence(book, clause, where, Weight.SHOWN)


def said_by_event(book: str, event: Event, *, acts: bool) -> Iterator[Evidence]:
    """The clauses of an event, of the wagers that it settles, and of the money that it moves."""
    weight = Weight.ENFORCED if acts else Weight.RECORDED
    where = f"event: {event.__struct_config__.tag}"
    for part in _structs_within(event, whole=Line):
        if isinstance(part, Line):
            paid = f"payment: {part.on} {part.result}"
            for clause in clauses_in(part):
                yield Evidence(book, clause, paid, Weight.ENFORCED)
        else:
            moves = isinstance(part, Entry)
            for clause in _own_clauses(part):
                yield Evidence(book, clause, where, Weight.ENFORCED if moves else weight)


def clauses_in(part: msgspec.Struct) -> Iterator[str]:
    """Every clause that a value or something within it names."""
    for one in _structs_within(part):
        yield from _own_clauses(one)


def _own_clauses(part: msgspec.Struct) -> Iterator[str]:
    for field in part.__struct_fields__:
        if field in SEVERAL_CLAUSES:
            yield from getattr(part, field)
        elif field in CLAUSES_BY_NAME and isinstance(value := getattr(part, field), dict):
            yield from value.values()
        elif field in ONE_CLAUSE or field.endswith("_clause"):
            value = getattr(part, field)
            if value and isinstance(value, str):
                yield value


def _structs_within(value: object, *, whole: Any = ()) -> Iterator[msgspec.Struct]:
    """A value's structs, from the outside in; some kinds are not taken apart."""
    if isinstance(value, msgspec.Struct):
        yield value
        if not isinstance(value, whole):
            for field in value.__struct_fields__:
                yield from _structs_within(getattr(value, field), whole=whole)
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _structs_within(one, whole=whole)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _structs_within(one, whole=whole)
