"""A blackjack law and an operator's choices as flat numbers for compiled kernels.

They contain all that affects money or play and nothing else: a kernel has no use for clauses or
announcements. Where the engine reads a rule in a certain way, so do these numbers
(``docs/readings.md``).
"""

from itertools import product
from typing import NamedTuple

import numpy as np

from croupier.errors import CroupierError
from croupier.games.blackjack.opening import blackjack_table, open_blackjack
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.choices import Choices
from croupier.maths.kernels.exact.dealer import BLACKJACK, OUTCOMES, TOTALS
from croupier.maths.kernels.exact.dealer import OVER as DEALER_IS_OVER
from croupier.maths.kernels.tables import GONE, HIGHEST, STANDS_FROM, Floats, Natural, Pays
from croupier.messages import Refused
from croupier.money import Odds
from croupier.rulebooks import BlackjackLaw, Result, Rule
from croupier.rulebooks.law.blackjack import ByTenRank, DoubleTotal, Made, Verdicts

ORIGINAL, DOUBLE, SPLIT = range(3)
"""Kinds of wager: the original, what a double adds, and one made by splitting."""
OVER, DEALER_OVER, HIGHER, LOWER, EQUAL, DEALER_BLACKJACK = range(6)
"""How a wager on a hand without a blackjack may end: the columns of ``verdicts``."""
TWENTY_ONE, FIVE_CARDS = range(2)
"""Hands that may win at once: the rows of ``at_once``."""
FIVE = 5
ANY = -1
"""A mask with every bit set: no number is excluded."""
NONE = 0
"""In place of a rule that the game does not have."""


class UnlawfulChoicesError(CroupierError):
    """Raised for choices that the rulebook does not leave to the operator."""


class BlackjackParameters(NamedTuple):
    """A blackjack game as flat numbers.

    Money is in units of the original wager, negative for a loss.

    A mask has bit ``n`` set if the number ``n`` is allowed.
    """

    decks: int
    """The number of decks of a full shoe."""
    dealer_draws_soft_17: bool
    """Whether the dealer draws to a soft seventeen."""
    dealer_exactly: int
    """A dealer's total over 21 that is a stand-off for remaining wagers, or ``NONE``."""

    verdicts: Floats
    """What a wager wins, by kind and ending: 3 by 6."""
    at_once: Floats
    """What a hand wins as it is made, by hand and kind of wager: 2 by 3, NaN if it does not.

    A 21 takes precedence over five cards. A blackjack is neither.
    """

    blackjack_pays: float
    """What a blackjack wins that the dealer does not equal."""
    blackjack_always_wins: bool
    """Whether a blackjack is paid whatever the dealer holds."""
    blackjack_paid_early: bool
    """Whether a blackjack is paid, and its cards removed, as soon as the dealer can have none.

    This moves no money, but the dealer may then need no card.
    """
    both_blackjack: Floats
    """Blackjack against blackjack, by whether the player's ten card ranks higher, equal or
    lower."""
    split_blackjack_counts: bool
    """Whether an ace and a ten card after a split are a blackjack."""
    even_money_pays: float
    """What a blackjack against an ace wins as even money, or ``NONE``."""
    insurance_ace_pays: float
    insurance_ten_pays: float
    """What insurance wins for each unit, or ``NONE`` if there is none."""
    insurance_share: float
    """The part of the wager that may be insured."""
    blackjack_insurable: bool
    """Whether a blackjack may be insured."""

    must_draw_below: int
    """The total below which a hand must draw."""
    may_draw_below: int
    """The total from which a hand may not draw."""
    over: int
    """The total above which a hand has lost."""
    most_cards: int
    """The number of cards at which a hand takes no more, or ``NONE``."""

    double_cards: int
    """Mask of the numbers of cards on which a hand may be doubled."""
    double_split_cards: int
    """The same mask for a hand made by splitting."""
    double_totals: int
    """Mask of the totals that may be doubled."""
    double_soft: bool
    """Whether a soft hand may be doubled whatever its total."""
    double_aces_as_one: bool
    """Whether totals for doubling count each ace as one, and those aces stay one afterwards.

    An ace drawn to the double may still count eleven.
    """
    double_split_aces: bool
    """Whether the two cards of a split ace may be doubled."""

    split_hands: int
    """The most hands on a box."""
    split_aces_hands: int
    """The most hands made from aces."""
    split_aces_one_card: bool
    """Whether a split ace takes only one card.

    A further pair of aces may be split again while hands are left, or stand. A split ace needs no
    total to stand on.
    """

    surrender_against: int
    """Mask of the dealer's card values, an ace 1, against which a hand may be surrendered."""
    surrender_below: int
    """The total below which a hand of two cards may be surrendered."""
    surrender_pays: float
    surrender_blackjack_pays: float
    """What a surrendered wager ends with, usually and against a dealer's blackjack."""


def parameters_of(law: BlackjackLaw, choices: Choices | None = None) -> BlackjackParameters:
    """Return the numbers of a game. Raise :class:`UnlawfulChoicesError` for unlawful choices."""
    table = table_of(law, choices)
    play, double, split, settlement = law.play, law.double, law.split, law.settlement
    insurance, surrender = law.insurance, law.surrender
    ten = insurance.ten if insurance is not None and table.choices.ten_insurance else None
    outright = play.blackjack_wins is not None
    aces_as_one = double.counted is not None and double.counted.value is DoubleTotal.ACES_AS_ONE
    one_card = split.aces_one_card is not None
    hands = split.hands
    if table.choices.resplit and split.permitted_hands is not None:
        hands = max(hands, split.permitted_hands, key=lambda rule: rule.value)
    if insurance is not None and ten is not None and ten.share.value != insurance.ace.share.value:
        why = "insurance.ace.share and insurance.ten.share differ, and one part is worked out"
        raise UnlawfulChoicesError(f"{why} ({insurance.ace.share.clause}, {ten.share.clause})")
    return BlackjackParameters(
        decks=table.choices.decks,
        dealer_draws_soft_17=law.dealer.draws_soft_17[table.inscription].value,
        dealer_exactly=_number(settlement.dealer_exactly),
        verdicts=np.array(
            [_verdicts(v) for v in (settlement.original, settlement.double, settlement.split)]
        ),
        at_once=_at_once(law),
        blackjack_pays=_ratio(settlement.blackjack),
        blackjack_always_wins=outright,
        blackjack_paid_early=outright or law.interim.blackjack is not None,
        both_blackjack=_both_blackjack(law),
        split_blackjack_counts=split.blackjack_counts.value,
        even_money_pays=_ratio(law.interim.even_money),
        insurance_ace_pays=_ratio(None if insurance is None else insurance.ace.pays),
        insurance_ten_pays=_ratio(None if ten is None else ten.pays),
        insurance_share=float(NONE if insurance is None else insurance.ace.share.value),
        blackjack_insurable=insurance is not None and insurance.not_with_blackjack is None,
        must_draw_below=play.must_draw_below.value,
        may_draw_below=play.may_draw_below.value,
        over=play.over.value,
        most_cards=_number(play.most_cards),
        double_cards=mask(double.on_cards.value),
        double_split_cards=mask(double.on_split_cards.value),
        double_totals=ANY if double.totals is None else mask(double.totals.value),
        double_soft=double.totals is None,
        double_aces_as_one=aces_as_one,
        double_split_aces=not one_card and double.not_split_aces is None,
        split_hands=hands.value,
        split_aces_hands=min(hands.value, _number(split.aces_hands) or hands.value),
        split_aces_one_card=one_card,
        surrender_against=NONE if surrender is None else mask(surrender.against.value),
        surrender_below=_number(None if surrender is None else surrender.total_below),
        surrender_pays=0.0 if surrender is None else -float(surrender.half.value),
        surrender_blackjack_pays=0.0 if surrender is None else _by_word(surrender.dealer_blackjack),
    )


def table_of(law: BlackjackLaw, choices: Choices | None = None) -> BlackjackTable:
    """Return a table opened with the choices, which fixes its number of decks and its layout."""
    opened = open_blackjack(law, choices)
    if isinstance(opened, Refused):
        raise UnlawfulChoicesError(f"{opened.why} ({opened.clause})")
    return blackjack_table(opened)


def mask(numbers: tuple[int, ...] | frozenset[int]) -> int:
    """Return a mask with a bit for each number."""
    return sum(1 << number for number in set(numbers))


def ratio(odds: Odds) -> float:
    """Return what odds win for each unit."""
    return odds.to / odds.against


def _ratio(rule: Rule[Odds] | None) -> float:
    return float(NONE) if rule is None else ratio(rule.value)


def _number(rule: Rule[int] | None) -> int:
    return NONE if rule is None else rule.value


def _by_word(rule: Rule[Result]) -> float:
    return -1.0 if rule.value is Result.LOSE else 0.0


def _verdicts(verdicts: Verdicts) -> list[float]:
    return [
        _by_word(verdicts.over),
        _ratio(verdicts.dealer_over),
        _ratio(verdicts.higher),
        _by_word(verdicts.lower),
        _by_word(verdicts.equal),
        _by_word(verdicts.dealer_blackjack),
    ]


def _at_once(law: BlackjackLaw) -> Floats:
    paid = np.full((2, 3), np.nan)
    rows = {Made.TWENTY_ONE: TWENTY_ONE, Made.FIVE_CARDS: FIVE_CARDS}
    for win in law.play.wins_at_once:
        rules = (win.pays, win.double or win.pays, win.split or win.pays)
        paid[rows[win.made]] = [_ratio(rule) for rule in rules]
    return paid


def _both_blackjack(law: BlackjackLaw) -> Floats:
    rule = law.settlement.both_blackjack
    if isinstance(rule, ByTenRank):
        return np.array([_ratio(rule.higher), _ratio(rule.same), _ratio(rule.lower)])
    return np.full(3, _by_word(rule))


KINDS = ((ORIGINAL,), (ORIGINAL, DOUBLE), (SPLIT,), (SPLIT, DOUBLE))
"""The wagers on a hand: the original or one made by splitting, each without and with a double."""
ACE, TEN = 0, 9
"""Indices of ranks: the card's value less one."""

TenRanks = tuple[int, int, int, int]
"""The numbers of tens, jacks, queens and kings in the shoe."""


def pays_of(game: BlackjackParameters) -> Pays:
    """Return the payments of a game, a row for each of :data:`KINDS`."""
    single = np.stack([_against(game.verdicts[kind]) for kind in (ORIGINAL, DOUBLE, SPLIT)])
    return Pays(
        against=np.stack([single[list(kinds)].sum(axis=0) for kinds in KINDS]),
        twenty_one=_sums(game.at_once[TWENTY_ONE]),
        five_cards=_sums(game.at_once[FIVE_CARDS]),
        over=_sums(game.verdicts[:, OVER]),
    )


def squared_pays(pays: Pays) -> Pays:
    """Return the squares of all payments, for second moments."""
    return Pays(*(table**2 for table in pays))


def _sums(by_kind: Floats) -> Floats:
    return np.array([by_kind[list(kinds)].sum() for kinds in KINDS])


def _against(verdicts: Floats) -> Floats:
    """Return what one wager wins, by the hand's total and the dealer's outcome."""
    table = np.zeros((HIGHEST + 1, OUTCOMES))
    for total in range(HIGHEST + 1):
        for place in range(TOTALS):
            dealer = STANDS_FROM + place
            end = HIGHER if total > dealer else EQUAL if total == dealer else LOWER
            table[total, place] = verdicts[end]
    table[:, DEALER_IS_OVER] = verdicts[DEALER_OVER]
    table[:, BLACKJACK] = verdicts[DEALER_BLACKJACK]
    return table


def natural(game: BlackjackParameters, hand: int, tens: TenRanks) -> Natural:
    """Return the value of a blackjack, given the ten ranks in the shoe.

    A ten card is equally likely to be any of those in the shoe, whatever else was drawn, so their
    ranks matter only here.
    """
    alone = game.blackjack_pays
    if game.blackjack_always_wins:
        return Natural(hand, alone, alone**2, alone, alone**2, alone**2)
    chances = [
        (_both_blackjack_pay(game, mine, dealers), count * (tens[dealers] - (mine == dealers)))
        for mine, count in enumerate(tens)
        for dealers in range(len(tens))
    ]
    pairs = sum(weight for _, weight in chances)
    both = sum(paid * weight for paid, weight in chances) / max(pairs, 1)
    both_square = sum(paid**2 * weight for paid, weight in chances) / max(pairs, 1)
    together = _both_together(game, tens)
    return Natural(hand, alone, alone**2, both, both_square, together)


def _both_blackjack_pay(game: BlackjackParameters, mine: int, dealers: int) -> float:
    """Return what blackjack against blackjack wins, by the ranks of the two ten cards."""
    higher, same, lower = game.both_blackjack
    return float(same if mine == dealers else higher if mine > dealers else lower)


def _both_together(game: BlackjackParameters, tens: TenRanks) -> float:
    """Return the mean product of two blackjacks against the same dealer's blackjack."""
    total = weights = 0.0
    for one, other, dealers in product(range(len(tens)), repeat=3):
        weight = tens[one]
        weight *= tens[other] - (one == other)
        weight *= tens[dealers] - (dealers == one) - (dealers == other)
        total += (
            weight
            * _both_blackjack_pay(game, one, dealers)
            * _both_blackjack_pay(game, other, dealers)
        )
        weights += weight
    return total / max(weights, 1.0)


NO_NATURAL = Natural(GONE, 0.0, 0.0, 0.0, 0.0, 0.0)
"""No hand counts as a blackjack, as after a split in most games."""
