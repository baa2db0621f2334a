"""Insurance, even money and side bets exactly: all sets of first cards, by the engine's rules."""

from collections.abc import Sequence
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
    """The value of insurance, in units of the insurance wager."""

    ev: float
    """The player's expectation; negative if the house has the edge."""
    rtp: float
    """The return for each unit: 1 plus the expectation."""
    hit: float
    """How often the dealer has the blackjack."""
    ev_of_wager: float
    """The expectation in units of the original wager, insured for the largest amount."""


class EvenMoneyFigures(msgspec.Struct, frozen=True):
    """Even money for a blackjack against an ace, in units of the wager."""

    ev: float
    """The certain payment."""
    rtp: float
    """The return for each unit: 1 plus the expectation."""
    waiting: float
    """The value of the same blackjack if it waits for the dealer's hand."""


def insurance_figures(
    game: BlackjackParameters, shoe: ShoeCounts, dealer: int, own: Sequence[int] = ()
) -> InsuranceFigures | None:
    """Return the figures of insurance against an ace or a ten; ``None`` if there is none.

    The dealer's second card is distributed like the next card of the shoe. ``own`` are the player's
    cards by rank; without them the figures ignore what the player holds.
    """
    pays = game.insurance_ace_pays if dealer == ACE else game.insurance_ten_pays
    if pays == NONE:
        return None
    wanted = TEN if dealer == ACE else ACE
    left = shoe.ranks.sum() - 1 - len(own)
    hit = float((shoe.ranks[wanted] - list(own).count(wanted)) / left)
    ev = hit * pays - (1 - hit)
    return InsuranceFigures(ev, 1 + ev, hit, ev * game.insurance_share)


def even_money_figures(game: BlackjackParameters, shoe: ShoeCounts) -> EvenMoneyFigures | None:
    """Return the figures of even money, knowing that two aces and a ten card are out."""
    if game.even_money_pays == NONE or game.blackjack_always_wins:
        return None
    dealer_too = float((shoe.ranks[TEN] - 1) / (shoe.ranks.sum() - 3))
    blackjack = natural(game, index_of(ACE, TEN), shoe.tens)
    waiting = dealer_too * blackjack.both + (1 - dealer_too) * blackjack.alone
    return EvenMoneyFigures(game.even_money_pays, 1 + game.even_money_pays, waiting)


CARDS_OF_KIND = {SideBetKind.PAIR: 2, SideBetKind.THREE_CARDS: 3}
"""The number of cards that decide: the player's first two, or the dealer's first card too."""


class LineFigures(msgspec.Struct, frozen=True):
    """One line of a pay table."""

    name: str
    """The name of the line."""
    chance: float
    """How often it wins."""
    pays: float
    """The payment for each unit."""


class SideBetFigures(msgspec.Struct, frozen=True):
    """The value of an optional wager, in units of that wager."""

    ev: float
    """The player's expectation; negative if the house has the edge."""
    hit: float
    """How often it wins anything."""
    variance: float
    """The variance of one wager."""
    sd: float
    """The standard deviation of one wager."""
    rtp: float
    """The return for each unit: 1 plus the expectation."""
    lines: tuple[LineFigures, ...]
    """The lines of the pay table, one by one."""


class _Sets(NamedTuple):
    """All sets of first cards that make a line, as indices into a deck."""

    cards: NDArray[np.int64]
    """A row for each set, its cards in order."""
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
    """Return the chance that the first cards are each set, in any order."""
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
    """Return the figures of an optional wager for the cards left.

    ``table`` is its pay table, counted from 0.
    """
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
