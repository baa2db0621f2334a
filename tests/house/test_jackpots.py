"""A jackpot pool that many tables feed: every cent accounted for, every share by its clause."""

from fractions import Fraction
from functools import reduce
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from croupier.cards import Category
from croupier.games.stud.jackpots import JackpotPayment
from croupier.house.jackpots import (
    Claim,
    Contribute,
    LinkTable,
    Pool,
    PoolCommand,
    PoolOpened,
    PoolPaid,
    TakeBack,
    TakeBackPayment,
    decide,
    evolve,
    open_pool,
    payouts,
)
from croupier.messages import Refused
from croupier.rulebooks import CARIBBEAN_STUD
from tests.citing import cites

LAW = CARIBBEAN_STUD.jackpot
FLUSH, HOUSE, FOUR = Category.FLUSH, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND
STRAIGHT_FLUSH, ROYAL = Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH


def opened(**terms: Any) -> PoolOpened:
    return open_pool(CARIBBEAN_STUD, **{"meter": 0, "bonus": 0, "seed": 0, **terms})


def a_pool(meter: int, *, bonus: int = 0, seed: int = 0) -> Pool:
    share = Fraction(7, 10)
    return evolve(None, opened(wager=500, increment=share, meter=meter, bonus=bonus, seed=seed))


def after(pool: Pool, command: PoolCommand) -> Pool:
    events = decide(LAW, pool, command)
    assert not isinstance(events, Refused), events
    return reduce(evolve, events, pool)


def paid(pool: Pool, *hands: tuple[str, int, Category], others: int = 0) -> list[JackpotPayment]:
    bettors = [(player, box) for player, box, _ in hands]
    bettors += [(f"other {number}", 8 + number) for number in range(others)]
    events = decide(LAW, pool, Claim("one", hands, tuple(bettors)))
    assert not isinstance(events, Refused)
    return [p for event in events if isinstance(event, PoolPaid) for p in event.payments]


def test_a_pool_that_was_empty_before_is_not_seeded_again() -> None:
    """Only what empties it has the operator put the seed in."""
    claim = Claim("one", (("ann", 1, FLUSH),), (("ann", 1),))
    events = decide(LAW, a_pool(0, seed=100_000), claim)
    assert not isinstance(events, Refused)
    assert [type(event) for event in events] == [PoolPaid]


def amounts(payments: list[JackpotPayment]) -> list[tuple[str, int, int]]:
    return [(p.player, p.amount, p.from_pool) for p in payments]


def a_pool_that_paid() -> Pool:
    """Two wagers of $5 feed $7 into a meter of $30,000; a straight flush takes a tenth of it."""
    pool = after(a_pool(3_000_000), Contribute("one", 1_000))
    pool = after(pool, Claim("one", (("ann", 1, STRAIGHT_FLUSH),), (("ann", 1),)))
    assert pool.paid_from_meter == 300_070
    return pool


@cites("caribbean-stud", "11.3")
@pytest.mark.parametrize(
    "command",
    [
        Contribute("one", 0),
        Contribute("one", -500),
        Contribute("one", 501),
        TakeBack("one", 0),
        TakeBack("one", 1_001),
        TakeBackPayment("one", 500_000, -1),
        TakeBackPayment("one", 10_000, 10_001),
        TakeBackPayment("one", 500_000, 300_071),
    ],
)
def test_whole_wagers_go_in_and_no_more_goes_back_than_was_taken(command: PoolCommand) -> None:
    answer = decide(LAW, a_pool_that_paid(), command)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.clause) == ("pool/amount", "11.3")


def test_a_contribution_is_one_wager_or_more_however_small() -> None:
    pool = evolve(None, opened(wager=1, increment=Fraction(7, 10)))
    fed = after(pool, Contribute("one", 1))
    assert fed.wagered == 1
    assert after(fed, TakeBack("one", 1)).wagered == 0


def test_what_was_paid_out_of_the_meter_goes_back_into_it() -> None:
    pool = a_pool_that_paid()
    assert pool.meter == 3_000_700 - 300_070
    assert after(pool, TakeBackPayment("one", 500_000, 300_070)).meter == 3_000_700


def test_a_void_royal_takes_the_operators_seed_out_again() -> None:
    """A royal takes the meter of $120,000 and $10,000 are put in; void, all is as it was before."""
    pool = a_pool(12_000_000, seed=1_000_000)
    won = after(pool, Claim("one", (("ann", 1, ROYAL),), (("ann", 1),)))
    assert (won.meter, won.seeded, won.paid_from_meter) == (1_000_000, 13_000_000, 12_000_000)
    assert after(won, TakeBackPayment("one", 12_000_000, 12_000_000)) == pool


def test_what_came_in_goes_back_to_the_cent() -> None:
    pool = after(a_pool(3_000_000), Contribute("one", 1_000))
    assert after(pool, TakeBack("one", 1_000)).meter == 3_000_000
    assert after(pool, TakeBack("one", 500)).meter == 3_000_350


@cites("caribbean-stud", "12.1", "12.1.3", "12.1.4", "12.1.5", "11.7.3", "11.7.4", "11.7.5", "12.2")
def test_fixed_sums_are_not_the_meters() -> None:
    pool = a_pool(3_000_000)
    payments = paid(pool, ("ann", 3, FOUR), ("bob", 2, HOUSE), ("cat", 1, FLUSH))
    assert amounts(payments) == [("ann", 50_000, 0), ("bob", 15_000, 0), ("cat", 10_000, 0)]
    assert [p.clause for p in payments] == ["12.1.3", "12.1.4", "12.1.5"]


@cites("caribbean-stud", "12.1.2", "11.7.2")
@pytest.mark.parametrize(
    ("meter", "amount", "from_meter"),
    [(8_000_000, 800_000, 800_000), (3_000_000, 500_000, 300_000)],
)
def test_a_straight_flush_takes_a_tenth_or_five_thousand(
    meter: int, amount: int, from_meter: int
) -> None:
    payments = paid(a_pool(meter), ("ann", 1, STRAIGHT_FLUSH))
    assert amounts(payments) == [("ann", amount, from_meter)]
    assert payments[0].clause == "12.1.2"


@cites("caribbean-stud", "12.1.1", "11.7.1")
@pytest.mark.parametrize(("meter", "amount"), [(12_000_000, 12_000_000), (3_000_000, 5_000_000)])
def test_a_royal_takes_all_or_fifty_thousand(meter: int, amount: int) -> None:
    assert amounts(paid(a_pool(meter), ("ann", 1, ROYAL))) == [("ann", amount, meter)]


@cites("caribbean-stud", "12.3", "12.3.1", "12.3.2")
def test_several_winners_share() -> None:
    royals = paid(a_pool(12_000_000), ("ann", 2, ROYAL), ("bob", 1, ROYAL))
    assert amounts(royals) == [("ann", 6_000_000, 6_000_000), ("bob", 6_000_000, 6_000_000)]
    two = paid(a_pool(10_000_000), ("ann", 2, STRAIGHT_FLUSH), ("bob", 1, STRAIGHT_FLUSH))
    assert amounts(two) == [("ann", 950_000, 950_000), ("bob", 950_000, 950_000)]


def test_a_share_may_be_several_parts_of_the_meter() -> None:
    tenth = LAW.shares[STRAIGHT_FLUSH]
    law = replace(LAW, shares={**LAW.shares, STRAIGHT_FLUSH: replace(tenth, value=(3, 10))})
    hands = (("ann", 2, STRAIGHT_FLUSH), ("bob", 1, STRAIGHT_FLUSH))
    payments = payouts(law, a_pool(10_000_000), Claim("one", hands, ()))
    both = 3_000_000 + 2_100_000  # three tenths, and three tenths of what is left
    assert amounts(list(payments)) == [("ann", both // 2, both // 2), ("bob", both // 2, both // 2)]


@cites("caribbean-stud", "12.4", "12.2")
def test_a_straight_flush_is_paid_before_a_royal() -> None:
    payments = paid(a_pool(10_000_000), ("ann", 2, ROYAL), ("bob", 1, STRAIGHT_FLUSH))
    assert amounts(payments) == [("bob", 1_000_000, 1_000_000), ("ann", 9_000_000, 9_000_000)]


@cites("caribbean-stud", "11.10", "11.10.1", "11.10.2", "11.10.3", "11.10.4")
def test_the_bonus_goes_to_the_others_first() -> None:
    pool = a_pool(10_000_000, bonus=25_000)
    payments = paid(pool, ("ann", 1, STRAIGHT_FLUSH), ("bob", 2, FLUSH), others=1)
    assert amounts(payments)[-1] == ("ann", 1_000_000, 1_000_000)
    assert ("bob", 25_000, 0) in amounts(payments)
    assert ("other 0", 25_000, 0) in amounts(payments)
    assert all(p.player != "ann" for p in payments if p.amount == 25_000)
    assert [p.amount for p in paid(pool, ("bob", 2, FLUSH), others=1)] == [10_000]


@cites("caribbean-stud", "11.6")
def test_a_fraction_of_a_cent_is_carried() -> None:
    pool = evolve(None, opened(wager=500, increment=Fraction(1, 3)))
    for _ in range(3):
        pool = after(pool, Contribute("one", 500))
        assert pool.is_balanced
    assert (pool.meter, pool.carry, pool.retained) == (500, Fraction(0), Fraction(1_000))


@cites("caribbean-stud", "11.9", "11.9.1", "11.9.2", "11.9.3")
@pytest.mark.parametrize(
    ("link", "clause"),
    [
        (LinkTable("two", 1_000, Fraction(7, 10), 0, 0), "11.9.3"),
        (LinkTable("two", 500, Fraction(1, 2), 0, 0), "11.9.2"),
        (LinkTable("two", 500, Fraction(7, 10), 0, seed=1), "11.9.2"),
        (LinkTable("two", 500, Fraction(7, 10), 1, 0), "11.9.1"),
    ],
)
def test_linked_tables_say_the_same(link: LinkTable, clause: str) -> None:
    answer = decide(LAW, a_pool(0), link)
    assert isinstance(answer, Refused)
    assert answer.clause == clause
    assert after(a_pool(0), LinkTable("two", 500, Fraction(7, 10), 0, 0)).tables == ("two",)


@pytest.mark.parametrize(
    "command",
    [
        Contribute("one", 0),
        Contribute("one", -500),
        Contribute("one", 700),
        TakeBack("one", 0),
        TakeBack("one", 1_500),
        TakeBackPayment("one", 10_000, 20_000),
        TakeBackPayment("one", 10_000, 5_000),
    ],
)
def test_a_pool_takes_whole_wagers_and_gives_back_what_it_took(command: PoolCommand) -> None:
    pool = after(a_pool(3_000_000), Contribute("one", 1_000))
    answer = decide(LAW, pool, command)
    assert isinstance(answer, Refused)
    assert (answer.code, answer.clause) == ("pool/amount", "11.3")


class ManyTables(RuleBasedStateMachine):
    """Tables that feed and win from one pool in any order."""

    pool: Pool

    @initialize(
        share=st.fractions(0, 1, max_denominator=97),
        meter=st.integers(0, 20_000_000),
        bonus=st.sampled_from([0, 25_000]),
        seed=st.sampled_from([0, 1_000_000]),
    )
    def open(self, share: Fraction, meter: int, bonus: int, seed: int) -> None:
        terms = {"wager": 500, "increment": share, "meter": meter, "bonus": bonus, "seed": seed}
        self.pool = evolve(None, opened(**terms))

    @rule(table=st.sampled_from("abc"), wagers=st.integers(1, 7))
    def feed(self, table: str, wagers: int) -> None:
        self.pool = after(self.pool, Contribute(table, wagers * 500))

    @rule(
        table=st.sampled_from("abc"),
        won=st.lists(st.sampled_from(sorted(LAW.qualifying)), min_size=1, max_size=4),
    )
    def win(self, table: str, won: list[Category]) -> None:
        hands = tuple((f"player {box}", box, category) for box, category in enumerate(won, 1))
        bettors = (*((player, box) for player, box, _ in hands), ("onlooker", 9))
        self.pool = after(self.pool, Claim(table, hands, bettors))

    @invariant()
    def every_cent_is_accounted_for(self) -> None:
        if hasattr(self, "pool"):
            assert self.pool.is_balanced
            assert self.pool.meter >= 0
            assert 0 <= self.pool.carry < 1


TestManyTables = ManyTables.TestCase
TestManyTables.settings = settings(max_examples=80, stateful_step_count=40, deadline=None)
