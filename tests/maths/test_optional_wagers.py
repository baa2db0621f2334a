"""Optional wagers and insurance, against published figures and every deal."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from croupier.cards import DECK, parse_cards
from croupier.games.blackjack.side_bets import winning_line
from croupier.games.table.choices import Choices
from croupier.maths.blackjack.parameters import ACE, TEN, parameters_of
from croupier.maths.blackjack.rounds import cards_left
from croupier.maths.blackjack.side_bets import (
    even_money_figures,
    insurance_figures,
    side_bet_figures,
)
from croupier.maths.blackjack.valuation import full_shoe
from croupier.rulebooks import (
    CANBERRA_BLACKJACK,
    PERTH_BLACKJACK,
    PERTH_BLACKJACK_PLUS,
    STAR_BLACKJACK,
    BlackjackLaw,
)
from croupier.rulebooks.law.blackjack import SideBet


@pytest.mark.parametrize(("decks", "percent"), [(6, -7.3955), (8, -7.4699)])
def test_insurance_off_a_full_shoe(decks: int, percent: float) -> None:
    """The figures of the Wizard of Odds: 7.40 % with six decks, 7.47 % with eight."""
    game = parameters_of(STAR_BLACKJACK, Choices(decks=decks))
    figures = insurance_figures(game, full_shoe(decks), ACE)
    assert figures is not None
    assert figures.ev * 100 == pytest.approx(percent, abs=5e-5)


def test_insurance_against_a_ten_is_there_where_it_is_offered() -> None:
    """Star 8.2 and 15.1.5: 10 to 1 on 32 aces in 415 cards."""
    shoe = full_shoe(8)
    assert insurance_figures(parameters_of(STAR_BLACKJACK), shoe, TEN) is None
    game = parameters_of(STAR_BLACKJACK, Choices(ten_insurance=True))
    figures = insurance_figures(game, shoe, TEN)
    assert figures is not None
    assert figures.ev == pytest.approx(float(Fraction(32 * 11, 415) - 1), abs=1e-15)


def test_even_money_is_worth_less_than_waiting_off_a_full_shoe() -> None:
    figures = even_money_figures(parameters_of(STAR_BLACKJACK), full_shoe(8))
    assert figures is not None
    assert figures.waiting == pytest.approx(float(Fraction(3, 2) * (1 - Fraction(127, 413))))
    assert figures.ev < figures.waiting
    plus = parameters_of(PERTH_BLACKJACK_PLUS)
    assert even_money_figures(plus, full_shoe(8)) is None


def bet_of(law: BlackjackLaw, name: str) -> SideBet:
    return next(bet for bet in law.side_bets.kinds if bet.name == name)


@pytest.mark.parametrize(
    ("law", "name", "table", "decks", "percent"),
    [
        (PERTH_BLACKJACK, "perfect-pairs", 3, 6, -5.79),
        (PERTH_BLACKJACK, "perfect-pairs", 6, 8, -4.10),
        (CANBERRA_BLACKJACK, "pairs-play", 0, 8, -10.36),
    ],
)
def test_pairs_come_to_the_published_figures(
    law: BlackjackLaw, name: str, table: int, decks: int, percent: float
) -> None:
    figures = side_bet_figures(bet_of(law, name), table, cards_left(decks))
    assert figures.ev * 100 == pytest.approx(percent, abs=0.005)


@pytest.mark.parametrize(
    ("law", "table", "decks"), [(PERTH_BLACKJACK, 4, 6), (STAR_BLACKJACK, 0, 8)]
)
def test_perfect_pairs_counted_by_hand(law: BlackjackLaw, table: int, decks: int) -> None:
    """Beside a first card lie decks-1 of its kind, decks of its colour, twice that of the other."""
    bet = bet_of(law, "perfect-pairs")
    fitting = {"perfect-pair": decks - 1, "coloured-pair": decks, "mixed-pair": 2 * decks}
    others = 52 * decks - 1
    won = Fraction(0)
    for line in bet.lines:
        odds = line.odds.value[table]
        won += fitting[line.name] * Fraction(odds.to, odds.against)
    lost = others - sum(fitting.values())
    assert side_bet_figures(bet, table, cards_left(decks)).ev == pytest.approx(
        float((won - lost) / others)
    )


@pytest.mark.parametrize(("table", "percent"), [(0, -5.31), (2, -12.57)])
def test_three_cards_come_to_the_published_figures(table: int, percent: float) -> None:
    """The lowest and highest that are published for six decks with 10 to 1 on a suited 21."""
    figures = side_bet_figures(bet_of(STAR_BLACKJACK, "lucky-lucky"), table, cards_left(6))
    assert figures.ev * 100 == pytest.approx(percent, abs=0.005)


def test_three_cards_agree_with_every_single_deal() -> None:
    """A small shoe dealt card by card, in every order."""
    bet = bet_of(STAR_BLACKJACK, "lucky-lucky")
    cards = parse_cards("6H 7H 8H 7H 7H 7S 7D AH TH TC 9C 9H 2D KD 6S 8C")
    left = np.array([float(cards.count(card)) for card in DECK])
    for table in range(3):
        results = []
        for first, dealer, second in itertools.permutations(cards, 3):
            line = winning_line(bet, (first, second), dealer)
            results.append(-1.0 if line is None else float(line.odds.value[table].to))
        figures = side_bet_figures(bet, table, left)
        assert figures.ev == pytest.approx(np.mean(results), abs=1e-12)
        assert figures.variance == pytest.approx(np.var(results), abs=1e-9)
        assert figures.hit == pytest.approx(np.mean(np.array(results) > 0), abs=1e-12)
