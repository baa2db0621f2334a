"""A purse takes what comes and gives no more than it holds; who is ready is ready for one thing."""

import pytest

from croupier.house.accounts import (
    GRANTED,
    TABLE,
    LiveChipsMoved,
    PlayerAccount,
    evolve,
    purse_movement,
    refuse_beyond_purse,
)
from croupier.house.readiness import NOBODY, PlayerReady
from croupier.house.readiness import evolve as ready_after
from croupier.money import Cents, Posting


def test_what_goes_into_a_purse_is_there() -> None:
    account = PlayerAccount(player="ann")
    for amount in (100_00, -30_00):
        account = evolve(account, purse_movement("ann", amount, GRANTED))
    assert account.purse == 70_00


def test_what_is_brought_to_live_tables_counts_for_its_own_day() -> None:
    account = PlayerAccount(player="ann")
    moved = ((300, "2026-05-01", 300), (-100, "2026-05-01", 200), (-500, "2026-05-01", 0))
    for amount, day, brought in (*moved, (50, "2026-05-01", 50), (70, "2026-05-02", 70)):
        account = evolve(account, LiveChipsMoved("ann", amount, "1", day))
        assert (account.amount_brought_on(day), account.amount_brought_on("2026-04-30")) == (
            brought,
            0,
        )


@pytest.mark.parametrize(
    ("where", "other"), [("", "granted"), ("star-1", "table/star-1")], ids=["the house", "a table"]
)
def test_the_other_side_of_a_purse_is_named(where: str, other: str) -> None:
    moved = purse_movement("ann", 25_00, TABLE if where else GRANTED, where)
    assert moved.entry.postings == (Posting(other, -25_00), Posting("purse/ann", 25_00))


@pytest.mark.parametrize(("amount", "enough"), [(49_99, True), (50_00, True), (50_01, False)])
def test_a_purse_gives_all_it_holds_and_no_more(amount: Cents, *, enough: bool) -> None:
    refused = refuse_beyond_purse("ann", 50_00, amount)
    assert (refused is None) is enough
    assert refused is None or refused.code == "purse/too-little"


def test_who_is_ready_for_one_thing_is_not_yet_for_the_next() -> None:
    readiness = NOBODY
    for player in ("ann", "bob"):
        readiness = ready_after(readiness, PlayerReady(player, "deal/3"))
    assert readiness.to("deal/3") == {"ann", "bob"}
    assert readiness.to("insurance/3") == frozenset()
    assert ready_after(readiness, PlayerReady("bob", "insurance/3")).players == {"bob"}
