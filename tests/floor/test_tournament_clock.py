"""Time comes with commands: turns and breaks have deadlines, and what has passed is overdue."""

from typing import Any

import pytest

from croupier.play.tournament_scenario import TournamentStage, set_tournament
from croupier.table.due import TurnDue
from tests.citing import cites

SHOE = "TH 9C TD KS 9D 9S " * 3


def stage(
    game: str = "star-blackjack", conditions: dict[str, Any] | None = None
) -> TournamentStage:
    """Ann and bob at a table whose session has started at 18:00."""
    return set_tournament(
        {
            "kind": "tournament",
            "title": "time",
            "game": game,
            "conditions": conditions or {},
            "seats": {"ann": "1/1", "bob": "1/2"},
            "shoe": SHOE,
            "steps": [],
        }
    )


def at(clock: str) -> str:
    return f"2026-06-01T18:{clock}Z"


def turn(found: TournamentStage) -> TurnDue:
    running = found.house.running(1)
    assert running is not None
    (owed,) = (one for one in running.due if isinstance(one, TurnDue))
    return owed


def owed(found: TournamentStage, what: str) -> Any:
    return next((one for one in found.house.owed if one.what == what), None)


@cites("star-blackjack", "19.6.12")
def test_a_turn_lasts_from_the_end_of_the_one_before() -> None:
    found = stage(conditions={"wager-seconds": 30})
    assert turn(found).deadline is not None
    assert f"{turn(found).deadline:%H:%M:%S}" == "18:00:30"
    found.take({"do": "wager", "player": "ann", "amount": 10, "at": at("00:20")})
    assert f"{turn(found).deadline:%H:%M:%S}" == "18:00:50"
    assert not turn(found).overdue
    found.take({**NOTHING, "at": at("00:51")})
    assert turn(found).overdue
    late = owed(found, "time-out")
    assert (late.player, late.overdue) == ("bob", True)
    found.take({"do": "time-out", "player": "bob", "at": at("00:52")})
    assert owed(found, "time-out") is None


NOTHING = {"do": "notify", "whom": "surveillance", "about": "the time"}
"""A step that changes nothing but the clock."""


def test_without_a_clock_there_is_no_deadline() -> None:
    found = stage(conditions={"wager-seconds": 30})
    unlimited = stage()
    assert turn(unlimited).deadline is None
    assert turn(found).seconds == 30


def play_round(found: TournamentStage, first: str, second: str) -> None:
    for name in (first, second):
        found.take({"do": "wager", "player": name, "amount": 10})
    found.take({"do": "deal"})
    for name in ("ann", "bob"):
        found.take({"do": "stand", "player": name})


@pytest.mark.parametrize("game", ["star-blackjack", "canberra-blackjack"])
def test_a_planned_break_is_due_after_its_round_and_overdue_when_it_is_long_over(game: str) -> None:
    """19.16: the manager gives it; play goes on by a deal, or by saying so."""
    found = stage(game, {"breaks": [{"after": 1, "minutes": 10}]})
    assert owed(found, "break") is None
    play_round(found, "ann", "bob")
    assert owed(found, "break") is not None
    found.take({"do": "break", "minutes": 10, "at": at("05:00")})
    resume = owed(found, "resume")
    assert owed(found, "break") is None
    assert f"{resume.deadline:%H:%M}" == "18:15"
    assert not resume.overdue
    found.take({"do": "count-chips", "at": at("15:01")})
    assert owed(found, "resume").overdue
    found.take({"do": "end-break"})
    assert owed(found, "resume") is None
    assert owed(found, "break") is None
    play_round(found, "bob", "ann")
    assert owed(found, "break") is None


def test_of_two_breaks_the_last_is_on() -> None:
    found = stage("canberra-blackjack")
    for clock in ("01:00", "20:00"):
        found.take({"do": "break", "minutes": 5, "at": at(clock)})
        assert found.house.tournament.on_break is not None, clock
        assert f"{found.house.tournament.on_break.until:%H:%M}" == f"18:{int(clock[:2]) + 5:02}"
        found.take({"do": "end-break"})
        assert found.house.tournament.on_break is None
