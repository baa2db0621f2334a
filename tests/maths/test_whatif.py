"""What-ifs in places of the data that are reached by name: pay lines, kinds of hands, layouts."""

import pytest

from croupier.cards import Category, HandRank
from croupier.maths.stud.analysis import analyse_stud
from croupier.maths.whatif import UnknownRuleError, with_rule
from croupier.money import odds
from croupier.rulebooks import (
    CARIBBEAN_STUD,
    PERTH_BLACKJACK,
    PERTH_BLACKJACK_PLUS,
    STAR_BLACKJACK,
    BlackjackLaw,
)
from croupier.rulebooks.law.blackjack import Made


def odds_of(law: BlackjackLaw, bet: str, line: str) -> tuple[object, ...]:
    kind = next(kind for kind in law.side_bets.kinds if kind.name == bet)
    return next(one.odds.value for one in kind.lines if one.name == line)


def test_odds_of_an_optional_wager_for_all_pay_tables_or_each() -> None:
    every = with_rule(STAR_BLACKJACK, "lucky-lucky.any-19", "3")
    assert odds_of(every, "lucky-lucky", "any-19") == (odds(3), odds(3), odds(3))
    each = with_rule(STAR_BLACKJACK, "lucky-lucky.any-19", "3, 2, 1:2")
    assert odds_of(each, "lucky-lucky", "any-19") == (odds(3), odds(2), odds(1, 2))
    assert odds_of(each, "lucky-lucky", "any-20") == odds_of(
        STAR_BLACKJACK, "lucky-lucky", "any-20"
    )


def test_one_layout_alone() -> None:
    changed = with_rule(PERTH_BLACKJACK, "dealer.draws_soft_17.2", "draw")
    draws = {layout: rule.value for layout, rule in changed.dealer.draws_soft_17.items()}
    assert [layout for layout, value in draws.items() if value] == ["2", "7", "8", "9", "10"]


def test_a_hand_that_wins_at_once() -> None:
    changed = with_rule(PERTH_BLACKJACK_PLUS, "play.wins_at_once.five-cards.pays", "2")
    paid = {win.made: win.pays.value for win in changed.play.wins_at_once}
    assert paid[Made.FIVE_CARDS] == odds(2)
    assert paid[Made.TWENTY_ONE] == odds(1)


def test_the_odds_of_a_poker_hand_change_the_expectation_by_its_share() -> None:
    usual = analyse_stud(CARIBBEAN_STUD)
    changed = analyse_stud(with_rule(CARIBBEAN_STUD, "settlement.bet.flush", "6"))
    assert changed.best.ev - usual.best.ev == pytest.approx(2 * usual.hands["flush"].won)


@pytest.mark.parametrize(
    ("text", "lowest"),
    [
        ("a k", HandRank(Category.HIGH_CARD, (14, 13))),
        ("Q A", HandRank(Category.HIGH_CARD, (14, 12))),
        ("2 2", HandRank(Category.ONE_PAIR, (2,))),
    ],
)
def test_the_hand_from_which_the_dealer_plays(text: str, lowest: HandRank) -> None:
    changed = with_rule(CARIBBEAN_STUD, "settlement.qualifies", text)
    assert changed.settlement.qualifies.value == lowest


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("lucky-lucky.any-18", "3", "no line 'any-18'"),
        ("lucky-lucky.any-19", "3,2", "one for each pay table"),
        ("side_bets", "none", "side_bets is no single rule; name one of kinds, "),
        ("split.hand", "3", "no 'hand' there; did you mean hands?"),
        ("lucky-lucky", "3", "lucky-lucky has several lines; name one, such as lucky-lucky.suited"),
        ("surrender", "12", "write yes, none, or what the dealer's card counts"),
        ("play.wins_at_once.blackjack", "2", "no rule"),
    ],
)
def test_what_cannot_be_set_is_refused(name: str, value: str, why: str) -> None:
    with pytest.raises(UnknownRuleError, match=why):
        with_rule(STAR_BLACKJACK, name, value)


def test_what_only_describes_is_not_changed_but_may_be_there_or_not() -> None:
    with pytest.raises(UnknownRuleError) as caught:
        with_rule(STAR_BLACKJACK, "play.turn", "from the right")
    assert str(caught.value) == (
        "play.turn (10.1) describes a procedure and holds no value to change"
    )
    with pytest.raises(UnknownRuleError, match="yes or none says whether there is such a clause"):
        with_rule(STAR_BLACKJACK, "split.aces_one_card", "2")
    assert with_rule(STAR_BLACKJACK, "split.aces_one_card", "none").split.aces_one_card is None
    barred = with_rule(STAR_BLACKJACK, "double.not_split_aces", "yes").double.not_split_aces
    assert barred is not None
    assert barred.clause == "what-if"


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("settlement.bet.nothing", "3", "no rule 'settlement.bet.nothing'"),
        ("settlement.qualifies", "2 2 3", "a high card or a pair"),
        ("soft-17", "draw", "no rule 'soft-17'"),
    ],
)
def test_what_cannot_be_set_in_stud_is_refused(name: str, value: str, why: str) -> None:
    with pytest.raises(UnknownRuleError, match=why):
        with_rule(CARIBBEAN_STUD, name, value)
