"""The rules of the cage: two people, chips by denomination, counts against both books."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.features.cage.rules.decisions import CageDue, CageTask, decide, due, evolve
from croupier.features.cage.rules.drops import CollectDrop, CountDrop, DropCollected, DropCounted
from croupier.features.cage.rules.floats import (
    CloseFloat,
    CountFloat,
    CreditFloat,
    FillFloat,
    FloatClosed,
    FloatCounted,
    FloatOpened,
    OpenFloat,
)
from croupier.features.cage.rules.state import (
    CAGE_CASH,
    CAGE_CHIPS,
    CASH,
    DENOMINATIONS,
    FLOAT,
    VARIANCE,
    AtTable,
    TableCage,
)
from croupier.games.table.rounds import entries_of
from croupier.messages import Command, Event, Refused
from croupier.money import balances_after
from croupier.rulebooks import Role

NO_PLAY = AtTable(float=0, cash=0, open=True, in_round=False, for_money=True, live=True)
WHO: dict[str, Any] = {"brought": "cashier-1", "received": "pit-2", "by": Role.SUPERVISOR}
TENS = {10_00: 10}


def at(**changes: Any) -> AtTable:
    fields = {name: getattr(NO_PLAY, name) for name in NO_PLAY.__struct_fields__}
    return AtTable(**fields | changes)


def after(*commands: Command, cage: TableCage | None = None, table: AtTable = NO_PLAY) -> Any:
    """Return the state after the commands, and all their events."""
    state, events = cage or TableCage(), []
    for command in commands:
        answer = decide(state, command, table)
        assert not isinstance(answer, Refused), answer
        for event in answer:
            state = evolve(state, event)
            events.append(event)
    return state, events


def code(command: Command, cage: TableCage | None = None, table: AtTable = NO_PLAY) -> str:
    answer = decide(cage or TableCage(), command, table)
    assert isinstance(answer, Refused)
    return answer.code


OPENED, _ = after(OpenFloat(chips={100_00: 10, 25_00: 40}, **WHO))


def test_a_float_is_what_came_less_what_went_and_what_play_moved() -> None:
    state, events = after(
        FillFloat(chips={5_00: 100}, **WHO), CreditFloat(chips={100_00: 2}, **WHO), cage=OPENED
    )
    assert state.expected_float(0) == 2_000_00 + 500_00 - 200_00
    assert state.expected_float(-120_00) == 2_180_00  # players bought for $120
    assert [event.number for event in events] == [2, 3]
    assert not sum(one.amount for event in events for one in event.entry.postings)


def test_play_before_the_opener_does_not_count_towards_it() -> None:
    state, (event,) = after(OpenFloat(chips=TENS, **WHO), table=at(float=-75_00))
    assert isinstance(event, FloatOpened)
    assert event.table_float == -75_00
    assert state.expected_float(-75_00) == 100_00
    assert state.expected_float(-50_00) == 125_00


@pytest.mark.parametrize(("found", "variance"), [(10, 0), (9, -10_00), (12, 20_00)])
def test_a_count_that_differs_posts_a_variance(found: int, variance: int) -> None:
    opened, _ = after(OpenFloat(chips=TENS, **WHO))
    state, (event,) = after(CountFloat(chips={10_00: found}, **WHO), cage=opened)
    assert isinstance(event, FloatCounted)
    assert (event.expected, event.amount - event.expected) == (100_00, variance)
    assert bool(event.entries) == bool(variance)
    moved = balances_after({}, event.entries)
    assert moved.get(FLOAT, 0) == variance == -moved.get(VARIANCE, 0)
    assert state.expected_float(0) == found * 10_00
    again, (second,) = after(CountFloat(chips={10_00: found}, **WHO), cage=state)
    assert isinstance(second, FloatCounted)
    assert not second.entries
    assert again.variance == variance


def test_a_closer_takes_the_chips_back_and_the_two_books_come_to_nothing() -> None:
    opened, first = after(OpenFloat(chips=TENS, **WHO))
    closed, last = after(
        CloseFloat(chips={10_00: 7}, **WHO), cage=opened, table=at(float=-25_00, open=False)
    )
    assert isinstance(last[0], FloatClosed)
    assert (last[0].expected, last[0].amount) == (75_00, 70_00)
    moved = balances_after({}, (entry for event in (*first, *last) for entry in entries_of(event)))
    assert moved[FLOAT] + -25_00 == 0
    assert moved[CAGE_CHIPS] == -30_00
    assert moved[VARIANCE] == 5_00
    assert not closed.open
    reopened, _ = after(OpenFloat(chips=TENS, **WHO), cage=closed, table=at(float=-25_00))
    assert reopened.papers == 3
    assert reopened.expected_float(-25_00) == 100_00


def test_the_drop_follows_from_buy_ins_and_its_count_posts_a_variance() -> None:
    state, (collected,) = after(CollectDrop(box="7A", **WHO), table=at(cash=300_00))
    assert isinstance(collected, DropCollected)
    assert collected.expected == 300_00
    assert state.expected_drop(300_00) == 0
    assert state.expected_drop(350_00) == 50_00
    counted, (event,) = after(CountDrop(drop=1, amount=290_00, **WHO), cage=state)
    assert isinstance(event, DropCounted)
    moved = balances_after({}, (event.entry,))
    assert moved == {CASH: -300_00, CAGE_CASH: 290_00, VARIANCE: 10_00}
    assert not counted.drops
    assert code(CountDrop(drop=1, amount=290_00, **WHO), counted) == "cage/no-such-drop"


def test_two_people_stand_for_everything() -> None:
    for names in (("ann", "Ann "), ("", "ann"), ("ann", "  ")):
        both: dict[str, Any] = {"brought": names[0], "received": names[1], "by": Role.SUPERVISOR}
        assert code(OpenFloat(chips=TENS, **both)) == "cage/two-people"
        assert code(CollectDrop(box="7A", **both)) == "cage/two-people"
    long = {**WHO, "brought": "x" * 61}
    assert code(OpenFloat(chips=TENS, **long)) == "cage/name-too-long"


def test_chips_are_those_of_the_cage() -> None:
    assert code(OpenFloat(chips={7_00: 1}, **WHO)) == "cage/no-such-chip"
    assert code(OpenFloat(chips={5_00: -1}, **WHO)) == "cage/no-such-chip"
    assert code(OpenFloat(chips={}, **WHO)) == "cage/nothing"
    assert code(OpenFloat(chips={5_00: 0}, **WHO)) == "cage/nothing"
    assert code(OpenFloat(chips={10_000_00: 10**12}, **WHO)) == "cage/too-much"
    assert code(CollectDrop(box=" ", **WHO)) == "cage/no-mark"


def test_what_needs_a_float_and_what_needs_none() -> None:
    for kind in (FillFloat, CreditFloat, CountFloat, CloseFloat):
        assert code(kind(chips=TENS, **WHO)) == "cage/not-open"
    assert code(OpenFloat(chips=TENS, **WHO), OPENED) == "cage/open-already"
    assert code(CreditFloat(chips={1_000_00: 3}, **WHO), OPENED) == "cage/more-than-float"
    for kind in (CountFloat, CloseFloat):
        busy = at(in_round=True)
        assert code(kind(chips=TENS, **WHO), OPENED, busy) == "cage/round-under-way"
    practice = at(for_money=False)
    assert code(OpenFloat(chips=TENS, **WHO), table=practice) == "cage/not-for-money"


def test_an_amount_that_no_store_holds_is_refused() -> None:
    state, _ = after(CollectDrop(box="7A", **WHO))
    assert code(CountDrop(drop=1, amount=10**14 + 1, **WHO), state) == "cage/too-much"
    assert code(CountDrop(drop=1, amount=-1, **WHO), state) == "cage/too-much"


def test_what_is_due() -> None:
    assert due(TableCage(), NO_PLAY) == (CageDue(CageTask.OPENER),)
    assert due(OPENED, NO_PLAY) == ()
    assert due(TableCage(), at(live=False)) == ()
    assert due(TableCage(), at(for_money=False)) == ()
    closed = at(open=False, cash=50_00)
    assert due(OPENED, closed) == (CageDue(CageTask.CLOSER), CageDue(CageTask.DROP))
    collected, _ = after(CollectDrop(box="7A", **WHO), cage=OPENED, table=closed)
    assert due(collected, closed) == (CageDue(CageTask.CLOSER), CageDue(CageTask.DROP_COUNT, 2))


CHIPS = st.dictionaries(st.sampled_from(DENOMINATIONS), st.integers(0, 50), max_size=4)
KINDS = st.sampled_from((OpenFloat, FillFloat, CreditFloat, CountFloat, CloseFloat))


@given(st.lists(st.tuples(KINDS, CHIPS, st.integers(-20, 20)), max_size=25))
def test_whatever_is_asked_the_books_of_cage_and_table_come_to_the_rack(
    steps: list[tuple[Any, dict[int, int], int]],
) -> None:
    """A naive rack: chips go in and out by hand, play moves some; both books must agree with it."""
    state, moved, table_float, rack = TableCage(), dict[str, int](), 0, 0
    base = 0
    for kind, chips, play in steps:
        table_float += play * 5_00
        rack += play * 5_00
        answer = decide(state, kind(chips=chips, **WHO), at(float=table_float))
        if isinstance(answer, Refused):
            continue
        amount = sum(one * count for one, count in chips.items())
        if kind is OpenFloat:
            rack, base = amount, table_float + moved.get(FLOAT, 0)
        rack += amount if kind is FillFloat else -amount if kind is CreditFloat else 0
        rack = amount if kind is CountFloat else 0 if kind is CloseFloat else rack
        moved = balances_after(moved, (entry for event in answer for entry in entries_of(event)))
        for event in answer:
            state = evolve(state, event)
        assert not sum(moved.values())
        if state.open:
            assert state.expected_float(table_float) == rack
        assert moved[FLOAT] + table_float - base == rack


def test_every_event_of_the_cage_is_numbered_in_order() -> None:
    commands = (
        FillFloat(chips=TENS, **WHO),
        CollectDrop(box="7A", **WHO),
        CountDrop(drop=3, amount=0, **WHO),
        CloseFloat(chips={}, **WHO),
    )
    state, events = after(*commands, cage=OPENED)
    numbers = [getattr(event, "number", 0) for event in events if isinstance(event, Event)]
    assert numbers == [2, 3, 4, 5]
    assert state.papers == 5
