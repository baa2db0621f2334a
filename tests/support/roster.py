"""Which commands may be drawn at random, and in which order.

``tests/playthroughs/commands.txt`` lists them by where they are given and by wire name. A draw
from the commands that the code has would fall otherwise as soon as there is one more, and every
digest with it. So a command that is not on the list is never drawn among others: it is a newcomer,
and has evenings of its own.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from croupier.messages import Command

ROSTER = Path(__file__).parents[1] / "playthroughs" / "commands.txt"
TABLE, TOURNAMENT, PROMOTION = "table", "tournament", "promotion"


UNDRAWN = {"double": ("chips",), "split": ("chips",), "insure": ("chips",)}
"""Fields that came after the digests were written: drawn, they would change every draw after them.
"""


def drawn_fields(kind: type[Command]) -> list[msgspec.structs.FieldInfo]:
    """The fields of a command that are drawn."""
    left_out = UNDRAWN.get(wire_name(kind), ())
    return [field for field in msgspec.structs.fields(kind) if field.name not in left_out]


def wire_name(kind: type[Command]) -> str:
    """What a kind of command is called wherever it is written."""
    return str(kind.__struct_config__.tag)


@cache
def listed(where: str) -> dict[str, int]:
    """The commands that are drawn somewhere, each with its place in the order."""
    rows = (line.split() for line in ROSTER.read_text(encoding="utf-8").splitlines())
    names = [name for group, name in rows if group == where]
    return {name: place for place, name in enumerate(names)}


@cache
def drawn(where: str, kinds: tuple[type[Command], ...]) -> list[type[Command]]:
    """Those of some kinds of commands that may be drawn, in the order of the list."""
    places = listed(where)
    return sorted(
        (kind for kind in kinds if wire_name(kind) in places),
        key=lambda kind: places[wire_name(kind)],
    )


def newcomers(where: str, kinds: Iterable[type[Command]]) -> dict[str, type[Command]]:
    """The others, by their names."""
    return {
        wire_name(kind): kind
        for kind in sorted(kinds, key=wire_name)
        if wire_name(kind) not in listed(where)
    }
