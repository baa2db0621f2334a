"""A session at one table: when nothing is dealt any more, and a round that is taken out later."""

import pytest
from msgspec.structs import replace

from croupier.rulebooks import STAR_BLACKJACK
from croupier.table.contest_checks import not_to_be_dealt
from croupier.table.contest_rounds import with_past_round_taken_out
from croupier.table.contest_state import Contest, Contestant, Part, Standing
from croupier.table.contest_tables import contest_of
from croupier.table.state import Table

from .tables import opened


def in_session(contest: Contest, rounds_left: int = 3) -> Table:
    return replace(opened(), contest=contest, rounds_left=rounds_left)


@pytest.mark.parametrize(
    ("standing", "part"),
    [(Standing.DISQUALIFIED, Part.ROUNDS), (Standing.IN, Part.OVER)],
)
def test_nothing_is_dealt_where_nobody_plays_any_more(standing: Standing, part: Part) -> None:
    ann = Contestant("ann", 1, standing)
    answer = not_to_be_dealt(STAR_BLACKJACK, in_session(Contest(contestants=(ann,), part=part)))
    assert answer is not None
    assert (answer.code, answer.clause) == ("contest/over", "19.5.2")


def test_a_round_taken_out_later_is_one_more_to_play() -> None:
    """Of four rounds two are over; one of them is void, so three are left (TR21)."""
    contest = Contest(contestants=(Contestant("ann", 1),), round=3)
    after = with_past_round_taken_out(in_session(contest, rounds_left=2))
    assert (contest_of(after).round, after.rounds_left) == (2, 3)
