"""Clauses about tables, signs and devices of the other games that no scenario can show."""

import pytest

from croupier.cards import Device
from croupier.games import engine
from croupier.games.blackjack.opening import blackjack_table, open_blackjack
from croupier.games.blackjack.side_bets import LimitSideBets, SideBetsLimited
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.choices import Choices
from croupier.games.table.draft import Outcome
from croupier.games.table.due import Due, ShuffleDue, WagersDue
from croupier.games.table.new_cards import OrderShuffle
from croupier.games.table.notices import Notify
from croupier.games.table.opening import TableOpened
from croupier.games.table.state import Table
from croupier.messages import Command, Refused
from croupier.rulebooks import BLACKJACK, Role
from tests.citing import cites


def opened(game: str, choices: Choices) -> BlackjackTable:
    event = open_blackjack(BLACKJACK[game], choices)
    assert isinstance(event, TableOpened), event
    return blackjack_table(event)


def refused(game: str, choices: Choices) -> Refused:
    answer = open_blackjack(BLACKJACK[game], choices)
    assert isinstance(answer, Refused)
    return answer


def handle(table: Table, command: Command) -> Outcome | Refused:
    return engine.handle(BLACKJACK[table.game], table, command)


def due(table: Table) -> tuple[Due, ...]:
    return engine.due(BLACKJACK[table.game], table)


def after(table: Table, *commands: Command) -> Table:
    for command in commands:
        outcome = handle(table, command)
        assert isinstance(outcome, Outcome), outcome
        table = outcome.table
    return table


@cites("blackjack-challenge", "6.7", "6.7.1", "6.7.2")
def test_a_low_limit_challenge_table_deals_from_a_device_and_says_so() -> None:
    assert refused("blackjack-challenge", Choices(low_limit=True)).clause == "6.7.2"
    table = opened("blackjack-challenge", Choices(low_limit=True, device=Device.SHUFFLER))
    wagers = due(table)[-1]
    assert isinstance(wagers, WagersDue)
    assert {"6.7", "6.7.1"} <= {sign.clause for sign in wagers.signs}


@cites("blackjack-challenge", "2.2.3", "2.2.2.3")
def test_a_challenge_layout_has_areas_for_its_own_side_bets() -> None:
    both = opened("blackjack-challenge", Choices(side_bets=("any-pairs", "perfect-pairs")))
    assert both.choices.side_bets == ("any-pairs", "perfect-pairs")
    assert refused("blackjack-challenge", Choices(side_bets=("lucky-lucky",))).clause == "2.2.3"


@cites("blackjack-challenge", "13.3", "13.3.1", "13.3.2", "14.4", "14.4.1", "14.4.2")
@pytest.mark.parametrize(
    ("bet", "clause", "sign"),
    [("any-pairs", "13.3", "13.3.2"), ("perfect-pairs", "14.4", "14.4.2")],
)
def test_side_bets_for_bettors_only_hang_a_sign(bet: str, clause: str, sign: str) -> None:
    table = opened("blackjack-challenge", Choices(side_bets=(bet,)))
    limit = LimitSideBets(by=Role.GAMING_MANAGER)
    too_soon = handle(table, limit)
    assert isinstance(too_soon, Refused)
    assert too_soon.clause == f"{clause}.1"
    told = after(
        table,
        *(
            Notify(whom, "side bets", by=Role.DEALER)
            for whom in (Role.SURVEILLANCE, Role.INSPECTOR)
        ),
    )
    outcome = handle(told, limit)
    assert isinstance(outcome, Outcome)
    assert outcome.events == (SideBetsLimited(clause, sign),)


@cites("canberra-blackjack", "1.1", "2.1", "2.3(a)", "17.1")
def test_what_a_canberra_table_may_be() -> None:
    for decks in (4, 5, 6, 7, 8):
        for bet in ("perfect-pairs", "pairs-play"):
            assert opened("canberra-blackjack", Choices(decks=decks, side_bets=(bet,))).open
    assert refused("canberra-blackjack", Choices(decks=3)).clause == "2.1"
    assert refused("canberra-blackjack", Choices(boxes=10)).clause == "1.1"
    both = Choices(side_bets=("perfect-pairs", "pairs-play"))
    assert refused("canberra-blackjack", both).clause == "17.1"
    assert refused("canberra-blackjack", Choices(soft_17="maybe")).also == ("12.1(a)",)


@cites("canberra-blackjack", "18.2")
def test_new_cards_for_the_automated_shoe_are_shuffled_first() -> None:
    table = opened("canberra-blackjack", Choices(device=Device.SHUFFLER))
    assert due(table)[0] == ShuffleDue("18.2")


@cites("perth-blackjack", "2.2(a)(ii)", "3.19", "2.1")
def test_decks_of_a_perth_table_by_device_and_side_bet() -> None:
    assert refused("perth-blackjack", Choices(decks=6)).clause == "2.2(a)"
    assert opened("perth-blackjack", Choices(decks=3, device=Device.SHUFFLER)).open
    pairs = ("perfect-pairs",)
    assert opened("perth-blackjack", Choices(decks=6, side_bets=pairs)).open
    seven = Choices(decks=7, side_bets=pairs, device=Device.SHUFFLER)
    assert refused("perth-blackjack", seven).clause == "2.2(a)(ii)"
    wrong_column = Choices(decks=8, side_bets=pairs, perfect_pairs_table=1)
    assert refused("perth-blackjack", wrong_column).clause == "3.19"
    assert refused("perth-blackjack", Choices(layout=11)).clause == "2.1"


@cites("perth-blackjack", "4.1", "4.1(c)", "4.2", "4.27")
@pytest.mark.parametrize("device", Device)
def test_a_perth_shuffle_may_be_ordered_between_any_rounds(device: Device) -> None:
    table = opened("perth-blackjack", Choices(device=device))
    assert isinstance(handle(table, OrderShuffle(by=Role.DEALER)), Refused)
    outcome = handle(table, OrderShuffle(by=Role.GAMING_MANAGER))
    assert isinstance(outcome, Outcome)
    assert due(outcome.table)[0] == ShuffleDue("4.1")


@cites("canberra-blackjack", "2.3", "2.3(a)", "2.3(b)", "15.1")
def test_signs_at_a_canberra_table_tell_of_hours_and_of_what_to_ask() -> None:
    wagers = due(opened("canberra-blackjack", Choices()))[-1]
    assert isinstance(wagers, WagersDue)
    clauses = {clause for sign in wagers.signs for clause in (sign.clause, *sign.also)}
    assert {"2.3", "2.3(a)", "2.3(b)", "15.1"} <= clauses
