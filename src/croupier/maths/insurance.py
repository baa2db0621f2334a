"""Insurance and even money, exactly."""

import msgspec

from croupier.maths.parameters import NONE, BlackjackParameters
from croupier.maths.pays import ACE, TEN, natural
from croupier.maths.player_hands import index_of
from croupier.maths.valuation import ShoeCounts


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
