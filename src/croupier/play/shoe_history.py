"""What a record shows of a table's shoes: which card came from which place, and when."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from croupier.cards import Card, Shoe, remaining_cards
from croupier.play.drawn_cards import cards_drawn
from croupier.play.engine import cards_out, evolve
from croupier.record.envelopes import Envelope
from croupier.record.shoe_events import (
    EpochBegun,
    OrderFixed,
    SeedCommitted,
    SeedRevealed,
    SeedsClosed,
)
from croupier.record.shoe_ledger import Ledger, ledger_of, stand_ins
from croupier.table.card_events import CardsCut, CardsShuffled
from croupier.table.choices import Mode
from croupier.table.events import TableOpened
from croupier.table.state import Table

DEALER = "dealer"
"""The actor of what the dealer's software does."""


class DealtCard(msgspec.Struct, frozen=True):
    """A card that came out of a shoe, or out of a device."""

    position: int
    """The event that holds it, by its place in the log."""
    index: int
    """Which of the cards of that event it is, from 0."""
    number: int
    """How many cards had left before it."""
    place: int
    """Where it lay in the order, from 0; for a device, the number of the draw."""
    card: Card | None
    """The card; none where nobody saw it."""
    left: Counter[Card] | None = None
    """What was in the device before the draw; none for a shoe."""


class Cut(msgspec.Struct, frozen=True):
    """Where a shoe was cut, and by whom."""

    position: int
    """The event that holds it, by its place in the log."""
    place: int
    """How many cards went from the front to the back."""
    player: str | None
    """Who cut, or for whom it was done; none where nobody was asked."""
    absent: bool
    """Whether the dealer's software cut: such a cut proves less."""
    before: Table
    """The table before it."""


class ShoeHistory(msgspec.Struct):
    """All that a record shows of one shoe or epoch."""

    committed: int = 0
    """Where the commitment stands in the log; 0 where nowhere."""
    closed: int = 0
    """Where the seeds were closed."""
    fixed: int = 0
    """Where the order was fixed, or the epoch begun."""
    revealed: int = 0
    """Where the seed was revealed; 0 where it was not."""
    shuffled: int = 0
    """Where the table took it; 0 where it never did."""
    mixing: Table | None = None
    """The table before that, which says what had to be mixed."""
    cut: Cut | None = None
    """Its cut; none where it was not cut."""
    dealt: list[DealtCard] = []
    """The cards that came out of it."""


class TableShoes:
    """The shoes of one table with their history, from the two streams that hold them."""

    def __init__(self, of_table: Iterable[Envelope], of_cards: Iterable[Envelope]) -> None:
        told = list(of_cards)
        self.ledger: Ledger = ledger_of(one.event for one in told)
        """What was committed to, and kept."""
        self.history = {name: ShoeHistory() for name in self.ledger}
        """What became of each."""
        self.unknown: list[int] = []
        """Shuffles without a commitment, by their places in the log."""
        self.table: Table | None = None
        """The table as it stands; none where the record has none."""
        for envelope in told:
            self._commitment(envelope)
        self._epochs = [one for one in told if isinstance(one.event, EpochBegun)]
        self._lost = [
            one for one in told if isinstance(one.event, OrderFixed) and one.event.replaces
        ]
        for envelope in of_table:
            self._follow(envelope)
        self._note_stand_ins(None)

    @property
    def live(self) -> bool:
        """Whether people deal here, with real cards."""
        return self.table is not None and self.table.choices.mode is Mode.LIVE

    def _commitment(self, envelope: Envelope) -> None:
        here = envelope.position
        match envelope.event:
            case SeedCommitted(shoe=shoe):
                self.history[shoe].committed = here
            case SeedsClosed(shoe=shoe):
                self.history[shoe].closed = here
            case OrderFixed(shoe=shoe) | EpochBegun(shoe=shoe):
                self.history[shoe].fixed = here
            case SeedRevealed(shoe=shoe):
                self.history[shoe].revealed = here

    def _follow(self, envelope: Envelope) -> None:
        event, before = envelope.event, self.table
        self.table = evolve(before, event)
        if before is None or isinstance(event, TableOpened):
            return
        self._note_stand_ins(envelope.position, before)
        if isinstance(event, CardsShuffled) and event.handle:
            self._shuffled(envelope.position, event.handle, before)
        elif isinstance(event, CardsCut) and before.shoe.handle in self.history:
            self._cut(envelope, event, before)
        drawn = cards_drawn(event)
        if drawn and before.choices.mode is Mode.AUTOMATIC and not before.shoe.stacked:
            self._drawn(envelope, before, drawn)

    def _note_stand_ins(self, position: int | None, before: Table | None = None) -> None:
        """Note at which tables orders took the place of lost ones."""
        while self._lost and (position is None or self._lost[0].position < position):
            one = self._lost.pop(0)
            assert isinstance(one.event, OrderFixed)
            story = self.history[one.event.shoe]
            story.shuffled, story.mixing = one.position, before or self.table

    def _shuffled(self, position: int, handle: str, before: Table) -> None:
        story = self.history.get(handle)
        if story is None or not 0 < story.fixed < position:
            self.unknown.append(position)
        else:
            story.shuffled, story.mixing = position, before

    def _cut(self, envelope: Envelope, event: CardsCut, before: Table) -> None:
        absent = envelope.actor == DEALER
        cut = Cut(envelope.position, event.position, event.player, absent, before)
        self.history[before.shoe.handle].cut = cut

    def _drawn(self, envelope: Envelope, before: Table, drawn: Sequence[Card | None]) -> None:
        here, shoe = envelope.position, before.shoe
        for further, card in enumerate(drawn):
            if shoe.handle:
                name, place = self.located(shoe, shoe.drawn + further)
                left = None
            else:
                name, place = self._epoch_at(here, before.rounds), shoe.draws + further
                left = remaining_cards(before.choices.decks, cards_out(before))
            if name in self.history:
                one = DealtCard(here, further, shoe.drawn + further, place, card, left)
                self.history[name].dealt.append(one)

    def located(self, shoe: Shoe, number: int) -> tuple[str, int]:
        """Which order a card that left a shoe belongs to, and its place there."""
        instead = [one for one in stand_ins(self.ledger, shoe.handle) if one.after <= number]
        if instead and instead[-1].after:
            return instead[-1].shoe, number - instead[-1].after
        name = instead[-1].shoe if instead else shoe.handle
        return name, (number + shoe.cut) % shoe.size

    def _epoch_at(self, position: int, in_round: int) -> str:
        """The epoch whose seed a draw follows from; empty where there is none."""
        found = ""
        for one in self._epochs:
            event = one.event
            assert isinstance(event, EpochBegun)
            if one.position < position and event.first_round <= in_round <= event.last_round:
                found = event.shoe
        return found
