"""The shoes of one table, folded from the events of its cards: commitment, seeds, order, reveal."""

from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, full_decks
from croupier.features.fairness.rules.chance import CommittedChance, PlayerSeed, sort_as_deck
from croupier.messages import Event

# ------------------------------------------------------------------------------------------ events


class Reveal(Enum):
    """When everybody learns the house's seed of a shoe, and with it every card that was in it."""

    SHOE = "shoe"
    """When the shoe is over, and none of its cards is on the table or mixed into the next."""
    DAY = "day"
    """When that is so, and the gaming day in which it became so has ended."""
    NEVER = "never"
    """Never: only officials learn it."""


class SeedCommitted(Event, frozen=True, tag="seed-committed"):
    """The house has committed to a seed that nobody else knows; players may now add theirs."""

    shoe: str
    """The shoe, or the epoch of a shuffling device, that the seed is for."""
    commitment: str
    """The hash of the seed, in hex: another seed cannot be put in its place."""
    repeatable: bool = False
    """Whether the seed came from a number that somebody chose, so that it proves nothing."""
    reveal: Reveal = Reveal.NEVER
    """When everybody will learn the seed: the house says so before the first card, and cannot
    choose later. Records from before the house said so have ``never``."""


class SeedPromised(Event, frozen=True, tag="seed-promised"):
    """A player has committed to a seed, and has not shown it yet."""

    shoe: str
    """What the seed is for."""
    box: int
    """The player's box, from 1; before anybody sits at a new table, the place of the promise."""
    player: str
    """The player who promises it."""
    promise: str
    """The hash of the seed, in hex."""


class SeedGiven(Event, frozen=True, tag="seed-given"):
    """A player has shown the promised seed; after the first, nobody can promise one."""

    shoe: str
    """What the seed is for."""
    player: str
    """The player who shows it."""
    seed: str
    """The seed."""


class SeedsClosed(Event, frozen=True, tag="seeds-closed"):
    """No more seeds are added: what the cards follow from is fixed."""

    shoe: str
    """What the seeds are for."""
    seeds: tuple[PlayerSeed, ...]
    """The seeds that count, in the order of the boxes; empty if no player added one."""
    dropped: tuple[PlayerSeed, ...] = ()
    """Those that were promised and never shown; the seed of each is empty."""


class OrderFixed(Event, frozen=True, tag="order-fixed"):
    """The order of a shoe is fixed, and its root is published before the cut."""

    shoe: str
    """The shoe; tables name it by this handle."""
    size: int
    """How many cards the shoe holds."""
    root: str
    """The head of the tree over all places of the order, in hex."""
    decks: int = 0
    """How many whole decks it consists of; 0 if only a part of the cards was mixed."""
    replaces: str = ""
    """The shoe whose undealt cards these are, if its order was lost; else empty."""
    after: int = 0
    """How many cards had left that shoe."""


class EpochBegun(Event, frozen=True, tag="epoch-begun"):
    """A shuffling device begins to draw by a new seed."""

    shoe: str
    """The epoch."""
    first_round: int
    """The first round whose draws follow from it, as the table counts rounds."""
    last_round: int
    """Its last round, unless the gaming day ends before."""


class SeedRevealed(Event, frozen=True, tag="seed-revealed"):
    """A seed that was committed to is shown to officials, since all cards follow from it."""

    shoe: str
    """The shoe or epoch, which is over."""
    seed: str
    """The seed of the house, in hex."""
    cards: tuple[Card, ...] = ()
    """The cards that were mixed, if they were not whole decks; else empty."""


class SeedPublished(Event, frozen=True, tag="seed-published"):
    """A seed is shown to everybody: none of the cards that follow from it is secret any more."""

    shoe: str
    """The shoe or epoch, which is over."""
    seed: str
    """The seed of the house, in hex."""
    cards: tuple[Card, ...] = ()
    """The cards that were mixed, if they were not whole decks; else empty."""


class ShoeAbandoned(Event, frozen=True, tag="shoe-abandoned"):
    """A seed that was committed to is not used, or no longer. It is counted for ever."""

    shoe: str
    """The shoe or epoch."""
    why: str
    """The reason, for people."""


CardsEvent = (
    SeedCommitted
    | SeedPromised
    | SeedGiven
    | SeedsClosed
    | OrderFixed
    | EpochBegun
    | SeedRevealed
    | SeedPublished
    | ShoeAbandoned
)
"""Everything that happens to the cards of a table."""


# ------------------------------------------------------------------------------------------- shoes


class ShoeStage(Enum):
    """How far a shoe has come."""

    OPEN = "open"
    CLOSED = "closed"
    IN_PLAY = "in play"
    OVER = "over"
    ABANDONED = "abandoned"


class CommittedShoe(msgspec.Struct, frozen=True, kw_only=True):
    """A shoe, or an epoch of a shuffling device, from its commitment on."""

    shoe: str
    """Its name at its table."""
    commitment: str
    """The hash of the house's seed, in hex."""
    repeatable: bool = False
    """Whether the seed came from a number that somebody chose."""
    reveal: Reveal = Reveal.NEVER
    """When the house promised to publish its seed."""
    standing: ShoeStage = ShoeStage.OPEN
    """How far it has come."""
    promises: tuple[SeedPromised, ...] = ()
    """The promised seeds, in the order of the promises."""
    given: dict[str, str] = {}
    """The seeds that were shown, by player."""
    seeds: tuple[PlayerSeed, ...] = ()
    """The seeds that count, once they are closed."""
    dropped: tuple[PlayerSeed, ...] = ()
    """Those that were promised and never shown."""
    order: OrderFixed | None = None
    """Its order, without the cards; ``None`` for an epoch, and before it is fixed."""
    epoch: EpochBegun | None = None
    """The rounds that it covers; ``None`` for a shoe."""
    seed: str = ""
    """The house's seed in hex, once it is revealed to officials."""
    published: str = ""
    """The seed as shown to everybody; empty while only officials may know it."""
    cards: tuple[Card, ...] = ()
    """The cards that were mixed, once revealed, if they were not whole decks."""
    why: str = ""
    """Why it was abandoned; empty if it was not."""

    @property
    def live(self) -> bool:
        """Whether its secret is still needed."""
        return self.standing in (ShoeStage.OPEN, ShoeStage.CLOSED, ShoeStage.IN_PLAY)

    def seeds_at_close(self) -> tuple[tuple[PlayerSeed, ...], tuple[PlayerSeed, ...]]:
        """Return the seeds that count if they are closed now, and those that drop out."""
        around = sorted(self.promises, key=lambda one: one.box)
        every = [PlayerSeed(one.box, one.player, self.given.get(one.player, "")) for one in around]
        return tuple(one for one in every if one.seed), tuple(one for one in every if not one.seed)

    @property
    def mixed_cards(self) -> tuple[Card, ...]:
        """Return the cards that it was made of, as far as recorded, in deck order.

        Empty for an epoch, and for a part of the cards that is not revealed.
        """
        whole = 0 if self.order is None else self.order.decks
        return sort_as_deck(full_decks(whole)) if whole else self.cards

    def revealed_chance(self, stream: str) -> CommittedChance | None:
        """Return everything that its seed decides; ``None`` while nobody may know it."""
        if not self.seed:
            return None
        return CommittedChance(bytes.fromhex(self.seed), stream, self.shoe, self.seeds)


Ledger = dict[str, CommittedShoe]
"""The shoes of a table by their names, in the order of their commitments."""


# --------------------------------------------------------------------------- the ledger of a table


def apply_cards_event(ledger: Ledger, event: Event) -> None:
    """Apply an event of a table's cards to its ledger."""
    match event:
        case SeedCommitted(shoe=shoe, commitment=commitment, repeatable=repeatable, reveal=reveal):
            ledger[shoe] = CommittedShoe(
                shoe=shoe, commitment=commitment, repeatable=repeatable, reveal=reveal
            )
        case SeedPromised(shoe=shoe):
            one = ledger[shoe]
            ledger[shoe] = replace(one, promises=(*one.promises, event))
        case SeedGiven(shoe=shoe, player=player, seed=seed):
            one = ledger[shoe]
            ledger[shoe] = replace(one, given={**one.given, player: seed})
        case SeedsClosed(shoe=shoe, seeds=seeds, dropped=dropped):
            ledger[shoe] = replace(
                ledger[shoe], seeds=seeds, dropped=dropped, standing=ShoeStage.CLOSED
            )
        case OrderFixed(shoe=shoe):
            ledger[shoe] = replace(ledger[shoe], order=event, standing=ShoeStage.IN_PLAY)
        case EpochBegun(shoe=shoe):
            ledger[shoe] = replace(ledger[shoe], epoch=event, standing=ShoeStage.IN_PLAY)
        case SeedRevealed(shoe=shoe, seed=seed, cards=cards):
            one = ledger[shoe]
            standing = ShoeStage.ABANDONED if one.why else ShoeStage.OVER
            ledger[shoe] = replace(one, seed=seed, cards=cards, standing=standing)
        case SeedPublished(shoe=shoe, seed=seed):
            ledger[shoe] = replace(ledger[shoe], published=seed)
        case ShoeAbandoned(shoe=shoe, why=why):
            ledger[shoe] = replace(ledger[shoe], why=why, standing=ShoeStage.ABANDONED)


def build_ledger(events: Iterable[Event]) -> Ledger:
    """Return the ledger that results from the events of a table's cards."""
    ledger: Ledger = {}
    for event in events:
        apply_cards_event(ledger, event)
    return ledger


def _recent(ledger: Ledger) -> Iterator[CommittedShoe]:
    """Yield the shoes since the last that is over, newest first; a table may have had thousands."""
    return takewhile(lambda one: one.standing is not ShoeStage.OVER, reversed(ledger.values()))


def shoe_for_seeds(ledger: Ledger) -> CommittedShoe | None:
    """Return the shoe that seeds may be added to; ``None`` if nothing is committed to."""
    return next((one for one in _recent(ledger) if one.standing is ShoeStage.OPEN), None)


def shoes_in_play(ledger: Ledger) -> list[CommittedShoe]:
    """Return the shoes or epochs that are fixed and not revealed, the newest last.

    The one before the newest stays until the log shows that the table uses the newest.
    """
    return [one for one in _recent(ledger) if one.standing is ShoeStage.IN_PLAY][::-1]


def latest_shoe(ledger: Ledger) -> CommittedShoe | None:
    """Return the shoe or epoch that was fixed last: it is in play or about to be."""
    return next(reversed(shoes_in_play(ledger)), None)


def epoch_in_play(ledger: Ledger, in_round: int) -> CommittedShoe | None:
    """Return the epoch by which a device draws in a round; ``None`` if it has not begun."""
    for one in reversed(shoes_in_play(ledger)):
        if one.epoch is not None and one.epoch.first_round <= in_round <= one.epoch.last_round:
            return one
    return None


def is_on_table(shoe: CommittedShoe, handle: str) -> bool:
    """Return whether the table with this handle uses the shoe's order; always true of an epoch."""
    if shoe.order is None:
        return True
    return bool(handle) and handle in (shoe.shoe, shoe.order.replaces)


def is_out_of_play(ledger: Ledger, name: str, handle: str) -> bool:
    """Return whether no card of a shoe can be in the shoe that the handle names.

    The rest of a shoe, or its discards, may be mixed into the next: only a later shoe of whole
    decks is certain to hold none of them. A device, which has no handle, always holds whole decks.
    """
    if not handle:
        return True
    later = dict.fromkeys(takewhile(lambda one: one != name, reversed(ledger)))
    order = ledger[handle].order if handle in later else None
    return order is not None and bool(order.decks)


def replacement_orders(ledger: Ledger, handle: str) -> list[OrderFixed]:
    """Return the orders that replaced a shoe's undealt cards, the latest last."""
    fixed = (one.order for one in ledger.values() if one.order is not None)
    return [order for order in fixed if order.replaces == handle]
