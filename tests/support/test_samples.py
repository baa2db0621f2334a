"""The table of sample values has something of every type, and says where to add what it lacks."""

from datetime import datetime
from pathlib import Path
from random import Random

import msgspec
import pytest

from croupier.cards import Card
from croupier.floor import Croupier
from croupier.floor.command_text import command_types
from croupier.messages import Command
from croupier.rulebooks import STAR_BLACKJACK, Role
from tests.support.evenings import anything_of
from tests.support.likely import likely_of
from tests.support.samples import NoSampleError, samples_of
from tests.support.values import values_of


class Murmur(Command, frozen=True, tag="murmur"):
    """A command with fields that no generator knows by name."""

    sound: str
    loudness: int | None
    heard: tuple[Role, ...]
    shown: Card
    since: datetime


class Unheard(Command, frozen=True, tag="unheard"):
    """A command with a field of a type that nobody has thought of."""

    where: Path


@pytest.mark.parametrize("name", command_types())
def test_every_field_of_every_command_has_a_sample(name: str) -> None:
    for field in msgspec.structs.fields(command_types()[name]):
        assert samples_of(field.type)


def test_a_command_with_new_fields_needs_no_line_anywhere() -> None:
    croupier, chance = Croupier(STAR_BLACKJACK, seed=1), Random(1)
    for _ in range(50):
        for made in (
            likely_of(Murmur, croupier.table, chance),
            anything_of(Murmur, croupier, chance),
        ):
            assert msgspec.convert(msgspec.to_builtins(made), Murmur, strict=False) == made


def test_a_type_without_a_sample_is_named_with_the_place_to_add_one() -> None:
    croupier, chance = Croupier(STAR_BLACKJACK, seed=1), Random(1)
    told = r"no sample value of .*Path.*: add some to tests\.support\.samples\.SAMPLES"
    with pytest.raises(NoSampleError, match=told):
        likely_of(Unheard, croupier.table, chance)
    with pytest.raises(NoSampleError, match=told):
        anything_of(Unheard, croupier, chance)
    with pytest.raises(NoSampleError, match=told):
        values_of(Path)


def test_collections_have_none_one_and_two() -> None:
    assert samples_of(tuple[str, ...]) == ((), ("two",), ("one", "two"))
    assert samples_of(int | None)[0] is None
    assert samples_of(tuple[int, str]) == ((60, "two"),)
    assert samples_of(dict[str, int]) == ({}, {"two": 60})
