"""Caribbean Stud as a whole: published figures to the last hand, and what choices change."""

from fractions import Fraction

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cards import Card, Category, HandRank, parse_card, parse_cards
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.maths.stud.analysis import (
    SIMPLE_STRATEGIES,
    analyse_stud,
    best_counts,
    bets_of,
    decide_stud,
    exact_of,
)
from croupier.maths.stud.terms import StudTermsError, stud_terms
from croupier.money import odds
from croupier.rulebooks import CARIBBEAN_STUD, StudLaw

DEALS = 19_933_230_517_200
PUBLISHED_LOSSES = {
    "three-rules": 1_041_417_758_724,
    "ace-king-jack-eight-three": 1_059_715_400_580,
    "matching-rank": 1_063_176_931_284,
    "pair": 1_090_272_101_460,
    "ace-king": 1_132_600_203_540,
    "blind": 3_310_360_338_060,
}
"""Antes lost over all deals, as the Wizard of Odds has them for a royal flush at 100 to 1."""


def paying_royals(to: int) -> StudLaw:
    """The game with other odds for a royal flush."""
    rules = CARIBBEAN_STUD.settlement
    royal = replace(rules.bet[Category.ROYAL_FLUSH], value=odds(to))
    bet = rules.bet | {Category.ROYAL_FLUSH: royal}
    return replace(CARIBBEAN_STUD, settlement=replace(rules, bet=bet))


USUAL = paying_royals(100)
"""The game as it is played and published elsewhere."""


def test_the_best_play_loses_what_is_published_to_the_last_hand() -> None:
    terms = stud_terms(USUAL, Choices())
    counts = best_counts(terms)
    assert exact_of(counts.best, counts, terms).mean == Fraction(-1_041_372_912_372, DEALS)


@pytest.mark.parametrize("strategy", SIMPLE_STRATEGIES, ids=lambda one: one.name)
def test_simple_play_loses_what_is_published_to_the_last_hand(strategy: object) -> None:
    terms = stud_terms(USUAL, Choices())
    counts = best_counts(terms)
    [simple] = [one for one in SIMPLE_STRATEGIES if one is strategy]
    exact = exact_of(counts.every * bets_of(simple)[:, :, None], counts, terms)
    assert exact.mean == Fraction(-PUBLISHED_LOSSES[simple.name], DEALS)


def test_the_figures_of_the_usual_game() -> None:
    """House edge 5.2243 %, element of risk 2.5553 %, raises 52.2 %, a deviation of 2.24 antes."""
    best = analyse_stud(USUAL).best
    assert best.ev == pytest.approx(-0.0522431, abs=5e-8)
    assert best.element_of_risk == pytest.approx(-0.025553, abs=5e-7)
    assert best.raise_frequency == pytest.approx(0.5222548, abs=5e-8)
    assert best.sd == pytest.approx(2.24, abs=0.005)
    assert best.variance == pytest.approx(best.sd**2)


def test_royals_at_the_rulebooks_odds_are_worth_their_share() -> None:
    """A royal flush that wins a bet pays 300 antes more; nothing is played otherwise."""
    ours, usual = analyse_stud(CARIBBEAN_STUD), analyse_stud(USUAL)
    won = ours.hands["royal-flush"].won
    assert ours.best.raise_frequency == usual.best.raise_frequency
    assert ours.best.ev - usual.best.ev == pytest.approx(300 * won, rel=1e-9)


def test_simple_play_is_never_better_than_the_best() -> None:
    analysis = analyse_stud(CARIBBEAN_STUD)
    assert analysis.best.cost == 0
    assert all(one.cost > 0 for one in analysis.strategies.values())
    assert analysis.strategies["three-rules"].cost < 3e-6


def test_the_shares_of_hands_make_all_rounds() -> None:
    analysis = analyse_stud(CARIBBEAN_STUD)
    shares = [sum(msgspec.structs.astuple(share)) for share in analysis.hands.values()]
    assert sum(shares) == pytest.approx(1)
    assert analysis.hands["one-pair"].folded == 0


def test_a_maximum_payout_costs_more_the_larger_the_ante() -> None:
    capped = Choices(max_payout=50_000_00)
    free = analyse_stud(CARIBBEAN_STUD).best.ev
    small, large, largest = (
        analyse_stud(CARIBBEAN_STUD, capped, ante=ante).best.ev
        for ante in (100_00, 500_00, 5_000_00)
    )
    assert free == small > large > largest


def test_a_maximum_payout_cuts_what_it_says() -> None:
    """With an ante of 200 a royal's bet of 400 would win 100,000; the notice says 50,000."""
    free = analyse_stud(CARIBBEAN_STUD)
    capped = analyse_stud(CARIBBEAN_STUD, Choices(max_payout=50_000_00), ante=200_00)
    lost = free.hands["royal-flush"].won * Fraction(50_000, 200)
    assert free.best.ev - capped.best.ev == pytest.approx(lost, rel=1e-9)


def test_a_dealer_who_plays_more_often_is_better_for_high_hands() -> None:
    """Where every hand plays nothing is won by the dealer's having none."""
    rules = CARIBBEAN_STUD.settlement
    lowest = replace(rules.qualifies, value=HandRank(Category.HIGH_CARD, ()))
    law = replace(CARIBBEAN_STUD, settlement=replace(rules, qualifies=lowest))
    analysis = analyse_stud(law)
    assert all(share.no_hand == 0 for share in analysis.hands.values())
    assert analysis.best.ev > analyse_stud(CARIBBEAN_STUD).best.ev


def test_one_hand_is_what_the_whole_makes_of_it() -> None:
    """The closest decision for a common hand: bet against a seven, fold against a nine."""
    hand = parse_cards("AC KD QH 8S 3C")
    bet = decide_stud(CARIBBEAN_STUD, hand, parse_card("7D"))
    fold = decide_stud(CARIBBEAN_STUD, hand, parse_card("9D"))
    assert (bet.best, bet.fold) == ("bet", -1)
    assert bet.bet > -1 > fold.bet
    assert fold.best == "fold"
    assert bet.no_hand + bet.won + bet.equal + bet.lost == pytest.approx(1)
    assert bet.hand == "ace-king high"


def test_cards_that_are_gone_change_the_next_hand() -> None:
    """Aces and kings gone are hands that the dealer does not have, and that bets do not beat."""
    high = analyse_stud(CARIBBEAN_STUD, seen=parse_cards("AC AD KC KD")).best.ev
    low = analyse_stud(CARIBBEAN_STUD, seen=parse_cards("2C 2D 3C 3D")).best.ev
    usual = analyse_stud(CARIBBEAN_STUD).best.ev
    assert high < usual
    assert low != usual
    hand, known = parse_cards("AC KD QH 8S 3C"), parse_card("9D")
    seen = parse_cards("9C 9H 9S AD AH KC")
    assert decide_stud(CARIBBEAN_STUD, hand, known).best == "fold"
    assert decide_stud(CARIBBEAN_STUD, hand, known, seen=seen).best == "bet"


def test_the_order_of_seen_cards_and_their_suits_do_not_matter() -> None:
    one = analyse_stud(CARIBBEAN_STUD, seen=parse_cards("AC 7D 7H"))
    other = analyse_stud(CARIBBEAN_STUD, seen=parse_cards("7S AH 7C"))
    assert one.best == other.best


def test_the_jackpot_is_analysed_where_the_table_has_one() -> None:
    choices = Choices(jackpot=JackpotTerms(wager=100, pool=150_000_00))
    analysis = analyse_stud(CARIBBEAN_STUD, choices)
    assert analysis.jackpot is not None
    assert analysis.jackpot.pool == 150_000_00
    assert analyse_stud(CARIBBEAN_STUD).jackpot is None


@pytest.mark.parametrize(
    ("seen", "why"),
    [("AC AC", "one deck has one ace of clubs"), ("", "a hand has 5 cards, not 4")],
)
def test_a_hand_that_cannot_be_is_refused(seen: str, why: str) -> None:
    hand = parse_cards("KC KD KH KS 2C" if seen else "KC KD KH KS")
    with pytest.raises(StudTermsError, match=why):
        decide_stud(CARIBBEAN_STUD, hand, parse_card("3C"), seen=parse_cards(seen))


def test_too_few_cards_are_refused() -> None:
    seen = tuple(Card)[:43]
    with pytest.raises(StudTermsError, match="10 cards must be left, not 9"):
        analyse_stud(CARIBBEAN_STUD, seen=seen)


def test_choices_that_the_rulebook_does_not_allow_are_refused() -> None:
    with pytest.raises(StudTermsError, match=r"a maximum payout must be above \$0"):
        analyse_stud(CARIBBEAN_STUD, Choices(max_payout=0))
    with pytest.raises(StudTermsError, match="an ante must be above"):
        analyse_stud(CARIBBEAN_STUD, ante=0)
