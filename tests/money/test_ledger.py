"""Double entry: nothing appears, nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.money import Entry, Posting, Till, UnbalancedEntryError, balances_after, transfer

TILL = Till()
FLOAT, LAYOUT = TILL.float, TILL.layout
accounts = st.sampled_from([FLOAT, LAYOUT, "chips/ann", "chips/bob", "tokens/ann"])
transfers = st.builds(transfer, accounts, accounts, st.integers(-(10**6), 10**6), st.just("5.2"))


def test_an_entry_that_does_not_balance_is_a_bug() -> None:
    with pytest.raises(UnbalancedEntryError, match="do not sum to zero"):
        Entry((Posting(FLOAT, -100), Posting(LAYOUT, 99)), "5.2")


def test_a_single_posting_does_not_balance_unless_it_is_nothing() -> None:
    with pytest.raises(UnbalancedEntryError):
        Entry((Posting(FLOAT, 1),), "5.2")
    assert Entry((Posting(FLOAT, 0),), "5.2").postings == (Posting(FLOAT, 0),)
    assert Entry((), "5.2").postings == ()


def test_a_transfer_takes_here_and_gives_there() -> None:
    entry = transfer(TILL.chips("ann"), LAYOUT, 500, "5.2")
    assert entry.postings == (Posting("chips/ann", -500), Posting("layout", 500))
    assert entry.clause == "5.2"


@given(st.lists(transfers, max_size=20))
def test_balances_always_sum_to_zero(entries: list[Entry]) -> None:
    assert sum(balances_after({}, entries).values()) == 0


@given(st.lists(transfers, max_size=20))
def test_entries_posted_at_once_or_one_by_one_come_to_the_same(entries: list[Entry]) -> None:
    one_by_one: dict[str, int] = {}
    for entry in entries:
        one_by_one = balances_after(one_by_one, (entry,))
    assert balances_after({}, entries) == one_by_one


def test_posting_leaves_the_old_balances_alone() -> None:
    before = {FLOAT: 100}
    after = balances_after(before, (transfer(FLOAT, LAYOUT, 40, "5.2"),))
    assert (before, after) == ({FLOAT: 100}, {FLOAT: 60, LAYOUT: 40})


def test_chips_and_tokens_of_a_player_are_kept_apart() -> None:
    assert TILL.chips("ann") != TILL.tokens("ann")
    assert TILL.chips("ann") != TILL.chips("bob")
