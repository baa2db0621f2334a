"""``due`` says who owes what in a tournament, from the papers to the prizes."""

from typing import Any

from croupier.features.tournaments.files import TournamentStage, stage_tournament
from croupier.rulebooks import Role
from tests.citing import cites


def stage(game: str = "star-blackjack", **more: Any) -> TournamentStage:
    base = {"kind": "tournament", "title": "due", "game": game, "steps": []}
    return stage_tournament({**base, **more})


def owed(found: TournamentStage) -> list[tuple[str, str]]:
    return [(one.what, one.player) for one in found.house.due]


SEATED: dict[str, Any] = {"seats": {"ann": "1/1", "bob": "1/2"}}
ONE_ROUND = {"sessions": [{"name": "final", "rounds": 1}]}


def test_papers_come_first() -> None:
    """19.4.1, 19.4: conditions, a manager, and in Canberra the regulator."""
    found = stage("canberra-blackjack", prepared=False)
    assert owed(found) == [("conditions", ""), ("manager", ""), ("regulator", "")]
    for step in (
        {"do": "publish-conditions"},
        {"do": "appoint-manager", "person": "dora"},
        {"do": "notify", "whom": "regulator", "about": "conditions"},
    ):
        found.take(step)
    assert owed(found) == [("entries", ""), ("notice", "")]


def test_then_a_draw_seats_and_the_start() -> None:
    found = stage(conditions={"buy-in": 20})
    for name in ("ann", "bob"):
        found.take({"do": "enter", "player": name})
    assert owed(found) == [("draw", "")]
    seats = {"ann": "1/1", "bob": "1/2"}
    found.take({"do": "draw-seats", "seats": seats})
    assert owed(found) == [
        ("seat", "ann"),
        ("seat", "bob"),
        ("buy-in", "ann"),
        ("buy-in", "bob"),
        ("start", ""),
    ]
    found.take({"do": "buy-chips", "player": "ann"})
    found.take({"do": "take-seat", "player": "bob"})
    assert owed(found) == [("seat", "ann"), ("buy-in", "bob"), ("start", "")]
    roles = [one.who for one in found.house.due]
    assert roles == [Role.PLAYER, Role.PLAYER, Role.TOURNAMENT_MANAGER]


def test_a_start_that_has_passed_is_overdue() -> None:
    found = stage()
    for name in ("ann", "bob"):
        found.take({"do": "enter", "player": name, "at": "2026-06-01T18:00:00Z"})
    assert not found.house.due[0].overdue
    found.take({"do": "enter", "player": "cat", "at": "2026-06-01T18:00:01Z"})
    assert found.house.due[0].overdue


def test_wagers_in_turn_a_time_out_and_who_is_absent() -> None:
    """19.9.4, 19.6.12, 19.5.6."""
    found = stage(**SEATED, conditions={"wager-seconds": 30})
    assert owed(found) == [("wager", "ann"), ("time-out", "ann")]
    found.take({"do": "leave-seat", "player": "bob"})
    found.take({"do": "wager", "player": "ann", "amount": 10})
    assert owed(found) == [("absence", "bob")]
    found.take({"do": "deduct-absent", "player": "bob"})
    assert owed(found) == [("deal", "")]


def test_a_turn_is_overdue_when_its_time_has_passed_and_not_before() -> None:
    """19.6.12."""
    found = stage(**SEATED, conditions={"wager-seconds": 30})
    for seconds, late in ((30, False), (31, True)):
        found.take({"do": "leave-seat", "player": "bob", "at": f"2026-06-01T18:00:{seconds}Z"})
        (limit,) = (one for one in found.house.due if one.what == "time-out")
        assert limit.overdue is late


def test_without_the_marker_all_owe_a_wager() -> None:
    found = stage(**SEATED, conditions={"order-of-wagering": False})
    assert owed(found) == [("wager", "ann"), ("wager", "bob")]


def test_a_play_off_then_the_prizes() -> None:
    """19.10.3, 19.3.2."""
    shoe = "TH TC TD KS KD 6S TS TH 9C TD KS 9D 9S"
    found = stage(**SEATED, conditions=ONE_ROUND, shoe=shoe)
    for _ in range(2):
        turn = found.house.due[-1].player
        for name in (turn, "bob" if turn == "ann" else "ann"):
            found.take({"do": "wager", "player": name, "amount": 10})
        found.take({"do": "deal"})
        for name in ("ann", "bob"):
            found.take({"do": "stand", "player": name})
        if _ == 0:
            assert owed(found) == [("play-off", ""), ("wager", "bob")]
    assert owed(found) == [("prizes", ""), ("count", "")]
    found.take({"do": "award-prizes"})
    assert owed(found) == [("count", "")]
    found.take({"do": "return-chips", "table": 1})
    assert owed(found) == []


def test_a_dispute_is_the_managers() -> None:
    """19.11.2."""
    found = stage(**SEATED)
    found.take({"do": "dispute", "player": "ann", "about": "a card"})
    first = found.house.due[0]
    assert (first.what, first.who, first.clause) == (
        "dispute",
        Role.TOURNAMENT_MANAGER,
        "19.11.2",
    )
    found.take({"do": "dispute", "player": "bob", "about": "a chip"})
    found.take({"do": "decide-dispute", "dispute": 1, "outcome": "it stands"})
    assert owed(found) == [("dispute", "bob"), ("wager", "ann")]


def test_a_complaint_is_a_notice_about_who_complains() -> None:
    """19.11.2, 18.13: the manager's decision is final, and an inspector hears the complaint."""
    found = stage(**SEATED)
    found.take({"do": "dispute", "player": "bob", "about": "a card"})
    found.take({"do": "decide-dispute", "dispute": 1, "outcome": "it stands"})
    found.take({"do": "complain", "player": "bob", "dispute": 1})
    assert owed(found) == [("wager", "ann"), ("notice", "bob")]


def test_missing_chips_stay_a_notice() -> None:
    """19.5.9."""
    found = stage(**SEATED, conditions=ONE_ROUND, shoe="TH 9C TD KS 9D 9S")
    for name in ("ann", "bob"):
        found.take({"do": "wager", "player": name, "amount": 10})
    found.take({"do": "deal"})
    for name in ("ann", "bob"):
        found.take({"do": "stand", "player": name})
    missing = [{"denomination": 25, "quantity": 2}]
    found.take({"do": "return-chips", "table": 1, "missing": missing})
    assert owed(found) == [("prizes", ""), ("notice", "")]


TWO_SESSIONS = {
    "order-of-wagering": False,
    "sessions": [
        {"name": "heat", "tables": 2, "rounds": 1, "advance": 1},
        {"name": "final", "tables": 1, "rounds": 1, "advance": 0},
    ],
}
FOUR = {"ann": "1/1", "bob": "1/2", "cat": "2/1", "dan": "2/2"}
# Twenty and eighteen against nineteen: who sits first wins.
ROUND = "TH 9C TD KS 9D 9S"


def play(found: TournamentStage, table: int, *players: str) -> None:
    for name in players:
        found.take({"do": "wager", "player": name, "amount": 10})
    found.take({"do": "deal", "table": table})
    for name in players:
        found.take({"do": "stand", "player": name})


def counts(found: TournamentStage) -> list[int]:
    due = [one for one in found.house.due if one.what == "count"]
    assert all(one.who is Role.DEALER for one in due)
    return [one.table for one in due]


@cites("star-blackjack", "19.5.9")
def test_chips_are_counted_at_each_table_of_the_session_that_ended_last() -> None:
    shoes = {"heat/1": ROUND, "heat/2": ROUND, "final/1": ROUND}
    found = stage(seats=FOUR, conditions=TWO_SESSIONS, shoes=shoes)
    assert counts(found) == []
    play(found, 1, "ann", "bob")
    assert counts(found) == [1]
    play(found, 2, "cat", "dan")
    assert counts(found) == [1, 2]
    found.take({"do": "return-chips", "table": 1})
    assert counts(found) == [2]
    seats = {"ann": "1/1", "cat": "1/2"}
    found.take({"do": "draw-seats", "seats": seats, "seated": True})
    assert counts(found) == [2]
    found.take({"do": "start-session"})
    assert counts(found) == []
    play(found, 1, "ann", "cat")
    assert counts(found) == [1]
    found.take({"do": "return-chips"})
    assert counts(found) == []


THREE_SESSIONS = {
    "order-of-wagering": False,
    "sessions": [
        {"name": "heat", "tables": 2, "rounds": 1, "advance": 2},
        {"name": "semi", "tables": 2, "rounds": 1, "advance": 1},
        {"name": "final", "tables": 1, "rounds": 1, "advance": 0},
    ],
}


def test_a_session_of_another_game_leaves_no_chips_to_be_counted() -> None:
    sessions = [{"name": "poker", "other-game": True}, {"name": "final", "rounds": 1}]
    conditions = {"format": "points", "points": [2, 1], "sessions": sessions}
    found = stage("canberra-blackjack", conditions=conditions)
    for name in ("ann", "bob"):
        found.take({"do": "enter", "player": name})
    found.take({"do": "record-session", "places": {"ann": 1, "bob": 2}})
    assert [what for what, _ in owed(found)] == ["draw", "notice"]


def amid_the_second_session() -> TournamentStage:
    """The chips of both heats are back, and table 1 of the next session is over."""
    shoes = {f"{session}/{table}": ROUND for session in ("heat", "semi") for table in (1, 2)}
    found = stage(seats=FOUR, conditions=THREE_SESSIONS, shoes=shoes)
    play(found, 1, "ann", "bob")
    play(found, 2, "cat", "dan")
    for table in (1, 2):
        found.take({"do": "return-chips", "table": table})
    found.take({"do": "draw-seats", "seats": FOUR, "seated": True})
    found.take({"do": "start-session"})
    play(found, 1, "ann", "bob")
    assert counts(found) == [1]
    return found


@cites("star-blackjack", "19.5.9")
def test_chips_that_come_back_amid_a_session_are_those_of_that_session() -> None:
    found = amid_the_second_session()
    found.take({"do": "return-chips", "table": 1})
    assert counts(found) == []
    play(found, 2, "cat", "dan")
    assert counts(found) == [2]


@cites("star-blackjack", "19.5.9")
def test_chips_are_still_counted_where_a_tournament_is_called_off_amid_a_session() -> None:
    found = amid_the_second_session()
    found.take({"do": "cancel", "reason": "a fire"})
    assert counts(found) == [1]


def test_only_the_first_session_has_a_time_to_start_at() -> None:
    shoes = {"heat/1": ROUND, "heat/2": ROUND}
    found = stage(seats=FOUR, conditions=TWO_SESSIONS, shoes=shoes)
    play(found, 1, "ann", "bob")
    play(found, 2, "cat", "dan")
    found.take({"do": "return-chips", "table": 1, "at": "2026-06-02T18:00:00Z"})
    draw = found.house.due[0]
    assert (draw.what, draw.deadline, draw.overdue) == ("draw", None, False)


def test_nothing_is_owed_of_a_tournament_that_was_called_off_before_it_was_published() -> None:
    found = stage(prepared=False)
    found.take({"do": "cancel", "reason": "no table is free"})
    assert owed(found) == []
