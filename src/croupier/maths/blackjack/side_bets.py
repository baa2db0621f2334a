"""Optional wagers exactly: every set of first cards, by the engine's own reading of the lines."""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK
from croupier.games.blackjack.side_bets import pair_lines, three_card_lines
from croupier.maths.blackjack.hands import index_of
from croupier.maths.blackjack.parameters import ACE, NONE, TEN, BlackjackParameters, natural, ratio
from croupier.maths.blackjack.rounds import CardCounts
from croupier.maths.blackjack.valuation import ShoeCounts
from croupier.rulebooks.law.blackjack import SideBet, SideBetKind


class InsuranceFigures(msgspec.Struct, frozen=True):
    """What insurance comes to, in units of it."""

    ev: float
    """The player's expectation; below zero is the house's edge."""
    rtp: float
    """What comes back of each unit: 1 and the expectation."""
    hit: float
    """How often the dealer has the blackjack."""
    ev_of_wager: float
    """The same in units of the wager that is insured as far as it may be."""


class EvenMoneyFigures(msgspec.Struct, frozen=True):
    """Even money for a blackjack against an ace, in units of the wager."""

    ev: float
    """What it pays, for certain."""
    rtp: float
    """What comes back of each unit: 1 and the expectation."""
    waiting: float
    """What the same blackjack comes to where it waits for the dealer's hand."""


def insurance_figures(
    game: BlackjackParameters, shoe: ShoeCounts, dealer: int
) -> InsuranceFigures | None:
    """Insurance against an ace or a ten, before one's own cards are looked at.

    The next card off the shoe is as likely to be any as the dealer's second card is.
    """
    pays = game.insurance_ace_pays if dealer == ACE else game.insurance_ten_pays
    if pays == NONE:
        return None
    wanted = TEN if dealer == ACE else ACE
    hit = float(shoe.ranks[wanted] / (shoe.ranks.sum() - 1))
    ev = hit * pays - (1 - hit)
    return InsuranceFigures(ev, 1 + ev, hit, ev * game.insurance_share)


def even_money_figures(game: BlackjackParameters, shoe: ShoeCounts) -> EvenMoneyFigures | None:
    """Even money, known that two aces and a ten card are out."""
    if game.even_money_pays == NONE or game.blackjack_always_wins:
        return None
    dealer_too = float((shoe.ranks[TEN] - 1) / (shoe.ranks.sum() - 3))
    blackjack = natural(game, index_of(ACE, TEN), shoe.tens)
    waiting = dealer_too * blackjack.both + (1 - dealer_too) * blackjack.alone
    return EvenMoneyFigures(game.even_money_pays, 1 + game.even_money_pays, waiting)


CARDS_OF_KIND = {SideBetKind.PAIR: 2, SideBetKind.THREE_CARDS: 3}
"""How many cards decide: the player's first two, or the dealer's first card as well."""


class LineFigures(msgspec.Struct, frozen=True):
    """One line of a pay table."""

    name: str
    """The line by its name."""
    chance: float
    """How often it wins."""
    pays: float
    """What it pays for each unit."""


class SideBetFigures(msgspec.Struct, frozen=True):
    """What an optional wager comes to, in units of it."""

    ev: float
    """The player's expectation; below zero is the house's edge."""
    hit: float
    """How often it wins anything."""
    variance: float
    """The variance of one wager."""
    sd: float
    """The standard deviation of one wager."""
    rtp: float
    """What comes back of each unit: 1 and the expectation."""
    lines: tuple[LineFigures, ...]
    """The lines of the pay table, one by one."""


class _Sets(NamedTuple):
    """All sets of first cards that make a line: where their cards stand in a deck."""

    cards: NDArray[np.int64]
    """One row for each set, its cards in order."""
    lines: tuple[frozenset[str], ...]


@cache
def _sets(kind: SideBetKind) -> _Sets:
    size = CARDS_OF_KIND[kind]
    made = pair_lines if kind is SideBetKind.PAIR else three_card_lines
    found = []
    for places in combinations_with_replacement(range(len(DECK)), size):
        lines = made(tuple(DECK[place] for place in places))
        if lines:
            found.append((places, frozenset(lines)))
    return _Sets(np.array([places for places, _ in found]), tuple(lines for _, lines in found))


def _chances(left: CardCounts, places: NDArray[np.int64]) -> NDArray[np.float64]:
    """The chance that the first cards are each set, in any order."""
    size = places.shape[1]
    orders = np.full(len(places), float(np.prod(np.arange(1, size + 1))))
    chances: NDArray[np.float64] = np.ones(len(places))
    same = np.zeros(len(places))
    for place in range(size):
        if place:
            same = np.where(places[:, place] == places[:, place - 1], same + 1, 0)
        orders /= same + 1
        chances *= np.maximum(left[places[:, place]] - same, 0) / (left.sum() - place)
    chances *= orders
    return chances


def side_bet_figures(bet: SideBet, table: int, left: CardCounts) -> SideBetFigures:
    """An optional wager on a pay table, counted from 0, with so many of each card left."""
    sets = _sets(bet.kind)
    chances = _chances(left, sets.cards)
    names = [line.name for line in bet.lines]
    paid = np.array(
        [next((i for i, n in enumerate(names) if n in made), -1) for made in sets.lines]
    )
    lines = tuple(
        LineFigures(line.name, float(chances[paid == place].sum()), ratio(line.odds.value[table]))
        for place, line in enumerate(bet.lines)
    )
    hit = sum(line.chance for line in lines)
    ev = sum(line.chance * line.pays for line in lines) - (1 - hit)
    variance = sum(line.chance * line.pays**2 for line in lines) + (1 - hit) - ev**2
    return SideBetFigures(ev, hit, variance, variance**0.5, 1 + ev, lines)
