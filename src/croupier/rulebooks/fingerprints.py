"""What a law's data come to: two laws with one fingerprint say the same."""

from enum import Enum
from functools import cache
from hashlib import sha256

import msgspec

from croupier.rulebooks.table_law import TableLaw

LENGTH = 16
"""How many hexadecimal digits are kept."""
ADDED = {("SideBet", "title"): ""}
"""Fields that the shape of the law got when there were tables already, with their defaults. A law
that leaves such a field alone keeps the fingerprint that it had before."""


@cache
def fingerprint(law: TableLaw) -> str:
    """A short name for all that a law says, values and citations alike."""
    return sha256(repr(_plain(law)).encode()).hexdigest()[:LENGTH]


def _plain(value: object) -> object:
    """A value as tuples and text, in one order whatever the process."""
    match value:
        case msgspec.Struct():
            kind = type(value).__name__
            fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
            told = (
                (f, one) for f, one in fields if (kind, f) not in ADDED or one != ADDED[kind, f]
            )
            return (kind, *((f, _plain(one)) for f, one in told))
        case Enum():
            return (type(value).__name__, value.name)
        case dict():
            return tuple(sorted((repr(_plain(key)), _plain(one)) for key, one in value.items()))
        case frozenset():
            return tuple(sorted(repr(_plain(one)) for one in value))
        case tuple() | list():
            return tuple(_plain(one) for one in value)
        case _:
            return repr(value)
