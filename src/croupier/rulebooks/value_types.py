"""Whether what a law holds is of the kinds that its fields declare, and cited from its rulebook."""

from collections.abc import Callable, Container, Iterator
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from croupier.money import Odds
from croupier.rulebooks.catalogue import Provision, Rule, Says

Fit = Callable[[Any, Container[str]], bool]
"""Tells of a value, and the clauses that there are, whether it fits."""
LONGEST = 60
"""How much of a wrong value is quoted."""
PLAIN: dict[Any, str] = {
    int: "a whole number, 0 or more",
    bool: "True or False",
    str: "text",
    Fraction: "a fraction above 0, such as Fraction(1, 2)",
    range: "a range of whole numbers, such as range(5, 10)",
    NoneType: "None",
    Odds: "odds of whole numbers, such as odds(3, 2)",
    Says: 'what the clause says, as Says("…", "clause")',
}
"""What a kind of value is, in words."""
WITHIN: dict[Any, Callable[[Any], bool]] = {
    int: lambda number: number >= 0,
    Fraction: lambda part: part > 0,
    Odds: lambda odds: type(odds.to) is type(odds.against) is int and odds.to >= 0 < odds.against,
}
"""Whether a value of the right kind is one that a rule can have."""
SEVERAL: dict[Any, str] = {int: "whole numbers", str: "texts", Odds: "odds, such as odds(3, 2)"}
"""What several of a kind are."""


def misfit(value: object, kind: Any, path: str, clauses: Container[str]) -> str | None:
    """What is wrong with a value at a place in the law, or ``None`` where all of it fits."""
    if fits(kind)(value, clauses):
        return None
    for place, inner, inner_kind in _within(value, kind):
        if wrong := misfit(inner, inner_kind, f"{path}.{place}" if path else place, clauses):
            return wrong
    if not isinstance(value, Rule | Says) or type(value) not in map(_outer, _options(kind)):
        return f"{path} has {_quoted(value)}, and takes {kind_in_words(kind)}"
    for clause in (value.clause, *value.also):
        if clause not in clauses:
            return f"{path} cites {clause!r}, a clause that the rulebook does not have"
    if isinstance(value, Says):
        return f"{path} ({value.clause}) says {_quoted(value.text)}, and takes text"
    inner_kind = next(get_args(one)[0] for one in _options(kind) if _outer(one) is Rule)
    return (
        f"{path} ({value.clause}) has {_quoted(value.value)}, and takes {kind_in_words(inner_kind)}"
    )


def _within(value: object, kind: Any) -> Iterator[tuple[str, object, Any]]:
    """What a part of the law consists of, each with its place and declared kind."""
    for one in _options(kind):
        outer, arguments = _outer(one), get_args(one)
        if outer in (Rule, Says, Odds) or not isinstance(value, outer):
            continue
        if isinstance(value, msgspec.Struct):
            for field, inner in fields_of(outer).items():
                yield field, getattr(value, field), inner
        elif isinstance(value, tuple):
            kinds = arguments[:1] * len(value) if Ellipsis in arguments else arguments
            for number, (item, inner) in enumerate(zip(value, kinds, strict=False), 1):
                yield str(getattr(item, "name", number)), item, inner
        elif isinstance(value, dict):
            for key, item in value.items():
                yield str(getattr(key, "key", key)) or "''", item, arguments[1]


def kind_in_words(kind: Any) -> str:
    """A kind of value in words."""
    outer, arguments = _outer(kind), get_args(kind)
    if len(_options(kind)) > 1:
        return " or ".join(kind_in_words(one) for one in _options(kind))
    if outer in PLAIN:
        return PLAIN[outer]
    if outer is Rule:
        return f'Rule(…, "clause") with {kind_in_words(arguments[0])}'
    if outer is Literal:
        return " or ".join(f"{type(one).__name__}.{one.name}" for one in arguments)
    if outer in (tuple, frozenset):
        inner = [SEVERAL.get(one) or kind_in_words(one) for one in arguments if one is not Ellipsis]
        return f"a {outer.__name__} of {' and '.join(inner)}"
    if outer is dict:
        return f"a dict from {kind_in_words(arguments[0])} to {kind_in_words(arguments[1])}"
    if issubclass(outer, Enum):
        return f"{outer.__name__}.{', .'.join(outer.__members__)}"
    return f"{'an' if outer.__name__[0] in 'AEIOU' else 'a'} {outer.__name__}"


@cache
def fits(kind: Any) -> Fit:
    """A quick test for a kind of value."""
    outer, arguments = _outer(kind), get_args(kind)
    if len(options := _options(kind)) > 1:
        tests = tuple(map(fits, options))
        return lambda value, clauses: any(test(value, clauses) for test in tests)
    if outer is Rule:
        inner = fits(arguments[0])
        return lambda value, clauses: (
            type(value) is Rule and inner(value.value, clauses) and _cited(value, clauses)
        )
    if outer is Says:
        return lambda value, clauses: (
            type(value) is Says and type(value.text) is str and _cited(value, clauses)
        )
    if outer is Literal:
        return lambda value, _: value in arguments
    if outer in (tuple, frozenset, dict):
        return _fits_collection(outer, arguments)
    if issubclass(outer, msgspec.Struct) and outer not in WITHIN:
        parts = tuple((field, fits(inner)) for field, inner in fields_of(outer).items())
        return lambda value, clauses: (
            type(value) is outer and all(test(getattr(value, f), clauses) for f, test in parts)
        )
    if issubclass(outer, Enum):
        return lambda value, _: isinstance(value, outer)
    within = WITHIN.get(outer)
    if within is None:
        return lambda value, _: type(value) is outer
    return lambda value, _: type(value) is outer and within(value)


def _fits_collection(outer: Any, arguments: tuple[Any, ...]) -> Fit:
    if outer is dict:
        key, item = map(fits, arguments)
        return lambda value, clauses: (
            type(value) is dict
            and all(key(one, clauses) and item(value[one], clauses) for one in value)
        )
    if outer is tuple and Ellipsis not in arguments:
        tests = tuple(map(fits, arguments))
        return lambda value, clauses: (
            type(value) is tuple
            and len(value) == len(tests)
            and all(test(one, clauses) for test, one in zip(tests, value, strict=True))
        )
    inner = fits(arguments[0])
    return lambda value, clauses: type(value) is outer and all(inner(one, clauses) for one in value)


@cache
def fields_of(part: Any) -> dict[str, Any]:
    """The fields of a part of the law, those it inherits first, and what each may hold."""
    found: dict[str, Any] = {}
    for kind in reversed(part.__mro__):
        found |= getattr(kind, "__annotations__", {})
    return found


def _cited(rule: Provision, clauses: Container[str]) -> bool:
    return rule.clause in clauses and all(other in clauses for other in rule.also)


def _outer(kind: Any) -> Any:
    return NoneType if kind is None else get_origin(kind) or kind


def _options(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _quoted(value: object) -> str:
    shown = f"odds({value.to!r}, {value.against!r})" if isinstance(value, Odds) else repr(value)
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "…"
