"""Players held to the minimum or to one box (5.10 to 5.12), and the notices that come first."""

from typing import Any

import pytest

from croupier.games.table.draft import Outcome
from croupier.games.table.notices import NoticeGiven
from croupier.games.table.restrictions import PlayerRestricted, PlayersPerBoxLimited
from croupier.games.table.state import Reach, Restriction, Table
from croupier.games.table.wagers import WagerReturned
from croupier.messages import Command, Refused
from croupier.rulebooks import Role
from tests.citing import cites

from .tables import after, dealt, handle, live, outcome, refused, say, sit, wager

TOLD = say("notify", whom="inspector", about="ann is to be restricted", player="ann")
UNTIL_SHUFFLE = say("restrict-to-minimum", player="ann", by="supervisor")
FOR_GOOD = say("restrict-to-minimum", player="ann", further=True, by="gaming-manager")
ONE_BOX = say("restrict-to-one-box", player="ann", box=1, by="gaming-manager")
RESHUFFLE = [
    *[say("cutting-card"), say("shuffle"), say("cut", player="bob", position=99)],
    *[say("load"), say("burn")],
]


def sat_out(**choices: Any) -> Table:
    """Bob has played the first round of a shoe, ann has not."""
    table = after(live(**choices), sit("ann", 1), sit("bob", 4), say("shuffle"))
    table = after(table, say("cut", player="ann", position=99), say("load"), say("burn"))
    table = after(table, wager("bob", 4, 50), say("deal"), *dealt("TH 7C 9D"))
    return after(table, say("stand", box=4), *dealt("TC"))


def tried(table: Table, *commands: Command) -> Table:
    """The table after commands that may be refused."""
    for command in commands:
        answer = handle(table, command)
        table = answer.table if isinstance(answer, Outcome) else table
    return table


def is_held(table: Table, *, box: int = 1, amount: float = 100) -> bool:
    """Whether ann may not wager that."""
    return isinstance(handle(table, wager("ann", box, amount)), Refused)


@cites("star-blackjack", "5.10", "5.11", "5.12")
def test_a_restriction_is_on_record_with_its_clause() -> None:
    table = after(sat_out(), TOLD)
    for command, reach, clause, box in (
        (UNTIL_SHUFFLE, Reach.UNTIL_SHUFFLE, "5.10", None),
        (FOR_GOOD, Reach.FOR_GOOD, "5.11", None),
        (ONE_BOX, Reach.ONE_BOX, "5.12", 1),
    ):
        restriction = Restriction(reach, clause, box)
        expected = (PlayerRestricted("ann", restriction, clause),)
        assert outcome(table, command).events == expected


@cites("star-blackjack", "5.10")
@pytest.mark.parametrize(("laid", "back"), [(5, []), (5.01, [1])])
def test_what_lies_above_the_minimum_goes_back_and_nothing_else(
    laid: float, back: list[int]
) -> None:
    table = after(sat_out(chip=1, unit=1), wager("ann", 1, laid))
    events = outcome(table, UNTIL_SHUFFLE).events
    assert [one.amount for one in events if isinstance(one, WagerReturned)] == back


@cites("star-blackjack", "5.10", "5.11", "5.12")
@pytest.mark.parametrize(
    ("command", "outlives"), [(UNTIL_SHUFFLE, False), (FOR_GOOD, True), (ONE_BOX, True)]
)
def test_only_the_supervisors_hold_ends_with_the_shoe(command: Command, outlives: bool) -> None:
    table = after(sat_out(), TOLD, command)
    assert is_held(table)
    assert is_held(after(table, *RESHUFFLE)) == outlives


@cites("star-blackjack", "5.10", "5.11", "5.12")
@pytest.mark.parametrize("command", [UNTIL_SHUFFLE, FOR_GOOD, ONE_BOX])
def test_who_is_held_may_still_wager_the_minimum(command: Command) -> None:
    table = after(sat_out(), TOLD, command)
    assert not is_held(table, amount=5)
    assert is_held(table, amount=5.5)


@cites("star-blackjack", "5.11")
def test_a_supervisors_hold_does_not_shorten_the_gaming_managers() -> None:
    table = tried(after(sat_out(), TOLD, FOR_GOOD), UNTIL_SHUFFLE)
    assert is_held(after(table, *RESHUFFLE))


@cites("star-blackjack", "5.12")
def test_a_supervisors_hold_does_not_open_other_boxes() -> None:
    table = tried(after(sat_out(), TOLD, ONE_BOX), UNTIL_SHUFFLE)
    assert is_held(table, box=2, amount=5)


@cites("star-blackjack", "5.11", "5.12")
@pytest.mark.parametrize(("command", "clause"), [(FOR_GOOD, "5.11"), (ONE_BOX, "5.12")])
def test_an_inspector_is_told_first(command: Command, clause: str) -> None:
    answer = refused(sat_out(), command)
    assert (answer.code, answer.clause) == ("notice/missing", clause)
    other = say("notify", whom="inspector", about="bob", player="bob")
    nobody = say("notify", whom="inspector", about="a busy night")
    elsewhere = say("notify", whom="surveillance", about="ann", player="ann")
    assert refused(after(sat_out(), other, nobody, elsewhere), command).clause == clause


@cites("star-blackjack", "5.10")
def test_a_supervisors_hold_needs_no_notice() -> None:
    assert is_held(after(sat_out(), UNTIL_SHUFFLE))


def test_notice_goes_to_an_inspector_or_to_surveillance() -> None:
    told = outcome(live(), say("notify", whom="surveillance", about="side wagers"))
    assert told.events == (NoticeGiven(Role.SURVEILLANCE, "side wagers", None, by=Role.DEALER),)
    for whom in ("dealer", "supervisor", "player"):
        assert refused(live(), say("notify", whom=whom, about="x")).code == "notice/whom"


@cites("star-blackjack", "5.10")
def test_who_comes_up_in_the_middle_of_a_shoe_may_be_held_at_once() -> None:
    command = say("restrict-to-minimum", player="zoe", by="supervisor")
    table = outcome(sat_out(), command).table
    assert table.players["zoe"].restriction == Restriction(Reach.UNTIL_SHUFFLE, "5.10")


@cites("star-blackjack", "18.3.2")
def test_who_is_excluded_does_not_come_up_to_be_restricted() -> None:
    out = say("sanction", player="zoe", breach="18.1", exclude=True, by="supervisor")
    command = say("restrict-to-minimum", player="zoe", by="supervisor")
    assert refused(after(sat_out(), out), command).clause == "18.3.2"


def test_nobody_lifts_the_restriction_of_a_player_who_is_not_there() -> None:
    lift = say("lift-restriction", player="zoe", by="gaming-manager")
    assert refused(sat_out(), lift).code == "player/unknown"


def test_there_must_be_a_restriction_to_lift() -> None:
    lift = say("lift-restriction", player="ann", by="gaming-manager")
    assert refused(sat_out(), lift).code == "restriction/none"
    lifted = outcome(after(sat_out(), UNTIL_SHUFFLE), lift)
    assert lifted.events == (PlayerRestricted("ann", None, "5.10"),)
    assert not is_held(lifted.table)


@cites("star-blackjack", "5.4")
@pytest.mark.parametrize("players", [1, 2])
def test_fewer_players_to_a_box(players: int) -> None:
    limit = say("limit-players", players=players, by="supervisor")
    done = outcome(live(), limit)
    assert done.events == (PlayersPerBoxLimited(players, "5.4"),)
    table = done.table
    for number in range(players):
        table = after(table, wager(f"p{number}", 1, 10))
    assert refused(table, wager("zoe", 1, 10)).clause == "5.4"
    assert not isinstance(handle(table, wager("p0", 1, 10)), Refused), "who is there may add"
