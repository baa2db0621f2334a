"""Clauses that an audit found kept by nothing: signs, roles of one name, tokens of a part."""

import pytest

from croupier.cards import Device
from croupier.floor import Croupier, UnlawfulTableError
from croupier.games.table.choices import Choices, Mode, TournamentTerms
from croupier.games.table.due import WagersDue
from croupier.games.table.new_cards import OrderShuffle
from croupier.games.table.state import Stake
from croupier.games.table.wagers import part_of, without_part
from croupier.messages import Refused
from croupier.rulebooks import BLACKJACK, Role
from tests.citing import cites

PERTH = ("perth-blackjack", "perth-vegas-blackjack", "perth-blackjack-plus")


def signs(croupier: Croupier) -> set[str]:
    (wagers,) = (due for due in croupier.due if isinstance(due, WagersDue))
    return {sign.clause for sign in wagers.signs}


@cites("perth-blackjack", "2.2(a)(i)")
@pytest.mark.parametrize("game", PERTH)
@pytest.mark.parametrize("device", Device)
def test_a_shuffler_shows_how_many_decks_it_holds(game: str, device: Device) -> None:
    croupier = Croupier(BLACKJACK[game], Choices(device=device, mode=Mode.LIVE))
    assert ("2.2(a)(i)" in signs(croupier)) == (device is Device.SHUFFLER)


@cites("blackjack-challenge", "2.2.2.3")
@pytest.mark.parametrize("offered", [(), ("any-pairs",), ("perfect-pairs",)])
def test_the_layout_has_an_area_for_any_pairs_where_it_is_offered(offered: tuple[str, ...]) -> None:
    choices = Choices(side_bets=offered, mode=Mode.LIVE)
    shown = signs(Croupier(BLACKJACK["blackjack-challenge"], choices))
    assert ("2.2.2.3" in shown) == ("any-pairs" in offered)


@cites("perth-blackjack", "4.2")
@pytest.mark.parametrize("game", BLACKJACK)
def test_an_inspector_is_told_who_the_table_inspector_is(game: str) -> None:
    croupier = Croupier(BLACKJACK[game], Choices(mode=Mode.LIVE))
    refused = croupier.do(OrderShuffle(by=Role.INSPECTOR))
    assert isinstance(refused, Refused)
    assert ("Table Inspector of this rulebook is a supervisor" in refused.why) == (game in PERTH)


@cites("star-blackjack", "6.8.1")
@cites("blackjack-challenge", "6.7.1")
@pytest.mark.parametrize("game", ["star-blackjack", "blackjack-challenge"])
def test_no_tournament_where_low_limits_are_offered(game: str) -> None:
    choices = Choices(low_limit=True, tournament=TournamentTerms(), device=Device.SHUFFLER)
    with pytest.raises(UnlawfulTableError, match="no tournament"):
        Croupier(BLACKJACK[game], choices)


@pytest.mark.parametrize("back", range(50, 1_200, 50))
def test_a_stake_that_is_partly_returned_holds_no_more_tokens_than_its_amount(back: int) -> None:
    stake = Stake("ann", 1, "main", 1_200, tokens=700)
    part = part_of(stake, back)
    (rest,) = without_part((stake,), part)
    assert part.amount + rest.amount == stake.amount
    assert part.tokens + rest.tokens == stake.tokens
    assert 0 <= rest.tokens <= rest.amount
    assert part.tokens <= part.amount
    assert part.tokens == 0 or part.amount - part.tokens == 500
