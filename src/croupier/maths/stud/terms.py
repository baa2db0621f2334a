"""The money of a round of Caribbean Stud by the law, as the kernels take it."""

from fractions import Fraction

import msgspec
import numpy as np

from croupier.cards import Category
from croupier.errors import CroupierError
from croupier.games.stud.game import open_stud
from croupier.games.table.choices import Choices
from croupier.games.table.rounds import CENT
from croupier.maths.kernels.exact.stud import Floats
from croupier.maths.stud.poker_classes import lowest_class_from
from croupier.messages import Refused
from croupier.money import Cents, Odds, in_dollars
from croupier.rulebooks import Result, StudLaw


class StudTermsError(CroupierError):
    """Raised for a game of Caribbean Stud that cannot be analysed."""


class Ending(msgspec.Struct, frozen=True):
    """What the ante and the bet on a hand win together, in cents, by how the bet ends."""

    no_hand: Cents
    """The dealer does not play."""
    won: Cents
    """The player's hand is higher."""
    equal: Cents
    """The hands are equal."""
    lost: Cents
    """The dealer's hand is higher."""


class StudTerms(msgspec.Struct, frozen=True, kw_only=True):
    """Everything in the law that affects money or play, for one ante."""

    ante: Cents
    """The ante."""
    bet: Cents
    """The bet that goes with the ante."""
    fold: Cents
    """What a fold wins: the ante is lost, so it is negative."""
    lowest: int
    """The class of hands from which the dealer plays."""
    endings: tuple[Ending, ...]
    """By category of the player's hand."""

    def per_ante(self, amount: Cents) -> Fraction:
        """Return an amount in units of the ante."""
        return Fraction(amount, self.ante)

    def values(self) -> Floats:
        """Return what a bet wins more than a fold, in antes, by category and ending."""
        rows = [msgspec.structs.astuple(ending) for ending in self.endings]
        return np.array(
            [[(amount - self.fold) / self.ante for amount in row] for row in rows], dtype=np.float64
        )


def stud_terms(law: StudLaw, choices: Choices, *, ante: Cents | None = None) -> StudTerms:
    """Return the money of a round for an ante; the table's minimum by default.

    The ante matters only if a maximum payout is displayed (10.2): it is an amount of dollars, so it
    cuts the odds of a large ante and not those of a small one.
    """
    table = open_stud(law, choices)
    if isinstance(table, Refused):
        raise StudTermsError(f"{table.why} ({table.clause})")
    if table.choices.decks != 1:
        raise StudTermsError(f"hands are counted in one deck, not in {table.choices.decks}")
    ante = choices.minimum if ante is None else ante
    if ante <= 0:
        raise StudTermsError(f"an ante must be above $0, not {in_dollars(ante)}")
    bet = ante * law.betting.bet.value
    return StudTerms(
        ante=ante,
        bet=bet,
        fold=-ante,
        lowest=lowest_class_from(law.settlement.qualifies.value),
        endings=tuple(_ending_of(law, choices, category, ante, bet) for category in Category),
    )


def _ending_of(
    law: StudLaw, choices: Choices, category: Category, ante: Cents, bet: Cents
) -> Ending:
    """Return what a hand of a category wins. Only the bet is subject to the maximum payout."""
    rules = law.settlement
    ante_odds, bet_odds = rules.ante.value, rules.bet[category].value
    most = choices.max_payout

    def both(word: Result) -> Cents:
        return _brings(word, ante, ante_odds) + _brings(word, bet, bet_odds, most)

    return Ending(
        no_hand=_brings(rules.no_hand_ante.value, ante, ante_odds)
        + _brings(rules.no_hand.value, bet, bet_odds, most),
        won=both(rules.higher.value),
        equal=both(rules.equal.value),
        lost=both(rules.lower.value),
    )


def _brings(word: Result, stake: Cents, odds: Odds, most: Cents | None = None) -> Cents:
    """Return what a wager wins by the result of its rule; 0 for a stand-off."""
    if word is Result.WIN:
        winnings = odds.winnings(stake, chip=CENT)
        return winnings if most is None else min(winnings, most)
    return -stake if word is Result.LOSE else 0
