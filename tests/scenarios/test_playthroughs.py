"""Every scenario still leads to what it led to when that was last looked at."""

from itertools import pairwise

import pytest

from croupier.rulebooks import GAMES
from tests.support.playthroughs import (
    digest,
    evening_told,
    evenings_now,
    kept,
    scenarios_now,
    scenarios_of,
    told,
)

ANEW = "look at these, then run python -m tests.support.playthroughs"


@pytest.mark.parametrize("game", GAMES)
def test_scenarios_lead_to_what_they_led_to(game: str) -> None:
    now, then = scenarios_now(game), kept()
    changed = [name for name in now if name in then and now[name] != then[name]]
    assert not changed, f"{len(changed)} scenarios lead to something else; {ANEW}: {changed[:20]}"


def test_every_scenario_is_kept_and_no_other() -> None:
    kept_scenarios = {name for name in kept() if not name.startswith("evenings/")}
    scenarios = {one.name for game in GAMES for one in scenarios_of(game)}
    differ = sorted(scenarios ^ kept_scenarios)
    assert not differ, f"new or gone; {ANEW}: {differ[:20]}"


@pytest.mark.parametrize("game", GAMES)
def test_evenings_lead_to_what_they_led_to(game: str) -> None:
    now, then = evenings_now(game), kept()
    changed = [name for name in now if now[name] != then.get(name)]
    assert not changed, f"{len(changed)} evenings lead to something else; {ANEW}: {changed}"


def test_at_an_evening_much_is_refused_and_much_is_done() -> None:
    lines = list(evening_told("star-blackjack", 0))
    codes = {line.split()[1] for line in lines if line.startswith("refused ")}
    assert len(codes) > 30
    assert any('"event":"wagers-settled"' in line for line in lines)
    assert lines == list(evening_told("star-blackjack", 0))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_at_an_evening_is_mostly_to_the_point(game: str) -> None:
    lines = list(evening_told(game, 1))
    answers = [
        after.split()[1] if after.startswith("refused ") else "done"
        for asked, after in pairwise(lines)
        if asked.startswith("? ")
    ]
    beside = sum(code in ("command/other-game", "clock/no-zone") for code in answers)
    assert beside < len(answers) / 10
    assert answers.count("done") > len(answers) / 20


def a_scenario(**fields: object) -> dict[str, object]:
    steps = [
        {"do": "wager", "player": "ann", "box": 1, "amount": 100},
        {"do": "deal"},
        {"do": "split", "box": 1, "refused": "12.1"},
        {"do": "stand", "box": 1},
    ]
    given = {"title": "eighteen", "game": "star-blackjack", "shoe": "TH 7C 8D TC", "steps": steps}
    return {**given, **fields}


def test_what_is_kept_of_a_scenario() -> None:
    lines = list(told(a_scenario()))
    assert any(line.startswith("refused split/") and "12.1" in line for line in lines)
    assert any('"event":"wagers-settled"' in line for line in lines)
    assert any('"due":"decision"' in line for line in lines)
    assert not any("fingerprint" in line for line in lines)


def test_what_an_author_does_not_expect_counts_too() -> None:
    other = a_scenario(shoe="TH 7C 8D 9C AC")
    assert digest(told(other)) != digest(told(a_scenario()))
    assert digest(told(a_scenario())) == digest(told(a_scenario()))


def test_a_table_that_may_not_be_opened() -> None:
    assert list(told(a_scenario(table={"decks": 7}))) == ["refused open/decks 3.1"]
