"""Time comes with commands: turns and breaks have deadlines, and what has passed is overdue."""

from datetime import datetime
from typing import Any

import pytest

from croupier.features.tournaments.files import TournamentStage, stage_tournament
from croupier.features.tournaments.rules.conditions import PlannedBreak
from croupier.features.tournaments.rules.conduct import MissingChips, ReturnChips
from croupier.features.tournaments.rules.interruptions import next_break
from croupier.features.tournaments.rules.seats import LeaveSeat
from croupier.games.table.due import TurnDue
from croupier.messages import Refused
from croupier.rulebooks import Role
from tests.citing import cites

SHOE = "TH 9C TD KS 9D 9S " * 3


def stage(
    game: str = "star-blackjack", conditions: dict[str, Any] | None = None
) -> TournamentStage:
    """Ann and bob at a table whose session has started at 18:00."""
    return stage_tournament(
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
    running = found.house.running_table_at(1)
    assert running is not None
    (owed,) = (one for one in running.due if isinstance(one, TurnDue))
    return owed


def owed(found: TournamentStage, what: str) -> Any:
    return next((one for one in found.house.due if one.what == what), None)


@cites("star-blackjack", "19.6.12")
def test_a_turn_lasts_from_the_end_of_the_one_before() -> None:
    found = stage(conditions={"wager-seconds": 30})
    assert turn(found).deadline is not None
    assert f"{turn(found).deadline:%H:%M:%S}" == "18:00:30"
    found.take({"do": "wager", "player": "ann", "amount": 10, "at": at("00:20")})
    assert f"{turn(found).deadline:%H:%M:%S}" == "18:00:50"
    found.take({**NOTHING, "at": at("00:50")})
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
    assert (turn(unlimited).deadline, turn(unlimited).overdue) == (None, False)
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


def test_a_planned_break_that_was_not_given_is_not_due_amid_the_next_round() -> None:
    found = stage(conditions={"breaks": [{"after": 1, "minutes": 10}]})
    play_round(found, "ann", "bob")
    for name in ("bob", "ann"):
        found.take({"do": "wager", "player": name, "amount": 10})
    found.take({"do": "deal"})
    assert owed(found, "break") is None


def test_of_two_breaks_the_last_is_on() -> None:
    found = stage("canberra-blackjack")
    for clock in ("01:00", "20:00"):
        found.take({"do": "break", "minutes": 5, "at": at(clock)})
        assert found.house.tournament.on_break is not None, clock
        assert f"{found.house.tournament.on_break.until:%H:%M}" == f"18:{int(clock[:2]) + 5:02}"
        found.take({"do": "end-break"})
        assert found.house.tournament.on_break is None


def planned(found: TournamentStage) -> PlannedBreak | None:
    return next_break(found.house.tournament, found.house.tables_now)


def play_at(found: TournamentStage, table: int, *players: str) -> None:
    for name in players:
        found.take({"do": "wager", "player": name, "amount": 10})
    found.take({"do": "deal", "table": table})
    for name in players:
        found.take({"do": "stand", "player": name})


FIRST, SECOND = PlannedBreak(after=1, minutes=10), PlannedBreak(after=2, minutes=20)


def with_breaks(sessions: list[dict[str, Any]], seats: dict[str, str]) -> TournamentStage:
    """A tournament with breaks after the first two rounds; ann wins and bob loses every round."""
    return stage_tournament(
        {
            "kind": "tournament",
            "title": "breaks",
            "game": "canberra-blackjack",
            "conditions": {
                "order-of-wagering": False,
                "breaks": [{"after": 1, "minutes": 10}, {"after": 2, "minutes": 20}],
                "sessions": sessions,
            },
            "seats": seats,
            "shoes": {
                f"{one['name']}/{n}": SHOE for one in sessions for n in (1, 2)[: one["tables"]]
            },
            "steps": [],
        }
    )


HEAT = {"name": "heat", "tables": 2, "rounds": 2, "advance": 1}
FINAL = {"name": "final", "tables": 1, "rounds": 3, "advance": 0}


@cites("canberra-blackjack", "19.16")
def test_a_planned_break_waits_for_the_last_table_and_comes_anew_in_every_session() -> None:
    """The heat has two rounds: a break after the second would be after the session."""
    seats = {"ann": "1/1", "bob": "1/2", "cat": "2/1", "dan": "2/2"}
    found = with_breaks([HEAT, FINAL], seats)
    play_at(found, 1, "ann", "bob")
    assert planned(found) == FIRST
    assert owed(found, "break") is None, "table 2 is in round 1"
    for name in ("cat", "dan"):
        found.take({"do": "wager", "player": name, "amount": 10})
    found.take({"do": "deal", "table": 2})
    assert owed(found, "break") is None, "its cards are out"
    for name in ("cat", "dan"):
        found.take({"do": "stand", "player": name})
    assert owed(found, "break") is not None
    found.take({"do": "wager", "player": "ann", "amount": 10})
    assert owed(found, "break") is None, "round 2 has a wager"
    found.take({"do": "withdraw", "player": "ann"})
    found.take({"do": "break", "minutes": 10, "at": at("05:00")})
    found.take({"do": "end-break"})
    assert planned(found) is None
    play_at(found, 1, "ann", "bob")
    play_at(found, 2, "cat", "dan")
    assert found.house.tournament.phase.value == "between"
    assert planned(found) is None
    found.take({"do": "draw-seats", "seats": {"ann": "1/1", "cat": "1/2"}, "seated": True})
    assert planned(found) is None
    found.take({"do": "start-session"})
    assert planned(found) == FIRST
    assert owed(found, "break") is None


def test_a_break_that_nobody_gave_is_past_and_the_next_one_comes() -> None:
    found = with_breaks([FINAL], {"ann": "1/1", "bob": "1/2"})
    assert planned(found) == FIRST
    play_at(found, 1, "ann", "bob")
    assert (planned(found), owed(found, "break") is not None) == (FIRST, True)
    play_at(found, 1, "ann", "bob")
    assert (planned(found), owed(found, "break") is not None) == (SECOND, True)
    play_at(found, 1, "ann", "bob")
    assert planned(found) is None


def test_no_break_is_planned_in_a_play_off() -> None:
    """Two hands of twenty against nineteen: level after the only two rounds."""
    found = stage_tournament(
        {
            "kind": "tournament",
            "title": "level",
            "game": "canberra-blackjack",
            "conditions": {
                "order-of-wagering": False,
                "breaks": [{"after": 1, "minutes": 10}],
                "sessions": [{"name": "final", "tables": 1, "rounds": 2, "advance": 0}],
            },
            "seats": {"ann": "1/1", "bob": "1/2"},
            "shoe": "TH TC TD KS QS 9S " * 3,
            "steps": [],
        }
    )
    play_at(found, 1, "ann", "bob")
    play_at(found, 1, "ann", "bob")
    assert owed(found, "play-off") is not None
    assert (planned(found), owed(found, "break")) == (None, None)


def moved(found: TournamentStage, step: dict[str, Any]) -> list[str]:
    """What a step tells of the time and of breaks."""
    answer = found.take(step)
    assert not isinstance(answer, Refused), answer
    names = [type(event).__name__ for event in answer]
    return [one for one in names if one in ("TournamentClockMoved", "BreakEnded")]


def test_the_clock_of_a_tournament_only_moves_forward_and_needs_its_zone() -> None:
    found = stage()
    for time, code in (("2026-06-01T17:59:59Z", "backwards"), ("2026-06-01T18:05:00", "no-zone")):
        command = LeaveSeat("bob", by=Role.PLAYER, at=datetime.fromisoformat(time))
        answer = found.house.submit(command)
        assert isinstance(answer, Refused)
        assert answer.code == f"clock/{code}"
    assert moved(found, {"do": "leave-seat", "player": "bob", "at": at("00:00")}) == []
    assert moved(found, {"do": "take-seat", "player": "bob", "at": at("00:01")}) == [
        "TournamentClockMoved"
    ]


def test_a_deal_ends_the_break_that_is_on_and_a_time_is_told_once() -> None:
    found = stage("canberra-blackjack", {"order-of-wagering": False})
    assert moved(found, {"do": "wager", "player": "ann", "amount": 10, "at": at("01:00")}) == [
        "TournamentClockMoved"
    ]
    assert moved(found, {"do": "wager", "player": "bob", "amount": 10, "at": at("01:00")}) == []
    found.take({"do": "break", "minutes": 5})
    assert moved(found, {"do": "deal", "at": at("02:00")}) == ["TournamentClockMoved", "BreakEnded"]
    for name in ("ann", "bob"):
        assert moved(found, {"do": "stand", "player": name}) == []
    for name in ("ann", "bob"):
        found.take({"do": "wager", "player": name, "amount": 10})
    assert moved(found, {"do": "deal", "at": at("03:00")}) == ["TournamentClockMoved"]


@cites("star-blackjack", "19.5.9")
def test_the_smallest_chip_can_be_missing_and_none_cannot() -> None:
    found = stage(conditions={"sessions": [{"name": "final", "rounds": 1}]})
    play_round(found, "ann", "bob")
    for missing in (MissingChips(0, 1), MissingChips(1, 0)):
        answer = found.house.submit(ReturnChips(1, (missing,), by=Role.DEALER))
        assert isinstance(answer, Refused)
        assert (answer.code, answer.clause) == ("chips/quantity", "19.5.9")
    answer = found.house.submit(ReturnChips(1, (MissingChips(1, 1),), by=Role.DEALER))
    assert not isinstance(answer, Refused)
