"""The audit of a record's shoes: whether each card came as the house had committed to it.

It reads the log alone, so it can check any record, with or without the house's key.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from croupier.cards import Card, Shoe, remaining_cards
from croupier.features.fairness.rules.chance import (
    CommittedChance,
    PlayerSeed,
    seed_commitment,
    seed_promise,
    sort_as_deck,
)
from croupier.features.fairness.rules.shoes import (
    CommittedShoe,
    EpochBegun,
    Ledger,
    OrderFixed,
    Reveal,
    SeedCommitted,
    SeedRevealed,
    SeedsClosed,
    build_ledger,
    replacement_orders,
)
from croupier.floor.running_table import cards_to_mix
from croupier.games.engine import cards_drawn, cards_out, evolve
from croupier.games.table.choices import Mode
from croupier.games.table.opening import TableOpened
from croupier.games.table.preparation import CardsCut, CardsShuffled, least_cut
from croupier.games.table.state import Table
from croupier.record.envelopes import Envelope
from croupier.record.journal import Journal
from croupier.record.secrets.sealed_orders import SealedSecrets, UnopenedOrderError
from croupier.rulebooks import TableLaw
from croupier.streams import CARDS, TABLE

DEALER = "dealer"
"""The actor of commands that the dealer's software submits."""


# ------------------------------------------------------------------------------ what the log shows


class DealtCard(msgspec.Struct, frozen=True):
    """A card that came out of a shoe or a shuffling device."""

    position: int
    """The event that holds it, by its place in the log."""
    index: int
    """Which of the cards of that event it is, from 0."""
    number: int
    """How many cards had left before it."""
    place: int
    """Its place in the order, from 0; for a device, the number of the draw."""
    card: Card | None
    """The card; ``None`` if nobody saw it."""
    left: Counter[Card] | None = None
    """What the device held before the draw; ``None`` for a shoe."""


class Cut(msgspec.Struct, frozen=True):
    """Where a shoe was cut, and by whom."""

    position: int
    """The event that holds it, by its place in the log."""
    place: int
    """How many cards went from the front to the back."""
    player: str | None
    """The player who cut or was cut for; ``None`` if nobody was asked."""
    absent: bool
    """Whether the dealer's software cut: such a cut proves less."""
    before: Table
    """The table before the cut."""


class ShoeHistory(msgspec.Struct):
    """Everything that a record shows of one shoe or epoch."""

    committed: int = 0
    """The position of the commitment in the log; 0 if there is none."""
    closed: int = 0
    """The position at which the seeds were closed."""
    fixed: int = 0
    """The position at which the order was fixed, or the epoch began."""
    revealed: int = 0
    """The position at which the seed was revealed; 0 if it was not."""
    shuffled: int = 0
    """The position at which the table began to use the shoe; 0 if it never did."""
    mixing: Table | None = None
    """The table before that, which shows what had to be mixed."""
    cut: Cut | None = None
    """Its cut; ``None`` if it was not cut."""
    dealt: list[DealtCard] = []
    """The cards that came out of it."""


class TableShoes:
    """The shoes of one table with their history, from the streams of the table and its cards."""

    def __init__(self, of_table: Iterable[Envelope], of_cards: Iterable[Envelope]) -> None:
        told = list(of_cards)
        self.ledger: Ledger = build_ledger(one.event for one in told)
        """What was committed to, and kept."""
        self.history = {name: ShoeHistory() for name in self.ledger}
        """What became of each."""
        self.unknown: list[int] = []
        """Shuffles without a commitment, by their places in the log."""
        self.table: Table | None = None
        """The current state of the table; ``None`` if the record has none."""
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
        """Whether people deal here with real cards."""
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
            self._check_shuffle(envelope.position, event.handle, before)
        elif isinstance(event, CardsCut) and before.shoe.handle in self.history:
            self._cut(envelope, event, before)
        drawn = cards_drawn(event)
        if drawn and before.choices.mode is Mode.AUTOMATIC and not before.shoe.stacked:
            self._check_draw(envelope, before, drawn)

    def _note_stand_ins(self, position: int | None, before: Table | None = None) -> None:
        """Record the tables at which new orders replaced lost ones."""
        while self._lost and (position is None or self._lost[0].position < position):
            one = self._lost.pop(0)
            assert isinstance(one.event, OrderFixed)
            story = self.history[one.event.shoe]
            story.shuffled, story.mixing = one.position, before or self.table

    def _check_shuffle(self, position: int, handle: str, before: Table) -> None:
        story = self.history.get(handle)
        if story is None or not 0 < story.fixed < position:
            self.unknown.append(position)
        else:
            story.shuffled, story.mixing = position, before

    def _cut(self, envelope: Envelope, event: CardsCut, before: Table) -> None:
        absent = envelope.actor == DEALER
        cut = Cut(envelope.position, event.position, event.player, absent, before)
        self.history[before.shoe.handle].cut = cut

    def _check_draw(self, envelope: Envelope, before: Table, drawn: Sequence[Card | None]) -> None:
        here, shoe = envelope.position, before.shoe
        for further, card in enumerate(drawn):
            if shoe.handle:
                name, place = self.locate(shoe, shoe.drawn + further)
                left = None
            else:
                name, place = self._epoch_at(here, before.rounds), shoe.draws + further
                left = remaining_cards(before.choices.decks, cards_out(before))
            if name in self.history:
                one = DealtCard(here, further, shoe.drawn + further, place, card, left)
                self.history[name].dealt.append(one)

    def locate(self, shoe: Shoe, number: int) -> tuple[str, int]:
        """Return the order to which a card that left a shoe belongs, and its place there."""
        instead = [
            one for one in replacement_orders(self.ledger, shoe.handle) if one.after <= number
        ]
        # The rest of a shoe in a new order is dealt as it lies; only a whole shoe is cut.
        if instead and instead[-1].after:
            return instead[-1].shoe, number - instead[-1].after
        name = instead[-1].shoe if instead else shoe.handle
        return name, (number + shoe.cut) % shoe.size

    def _epoch_at(self, position: int, in_round: int) -> str:
        """Return the epoch whose seed decides a draw; empty if there is none."""
        # The last that fits: an epoch that ended early with its gaming day overlaps the next.
        found = ""
        for one in self._epochs:
            event = one.event
            assert isinstance(event, EpochBegun)
            if one.position < position and event.first_round <= in_round <= event.last_round:
                found = event.shoe
        return found


# --------------------------------------------------------------------------------- what is checked


class Check(msgspec.Struct, frozen=True):
    """One property that a shoe must have."""

    what: str
    """What was checked, as a sentence that is true if the check passes."""
    ok: bool | None
    """Whether it passes; ``None`` if that is unknown until the shoe is revealed."""
    why: str = ""
    """What was found instead if it fails; else empty."""


class ShoeReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a record says about one shoe or epoch, and whether that is true."""

    shoe: str
    """Its name at its table."""
    standing: str
    """``open``, ``closed``, ``in play``, ``over`` or ``abandoned``."""
    commitment: str
    """The hash of the house's seed, in hex."""
    committed: int
    """The event of the commitment, by its place in the log."""
    promised: tuple[str, ...]
    """The players who promised a seed, in the order of their promises."""
    seeds: tuple[PlayerSeed, ...]
    """The players' seeds that count, in the order of the boxes."""
    dropped: tuple[PlayerSeed, ...]
    """Seeds that were promised and never shown."""
    root: str
    """The hash of the order; empty for an epoch, and before it is fixed."""
    size: int
    """How many cards the shoe holds; 0 for an epoch."""
    rounds: tuple[int, int] | None
    """The first and the last round of an epoch; ``None`` for a shoe."""
    replaces: str
    """The shoe whose undealt cards these are; empty if it replaces none."""
    cut: int | None
    """How many cards the cut moved to the back; ``None`` if there was no cut."""
    cut_by: str
    """The player who cut; empty if nobody did."""
    cut_for_absent: bool
    """Whether the dealer's software cut for players who were not there: that proves less."""
    dealt: int
    """How many cards have come out of it."""
    repeatable: bool
    """Whether the seed came from a number that somebody chose; if so, it proves nothing."""
    seed: str
    """The house's seed, once it is revealed to officials; else empty."""
    reveal: Reveal
    """When the house promised to publish the seed."""
    published: bool
    """Whether the seed is published."""
    order: tuple[Card, ...]
    """The order before the cut, once it is revealed; else empty."""
    why: str
    """Why it was abandoned; empty if it was not."""
    checks: tuple[Check, ...]
    """The checks, in order."""

    @property
    def ok(self) -> bool:
        """Whether no check fails."""
        return all(check.ok is not False for check in self.checks)


class TableReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a record says about all shoes of one table."""

    table: str
    """The table's name."""
    live: bool
    """Whether people deal there with real cards, which nobody can commit to."""
    shoes: tuple[ShoeReport, ...]
    """The shoes and epochs, in the order of their commitments."""
    abandoned: int
    """How many of them were abandoned."""
    unrevealed: int
    """How many of the abandoned ones were never revealed: their key was lost."""
    dropped: int
    """How many seeds were promised and never shown."""
    uncommitted: tuple[int, ...]
    """The positions in the log of shuffles without a commitment."""

    @property
    def ok(self) -> bool:
        """Whether no check fails, at any shoe."""
        return not self.uncommitted and all(shoe.ok for shoe in self.shoes)


def load_shoes(journal: Journal, table: str) -> TableShoes:
    """Return the shoes of a table with their history."""
    return TableShoes(
        journal.read_stream(TABLE.stream(table)), journal.read_stream(CARDS.stream(table))
    )


def audit_shoes(
    journal: Journal, law: TableLaw, table: str, *, secrets: SealedSecrets | None = None
) -> TableReport:
    """Check all shoes of a table; with the house's key, those in play as well.

    A report never holds what nobody may know yet.
    """
    shoes = load_shoes(journal, table)
    found = tuple(
        _Inspection(law, shoes, one, secrets, CARDS.stream(table)).report()
        for one in shoes.ledger.values()
    )
    abandoned = [one for one in found if one.why]
    return TableReport(
        table=table,
        live=shoes.live,
        shoes=found,
        abandoned=len(abandoned),
        unrevealed=sum(not one.seed for one in abandoned),
        dropped=sum(len(one.dropped) for one in found),
        uncommitted=() if shoes.live else tuple(shoes.unknown),
    )


def find_chance(
    shoe: CommittedShoe, stream: str, secrets: SealedSecrets | None
) -> tuple[CommittedChance | None, tuple[Card, ...]]:
    """Return what a shoe's seed decides, and the cards that it mixed.

    They come from the record or, with the house's key, from the secrets. ``None`` if neither has
    them.
    """
    revealed = shoe.revealed_chance(stream)
    if revealed is not None:
        return revealed, shoe.mixed_cards
    if secrets is None or not shoe.live:
        return None, ()
    try:
        seed, mixed = secrets.seed(shoe), secrets.cards(shoe)
    except UnopenedOrderError:
        return None, ()
    return CommittedChance(seed, stream, shoe.shoe, shoe.seeds), mixed


class _Inspection:
    """The examination of one shoe."""

    def __init__(
        self,
        law: TableLaw,
        shoes: TableShoes,
        shoe: CommittedShoe,
        secrets: SealedSecrets | None,
        stream: str,
    ) -> None:
        self._law, self._shoes, self._shoe, self._stream = law, shoes, shoe, stream
        self._secrets = secrets
        self._story: ShoeHistory = shoes.history[shoe.shoe]
        self._chance, self._mixed = find_chance(shoe, stream, secrets)
        self._order = self._order_of(shoe)

    def report(self) -> ShoeReport:
        """Return the report on the shoe."""
        shoe, story = self._shoe, self._story
        order, epoch, cut = shoe.order, shoe.epoch, story.cut
        return ShoeReport(
            shoe=shoe.shoe,
            standing=shoe.standing.value,
            commitment=shoe.commitment,
            committed=story.committed,
            promised=tuple(one.player for one in shoe.promises),
            seeds=shoe.seeds,
            dropped=shoe.dropped,
            root="" if order is None else order.root,
            size=0 if order is None else order.size,
            rounds=None if epoch is None else (epoch.first_round, self._last_round(epoch)),
            replaces="" if order is None else order.replaces,
            cut=None if cut is None else cut.place,
            cut_by="" if cut is None else cut.player or "the house",
            cut_for_absent=cut is not None and cut.absent,
            dealt=len(story.dealt),
            repeatable=shoe.repeatable,
            seed=shoe.seed,
            reveal=shoe.reveal,
            published=bool(shoe.published),
            order=self._order if shoe.seed else (),
            why=shoe.why,
            checks=tuple(self._checks()),
        )

    def _checks(self) -> Iterator[Check]:
        shoe, story, chance = self._shoe, self._story, self._chance
        yield Check("the house's seed is the one committed to", self._fits())
        if story.closed:
            yield self._seeds()
            yield self._sequence()
        if shoe.order is not None:
            root = None if chance is None else chance.root(self._order) == shoe.order.root
            yield Check("the order follows from the seeds", root)
        if shoe.order is not None and not shoe.order.decks:
            yield self._partly()
        if story.cut is not None and story.cut.absent:
            yield self._absent(story.cut)
        if story.dealt:
            yield self._check_dealt_cards()
        if shoe.seed and shoe.reveal is not Reveal.NEVER:
            kept = shoe.published == shoe.seed if shoe.published else None
            yield Check("the house's seed was published, as promised", kept)

    def _last_round(self, epoch: EpochBegun) -> int:
        """Return the last round of an epoch; the end of the gaming day may have cut it short."""
        later = (
            one.epoch.first_round - 1
            for one in self._shoes.ledger.values()
            if one.epoch is not None and one.epoch.first_round > epoch.first_round
        )
        return min([epoch.last_round, *later])

    def _fits(self) -> bool | None:
        if self._chance is None:
            return None
        bound = seed_commitment(self._chance.seed, self._stream, self._shoe.shoe)
        return bound == self._shoe.commitment

    def _seeds(self) -> Check:
        """Check that the players' seeds are those promised, each once, in order of the boxes."""
        shoe = self._shoe
        what = "every seed is its player's, as promised, in the order of the boxes"
        told = {one.player: one.promise for one in shoe.promises}
        for one in shoe.seeds:
            if seed_promise(one.seed, self._stream, shoe.shoe, one.player) != told.get(one.player):
                return Check(what, False, f"the seed of {one.player} was not promised")
        if (shoe.seeds, shoe.dropped) != shoe.seeds_at_close():
            return Check(what, False, "seeds that were given are missing, or stand elsewhere")
        return Check(what, True)

    def _sequence(self) -> Check:
        """Check that the log has each step in its proper order."""
        story = self._story
        steps = [story.committed, story.closed, story.fixed]
        steps.append(story.shuffled or story.fixed)
        if story.cut is not None:
            steps.append(story.cut.position)
        if story.dealt:
            steps += [story.dealt[0].position, story.dealt[-1].position]
        if story.revealed:
            steps.append(story.revealed)
        what = "commitment, seeds, order, cut, cards and reveal came in this order"
        if steps == sorted(steps) and story.committed > 0:
            return Check(what, True)
        return Check(what, False, f"they stand at {', '.join(map(str, steps))} in the log")

    def _partly(self) -> Check:
        """Check that the cards that were mixed are those that had to be."""
        what = "the cards that were mixed are those that had to be"
        table, order = self._story.mixing, self._shoe.order
        if self._chance is None or table is None or order is None:
            return Check(what, None)
        if order.replaces:
            due = tuple(remaining_cards(table.choices.decks, cards_out(table)).elements())
        else:
            due = cards_to_mix(table, self)
        return Check(what, self._mixed == sort_as_deck(due))

    def _absent(self, cut: Cut) -> Check:
        """Check that the dealer's software cut where the seeds say."""
        what = "the cut for absent players follows from the seeds"
        if self._chance is None:
            return Check(what, None)
        least = least_cut(self._law, cut.before)
        said = least + self._chance.cut(cut.before.shoe.size - 2 * least + 1)
        return Check(what, said == cut.place, "" if said == cut.place else f"they say {said}")

    def _check_dealt_cards(self) -> Check:
        """Check that each card that somebody saw is the one that had to come."""
        what = "every card that was dealt is the one that had to come"
        if self._chance is None:
            return Check(what, None)
        for one in self._story.dealt:
            if one.card is None:
                continue
            if one.left is not None:
                due = self._chance.draw(one.left, one.place)
            else:
                due = self._order[one.place]
            if due is not one.card:
                return Check(what, False, f"event {one.position} records {one.card}, not {due}")
        return Check(what, True)

    def cards_drawn(self, shoe: Shoe) -> tuple[Card, ...]:
        """Return the cards that left a shoe before this one, as far as its order is known."""
        orders: dict[str, tuple[Card, ...]] = {}
        found: list[Card] = []
        for number in range(shoe.drawn):
            name, place = self._shoes.locate(shoe, number)
            if name not in orders:
                orders[name] = self._order_of(self._shoes.ledger.get(name))
            found += orders[name][place : place + 1]
        return tuple(found)

    def _order_of(self, shoe: CommittedShoe | None) -> tuple[Card, ...]:
        if shoe is None or shoe.order is None:
            return ()
        chance, mixed = find_chance(shoe, self._stream, self._secrets)
        return () if chance is None else chance.order(mixed, shoe.order.size)
