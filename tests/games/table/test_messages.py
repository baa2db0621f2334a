"""Evolvers know their types of events, and decoders know them from there."""

from typing import Any, get_args

import pytest

from croupier.errors import CroupierError
from croupier.games.table.seats import BoxesReleased, ColouredUp
from croupier.messages import Event, Evolvers, apply_all, union_of


class ReleasedAgain(Event, frozen=True, tag="boxes-released"):
    """An event with the tag of another."""


def test_evolvers_are_registered_one_for_each_type() -> None:
    evolvers = Evolvers[int]()

    @evolvers.on(ColouredUp)
    def coloured_up(total: int, event: ColouredUp) -> int:
        return total + event.amount

    changes = (ColouredUp("ann", 5_00, ""), ColouredUp("bob", 10_00, ""))
    assert apply_all(1, changes, evolvers) == 15_01
    with pytest.raises(CroupierError, match="ColouredUp has an evolver already"):
        evolvers.on(ColouredUp)(coloured_up)


def test_a_union_holds_each_type_once() -> None:
    union: Any = union_of((ColouredUp, BoxesReleased, ColouredUp))
    assert get_args(union) == (ColouredUp, BoxesReleased)


def test_no_two_types_of_a_union_have_the_same_tag() -> None:
    with pytest.raises(CroupierError, match="the same tag"):
        union_of((BoxesReleased, ReleasedAgain))
