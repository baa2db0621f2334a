"""The exact value of a progressive jackpot wager, by the meter.

Jackpot bettors at one table are alike: the expectation of one is what all win together, divided by
their number. That depends on how many royal flushes and how many other straight flushes are on the
table at once. Their chances are counted, and the money of each case is what
:func:`croupier.house.jackpots.payouts` pays, so that sharing, successive tenths, least sums and the
bonus are the engine's own.
"""

from bisect import bisect_left
from collections import Counter
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, product
from math import comb, perm, prod

import msgspec

from croupier.cards import CARDS_PER_DECK, SUITS, Category
from croupier.cards.poker import HAND_SIZE
from croupier.errors import CroupierError
from croupier.house.jackpots import Claim, Contribute, Pool, PoolOpened, decide, evolve, payouts
from croupier.maths.stud.poker_classes import HEIGHTS, HandClass, hand_classes
from croupier.messages import Refused
from croupier.money import Cents, in_dollars
from croupier.rulebooks.law.stud import JackpotLaw

TABLE = "the table"
BONUS = "bonus"
MOST_PLAYERS = 9
"""With the dealer's hand, ten hands: a deck has no more."""
FARTHEST: Cents = 10**12
"""A meter that no jackpot reaches: if it does not break even there, it never does."""

Joint = dict[tuple[int, int], Fraction]
"""The chance of each number of royal flushes and of other straight flushes."""


class JackpotError(CroupierError):
    """Raised for terms of a jackpot that cannot be analysed."""


class JackpotAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """A jackpot wager at one meter. Expectations are in units of the wager."""

    wager: Cents
    """The jackpot wager."""
    pool: Cents
    """The meter before the round's wagers feed it."""
    increment: float
    """The share of each wager that goes to the meter."""
    bonus: Cents
    """What other jackpot bettors win; 0 for nothing."""
    players: int
    """The number of jackpot bettors at the table, including this player."""
    ev: float
    """The player's expectation; negative if the house has the edge."""
    rtp: float
    """The return for each unit: 1 plus the expectation."""
    hit: float
    """How often the player's own hand wins."""
    break_even: Cents | None
    """The smallest meter, before the round's wagers, at which nothing is lost; ``None`` if there is
    none."""
    by_category: dict[str, float]
    """The contribution of each category of hand to the return."""
    bonus_return: float
    """The contribution of the bonus."""
    increment_return: float
    """The contribution of the round's own wagers, which are in the pool before it pays."""
    sharing_cost: float
    """The loss to other winners of the same round, compared with playing alone at this meter."""


def analyse_jackpot(
    law: JackpotLaw,
    *,
    wager: Cents,
    pool: Cents,
    increment: Fraction = Fraction(0),
    bonus: Cents = 0,
    players: int = 1,
) -> JackpotAnalysis:
    """Return the exact expectation of a jackpot wager, and the meter at which it breaks even."""
    _check(wager, pool, increment, bonus, players)

    def shares(*, increment: Fraction, bonus: Cents, players: int) -> dict[str, Fraction]:
        terms = pool_with(wager=wager, increment=increment, bonus=bonus, meter=pool)
        return _parts(law, terms, players)

    parts = shares(increment=increment, bonus=bonus, players=players)
    unfed = shares(increment=Fraction(0), bonus=bonus, players=players)
    alone = shares(increment=increment * players, bonus=0, players=1)
    total = sum(parts.values(), Fraction(0))
    bonus_part = parts.pop(BONUS)
    return JackpotAnalysis(
        wager=wager,
        pool=pool,
        increment=float(increment),
        bonus=bonus,
        players=players,
        ev=float(total - 1),
        rtp=float(total),
        hit=float(sum((chance_of(category) for category in law.qualifying), Fraction(0))),
        break_even=break_even(law, wager=wager, increment=increment, bonus=bonus, players=players),
        by_category={name: float(part) for name, part in parts.items()},
        bonus_return=float(bonus_part),
        increment_return=float(total - sum(unfed.values(), Fraction(0))),
        sharing_cost=float(sum(alone.values(), Fraction(0)) - (total - bonus_part)),
    )


def break_even(
    law: JackpotLaw,
    *,
    wager: Cents,
    increment: Fraction = Fraction(0),
    bonus: Cents = 0,
    players: int = 1,
) -> Cents | None:
    """Return the smallest meter, before the round's wagers, that returns the wager in the long run.

    A higher meter never pays less, so bisection finds it. Return ``None`` if there is none.
    """

    def enough(meter: Cents) -> bool:
        terms = pool_with(wager=wager, increment=increment, bonus=bonus, meter=meter)
        return sum(_parts(law, terms, players).values(), Fraction(0)) >= 1

    if not enough(FARTHEST):
        return None
    return bisect_left(range(FARTHEST), True, key=enough)


def _check(wager: Cents, pool: Cents, increment: Fraction, bonus: Cents, players: int) -> None:
    if wager <= 0:
        raise JackpotError(f"a jackpot wager must be above $0, not {in_dollars(wager)}")
    if min(pool, bonus) < 0:
        raise JackpotError("a jackpot's pool and bonus must be $0 or more")
    if not 0 <= increment <= 1:
        raise JackpotError(f"a share between 0 and 1 of a wager feeds the pool, not {increment}")
    if not 1 <= players <= MOST_PLAYERS:
        raise JackpotError(f"1 to {MOST_PLAYERS} players wager on a jackpot, not {players}")


def pool_with(*, wager: Cents, increment: Fraction, meter: Cents, bonus: Cents = 0) -> Pool:
    """Return a pool with the given meter that belongs to no table."""
    return evolve(None, PoolOpened("", "", wager, increment, meter, bonus, 0))


def _parts(law: JackpotLaw, pool: Pool, players: int) -> dict[str, Fraction]:
    """Return a player's expectation in units of the wager, by winning category or bonus."""
    parts = {category.key: chance_of(category) * rule.value for category, rule in law.fixed.items()}
    parts |= {category.key: Fraction(0) for category in law.shares} | {BONUS: Fraction(0)}
    fed = pool_with_wagers(law, pool, players)
    for (royals, straights), chance in flushes_at_once(players).items():
        winners = [Category.ROYAL_FLUSH] * royals + [Category.STRAIGHT_FLUSH] * straights
        names = [f"player {number}" for number in range(1, players + 1)]
        hands = tuple(
            (name, box, category)
            for box, (name, category) in enumerate(zip(names, winners, strict=False), 1)
        )
        bettors = tuple((name, box) for box, name in enumerate(names, 1))
        won = {name: category.key for name, _, category in hands}
        for payment in payouts(law, fed, Claim(TABLE, hands, bettors)):
            parts[won.get(payment.player, BONUS)] += chance * payment.amount / players
    return {name: part / pool.wager for name, part in parts.items()}


def pool_with_wagers(law: JackpotLaw, pool: Pool, wagers: int) -> Pool:
    """Return the pool with a round's wagers in it, as it is when it pays."""
    events = decide(law, pool, Contribute(TABLE, wagers * pool.wager))
    if isinstance(events, Refused):
        raise JackpotError(events.why)
    return reduce(evolve, events, pool)


@cache
def chance_of(category: Category) -> Fraction:
    """Return how often five cards are of a category."""
    counts = Counter(dict.fromkeys(Category, 0))
    for one in hand_classes():
        counts[one.rank.category] += _hands_of(one)
    return Fraction(counts[category], comb(CARDS_PER_DECK, HAND_SIZE))


def _hands_of(one: HandClass) -> int:
    """Return how many hands of a deck a class has."""
    suits = len(SUITS)
    if one.suited:
        return suits
    ways = prod(comb(suits, count) for count in Counter(one.heights).values())
    return ways - suits if len(set(one.heights)) == HAND_SIZE else ways


@cache
def flushes_at_once(players: int) -> Joint:
    """Return the chance of each number of royal and other straight flushes among players.

    The case of none is left out. Computed by inclusion and exclusion from the expected numbers of
    combinations.
    """
    expected = {
        (royals, straights): Fraction(
            sets * perm(players, royals + straights),
            prod(
                comb(CARDS_PER_DECK - HAND_SIZE * n, HAND_SIZE) for n in range(royals + straights)
            ),
        )
        for (royals, straights), sets in _flushes_apart().items()
        if royals + straights <= players
    }
    joint: Joint = {}
    for royals, straights in expected:
        if royals + straights:
            joint[royals, straights] = sum(
                (
                    (-1) ** (more - royals + others - straights)
                    * comb(more, royals)
                    * comb(others, straights)
                    * mean
                    for (more, others), mean in expected.items()
                    if more >= royals and others >= straights
                ),
                Fraction(0),
            )
    return joint


@cache
def _flushes_apart() -> dict[tuple[int, int], int]:
    """Return how many sets of royal and other straight flushes of one deck share no card."""
    runs = [
        (frozenset(one.heights), one.rank.category is Category.ROYAL_FLUSH)
        for one in hand_classes()
        if one.rank.category >= Category.STRAIGHT_FLUSH
    ]
    one_suit: Counter[tuple[int, int]] = Counter()
    for number in range(len(HEIGHTS) // HAND_SIZE + 1):
        for some in combinations(runs, number):
            if len(frozenset().union(*(run for run, _ in some))) == HAND_SIZE * number:
                royals = sum(royal for _, royal in some)
                one_suit[royals, number - royals] += 1
    deck: Counter[tuple[int, int]] = Counter()
    for suits in product(one_suit.items(), repeat=len(SUITS)):
        royals = sum(counts[0] for counts, _ in suits)
        straights = sum(counts[1] for counts, _ in suits)
        deck[royals, straights] += prod(ways for _, ways in suits)
    return dict(deck)
