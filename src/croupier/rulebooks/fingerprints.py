"""What a law's data come to: two laws with one fingerprint say the same."""

from enum import Enum
from functools import cache
from hashlib import sha256

import msgspec

from croupier.rulebooks.table_law import TableLaw

LENGTH = 16
"""How many hexadecimal digits are kept."""


@cache
def fingerprint(law: TableLaw) -> str:
    """A short name for all that a law says, values and citations alike."""
    return sha256(repr(_plain(law)).encode()).hexdigest()[:LENGTH]


def _plain(value: object) -> object:
    """A value as tuples and text, in one order whatever the process."""
    match value:
        case msgspec.Struct():
            fields = value.__struct_fields__
            return (type(value).__name__, *((f, _plain(getattr(value, f))) for f in fields))
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
