"""Every scenario still leads to what it led to when that was last looked at."""

from itertools import pairwise
from typing import Any

import pytest

from croupier import streams
from croupier.features.tournaments.rules.decisions import HANDLERS as TOURNAMENT_HANDLERS
from croupier.floor.command_text import command_types
from croupier.games.blackjack.game import HANDLERS as BLACKJACK_HANDLERS
from croupier.messages import Command, Refused
from croupier.rulebooks import GAMES
from tests.support.playthroughs import (
    commands_of,
    digest,
    digest_now,
    evening_told,
    evenings_now,
    evenings_of,
    kept,
    newcomer_told,
    scenarios_now,
    scenarios_of,
    told,
)
from tests.support.roster import (
    PROMOTION,
    ROSTER,
    TABLE,
    TOURNAMENT,
    drawn,
    listed,
    newcomers,
    wire_name,
)

ANEW = "look at these, then run python -m tests.support.playthroughs"
MISSING = "run python -m tests.support.playthroughs missing"


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
    new = [name for name in now if name not in then]
    assert not new, f"new commands have no evening yet; {MISSING}: {new}"
    changed = [name for name in now if now[name] != then[name]]
    assert not changed, f"{len(changed)} evenings lead to something else; {ANEW}: {changed}"


def test_no_evening_is_kept_of_a_command_that_is_gone() -> None:
    there = {name for game in GAMES for name in evenings_of(game)}
    gone = sorted(name for name in kept() if name.startswith("evenings/") and name not in there)
    assert not gone, f"{MISSING}: {gone}"


def test_every_command_that_is_drawn_exists() -> None:
    there: dict[str, set[str]] = {TABLE: set(command_types()), TOURNAMENT: set(), PROMOTION: set()}
    for game in GAMES:
        for where, kinds in commands_of(game).items():
            there[where] |= set(map(wire_name, kinds))
    gone = [
        f"{where} {name}" for where in there for name in listed(where) if name not in there[where]
    ]
    assert not gone, f"delete these lines of {ROSTER.name}, then {ANEW}: {gone}"


class Whisper(Command, frozen=True, tag="whisper"):
    """A command that nobody has heard of yet."""

    note: str


def refuse_whisper(draft: Any, command: Any) -> Refused:  # noqa: ARG001
    return Refused("whisper/not-here", "1.1", "Nobody whispers here.")


@pytest.fixture
def newcomer(monkeypatch: pytest.MonkeyPatch) -> str:
    """One more command, at tables of blackjack and in tournaments."""
    handlers: tuple[dict[Any, Any], ...] = (BLACKJACK_HANDLERS, TOURNAMENT_HANDLERS)
    for known in handlers:
        monkeypatch.setitem(known, Whisper, refuse_whisper)
    return wire_name(Whisper)


@pytest.mark.parametrize(
    "name",
    [
        *(f"evenings/star-blackjack/{number}" for number in range(3)),
        "star-blackjack/02-equipment/cloth-worn-off-between-rounds",
        "star-blackjack/19-tournament-rounds/play-waits-for-the-manager::star-blackjack",
    ],
)
@pytest.mark.usefixtures("newcomer")
def test_one_more_command_leaves_every_digest_as_it_was(name: str) -> None:
    assert digest_now(name) == kept()[name]


def test_one_more_command_has_an_evening_of_its_own(newcomer: str) -> None:
    assert f"evenings/star-blackjack/{newcomer}" in evenings_of("star-blackjack")
    assert f"evenings/caribbean-stud/{newcomer}" not in evenings_of("caribbean-stud")
    lines = list(newcomer_told("star-blackjack", newcomer))
    assert sum("whisper/not-here" in line for line in lines) > 100


def test_one_more_command_of_promotions_is_not_drawn_among_the_others() -> None:
    known: tuple[type[Command], ...] = (*streams.PROMOTION.commands,)
    kinds: tuple[type[Command], ...] = (*known, Whisper)
    assert drawn(PROMOTION, kinds) == drawn(PROMOTION, known)
    assert newcomers(PROMOTION, kinds) == {**newcomers(PROMOTION, known), "whisper": Whisper}


def test_at_an_evening_much_is_refused_and_much_is_done() -> None:
    lines = list(evening_told("star-blackjack", "0"))
    codes = {line.split()[1] for line in lines if line.startswith("refused ")}
    assert len(codes) > 30
    assert any('"event":"wagers-settled"' in line for line in lines)
    assert lines == list(evening_told("star-blackjack", "0"))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_at_an_evening_is_mostly_to_the_point(game: str) -> None:
    lines = list(evening_told(game, "1"))
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
