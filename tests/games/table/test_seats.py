"""Coming and going: the order of arrival, seats, money changed, boxes kept and given up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.table.seats import (
    BoughtIn,
    BoxesReleased,
    BoxesReserved,
    BoxGivenUp,
    ColouredUp,
    PlayerLeft,
    SeatLeft,
    SeatTaken,
)
from croupier.games.table.state import PlayerArrived, seat_holder
from croupier.games.table.wagers import WagerReturned
from croupier.messages import Refused
from croupier.money import Posting
from tests.citing import cites

from .tables import after, handle, opened, outcome, refused, say, sit, wager

ROUND = "TH 7C 8D TC "


@given(st.permutations(["ann", "bob", "cat", "dan"]))
def test_players_stand_in_the_order_of_their_arrival(order: list[str]) -> None:
    """4.3.1 asks who came first."""
    first, second, third, fourth = order
    table = after(opened(), sit(first, 1), wager(second, 2, 10))
    table = after(table, say("buy-in", player=third, amount=100))
    table = after(table, say("exchange-voucher", player=fourth, amount=10))
    again = after(table, sit(fourth, 7), wager(second, 6, 10))
    assert list(again.players) == order


def test_who_leaves_and_comes_back_is_the_last() -> None:
    table = after(opened(), sit("ann", 1), sit("bob", 2), say("leave", player="ann"))
    assert list(after(table, sit("ann", 1)).players) == ["bob", "ann"]


def test_who_has_lost_all_leaves_with_nothing() -> None:
    table = after(opened(), sit("ann", 1))
    assert table.chips("ann") == 0
    (left,) = outcome(table, say("leave", player="ann")).events
    assert isinstance(left, PlayerLeft)
    assert left.entries == ()


def test_a_player_arrives_once() -> None:
    first = outcome(opened(), sit("ann", 1))
    assert first.events == (PlayerArrived("ann"), SeatTaken("ann", 1))
    assert outcome(first.table, sit("ann", 2)).events == (SeatTaken("ann", 2),)


def test_a_refused_player_has_not_arrived() -> None:
    table = opened()
    refused(table, wager("ann", 9, 10))
    refused(table, say("buy-in", player="ann", amount=0))
    assert table.players == {}


def test_a_seat_is_one_players() -> None:
    table = after(opened(), sit("ann", 1))
    assert refused(table, sit("bob", 1)).clause == "5.8"
    moved = after(table, sit("ann", 3), sit("bob", 1))
    seats = {box: player.name for box in range(1, 8) if (player := seat_holder(moved, box))}
    assert seats == {1: "bob", 3: "ann"}


def test_rising_needs_a_seat() -> None:
    table = after(opened(), sit("ann", 1))
    risen = outcome(table, say("rise", player="ann"))
    assert risen.events == (SeatLeft("ann", 1, ""),)
    assert refused(risen.table, say("rise", player="ann")).code == "seat/none"
    assert refused(table, say("rise", player="bob")).code == "seat/none"


@cites("star-blackjack", "5.1")
def test_a_buy_in_changes_money_for_chips_of_the_float() -> None:
    done = outcome(opened(), say("buy-in", player="ann", amount=200))
    event = done.events[-1]
    assert isinstance(event, BoughtIn)
    assert event.entry.clause == "5.1"
    assert Posting(done.table.till.float, -20_000) in event.entry.postings
    assert Posting(done.table.till.cash, 20_000) in event.entry.postings
    assert done.table.chips("ann") == 20_000
    assert done.table.players["ann"].counted


@cites("star-blackjack", "5.1")
def test_changing_colour_moves_no_value() -> None:
    table = after(opened(), say("buy-in", player="ann", amount=200))
    done = outcome(table, say("colour-up", player="ann", amount=100))
    assert done.events == (ColouredUp("ann", 10_000, "5.1"),)
    assert done.table.balances == table.balances
    assert refused(table, say("colour-up", player="ann", amount=250)).clause == "5.1"
    assert refused(table, say("colour-up", player="bob", amount=50)).code == "player/unknown"


def test_who_leaves_takes_chips_and_wagers_along() -> None:
    table = after(opened(), say("buy-in", player="ann", amount=200), wager("ann", 1, 50))
    done = outcome(table, say("leave", player="ann"))
    back, left = done.events
    assert isinstance(back, WagerReturned)
    assert back.amount == 5_000
    assert isinstance(left, PlayerLeft)
    assert done.table.players == {}
    assert done.table.wagers == ()
    assert done.table.balances[done.table.till.chips("ann")] == 0
    assert sum(done.table.balances.values()) == 0


@cites("star-blackjack", "5.3")
def test_nobody_leaves_with_a_wager_in_play() -> None:
    table = after(opened(ROUND), wager("ann", 1, 50), sit("bob", 2), say("deal"))
    assert refused(table, say("leave", player="ann")).clause == "5.3"
    assert "bob" not in after(table, say("leave", player="bob")).players


@cites("star-blackjack", "5.13")
def test_kept_boxes_are_on_record_and_end_with_their_release() -> None:
    reserve = say("reserve-boxes", player="ann", boxes=[2, 3], by="supervisor")
    done = outcome(opened(), reserve)
    assert done.events[-1] == BoxesReserved("ann", (2, 3), "5.13")
    assert done.table.reserved == {2: "ann", 3: "ann"}
    release = say("release-boxes", player="ann", by="supervisor")
    ended = outcome(done.table, release)
    assert ended.events == (BoxesReleased("ann", "5.13"),)
    assert ended.table.reserved == {}
    assert refused(ended.table, release).clause == "5.13"


@cites("star-blackjack", "5.13")
@given(st.sets(st.integers(1, 7), min_size=1), st.integers(1, 7))
def test_a_kept_box_is_for_one_player_only(kept: set[int], box: int) -> None:
    table = after(opened(), say("reserve-boxes", player="ann", boxes=sorted(kept), by="supervisor"))
    for command in (wager("bob", box, 10), sit("bob", box)):
        answer = handle(table, command)
        assert isinstance(answer, Refused) == (box in kept)
        if isinstance(answer, Refused):
            assert answer.clause == "5.13"
    assert not isinstance(handle(table, wager("ann", box, 10)), Refused)


@cites("star-blackjack", "5.8")
def test_a_box_given_up_returns_its_wager_and_seats_the_other() -> None:
    seats = [sit("ann", 1), sit("bob", 3), sit("cat", 4), sit("dan", 5)]
    table = after(opened(boxes=5), *seats, wager("ann", 1, 10), wager("ann", 2, 10))
    done = outcome(table, say("give-up-box", by="supervisor", player="ann", box=2, to="eve"))
    back = done.events[0]
    assert isinstance(back, WagerReturned)
    assert (back.box, back.clause) == (2, "5.8")
    assert done.events[-1] == BoxGivenUp("ann", 2, "eve", "5.8")
    assert done.table.players["eve"].seat == 2
    assert [stake.box for stake in done.table.wagers] == [1]


@cites("star-blackjack", "18.9")
@pytest.mark.parametrize(("idle", "must_rise"), [(0, False), (2, False), (3, True), (4, True)])
def test_three_idle_rounds_at_a_full_table(idle: int, must_rise: bool) -> None:
    table = opened(ROUND * 4, boxes=5)
    table = after(
        table, *(sit(name, box) for box, name in enumerate(["ann", "bob", "cat", "dan", "eve"], 1))
    )
    for _ in range(idle):
        table = after(table, wager("bob", 2, 10), say("deal"))
        table = after(table, *(say("card", card=card) for card in ("TH", "7C", "8D")))
        table = after(table, say("stand", box=2), say("card", card="TC"))
    answer = handle(table, say("vacate-seat", player="ann", by="supervisor"))
    if must_rise:
        assert not isinstance(answer, Refused)
        assert answer.events == (SeatLeft("ann", 1, "18.9"),)
    else:
        assert isinstance(answer, Refused)
        assert answer.clause == "18.9"
