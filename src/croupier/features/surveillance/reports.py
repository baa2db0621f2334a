"""What surveillance reports: watches, control bands for win and hold, shoes, player ratings."""

from collections.abc import Callable, Iterable, Mapping

import msgspec

from croupier.cards import RANKS
from croupier.features.surveillance.control import (
    CARDS,
    TABLE,
    WIN,
    Alarm,
    ControlBook,
    FloorWatch,
    Money,
    Rated,
    title_of_measure,
    win_band,
)
from croupier.maths.background import TableEdge
from croupier.money import Cents
from croupier.web.live.play_sessions import PlaySession

EdgeOf = Callable[[str], TableEdge | None]
"""Returns what a table keeps of wagers; ``None`` while it is not computed."""
NOTABLE = 0.01
"""From which strength on a watch is marked before it alerts."""
FAR = 2.5
"""From how many standard deviations on a rank of a shoe is marked."""


class WatchRow(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A watch, compared with its exact expectation."""

    scope: str
    """``table`` or ``dealer``."""
    name: str
    """The name of the table or the dealer."""
    measure: str
    """What is watched, for programs."""
    title: str
    """What is watched, for people."""
    tries: int
    """How often it could have happened: hands, cards, rounds."""
    seen: float | None
    """How often it happened; for win, the units that the house won a round. None for cards."""
    expected: float | None
    """How often it should have, exactly; none for cards, which are compared rank by rank."""
    strength: float
    """How far the watch is on its way to an alert, at 1."""
    notable: bool
    """Whether it is on its way: chance alone seldom brings it so far."""


class BandRow(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The win of a table or a dealer between its control limits, in cents."""

    scope: str
    """``table`` or ``dealer``."""
    name: str
    """The name of the table or the dealer."""
    today: bool
    """Whether it is about the gaming day; otherwise about all rounds counted."""
    rounds: int
    """Rounds with wagers."""
    stake: Cents
    """The sum of all first wagers."""
    win: Cents
    """What the house won."""
    expected: float | None
    """What it wins in the mean under best play; none while the table's edge is not computed."""
    low: float | None
    """Below this the win is unusual; none while it is not known."""
    high: float | None
    """Above this players lose unusually much; none while it is not known."""
    drop: Cents
    """What chips were bought for at the table; 0 for a dealer, and for a day."""

    @property
    def place(self) -> str:
        """Where the win is: ``below``, ``within`` or ``above`` the band; empty if unknown."""
        if self.low is None or self.high is None:
            return ""
        return "below" if self.win < self.low else "above" if self.win > self.high else "within"

    @property
    def hold(self) -> float | None:
        """The part of the drop that the house has won; none without a drop."""
        return self.win / self.drop if self.drop else None

    @property
    def hold_low(self) -> float | None:
        """The lower control limit of the hold; none if it is not known."""
        return self.low / self.drop if self.drop and self.low is not None else None

    @property
    def hold_high(self) -> float | None:
        """The upper control limit of the hold; none if it is not known."""
        return self.high / self.drop if self.drop and self.high is not None else None


class RankCount(msgspec.Struct, frozen=True):
    """A rank in a shoe."""

    rank: str
    """Its letter."""
    seen: int
    """How many came out."""
    deviation: float
    """By how many standard deviations that is more or less than expected."""

    @property
    def far(self) -> bool:
        """Whether it is marked."""
        return abs(self.deviation) >= FAR


class ShoeRow(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A shoe of a table."""

    table: str
    """The name of the table."""
    number: int
    """Its number at the table, from 1."""
    day: str
    """The gaming day on which it began."""
    rounds: int
    """Rounds dealt from it."""
    dealt: int
    """Cards that came out in rounds that were counted."""
    ranks: tuple[RankCount, ...]
    """Each rank."""
    blackjacks: int
    """Players' blackjacks."""
    expected_blackjacks: float
    """How many there should have been."""
    dealers: int
    """Hands that the dealer drew to the end."""
    busts: int
    """How many of them went over."""
    expected_busts: float
    """How many should have."""
    win: Cents
    """What the house won."""


class SurveillanceReport(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """Everything that surveillance counts."""

    false_alarms_a_day: float
    """The most false alarms that a day brings in the mean, in the whole house."""
    rounds: int
    """How many rounds were counted."""
    day: str
    """The gaming day of the last one; empty before the first."""
    alarms: tuple[Alarm, ...]
    """What was unusual, the newest first."""
    watches: tuple[WatchRow, ...]
    """Every watch, those on their way to an alert first."""
    bands: tuple[BandRow, ...]
    """Win and hold between their control limits."""
    shoes: tuple[ShoeRow, ...]
    """The last shoes of each table, the newest first."""


def watch_row(watch: FloorWatch) -> WatchRow:
    """Return a watch as a row."""
    counts = watch.measure != CARDS
    per_round = max(watch.tries, 1) if watch.measure == WIN else 1
    return WatchRow(
        scope=watch.scope,
        name=watch.name,
        measure=watch.measure,
        title=title_of_measure(watch.measure),
        tries=watch.tries,
        seen=watch.seen / per_round if counts else None,
        expected=watch.expected / per_round if counts else None,
        strength=watch.detector.strength,
        notable=watch.detector.strength >= NOTABLE,
    )


def band_row(
    key: str, sums: Money, edge: TableEdge | None, share: float, *, today: bool, drop: Cents = 0
) -> BandRow:
    """Return the win of a table or dealer with its control limits."""
    scope, _, name = key.partition("/")
    low = high = expected = None
    if edge is not None and sums.stake:
        low, high = win_band(sums, edge.edge, edge.variance, share)
        expected = edge.edge * sums.stake
    return BandRow(
        scope=scope,
        name=name,
        today=today,
        rounds=sums.rounds,
        stake=sums.stake,
        win=sums.win,
        expected=expected,
        low=low,
        high=high,
        drop=drop,
    )


def _shoe_rows(book: ControlBook, tables: Iterable[str]) -> Iterable[ShoeRow]:
    for table in tables:
        for shoe in reversed(book.shoes.get(table, [])):
            yield ShoeRow(
                table=table,
                number=shoe.number,
                day=shoe.day,
                rounds=shoe.rounds,
                dealt=sum(shoe.counts),
                ranks=tuple(
                    RankCount(rank.value, shoe.counts[place], round(shoe.deviation(place), 2))
                    for place, rank in enumerate(RANKS)
                ),
                blackjacks=shoe.blackjacks,
                expected_blackjacks=shoe.expected_blackjacks,
                dealers=shoe.dealers,
                busts=shoe.busts,
                expected_busts=shoe.expected_busts,
                win=shoe.win,
            )


def report_of(
    book: ControlBook, edge_of: EdgeOf, drop_of: Callable[[str], Cents], *, table: str = ""
) -> SurveillanceReport:
    """Return the report; with a table, what concerns that one, its shoes included."""
    wanted = [
        watch
        for watch in book.watches.values()
        if not table or (watch.scope, watch.name) == (TABLE, table)
    ]
    shares = {f"{one.scope}/{one.name}": one.detector.given for one in wanted if one.measure == WIN}
    usual = book.budget.rate / 2 / max(len(book.watches), 1)
    bands = []
    for today, sums in ((True, book.today), (False, book.money)):
        for key, money in sums.items():
            scope, _, name = key.partition("/")
            if table and (scope, name) != (TABLE, table):
                continue
            edge = edge_of(name) if scope == TABLE else None
            drop = 0 if today or scope != TABLE else drop_of(name)
            share = shares.get(key) or usual
            bands.append(band_row(key, money, edge, share, today=today, drop=drop))
    return SurveillanceReport(
        false_alarms_a_day=book.budget.rate,
        rounds=book.rounds,
        day=book.budget.day,
        alarms=tuple(one for one in reversed(book.alarms) if not table or one.name == table),
        watches=tuple(sorted(map(watch_row, wanted), key=lambda row: -row.strength)),
        bands=tuple(bands),
        shoes=tuple(_shoe_rows(book, [table] if table else [])),
    )


# Player ratings -----------------------------------------------------------------------------------


class RatingRow(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """What a player's play is worth to the house."""

    player: str
    """The player's id."""
    name: str
    """The player's name."""
    tables: int
    """At how many tables the player has wagered."""
    minutes: int
    """How long the player has played."""
    rounds: int
    """Rounds with a wager."""
    average: Cents
    """The average first wager on a box."""
    stake: Cents
    """The sum of all first wagers."""
    optional: Cents
    """The sum of optional wagers."""
    theoretical: float | None
    """What the house wins of that in the mean, in cents, from the exact edge of each table and
    optional wager; none while one of them is not computed."""
    net: Cents
    """What the player has won; below zero is a loss."""

    @property
    def hourly(self) -> float | None:
        """The theoretical win for each hour, in cents; none if it is not known."""
        if self.theoretical is None or not self.minutes:
            return None
        return self.theoretical * 60 / self.minutes


def theoretical_win(rated: Mapping[str, Rated], edge_of: EdgeOf) -> float | None:
    """Return what the house wins of a player's wagers in the mean, in cents."""
    total = 0.0
    for table, sums in rated.items():
        edge = edge_of(table)
        if edge is None:
            return None
        total += edge.edge * sums.stake
        total += sum(edge.optional.get(name, 0.0) * one for name, one in sums.optional.items())
    return total


def rating_rows(
    players: Mapping[str, Mapping[str, Rated]],
    edge_of: EdgeOf,
    names: Mapping[str, str],
    sessions_of: Callable[[str], Iterable[PlaySession]],
) -> tuple[RatingRow, ...]:
    """Return the rating of each player, the highest theoretical win first."""
    rows = []
    for player, rated in players.items():
        hands = sum(one.hands for one in rated.values())
        stake = sum(one.stake for one in rated.values())
        rows.append(
            RatingRow(
                player=player,
                name=names.get(player, player),
                tables=len(rated),
                minutes=sum(one.minutes for one in sessions_of(player) if one.table in rated),
                rounds=sum(one.rounds for one in rated.values()),
                average=stake // hands if hands else 0,
                stake=stake,
                optional=sum(sum(one.optional.values()) for one in rated.values()),
                theoretical=theoretical_win(rated, edge_of),
                net=sum(one.net for one in rated.values()),
            )
        )
    return tuple(sorted(rows, key=lambda row: (-(row.theoretical or 0), -row.stake, row.name)))
