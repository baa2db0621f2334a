"""What a law's data come to: two laws with one fingerprint say the same."""

from enum import Enum
from hashlib import sha256

import msgspec

from croupier.rulebooks.table_law import TableLaw

LENGTH = 16
"""How many hexadecimal digits are kept."""
_known: dict[int, tuple[TableLaw, str]] = {}
"""Fingerprints that were worked out before, by the identity of the law, which is kept with it."""


def fingerprint(law: TableLaw) -> str:
    """A short name for all that a law says, values and citations alike."""
    known = _known.get(id(law))
    if known is None:
        digest = sha256(repr(_plain(law)).encode()).hexdigest()
        known = _known[id(law)] = (law, digest[:LENGTH])
    return known[1]


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
