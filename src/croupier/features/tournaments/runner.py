"""Tournaments that run, with the tables of their sessions: alone with a journal, or on a floor.

``TournamentHouse`` is a house of its own, for terminals, scenarios and software players.
``TournamentDesk`` does the same on the floor of a server, within the floor's transactions.
"""

import os
from collections.abc import Callable, Iterator
from functools import partial, reduce
from typing import NamedTuple

from msgspec.structs import replace

from croupier.cards import Bytes, Card, shuffled
from croupier.errors import CroupierError
from croupier.features.tournaments.rules import decisions, state
from croupier.features.tournaments.rules.conditions import MOST_BOXES
from croupier.features.tournaments.rules.decisions import evolve
from croupier.features.tournaments.rules.draft import TournamentOutcome, TournamentPlanned
from croupier.features.tournaments.rules.due import TournamentDue, due
from croupier.features.tournaments.rules.entries import Enter
from croupier.features.tournaments.rules.placings import EndSession, may_be_over
from croupier.features.tournaments.rules.seats import (
    DrawSeats,
    SessionStarted,
    begin_at_table,
    table_choices,
)
from croupier.features.tournaments.rules.state import Tournament, TournamentPhase, participants
from croupier.floor.card_sources import CardSource, SoftwareShoe
from croupier.floor.floor import HOUSE, UNRECORDED, Answer, Floor, NameTakenError, no_cards
from croupier.floor.one_table import Croupier
from croupier.floor.resting_tables import AT_REST, AdoptLaw, adopt_law_in_tournament, tournament_law
from croupier.floor.running_table import RunningTable
from croupier.floor.state import STEP, CountedIds, UnlawfulTableError, content_of, state_after
from croupier.games import engine
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.engine import evolve as evolve_table
from croupier.games.engine import open_table
from croupier.games.table.draft import Outcome
from croupier.games.table.opening import TableOpened
from croupier.games.table.rounds import entries_of
from croupier.games.table.seats import BuyIn
from croupier.house import accounts
from croupier.house.accounts import TOURNAMENT as FOR_TOURNAMENT
from croupier.house.accounts import PurseMoved, purse_movement, refuse_beyond_purse
from croupier.messages import Command, Event, Refused
from croupier.record.envelopes import Cause
from croupier.record.journal import Journal, StreamWrite
from croupier.rulebooks import BlackjackLaw, Role
from croupier.streams import ACCOUNT, TABLE, TOURNAMENT

Shoes = Callable[[str, int], tuple[Card, ...] | None]
"""The cards of a table by its session and number; none where they are shuffled."""


def no_stacked_shoe(_: str, __: int) -> None:
    """Return none: no table has cards in an order laid beforehand."""


Cards = Callable[[str], CardSource]
"""The source of cards of a table, by its name."""

NO_TOURNAMENT = "open/low-limit-tournament"
"""The code by which no table is opened though a tournament may be planned: it is not published."""


class TournamentHouse:
    """Runs a tournament and its tables.

    A command that concerns both is one append: the tournament's events, and those at its tables.
    Who sits where by lot, and who wins a ballot, comes from the house's chance.
    """

    def __init__(
        self,
        law: BlackjackLaw,
        planned: TournamentPlanned,
        *,
        shoes: Shoes = no_stacked_shoe,
        cards: Cards | None = None,
        chance: Bytes,
        journal: Journal | None = None,
    ) -> None:
        opened = open_table(law, table_choices(evolve(None, planned), planned.choices))
        if isinstance(opened, Refused) and opened.code != NO_TOURNAMENT:
            raise UnlawfulTableError(opened)
        self._stand(law, planned, journal, chance, cards, shoes)
        stream = TOURNAMENT.stream(planned.name)
        cause = Cause(f"plan/{planned.name}", "house", Role.GAMING_MANAGER)
        self.floor.append([self.floor.write(stream, (planned,))], cause)

    def _stand(
        self,
        law: BlackjackLaw,
        planned: TournamentPlanned,
        journal: Journal | None,
        chance: Bytes,
        cards: Cards | None,
        shoes: Shoes = no_stacked_shoe,
        *,
        cut_for_players: bool = True,
    ) -> None:
        """Begin with the plan of a tournament, before anything else has happened."""
        self.floor = Floor(
            journal,
            cards=cards or no_cards,
            cut_for_players=cut_for_players,
            ids=CountedIds(scope=planned.name),
        )
        """The floor that the tables of all sessions stand on."""
        self.tables = self.floor.tables
        """The tables of all sessions by name."""
        self.law = law
        self._own_commands = decisions.tournament_commands(law)
        self.choices = planned.choices
        self.tournament: Tournament
        """The current state of the tournament."""
        self._go_on_from(evolve(None, planned))
        self.session_tables: dict[int, str] = {}
        """The tables of the session that is on, or of the last one, by their numbers."""
        self._chance, self._cards, self._shoes = chance, cards, shoes

    @classmethod
    def restored(
        cls,
        journal: Journal,
        cards: Cards,
        *,
        cut_for_players: bool = True,
        chance: Bytes = os.urandom,
    ) -> "TournamentHouse":
        """Return a tournament restored from its journal, with its tables.

        What was begun when it stopped is continued: dealers do what is due, rounds that are over
        are counted.
        """
        streams = [TOURNAMENT.stream(name) for name in TOURNAMENT.names(journal.streams())]
        if len(streams) != 1:
            raise CroupierError(f"a journal holds one tournament, and here are {len(streams)}")
        events = [envelope.event for envelope in journal.read_stream(streams[0])]
        house = cls.__new__(cls)
        planned = events[0]
        assert isinstance(planned, TournamentPlanned)
        tournament = cls.replayed(list(events))
        law = installed_law(tournament)
        house._stand(law, planned, journal, chance, cards, cut_for_players=cut_for_players)
        house._go_on_from(tournament)
        house.floor.state.recover()
        sessions = [one.session for one in events if isinstance(one, SessionStarted)]
        if sessions:
            house._resume(sessions[-1])
        return house

    def _resume(self, session: str) -> None:
        """Resume the last session that has started."""
        found = (name for name in self.tables if name.startswith(f"{session}/"))
        numbers = sorted(int(name.rpartition("/")[2]) for name in found)
        self.session_tables = {number: f"{session}/{number}" for number in numbers}
        for name in self.session_tables.values():
            self.floor.advance(name)
        if self.tournament.phase is TournamentPhase.SESSION:
            self._follow(
                Cause(self.floor.new_id(self.tournament.name), "house", Role.TOURNAMENT_MANAGER)
            )

    def _go_on_from(self, tournament: Tournament) -> None:
        """Set the tournament's state, and derive once what it means for its tables."""
        self.tournament = tournament
        self._leaves_tables_alone = decisions.is_indifferent_to_tables(tournament)

    # ------------------------------------------------------------------------------- commands

    @property
    def tables_now(self) -> dict[int, BlackjackTable]:
        """The tables of the session that is on, or of the last one."""
        return {number: self.table_at(number) for number in self.session_tables}

    def table_at(self, number: int) -> BlackjackTable:
        """Return a table of the session, by its number."""
        table = self.tables[self.session_tables[number]].table
        assert isinstance(table, BlackjackTable)
        return table

    def running(self, number: int) -> RunningTable | None:
        """Return a table of the session in progress, or of the last one; ``None`` if none."""
        name = self.session_tables.get(number)
        return None if name is None else self.tables[name]

    @property
    def owed(self) -> tuple[TournamentDue, ...]:
        """What is due in the tournament and at its tables."""
        return due(self.law, self.tournament, self.tables_now)

    def ask(self, command: Command, *, table: int | None = None, command_id: str = "") -> Answer:
        """Carry out a command of the tournament, or of one of its tables.

        A ``command_id`` that its actor used before gets the same answer again.
        """
        own = type(command) in self._own_commands
        if not own and not command_id:
            return self.ask_table(self.table_for(command) if table is None else table, command)
        kept = command_id or self.floor.is_recorded
        place = self.tournament.name
        cause = self.floor.cause(place, command, "", command_id) if kept else UNRECORDED
        known = self._told_before(cause) if command_id else None
        if known is not None:
            return known
        if own:
            return self._ask_tournament(self._with_lots(command), cause)
        number = self.table_for(command) if table is None else table
        return self._ask_watched(number, command, command_id)

    def _told_before(self, cause: Cause) -> Answer | None:
        """Return what a repeated command led to; ``None`` for a new one."""
        known = self.floor.recorded(cause)
        if known is None:
            return None
        return tuple(event for event in known if not isinstance(event, TableOpened))

    def _ask_tournament(self, command: Command, cause: Cause) -> Answer:
        outcome = decisions.decide(self.law, self.tournament, self.tables_now, command)
        if isinstance(outcome, Refused):
            return outcome
        events = self._carry_out(outcome, cause)
        return events + self._follow(cause)

    def _with_lots(self, command: Command) -> Command:
        """Return the command with the lots that it needs and does not bring."""
        match command:
            case DrawSeats(seats=None, lots=()):
                number = len(participants(self.tournament))
            case EndSession(lots=()):
                number = MOST_BOXES + 1
            case Enter(lots=()) if self.tournament.conditions.sit_and_go:
                number = len(self.tournament.active) + (not command.reserve)
            case _:
                return command
        return replace(command, lots=self.lots(number))

    def lots(self, number: int) -> tuple[int, ...]:
        """Return a permutation of the given size, each equally likely."""
        return shuffled(range(number), self._chance)

    def ask_table(self, number: int, command: Command) -> Answer:
        """Carry out a command of a table of the session."""
        name = self.session_tables.get(number)
        if name is None or command.at is not None or not self._leaves_tables_alone:
            return self._ask_watched(number, command)
        answer = self.floor.do(name, command)
        after = self.tables[name].table
        if after.round is not None or after.wagers or isinstance(answer, Refused):
            return answer
        return answer + self._heard_from(number, command)

    def _ask_watched(self, number: int, command: Command, command_id: str = "") -> Answer:
        """Carry out a command of a table that the tournament may refuse, or notices."""
        if refused := decisions.not_at_tables(self.law, self.tournament, command):
            return refused
        name = self.session_tables.get(number)
        if name is None:
            return decisions.no_such_table(self.law, number, command)
        if refused := self._too_early(command):
            return refused
        answer = self.floor.do(name, command, command_id=command_id)
        return answer if isinstance(answer, Refused) else answer + self._heard_from(number, command)

    def _heard_from(self, number: int, command: Command) -> tuple[Event, ...]:
        """Return what a command that was carried out at a table means for the tournament."""
        name, tournament = self.session_tables[number], self.tournament
        noticed = decisions.effects_of_table_command(self.law, tournament, command)
        if not noticed and not may_be_over(tournament, number, self.tables[name].table):
            return ()
        cause = self.floor.cause(name, command, "", "")
        return self._take_notice(noticed, cause) + self._follow(cause)

    def _too_early(self, command: Command) -> Refused | None:
        """Refuse a time before the tournament's."""
        clock = self.tournament.clock
        if command.at is None or command.at.tzinfo is None or clock is None or command.at >= clock:
            return None
        why = f"the clock is at {clock.isoformat()} and {command.at.isoformat()} is before that"
        return Refused("clock/backwards", "", why)

    def _take_notice(self, events: tuple[Event, ...], cause: Cause) -> tuple[Event, ...]:
        """Have the tournament notice a command at a table."""
        if not events:
            return ()
        after = reduce(evolve, events, self.tournament)
        return self._carry_out(TournamentOutcome(after, events, {}), cause)

    def table_for(self, command: Command) -> int:
        """Return the table that a command is for: the player's, or else the first."""
        player = getattr(command, "player", None)
        seat = self.tournament.seat_of(player) if isinstance(player, str) else None
        return 1 if seat is None else seat.table

    # ---------------------------------------------------------------------- what follows by itself

    def _follow(self, cause: Cause) -> tuple[Event, ...]:
        """Count tables whose rounds are over, and open those of a session that has started."""
        events: tuple[Event, ...] = ()
        number = 0
        while self.tournament.phase is TournamentPhase.SESSION:
            tables = self.tables_now
            if not any(may_be_over(self.tournament, at, table) for at, table in tables.items()):
                return events
            outcome = decisions.advance(
                self.law, self.tournament, tables, self.lots(MOST_BOXES + 1)
            )
            assert outcome is not None
            number += 1
            events += self._carry_out(outcome, self.floor.step_cause(cause, number))
        return events

    def _carry_out(self, outcome: TournamentOutcome, cause: Cause) -> tuple[Event, ...]:
        """Record what was decided, in one append, and go on from it.

        The tables of a session that starts are opened by it, and play begins there.
        """
        starts = any(isinstance(event, SessionStarted) for event in outcome.events)
        begun = self._begun(outcome.tournament) if starts else []
        if self.floor.is_recorded:
            self.floor.append(self._writes(outcome, begun), cause)
        self.floor.commands += 1
        self._go_on_from(outcome.tournament)
        made = outcome.events
        for number, at_table in outcome.tables.items():
            self.tables[self.session_tables[number]].apply(at_table)
            made += at_table.events
        return made + (self._take(begun) if starts else ())

    def _writes(self, outcome: TournamentOutcome, begun: list["StartedTable"]) -> list[StreamWrite]:
        """Return what was decided by stream: the tournament's, its tables', those of new ones."""
        stream = TOURNAMENT.stream(self.tournament.name)
        writes = [self.floor.write(stream, outcome.events)] if outcome.events else []
        for number, at_table in outcome.tables.items():
            name = self.session_tables[number]
            writes.append(self.floor.write(TABLE.stream(name), at_table.events))
        for one in begun:
            events = (one.opened, *one.outcome.events)
            writes.append(self.floor.write(TABLE.stream(one.name), events))
        return writes

    def _begun(self, tournament: Tournament) -> list["StartedTable"]:
        """Return the tables of a session that starts, as they are when play begins there."""
        session = tournament.plan.name
        found = []
        for number in sorted({seat.table for seat in tournament.seats}):
            name, stack = f"{session}/{number}", self._shoes(session, number)
            stacked = None if stack is None else len(stack)
            opened = open_table(self.law, table_choices(tournament, self.choices), stacked=stacked)
            if isinstance(opened, Refused):
                raise UnlawfulTableError(opened)
            cards = SoftwareShoe(self._chance, stack) if self._cards is None else self._cards(name)
            running = RunningTable(self.law, evolve_table(None, opened), cards=cards)
            table = running.table
            assert isinstance(table, BlackjackTable)
            outcome = begin_at_table(self.law, tournament, number, table)
            found.append(StartedTable(number, name, opened, running, outcome))
        return found

    def _take(self, begun: list["StartedTable"]) -> tuple[Event, ...]:
        """Go on with the tables of a session that has started."""
        self.session_tables = {one.number: one.name for one in begun}
        events: tuple[Event, ...] = ()
        for one in begun:
            self.tables[one.name] = one.running
            one.running.apply(one.outcome)
        for one in begun:
            events += one.outcome.events + self.floor.advance(one.name)
        return events

    @classmethod
    def replayed(cls, events: list[Event]) -> Tournament:
        """Return a tournament restored from its events."""
        first, *others = events
        return reduce(evolve, others, evolve(None, first))


class StartedTable(NamedTuple):
    """A table of a session that starts."""

    number: int
    """Its number in the session, from 1."""
    name: str
    """What it is called in its house."""
    opened: TableOpened
    """The first of its events."""
    running: RunningTable
    """The table after that."""
    outcome: Outcome
    """How play begins there."""


def installed_law(tournament: Tournament) -> BlackjackLaw:
    """Return the law that a tournament stands under. Raise if the tournament rests."""
    law = tournament_law(tournament)
    if isinstance(law, Refused):
        raise CroupierError(f"{law.why}: croupier audit adopt-law")
    return law


def require_planned(planned: TournamentPlanned | Refused) -> TournamentPlanned:
    """Return the event that plans a tournament. Raise if the rulebook refused."""
    if isinstance(planned, Refused):
        raise CroupierError(planned.why)
    return planned


class SessionTable(Croupier):
    """A table with its dealer, in a tournament.

    An answer holds what happened at the table and, after it, what happened in the tournament.
    """

    tournament: TournamentHouse
    """The tournament and all its tables."""
    number: int
    """The table's number in the session, from 1."""

    @classmethod
    def of(cls, house: TournamentHouse, number: int) -> "SessionTable":
        """Return a table of the session in progress."""
        table = cls.at(house.floor, house.session_tables[number])
        table.tournament, table.number = house, number
        return table

    def do(self, command: Command) -> Answer:
        """Carry out a command of the table, or of the tournament; a refused one changes nothing."""
        return self.tournament.ask(command, table=self.number)

    @property
    def running(self) -> RunningTable:
        """The table as it runs."""
        return self._running


class UnknownTournamentError(CroupierError):
    """There is no such tournament on this floor."""

    status, code = 404, "tournament/unknown"

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no tournament {name!r} on this floor")


def plan(floor: Floor, planned: TournamentPlanned, cause: Cause) -> None:
    """Begin a tournament; its name must be new."""
    stream = TOURNAMENT.stream(planned.name)
    if planned.name in floor.tournaments:
        raise NameTakenError("tournament", planned.name)
    floor.append([StreamWrite(stream, 0, (planned,))], cause)
    floor.tournaments[planned.name] = evolve(None, planned)


def tables_of(floor: Floor, tournament: Tournament) -> dict[int, BlackjackTable]:
    """Return the tables of the session in progress, by number."""
    found = {}
    for number in sorted({seat.table for seat in tournament.seats}):
        running = floor.tables.get(table_name(tournament, number))
        if running is not None:
            assert isinstance(running.table, BlackjackTable)
            found[number] = running.table
    return found


def table_name(tournament: Tournament, number: int) -> str:
    """Return the name on the floor of a table of the session in progress."""
    return f"{tournament.name}.{tournament.session + 1}.{number}"


def tournament_of(floor: Floor, table: str) -> Tournament | None:
    """Return the tournament whose session a table is open for; ``None`` if there is none."""
    terms = floor.tables[table].table.choices.tournament
    return None if terms is None else floor.tournaments.get(terms.tournament)


class TournamentDesk:
    """Carries out the commands of one tournament, and the steps that follow by themselves."""

    def __init__(self, floor: Floor, name: str) -> None:
        if name not in floor.tournaments:
            raise UnknownTournamentError(name)
        self._floor, self._name = floor, name

    @property
    def rests(self) -> Refused | None:
        """Why the tournament rests; none where it is played."""
        law = tournament_law(self.tournament)
        return law if isinstance(law, Refused) else None

    @property
    def _law(self) -> BlackjackLaw:
        law = tournament_law(self.tournament)
        assert isinstance(law, BlackjackLaw), "whoever decides has asked whether it rests"
        return law

    @property
    def tournament(self) -> Tournament:
        """The current state of the tournament."""
        return self._floor.tournaments[self._name]

    def ask(self, command: Command, *, actor: str, command_id: str, origin: str = "") -> Answer:
        """Carry out a command of the tournament; a refused one changes nothing."""
        content = content_of(self._name, replace(command, at=None))
        now = self._floor.time_after(self.tournament.clock)
        cause = Cause(command_id, actor, command.by, now, content, origin)
        return self._floor.once(cause, partial(self._asked, command, cause))

    def after(self, actor: str, command_id: str) -> Tournament:
        """Return the tournament as a command left it; unchanged if the command changed nothing."""
        log = self._floor.pending.read_stream(TOURNAMENT.stream(self._name))
        then: Tournament | None = state_after(log, evolve, actor, command_id)
        return then or self.tournament

    def _asked(self, command: Command, cause: Cause) -> Answer:
        """Decide a command that is new, and carry it out."""
        if isinstance(command, AdoptLaw):
            return self._adopted(command, cause)
        if self.rests is not None:
            return self.rests
        timed = replace(self._with_lots(command), at=cause.at)
        tables = tables_of(self._floor, self.tournament)
        outcome = decisions.decide(self._law, self.tournament, tables, timed)
        if isinstance(outcome, Refused):
            return outcome
        if refused := self._too_dear(outcome):
            return refused
        before = self.tournament
        if not outcome.tables and replace(outcome.tournament, clock=before.clock) == before:
            return ()
        self._carry_out(outcome, cause)
        self.follow(cause)
        return outcome.events

    def _adopted(self, command: AdoptLaw, cause: Cause) -> Answer:
        """Move the tournament to the installed law; then what was held up follows."""
        adopted = adopt_law_in_tournament(self.tournament, command)
        if isinstance(adopted, Refused):
            return adopted
        stream = TOURNAMENT.stream(self._name)
        self._floor.append([self._floor.write(stream, (adopted,))], cause)
        self._floor.tournaments[self._name] = evolve(self.tournament, adopted)
        self.follow(cause)
        return (adopted,)

    def not_at_tables(self, command: Command) -> Refused | None:
        """Refuse what the state of the whole does not allow at a table."""
        if self.rests is not None:
            return None if isinstance(command, AT_REST) else self.rests
        return decisions.not_at_tables(self._law, self.tournament, command)

    def follow(self, cause: Cause) -> None:
        """Do what follows by itself when rounds are over: a count, a play-off, a result."""
        number = 0
        if self.rests is not None or self._has_resting_tables():
            return
        while self.tournament.phase is TournamentPhase.SESSION:
            tables = tables_of(self._floor, self.tournament)
            lots = shuffled(range(MOST_BOXES + 1), os.urandom)
            outcome = decisions.advance(self._law, self.tournament, tables, lots)
            if outcome is None:
                return
            number += 1
            step = f"{cause.actor}/{cause.command_id}{STEP}{self._name}{number}"
            self._carry_out(outcome, Cause(step, HOUSE, Role.TOURNAMENT_MANAGER, cause.at))

    def _has_resting_tables(self) -> bool:
        """Return whether a table of the session rests: nothing is counted until it adopts a law."""
        numbers = {seat.table for seat in self.tournament.seats}
        running = (self._floor.tables.get(table_name(self.tournament, one)) for one in numbers)
        return any(one is not None and one.rests is not None for one in running)

    def _with_lots(self, command: Command) -> Command:
        """Return the command with its lots: chance is the house's, never the submitter's."""
        match command:
            case DrawSeats(seats=None):
                number = len(participants(self.tournament))
            case EndSession():
                number = MOST_BOXES + 1
            case Enter() if self.tournament.conditions.sit_and_go:
                number = len(self.tournament.active) + (not command.reserve)
            case _:
                return command
        return replace(command, lots=shuffled(range(number), os.urandom))

    def _too_dear(self, outcome: TournamentOutcome) -> Refused | None:
        """Refuse what somebody's purse does not hold, or their own limits do not leave.

        A fee counts like chips that are bought: it can be lost as well.
        """
        for moved in self._moved(outcome):
            if moved.amount >= 0:
                continue
            account = self._floor.account(moved.player)
            bought = BuyIn(moved.player, -moved.amount, by=Role.PLAYER)
            refused = refuse_beyond_purse(moved.player, account.purse, bought.amount)
            if refused := refused or self._floor.over_limit(account, bought):
                return refused
        return None

    def _moved(self, outcome: TournamentOutcome) -> Iterator[PurseMoved]:
        """Fees that leave purses, and prizes that come into them."""
        ours = state.player_account("")
        for event in outcome.events:
            for entry in entries_of(event):
                for posting in entry.postings:
                    if posting.account.startswith(ours):
                        player = posting.account.removeprefix(ours)
                        yield purse_movement(
                            player, posting.amount, FOR_TOURNAMENT, self._name, entry.clause
                        )

    def _carry_out(self, outcome: TournamentOutcome, cause: Cause) -> None:
        """Write down all that a command leads to, in one append, and go on from it."""
        floor = self._floor
        named = {table_name(self.tournament, number): at for number, at in outcome.tables.items()}
        writes = [floor.write(TOURNAMENT.stream(self._name), outcome.events)]
        writes += [floor.write(TABLE.stream(name), at.events) for name, at in named.items()]
        opened = dict(self._opened(outcome))
        writes += [StreamWrite(TABLE.stream(name), 0, at.events) for name, at in opened.items()]
        moved: dict[str, tuple[PurseMoved, ...]] = {}
        for one in self._moved(outcome):
            moved[one.player] = (*moved.get(one.player, ()), one)
        writes += [floor.write(ACCOUNT.stream(player), of) for player, of in moved.items()]
        floor.append([write for write in writes if write.events], cause)
        floor.tournaments[self._name] = outcome.tournament
        for name, at in named.items():
            floor.tables[name].apply(at)
        for player, events in moved.items():
            floor.accounts[player] = reduce(accounts.evolve, events, floor.account(player))
        for name, at in opened.items():
            floor.put_table(name, at.table)
            floor.advance(name)

    def _opened(self, outcome: TournamentOutcome) -> Iterator[tuple[str, Outcome]]:
        """Yield the tables of a session that starts, each with its contest begun."""
        if not any(isinstance(event, SessionStarted) for event in outcome.events):
            return
        after = outcome.tournament
        chosen = replace(self._floor.session_choices, boxes=after.boxes, low_limit=after.low_limit)
        for number in sorted({seat.table for seat in after.seats}):
            opened = engine.open_table(self._law, table_choices(after, chosen))
            if isinstance(opened, Refused):
                raise CroupierError(opened.why)
            table = engine.evolve(None, opened)
            assert isinstance(table, BlackjackTable)
            begun = begin_at_table(self._law, after, number, table)
            events = (opened, *begun.events)
            yield table_name(after, number), Outcome(begun.table, events)


def submit_at_table(
    floor: Floor,
    table: str,
    command: Command,
    *,
    actor: str,
    command_id: str,
    origin: str = "",
) -> Answer:
    """Submit a command at a table; at a tournament's, do everything that it leads to there."""
    running = floor.tables.get(table)
    tournament = None if running is None else tournament_of(floor, table)
    if running is not None and running.rests is None and tournament is not None:
        refused = TournamentDesk(floor, tournament.name).not_at_tables(command)
        if refused is not None:
            return refused
    answer = floor.submit(table, command, actor=actor, command_id=command_id, origin=origin)
    if isinstance(answer, tuple):
        if isinstance(command, AdoptLaw) and tournament is not None:
            # A tournament has no console of its own: it is moved with the first of its tables.
            step = f"{command_id}{STEP}{tournament.name}"
            desk = TournamentDesk(floor, tournament.name)
            desk.ask(command, actor=actor, command_id=step, origin=origin)
        advance_tournament(floor, table, Cause(command_id, actor, command.by))
    return answer


def advance_tournament(floor: Floor, table: str, cause: Cause) -> None:
    """Do what follows in a tournament after a table's round: a count, a play-off, a result."""
    tournament = tournament_of(floor, table)
    if tournament is not None:
        TournamentDesk(floor, tournament.name).follow(cause)


def deal_due(floor: Floor, table: str, cause: Cause) -> None:
    """Have the dealer take the next step at a table, and do what follows from it."""
    floor.deal_due(table, cause)
    advance_tournament(floor, table, cause)


def follow_all(floor: Floor, started: str) -> None:
    """Do what still has to follow in every tournament: a process may have died before it did.

    One that rests waits until it is moved, or its law is loaded.
    """
    for name in tuple(floor.tournaments):
        cause = Cause(f"{started}/{name}", "house", Role.TOURNAMENT_MANAGER)
        TournamentDesk(floor, name).follow(cause)
