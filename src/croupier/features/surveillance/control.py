"""The control book: every watch of the house, what it has seen, and what it alerts about.

Watches are kept by table and by dealer. Each compares what happened with its exact expectation,
given the cards that were left: how players play changes none of them but the win.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

import msgspec

from croupier.cards import RANKS
from croupier.features.surveillance.chances import (
    RANK_OF,
    bust_chance,
    by_rank,
    natural_chance,
    side_bet_chance,
    stand_off_mean,
    totals_after,
)
from croupier.features.surveillance.observations import (
    SOFTWARE,
    RoundSeen,
    TableRules,
    WagerSeen,
    is_natural,
)
from croupier.maths.detection import (
    ALERT,
    MISSING,
    RATIOS,
    SHIFTS,
    Budget,
    Detector,
    band,
    card_factors,
    detector,
    frequency_factors,
    result_factors,
    shortfall,
)
from croupier.money import Cents
from croupier.rulebooks.law.blackjack import SideBet

CARDS, BLACKJACKS, BUSTS, STAND_OFFS, WIN = "cards", "blackjacks", "busts", "stand-offs", "win"
TABLE, DEALER = "table", "dealer"
HELD_SHOES = 12
"""How many of a table's last shoes are held."""
HELD_ALARMS = 20
WORST = 10.0
"""More than one wager can lose in a round, in units of it: four hands at most, each doubled."""
MAIN = "main"


class WatchedGame(NamedTuple):
    """What is known of a table's game."""

    rules: TableRules | None
    """What the law says; ``None`` if the game is not blackjack."""
    draws_soft_17: bool
    """Whether the dealer draws to a soft seventeen."""
    side_bets: tuple[SideBet, ...]
    """The optional wagers that it may offer."""
    edge: float | None
    """The house edge under best play; ``None`` while it is not computed."""
    variance: float | None
    """The variance of a round under best play; ``None`` while it is not computed."""


class Money(msgspec.Struct):
    """Results in money over some time."""

    stake: Cents = 0
    """The sum of all first wagers."""
    squares: float = 0.0
    """The sum of their squares."""
    win: Cents = 0
    """What the house won."""
    rounds: int = 0
    """How many rounds with wagers there were."""

    def add(self, wagers: tuple[WagerSeen, ...]) -> None:
        """Count the wagers of a round."""
        if not wagers:
            return
        self.rounds += 1
        self.stake += sum(one.stake for one in wagers)
        self.squares += sum(float(one.stake) ** 2 for one in wagers)
        self.win -= sum(one.net for one in wagers)


class Alarm(msgspec.Struct, frozen=True):
    """A watch that has left what chance allows."""

    scope: str
    """``table`` or ``dealer``."""
    name: str
    """Which one."""
    measure: str
    """What was unusual: ``cards``, ``busts``, ``win`` and so on."""
    at: datetime
    """When the round ended that made it alert."""
    text: str
    """What was seen, in a sentence."""


class FloorWatch(msgspec.Struct):
    """One thing that is watched at one table or with one dealer."""

    scope: str
    """``table`` or ``dealer``."""
    name: str
    """Which one."""
    measure: str
    """What is watched."""
    detector: Detector
    """What speaks for each fault."""
    tries: int = 0
    """How often it could have happened; for win, the rounds."""
    seen: float = 0.0
    """How often it happened."""
    expected: float = 0.0
    """How often it should have, exactly."""
    day: str = ""
    """The last day that it was given a share for."""


class ShoeSheet(msgspec.Struct):
    """One shoe of a table, from one shuffle to the next."""

    number: int
    """Its number at the table, from 1."""
    day: str
    """The gaming day on which it began."""
    size: int
    """How many cards it holds when full."""
    counts: list[int]
    """How many cards of each rank came out in rounds that were counted."""
    rounds: int = 0
    """Rounds dealt from it."""
    blackjacks: int = 0
    """Players' blackjacks."""
    expected_blackjacks: float = 0.0
    """How many there should have been."""
    dealers: int = 0
    """How many hands the dealer drew to the end."""
    busts: int = 0
    """How many of them went over."""
    expected_busts: float = 0.0
    """How many should have."""
    win: Cents = 0
    """What the house won; below zero is a loss."""

    def deviation(self, rank: int) -> float:
        """Return the standard deviations by which a rank came more or less often than expected."""
        drawn = sum(self.counts)
        return shortfall(drawn, self.size - drawn, self.size // len(RANKS), self.counts[rank])


class Rated(msgspec.Struct):
    """What a player wagered at one table."""

    rounds: int = 0
    """Rounds with a main wager."""
    hands: int = 0
    """Main wagers, one for each box."""
    stake: Cents = 0
    """Their sum, without doubles and split wagers."""
    net: Cents = 0
    """What the player won with all wagers; below zero is a loss."""
    optional: dict[str, Cents] = {}
    """Optional wagers by name."""


class ControlBook(msgspec.Struct):
    """All watches, and what else is counted from the same rounds."""

    budget: Budget
    """The budget of false alarms."""
    watches: dict[str, FloorWatch]
    """Every watch, by ``table/1/cards``."""
    money: dict[str, Money]
    """Results since the beginning, by ``table/1`` and ``dealer/Ann``."""
    today: dict[str, Money]
    """Those of the current gaming day."""
    shoes: dict[str, list[ShoeSheet]]
    """The last shoes of each table, the newest last."""
    players: dict[str, dict[str, Rated]]
    """What each player wagered, by table."""
    alarms: list[Alarm]
    """The last alarms, the newest last."""
    rounds: int = 0
    """How many rounds were counted."""

    def take(self, seen: RoundSeen, figures: WatchedGame) -> list[Alarm]:
        """Count a round. Return what is unusual since."""
        if seen.day != self.budget.day:
            self.budget.begin_day(seen.day, len(self.watches))
            self.today.clear()
        self.rounds += 1
        mains = tuple(one for one in seen.wagers if one.on == MAIN)
        scopes = [(TABLE, seen.table)]
        if seen.dealer and seen.dealer != SOFTWARE:
            scopes.append((DEALER, seen.dealer))
        for scope, name in scopes:
            for sums in (self.money, self.today):
                sums.setdefault(f"{scope}/{name}", Money()).add(mains)
        self._rate(seen)
        shoe = self._shoe(seen, mains)
        found = []
        for measure, tries, times, mean, factors in _measures(seen, figures, mains, shoe):
            for scope, name in scopes:
                watch = self._watch(scope, name, measure, len(factors[0]))
                watch.tries += tries
                watch.seen += times
                watch.expected += mean
                for one in factors:
                    watch.detector.multiply(one)
                if watch.detector.strength >= ALERT:
                    found.append(Alarm(scope, name, measure, seen.at, sentence(watch)))
                    watch.detector.begin_again()
        self.alarms = [*self.alarms, *found][-HELD_ALARMS:]
        return found

    def _watch(self, scope: str, name: str, measure: str, faults: int) -> FloorWatch:
        """Return a watch; on the first round of a day it is given its share for the day."""
        key = f"{scope}/{name}/{measure}"
        watch = self.watches.get(key)
        new = watch is None
        if watch is None:
            watch = self.watches[key] = FloorWatch(scope, name, measure, detector(faults))
        if watch.day != self.budget.day:
            watch.day = self.budget.day
            watch.detector.give(self.budget.share(new=new))
        return watch

    def _shoe(self, seen: RoundSeen, mains: tuple[WagerSeen, ...]) -> ShoeSheet:
        shoes = self.shoes.setdefault(seen.table, [])
        if not shoes or shoes[-1].number != seen.shoe:
            shoes.append(ShoeSheet(seen.shoe, seen.day, seen.size, [0] * len(RANKS)))
            del shoes[:-HELD_SHOES]
        shoe = shoes[-1]
        shoe.rounds += 1
        shoe.win -= sum(one.net for one in mains)
        if seen.left:
            for place in seen.cards:
                shoe.counts[RANK_OF[place]] += 1
        return shoe

    def _rate(self, seen: RoundSeen) -> None:
        playing = set()
        for one in seen.wagers:
            rated = self.players.setdefault(one.player, {}).setdefault(seen.table, Rated())
            rated.net += one.net
            if one.on != MAIN:
                rated.optional[one.on] = rated.optional.get(one.on, 0) + one.stake
                continue
            rated.hands += 1
            rated.stake += one.stake
            if one.player not in playing:
                playing.add(one.player)
                rated.rounds += 1


def new_book(rate: float) -> ControlBook:
    """Return an empty book with a budget of so many false alarms a day."""
    return ControlBook(Budget(rate), {}, {}, {}, {}, {}, [])


Measured = tuple[str, int, float, float, list[list[float]]]
"""What was measured: its name, tries, times seen, its mean, and the factors one after the other."""


def _measures(
    seen: RoundSeen, figures: WatchedGame, mains: tuple[WagerSeen, ...], shoe: ShoeSheet
) -> Iterator[Measured]:
    """Yield everything that a round says about its table and its dealer."""
    if seen.left and seen.cards:
        yield CARDS, len(seen.cards), 0.0, 0.0, _card_factors(seen)
    if figures.rules is not None and seen.left:
        yield from _blackjacks(seen, shoe)
        yield from _dealers_hand(seen, figures, figures.rules, shoe)
        yield from _optional(seen, figures)
    if mains and figures.edge is not None and figures.variance:
        result = sum(one.net / one.stake for one in mains) / len(mains)
        factors = result_factors(result, mean=-figures.edge, variance=figures.variance, worst=WORST)
        yield WIN, 1, -result, figures.edge, [factors]


def _card_factors(seen: RoundSeen) -> list[list[float]]:
    left = by_rank(seen.left)
    factors = []
    for place in seen.cards:
        factors.append(card_factors(left, RANK_OF[place]))
        left[RANK_OF[place]] -= 1
    return factors


def _frequency(measure: str, tries: int, times: int, mean: float) -> Measured:
    factors = frequency_factors(times, tries, mean / tries)
    return measure, tries, float(times), mean, [factors]


def _blackjacks(seen: RoundSeen, shoe: ShoeSheet) -> Iterator[Measured]:
    tries = len(seen.boxes)
    if not tries:
        return
    times = sum(is_natural(two) for two in seen.boxes)
    mean = tries * natural_chance(seen.left)
    shoe.blackjacks += times
    shoe.expected_blackjacks += mean
    yield _frequency(BLACKJACKS, tries, times, mean)


def _dealers_hand(
    seen: RoundSeen, figures: WatchedGame, rules: TableRules, shoe: ShoeSheet
) -> Iterator[Measured]:
    if not seen.before_dealer or not seen.standing:
        return
    totals = totals_after(
        seen.left,
        seen.cards[: seen.before_dealer],
        seen.first,
        draws_soft_17=figures.draws_soft_17,
    )
    bust = seen.dealer_total > 21
    shoe.dealers += 1
    shoe.busts += bust
    shoe.expected_busts += bust_chance(totals)
    yield _frequency(BUSTS, 1, int(bust), bust_chance(totals))
    if rules.stand_off:
        mean = stand_off_mean(totals, seen.standing, rules.also_stands_off)
        yield _frequency(STAND_OFFS, len(seen.standing), seen.stood_off, mean)


def _optional(seen: RoundSeen, figures: WatchedGame) -> Iterator[Measured]:
    for bet in figures.side_bets:
        boxes: dict[int, bool] = {}
        for one in seen.wagers:
            if one.on == bet.name:
                boxes[one.box] = one.net > 0
        if boxes:
            mean = len(boxes) * side_bet_chance(bet, seen.left)
            yield _frequency(bet.name, len(boxes), sum(boxes.values()), mean)


# In words -----------------------------------------------------------------------------------------

TITLES = {
    CARDS: "Cards by rank",
    BLACKJACKS: "Blackjacks of players",
    BUSTS: "Busts of the dealer",
    STAND_OFFS: "Stand-offs",
    WIN: "Win",
}


def title_of_measure(measure: str) -> str:
    """Return the name of a measure for people; that of an optional wager is made from its name."""
    return TITLES.get(measure, measure.replace("-", " ").capitalize())


def place_of(scope: str, name: str) -> str:
    """Return a table or a dealer in words."""
    return f"table {name}" if scope == TABLE else f"the tables of dealer {name}"


def sentence(watch: FloorWatch) -> str:
    """Return what speaks for a fault, in a sentence."""
    fault, where = watch.detector.leading_fault, place_of(watch.scope, watch.name)
    if watch.measure == CARDS:
        rank = RANKS[fault // len(MISSING)].word
        missing = MISSING[fault % len(MISSING)]
        number = f"{abs(missing)} " + (rank if abs(missing) == 1 else _plural(rank))
        what = "missing from" if missing > 0 else "too many in"
        verb = "is" if abs(missing) == 1 else "are"
        return f"The cards at {where} look as if {number} {verb} {what} the shoe."
    if watch.measure == WIN:
        part = f"{SHIFTS[fault]:.0%} of every wager"
        return f"The results of {where} look as if players were paid {part} too much."
    times = f"{watch.seen:g} times in {watch.tries}, {watch.expected:.1f} expected"
    often = "more" if RATIOS[fault] > 1 else "less"
    title = title_of_measure(watch.measure)
    return f"{title} at {where} came {often} often than chance allows: {times}."


def _plural(rank: str) -> str:
    return f"{rank}es" if rank == "six" else f"{rank}s"


def win_band(sums: Money, edge: float, variance: float, share: float) -> tuple[float, float]:
    """Return between which amounts, in cents, chance alone keeps the win.

    Wagers differ, so that units of the wager stand for the average one by squares.
    """
    if not sums.stake:
        return 0.0, 0.0
    unit = (sums.squares / sums.stake) if sums.stake else 0.0
    units = sums.squares / unit**2
    reach = unit * band(variance * units, variance, share)
    mean = edge * sums.stake
    return mean - reach, mean + reach
