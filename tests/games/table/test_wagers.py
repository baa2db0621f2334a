"""Wagers on the layout: who controls a box, how its maximum is shared, chips and tokens."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.blackjack.state import BlackjackTable, round_of
from croupier.games.table.state import Stake, Table
from croupier.games.table.wagers import WagerReturned, controller_of, excess_over_maximum
from croupier.messages import Refused
from croupier.money import dollars
from croupier.rulebooks import STAR_BLACKJACK
from tests.citing import cites

from .tables import after, handle, opened, outcome, refused, say, sit, wager

NAMES = ("ann", "bob", "cat")


@dataclass(frozen=True)
class SharedBox:
    """Wagers on box 1 in the order of their laying, and who sits there, if anybody."""

    amounts: tuple[int, ...]
    seated: str | None

    @property
    def stakes(self) -> dict[str, int]:
        return dict(zip(NAMES, self.amounts, strict=False))


boxes = st.builds(
    SharedBox,
    st.lists(st.integers(1, 30).map(lambda number: number * 10), min_size=1, max_size=3).map(tuple),
    st.sampled_from([None, *NAMES, "dan"]),
)


def laid(box: SharedBox, **choices: int) -> BlackjackTable:
    table = opened("TH 7C 8D TC", **choices)
    if box.seated is not None:
        table = after(table, sit(box.seated, 1))
    return after(table, *(wager(name, 1, amount) for name, amount in box.stakes.items()))


def naive_controller(box: SharedBox) -> tuple[str, str]:
    """Who decides, by 5.5.1, 5.5.2 and 5.5.3 read one after the other (and S25)."""
    if len(box.stakes) == 1:
        return "ann", "5.6"
    if box.seated in box.stakes:
        assert box.seated is not None
        return box.seated, "5.5.1"
    most = max(box.amounts)
    highest = [name for name, amount in box.stakes.items() if amount == most]
    return highest[0], "5.5.2" if len(highest) < len(box.stakes) else "5.5.3"


def naive_shares(box: SharedBox, maximum: int) -> dict[str, int]:
    """What counts of each wager by 6.1.1, 6.1.2 and 6.1.3."""
    first, _ = naive_controller(box)
    left = maximum
    shares = {}
    for name in [first, *(name for name in box.stakes if name != first)]:
        shares[name] = min(box.stakes[name], left)
        left -= shares[name]
    return shares


@cites("star-blackjack", "5.5.1", "5.5.2", "5.5.3", "5.6")
@given(boxes)
def test_the_controlling_player_is_found_when_the_round_opens(box: SharedBox) -> None:
    events = outcome(laid(box), say("deal")).events
    (opening,) = [event for event in events if isinstance(event, RoundOpened)]
    (control,) = opening.control
    assert (control.player, control.clause) == naive_controller(box)


@cites("star-blackjack", "6.1.1", "6.1.2", "6.1.3", "6.3", "6.3.1")
@given(boxes, st.integers(1, 60).map(lambda number: number * 10))
def test_the_maximum_of_a_box_is_shared_in_order(box: SharedBox, maximum: int) -> None:
    table = after(laid(box, maximum=dollars(maximum)), say("deal"))
    counted = {stake.player: stake.amount for stake in round_of(table).stakes}
    wanted = naive_shares(box, maximum)
    assert counted == {name: dollars(share) for name, share in wanted.items() if share}
    assert sum(counted.values()) <= dollars(maximum)


@cites("star-blackjack", "6.1.1", "6.1.2", "6.1.3", "6.3")
@given(boxes, st.integers(1, 60).map(lambda number: number * 10))
def test_what_does_not_count_goes_back_by_the_clause_of_its_place(
    box: SharedBox, maximum: int
) -> None:
    done = outcome(laid(box, maximum=dollars(maximum)), say("deal"))
    returns = {e.player: e for e in done.events if isinstance(e, WagerReturned)}
    shares = naive_shares(box, maximum)
    for place, (name, share) in enumerate(shares.items()):
        if share == box.stakes[name]:
            assert name not in returns
            continue
        assert returns[name].amount == dollars(box.stakes[name] - share)
        expected = "6.3" if len(shares) == 1 else ("6.1.1", "6.1.2", "6.1.3")[place]
        assert returns[name].clause == expected


@cites("star-blackjack", "6.7")
def test_a_personal_maximum_takes_the_place_of_the_tables() -> None:
    table = after(opened(maximum=10_000), sit("ann", 1))
    table = after(
        table, say("personal-limits", player="ann", minimum=50, maximum=500, by="supervisor")
    )
    over = excess_over_maximum(STAR_BLACKJACK, table, (Stake("ann", 1, "main", 70_000),))
    assert [(stake.player, excess) for stake, excess, _ in over] == [("ann", 20_000)]
    assert excess_over_maximum(STAR_BLACKJACK, table, (Stake("ann", 1, "main", 50_000),)) == ()


def test_a_lone_wager_needs_no_rule_of_precedence() -> None:
    table = after(opened(), sit("bob", 1), wager("ann", 1, 5))
    assert controller_of(STAR_BLACKJACK, table, table.wagers) == ("ann", "5.6")


def totals(table: Table, player: str) -> tuple[int, int]:
    """A player's chips and tokens at the table."""
    return table.chips(player), table.balances.get(table.till.tokens(player), 0)


@cites("star-blackjack", "5.1")
def test_a_voucher_becomes_tokens_and_no_chips() -> None:
    table = after(opened("TH 7C 8D TC"), say("exchange-voucher", player="ann", amount=50))
    assert totals(table, "ann") == (0, 5_000)
    assert sum(table.balances.values()) == 0


@cites("star-blackjack", "5.1")
def test_tokens_that_win_are_paid_in_chips() -> None:
    """The definition of tokens: what they win is chips."""
    table = after(opened("TH 7C 8D TC"), say("exchange-voucher", player="ann", amount=50))
    table = after(table, wager("ann", 1, 50, with_="tokens"), say("deal"))
    assert totals(table, "ann") == (0, 0)
    table = after(table, *(say("card", card=card) for card in ("TH", "7C", "8D")))
    table = after(table, say("stand", box=1), say("card", card="TC"))
    assert table.chips("ann") == 5_000
    assert table.balances[table.till.float] == -5_000
    assert table.balances[table.till.layout] == 0


@cites("star-blackjack", "5.1")
def test_tokens_that_lose_are_gone() -> None:
    table = after(opened("TH 9C 7D TC"), say("exchange-voucher", player="ann", amount=50))
    table = after(table, wager("ann", 1, 50, with_="tokens"), say("deal"))
    table = after(table, *(say("card", card=card) for card in ("TH", "9C", "7D")))
    table = after(table, say("stand", box=1), say("card", card="TC"))
    assert totals(table, "ann") == (0, 0)
    assert sum(table.balances.values()) == 0


@cites("star-blackjack", "5.1", "5.3")
@given(st.integers(1, 20), st.integers(1, 20))
def test_a_mixed_wager_comes_back_as_it_was_laid(chips: int, tokens: int) -> None:
    table = after(opened(), say("buy-in", player="ann", amount=chips * 10))
    before = after(table, say("exchange-voucher", player="ann", amount=tokens * 10))
    laid_out = after(
        before, wager("ann", 1, chips * 10), wager("ann", 1, tokens * 10, with_="tokens")
    )
    assert totals(laid_out, "ann") == (0, 0)
    back = after(laid_out, say("withdraw", player="ann", box=1))
    assert totals(back, "ann") == totals(before, "ann")
    assert back.wagers == ()


@cites("star-blackjack", "5.1")
@given(st.integers(1, 40), st.integers(1, 60))
def test_counted_chips_are_the_most_that_can_be_wagered(bought: int, amount: int) -> None:
    table = after(opened(), say("buy-in", player="ann", amount=bought * 5))
    answer = handle(table, wager("ann", 1, amount * 5))
    assert isinstance(answer, Refused) == (amount > bought)
    if isinstance(answer, Refused):
        assert (answer.code, answer.clause) == ("wager/too-few-chips", "5.1")


@cites("star-blackjack", "5.1")
def test_who_exchanged_no_voucher_has_no_tokens() -> None:
    answer = refused(opened(), wager("ann", 1, 10, with_="tokens"))
    assert (answer.code, answer.clause) == ("wager/too-few-chips", "5.1")
    assert answer.why == "ann has $0 in tokens here, not $10"


@cites("star-blackjack", "5.1")
def test_chips_brought_along_are_not_counted() -> None:
    table = after(opened(), sit("ann", 1), wager("ann", 1, 4_000))
    assert table.balances[table.till.chips("ann")] == -400_000


@cites("star-blackjack", "5.1")
def test_a_buy_in_counts_in_full_though_brought_chips_lie_on_the_layout() -> None:
    table = after(opened(), wager("ann", 1, 100), say("buy-in", player="ann", amount=50))
    assert not isinstance(handle(table, wager("ann", 2, 50)), Refused)


@cites("star-blackjack", "6.1")
@given(st.integers(1, 20), st.integers(1, 12), st.integers(1, 200))
def test_above_the_minimum_only_whole_units_are_wagered(
    minimum: int, unit: int, amount: int
) -> None:
    """6.1, 6.2: a wager below the minimum is taken; the unit counts above it."""
    table = opened(minimum=dollars(minimum), unit=dollars(unit), maximum=dollars(1_000))
    answer = handle(table, wager("ann", 1, amount))
    in_steps = amount <= minimum or (amount - minimum) % unit == 0
    assert isinstance(answer, Refused) == (not in_steps)


@cites("star-blackjack", "18.11")
@pytest.mark.parametrize("on", ["main", "perfect-pairs"])
def test_a_refused_wager_goes_back_with_the_reason_on_record(on: str) -> None:
    table = after(opened(side_bets=("perfect-pairs",)), wager("ann", 1, 50))
    table = after(table, wager("ann", 1, 10, on="perfect-pairs"))
    command = say(
        "refuse-wager", player="ann", box=1, on=on, reason="not her chips", by="supervisor"
    )
    (event,) = outcome(table, command).events
    assert isinstance(event, WagerReturned)
    assert (event.on, event.clause, event.why) == (on, "18.11", "not her chips")
    absent = say("refuse-wager", player="bob", box=1, reason="not his", by="supervisor")
    assert refused(table, absent).clause == "18.11"
