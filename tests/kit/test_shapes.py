"""What is wrong with data, in the words of somebody who writes it."""

from enum import Enum
from typing import Any

import msgspec
import pytest

from croupier.kit.shapes import ShapeError, convert_data, did_you_mean


class Side(Enum):
    """Left or right."""

    LEFT = "left"
    RIGHT = "right"


class Entry(msgspec.Struct, rename="kebab", forbid_unknown_fields=True):
    """One of several."""

    how_many: int
    side: Side | None = None


class Whole(msgspec.Struct, forbid_unknown_fields=True):
    """What is read."""

    title: str
    entries: list[Entry] = []
    by_name: dict[str, Entry] = {}


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"titel": "x"}, "there is no field titel; did you mean title?"),
        ({"title": "x", "zzz": 1}, "there is no field zzz; choose from by_name, entries, title"),
        ({}, "title is missing"),
        ({"title": 4}, "title: this must be text, not a whole number"),
        ({"title": "x", "entries": 4}, "entries: this must be a list, not a whole number"),
        (
            {"title": "x", "entries": [{"how-many": 1}, {"how-man": 1}]},
            "entries[2]: there is no field how-man; did you mean how-many?",
        ),
        (
            {"title": "x", "entries": [{"how-many": 1, "side": "lefft"}]},
            "entries[1].side: 'lefft' is not accepted here; did you mean left?",
        ),
        (
            {"title": "x", "by_name": {"ann": {"how-many": "1"}}},
            "by_name.how-many: this must be a whole number, not text",
        ),
    ],
)
def test_a_fault_is_named_with_its_place(data: dict[str, Any], why: str) -> None:
    with pytest.raises(ShapeError) as found:
        convert_data(data, Whole)
    assert str(found.value) == why


def test_an_unknown_name_with_no_likeness_lists_all() -> None:
    assert did_you_mean("xyz", ["wager", "deal"]) == "; choose from deal, wager"
