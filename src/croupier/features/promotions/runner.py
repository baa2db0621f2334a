"""Promotions that run: alone with a journal, or on a floor whose tables they watch.

``RunningPromotion`` and ``TableWatch`` serve scenarios and trial runs. On a floor, ``submit`` and a
reaction to tables' events do the same within the floor's transactions.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce

from msgspec.structs import replace

from croupier.cards import Bytes, random_order
from croupier.errors import CroupierError
from croupier.features.fairness.rules.chance import SEED_SIZE
from croupier.features.promotions.lots import draw_commitment, draw_numbers
from croupier.features.promotions.rules import Promotion, Terms, decide, due, evolve, open_promotion
from croupier.features.promotions.rules.draws import (
    DrawWinners,
    EnterPromotion,
    eligible_numbers,
    eligible_tickets,
    entries_earned_by,
)
from croupier.features.promotions.rules.due import PromotionDue
from croupier.features.promotions.rules.publication import StartPromotion
from croupier.features.promotions.rules.state import DrawProof, PromotionStage
from croupier.features.promotions.rules.terms import stated_prizes
from croupier.floor.card_sources import random_source
from croupier.floor.floor import Answer, Floor, NameTakenError
from croupier.floor.state import content_of, state_after
from croupier.games import engine
from croupier.games.engine import evolve as evolve_table
from croupier.games.table.rounds import WagersSettled
from croupier.games.table.state import Table
from croupier.messages import Command, Event, Refused
from croupier.record.envelopes import Cause
from croupier.record.journal import Journal, MemoryJournal, StreamWrite
from croupier.record.secrets.sealed_orders import DRAW, UnopenedOrderError, committed_draw
from croupier.rulebooks import Role, TableLaw, law_of
from croupier.rulebooks.law.promotions import PromotionLaw
from croupier.streams import PROMOTION, TABLE

OPENED_BY = "operator"
"""The actor of the event that opens a promotion."""


# ------------------------------------------------------------------------------------------- alone


class RunningPromotion:
    """A promotion with its chance and its journal. Every command is one append."""

    def __init__(
        self,
        law: TableLaw,
        promotion: Promotion,
        *,
        name: str = "1",
        journal: Journal | None = None,
        source: Bytes | None = None,
        version: int = 0,
    ) -> None:
        if law.promotions is None:
            raise CroupierError(f"the rulebook of {law.title} has no rules for promotions")
        self.law = law
        self.rules: PromotionLaw = law.promotions
        self.promotion = promotion
        """The current state of the promotion."""
        self.journal: Journal = MemoryJournal() if journal is None else journal
        self.stream = PROMOTION.stream(name)
        self._source = random_source() if source is None else source
        self._version = version

    @classmethod
    def open(
        cls,
        law: TableLaw,
        terms: Terms,
        *,
        name: str = "1",
        journal: Journal | None = None,
        source: Bytes | None = None,
    ) -> "RunningPromotion":
        """Open a promotion with its terms; they are not submitted or published yet."""
        event = open_promotion(law, terms)
        if isinstance(event, Refused):
            raise CroupierError(event.why)
        running = cls(law, evolve(None, event), name=name, journal=journal, source=source)
        cause = Cause(f"open/{running.stream}", OPENED_BY, Role.GAMING_MANAGER)
        running._append((event,), cause)
        return running

    @classmethod
    def restore(
        cls, law: TableLaw, journal: Journal, *, name: str = "1", source: Bytes | None = None
    ) -> "RunningPromotion":
        """Return a promotion restored from its journal."""
        promotion: Promotion | None = None
        version = 0
        for envelope in journal.read_stream(PROMOTION.stream(name)):
            promotion = evolve(promotion, envelope.event)
            version = envelope.version
        if promotion is None:
            raise CroupierError(f"there is no promotion {name}")
        return cls(law, promotion, name=name, journal=journal, source=source, version=version)

    def _append(self, events: tuple[Event, ...], cause: Cause) -> None:
        self.journal.append([StreamWrite(self.stream, self._version, events)], cause)
        self._version += len(events)

    def do(
        self, command: Command, *, actor: str = "", command_id: str = "", belated: bool = False
    ) -> Answer:
        """Submit a command. Return the events, or the refusal, which changes nothing.

        A repeated ``command_id`` gets the same answer again. A ``belated`` command may come after
        the promotion's clock has passed its time; it counts as of now.
        """
        actor = actor or getattr(command, "player", None) or command.by.value
        content = content_of(self.stream, command) if command_id else ""
        name = command_id or f"{self.stream}/{self._version}"
        cause = Cause(name, actor, command.by, command.at, content)
        if command_id and (known := self.journal.recorded_events(cause)) is not None:
            return known
        if belated and self._is_past(command):
            command = replace(command, at=None)
        if isinstance(command, DrawWinners) and not command.winners:
            command = replace(command, winners=self.draw_winners(command.present))
        answer = decide(self.rules, self.promotion, command)
        if isinstance(answer, Refused):
            return answer
        self._append(answer, cause)
        for event in answer:
            self.promotion = evolve(self.promotion, event)
        return answer

    def _is_past(self, command: Command) -> bool:
        """Return whether the promotion's clock has reached the time of a command."""
        clock = self.promotion.clock
        return clock is not None and command.at is not None and command.at <= clock

    def draw_winners(self, present: tuple[str, ...] = ()) -> tuple[str, ...]:
        """Draw one winner for each prize: every order of the entries is equally likely."""
        tickets = random_order(eligible_tickets(self.promotion, present), self._source)
        prizes = len(stated_prizes(self.promotion.terms))
        return tuple(ticket.player for ticket in tickets[:prizes])

    @property
    def due(self) -> tuple[PromotionDue, ...]:
        """Return what is due now."""
        return due(self.rules, self.promotion)


class TableWatch:
    """A watch on a table's journal, which enters the players who earn it there.

    It folds the table for itself from the record, so that nothing at the table can depend on it.
    The entry of an event has an id of its own, so that a second look enters nobody twice.
    """

    def __init__(self, promotion: RunningPromotion, journal: Journal, table: str) -> None:
        self._promotion = promotion
        self._journal = journal
        self._stream = TABLE.stream(table)
        self._table: Table | None = None
        self._seen = 0

    def look(self) -> tuple[Answer, ...]:
        """Read the events since the last look. Return the answers to the entries earned."""
        answers = []
        for envelope in self._journal.read_stream(self._stream, self._seen):
            for number, entry in enumerate(self._entries_from(envelope.event), 1):
                entry_id = f"{self._promotion.stream}/{self._stream}/{envelope.version}/{number}"
                answers.append(self._promotion.do(entry, command_id=entry_id, belated=True))
            self._table = evolve_table(self._table, envelope.event)
            self._seen = envelope.version
        return tuple(answers)

    def _entries_from(self, event: Event) -> Iterable[Command]:
        """Return the entries that an event earns; empty if the terms let nobody earn one."""
        earning = self._promotion.promotion.terms.earned_by
        if earning is None or self._table is None:
            return ()
        return entries_earned_by(earning, self._promotion.law.initial, self._table, event)


# -------------------------------------------------------------------------------------- on a floor


class UnknownPromotionError(CroupierError):
    """There is no such promotion on this floor."""

    status, code = 404, "promotion/unknown"

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no promotion {name!r} on this floor")


def open_on_floor(
    floor: Floor, law: TableLaw, name: str, terms: Terms, cause: Cause
) -> Refused | None:
    """Open a promotion with its terms. Return the refusal if the rulebook forbids it."""
    if name in floor.states_of(PROMOTION):
        raise NameTakenError("promotion", name)
    opened = open_promotion(law, terms)
    if isinstance(opened, Refused):
        return opened
    floor.append([StreamWrite(PROMOTION.stream(name), 0, (opened,))], cause)
    floor.states_of(PROMOTION)[name] = evolve(None, opened)
    return None


def submit_to_promotion(
    floor: Floor,
    name: str,
    command: Command,
    *,
    actor: str,
    command_id: str,
    origin: str = "",
) -> Answer:
    """Submit a command of a promotion. Return the events, or the refusal, which changes nothing."""
    promotion = floor.states_of(PROMOTION).get(name)
    if promotion is None:
        raise UnknownPromotionError(name)
    content = content_of(name, replace(command, at=None))
    now = floor.time_after(promotion.clock)
    cause = Cause(command_id, actor, command.by, now, content, origin)
    return floor.once(cause, partial(_submit_new, floor, name, command, cause))


def promotion_after(floor: Floor, name: str, actor: str, command_id: str) -> Promotion:
    """Return a promotion as a command left it; unchanged if the command changed nothing."""
    log = floor.pending_appends.read_stream(PROMOTION.stream(name))
    then: Promotion | None = state_after(log, evolve, actor, command_id)
    return then or floor.states_of(PROMOTION)[name]


def _submit_new(floor: Floor, name: str, command: Command, cause: Cause) -> Answer:
    """Decide a new command, and write what it leads to."""
    promotion = floor.states_of(PROMOTION)[name]
    command = replace(command, at=cause.at)
    if isinstance(command, DrawWinners):
        command = _with_lots(floor, name, promotion, command)
    rules = law_of(promotion.game).promotions
    assert rules is not None
    answer = decide(rules, promotion, command)
    if isinstance(answer, Refused):
        return answer
    if isinstance(command, StartPromotion):
        answer = decide(rules, promotion, _with_commitment(floor, name, command))
        assert not isinstance(answer, Refused)
    after = reduce(evolve, answer, promotion)
    if replace(after, clock=promotion.clock) == promotion:
        return ()
    floor.append([floor.write(PROMOTION.stream(name), answer)], cause)
    floor.states_of(PROMOTION)[name] = after
    return answer


def _with_commitment(floor: Floor, name: str, command: StartPromotion) -> StartPromotion:
    """Return the command with the hash of a new seed, which is sealed in the store first.

    A floor that keeps no secrets commits itself to nothing.
    """
    if floor.secrets_of is None:
        return command
    stream, seed = PROMOTION.stream(name), os.urandom(SEED_SIZE)
    commitment = draw_commitment(seed, stream)
    floor.secrets_of(stream).keep_seed(DRAW, commitment, seed)
    return replace(command, commitment=commitment)


def _with_lots(floor: Floor, name: str, promotion: Promotion, command: DrawWinners) -> DrawWinners:
    """Return the command with the winners: by the sealed seed if there is one, else by chance."""
    numbers = eligible_numbers(promotion, command.present)
    prizes = min(len(stated_prizes(promotion.terms)), len(numbers))
    seed = _open_seed(floor, name, promotion)
    if seed is None:
        drawn = random_order(numbers, os.urandom)[:prizes]
    else:
        entries = len(promotion.tickets)
        drawn = draw_numbers(
            seed, PROMOTION.stream(name), entries, numbers, prizes, word=command.word
        )
        among = numbers if len(numbers) < entries else ()
        proof = DrawProof(seed.hex(), command.word, among, drawn)
        command = replace(command, proof=proof)
    winners = tuple(promotion.tickets[number - 1].player for number in drawn)
    return replace(command, winners=winners)


def _open_seed(floor: Floor, name: str, promotion: Promotion) -> bytes | None:
    """Return the seed of a draw; ``None`` without a commitment, or if its key was lost."""
    if not promotion.commitment or floor.secrets_of is None:
        return None
    try:
        return floor.secrets_of(PROMOTION.stream(name)).seed(committed_draw(promotion.commitment))
    except UnopenedOrderError:
        return None


EarnedEntries = dict[str, tuple[Promotion, tuple[Event, ...]]]
"""The promotions with new entries, as they then stand, and the events of each."""


def apply_earned_entries(
    promotions: dict[str, Promotion], table: Table, events: tuple[Event, ...]
) -> EarnedEntries:
    """Return what events of a table lead to in the promotions that watch it."""
    watching = {
        name: one
        for name, one in promotions.items()
        if one.terms.earned_by is not None
        and one.game == table.game
        and one.stage is PromotionStage.RUNNING
    }
    if not watching or not any(isinstance(event, WagersSettled) for event in events):
        return {}
    found: EarnedEntries = {}
    for name, promotion in watching.items():
        made: list[Event] = []
        for entry in _entries(promotion, table, events):
            rules = law_of(promotion.game).promotions
            assert rules is not None
            answer = decide(rules, promotion, entry)
            if not isinstance(answer, Refused):
                promotion = reduce(evolve, answer, promotion)
                made += answer
        if made:
            found[name] = promotion, tuple(made)
    return found


def write_earned_entries(floor: Floor, writes: Sequence[StreamWrite]) -> Iterator[StreamWrite]:
    """Yield writes of the entries that tables' events earn, for the same append as those events."""
    promotions = dict(floor.states_of(PROMOTION))
    entered: dict[str, tuple[Event, ...]] = {}
    for write in writes:
        table = TABLE.name_of(write.stream)
        if table is None or table not in floor.tables or not promotions:
            continue
        before = floor.tables[table].table
        # One append may settle several tables: each goes on from the entries of those before it.
        for name, (promotion, made) in apply_earned_entries(
            promotions, before, write.events
        ).items():
            promotions[name] = promotion
            entered[name] = (*entered.get(name, ()), *made)
    for name, events in entered.items():
        yield floor.write(PROMOTION.stream(name), events)
        floor.states_of(PROMOTION)[name] = promotions[name]


def _entries(
    promotion: Promotion, table: Table, events: tuple[Event, ...]
) -> Iterator[EnterPromotion]:
    """Yield the entries that events earn, in order."""
    earning, initial = promotion.terms.earned_by, law_of(promotion.game).initial
    assert earning is not None
    for event in events:
        for entry in entries_earned_by(earning, initial, table, event):
            # A promotion's clock never goes back: an entry behind it counts as of now.
            clock = promotion.clock
            behind = clock is not None and entry.at is not None and entry.at <= clock
            yield replace(entry, at=None) if behind else entry
        table = engine.evolve(table, event)
