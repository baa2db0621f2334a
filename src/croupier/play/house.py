"""Tables, jackpot pools and players' accounts that run together, and the journal of all of them."""

from collections.abc import Callable
from functools import reduce

from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.floor import jackpots, players
from croupier.floor.account_commands import AccountCommand
from croupier.floor.account_events import ChipsBought, ResultRecorded
from croupier.floor.jackpots import Pool, PoolEvent
from croupier.floor.players import Place, PlayerAccount
from croupier.money import Cents
from croupier.play import loss_limits, movements
from croupier.play.barred import barred
from croupier.play.card_sources import CardSource
from croupier.play.engine import evolve, open_table
from croupier.play.kept_streams import CommandIdError, KeptStreams
from croupier.play.kept_streams import UnlawfulTableError as UnlawfulTableError
from croupier.play.kept_streams import content_of as content_of
from croupier.play.recovery import KINDS, recovered
from croupier.play.running_table import RunningTable
from croupier.play.stakes_in_play import in_play, not_admitted, wager_asked
from croupier.record.envelopes import (
    ACCOUNTS,
    POOLS,
    TABLES,
    Cause,
    account_stream,
    pool_stream,
    table_stream,
)
from croupier.record.journal import Journal, StreamWrite
from croupier.record.refusals import Refusals
from croupier.rulebooks import Role, StudLaw, TableLaw
from croupier.stud.commands import PayJackpot
from croupier.stud.due import JackpotDue
from croupier.table.choices import Choices
from croupier.table.commands import Command
from croupier.table.draft import Outcome
from croupier.table.events import Event
from croupier.table.state import Refused

DEALER = "dealer"
"""The actor of what the dealer's software does."""
HOUSE = "house"
"""The actor of what is done when a table is opened."""

STEP = "+"
"""Separates the id of a command from the number of a step that the dealer takes after it."""
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
        self.pools: dict[str, Pool] = {}
        """The jackpot pools by their names."""
        self.accounts: dict[str, PlayerAccount] = {}
        """What is known of players beyond one table, where their cards are checked."""
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
        writes = [StreamWrite(table_stream(name), 0, (opened,))]
        if linked:
            pool = movements.pool_name(name, opened.choices)
            writes.append(self._write(pool_stream(pool), linked))
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
        kind, _, name = stream.partition("/")
        if kind not in KINDS:
            self._found(stream, sum(1 for _ in journal.read_stream(stream)))
            return
        state, version = recovered(journal, stream)
        self._found(stream, version)
        if kind == POOLS:
            self.pools[name] = state
        elif kind == ACCOUNTS:
            self.accounts[name] = state
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
            seen = loss_limits.looked_at(self.tables, table, self.account, command)
            self._record_linked(table, running, outcome, from_pool, cause, looked_at=seen)
        elif self._journal is not None:
            self._append([self._write(table_stream(table), outcome.events)], cause)
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
            writes = [self._write(table_stream(table), outcome.events)]
            if pool_events:
                name = movements.pool_name(table, choices)
                writes.append(self._write(pool_stream(name), pool_events))
            for player, events in recorded.items():
                writes.append(self._write(account_stream(player), events))
            writes += [self._write(one, ()) for one in looked_at - {one.stream for one in writes}]
            self._append(writes, cause)
        self._take_pool(table, choices, pool_events)
        for player, events in recorded.items():
            self.accounts[player] = reduce(players.evolve, events, self.account(player))

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

    def account(self, player: str) -> PlayerAccount:
        """What is known of a player beyond the tables."""
        return self.accounts.get(player) or PlayerAccount(player=player)

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
        events = players.decide(account, command, law, place)
        if isinstance(events, Refused):
            return events
        after = reduce(players.evolve, events, account)
        if after == account:
            return ()
        self._append([self._write(account_stream(command.player), events)], cause)
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
        account = players.as_of(self.account(player), command.at or running.table.clock)
        return not_admitted(law, account, command, asked, place=place, at_risk=risk)

    def at_risk(self, player: str) -> Cents:
        """What a player has on the layouts of all tables where cards are checked."""
        return loss_limits.at_risk(self.tables, player)

    def _state_of(self, stream: str) -> object:
        """The current state of a stream of the house."""
        kind, _, name = stream.partition("/")
        if kind != TABLES:
            return self.pools[name] if kind == POOLS else self.accounts[name]
        return self.tables[name].table, self.tables[name].history
