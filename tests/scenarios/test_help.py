"""What a scenario file need not say, and what its check tells the author who left it out."""

from typing import Any

import pytest

from croupier.scenarios.files import Scenario, convert_scenario
from croupier.scenarios.refusals import FIRST_EVENING, with_times
from croupier.scenarios.runner import problems_of

CARDS = "AS 7H KD TH QC 7D 8D 2S 5S 3C"
"""Sevens against ace-king, from a shoe."""
ANTE: dict[str, Any] = {"do": "wager", "player": "ann", "box": 1, "amount": 10}
DEAL: dict[str, Any] = {"do": "deal"}
BET: dict[str, Any] = {"do": "bet", "player": "ann", "box": 1}


def problems(steps: list[dict[str, Any]], **said: Any) -> tuple[str, ...]:
    """What is wrong with a file about one table of Caribbean Stud; ann should win 30."""
    file = {"title": "sevens", "game": "caribbean-stud", "shoe": CARDS, "net": {"ann": 30}}
    return problems_of(convert_scenario({**file, "steps": steps, **said}, Scenario))


@pytest.mark.parametrize("do", ["withdraw", "refuse-wager"])
def test_the_first_wager_of_caribbean_stud_is_the_ante(do: str) -> None:
    back = {"do": do, "player": "ann", "box": 1}
    if do == "refuse-wager":
        back |= {"reason": "a wet chip", "by": "supervisor"}
    assert problems([ANTE, back, ANTE, DEAL, BET]) == ()


@pytest.mark.parametrize(
    "steps",
    [
        [{"do": "replace-cards", "by": "supervisor"}],
        [{"do": "order-check", "by": "inspector"}],
        [{"do": "order-check", "by": "inspector"}, {"do": "check-cards"}],
        [{"do": "wrong-cards", "missing": ["2H"]}],
    ],
)
def test_the_dealer_makes_stacked_cards_ready_for_the_deal(steps: list[dict[str, Any]]) -> None:
    rounds = [ANTE, DEAL, BET, *steps, ANTE, DEAL, BET]
    assert problems(rounds, shoe=f"{CARDS} {CARDS}", net={"ann": 60}) == ()


def test_a_deal_that_should_be_refused_is_not_made_ready_for() -> None:
    steps = [ANTE, DEAL, BET, {"do": "order-check", "by": "inspector"}, ANTE]
    assert problems([*steps, {**DEAL, "refused": "3.8"}]) == ()


def test_a_net_that_differs_says_what_the_round_waits_for() -> None:
    short = {**BET, "amount": 15, "unnoticed": True}
    assert problems([ANTE, DEAL, short], net={"ann": 25}) == (
        "net of ann: expected +$25, got $0",
        "the round of table 1 is not over: settle (8.8) is due",
    )
    assert problems([ANTE, DEAL, short, {"do": "settle"}], net={"ann": 25}) == ()
    assert problems([ANTE, DEAL])[1] == "the round of table 1 is not over: bet (8.1) is due"
    assert problems([ANTE, DEAL, BET], net={"ann": 31}) == ("net of ann: expected +$31, got +$30",)


def test_a_wager_that_went_back_has_a_line() -> None:
    invalid = {"do": "invalidate-wagers", "player": "ann"}
    line = {"player": "ann", "on": "ante", "result": "void", "amount": 0}
    steps = [ANTE, invalid, ANTE, DEAL, {**BET, "pause": True}, invalid, {"do": "settle"}]
    for clause in ("14.20.1", "14.20.2"):
        told = problems(steps, net={}, paid=[{**line, "clause": clause}])
        assert told == (), clause


def test_steps_about_an_account_happen_at_the_last_time_that_was_named() -> None:
    late = "2026-05-01T20:00:00Z"
    steps = [{"do": "deposit"}, {"do": "deal", "at": late}, {"do": "deposit"}, {"do": "deal"}]
    times = [step.get("at") for step in with_times(steps, dated={"deposit"})]
    assert times == [FIRST_EVENING, late, late, None]


def test_a_time_that_is_refused_itself_has_not_come() -> None:
    early = "2025-01-01T20:00:00Z"
    steps = [{"do": "deposit", "at": early, "refused": "clock/backwards"}, {"do": "deposit"}]
    assert [step.get("at") for step in with_times(steps, dated={"deposit"})][1] == FIRST_EVENING


@pytest.mark.parametrize("tournament", [True, "spring cup"])
def test_a_tournament_may_be_named(tournament: object) -> None:
    table = {"low-limit": True, "device": "shuffler", "tournament": tournament}
    assert problems([], refused="6.7.1", table=table, net={}) == ()
    assert problems([], refused="6.7.1", table={**table, "tournament": False}, net={}) != ()
