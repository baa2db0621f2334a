"""A session at one table: when nothing is dealt any more, and a round that is taken out later."""

import pytest
from msgspec.structs import replace

from croupier.games.table.contest.checks import not_all_wagered
from croupier.games.table.contest.rounds import (
    ContestantRemoved,
    contestant_removed,
    without_past_round,
)
from croupier.games.table.contest.state import (
    Contest,
    Contestant,
    Fall,
    Form,
    Part,
    Standing,
    marker_at,
)
from croupier.games.table.contest.turns import contest_of, current_turn, players_to_wager
from croupier.games.table.due import WagersDue
from croupier.games.table.state import Table
from croupier.rulebooks import STAR_BLACKJACK

from .tables import after, due, opened, say, wager


def in_session(contest: Contest, rounds_left: int = 3) -> Table:
    return replace(opened(), contest=contest, rounds_left=rounds_left)


@pytest.mark.parametrize(
    ("standing", "part"),
    [(Standing.DISQUALIFIED, Part.ROUNDS), (Standing.IN, Part.OVER)],
)
def test_nothing_is_dealt_where_nobody_plays_any_more(standing: Standing, part: Part) -> None:
    ann = Contestant("ann", 1, standing)
    answer = not_all_wagered(STAR_BLACKJACK, in_session(Contest(contestants=(ann,), part=part)))
    assert answer is not None
    assert (answer.code, answer.clause) == ("contest/over", "19.5.2")


@pytest.mark.parametrize(("part", "left"), [(Part.ROUNDS, ["ann"]), (Part.OVER, [])])
def test_nobody_must_wager_once_the_session_is_over(part: Part, left: list[str]) -> None:
    contest = Contest(contestants=(Contestant("ann", 1, present=False),), part=part)
    assert [one.player for one in players_to_wager(in_session(contest))] == left


@pytest.mark.parametrize(
    ("contest", "closed", "clause"),
    [(Contest(contestants=(Contestant("ann", 1),)), False, "5.2"), (None, True, "5.3")],
)
def test_a_card_that_slips_out_ends_no_betting_in_a_session(
    contest: Contest | None, closed: bool, clause: str
) -> None:
    """At an ordinary table it does; in a tournament the others still wager (R35)."""
    table = replace(opened(), contest=contest, first_card_out=True)
    [wagers] = [one for one in due(table) if isinstance(one, WagersDue)]
    assert (wagers.closed, wagers.clause) == (closed, clause)


def test_a_round_taken_out_later_is_one_more_to_play() -> None:
    """Of four rounds two are over; one of them is void, so three are left (TR21)."""
    contest = Contest(contestants=(Contestant("ann", 1),), round=3)
    after = without_past_round(in_session(contest, rounds_left=2))
    assert (contest_of(after).round, after.rounds_left) == (2, 3)


@pytest.mark.parametrize(
    ("contest", "left", "expected"),
    [
        (Contest(contestants=(), round=2), 3, (1, 4)),
        (Contest(contestants=(), round=2), None, (1, 1)),  # a sign that counts no rounds
        (Contest(contestants=(), round=1), 4, (1, 4)),
        (Contest(contestants=(), round=3, part=Part.PLAY_OFF), 0, (3, 0)),
    ],
)
def test_only_a_scheduled_round_is_played_again(
    contest: Contest, left: int | None, expected: tuple[int, int]
) -> None:
    after = without_past_round(replace(opened(), contest=contest, rounds_left=left))
    assert (contest_of(after).round, after.rounds_left) == expected


LOST_ALL = Fall(round=2, chips=0, wager=10_00, taken=1)
NEVER_IN = Fall(round=0, chips=0, wager=0, taken=0)


@pytest.mark.parametrize(
    ("standing", "fall", "chips", "back"),
    [
        (Standing.ELIMINATED, LOST_ALL, 5_00, True),
        (Standing.ELIMINATED, LOST_ALL, 4_99, False),
        (Standing.ELIMINATED, NEVER_IN, 5_00, False),
        (Standing.ELIMINATED, None, 5_00, False),
        (Standing.DISQUALIFIED, LOST_ALL, 5_00, False),
    ],
)
def test_who_was_out_by_the_void_round_alone_is_back(
    standing: Standing, fall: Fall | None, chips: int, *, back: bool
) -> None:
    """The minimum is $5; who has it again plays on (TR21)."""
    ann = Contestant("ann", 1, standing, "19.6.13", fall=fall)
    table = in_session(Contest(contestants=(ann,), round=3))
    table = replace(table, balances={table.till.chips("ann"): chips})
    (after,) = contest_of(without_past_round(table)).contestants
    assert (after.standing is Standing.IN) is back


def test_who_is_removed_takes_their_own_form_along() -> None:
    ann, bob = (Form(name, box, "", None) for box, name in enumerate(("ann", "bob"), 1))
    people = (Contestant("ann", 1), Contestant("bob", 2))
    table = in_session(Contest(contestants=people, forms=(ann, bob)))
    gone = ContestantRemoved("ann", Standing.DISQUALIFIED, "19.9.1")
    assert contest_of(contestant_removed(table, gone)).forms == (bob,)


@pytest.mark.parametrize(("marker", "at"), [(0, 0), (1, 1), (2, 3), (4, 1)])
def test_the_marker_lies_with_the_next_who_is_in(marker: int, at: int) -> None:
    """Boxes 1 and 3 are in (TR1); 0 is a session without a marker."""
    people = (
        Contestant("ann", 1),
        Contestant("bob", 2, Standing.DISQUALIFIED),
        Contestant("cat", 3),
    )
    assert marker_at(Contest(contestants=people, marker=marker)) == at


def test_nobody_has_the_turn_while_cards_are_out() -> None:
    contest = Contest(contestants=(Contestant("ann", 1), Contestant("bob", 2)), marker=1)
    betting = opened("TH 6C 9D TD 9S")
    playing = after(betting, wager("cat", 3, 10), say("deal"))
    assert playing.round is not None
    first = current_turn(replace(betting, contest=contest))
    assert first is not None
    assert first.player == "ann"
    assert current_turn(replace(playing, contest=contest)) is None
