"""Any value of a type, for property tests: structs from the types of their fields.

``values_of(Stake)`` is a hypothesis strategy. A struct that checks itself, such as an entry whose
postings have to balance, has its own strategy in ``CAREFUL``. Plain types that are not here have
the values of ``tests.support.samples``.
"""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from hypothesis import strategies as st

import croupier
from croupier.money import Entry, Posting
from tests.support.samples import SAMPLES, NoSampleError

TRICKY = (
    *("", "-", "--", " ", "yes", "no", "none", "None", "true", "12", "-3", "8H", "8H,3D", "a=b"),
    *('"', '""', "\\", "\\n", "a b", "(", ")", "[]", "{x}", "[8H]", "\n", "\r\n", "\t", "\x00"),
    *("\u2028", "\x85", "\u00a0", "\ufeff", "Zoë", "安", "é", "🂡", "O'Hara", "chips/ann"),
)
"""Text that a careless notation would take for something else."""

texts = st.sampled_from(TRICKY) | st.text(max_size=6)
zones = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))
times = st.datetimes(timezones=st.none() | zones | st.just(timezone.utc))  # noqa: UP017

PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: texts,
    int: st.integers(),
    bool: st.booleans(),
    NoneType: st.none(),
    datetime: times,
    date: st.dates(),
    time: st.times(),
    Decimal: st.decimals(allow_nan=False),
    Fraction: st.fractions(),
}


def balanced(postings: list[Posting], clause: str) -> Entry:
    """An entry that sums to zero."""
    rest = Posting("rest", -sum(posting.amount for posting in postings))
    return Entry((*postings, rest), clause)


postings = st.builds(Posting, texts, st.integers())
CAREFUL: dict[Any, st.SearchStrategy[Any]] = {
    Entry: st.builds(balanced, st.lists(postings, max_size=3), texts),
}


@cache
def values_of(kind: Any, without: tuple[type, ...] = ()) -> st.SearchStrategy[Any]:
    """Any value of a type, but with no struct of certain kinds in it."""
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in CAREFUL:
        return CAREFUL[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return st.one_of([values_of(one, without) for one in inner])
    if origin is tuple and inner[1:] == (...,):
        inside = values_of(inner[0], without)
        return st.lists(inside, max_size=0 if inside.is_empty else 3).map(tuple)
    if origin is tuple:
        return st.tuples(*(values_of(one, without) for one in inner))
    if origin is dict:
        return st.dictionaries(*(values_of(one, without) for one in inner), max_size=3)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(kind)
    struct = origin or kind
    if isinstance(struct, type) and issubclass(struct, msgspec.Struct):
        barred = issubclass(struct, without)
        return st.nothing() if barred else st.deferred(lambda: _built(kind, without))
    if kind in SAMPLES:
        return st.sampled_from(SAMPLES[kind])
    raise NoSampleError(kind)


def _built(kind: Any, without: tuple[type, ...]) -> st.SearchStrategy[Any]:
    """A struct with all that it must have and some of what it may have."""
    fields = msgspec.structs.fields(kind)
    given = {field.name: values_of(field.type, without) for field in fields}
    needed = {field.name: given.pop(field.name) for field in fields if field.required}
    return st.fixed_dictionaries(needed, optional=given).map(lambda chosen: kind(**chosen))


def structs_of(*packages: str) -> list[type[msgspec.Struct]]:
    """Every struct that is declared in some packages of croupier, by name."""
    for package in packages:
        module = import_module(f"{croupier.__name__}.{package}")
        for within in walk_packages(getattr(module, "__path__", ()), f"{module.__name__}."):
            import_module(within.name)
    inside = tuple(f"{croupier.__name__}.{package}." for package in packages)
    found = {kind for kind in _derived(msgspec.Struct) if f"{kind.__module__}.".startswith(inside)}
    return sorted(found, key=lambda kind: (kind.__module__, kind.__name__))


def _derived(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for derived in kind.__subclasses__():
        yield derived
        yield from _derived(derived)
