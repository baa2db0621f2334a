"""What is written on the layout and on signs at a table of Caribbean Stud."""

from decimal import Decimal
from typing import Any

import pytest

from croupier.cards import Device
from croupier.floor.command_text import to_command
from croupier.games.engine import due, handle
from croupier.games.stud.game import open_stud, stud_table
from croupier.games.stud.state import StudTable
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.games.table.draft import Outcome
from croupier.games.table.due import WagersDue
from croupier.games.table.opening import TableOpened
from croupier.games.table.signs import LimitsChanged
from croupier.games.table.state import Limits, Table
from croupier.messages import Refused
from croupier.rulebooks import CARIBBEAN_STUD
from tests.citing import cites


def opened(**choices: Any) -> StudTable:
    event = open_stud(CARIBBEAN_STUD, Choices(**choices))
    assert isinstance(event, TableOpened), event
    return stud_table(event)


def at(table: Table) -> WagersDue:
    """What the table shows to those who may wager."""
    item = due(CARIBBEAN_STUD, table)[-1]
    assert isinstance(item, WagersDue)
    return item


def clauses(table: Table) -> list[str]:
    return [sign.clause for sign in at(table).signs]


def jackpot(bonus: int) -> JackpotTerms:
    return JackpotTerms(wager=500, pool=3_000_000, increment=Decimal("0.75"), bonus=bonus)


def said(table: Table, do: str, **fields: Any) -> Outcome:
    answer = handle(CARIBBEAN_STUD, table, to_command({"do": do, **fields}))
    assert isinstance(answer, Outcome), answer
    return answer


@cites("caribbean-stud", "2.2.3")
def test_the_layout_says_when_the_dealer_plays() -> None:
    assert clauses(opened()) == ["2.2.3"]


@cites("caribbean-stud", "11.3", "11.11")
@pytest.mark.parametrize(
    ("terms", "signs"),
    [(None, []), (jackpot(0), ["11.3"]), (jackpot(25_000), ["11.3", "11.11"])],
)
def test_signs_of_the_jackpot_and_its_bonus(terms: JackpotTerms | None, signs: list[str]) -> None:
    assert clauses(opened(jackpot=terms)) == ["2.2.3", *signs]


@cites("caribbean-stud", "10.2")
def test_a_maximum_payout_is_on_a_notice() -> None:
    assert clauses(opened(max_payout=1_000_000)) == ["2.2.3", "10.2"]


@cites("caribbean-stud", "6.7", "6.7.1")
def test_signs_at_a_low_limit_table() -> None:
    low = clauses(opened(low_limit=True, device=Device.SHUFFLER))
    assert low == ["2.2.3", "6.7", "6.7.1"]


@cites("caribbean-stud", "6.1")
def test_a_sign_shows_the_limits() -> None:
    item = at(opened(minimum=1_000, maximum=20_000, unit=500))
    assert (item.limits, item.sign_clause) == (Limits(1_000, 20_000, 500), "6.1")
    assert item.previous_limits is None


@cites("caribbean-stud", "6.5.3", "6.5.1.1", "6.5.4")
def test_both_signs_hang_while_somebody_keeps_the_old_minimum() -> None:
    table = said(opened(), "wager", player="ann", box=3, amount=5, on="ante").table
    raised = said(table, "raise-minimum", minimum=10, by="supervisor")
    (changed,) = (event for event in raised.events if isinstance(event, LimitsChanged))
    assert changed.keeping == {"ann": 3}
    assert set(changed.clauses) == {"6.5.1", "6.5.1.1", "6.5.3", "6.5.4"}
    item = at(raised.table)
    assert item.previous_limits == Limits(500, 500_000, 50)
    assert item.limits.minimum == 1_000
    assert clauses(raised.table) == ["2.2.3", "6.5.3"]


@cites("caribbean-stud", "6.5.1.2")
def test_the_old_sign_goes_with_the_last_marker() -> None:
    table = said(opened(), "wager", player="ann", box=3, amount=5, on="ante").table
    table = said(table, "raise-minimum", minimum=10, by="supervisor").table
    assert clauses(table) == ["2.2.3", "6.5.3"]
    table = said(table, "leave", player="ann").table
    assert at(table).previous_limits is None
    assert clauses(table) == ["2.2.3"]


@cites("caribbean-stud", "2.2.1", "3.1")
def test_what_a_table_of_caribbean_stud_may_be() -> None:
    all_of_it = JackpotTerms(wager=1, increment=Decimal(1))
    for choices in (
        Choices(),
        Choices(jackpot=JackpotTerms(wager=500)),
        Choices(jackpot=all_of_it, max_payout=1),
        Choices(boxes=9),
    ):
        assert isinstance(open_stud(CARIBBEAN_STUD, choices), TableOpened)
    for choices, clause in (
        (Choices(decks=2), "3.1"),
        (Choices(boxes=10), "2.2.1"),
        (Choices(side_bets=("perfect-pairs",)), "2.2.2"),
        (Choices(jackpot=JackpotTerms(wager=0)), "11.6"),
        (Choices(jackpot=JackpotTerms(wager=500, increment=Decimal("1.5"))), "11.6"),
        (Choices(jackpot=JackpotTerms(wager=500, increment=Decimal("-0.01"))), "11.6"),
        (Choices(jackpot=JackpotTerms(wager=500, increment=Decimal("NaN"))), "11.6"),
        (Choices(jackpot=JackpotTerms(wager=500, increment=Decimal("Infinity"))), "11.6"),
        (Choices(jackpot=JackpotTerms(wager=500, pool=-1)), "11.6"),
        (Choices(jackpot=JackpotTerms(wager=500, bonus=-1)), "11.6"),
        (Choices(jackpot=JackpotTerms(wager=500, seed=-1)), "11.6"),
        (Choices(max_payout=0), "10.2"),
    ):
        refusal = open_stud(CARIBBEAN_STUD, choices)
        assert isinstance(refusal, Refused)
        assert refusal.clause == clause
