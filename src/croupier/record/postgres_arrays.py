"""Columns of values in PostgreSQL's notation for arrays, for one statement with many rows.

The driver would look at the type of each value, in every turn at the store. A column has one type,
which is given here.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain
from struct import Struct

__all__ = ["byte_array", "date_array", "number_array", "text_array"]

BYTES = 17
"""The number of the server's type for bytes."""
ONE_DIMENSION = Struct(">iiIii")
"""Begins an array: one dimension, nothing missing, the type, how many, the number of the first."""


def number_array(values: Iterable[int]) -> str:
    """Whole numbers.

    >>> number_array([1, -2])
    '{1,-2}'
    """
    return f"{{{','.join(map(str, values))}}}"


def text_array(values: Iterable[str]) -> str:
    r"""Texts of any kind.

    >>> print(text_array(["table/1", 'a "b"', "c\\d", ""]))
    {"table/1","a \"b\"","c\\d",""}
    """
    return f"{{{','.join(map(_quoted, values))}}}"


def byte_array(values: Sequence[bytes]) -> bytes:
    r"""Bytes, in the form that the server keeps: nothing is escaped, and nothing is read again.

    >>> byte_array([b"ab"])[-10:]
    b'\x00\x00\x00\x01\x00\x00\x00\x02ab'
    """
    sized = chain.from_iterable((len(value).to_bytes(4, "big"), value) for value in values)
    return b"".join((ONE_DIMENSION.pack(1, 0, BYTES, len(values), 1), *sized))


def date_array(values: Iterable[date]) -> str:
    """Days.

    >>> date_array([date(2026, 11, 16)])
    '{2026-11-16}'
    """
    return f"{{{','.join(map(str, values))}}}"


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
