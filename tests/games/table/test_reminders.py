"""Who is told of a wager outside the limits."""

import pytest

from croupier.floor import Croupier
from croupier.games.table.choices import Choices
from croupier.games.table.notices import PlayerReminded
from croupier.games.table.signs import SetPersonalLimits
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Refused
from croupier.rulebooks import Role, law_of
from tests.citing import cites

LIMITS = Choices(minimum=2_500, maximum=20_000, unit=500)


def reminded(croupier: Croupier, player: str, box: int, amount: int) -> list[PlayerReminded]:
    on = croupier.law.initial
    events = croupier.do(PlaceWager(player, box, amount, on, by=Role.PLAYER))
    assert not isinstance(events, Refused)
    return [event for event in events if isinstance(event, PlayerReminded)]


@cites("star-blackjack", "6.4")
@pytest.mark.parametrize(
    ("amount", "told"), [(2_450, True), (2_500, False), (20_000, False), (20_500, True)]
)
def test_the_limits_themselves_are_within(amount: int, *, told: bool) -> None:
    croupier = Croupier(law_of("star-blackjack"), LIMITS)
    assert bool(reminded(croupier, "ann", 1, amount)) is told


@cites("star-blackjack", "6.4")
def test_a_wager_that_is_added_to_until_it_is_enough() -> None:
    croupier = Croupier(law_of("star-blackjack"), LIMITS)
    (first,) = reminded(croupier, "ann", 1, 1_000)
    assert (first.amount, first.limits.minimum, first.clause) == (1_000, 2_500, "6.4")
    assert reminded(croupier, "ann", 1, 1_500) == []


@cites("star-blackjack", "6.4", "6.7")
def test_limits_of_ones_own_are_those_that_count() -> None:
    croupier = Croupier(law_of("star-blackjack"), LIMITS)
    assert reminded(croupier, "ann", 1, 2_500) == []
    personal = SetPersonalLimits("ann", 10_000, 50_000, by=Role.SUPERVISOR)
    assert not isinstance(croupier.do(personal), Refused)
    (told,) = reminded(croupier, "ann", 2, 5_000)
    assert (told.limits.minimum, told.limits.maximum) == (10_000, 50_000)
    assert reminded(croupier, "ann", 3, 50_000) == []


def test_where_no_clause_says_so_nobody_is_told() -> None:
    croupier = Croupier(law_of("perth-blackjack"), LIMITS)
    assert reminded(croupier, "ann", 1, 1_000) == []
