"""The jackpot wager: published break-even meters, chances counted, the engine's own payments."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from msgspec.structs import replace

from croupier.cards import DECK, Card, Category, rank_hand
from croupier.maths.stud.jackpots import (
    FARTHEST,
    JackpotError,
    analyse_jackpot,
    break_even,
    chance_of,
    flushes_at_once,
)
from croupier.rulebooks import CARIBBEAN_STUD
from croupier.rulebooks.law.stud import JackpotLaw
from tests.citing import cites

LAW = CARIBBEAN_STUD.jackpot
DOLLAR = 100
HANDS = 2_598_960


def paying(four: int, full_house: int, flush: int) -> JackpotLaw:
    """The jackpot with other fixed sums, in dollars."""
    sums = {
        Category.FOUR_OF_A_KIND: four,
        Category.FULL_HOUSE: full_house,
        Category.FLUSH: flush,
    }
    fixed = {
        category: replace(LAW.fixed[category], value=sums[category] * 100) for category in sums
    }
    return replace(LAW, fixed=fixed)


@pytest.mark.parametrize(
    ("four", "full_house", "flush", "meter"),
    [(100, 75, 50, 263_205), (150, 100, 50, 246_784), (500, 150, 75, 176_613)],
)
def test_the_break_even_meters_that_are_published(
    four: int, full_house: int, flush: int, meter: int
) -> None:
    """For a wager of a dollar, one player (Shackleford, Contingencies, November 2000)."""
    found = break_even(paying(four, full_house, flush), wager=DOLLAR)
    assert found is not None
    assert found / 100 == pytest.approx(meter, abs=1)


def test_the_rulebooks_return_by_hand() -> None:
    """At 200,000 dollars, by hand: what each hand wins times how many there are."""
    analysis = analyse_jackpot(LAW, wager=DOLLAR, pool=200_000_00)
    by_hand = {
        "royal-flush": 4 * 200_000,
        "straight-flush": 36 * 20_000,
        "four-of-a-kind": 624 * 500,
        "full-house": 3_744 * 150,
        "flush": 5_108 * 100,
    }
    assert analysis.by_category == pytest.approx(
        {name: dollars / HANDS for name, dollars in by_hand.items()}
    )
    assert analysis.rtp == pytest.approx(sum(by_hand.values()) / HANDS)
    assert analysis.ev == pytest.approx(analysis.rtp - 1)
    assert analysis.hit == pytest.approx((4 + 36 + 624 + 3_744 + 5_108) / HANDS)
    assert analysis.sharing_cost == analysis.increment_return == analysis.bonus_return == 0


def test_an_empty_meter_pays_the_least_sums() -> None:
    analysis = analyse_jackpot(LAW, wager=DOLLAR, pool=0)
    assert analysis.by_category["royal-flush"] == pytest.approx(4 * 50_000 / HANDS)
    assert analysis.by_category["straight-flush"] == pytest.approx(36 * 5_000 / HANDS)


@cites("caribbean-stud", "11.6")
def test_the_rounds_wagers_are_in_the_pool_before_it_pays() -> None:
    """Seven wagers of five dollars, a tenth of which feeds the pool: 3.50 dollars."""
    tenth = Fraction(1, 10)
    fed = analyse_jackpot(LAW, wager=500, pool=100_000_00, increment=tenth, players=7)
    higher = analyse_jackpot(LAW, wager=500, pool=100_003_50, players=7)
    lower = analyse_jackpot(LAW, wager=500, pool=100_000_00, players=7)
    assert fed.rtp == higher.rtp
    assert fed.increment_return == pytest.approx(higher.rtp - lower.rtp)
    assert fed.break_even is not None
    assert higher.break_even is not None
    assert higher.break_even - fed.break_even == 3_50


def test_the_bonus_is_won_with_the_hands_of_others() -> None:
    """Two players: each wins the bonus when the other alone has a royal or straight flush."""
    analysis = analyse_jackpot(LAW, wager=DOLLAR, pool=60_000_00, bonus=100_00, players=2)
    one_alone = sum(chance for flushes, chance in flushes_at_once(2).items() if sum(flushes) == 1)
    assert analysis.bonus_return == pytest.approx(float(one_alone) / 2 * 100)
    alone = analyse_jackpot(LAW, wager=DOLLAR, pool=60_000_00, bonus=100_00)
    assert alone.bonus_return == 0


def test_two_players_share_by_hand() -> None:
    """Two royals take a half each; two straight flushes 19 hundredths together; or one of each."""
    meter = 1_000_000
    joint = flushes_at_once(2)
    analysis = analyse_jackpot(LAW, wager=DOLLAR, pool=meter * 100, players=2)
    royals = joint[1, 0] * meter + joint[2, 0] * meter + joint[1, 1] * meter * Fraction(9, 10)
    straights = (joint[0, 1] + joint[1, 1]) * meter / 10 + joint[0, 2] * meter * Fraction(19, 100)
    assert analysis.by_category["royal-flush"] == pytest.approx(float(royals / 2))
    assert analysis.by_category["straight-flush"] == pytest.approx(float(straights / 2))
    assert 0 < analysis.sharing_cost < 1e-4


def test_the_chances_at_once_are_those_of_all_deals_of_a_small_kind() -> None:
    """Two hands: all pairs of straight flushes without a common card, counted one by one."""
    flushes = straight_flushes()
    deals = HANDS * 1_533_939
    counts = Counter[tuple[int, int]]()
    for one in flushes:
        for other in flushes:
            if not one & other:
                royals = sum(rank(hand) is Category.ROYAL_FLUSH for hand in (one, other))
                counts[royals, 2 - royals] += 1
    joint = flushes_at_once(2)
    assert {key: joint[key] for key in counts} == {
        key: Fraction(number, deals) for key, number in counts.items()
    }
    singles = joint[1, 0] + 2 * joint[2, 0] + joint[1, 1]
    assert singles == 2 * chance_of(Category.ROYAL_FLUSH)


@pytest.mark.parametrize("players", range(1, 10))
def test_chances_for_any_number_of_players_add_up(players: int) -> None:
    joint = flushes_at_once(players)
    royals = sum(royal * chance for (royal, _), chance in joint.items())
    straights = sum(straight * chance for (_, straight), chance in joint.items())
    assert royals == players * chance_of(Category.ROYAL_FLUSH) == Fraction(players * 4, HANDS)
    assert straights == Fraction(players * 36, HANDS)
    assert all(0 < chance < 1 for chance in joint.values())


def straight_flushes() -> list[frozenset[Card]]:
    """The forty hands, found among the hands of each suit."""
    found = []
    for suit in {card.suit for card in DECK}:
        cards = [card for card in DECK if card.suit is suit]
        found += [
            frozenset(hand)
            for hand in combinations(cards, 5)
            if rank_hand(hand).category >= Category.STRAIGHT_FLUSH
        ]
    return found


def rank(hand: frozenset[Card]) -> Category:
    return rank_hand(tuple(hand)).category


@pytest.mark.parametrize(
    ("wager", "increment", "bonus", "players"),
    [
        (100, Fraction(0), 0, 1),
        (100, Fraction(73, 100), 0, 1),
        (250, Fraction(1, 3), 50_00, 4),
        (500, Fraction(1), 200_00, 9),
    ],
)
def test_the_meter_breaks_even_exactly_where_it_is_said_to(
    wager: int, increment: Fraction, bonus: int, players: int
) -> None:
    def ev(pool: int) -> float:
        return analyse_jackpot(
            LAW, wager=wager, pool=pool, increment=increment, bonus=bonus, players=players
        ).ev

    meter = break_even(LAW, wager=wager, increment=increment, bonus=bonus, players=players)
    assert meter is not None
    assert ev(meter - 1) < 0 <= ev(meter)


def test_a_wager_that_no_meter_returns() -> None:
    assert break_even(LAW, wager=FARTHEST) is None


@pytest.mark.parametrize(
    ("wager", "pool", "increment", "players", "why"),
    [
        (0, 0, 0, 1, "a jackpot wager must be above"),
        (100, -1, 0, 1, "or more"),
        (100, 0, 2, 1, "between 0 and 1"),
        (100, 0, 0, 10, "1 to 9 players"),
    ],
)
def test_terms_that_make_no_sense_are_refused(
    wager: int, pool: int, increment: int, players: int, why: str
) -> None:
    with pytest.raises(JackpotError, match=why):
        analyse_jackpot(LAW, wager=wager, pool=pool, increment=Fraction(increment), players=players)
