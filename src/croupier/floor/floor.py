"""Tables, jackpot pools and players' accounts that run together, and the journal of all of them."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from functools import reduce
from typing import Any

from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.features.promotions.rules import Promotion
from croupier.features.tournaments.rules.state import Tournament
from croupier.floor import admission, movements
from croupier.floor.admission import barred
from croupier.floor.card_sources import CardSource
from croupier.floor.running_table import RunningTable
from croupier.floor.state import (
    STEP,
    CommandIdError,
    KeptStreams,
    PendingAppends,
    SavedFloor,
    UnlawfulTableError,
    content_of,
    restore,
)
from croupier.games.blackjack.state import NO_HISTORY, History
from croupier.games.engine import evolve, open_table
from croupier.games.stud.due import JackpotDue
from croupier.games.stud.jackpots import PayJackpot
from croupier.games.table.choices import Choices
from croupier.games.table.draft import Outcome
from croupier.games.table.opening import TableOpened
from croupier.games.table.state import Table
from croupier.house import accounts, jackpots
from croupier.house.accounts import (
    GRANTED,
    AccountCommand,
    ChipsBought,
    LiveChipsMoved,
    Place,
    PlayerAccount,
    PurseMoved,
    ResultRecorded,
    purse_moved,
)
from croupier.house.admission import in_play, not_admitted, wager_asked
from croupier.house.gaming_days import USUAL
from croupier.house.jackpots import Pool, PoolEvent
from croupier.house.readiness import Readiness
from croupier.messages import ClockMoved, Command, Event, Refused
from croupier.money import Cents
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import Journal, Refusals, StreamWrite
from croupier.record.snapshots import recovered
from croupier.record.stores.base import Store
from croupier.rulebooks import Role, StudLaw, TableLaw
from croupier.rulebooks.law.table import PlayerCardLaw
from croupier.streams import ACCOUNT, KINDS, POOL, TABLE, StreamStates

DEALER = "dealer"
"""The actor of what the dealer's software does."""
HOUSE = "house"
"""The actor of what is done when a table is opened."""

UNKEPT = Cause("", DEALER, Role.DEALER)
"""Stands for the cause of what nobody records."""

Answer = tuple[Event, ...] | Refused


BESIDE = PoolEvent | ResultRecorded | ChipsBought
"""What a command at a table leads to elsewhere, which is no part of its answer."""


class House(KeptStreams):
    """Runs tables and what they share. With ``refusals`` it remembers them for a day.

    Every command is one append to the journal: the events of its table, and with them what they
    lead to at the pool and in the accounts. Only then has it happened.
    """

    for_accounts = staticmethod(movements.for_accounts)
    """What events of a table lead to in players' accounts."""

    def __init__(self, journal: Journal | None = None, *, refusals: Refusals | None = None) -> None:
        super().__init__(journal, refusals)
        self.tables: dict[str, RunningTable] = {}
        """The tables by their names."""
        self.states = StreamStates()
        """The states of all other streams: pools, accounts, tournaments, promotions."""
        self.commands = 0
        """How many commands were carried out, the dealers' own among them."""

    def open_table(
        self,
        law: TableLaw,
        choices: Choices | None = None,
        *,
        cards: CardSource,
        name: str | None = None,
        stacked: int | None = None,
        cutting_card: int | None = None,
        cut_for_players: bool = True,
        cause: Cause | None = None,
    ) -> RunningTable:
        """Open a table, and the pool that it feeds if there is none of that name yet.

        ``cutting_card`` is how many cards of a stacked shoe lie in front of its cutting card. An
        unlawful table raises :class:`UnlawfulTableError`. Without a ``cause`` the house opens it.
        """
        name = name or str(len(self.tables) + 1)
        if name in self.tables:
            raise CroupierError(f"there is already a table {name}")
        opened = open_table(law, choices, stacked=stacked)
        if isinstance(opened, Refused):
            raise UnlawfulTableError(opened)
        if cutting_card is not None:
            opened = replace(opened, shoe=replace(opened.shoe, cutting_card=cutting_card))
        linked = self._linked(law, name, opened.choices)
        table = evolve(None, opened)
        running = RunningTable(law, table, cards=cards, cut_for_players=cut_for_players)
        writes = [StreamWrite(TABLE.stream(name), 0, (opened,))]
        if linked:
            pool = movements.pool_name(name, opened.choices)
            writes.append(self._write(POOL.stream(pool), linked))
        self._append(writes, cause or Cause(f"open/{name}", HOUSE, Role.GAMING_MANAGER))
        self.tables[name] = running
        self._take_pool(name, opened.choices, linked)
        return running

    def _linked(self, law: TableLaw, table: str, choices: Choices) -> tuple[PoolEvent, ...]:
        """What opens the pool of a new table, or links the table to it."""
        terms = choices.jackpot
        if terms is None or not isinstance(law, StudLaw):
            return ()
        pool = self.pools.get(movements.pool_name(table, choices))
        opening: tuple[PoolEvent, ...] = ()
        if pool is None:
            opened = movements.pool_opened(law, terms)
            opening, pool = (opened,), jackpots.evolve(None, opened)
        linked = movements.link(law, pool, table, terms)
        if isinstance(linked, Refused):
            raise UnlawfulTableError(linked)
        return (*opening, *linked)

    @classmethod
    def restored(
        cls,
        journal: Journal,
        cards: Callable[[str], CardSource],
        *,
        cut_for_players: bool = True,
    ) -> "House":
        """A house restored from its journal; ``cards`` gives each table's source of cards.

        The dealers of automatic tables continue what they had begun. A table whose law is not
        installed rests.
        """
        house = cls(journal)
        for stream in journal.streams():
            house._recover(journal, stream, cards, cut_for_players=cut_for_players)
        for name in house.tables:
            house.go_on(name)
        return house

    def _recover(
        self,
        journal: Journal,
        stream: str,
        cards: Callable[[str], CardSource],
        *,
        cut_for_players: bool,
    ) -> None:
        """Restore one stream: a table, a pool or an account."""
        kind, name = KINDS.of(stream)
        if not kind.snapshots:
            self._found(stream, sum(1 for _ in journal.read_stream(stream)))
            return
        state, version = recovered(journal, stream)
        self._found(stream, version)
        if kind is not TABLE:
            self.states.of(kind)[name] = state
        else:
            self.tables[name] = RunningTable.standing(
                *state, cards=cards(name), cut_for_players=cut_for_players
            )

    def go_on(self, table: str) -> tuple[Event, ...]:
        """Have the dealer of an automatic table do what is due: after a crash during a deal."""
        running = self.tables[table]
        if not running.automatic:
            return ()
        return self._dealt(table, running, Cause(self._new_id(table), DEALER, Role.DEALER))

    def do(self, table: str, command: Command, *, actor: str = "", command_id: str = "") -> Answer:
        """Carry out a command and deal what then falls due; a refused one changes nothing.

        A ``command_id`` that its actor used before gets the same answer again.
        """
        running = self.tables[table]
        cause = UNKEPT
        if self._journal is not None:
            cause = self._cause(table, command, actor, command_id)
            if command_id and (known := self._recorded(self._journal, cause)) is not None:
                return known + self.go_on(table)
            if command_id and (refused := self._refused_before(cause)) is not None:
                return refused
        answer = running.refuse_at_rest(command) or self._step(table, running, command, cause)
        if isinstance(answer, Refused):
            return self._refused_now(cause, answer) if command_id else answer
        if not running.dealer_has_more:
            return answer
        return answer + self._dealt(table, running, cause)

    def _cause(self, table: str, command: Command, actor: str, command_id: str) -> Cause:
        """Who asks for a command, and by which id."""
        actor = actor or getattr(command, "player", None) or command.by.value
        if not command_id:
            return Cause(self._new_id(table), actor, command.by, command.at)
        if STEP in command_id:
            raise CommandIdError(f"the id of a command has no {STEP} in it: {command_id!r}")
        return Cause(command_id, actor, command.by, command.at, content_of(table, command))

    def _dealt(self, table: str, running: RunningTable, after: Cause) -> tuple[Event, ...]:
        """All that the dealer of an automatic table does besides dealing, until others must act."""
        events: tuple[Event, ...] = ()
        number = 0
        while (step := running.dealers_command()) is not None:
            number += 1
            events += self._must(table, running, step, self._dealers_cause(after, number))
        return events

    def _dealers_cause(self, after: Cause, number: int) -> Cause:
        """The cause of a step that the dealer takes after a command."""
        if self._journal is None:
            return UNKEPT
        step = f"{after.actor}/{after.command_id}{STEP}{number}"
        return Cause(step, DEALER, Role.DEALER, after.at)

    def _recorded(self, journal: Journal, cause: Cause) -> tuple[Event, ...] | None:
        """What a command led to when it was carried out, the dealer's steps after it included."""
        found = journal.recorded(cause)
        if found is None:
            return None
        number = 1
        while (step := journal.recorded(self._dealers_cause(cause, number))) is not None:
            found += step
            number += 1
        return tuple(event for event in found if not isinstance(event, BESIDE))

    def _must(
        self, table: str, running: RunningTable, command: Command, cause: Cause
    ) -> tuple[Event, ...]:
        """Carry out what the dealer does, which cannot be refused."""
        events = self._step(table, running, command, cause, own=True)
        if isinstance(events, Refused):
            raise CroupierError(f"the dealer was refused {command}: {events.why}")
        return events

    def _step(
        self,
        table: str,
        running: RunningTable,
        command: Command,
        cause: Cause,
        *,
        own: bool = False,
    ) -> Answer:
        """One command, one append."""
        if isinstance(command, AccountCommand):
            return self._account_step(table, running, command, cause)
        if refused := barred(self.tables, table, command):
            return refused
        from_pool: tuple[PoolEvent, ...] = ()
        linked = running.linked
        if linked:
            if refused := self._not_admitted(table, running, command):
                return refused
            if isinstance(command, PayJackpot):
                command, from_pool = self._with_payments(table, running, command)
        outcome = running.decide(command) if own else running.decide_for_others(command)
        if isinstance(outcome, Refused):
            return outcome
        if linked:
            seen = admission.looked_at(self.tables, table, self.account, command)
            self._record_linked(table, running, outcome, from_pool, cause, looked_at=seen)
        elif self._journal is not None:
            self._append([self._write(TABLE.stream(table), outcome.events)], cause)
        self.commands += 1
        running.take(outcome)
        if self._snapshots is not None:
            self._keep_snapshots()
        return outcome.events

    def _record_linked(
        self,
        table: str,
        running: RunningTable,
        outcome: Outcome,
        from_pool: tuple[PoolEvent, ...],
        cause: Cause,
        *,
        looked_at: frozenset[str],
    ) -> None:
        """Record what a command leads to at the table, the pool and in accounts.

        Streams that were only read must not have moved.
        """
        choices = running.table.choices
        pool_events = from_pool
        if choices.jackpot is not None and isinstance(running.law, StudLaw):
            pool = self.pools[movements.pool_name(table, choices)]
            pool_events += movements.fed(running.law, pool, table, outcome.events)
        cards = running.law.player_cards if choices.player_cards else None
        recorded = self.for_accounts(cards, table, self.account, outcome.events)
        recorded = movements.in_period(recorded, self.account, outcome.table.clock)
        if self._journal is not None:
            writes = [self._write(TABLE.stream(table), outcome.events)]
            if pool_events:
                name = movements.pool_name(table, choices)
                writes.append(self._write(POOL.stream(name), pool_events))
            for player, events in recorded.items():
                writes.append(self._write(ACCOUNT.stream(player), events))
            writes += [self._write(one, ()) for one in looked_at - {one.stream for one in writes}]
            self._append(writes, cause)
        self._take_pool(table, choices, pool_events)
        for player, events in recorded.items():
            self.accounts[player] = reduce(accounts.evolve, events, self.account(player))

    def pool_of(self, table: str) -> Pool | None:
        """The jackpot pool that a table feeds, if it does."""
        return self.pools.get(movements.pool_name(table, self.tables[table].table.choices))

    def _with_payments(
        self, table: str, running: RunningTable, command: PayJackpot
    ) -> tuple[PayJackpot, tuple[PoolEvent, ...]]:
        """The command that pays jackpot hands, with what the pool says."""
        due = running.due[0] if running.due else None
        pool = self.pool_of(table)
        if pool is None or not isinstance(due, JackpotDue):
            return command, ()
        assert isinstance(running.law, StudLaw)
        events, payments = movements.claimed(running.law, pool, table, due)
        return replace(command, payments=payments), events

    def _take_pool(self, table: str, choices: Choices, events: tuple[PoolEvent, ...]) -> None:
        name = movements.pool_name(table, choices)
        for event in events:
            self.pools[name] = jackpots.evolve(self.pools.get(name), event)

    @property
    def pools(self) -> dict[str, Pool]:
        """The jackpot pools by name."""
        return self.states.pools

    @property
    def accounts(self) -> dict[str, PlayerAccount]:
        """The players' accounts by the players' ids."""
        return self.states.accounts

    def account(self, player: str) -> PlayerAccount:
        """Return a player's account; an empty one for a player nobody has recorded."""
        return self.states.account(player)

    def _account_step(
        self, table: str, running: RunningTable, command: AccountCommand, cause: Cause
    ) -> Answer:
        law = running.law.player_cards
        if law is None or not running.table.choices.player_cards:
            clause = running.law.wagers.chips_or_tokens.clause
            why = "this table keeps no Player Cards or gaming limits"
            return Refused("player/no-cards-here", clause, why)
        account = self.account(command.player)
        place = Place(table, in_play(running.table, command.player))
        events = accounts.decide(account, command, law, place)
        if isinstance(events, Refused):
            return events
        after = reduce(accounts.evolve, events, account)
        if after == account:
            return ()
        self._append([self._write(ACCOUNT.stream(command.player), events)], cause)
        self.commands += 1
        self.accounts[command.player] = after
        self._keep_snapshots()
        return events

    def _not_admitted(self, table: str, running: RunningTable, command: Command) -> Refused | None:
        """Refuse what the player's card, limits or declarations do not allow."""
        law = running.law.player_cards
        if law is None or not running.table.choices.player_cards:
            return None
        asked = wager_asked(running.law, running.table, command)
        player = getattr(command, "player", None) if asked is None else asked.player
        if player is None:
            return None
        place, risk = Place(table, in_play(running.table, player)), self.at_risk(player)
        account = accounts.as_of(self.account(player), command.at or running.table.clock)
        return not_admitted(law, account, command, asked, place=place, at_risk=risk)

    def at_risk(self, player: str) -> Cents:
        """What a player has on the layouts of all tables where cards are checked."""
        return admission.at_risk(self.tables, player)

    def _state_of(self, stream: str) -> object:
        """The current state of a stream of the house."""
        kind, name = KINDS.of(stream)
        if kind is not TABLE:
            return self.states.of(kind)[name]
        return self.tables[name].table, self.tables[name].history


class NoSuchTableError(CroupierError):
    """A table that is not on this floor."""

    status, code = 404, "table/unknown"

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no table {name!r} on this floor")


class TakenNameError(CroupierError):
    """A promotion or a tournament that is to be called like another one of the floor."""

    status, code = 409, "request/name-taken"

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"there is already a {kind} {name}")


Reaction = Callable[["RunningFloor", Sequence[StreamWrite]], Iterable[StreamWrite]]
"""What events lead to in streams of another feature: it joins the same append."""


class RunningFloor(House):
    """A house whose commands wait for a commit.

    Until then what was decided is its own guess. Where the commit fails, the streams concerned go
    back to a mark, and the log tells how they went on instead.
    """

    def __init__(
        self,
        store: Store,
        cards: Callable[[str], CardSource],
        now: Callable[[], datetime],
        *,
        reactions: Sequence["Reaction"] = (),
    ) -> None:
        self._reactions = tuple(reactions)
        self.pending = PendingAppends(store)
        """What was decided and is not written down."""
        super().__init__(self.pending, refusals=Refusals())
        self.limits: Callable[[PlayerAccount, Command], Refused | None] = _no_limits
        """Refuses what a player's own limits do not allow."""
        self.day_of: Callable[[datetime], date] = USUAL.day_of
        """Tells the gaming day of a moment."""
        self.origin = ""
        """From where what is being decided was asked."""
        self.cards_of = cards
        """Gives the source of cards of a table."""
        self._now = now
        self.session_choices = Choices()
        """What the operator chooses for the tables of tournaments."""

    @property
    def tournaments(self) -> dict[str, Tournament]:
        """The tournaments by name."""
        return self.states.tournaments

    @property
    def promotions(self) -> dict[str, Promotion]:
        """The promotions by name."""
        return self.states.promotions

    @property
    def readiness(self) -> dict[str, Readiness]:
        """Who is ready for what comes next, by table."""
        return self.states.readiness

    def version(self, stream: str) -> int:
        """How many events a stream has, as far as the floor knows."""
        return self._versions.get(stream, 0)

    # ---------------------------------------------------------------------------- going back

    def savepoint(self) -> SavedFloor:
        """The floor as it stands."""
        tables = {name: (one.table, one.history) for name, one in self.tables.items()}
        return SavedFloor(tables, self.states.copy(), dict(self._versions))

    def restore(self, savepoint: SavedFloor) -> None:
        """Stand as at a mark that was kept."""
        for name, (table, history) in savepoint.tables.items():
            self.take_in_table(name, table, history)
        self.states.update(savepoint.states)
        self._versions.update(savepoint.versions)

    def roll_back(self, savepoint: SavedFloor, streams: Iterable[str]) -> None:
        """Forget what was guessed of some streams since a mark."""
        for stream in streams:
            kind, name = KINDS.of(stream)
            if kind is TABLE:
                self._put_back(name, savepoint.tables.get(name))
            else:
                self.states.restore(savepoint.states, kind, name)
            restore(self._versions, savepoint.versions, stream)

    def _put_back(self, name: str, before: tuple[Table, History[Event]] | None) -> None:
        if before is None:
            self.tables.pop(name, None)
        elif name in self.tables:
            self.tables[name] = self._running(name, *before)

    # -------------------------------------------------------------------------- going forward

    def apply(self, envelope: Envelope) -> None:
        """Go on by an event of the log; one that is known already changes nothing."""
        if envelope.version <= self.version(envelope.stream):
            return
        self._versions[envelope.stream] = envelope.version
        kind, name = KINDS.of(envelope.stream)
        if kind is TABLE:
            self._take_in_table(name, envelope)
        else:
            self.states.apply(kind, name, envelope.event)

    def _take_in_table(self, name: str, envelope: Envelope) -> None:
        event = envelope.event
        if isinstance(event, TableOpened):
            self.take_in_table(name, evolve(None, event))
        else:
            running = self.tables[name]
            running.take(Outcome(evolve(running.table, event), (event,)))

    def take_in_table(self, name: str, table: Table, history: History[Event] = NO_HISTORY) -> None:
        """Have a table run; one whose law is not installed rests."""
        self.tables[name] = self._running(name, table, history)

    def _running(self, name: str, table: Table, history: History[Event]) -> RunningTable:
        return _linked(RunningTable.standing(table, history, cards=self.cards_of(name)))

    def open_table(self, *given: Any, **named: Any) -> RunningTable:
        """Open a table, as a house does."""
        return _linked(super().open_table(*given, **named))

    # -------------------------------------------------------------------------- who watches

    def _append(self, writes: list[StreamWrite], cause: Cause) -> None:
        """Append events, and with them what follows from them in other streams."""
        for react in self._reactions:
            writes = [*writes, *react(self, writes)]
        super()._append(writes, cause)

    # --------------------------------------------------------------------------- people's money

    def _not_admitted(self, table: str, running: RunningTable, command: Command) -> Refused | None:
        """Refuse what card, limits, declarations or the purse do not allow."""
        player = getattr(command, "player", None)
        return (
            super()._not_admitted(table, running, command)
            or movements.refuse_overdraft(running.law, running.table, command, self.account)
            or (self.limits(self.account(player), command) if player else None)
        )

    def _account_step(
        self, table: str, running: RunningTable, command: AccountCommand, cause: Cause
    ) -> Answer:
        """Carry out what is asked of an account, within the player's own limits."""
        over = self.limits(self.account(command.player), command)
        return over or super()._account_step(table, running, command, cause)

    def for_accounts(
        self,
        law: PlayerCardLaw | None,
        table: str,
        account: Callable[[str], PlayerAccount],
        events: tuple[Event, ...],
    ) -> dict[str, tuple[Event, ...]]:
        """What events of a table lead to in players' accounts and purses."""
        found = super().for_accounts(law, table, account, events)
        played = self.tables[table].table
        moves: Iterable[PurseMoved | LiveChipsMoved] = ()
        if movements.kept_at(played):
            moves = movements.moved(table, events)
        elif movements.real_at(played):
            moves = movements.brought(table, events, self.day_of(self._now()).isoformat())
        for moved in moves:
            found[moved.player] = (*found.get(moved.player, ()), moved)
        return found

    # ------------------------------------------------------------------- what time has come for

    def time_at(self, table: str) -> datetime:
        """The time at a table, to the second: the store's, and never before the table's own."""
        return self.time_after(self.tables[table].table.clock)

    def time_after(self, clock: datetime | None) -> datetime:
        """The time by the store's clock, to the second, and never before another clock's."""
        now = self._now().replace(microsecond=0)
        return now if clock is None else max(now, clock)

    def write(self, stream: str, events: tuple[Event, ...]) -> StreamWrite:
        """Events for a stream, decided on what the floor knows of it."""
        return self._write(stream, events)

    def append(self, writes: list[StreamWrite], cause: Cause) -> None:
        """Have events of several streams written down together."""
        self._append(writes, cause)

    def ask(
        self, table: str, command: Command, *, actor: str, command_id: str, origin: str = ""
    ) -> Answer:
        """Carry out what somebody asks for, at the time that it is."""
        if table not in self.tables:
            raise NoSuchTableError(table)
        self.origin = origin
        timed = replace(command, at=self.time_at(table))
        return self.do(table, timed, actor=actor, command_id=command_id)

    def once(self, cause: Cause, decide: Callable[[], Answer]) -> Answer:
        """Carry out what was not carried out before; the same again gets the same answer."""
        known = self.answered_before(cause)
        if known is not None:
            return known
        answer = decide()
        return self.refuse(cause, answer) if isinstance(answer, Refused) else answer

    def answered_before(self, cause: Cause) -> Answer | None:
        """What the same was answered when it was asked before; none where it never was."""
        known = self.pending.recorded(cause)
        return self._refused_before(cause) if known is None else known

    def refuse(self, cause: Cause, refused: Refused) -> Refused:
        """A refusal; it counts when what it may have followed from is written down.

        What the dealer may not do yet is asked again under the same id, once more can be done.
        """
        if cause.actor != DEALER:
            self.pending.refuse(cause, refused)
        return refused

    _refused_now = refuse

    def take_back(self, stream: str, version: int) -> None:
        """Have the last append to a stream not be written: what it was for did not come about."""
        self.pending.withdraw(stream)
        self._versions[stream] = version

    def remember(self, refusals: Iterable[tuple[Cause, Refused]]) -> None:
        """Give the same answer to whoever asks the same again, for a day."""
        assert self._refusals is not None
        for cause, refused in refusals:
            self._refusals.kept(cause, refused)

    def grant(self, player: str, amount: Cents) -> None:
        """Give a new player play money, once."""
        cause = Cause(f"grant/{player}", HOUSE, Role.GAMING_MANAGER)
        if self.pending.recorded(cause) is None:
            granted = purse_moved(player, amount, GRANTED)
            self._append([self._write(ACCOUNT.stream(player), (granted,))], cause)
            self.accounts[player] = accounts.evolve(self.account(player), granted)

    def _cause(self, table: str, command: Command, actor: str, command_id: str) -> Cause:
        """Who asks for a command; when it is asked again, the time of day does not matter."""
        cause = super()._cause(table, command, actor, command_id)
        content = content_of(table, replace(command, at=None)) if command_id else ""
        return replace(cause, content=content, origin=self.origin)

    def _dealt(self, table: str, running: RunningTable, after: Cause) -> tuple[Event, ...]:
        """What the dealer does at once; where a table has a pace, each step comes in its time."""
        if running.table.choices.card_milliseconds:
            return ()
        return super()._dealt(table, running, after)

    def deal_on(self, table: str, cause: Cause) -> None:
        """Have the dealer take the next step, if there is one to take."""
        running = self.tables[table]
        command = running.dealers_command()
        if command is not None:
            self._must(table, running, command, cause)

    def tick(self, table: str, cause: Cause) -> None:
        """Move a table's clock, so that what depends on it is seen."""
        running = self.tables[table]
        if cause.at is not None and (running.table.clock is None or cause.at > running.table.clock):
            moved = ClockMoved(cause.at)
            self._append([self._write(TABLE.stream(table), (moved,))], cause)
            running.take(Outcome(evolve(running.table, moved), (moved,)))

    # --------------------------------------------------------------------------------- names

    def _new_id(self, table: str) -> str:
        """The id of what the dealer does of itself: it follows from the table's version."""
        return f"{table}@{self.version(TABLE.stream(table))}"


def _linked(running: RunningTable) -> RunningTable:
    """Have accounts asked at every table: players' own limits hold at all of them."""
    running.linked = True
    return running


def _no_limits(_: PlayerAccount, __: Command) -> Refused | None:
    """Refuses nothing: for a floor whose players have no limits of their own."""
    return None
