"""When everybody learns the house's seed of a shoe: what is promised, and when it is due.

A seed gives away the whole order of a shoe: burned cards, folded hands, cards that nobody drew. So
it is published only when none of them can matter to a round any more. The house says when in its
commitment, before the first card (decision 39).
"""

from collections.abc import Iterator
from datetime import date, datetime
from itertools import islice, takewhile

from croupier.cards import SHUFFLER
from croupier.features.fairness.rules.shoes import (
    CommittedShoe,
    EpochBegun,
    Ledger,
    Reveal,
    SeedPublished,
    SeedRevealed,
    is_on_table,
    is_out_of_play,
    shoes_in_play,
)
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table.contest.state import OVER
from croupier.games.table.opening import TableOpened
from croupier.games.table.state import Table
from croupier.house.gaming_days import USUAL_GAMING_DAY, GamingDaySet
from croupier.record.envelopes import Envelope
from croupier.record.stores.base import Store, day_setting
from croupier.streams import SETTINGS, TABLE

BLACKJACK = "blackjack"
"""The family of games in which no hand stays hidden after its round."""
MOST_AT_ONCE = 200
"""How many seeds are published in one commit; a day of Caribbean Stud has a thousand shoes."""


def reveal_promise(store: Store, table: str, wanted: Reveal) -> Reveal:
    """Return when a table's seeds are published: as the house wants, or later if it must be.

    Folded hands of Caribbean Stud stay hidden during the gaming day (9.11 leaves it to the operator
    to show them). So do the draws of a device, whose cards are in use all day.
    """
    if wanted is not Reveal.SHOE:
        return wanted
    first = next(iter(store.read_stream(TABLE.stream(table))), None)
    if first is None or not isinstance(first.event, TableOpened):
        return Reveal.DAY
    opened = first.event
    plain = opened.family == BLACKJACK and opened.choices.device is not SHUFFLER
    return Reveal.SHOE if plain else Reveal.DAY


def has_cards_out(table: Table) -> bool:
    """Return whether cards are on the table, of a round or ready for the next."""
    return table.round is not None or (isinstance(table, BlackjackTable) and bool(table.ahead))


def is_finished(table: Table) -> bool:
    """Return whether no more cards are dealt at a table: it is closed, or its session is over."""
    return not table.open or (table.contest is not None and table.contest.part is OVER)


class UnpublishedSeeds:
    """One table's seeds that officials have and everybody was promised."""

    def __init__(self, store: Store, stream: str) -> None:
        self._store, self._stream = store, stream
        self._versions: dict[str, int] = {}
        """The version of the stream at which each was revealed, in that order."""
        self._begun: dict[str, int] = {}
        """The version at which each epoch began whose seed is not published."""

    def note(
        self, ledger: Ledger, event: EpochBegun | SeedRevealed | SeedPublished, version: int
    ) -> None:
        """Apply an event: track an epoch, add a revealed seed, or remove a published one."""
        if isinstance(event, EpochBegun):
            self._begun[event.shoe] = version
        elif isinstance(event, SeedPublished):
            self._versions.pop(event.shoe, None)
            self._begun.pop(event.shoe, None)
        elif ledger[event.shoe].reveal is Reveal.NEVER:
            self._begun.pop(event.shoe, None)
        else:
            self._versions[event.shoe] = version

    def beginning_of(self, epoch: str) -> Envelope:
        """Return the event with which an epoch began whose seed is not published."""
        return self._read(self._begun[epoch])

    def ended_epochs(self, ledger: Ledger, table: Table, now: datetime) -> list[CommittedShoe]:
        """Return the epochs that began in gaming days that have ended, and so end too.

        Shoes that were in play before them are included, but never one that is still on the table.
        """
        fixed = shoes_in_play(ledger)
        over = list(
            takewhile(
                lambda one: one.order is None or not is_on_table(one, table.shoe.handle), fixed
            )
        )
        while over and not self._is_of_ended_day(over[-1], now):
            over.pop()
        return over

    def _is_of_ended_day(self, shoe: CommittedShoe, now: datetime) -> bool:
        if shoe.epoch is None:
            return False
        today = day_setting(self._store).day_of(now)
        return gaming_day_of_event(self._store, self.beginning_of(shoe.shoe)) < today

    def due(self, ledger: Ledger, table: Table, now: datetime) -> list[SeedPublished]:
        """Return what is to be published now.

        ``table`` is the table's state in the log, now or earlier: what the log shows to be over
        stays over, so an older table can only delay a publication.
        """
        if not self._versions or has_cards_out(table):
            return []
        over = (
            SeedPublished(one.shoe, one.seed, one.cards)
            for one in self._over_by(ledger, now)
            if is_finished(table) or is_out_of_play(ledger, one.shoe, table.shoe.handle)
        )
        return list(islice(over, MOST_AT_ONCE))

    def _over_by(self, ledger: Ledger, now: datetime) -> Iterator[SeedRevealed]:
        """Yield the revealed seeds whose time has come."""
        for shoe in self._versions:
            if ledger[shoe].reveal is Reveal.SHOE:
                yield self._find_reveal(shoe)[0]
        today = day_setting(self._store).day_of(now)
        for shoe in self._versions:
            if ledger[shoe].reveal is Reveal.DAY:
                event, envelope = self._find_reveal(shoe)
                # An epoch ends with the day in which it began, even if that is revealed later.
                last = self.beginning_of(shoe) if shoe in self._begun else envelope
                if gaming_day_of_event(self._store, last) >= today:
                    return  # seeds are revealed in order: all later ones wait for this day too
                yield event

    def _find_reveal(self, shoe: str) -> tuple[SeedRevealed, Envelope]:
        envelope = self._read(self._versions[shoe])
        assert isinstance(envelope.event, SeedRevealed)
        return envelope.event, envelope

    def _read(self, version: int) -> Envelope:
        return next(iter(self._store.read_stream(self._stream, version - 1)))


def gaming_day_of_event(store: Store, envelope: Envelope) -> date:
    """Return the gaming day of an event, by the setting in force when it was written."""
    assert envelope.recorded is not None, "a store says when it wrote something down"
    setting = USUAL_GAMING_DAY
    for one in store.read_stream(SETTINGS):
        if one.position < envelope.position and isinstance(one.event, GamingDaySet):
            setting = one.event
    return setting.day_of(envelope.recorded)
