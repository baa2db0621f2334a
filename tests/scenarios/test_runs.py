"""What a scenario file may leave to the table."""

from typing import Any

import pytest

from croupier.scenarios.files import Scenario, convert_scenario
from croupier.scenarios.runner import problems_of, run

WAGER = {"do": "wager", "player": "ann", "box": 1, "amount": 10}
FAILS: tuple[dict[str, Any], ...] = (WAGER, {"do": "deal"}, {"do": "device-failure"})
STAND = {"do": "stand", "box": 1}
BY_HAND: tuple[dict[str, Any], ...] = (
    {"do": "shuffle"},
    {"do": "cut", "player": "ann", "position": 60},
    {"do": "load"},
)


def scenario(*steps: dict[str, Any], **keys: Any) -> Scenario:
    file = {"title": "x", "game": "canberra-blackjack", "steps": [*steps], **keys}
    return convert_scenario(file, Scenario)


@pytest.mark.parametrize("between", [(), BY_HAND])
def test_an_automatic_table_makes_its_stack_ready(between: tuple[dict[str, Any], ...]) -> None:
    file = scenario(
        *FAILS,
        *between,
        STAND,
        shoe="TH 6C 9H TC TD",
        table={"device": "shuffler"},
        net={"ann": 10},
    )
    stage, problems = run(file)
    assert problems == ()
    assert stage.first.table.shoe.drawn == 5


def test_nothing_is_made_ready_for_a_step_that_is_refused() -> None:
    over = {"do": "void-round", "by": "supervisor"}
    not_yet = {"do": "deal", "refused": "2.4"}
    keys: dict[str, Any] = {"shoe": "TH 6C 9H TC 6D TD 9S TH", "table": {"device": "shuffler"}}
    assert problems_of(scenario(*FAILS, over, WAGER, not_yet, **keys)) == ()
    assert (
        problems_of(scenario(*FAILS, over, WAGER, {"do": "deal"}, STAND, net={"ann": 10}, **keys))
        == ()
    )


def test_a_table_is_refused_by_any_of_several_clauses() -> None:
    file = scenario(refused=["2", "2.1"], table={"decks": 3})
    assert problems_of(file) == ()
    [problem] = problems_of(scenario(refused=["2", "2.1"]))
    assert problem == "the table was opened, and should be refused by 2 or 2.1"


def test_a_live_table_burns_unless_the_file_says_otherwise() -> None:
    steps = ({"do": "sit", "player": "ann", "box": 1}, {"do": "shuffle"}, WAGER, {"do": "deal"})
    card = {"do": "card", "card": "TH"}
    live: dict[str, Any] = {"mode": "live", "device": "shuffler"}
    refused = scenario(*steps, {**card, "refused": "4.13"}, game="perth-blackjack", table=live)
    assert problems_of(refused) == ()
    table = {**live, "burn": False}
    dealt = {"event": "card-dealt", "card": "TH", "box": 1}
    taken = scenario(*steps, card, game="perth-blackjack", table=table, events=[dealt])
    assert problems_of(taken) == ()
