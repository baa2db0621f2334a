"""Every value of the law decides or is shown: what nothing reads is a description (``Says``)."""

from collections.abc import Iterator
from typing import Any, get_args, get_origin

import msgspec
import pytest

from croupier.coverage.law_readings import Use
from croupier.coverage.shapes import Held
from croupier.coverage.survey import read_engine
from croupier.rulebooks import GAMES, BlackjackLaw, Rule, StudLaw
from croupier.rulebooks.value_types import fields_of


def parts(kind: Any) -> Iterator[Any]:
    """The parts of the law that a declared kind is made of, rules and their values left out."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
        for inner in fields_of(kind).values():
            yield from parts(inner)
    elif get_origin(kind) is not Rule:
        for inner in get_args(kind):
            yield from parts(inner)


def holds_rule(kind: Any) -> bool:
    """Whether a declared kind is a rule, or may hold some."""
    return get_origin(kind) is Rule or any(map(holds_rule, get_args(kind)))


def rule_fields() -> Iterator[Held]:
    """Every field of the law that holds a value with its clause."""
    for part in dict.fromkeys((*parts(BlackjackLaw), *parts(StudLaw))):
        for field, kind in fields_of(part).items():
            if holds_rule(kind):
                yield Held(part, field)


@pytest.mark.parametrize(
    "held", list(rule_fields()), ids=lambda held: f"{held.owner.__name__}.{held.field}"
)
def test_something_reads_the_value(held: Held) -> None:
    """The engine, the maths, the guide or a screen: else the field says, and does not decide."""
    uses = read_engine(GAMES).get(held, {})
    assert Use.VALUED in uses.values(), f"{held.owner.__name__}.{held.field} should be a Says"


def test_the_walk_finds_the_fields() -> None:
    assert len(list(rule_fields())) > 100
