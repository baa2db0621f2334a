"""Every scenario still leads to what it led to when that was last looked at."""

from croupier.play.scenario import Scenario
from tests.support.playthroughs import current, digest, kept, told

ANEW = "look at these, then run python -m tests.support.playthroughs"


def test_scenarios_lead_to_what_they_led_to() -> None:
    now, then = current(), kept()
    changed = [name for name in now if name in then and now[name] != then[name]]
    assert not changed, f"{len(changed)} scenarios lead to something else; {ANEW}: {changed[:20]}"


def test_every_scenario_is_kept_and_no_other() -> None:
    differ = sorted(current().keys() ^ kept().keys())
    assert not differ, f"new or gone; {ANEW}: {differ[:20]}"


def a_scenario(**fields: object) -> Scenario:
    steps = [
        {"do": "wager", "player": "ann", "box": 1, "amount": 100},
        {"do": "deal"},
        {"do": "split", "box": 1, "refused": "12.1"},
        {"do": "stand", "box": 1},
    ]
    given = {"title": "eighteen", "game": "star-blackjack", "shoe": "TH 7C 8D TC", "steps": steps}
    return Scenario(**{**given, **fields})  # type: ignore[arg-type]


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
