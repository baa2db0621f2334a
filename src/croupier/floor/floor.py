"""The floor: tables, jackpot pools and players' accounts that run together on one journal.

:class:`Floor` is the only place that decides commands on current state. What differs between a
table at the terminal and a server is handed to it as parts: the journal, the memory of refusals,
purses, reactions, ids and the dealer's pace.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import reduce
from typing import Protocol

from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.features.tournaments.rules.schedules import Schedule
from croupier.features.tournaments.rules.state import Tournament
from croupier.floor import movements
from croupier.floor.admission import at_risk, refuse_excluded, refuse_without_card, streams_read
from croupier.floor.card_sources import CardSource
from croupier.floor.movements import Purses
from croupier.floor.pending import PendingAppends
from croupier.floor.running_table import RunningTable
from croupier.floor.state import (
    STEP,
    Cards,
    CommandIdError,
    CommandIds,
    CountedIds,
    FloorState,
    Savepoint,
    TableSetup,
    UnlawfulTableError,
    VersionedIds,
)
from croupier.games.engine import evolve, open_table
from croupier.games.stud.due import JackpotDue
from croupier.games.stud.jackpots import PayJackpot
from croupier.games.table.choices import Choices
from croupier.games.table.draft import Outcome
from croupier.games.table.state import Table
from croupier.house import accounts, jackpots
from croupier.house.accounts import (
    GRANTED,
    AccountCommand,
    ChipsBought,
    Place,
    PlayerAccount,
    ResultRecorded,
    purse_movement,
)
from croupier.house.admission import has_wagers
from croupier.house.jackpots import Pool, PoolEvent
from croupier.house.readiness import Readiness
from croupier.messages import ClockMoved, Command, Event, Refused
from croupier.money import Cents
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import Journal, StreamWrite
from croupier.record.secrets.sealed_orders import SealedSecrets
from croupier.record.stores.base import Store
from croupier.rulebooks import Role, StudLaw, TableLaw
from croupier.streams import ACCOUNT, POOL, TABLE, State, StreamKind

DEALER = "dealer"
"""The actor of what the dealer's software does."""
HOUSE = "house"
"""The actor of what is done when a table is opened."""

UNRECORDED = Cause("", DEALER, Role.DEALER)
"""The cause of everything on a floor without a journal."""

Answer = tuple[Event, ...] | Refused

BESIDE = PoolEvent | ResultRecorded | ChipsBought
"""What a command at a table leads to in other streams; it is no part of the answer."""

Now = Callable[[], datetime]
"""Returns the time by the store's clock."""
Admission = Callable[[FloorState, str, Command], Refused | None]
"""Refuses a command at a table before the table decides it."""
Reaction = Callable[["Floor", Sequence[StreamWrite]], Iterable[StreamWrite]]
"""What events lead to in streams of another feature: it joins the same append."""
Pace = Callable[[RunningTable], bool]
"""Whether the dealer of a table waits between two steps."""


class Route(Protocol):
    """What a feature says to commands at the tables that are open for it: those of tournaments.

    The floor asks it before a table decides, and lets it follow afterwards.
    """

    def refuse(self, floor: "Floor", table: str, command: Command) -> Refused | None:
        """Refuse what the feature does not allow at its table now."""

    def follow(self, floor: "Floor", table: str, command: Command | None, cause: Cause) -> None:
        """Do what follows from a command that was carried out, or from a step of the dealer."""


class Ballot(Protocol):
    """The lots of a tournament, which the house has committed to before they are drawn."""

    def lots(self, count: int) -> tuple[int, ...]:
        """Return the lots of the next draw, without drawing them."""

    def close(self) -> str:
        """Bind them to the draw that is recorded right after this. Return the seed's name."""

    def abandon_closed(self) -> None:
        """Give up lots that were bound to a draw that did not come: seats are drawn by hand."""


class RefusalMemory(Protocol):
    """Remembers refusals, so that a repeated command gets the same answer."""

    def recall(self, cause: Cause) -> Refused | None:
        """Return the refusal of the same command; ``None`` if none is remembered."""

    def remember(self, cause: Cause, refused: Refused) -> Refused:
        """Remember a refusal, and return it."""


class UnknownTableError(CroupierError):
    """A table that is not on this floor."""

    status, code = 404, "table/unknown"

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no table {name!r} on this floor")


class NameTakenError(CroupierError):
    """A promotion or a tournament with the name of another one on the floor."""

    status, code = 409, "request/name-taken"

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"there is already a {kind} {name}")


def no_cards(name: str) -> CardSource:
    """Raise: the floor was given no cards for tables that it restores."""
    raise CroupierError(f"no source of cards for table {name}")


def no_clock() -> datetime:
    """Raise: the floor keeps no time, commands bring their own."""
    raise CroupierError("this floor has no clock")


def at_once(_: RunningTable) -> bool:
    """Never wait: the dealer does all that is due with the command that it follows from."""
    return False


def by_choice(running: RunningTable) -> bool:
    """Wait between steps at tables that were opened with a pace."""
    return bool(running.table.choices.card_milliseconds)


class Floor:
    """Decides commands on the current state of all streams; each command is one append.

    The append holds the events of the command's table and what they lead to at the jackpot pool,
    in accounts and, by reactions, in other features. Only then has the command happened.
    """

    def __init__(
        self,
        journal: Journal | None = None,
        *,
        cards: Cards = no_cards,
        cut_for_players: bool = True,
        purses: Purses | None = None,
        reactions: Sequence[Reaction] = (),
        route: Route | None = None,
        refusals: RefusalMemory | None = None,
        ids: CommandIds | None = None,
        pace: Pace = at_once,
        now: Now = no_clock,
    ) -> None:
        self._journal = journal
        # With purses, accounts are asked at every table: own limits hold at all of them.
        setup = TableSetup(cards, cut_for_players, linked=purses is not None)
        self.state = FloorState(journal, setup)
        """The current state of all streams."""
        self.tables = self.state.tables
        """The tables by name."""
        self.cards_of = cards
        """Returns the source of cards of a table."""
        self.secrets_of: Callable[[str], SealedSecrets] | None = None
        """Returns what is sealed for a stream; ``None`` on a floor that keeps no secrets."""
        self.purses = purses
        self._linked = purses is not None
        # Their order is the precedence of refusals.
        self._admissions: tuple[Admission, ...] = (
            (refuse_without_card,)
            if purses is None
            else (refuse_without_card, purses.refuse_overdraft, purses.refuse_over_limit)
        )
        self._reactions = tuple(reactions)
        self._route = route
        self._refusals = refusals
        self._ids: CommandIds = ids or CountedIds()
        self._pace = pace
        self._now = now
        self.origin = ""
        """The network address of the submission that is being decided."""
        self.session_choices = Choices()
        """The operator's choices for the tables of tournaments."""
        self.ballots: Callable[[str], Ballot] | None = None
        """The lots of a tournament, by its name; ``None`` where nobody commits to them."""
        self.commands = 0
        """How many commands were carried out, the dealers' own included."""

    @classmethod
    def from_journal(
        cls, journal: Journal, cards: Cards, *, cut_for_players: bool = True
    ) -> "Floor":
        """Return a floor restored from its journal; ``cards`` gives each table's cards.

        The dealers of automatic tables continue what they had begun. A table whose law is not
        installed rests.
        """
        floor = cls(journal, cards=cards, cut_for_players=cut_for_players)
        floor.state.recover()
        for name in floor.tables:
            floor.advance(name)
        return floor

    # --------------------------------------------------------------------------------- state

    @property
    def is_recorded(self) -> bool:
        """Whether the floor has a journal."""
        return self._journal is not None

    @property
    def has_clock(self) -> bool:
        """Whether the floor sets the time of what is submitted; otherwise commands bring it."""
        return self._now is not no_clock

    @property
    def pending_appends(self) -> PendingAppends:
        """The appends that wait for their commit. Raise on a floor that writes at once."""
        if not isinstance(self._journal, PendingAppends):
            raise CroupierError("this floor writes at once: nothing is pending")
        return self._journal

    @property
    def pools(self) -> dict[str, Pool]:
        """The jackpot pools by name."""
        return self.state.states.pools

    @property
    def accounts(self) -> dict[str, PlayerAccount]:
        """The players' accounts by the players' ids."""
        return self.state.states.accounts

    @property
    def tournaments(self) -> dict[str, Tournament]:
        """The tournaments by name."""
        return self.state.states.tournaments

    @property
    def schedules(self) -> dict[str, Schedule]:
        """The schedules of tournaments by name."""
        return self.state.states.schedules

    def states_of(self, kind: StreamKind[State]) -> dict[str, State]:
        """Return the states of the streams of one kind by name; a feature finds its own by it."""
        return self.state.states.of(kind)

    @property
    def readiness(self) -> dict[str, Readiness]:
        """Which players are ready to go on, by table."""
        return self.state.states.readiness

    def account(self, player: str) -> PlayerAccount:
        """Return a player's account; an empty one if nothing is recorded of the player."""
        return self.state.states.account(player)

    def pool_of(self, table: str) -> Pool | None:
        """Return the jackpot pool that a table feeds; ``None`` if it feeds none."""
        return self.pools.get(movements.pool_name(table, self.tables[table].table.choices))

    def at_risk(self, player: str) -> Cents:
        """Return what a player has on the layouts of all tables where cards are checked."""
        return at_risk(self.tables, player)

    def over_limit(self, account: PlayerAccount, command: Command) -> Refused | None:
        """Refuse a command beyond the player's own limits; nothing on a floor without purses."""
        return None if self.purses is None else self.purses.limits(account, command)

    def version(self, stream: str) -> int:
        """Return how many events of a stream the floor's state includes."""
        return self.state.version(stream)

    def savepoint(self) -> Savepoint:
        """Return the state of the floor, to roll back to."""
        return self.state.savepoint()

    def restore(self, savepoint: Savepoint) -> None:
        """Begin with the streams of a savepoint."""
        self.state.restore(savepoint)

    def roll_back(self, savepoint: Savepoint, streams: Iterable[str]) -> None:
        """Roll these streams back to the savepoint."""
        self.state.roll_back(savepoint, streams)

    def apply(self, envelope: Envelope) -> None:
        """Apply an event of the log, unless the state includes it already."""
        self.state.apply(envelope)

    def put_table(self, name: str, table: Table) -> None:
        """Run a table that another stream's command has opened."""
        self.state.put_table(name, table)

    # ------------------------------------------------------------------------------- opening

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

        ``cutting_card`` is how many cards of a stacked shoe lie in front of its cutting card.
        Raise :class:`UnlawfulTableError` if the rulebook does not allow the table. Without a
        ``cause`` the house opens it.
        """
        name = name or str(len(self.tables) + 1)
        if name in self.tables:
            raise CroupierError(f"there is already a table {name}")
        opened = open_table(law, choices, stacked=stacked)
        if isinstance(opened, Refused):
            raise UnlawfulTableError(opened)
        if cutting_card is not None:
            opened = replace(opened, shoe=replace(opened.shoe, cutting_card=cutting_card))
        linking = self._link_pool(law, name, opened.choices)
        table = evolve(None, opened)
        running = RunningTable(
            law, table, cards=cards, cut_for_players=cut_for_players, linked=self._linked
        )
        writes = [StreamWrite(TABLE.stream(name), 0, (opened,))]
        if linking:
            pool = movements.pool_name(name, opened.choices)
            writes.append(self.write(POOL.stream(pool), linking))
        self.append(writes, cause or Cause(f"open/{name}", HOUSE, Role.GAMING_MANAGER))
        self.tables[name] = running
        self._apply_to_pool(name, opened.choices, linking)
        return running

    def _link_pool(self, law: TableLaw, table: str, choices: Choices) -> tuple[PoolEvent, ...]:
        """Return the events that open the pool of a new table, or link the table to it."""
        terms = choices.jackpot
        if terms is None or not isinstance(law, StudLaw):
            return ()
        pool = self.pools.get(movements.pool_name(table, choices))
        opening: tuple[PoolEvent, ...] = ()
        if pool is None:
            opened = movements.pool_opening(law, terms)
            opening, pool = (opened,), jackpots.evolve(None, opened)
        linked = movements.link_table(law, pool, table, terms)
        if isinstance(linked, Refused):
            raise UnlawfulTableError(linked)
        return (*opening, *linked)

    # ----------------------------------------------------------------------------- submitting

    def submit(
        self, table: str, command: Command, *, actor: str, command_id: str, origin: str = ""
    ) -> Answer:
        """Submit a command at the floor's own time. Raise if there is no such table.

        At a table of a tournament the route may refuse first, and does what follows afterwards.
        """
        running = self.tables.get(table)
        if running is None:
            raise UnknownTableError(table)
        route = self._route_of(running)
        if route is not None and running.rests is None:
            refused = route.refuse(self, table, command)
            if refused is not None:
                return refused
        self.origin = origin
        timed = replace(command, at=self.time_at(table))
        answer = self.do(table, timed, actor=actor, command_id=command_id)
        if route is not None and not isinstance(answer, Refused):
            cause = Cause(command_id, actor, command.by, origin=origin)
            route.follow(self, table, command, cause)
        return answer

    def preview(self, table: str, command: Command) -> Answer:
        """Return what a command would lead to now, or its refusal; nothing happens.

        Cards that would then be dealt are left out.
        """
        running = self.tables.get(table)
        if running is None:
            raise UnknownTableError(table)
        route = self._route_of(running)
        refused = (
            running.refuse_at_rest(command)
            or (None if route is None else route.refuse(self, table, command))
            or refuse_excluded(self.tables, table, command)
            or (self._refuse_entry(table, command) if running.linked else None)
        )
        if refused is not None:
            return refused
        timed = replace(command, at=self.time_at(table))
        if isinstance(timed, AccountCommand):
            return self._decide_for_account(table, running, timed)
        if isinstance(timed, PayJackpot):
            timed, _ = self._with_payments(table, running, timed)
        outcome = running.preview(timed)
        return outcome if isinstance(outcome, Refused) else outcome.events

    def _route_of(self, running: RunningTable) -> Route | None:
        return None if running.table.choices.tournament is None else self._route

    def do(self, table: str, command: Command, *, actor: str = "", command_id: str = "") -> Answer:
        """Submit a command, then deal what falls due. Return the events, or the refusal.

        A refused command changes nothing. The same ``command_id`` from the same actor gets the same
        answer again.
        """
        running = self.tables[table]
        cause = UNRECORDED
        if self._journal is not None:
            cause = self.cause(table, command, actor, command_id)
            if command_id and (known := self.recorded_outcome(cause)) is not None:
                return known + self.advance(table)
            if command_id and (refused := self._recall(cause)) is not None:
                return refused
        answer = running.refuse_at_rest(command) or self._step(table, running, command, cause)
        if isinstance(answer, Refused):
            return self.refuse(cause, answer) if command_id else answer
        if not running.dealer_has_more:
            return answer
        return answer + self._deal(table, running, cause)

    def once(self, cause: Cause, decide: Callable[[], Answer]) -> Answer:
        """Decide a command unless its id was used before; a repeated one gets the same answer."""
        known = self.earlier_answer(cause)
        if known is not None:
            return known
        answer = decide()
        return self.refuse(cause, answer) if isinstance(answer, Refused) else answer

    def earlier_answer(self, cause: Cause) -> Answer | None:
        """Return the answer that the same command got before; ``None`` for a new one."""
        known = None if self._journal is None else self._journal.recorded_events(cause)
        return self._recall(cause) if known is None else known

    def recorded_outcome(self, cause: Cause) -> tuple[Event, ...] | None:
        """Return what a command led to, with the dealer's steps after it; ``None`` if it is new."""
        if self._journal is None or (found := self._journal.recorded_events(cause)) is None:
            return None
        number = 1
        while (step := self._journal.recorded_events(self.step_cause(cause, number))) is not None:
            found += step
            number += 1
        return tuple(event for event in found if not isinstance(event, BESIDE))

    def _recall(self, cause: Cause) -> Refused | None:
        return None if self._refusals is None else self._refusals.recall(cause)

    def refuse(self, cause: Cause, refused: Refused) -> Refused:
        """Return a refusal; it is remembered where the floor remembers refusals."""
        return refused if self._refusals is None else self._refusals.remember(cause, refused)

    def cause(self, place: str, command: Command, actor: str, command_id: str) -> Cause:
        """Return the cause of a command: its actor, its id and the hash of its content."""
        actor = actor or getattr(command, "player", None) or command.by.value
        if not command_id:
            new_id = self._ids.new_id(self.state, place)
            return Cause(new_id, actor, command.by, command.at, origin=self.origin)
        if STEP in command_id:
            raise CommandIdError(f"the id of a command has no {STEP} in it: {command_id!r}")
        content = self._ids.content(place, command)
        return Cause(command_id, actor, command.by, command.at, content, self.origin)

    def new_id(self, place: str) -> str:
        """Return an id for a command that was submitted without one."""
        return self._ids.new_id(self.state, place)

    def step_cause(self, after: Cause, number: int) -> Cause:
        """Return the cause of a step that the dealer takes after a command."""
        if self._journal is None:
            return UNRECORDED
        step = f"{after.actor}/{after.command_id}{STEP}{number}"
        return Cause(step, DEALER, Role.DEALER, after.at)

    # ---------------------------------------------------------------------------- the dealer

    def advance(self, table: str) -> tuple[Event, ...]:
        """Let the dealer of an automatic table do what is due: after a crash during a deal."""
        running = self.tables[table]
        if not running.automatic:
            return ()
        return self._deal(table, running, Cause(self.new_id(table), DEALER, Role.DEALER))

    def _deal(self, table: str, running: RunningTable, after: Cause) -> tuple[Event, ...]:
        """Take the dealer's steps besides dealing until others must act; none at a paced table."""
        if self._pace(running):
            return ()
        events: tuple[Event, ...] = ()
        number = 0
        while (step := running.dealers_command()) is not None:
            number += 1
            events += self._step_of_dealer(table, running, step, self.step_cause(after, number))
        return events

    def deal_due(self, table: str, cause: Cause) -> None:
        """Let the dealer take the next step, if one is due, and do what follows from it."""
        running = self.tables[table]
        command = running.dealers_command()
        if command is not None:
            self._step_of_dealer(table, running, command, cause)
        if (route := self._route_of(running)) is not None:
            route.follow(self, table, None, cause)

    def _step_of_dealer(
        self, table: str, running: RunningTable, command: Command, cause: Cause
    ) -> tuple[Event, ...]:
        """Carry out a command of the dealer. Raise if it is refused, which is a bug."""
        events = self._step(table, running, command, cause, own=True)
        if isinstance(events, Refused):
            raise CroupierError(f"the dealer was refused {command}: {events.why}")
        return events

    def tick(self, table: str, cause: Cause) -> None:
        """Move a table's clock to the time of the cause, if that is later."""
        running = self.tables[table]
        if cause.at is not None and (running.table.clock is None or cause.at > running.table.clock):
            moved = ClockMoved(cause.at)
            self.append([self.write(TABLE.stream(table), (moved,))], cause)
            running.apply(Outcome(evolve(running.table, moved), (moved,)))

    # ------------------------------------------------------------------ one command, one append

    def _step(
        self,
        table: str,
        running: RunningTable,
        command: Command,
        cause: Cause,
        *,
        own: bool = False,
    ) -> Answer:
        """Decide one command and append what it leads to; ``own`` marks the dealer's commands."""
        if isinstance(command, AccountCommand):
            return self._account_step(table, running, command, cause)
        if refused := refuse_excluded(self.tables, table, command):
            return refused
        from_pool: tuple[PoolEvent, ...] = ()
        linked = running.linked
        if linked:
            if refused := self._refuse_entry(table, command):
                return refused
            if isinstance(command, PayJackpot):
                command, from_pool = self._with_payments(table, running, command)
        outcome = running.decide(command) if own else running.decide_for_others(command)
        if isinstance(outcome, Refused):
            return outcome
        if linked:
            read = streams_read(self.tables, table, self.account, command)
            self._record_linked(table, running, outcome, from_pool, cause, only_read=read)
        elif self._journal is not None:
            self.append([self.write(TABLE.stream(table), outcome.events)], cause)
        self.commands += 1
        running.apply(outcome)
        if self.state.snapshots is not None:
            self.state.save_snapshots()
        return outcome.events

    def _refuse_entry(self, table: str, command: Command) -> Refused | None:
        for admission in self._admissions:
            if refused := admission(self.state, table, command):
                return refused
        return None

    def _record_linked(
        self,
        table: str,
        running: RunningTable,
        outcome: Outcome,
        from_pool: tuple[PoolEvent, ...],
        cause: Cause,
        *,
        only_read: frozenset[str],
    ) -> None:
        """Append what a command leads to at the table, its pool and in accounts."""
        choices = running.table.choices
        pool_events = from_pool
        if choices.jackpot is not None and isinstance(running.law, StudLaw):
            pool = self.pools[movements.pool_name(table, choices)]
            pool_events += movements.pool_contributions(running.law, pool, table, outcome.events)
        recorded = self._for_accounts(table, running, outcome)
        if self._journal is not None:
            writes = [self.write(TABLE.stream(table), outcome.events)]
            if pool_events:
                name = movements.pool_name(table, choices)
                writes.append(self.write(POOL.stream(name), pool_events))
            for player, events in recorded.items():
                writes.append(self.write(ACCOUNT.stream(player), events))
            # A write without events is a check of the stream's version: the admission rested on
            # what was read there, so another process must not have appended to it meanwhile.
            writes += [self.write(one, ()) for one in only_read - {one.stream for one in writes}]
            self.append(writes, cause)
        self._apply_to_pool(table, choices, pool_events)
        for player, events in recorded.items():
            self.accounts[player] = reduce(accounts.evolve, events, self.account(player))

    def _for_accounts(
        self, table: str, running: RunningTable, outcome: Outcome
    ) -> dict[str, tuple[Event, ...]]:
        """Return what a table's events lead to in accounts and purses, by player."""
        law = running.law.player_cards if running.table.choices.player_cards else None
        found = movements.account_events(law, table, self.account, outcome.events)
        if self.purses is not None:
            for moved in self.purses.moves(self.state, table, outcome.events):
                found[moved.player] = (*found.get(moved.player, ()), moved)
        return movements.with_period_starts(found, self.account, outcome.table.clock)

    def _with_payments(
        self, table: str, running: RunningTable, command: PayJackpot
    ) -> tuple[PayJackpot, tuple[PoolEvent, ...]]:
        """Return the command that pays jackpot hands with the pool's amounts, and its events."""
        due = running.due[0] if running.due else None
        pool = self.pool_of(table)
        if pool is None or not isinstance(due, JackpotDue):
            return command, ()
        assert isinstance(running.law, StudLaw)
        events, payments = movements.claim_jackpot(running.law, pool, table, due)
        return replace(command, payments=payments), events

    def _apply_to_pool(self, table: str, choices: Choices, events: tuple[PoolEvent, ...]) -> None:
        name = movements.pool_name(table, choices)
        for event in events:
            self.pools[name] = jackpots.evolve(self.pools.get(name), event)

    def _account_step(
        self, table: str, running: RunningTable, command: AccountCommand, cause: Cause
    ) -> Answer:
        """Decide a command of a player's account, and append what it leads to."""
        account = self.account(command.player)
        events = self._decide_for_account(table, running, command)
        if isinstance(events, Refused):
            return events
        after = reduce(accounts.evolve, events, account)
        if after == account:
            return ()
        self.append([self.write(ACCOUNT.stream(command.player), events)], cause)
        self.commands += 1
        self.accounts[command.player] = after
        self.state.save_snapshots()
        return events

    def _decide_for_account(
        self, table: str, running: RunningTable, command: AccountCommand
    ) -> Answer:
        """Decide a command of a player's account, within the player's own limits."""
        account = self.account(command.player)
        if refused := self.over_limit(account, command):
            return refused
        law = running.law.player_cards
        if law is None or not running.table.choices.player_cards:
            clause = running.law.wagers.chips_or_tokens.clause
            why = "this table keeps no Player Cards or gaming limits"
            return Refused("player/no-cards-here", clause, why)
        zone = "" if self.purses is None else self.purses.zone()
        place = Place(table, has_wagers(running.table, command.player), zone)
        return accounts.decide(account, command, law, place)

    def grant(self, player: str, amount: Cents) -> None:
        """Give a new player play money, once."""
        cause = Cause(f"grant/{player}", HOUSE, Role.GAMING_MANAGER)
        if self.earlier_answer(cause) is None:
            granted = purse_movement(player, amount, GRANTED)
            self.append([self.write(ACCOUNT.stream(player), (granted,))], cause)
            self.accounts[player] = accounts.evolve(self.account(player), granted)

    # ------------------------------------------------------------------------------ appending

    def write(self, stream: str, events: tuple[Event, ...]) -> StreamWrite:
        """Return events for a stream, decided on the floor's state of it."""
        return self.state.write(stream, events)

    def append(self, writes: Sequence[StreamWrite], cause: Cause) -> None:
        """Append events of several streams together, with what they lead to elsewhere."""
        for react in self._reactions:
            writes = [*writes, *react(self, writes)]
        self.state.append(writes, cause)

    def withdraw(self, stream: str, version: int) -> None:
        """Withdraw the last append, to this stream alone: what it was for did not happen."""
        self.pending_appends.withdraw(stream)
        self.state.withdraw(stream, version)

    # ----------------------------------------------------------------------------------- time

    def time_at(self, table: str) -> datetime:
        """Return the time to the second, never before the table's own clock."""
        return self.time_after(self.tables[table].table.clock)

    def time_after(self, clock: datetime | None) -> datetime:
        """Return the time to the second by the store's clock, never before the given one."""
        now = self._now().replace(microsecond=0)
        return now if clock is None else max(now, clock)


def shared_floor(
    store: Store,
    cards: Cards,
    now: Now,
    *,
    reactions: Sequence[Reaction] = (),
    route: Route | None = None,
) -> Floor:
    """Return the floor of a server: its appends wait for a commit, and players have purses.

    Until the commit, the state is a guess. If the commit fails, the streams concerned are rolled
    back to a savepoint, and the log says how they went on instead.
    """
    pending = PendingAppends(store, retrying_actor=DEALER)
    return Floor(
        pending,
        cards=cards,
        purses=Purses(now),
        reactions=reactions,
        route=route,
        refusals=pending,
        ids=VersionedIds(),
        pace=by_choice,
        now=now,
    )
