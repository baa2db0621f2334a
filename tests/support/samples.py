"""One table of sample values by type, for everything in the tests that fills in fields.

A generator may know better by the name of a field: which boxes a table has, who sits at it. What
it does not know by name it takes from here, so that a new field of a known type needs no line
anywhere, and a field of a new type needs one, in ``SAMPLES``.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

SAMPLES: dict[Any, tuple[Any, ...]] = {
    bool: (False, True),
    int: (-1, 0, 1, 2, 60),
    float: (-0.5, 0.0, 1.5),
    str: ("", "one", "two"),
    bytes: (b"", b"one"),
    NoneType: (None,),
    datetime: tuple(datetime(2026, 5, 1, hour, tzinfo=UTC) for hour in (19, 20, 21)),
    date: (date(2026, 5, 1), date(2026, 5, 2)),
    time: (time(0), time(20)),
    timedelta: (timedelta(0), timedelta(minutes=20)),
    Decimal: (Decimal(0), Decimal("0.7"), Decimal(1)),
    Fraction: (Fraction(0), Fraction(3, 2)),
}
"""Some values of each plain type; enums, structs, unions and collections are made of them."""


class NoSampleError(TypeError):
    """A type of which nobody has given a value yet."""

    def __init__(self, kind: object) -> None:
        super().__init__(f"there is no sample value of {kind}: add some to {__name__}.SAMPLES")


@cache
def samples_of(kind: Any) -> tuple[Any, ...]:
    """Some values of a type, few and always the same; raise where there are none."""
    if kind in SAMPLES:
        return SAMPLES[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return samples_of(inner[0])
    if origin in (Union, UnionType):
        alone = sorted(inner, key=lambda one: one is not NoneType)
        return tuple(value for one in alone for value in samples_of(one))
    if origin in (tuple, list, frozenset, set):
        return _collections(origin, inner)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        keys, values = (samples_of(one) for one in inner)
        return ({}, {keys[-1]: values[-1]})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(kind)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        needed = [field for field in msgspec.structs.fields(kind) if field.required]
        return (kind(**{field.name: samples_of(field.type)[-1] for field in needed}),)
    raise NoSampleError(kind)


def _collections(origin: Any, inner: tuple[Any, ...]) -> tuple[Any, ...]:
    """A tuple of fixed length, or collections of none, one and two values."""
    if origin is tuple and inner[1:] != (...,):
        return (tuple(samples_of(one)[-1] for one in inner),)
    some = samples_of(inner[0])
    return (origin(()), origin(some[-1:]), origin(some[-2:]))
