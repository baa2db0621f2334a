"""The seeds and cards of automatic tables: commit, accept players' seeds, fix the order, reveal.

Everything here is an event in the stream of the table's cards. A server accepts players' seeds
through ``promise`` and ``give``; a terminal has a contributor that does both by itself.
"""

import os
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from croupier.cards import CARDS_PER_DECK, Bytes, Card, Shoe, full_decks, remaining_cards
from croupier.errors import CroupierError
from croupier.features.fairness.publication import UnpublishedSeeds, has_cards_out, reveal_promise
from croupier.features.fairness.rules.chance import (
    SEED_SIZE,
    CommittedChance,
    PlayerSeed,
    seed_commitment,
    seed_from_secret,
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
    SeedGiven,
    SeedPromised,
    SeedPublished,
    SeedRevealed,
    SeedsClosed,
    ShoeAbandoned,
    ShoeStage,
    apply_cards_event,
    epoch_in_play,
    is_on_table,
    latest_shoe,
    replacement_orders,
    shoe_for_seeds,
    shoes_in_play,
)
from croupier.floor.card_sources import unknown_order_error
from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.engine import cards_out, fold
from croupier.games.stud.bets import StudRoundOpened
from croupier.games.table.choices import Mode
from croupier.games.table.preparation import CardsShuffled
from croupier.games.table.rounds import RoundEnded, RoundVoided
from croupier.games.table.state import Table
from croupier.messages import Event
from croupier.record.envelopes import Cause
from croupier.record.journal import StaleVersionError, StreamWrite
from croupier.record.secrets.keys import MasterKey
from croupier.record.secrets.sealed_orders import SealedSecrets, UnopenedOrderError
from croupier.record.stores.base import Store
from croupier.rulebooks import Role
from croupier.streams import CARDS, TABLE


class TableWitness:
    """A follower of a table's stream: a shoe is revealed only when the log has the next.

    A decision may still be given up because another process was first; an entry in the log stays.
    """

    def __init__(self, store: Store, table: str, *, from_now: bool) -> None:
        self._store, self._stream = store, TABLE.stream(table)
        self._version = store.version(self._stream) if from_now else 0
        self._handles: set[str] = set()
        self._ended = False
        self._opened = 0
        """The last event that opened a round after another had ended, by its place in the log."""

    def _look(self) -> None:
        for envelope in self._store.read_stream(self._stream, self._version):
            self._version = envelope.version
            match envelope.event:
                case CardsShuffled(handle=handle):
                    self._handles.add(handle)
                case RoundEnded() | RoundVoided():
                    self._ended = True
                case RoundOpened() | StudRoundOpened() if self._ended:
                    self._opened, self._ended = envelope.position, False

    def has_come(self, shoe: CommittedShoe, begun: int) -> bool:
        """Return whether the table uses a shoe, or an epoch that began at a position in the log."""
        if shoe.order is not None and shoe.order.replaces:
            return True
        self._look()
        return shoe.shoe in self._handles if shoe.order is not None else self._opened > begun


EPOCH_ROUNDS = 20
"""How many rounds a shuffling device draws by one seed, unless the gaming day ends before."""
FIRST_SHOE = "shoe-1"
"""The name of the first shoe of a table."""
LONGEST_SEED = 128
"""How many characters a player's seed has at most."""
DEALER = "dealer"
"""The actor of what the dealer's software does."""
Made = TypeVar("Made")
NEVER_DEALT = "the shuffle was never carried out"
TABLE_CLOSED = "the table closed before it was used"


class SeedRefusedError(CroupierError):
    """A seed comes too late, or is not the one that was promised."""

    status, code = 409, "seed/refused"


class BehindError(StaleVersionError):
    """The table has moved on since the shuffle of its cards was decided."""


class Contributor(Protocol):
    """A player who adds a seed to each shoe unprompted."""

    player: str
    """The player's id."""
    box: int
    """The player's box."""

    def seed(self, shoe: CommittedShoe) -> str:
        """Return the seed for a shoe that the house has committed to."""


class SecretOwner:
    """A player with a secret, from which a seed for each shoe follows."""

    def __init__(self, player: str, secret: str, box: int = 1) -> None:
        self.player, self.box, self._secret = player, box, secret

    def seed(self, shoe: CommittedShoe) -> str:
        """Return the seed for a shoe that the house has committed to."""
        return seed_from_secret(self._secret, shoe.commitment)


class SeedDesk:
    """The seeds of one table: commit, accept players' seeds, fix orders, reveal what is over."""

    def __init__(
        self,
        store: Store,
        table: str,
        master: MasterKey,
        chance: Bytes,
        *,
        repeatable: bool = False,
        contributors: Sequence[Contributor] = (),
        reveal: Reveal = Reveal.SHOE,
    ) -> None:
        self._table, self._reveal = table, reveal
        self.stream = CARDS.stream(table)
        """Where the events go."""
        self.ledger: Ledger = {}
        """Every shoe that there has been."""
        self._store, self._chance, self._repeatable = store, chance, repeatable
        self._secrets = SealedSecrets(store, self.stream, master)
        self._contributors = contributors
        self._unpublished = UnpublishedSeeds(store, self.stream)
        self._version = 0
        self._opened: tuple[str, CommittedChance] | None = None
        self.refresh()
        waiting = len(shoes_in_play(self.ledger)) > 1
        self._witness = TableWitness(store, table, from_now=not waiting)

    def refresh(self) -> None:
        """Apply the events that other processes have written since."""
        for envelope in self._store.read_stream(self.stream, self._version):
            self._take(envelope.event)

    def _write(
        self, events: Sequence[Event], actor: str = DEALER, role: Role = Role.DEALER
    ) -> None:
        cause = Cause(f"{self.stream}/{self._version}", actor, role)
        self._store.append([StreamWrite(self.stream, self._version, tuple(events))], cause)
        for event in events:
            self._take(event)

    def _take(self, event: Event) -> None:
        self._version += 1
        apply_cards_event(self.ledger, event)
        if isinstance(event, EpochBegun | SeedRevealed | SeedPublished):
            self._unpublished.note(self.ledger, event, self._version)

    # ------------------------------------------------------------------------- what players add

    def invite(self) -> CommittedShoe:
        """Return the shoe that seeds may be added to. Commit to one if there is none."""
        return self._again(self._invite)

    def _invite(self) -> CommittedShoe:
        if shoe_for_seeds(self.ledger) is None:
            self._write([self._commitment()])
        for one in self._contributors:
            shoe = self._open()
            if not shoe.given and all(other.player != one.player for other in shoe.promises):
                told = seed_promise(one.seed(shoe), self.stream, shoe.shoe, one.player)
                self._promise(one.player, one.box, told)
        return self._open()

    def _commitment(self) -> SeedCommitted:
        """Return the commitment to a new seed, which is sealed in the store first."""
        shoe, seed = f"shoe-{len(self.ledger) + 1}", self._chance(SEED_SIZE)
        bound = seed_commitment(seed, self.stream, shoe)
        self._secrets.keep_seed(shoe, bound, seed)
        promised = reveal_promise(self._store, self._table, self._reveal)
        return SeedCommitted(shoe, bound, self._repeatable, promised)

    def _open(self) -> CommittedShoe:
        found = shoe_for_seeds(self.ledger)
        if found is None:
            raise SeedRefusedError(f"no seed is committed to at {self.stream}: invite seeds first")
        return found

    def promise(self, player: str, box: int, told: str) -> None:
        """Bind a player to a seed for the next shoe by its hash. Idempotent."""
        self._again(lambda: self._promise(player, box, told))

    def _promise(self, player: str, box: int, told: str) -> None:
        shoe = self._open()
        before = next((one for one in shoe.promises if one.player == player), None)
        if before is not None and before.promise == told:
            return
        if before is not None:
            raise SeedRefusedError(f"{player} has already promised a seed for {shoe.shoe}")
        if shoe.given:
            raise SeedRefusedError(
                "seeds are already being revealed: promise one for the next shoe"
            )
        if len(told) != SEED_SIZE * 2 or any(one not in "0123456789abcdef" for one in told):
            raise SeedRefusedError("a promise is the SHA-256 of the seed: 64 hexadecimal digits")
        self._write([SeedPromised(shoe.shoe, box, player, told)], player, Role.PLAYER)

    def give(self, player: str, seed: str) -> None:
        """Show the seed that a player promised for the next shoe. Idempotent."""
        self._again(lambda: self._give(player, seed))

    def _give(self, player: str, seed: str) -> None:
        shoe = self._open()
        if not 1 <= len(seed) <= LONGEST_SEED or not seed.isprintable():
            raise SeedRefusedError(f"a seed has 1 to {LONGEST_SEED} printable characters")
        if shoe.given.get(player) == seed:
            return
        if player in shoe.given:
            raise SeedRefusedError(f"{player} has already given a seed for {shoe.shoe}")
        told = next((one.promise for one in shoe.promises if one.player == player), None)
        if told is None:
            raise SeedRefusedError(f"{player} has promised no seed for {shoe.shoe}")
        if seed_promise(seed, self.stream, shoe.shoe, player) != told:
            raise SeedRefusedError(f"this is not the seed that {player} promised for {shoe.shoe}")
        self._write([SeedGiven(shoe.shoe, player, seed)], player, Role.PLAYER)

    def _collect(self) -> CommittedShoe:
        """Show the promised seeds of the contributors, as far as they still have them."""
        shoe = self._invite()
        told = {one.player: one.promise for one in shoe.promises if one.player not in shoe.given}
        for one in self._contributors:
            seed = one.seed(shoe)
            if seed_promise(seed, self.stream, shoe.shoe, one.player) == told.get(one.player):
                self._give(one.player, seed)
        return self._open()

    # --------------------------------------------------------------------- what the cards follow

    def fix(
        self,
        cards: Sequence[Card],
        count: int,
        *,
        handle: str = "",
        replaces: str = "",
        after: int = 0,
    ) -> str:
        """Close the seeds, fix the order of some cards and return the new shoe's name.

        ``handle`` names the shoe on the table. An order that was fixed and never used there stands:
        nobody gets a second try.
        """
        return self._again(lambda: self._fix(cards, count, handle, replaces, after))

    def _again(self, work: Callable[[], Made]) -> Made:
        """Do the work on the current stream; repeat it if another process was first."""
        while True:
            self.refresh()
            try:
                return work()
            except BehindError:
                raise
            except StaleVersionError:
                continue

    def _fix(
        self, cards: Sequence[Card], count: int, handle: str, replaces: str, after: int
    ) -> str:
        current = latest_shoe(self.ledger)
        if current is not None and not replaces and not is_on_table(current, handle):
            if self._secrets.cards(current) == sort_as_deck(cards):
                return current.shoe
            self._give_up_unused(current)
        shoe = self._collect()
        seeds, dropped = shoe.seeds_at_close()
        chance = self._chance_with(shoe, seeds)
        order = chance.order(cards, count)
        root = chance.root(order)
        decks = _whole_decks(cards, count)
        if not decks:
            self._secrets.keep_cards(shoe, root, sort_as_deck(cards))
        fixed = OrderFixed(shoe.shoe, count, root, decks, replaces, after)
        self._begin([SeedsClosed(shoe.shoe, seeds, dropped), fixed])
        return shoe.shoe

    def _give_up_unused(self, shoe: CommittedShoe) -> None:
        """Abandon an order that was fixed for other cards and never used."""
        assert shoe.order is not None
        if TableWitness(self._store, self._table, from_now=False).has_come(shoe, 0):
            raise BehindError(self.stream, self._version, self._version)
        self.abandon(shoe.shoe, NEVER_DEALT)

    def epoch(self, in_round: int) -> CommittedShoe:
        """Return the epoch by which a device draws in a round; begin one if the last is over.

        Another process may have ended it with the gaming day, so the stream is read first.
        """
        return self._again(lambda: self._epoch(in_round))

    def _epoch(self, in_round: int) -> CommittedShoe:
        found = epoch_in_play(self.ledger, in_round)
        if found is not None:
            return found
        shoe = self._collect()
        seeds, dropped = shoe.seeds_at_close()
        begun = EpochBegun(shoe.shoe, in_round, in_round + EPOCH_ROUNDS - 1)
        self._begin([SeedsClosed(shoe.shoe, seeds, dropped), begun])
        return self.ledger[shoe.shoe]

    def _begin(self, events: list[Event]) -> None:
        """Put a new shoe into play, and commit to the next."""
        self.reveal_over()
        self._write([*events, self._commitment()])
        self._invite()

    def reveal_over(self) -> None:
        """Reveal the shoes that are over: the log shows that the table uses a later one.

        Called at every card dealt; it costs nothing while nothing waits.
        """
        fixed = shoes_in_play(self.ledger)
        if len(fixed) < 2:
            return
        *over, newest = fixed
        begun = 0
        if newest.epoch is not None:
            begun = self._unpublished.beginning_of(newest.shoe).position
        if self._witness.has_come(newest, begun):
            self._write([self._secrets.reveal(one) for one in over])

    def end_epochs(self, table: Table, version: int, now: datetime) -> bool:
        """Reveal the epochs of ended gaming days; the next draw begins a new one.

        ``table`` is the table's state at a version of its stream. Only its writer may
        call this, between its decisions: a draw by an epoch must be in the log before the epoch
        ends. Return whether nothing is left to end: false while cards are out or a decision is not
        in the log.
        """
        return self._again(lambda: self._end_epochs(table, version, now))

    def _end_epochs(self, table: Table, version: int, now: datetime) -> bool:
        over = self._unpublished.ended_epochs(self.ledger, table, now)
        if not over:
            return True
        if has_cards_out(table) or version != self._store.version(TABLE.stream(self._table)):
            return False
        self._write([self._secrets.reveal(one) for one in over])
        return True

    def publish(self, table: Table, now: datetime) -> None:
        """Publish the promised seeds that are due; ``table`` is its state in the log."""
        while self._again(lambda: self._publish(table, now)):
            pass

    def _publish(self, table: Table, now: datetime) -> bool:
        over = self._unpublished.due(self.ledger, table, now)
        if over:
            self._write(over)
        return bool(over)

    # ---------------------------------------------------------------------------------- secrets

    def chance_of(self, shoe: CommittedShoe) -> CommittedChance:
        """Return everything that the seed of a shoe decides."""
        if self._opened is None or self._opened[0] != shoe.commitment:
            chance = shoe.revealed_chance(self.stream) or self._chance_with(shoe, shoe.seeds)
            self._opened = shoe.commitment, chance
        return self._opened[1]

    def _chance_with(self, shoe: CommittedShoe, seeds: Sequence[PlayerSeed]) -> CommittedChance:
        seed = self._secrets.seed(shoe)
        return CommittedChance(seed, self.stream, shoe.shoe, seeds)

    def order_of(self, shoe: CommittedShoe) -> tuple[Card, ...]:
        """Return the order of a shoe."""
        assert shoe.order is not None
        return self.chance_of(shoe).order(self._secrets.cards(shoe), shoe.order.size)

    def opens(self, shoe: CommittedShoe) -> bool:
        """Return whether the master key opens the secrets of a shoe."""
        try:
            self._secrets.seed(shoe)
        except UnopenedOrderError:
            return False
        return True

    def abandon(self, shoe: str, why: str) -> None:
        """Abandon a shoe, and reveal it unless its key is lost."""
        events: list[Event] = [ShoeAbandoned(shoe, why)]
        if self.opens(self.ledger[shoe]):
            events.append(self._secrets.reveal(self.ledger[shoe]))
        self._write(events)

    def end(self) -> None:
        """Reveal the last shoe of a table that has closed, and abandon the next."""
        self.refresh()
        over = shoes_in_play(self.ledger)
        if over:
            self._write([self._secrets.reveal(one) for one in over])
        unused = shoe_for_seeds(self.ledger)
        if unused is not None:
            self.abandon(unused.shoe, TABLE_CLOSED)


def _whole_decks(cards: Sequence[Card], count: int) -> int:
    """Return how many whole decks the cards make; 0 if they make none."""
    decks = len(cards) // CARDS_PER_DECK
    whole = count == len(cards) and sort_as_deck(cards) == sort_as_deck(full_decks(decks))
    return decks if whole else 0


class CommittedCards:
    """Cards in the order that the seeds decide; a reopened table continues with the same."""

    def __init__(self, desk: SeedDesk) -> None:
        self.desk = desk
        """Where seeds are added."""
        self._known: tuple[str, int] | None = None
        self._first = 0
        self._coming: tuple[Card, ...] = ()

    def shuffle(self, cards: Sequence[Card], count: int, instead_of: Shoe | None = None) -> str:
        """Shuffle cards, keep the given number, and return the handle of their order."""
        handle = "" if instead_of is None else instead_of.handle
        return self.desk.fix(cards, count, handle=handle)

    def replace(self, shoe: Shoe, cards: Sequence[Card]) -> None:
        """Put the rest of a shoe whose order is lost into a new order."""
        self.desk.fix(cards, shoe.cards_left, replaces=shoe.handle, after=shoe.drawn)
        self._known = None

    def _find(self, shoe: Shoe) -> None:
        """Load the cards of a shoe as they come out, from the first that is known."""
        if self._known == (shoe.handle, shoe.cut):
            return
        if shoe.handle not in self.desk.ledger:
            self.desk.refresh()
        self.desk.refresh()
        instead = replacement_orders(self.desk.ledger, shoe.handle)
        name = instead[-1].shoe if instead else shoe.handle
        found = self.desk.ledger.get(name)
        if found is None or found.order is None:
            raise unknown_order_error(shoe)
        order = self.desk.order_of(found)
        self._first = found.order.after
        cut = 0 if self._first else shoe.cut
        self._coming = order[cut:] + order[:cut]
        self._known = shoe.handle, shoe.cut

    def _between(self, shoe: Shoe, first: int, last: int) -> tuple[Card, ...]:
        self._find(shoe)
        return self._coming[max(0, first - self._first) : max(0, last - self._first)]

    def cards_drawn(self, shoe: Shoe) -> tuple[Card, ...]:
        """Return the cards that have left a shoe, in order; if it was lost, those since."""
        return self._between(shoe, 0, shoe.drawn)

    def in_front(self, shoe: Shoe) -> Card | None:
        """Return the card at the front of a shoe; ``None`` if it is empty."""
        self._find(shoe)
        self.desk.reveal_over()
        place = shoe.drawn - self._first
        return self._coming[place] if place < len(self._coming) else None

    def next_cards(self, shoe: Shoe, count: int = 1) -> tuple[Card, ...]:
        """Return the cards at the front of a shoe; fewer if it does not hold enough."""
        self._find(shoe)
        self.desk.reveal_over()
        return self._between(shoe, shoe.drawn, shoe.drawn + count)

    def any_of(self, cards: Counter[Card], *, draw: int = 0, in_round: int = 0) -> Card:
        """Return one of the cards, as the seed of the epoch decides."""
        epoch = self.desk.epoch(in_round)
        self.desk.reveal_over()
        return self.desk.chance_of(epoch).draw(cards, draw)

    def number_below(self, limit: int) -> int:
        """Return where the dealer cuts for absent players: the seeds decide that too."""
        self.desk.refresh()
        self.desk.refresh()
        shoe = latest_shoe(self.desk.ledger)
        assert shoe is not None, "cards are shuffled before they are cut"
        return self.desk.chance_of(shoe).cut(limit)


LOTS = "/seats"
"""The ending of the name, among streams of cards, of a tournament's lots: seats and ballots."""
BY_HAND = "the seats were drawn by hand"
TOURNAMENT_OVER = "the tournament ended before it was used"


class LotDesk:
    """The lots of a tournament, of seats and of ballots: committed to, drawn, then published.

    The house commits to the seed of a draw before it is known who takes part. The lots follow from
    it alone; a seed that was closed for a draw is used by the next one, so nobody gets a second
    try. Only for the writer's thread.
    """

    def __init__(self, store: Store, tournament: str, master: MasterKey, chance: Bytes) -> None:
        self.stream = CARDS.stream(tournament + LOTS)
        """Where the events go."""
        self.ledger: Ledger = {}
        """Every seed that there has been."""
        self._spent: set[str] = set()
        """The seeds whose draw was decided, and may not be in the log yet."""
        self._store, self._chance, self._version = store, chance, 0
        self._secrets = SealedSecrets(store, self.stream, master)

    def _refresh(self) -> None:
        for envelope in self._store.read_stream(self.stream, self._version):
            self._version = envelope.version
            apply_cards_event(self.ledger, envelope.event)

    def _write(self, *events: Event) -> None:
        cause = Cause(f"{self.stream}/{self._version}", DEALER, Role.DEALER)
        self._store.append([StreamWrite(self.stream, self._version, events)], cause)
        self._refresh()

    def _commitment(self) -> SeedCommitted:
        """Return the commitment to a new seed, which is sealed in the store first."""
        shoe, seed = f"draw-{len(self.ledger) + 1}", self._chance(SEED_SIZE)
        bound = seed_commitment(seed, self.stream, shoe)
        self._secrets.keep_seed(shoe, bound, seed)
        return SeedCommitted(shoe, bound, self._chance is not os.urandom, Reveal.SHOE)

    def invite(self) -> CommittedShoe:
        """Return the seed of the next draw. Commit to one if there is none."""
        self._refresh()
        while not (found := self._unused_seeds()):
            try:
                self._write(self._commitment())
            except StaleVersionError:
                self._refresh()
        return found[0]

    def _unused_seeds(self) -> list[CommittedShoe]:
        """Return the seeds that nothing was drawn by, the next first."""
        stages = (ShoeStage.OPEN, ShoeStage.CLOSED)
        left = (one for one in self.ledger.values() if one.shoe not in self._spent)
        return [one for one in left if one.standing in stages]

    def lots(self, count: int) -> tuple[int, ...]:
        """Return the lots of the next draw, without drawing them."""
        shoe = self.invite()
        return CommittedChance(self._secrets.seed(shoe), self.stream, shoe.shoe, ()).lots(count)

    def close(self) -> str:
        """Bind the seed of the next draw to it, and commit to the one after. Return its name.

        The draw is recorded right after this. However soon another follows, its seed is in the
        record before this draw is.
        """
        shoe = self.invite()
        events: list[Event] = []
        if shoe.standing is ShoeStage.OPEN:
            events.append(SeedsClosed(shoe.shoe, ()))
        if self._unused_seeds() == [shoe]:
            events.append(self._commitment())
        if events:
            self._write(*events)
        self._spent.add(shoe.shoe)
        return shoe.shoe

    def publish(self, drawn: Collection[str]) -> None:
        """Publish the seeds of draws that are recorded, by their names."""
        self._refresh()
        events: list[Event] = []
        for shoe in self.ledger.values():
            if shoe.shoe in drawn and shoe.standing is ShoeStage.CLOSED:
                revealed = self._secrets.reveal(shoe)
                events += [revealed, SeedPublished(shoe.shoe, revealed.seed)]
        if events:
            self._write(*events)

    def abandon(self) -> None:
        """Give up the seeds that wait, and show them: the tournament is over."""
        self._refresh()
        self._give_up(self._unused_seeds(), TOURNAMENT_OVER)

    def abandon_closed(self) -> None:
        """Give up a seed that was closed for a draw that did not come: seats are drawn by hand."""
        self._refresh()
        closed = [one for one in self._unused_seeds() if one.standing is ShoeStage.CLOSED]
        self._give_up(closed, BY_HAND)

    def _give_up(self, shoes: Sequence[CommittedShoe], why: str) -> None:
        events: list[Event] = []
        for shoe in shoes:
            revealed = self._secrets.reveal(shoe)
            published = SeedPublished(shoe.shoe, revealed.seed)
            events += [ShoeAbandoned(shoe.shoe, why), revealed, published]
        if events:
            self._write(*events)


class CommittedHouse:
    """The source of cards for a house's automatic tables: one seed desk for each.

    It works with any store; its owner holds the master key.
    """

    def __init__(
        self,
        store: Store,
        master: MasterKey,
        chance: Bytes = os.urandom,
        *,
        contributors: Sequence[Contributor] = (),
        reveal: Reveal = Reveal.SHOE,
    ) -> None:
        self._store, self._master, self._chance = store, master, chance
        self._contributors, self._reveal = contributors, reveal
        self.sources: dict[str, CommittedCards] = {}
        """The sources asked for so far, by table."""
        self._lots: dict[str, LotDesk] = {}

    def cards(self, table: str) -> CommittedCards:
        """Return the source of cards of a table, with the desk where seeds are added."""
        if table not in self.sources:
            desk = SeedDesk(
                self._store,
                table,
                self._master,
                self._chance,
                repeatable=self._chance is not os.urandom,
                contributors=self._contributors,
                reveal=self._reveal,
            )
            self.sources[table] = CommittedCards(desk)
            self._replace_lost(table, self.sources[table])
        return self.sources[table]

    def lots(self, tournament: str) -> LotDesk:
        """Return the desk of the lots by which a tournament seats players and breaks ties."""
        if tournament not in self._lots:
            desk = LotDesk(self._store, tournament, self._master, self._chance)
            self._lots[tournament] = desk
        return self._lots[tournament]

    def publish(self, tables: Mapping[str, Table], now: datetime) -> None:
        """Publish what is due at a house's automatic tables, as its record has them.

        Epochs of devices end with the gaming day. Only for a process that is alone at the record.
        """
        for name, table in tables.items():
            if table.choices.mode is Mode.AUTOMATIC:
                desk = self.cards(name).desk
                desk.end_epochs(table, self._store.version(TABLE.stream(name)), now)
                desk.publish(table, now)

    def _replace_lost(self, table: str, source: CommittedCards) -> None:
        """Put the rest of a shoe into a new order if its own was abandoned during play."""
        given_up = [
            one.shoe
            for one in source.desk.ledger.values()
            if one.standing is ShoeStage.ABANDONED and one.order is not None
        ]
        if not given_up or not self._store.version(TABLE.stream(table)):
            return
        events = (one.event for one in self._store.read_stream(TABLE.stream(table)))
        standing, _ = fold(events)
        if _needs_order(source, standing.shoe, given_up):
            left = remaining_cards(standing.choices.decks, cards_out(standing))
            source.replace(standing.shoe, tuple(left.elements()))


def _needs_order(source: CommittedCards, shoe: Shoe, given_up: Sequence[str]) -> bool:
    """Return whether the order of a shoe's remaining cards is lost."""
    instead = replacement_orders(source.desk.ledger, shoe.handle)
    last = instead[-1].shoe if instead else shoe.handle
    return last in given_up and not shoe.empty
