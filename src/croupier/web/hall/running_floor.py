"""The floor that the writer decides on: a house that can be put back, and that follows the log."""

from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from croupier.blackjack.history import NO_HISTORY, History
from croupier.errors import CroupierError
from croupier.floor import players
from croupier.floor.account_commands import AccountCommand
from croupier.floor.jackpots import Pool
from croupier.floor.players import PlayerAccount
from croupier.floor.promotions import Promotion
from croupier.floor.purses import GRANTED, LiveChipsMoved, PurseMoved, purse_moved
from croupier.floor.readiness import Readiness
from croupier.floor.tournaments.state import Tournament
from croupier.money import Cents
from croupier.play.card_sources import CardSource
from croupier.play.engine import evolve
from croupier.play.house import DEALER, HOUSE, Answer, House, content_of
from croupier.play.running_table import RunningTable
from croupier.record.envelopes import (
    ACCOUNTS,
    POOLS,
    PROMOTIONS,
    READINESS,
    TABLES,
    TOURNAMENTS,
    Cause,
    Envelope,
    account_stream,
    promotion_stream,
    table_stream,
)
from croupier.record.gaming_days import USUAL
from croupier.record.journal import StreamWrite
from croupier.record.refusals import Refusals
from croupier.record.stores import Store
from croupier.rulebooks import Role
from croupier.rulebooks.player_law import PlayerCardLaw
from croupier.table.choices import Choices
from croupier.table.commands import Command
from croupier.table.draft import Outcome
from croupier.table.events import ClockMoved, Event, TableOpened
from croupier.table.state import Refused, Table
from croupier.web.hall import purses, side_streams
from croupier.web.hall.pending import PendingAppends
from croupier.web.hall.promotion_entries import Entered, entries_earned

Key = TypeVar("Key")
Value = TypeVar("Value")


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


class SavedFloor(NamedTuple):
    """The floor at some moment, to go back to."""

    tables: dict[str, tuple[Table, History[Event]]]
    pools: dict[str, Pool]
    accounts: dict[str, PlayerAccount]
    tournaments: dict[str, Tournament]
    promotions: dict[str, Promotion]
    readiness: dict[str, Readiness]
    versions: dict[str, int]


class RunningFloor(House):
    """A house whose commands wait for a commit.

    Until then what was decided is its own guess. Where the commit fails, the streams concerned go
    back to a mark, and the log tells how they went on instead.
    """

    def __init__(
        self, store: Store, cards: Callable[[str], CardSource], now: Callable[[], datetime]
    ) -> None:
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
        self.tournaments: dict[str, Tournament] = {}
        """The tournaments by their names."""
        self.session_choices = Choices()
        """What the operator chooses for the tables of tournaments."""
        self.promotions: dict[str, Promotion] = {}
        """The promotions by their names."""
        self.readiness: dict[str, Readiness] = {}
        """Who is ready at each table for what comes next."""

    def version(self, stream: str) -> int:
        """How many events a stream has, as far as the floor knows."""
        return self._versions.get(stream, 0)

    # ---------------------------------------------------------------------------- going back

    def mark(self) -> SavedFloor:
        """The floor as it stands."""
        tables = {name: (one.table, one.history) for name, one in self.tables.items()}
        return SavedFloor(
            tables,
            dict(self.pools),
            dict(self.accounts),
            dict(self.tournaments),
            dict(self.promotions),
            dict(self.readiness),
            dict(self._versions),
        )

    def begin_at(self, mark: SavedFloor) -> None:
        """Stand as at a mark that was kept."""
        for name, (table, history) in mark.tables.items():
            self.take_in_table(name, table, history)
        self.pools.update(mark.pools)
        self.accounts.update(mark.accounts)
        self.tournaments.update(mark.tournaments)
        self.promotions.update(mark.promotions)
        self.readiness.update(mark.readiness)
        self._versions.update(mark.versions)

    def go_back(self, mark: SavedFloor, streams: Iterable[str]) -> None:
        """Forget what was guessed of some streams since a mark."""
        for stream in streams:
            kind, _, name = stream.partition("/")
            if kind == TABLES:
                self._put_back(name, mark.tables.get(name))
            elif kind == POOLS:
                _restore(self.pools, mark.pools, name)
            elif kind == ACCOUNTS:
                _restore(self.accounts, mark.accounts, name)
            elif kind == TOURNAMENTS:
                _restore(self.tournaments, mark.tournaments, name)
            elif kind == PROMOTIONS:
                _restore(self.promotions, mark.promotions, name)
            elif kind == READINESS:
                _restore(self.readiness, mark.readiness, name)
            _restore(self._versions, mark.versions, stream)

    def _put_back(self, name: str, before: tuple[Table, History[Event]] | None) -> None:
        if before is None:
            self.tables.pop(name, None)
        elif name in self.tables:
            self.tables[name] = self._running(name, *before)

    # -------------------------------------------------------------------------- going forward

    def take_in(self, envelope: Envelope) -> None:
        """Go on by an event of the log; one that is known already changes nothing."""
        if envelope.version <= self.version(envelope.stream):
            return
        self._versions[envelope.stream] = envelope.version
        kind, _, name = envelope.stream.partition("/")
        if kind == TABLES:
            self._take_in_table(name, envelope)
        else:
            side_streams.take_in(self, kind, name, envelope.event)

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
        """Write events down, and with them the entries that they earn in promotions."""
        entered: Entered = {}
        for write in writes:
            kind, _, name = write.stream.partition("/")
            if kind == TABLES and name in self.tables and self.promotions:
                before = self.tables[name].table
                entered |= entries_earned(self.promotions, before, write.events)
        for name, (promotion, events) in entered.items():
            writes = [*writes, self._write(promotion_stream(name), events)]
            self.promotions[name] = promotion
        super()._append(writes, cause)

    # --------------------------------------------------------------------------- people's money

    def _not_admitted(self, table: str, running: RunningTable, command: Command) -> Refused | None:
        """Refuse what card, limits, declarations or the purse do not allow."""
        player = getattr(command, "player", None)
        return (
            super()._not_admitted(table, running, command)
            or purses.refuse_overdraft(running.law, running.table, command, self.account)
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
        if purses.kept_at(played):
            moves = purses.moved(table, events)
        elif purses.real_at(played):
            moves = purses.brought(table, events, self.day_of(self._now()).isoformat())
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
            self._append([self._write(account_stream(player), (granted,))], cause)
            self.accounts[player] = players.evolve(self.account(player), granted)

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
            self._append([self._write(table_stream(table), (moved,))], cause)
            running.take(Outcome(evolve(running.table, moved), (moved,)))

    # --------------------------------------------------------------------------------- names

    def _new_id(self, table: str) -> str:
        """The id of what the dealer does of itself: it follows from the table's version."""
        return f"{table}@{self.version(f'{TABLES}/{table}')}"


def _restore(now: dict[Key, Value], before: dict[Key, Value], key: Key) -> None:
    """Have one entry as it was."""
    if key in before:
        now[key] = before[key]
    else:
        now.pop(key, None)


def _linked(running: RunningTable) -> RunningTable:
    """Have accounts asked at every table: players' own limits hold at all of them."""
    running.linked = True
    return running


def _no_limits(_: PlayerAccount, __: Command) -> Refused | None:
    """Refuses nothing: for a floor whose players have no limits of their own."""
    return None
