"""Unions of event types for decoders: each type once, no tag twice."""

from typing import Any, get_args

import pytest

from croupier.errors import CroupierError
from croupier.games.table.seats import BoxesReleased, ColouredUp
from croupier.messages import Event, union_of


class ReleasedAgain(Event, frozen=True, tag="boxes-released"):
    """An event with the tag of another."""


def test_a_union_holds_each_type_once() -> None:
    union: Any = union_of((ColouredUp, BoxesReleased, ColouredUp))
    assert get_args(union) == (ColouredUp, BoxesReleased)


def test_no_two_types_of_a_union_have_the_same_tag() -> None:
    with pytest.raises(CroupierError, match="the same tag"):
        union_of((BoxesReleased, ReleasedAgain))
