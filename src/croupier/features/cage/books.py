"""The figures of each gaming day, folded from a record: by table and by who dealt.

Every posting of the record counts once, on the gaming day of its event, as in the books that the
store keeps. What the cage adds (openers, fills, credits, counts) stands beside what play moved.
"""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta

import msgspec

from croupier.display.replays import OPENING
from croupier.features.cage.rules.desk import ChipsPaid
from croupier.features.cage.rules.drops import DropCounted
from croupier.features.cage.rules.floats import (
    FloatClosed,
    FloatCounted,
    FloatCredited,
    FloatFilled,
    FloatOpened,
)
from croupier.features.cage.rules.state import CASH, FLOAT, is_for_money
from croupier.games.table.choices import Mode
from croupier.games.table.opening import TableOpened
from croupier.games.table.rounds import entries_of
from croupier.games.table.seats import DealerChanged
from croupier.house.gaming_days import USUAL_GAMING_DAY, GamingDaySet
from croupier.messages import Event
from croupier.money import Cents
from croupier.record.codec import decode
from croupier.record.envelopes import Envelope
from croupier.streams import CAGE, DESK, KINDS, SETTINGS, TABLE

SOFTWARE = "software"
"""Who deals at an automatic table."""


class DealerBooks(msgspec.Struct):
    """What one dealer's time at one table came to on a gaming day."""

    drop: Cents = 0
    """The cash paid for chips."""
    win: Cents = 0
    """What the house has won; below zero is a loss."""
    rounds: int = 0
    """How many rounds were begun."""


class TableBooks(msgspec.Struct):
    """What one table came to on a gaming day."""

    game: str
    """The name of the game, for programs."""
    dealers: dict[str, DealerBooks] = {}
    """What play came to, by dealer: the id or staff number, ``software``, or empty for nobody."""
    opener: Cents = 0
    """The chips of all openers."""
    fills: Cents = 0
    """The chips that were brought to the table."""
    credits: Cents = 0
    """The chips that went back to the cage."""
    closer: Cents = 0
    """The chips of all closers."""
    counted_drop: Cents = 0
    """The cash counted in drop boxes; of a box from the day before, on the day of the count."""
    float_variance: Cents = 0
    """What counts of the float found: above zero too much, below zero too little."""
    drop_variance: Cents = 0
    """The same for counts of drop boxes."""

    @property
    def drop(self) -> Cents:
        """The cash paid for chips."""
        return sum(one.drop for one in self.dealers.values())

    @property
    def win(self) -> Cents:
        """What the house has won by the table's books; below zero is a loss."""
        return sum(one.win for one in self.dealers.values())

    @property
    def rounds(self) -> int:
        """How many rounds were begun."""
        return sum(one.rounds for one in self.dealers.values())

    @property
    def variance(self) -> Cents:
        """What all counts found: above zero too much, below zero too little."""
        return self.float_variance + self.drop_variance


class DeskBooks(msgspec.Struct):
    """What the cage's desk came to on a gaming day."""

    payments: int = 0
    """How often it paid."""
    paid: Cents = 0
    """The cash that it paid for chips."""


class DayBooksState(msgspec.Struct):
    """The figures of all days, as a snapshot holds them."""

    setting: GamingDaySet
    """When the gaming day changes."""
    games: dict[str, str]
    """The game of each table; of the tables that are played for money."""
    dealers: dict[str, str]
    """Who deals at each table."""
    days: dict[str, dict[str, TableBooks]]
    """The figures by gaming day, then by table."""
    desk: dict[str, DeskBooks] = {}
    """The figures of the desk by gaming day."""


class DayBooks:
    """The figures of every gaming day, folded from a record in order."""

    def __init__(self, *, days: int = 0) -> None:
        """Begin with nothing. With ``days``, forget all but the last so many gaming days."""
        self._days = days
        self._state = DayBooksState(USUAL_GAMING_DAY, {}, {}, {})

    def snapshot_state(self) -> DayBooksState:
        """Return everything, for a snapshot of the floor."""
        return self._state

    def restore_state(self, encoded: bytes) -> None:
        """Restore what a snapshot holds."""
        self._state = decode(DayBooksState, encoded)

    def apply(self, envelopes: Iterable[Envelope]) -> None:
        """Apply events of the record."""
        for envelope in envelopes:
            kind, name = KINDS.of(envelope.stream)
            if kind is TABLE or kind is CAGE:
                self._apply(name, envelope, from_table=kind is TABLE)
            elif kind is DESK:
                self._pay(envelope)
            elif envelope.stream == SETTINGS and isinstance(envelope.event, GamingDaySet):
                self._state.setting = envelope.event

    def _apply(self, table: str, envelope: Envelope, *, from_table: bool) -> None:
        event = envelope.event
        if isinstance(event, TableOpened):
            self._open(table, event)
        if table not in self._state.games:
            return
        if isinstance(event, DealerChanged):
            self._state.dealers[table] = event.dealer
        at = envelope.at or envelope.recorded
        if at is None or not _counts(event):
            return
        figures = self._figures(self._state.setting.day_of(at), table)
        if from_table:
            self._play(figures, table, event)
        else:
            _cage(figures, event)

    def _pay(self, envelope: Envelope) -> None:
        """Add what the cage's desk paid."""
        at = envelope.at or envelope.recorded
        if isinstance(envelope.event, ChipsPaid) and at is not None:
            day = self._state.setting.day_of(at)
            figures = self._state.desk.setdefault(day.isoformat(), DeskBooks())
            figures.payments += 1
            figures.paid += envelope.event.amount
            self._forget(day)

    def _open(self, table: str, event: TableOpened) -> None:
        """Begin a table; one that is not played for money is left out."""
        if is_for_money(event.choices):
            self._state.games[table] = event.game
            live = event.choices.mode is Mode.LIVE
            self._state.dealers[table] = "" if live else SOFTWARE

    def _figures(self, day: date, table: str) -> TableBooks:
        tables = self._state.days.get(day.isoformat())
        if tables is None:
            tables = self._state.days[day.isoformat()] = {}
            self._forget(day)
        if table not in tables:
            tables[table] = TableBooks(self._state.games[table])
        return tables[table]

    def _forget(self, today: date) -> None:
        if self._days:
            oldest = (today - timedelta(days=self._days)).isoformat()
            for day in [one for one in self._state.days if one <= oldest]:
                del self._state.days[day]
            for day in [one for one in self._state.desk if one <= oldest]:
                del self._state.desk[day]

    def _play(self, figures: TableBooks, table: str, event: Event) -> None:
        """Add what an event of the table moved, and whether it began a round."""
        dealer = figures.dealers.setdefault(self._state.dealers[table], DealerBooks())
        dealer.rounds += isinstance(event, OPENING)
        for account, amount in _postings(event):
            if account == CASH:
                dealer.drop += amount
            if account in (CASH, FLOAT):
                dealer.win += amount

    @property
    def days(self) -> tuple[date, ...]:
        """The gaming days with figures, the newest first."""
        days = {*self._state.days, *self._state.desk}
        return tuple(sorted(map(date.fromisoformat, days), reverse=True))

    @property
    def setting(self) -> GamingDaySet:
        """When the gaming day changes."""
        return self._state.setting

    def of(self, day: date) -> dict[str, TableBooks]:
        """Return the figures of a gaming day by table; empty if nothing happened."""
        return self._state.days.get(day.isoformat(), {})

    def at_desk(self, day: date) -> DeskBooks:
        """Return the figures of the cage's desk on a gaming day."""
        return self._state.desk.get(day.isoformat()) or DeskBooks()


def _counts(event: Event) -> bool:
    """Return whether an event may change a figure; most are calls and cards."""
    return isinstance(event, OPENING) or next(iter(_postings(event)), None) is not None


def _postings(event: Event) -> Iterator[tuple[str, Cents]]:
    for entry in entries_of(event):
        for posting in entry.postings:
            yield posting.account, posting.amount


def _cage(figures: TableBooks, event: Event) -> None:
    """Add what the cage did."""
    match event:
        case FloatOpened(amount=amount):
            figures.opener += amount
        case FloatFilled(amount=amount):
            figures.fills += amount
        case FloatCredited(amount=amount):
            figures.credits += amount
        case FloatCounted(amount=amount, expected=expected):
            figures.float_variance += amount - expected
        case FloatClosed(amount=amount, expected=expected):
            figures.float_variance += amount - expected
            figures.closer += amount
        case DropCounted(amount=amount, expected=expected):
            figures.counted_drop += amount
            figures.drop_variance += amount - expected
