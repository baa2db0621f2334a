"""Caribbean Stud exactly: best play, its value, and the cost of simple strategies.

Best play knows the player's five cards and the dealer's one, including suits, and decides by exact
counts of the dealer's hands (``maths.stud.counts``). Sums are of whole numbers and fractions; only
the printed figures are rounded.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card, Category, HandRank, rank_hand, write_cards
from croupier.cards.poker import HAND_SIZE
from croupier.games.table.choices import Choices
from croupier.maths.kernels.exact.stud import Integers
from croupier.maths.stud.counts import StudCounts, count_bets, count_one
from croupier.maths.stud.jackpots import JackpotAnalysis, analyse_jackpot
from croupier.maths.stud.poker_classes import HEIGHTS, HandClass, categories, hand_classes
from croupier.maths.stud.terms import StudTerms, StudTermsError, stud_terms
from croupier.maths.tabular import RowCells, Tabular
from croupier.money import Cents
from croupier.rulebooks import StudLaw

JACK, QUEEN, KING, ACE = 11, 12, 13, 14
ACE_KING = HandRank(Category.HIGH_CARD, (ACE, KING))

Bets = Callable[[HandClass, int], bool]
"""Returns whether to bet on a hand, given the height of the dealer's card."""


class SimpleStrategy(msgspec.Struct, frozen=True):
    """A rule for betting or folding that ignores suits."""

    name: str
    """The name to request it by."""
    title: str
    """The name to display."""
    bets: Bets
    """Returns whether it bets."""


@cache
def bets_of(strategy: SimpleStrategy) -> NDArray[np.bool_]:
    """Return whether a strategy bets, by class of hand and rank of the dealer's card."""
    bets = strategy.bets
    return np.array([[bets(one, height) for height in HEIGHTS] for one in hand_classes()])


def from_rank(lowest: HandRank) -> Bets:
    """Return the rule to bet on any hand from a given rank."""

    def bets(one: HandClass, _known: int) -> bool:
        return one.rank >= lowest

    return bets


def ace_king_if(also: Bets) -> Bets:
    """Return the rule to bet on a pair or better, and on ace-king under a further condition."""

    def bets(one: HandClass, known: int) -> bool:
        if one.rank.category > Category.HIGH_CARD:
            return True
        return one.rank >= ACE_KING and also(one, known)

    return bets


def matches(one: HandClass, known: int) -> bool:
    """Return whether the dealer's card matches the hand: fewer cards are left to pair it."""
    return known in one.heights


def three_rules(one: HandClass, known: int) -> bool:
    """Return whether to bet: a low match, a high match with queen or jack, or a low card."""
    if matches(one, known):
        return known <= QUEEN or QUEEN in one.heights or JACK in one.heights
    return QUEEN in one.heights and known < one.heights[3]


SIMPLE_STRATEGIES = (
    SimpleStrategy(
        "three-rules", "pair or better, ace-king by three rules", ace_king_if(three_rules)
    ),
    SimpleStrategy(
        "ace-king-jack-eight-three",
        "ace-king-jack-eight-three or better",
        from_rank(HandRank(Category.HIGH_CARD, (ACE, KING, JACK, 8, 3))),
    ),
    SimpleStrategy(
        "matching-rank",
        "pair or better, ace-king if the dealer's card matches",
        ace_king_if(matches),
    ),
    SimpleStrategy("pair", "pair or better", from_rank(HandRank(Category.ONE_PAIR, (2,)))),
    SimpleStrategy("ace-king", "ace-king or better", from_rank(ACE_KING)),
    SimpleStrategy("blind", "every hand", from_rank(HandRank(Category.HIGH_CARD, ()))),
)


BEST = "best"
BEST_CLASS = "exact best play by the five cards and the dealer's card"
LEAST_CARDS = 2 * HAND_SIZE
"""The cards of a player's hand and the dealer's."""


class Exact(NamedTuple):
    """The moments of a round's result in antes, and how often the player bets."""

    mean: Fraction
    mean_square: Fraction
    raised: Fraction
    win: Fraction
    """How often the ante wins."""
    stand_off: Fraction
    """How often it stands off."""


class StudFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The value of a way to play, in units of the ante."""

    title: str
    """The name of the way to play."""
    ev: float
    """The player's expectation; negative if the house has the edge."""
    variance: float
    """The variance of a round."""
    sd: float
    """The standard deviation of a round."""
    element_of_risk: float
    """The expectation for each unit at risk, ante and bet together."""
    raise_frequency: float
    """The share of hands that are bet on."""
    average_wager: float
    """The average amount at risk in a round, in antes."""
    win: float
    """How often the ante wins."""
    stand_off: float
    """How often the ante stands off."""
    loss: float
    """How often the ante loses, folded hands included."""
    cost: float = 0.0
    """The loss against best play; 0 for best play itself."""


class HandShare(msgspec.Struct, frozen=True, kw_only=True):
    """How rounds with hands of one category end under best play, as shares of all rounds."""

    folded: float
    """The player folds."""
    no_hand: float
    """The dealer does not play."""
    won: float
    """The player's hand is higher."""
    equal: float
    """Both are equal."""
    lost: float
    """The dealer's hand is higher."""


class StudAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis of a game of Caribbean Stud."""

    game: str
    """The name of the game."""
    ante: Cents
    """The ante, which matters under a maximum payout."""
    seen: str
    """The cards known to be gone, as text; empty if there are none."""
    best: StudFigures
    """The best play."""
    strategies: dict[str, StudFigures]
    """Simple strategies by name."""
    hands: dict[str, HandShare]
    """Shares by category of the player's hand under best play."""
    jackpot: JackpotAnalysis | None
    """The jackpot wager; ``None`` if the table has no jackpot."""


class StudDecision(Tabular, msgspec.Struct, frozen=True, kw_only=True):
    """One hand against one card of the dealer, expectations in units of the ante."""

    cards: str
    """The cards of the hand."""
    hand: str
    """The name of the hand."""
    dealer: str
    """The dealer's card."""
    bet: float
    """The value of a bet."""
    fold: float
    """The value of a fold: the ante is lost."""
    best: str
    """``bet`` or ``fold``."""
    no_hand: float
    """The chance that the dealer does not play."""
    won: float
    """The chance that the player's hand is higher."""
    equal: float
    """The chance that both are equal."""
    lost: float
    """The chance that the dealer's hand is higher."""

    def records(self) -> list[RowCells]:
        """Return a row for each call, best first."""
        worth = sorted((("bet", self.bet), ("fold", self.fold)), key=lambda call: -call[1])
        return [
            {
                "hand": self.cards,
                "rank": self.hand,
                "dealer": self.dealer,
                "call": call,
                "worth": value,
            }
            for call, value in worth
        ]


def analyse_stud(
    law: StudLaw,
    choices: Choices | None = None,
    *,
    ante: Cents | None = None,
    seen: tuple[Card, ...] = (),
    jackpot_players: int = 1,
) -> StudAnalysis:
    """Return the analysis of a game: best play, simple strategies, and the jackpot of the choices.

    ``ante`` matters only under a maximum payout, and defaults to the table's minimum. ``seen`` are
    cards gone before the deal, ``jackpot_players`` all who wager on the jackpot.
    """
    choices = choices or Choices()
    terms = stud_terms(law, choices, ante=ante)
    counts = best_counts(terms, seen)
    best = exact_of(counts.best, counts, terms)
    return StudAnalysis(
        game=law.game,
        ante=terms.ante,
        seen=write_cards(seen),
        best=_figures(BEST_CLASS, best, best, terms),
        strategies={
            one.name: _figures(
                one.title,
                exact_of(counts.every * bets_of(one)[:, :, None], counts, terms),
                best,
                terms,
            )
            for one in SIMPLE_STRATEGIES
        },
        hands=_hands(counts),
        jackpot=_jackpot(law, choices, jackpot_players),
    )


def decide_stud(
    law: StudLaw,
    hand: tuple[Card, ...],
    dealer: Card,
    *,
    choices: Choices | None = None,
    ante: Cents | None = None,
    seen: tuple[Card, ...] = (),
) -> StudDecision:
    """Return the values of bet and fold with one hand against a dealer's card."""
    if len(hand) != HAND_SIZE:
        raise StudTermsError(f"a hand has {HAND_SIZE} cards, not {len(hand)}")
    check_seen((*hand, dealer, *seen), least=HAND_SIZE - 1)
    terms = stud_terms(law, choices or Choices(), ante=ante)
    counts = count_one(hand, dealer, terms.lowest, gone=seen)
    rank = rank_hand(hand)
    dealers = sum(counts)
    amounts = msgspec.structs.astuple(terms.endings[rank.category])
    bet = terms.per_ante(sum(n * each for n, each in zip(counts, amounts, strict=True))) / dealers
    fold = terms.per_ante(terms.fold)
    no_hand, won, equal, lost = (float(Fraction(number, dealers)) for number in counts)
    return StudDecision(
        cards=write_cards(hand),
        hand=str(rank),
        dealer=str(dealer),
        bet=float(bet),
        fold=float(fold),
        best="bet" if bet > fold else "fold",
        no_hand=no_hand,
        won=won,
        equal=equal,
        lost=lost,
    )


def best_counts(terms: StudTerms, seen: tuple[Card, ...] = ()) -> StudCounts:
    """Return how all bets end, and the best play of every hand, with some cards gone."""
    check_seen(seen, least=LEAST_CARDS)
    return count_bets(terms.values(), terms.lowest, gone=seen)


def exact_of(bets: Integers, counts: StudCounts, terms: StudTerms) -> Exact:
    """Return the moments of a way to play from how its bets end. Hands not bet on are folded."""
    by_class = bets.sum(axis=1)
    by_category = [by_class[categories() == category].sum(axis=0).tolist() for category in Category]
    raised = sum(map(sum, by_category))
    folded = counts.deals - raised
    total, squares = folded * terms.fold, folded * terms.fold**2
    no_hand, won, equal, _lost = (int(number) for number in by_class.sum(axis=0))
    for numbers, ending in zip(by_category, terms.endings, strict=True):
        for number, amount in zip(numbers, msgspec.structs.astuple(ending), strict=True):
            total += number * amount
            squares += number * amount**2
    return Exact(
        mean=terms.per_ante(total) / counts.deals,
        mean_square=Fraction(squares, terms.ante**2) / counts.deals,
        raised=Fraction(raised, counts.deals),
        win=Fraction(no_hand + won, counts.deals),
        stand_off=Fraction(equal, counts.deals),
    )


def _figures(title: str, exact: Exact, best: Exact, terms: StudTerms) -> StudFigures:
    variance = exact.mean_square - exact.mean**2
    wagered = 1 + terms.per_ante(terms.bet) * exact.raised
    return StudFigures(
        title=title,
        ev=float(exact.mean),
        variance=float(variance),
        sd=sqrt(variance),
        element_of_risk=float(exact.mean / wagered),
        raise_frequency=float(exact.raised),
        average_wager=float(wagered),
        win=float(exact.win),
        stand_off=float(exact.stand_off),
        loss=float(1 - exact.win - exact.stand_off),
        cost=float(best.mean - exact.mean),
    )


def _hands(counts: StudCounts) -> dict[str, HandShare]:
    shares = {}
    for category in Category:
        rows = categories() == category
        dealt, bet = counts.every[rows].sum(), counts.best[rows].sum(axis=(0, 1))
        folded = Fraction(int(dealt - bet.sum()), counts.deals)
        ended = (Fraction(number, counts.deals) for number in bet.tolist())
        no_hand, won, equal, lost = map(float, ended)
        shares[category.key] = HandShare(
            folded=float(folded), no_hand=no_hand, won=won, equal=equal, lost=lost
        )
    return shares


def _jackpot(law: StudLaw, choices: Choices, players: int) -> JackpotAnalysis | None:
    terms = choices.jackpot
    if terms is None:
        return None
    return analyse_jackpot(
        law.jackpot,
        wager=terms.wager,
        pool=terms.pool,
        increment=Fraction(terms.increment),
        bonus=terms.bonus,
        players=players,
    )


def check_seen(cards: tuple[Card, ...], *, least: int) -> None:
    """Raise for a card that appears twice, or if fewer than ``least`` cards are left."""
    twice = [card for card in DECK if cards.count(card) > 1]
    if twice:
        raise StudTermsError(f"one deck has one {twice[0].name_in_words}")
    if len(DECK) - len(cards) < least:
        raise StudTermsError(f"{least} cards must be left, not {len(DECK) - len(cards)}")
