"""What goes over the wire and into records: every event, command and state, field by field.

``python -m tests.support.wire`` writes ``tests/wire.tsv``. A line that changes or goes changes what
records and programs of others hold: an event gets a new tag and an upcaster instead (decision 20).
"""

from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from croupier.record.envelopes import Envelope
from croupier.streams import KINDS

FILE = Path(__file__).parents[1] / "wire.tsv"


def roots() -> Iterator[type]:
    """Yield everything that is recorded or sent: events, commands, states and their envelope."""
    yield Envelope
    for kind in KINDS:
        yield from kind.events
        yield from structs_in(kind.state)
        yield from kind.commands


def structs_in(hint: Any) -> Iterator[type]:
    """Yield the structs and enumerations that a type names."""
    kind = get_origin(hint) or hint
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct | Enum):
        yield kind
    for inner in get_args(hint):
        yield from structs_in(inner)


def reachable() -> list[type]:
    """Return all types that are recorded or sent, with those of their fields, by name."""
    found: dict[type, None] = {}
    todo = list(roots())
    while todo:
        kind = todo.pop()
        if kind in found:
            continue
        found[kind] = None
        if issubclass(kind, msgspec.Struct):
            for hint in get_type_hints(kind).values():
                todo += structs_in(hint)
    return sorted(found, key=lambda one: (one.__name__, tag_of(one)))


def tag_of(kind: type) -> str:
    """Return the tag that a struct is written with; empty where it has none."""
    return str(getattr(getattr(kind, "__struct_config__", None), "tag", None) or "")


def lines() -> Iterator[str]:
    """Yield a line for each field: type, tag, field as it is written, what it holds."""
    for kind in reachable():
        head = f"{kind.__name__}\t{tag_of(kind)}"
        if issubclass(kind, Enum):
            values = "|".join(str(member.value) for member in kind)
            yield f"{head}\t\t{values}"
            continue
        assert issubclass(kind, msgspec.Struct)
        hints = get_type_hints(kind)
        for field in msgspec.structs.fields(kind):
            optional = "" if field.required else "?"
            yield f"{head}\t{field.encode_name}{optional}\t{shown(hints[field.name])}"


def shown(hint: Any) -> str:
    """Return a type in one line without the modules that its parts are in."""
    inner = get_args(hint)
    if not inner:
        return getattr(hint, "__name__", str(hint))
    if len(inner) > MOST_SHOWN:
        return "any event"
    name = getattr(getattr(hint, "__origin__", None), "__name__", "")
    if name in ("", "UnionType", "Union"):
        return "|".join(sorted(shown(one) for one in inner))
    return f"{name}[{', '.join(shown(one) for one in inner)}]"


MOST_SHOWN = 40
"""Unions that are longer are those of all events."""


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
