"""Unions of event types for decoders: each type once, no tag twice."""

from typing import Any, get_args

import pytest

from croupier.errors import CroupierError
from croupier.games.table.seats import BoxesReleased, ColouredUp
from croupier.messages import Event, union_of


class ChipsDropped(Event, frozen=True, tag="dropped"):
    """An event with the tag of another; neither of them has the tag of a real one."""


class CardsDropped(Event, frozen=True, tag="dropped"):
    """The other one."""


def test_a_union_holds_each_type_once() -> None:
    union: Any = union_of((ColouredUp, BoxesReleased, ColouredUp))
    assert get_args(union) == (ColouredUp, BoxesReleased)


def test_no_two_types_of_a_union_have_the_same_tag() -> None:
    with pytest.raises(CroupierError, match="the same tag"):
        union_of((ChipsDropped, CardsDropped))
