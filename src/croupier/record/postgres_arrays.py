"""Columns of values as PostgreSQL writes arrays down, for one statement that takes many rows.

The driver would look at the type of each value, in every turn at the store. A column has one type,
and it is said here.
"""

from collections.abc import Iterable
from datetime import date

__all__ = ["byte_array", "date_array", "number_array", "text_array"]


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


def byte_array(values: Iterable[bytes]) -> str:
    r"""Bytes, in hexadecimal digits.

    >>> print(byte_array([b"ab", b""]))
    {"\\x6162","\\x"}
    """
    return f"{{{','.join(_in_digits(value) for value in values)}}}"


def date_array(values: Iterable[date]) -> str:
    """Days.

    >>> date_array([date(2026, 11, 16)])
    '{2026-11-16}'
    """
    return f"{{{','.join(map(str, values))}}}"


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _in_digits(value: bytes) -> str:
    return f'"\\\\x{value.hex()}"'
