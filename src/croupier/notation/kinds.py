"""Which form the values of a type have."""

from datetime import datetime
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NewType, Union, get_args, get_origin

import msgspec

from croupier.notation.forms import (
    TEXT,
    WORD,
    Dictionary,
    Either,
    OneOf,
    Plain,
    Row,
    Sequence,
    Text,
    Unknown,
    ValueForm,
    written_time,
)
from croupier.notation.structs import Record, Tagged

_PLAIN: dict[Any, ValueForm] = {
    str: Text(),
    int: Plain(int, "a whole number", int.__repr__, int),
    bool: Plain(
        bool,
        "yes or no",
        {True: "yes", False: "no"}.__getitem__,
        {"yes": True, "no": False}.__getitem__,
    ),
    Decimal: Plain(Decimal, "a number", str, Decimal),
    Fraction: Plain(Fraction, "a fraction", str, Fraction),
    datetime: Plain(datetime, "a time", written_time, datetime.fromisoformat),
    NoneType: Either((), optional=True),
}


@cache
def form_of(kind: Any) -> ValueForm:
    """The form that values of a type have."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin = get_origin(kind)
    if origin is Annotated:
        return form_of(get_args(kind)[0])
    if origin in (Union, UnionType):
        return _form_of_union(get_args(kind))
    if isinstance(kind, NewType):
        return form_of(kind.__supertype__)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return OneOf(kind)
    if _is_struct(origin or kind):
        return _form_of_structs((kind,))
    return _form_of_collection(kind)


def _form_of_collection(kind: Any) -> ValueForm:
    """The form of a tuple or a dictionary."""
    inner = get_args(kind)
    if get_origin(kind) is tuple:
        if inner[1:] == (...,):
            return Sequence(form_of(inner[0]))
        return Row(tuple(form_of(one) for one in inner))
    if get_origin(kind) is dict and form_of(inner[0]).opens <= {WORD, TEXT}:
        return Dictionary(form_of(inner[0]), form_of(inner[1]))
    return Unknown(f"there is no notation for {kind}")


def _form_of_union(kinds: tuple[Any, ...]) -> ValueForm:
    """The form of values of several types, if what they begin with tells them apart."""
    structs = tuple(kind for kind in kinds if _is_struct(get_origin(kind) or kind))
    others = [kind for kind in kinds if kind is not NoneType and kind not in structs]
    forms = [form_of(kind) for kind in others if kind is not str]
    if structs:
        forms.append(_form_of_structs(structs))
    if str in others:
        forms.append(Text(in_quotes=any(WORD in form.opens for form in forms)))
    if len(forms) == 1 and NoneType not in kinds:
        return forms[0]
    for form in forms:
        if isinstance(form, Unknown):
            return form
    openings = [form.opens for form in forms]
    if len(frozenset().union(*openings)) < sum(map(len, openings)):
        names = " | ".join(getattr(kind, "__name__", str(kind)) for kind in kinds)
        return Unknown(f"nothing tells these apart: {names}")
    return Either(tuple(forms), optional=NoneType in kinds)


def _form_of_structs(kinds: tuple[Any, ...]) -> ValueForm:
    """The form of a struct, or of one of several tagged ones."""
    bare = tuple(get_origin(kind) or kind for kind in kinds)
    if all(kind.__struct_config__.tag is not None for kind in bare):
        return Tagged(bare, _record_of)
    if len(kinds) == 1:
        return _record_of(kinds[0])
    names = " | ".join(kind.__name__ for kind in kinds)
    return Unknown(f"there is no notation for structs without tags in {names}")


@cache
def _record_of(kind: Any) -> Record:
    """The fields of a struct."""
    return Record(kind, form_of)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
