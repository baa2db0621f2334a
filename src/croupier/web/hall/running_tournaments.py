"""Tournaments that run on the floor: each with its tables, entries and purses in one append."""

import os
from collections.abc import Iterator
from functools import partial, reduce

from msgspec.structs import replace

from croupier.blackjack.state import BlackjackTable
from croupier.cards import shuffled
from croupier.errors import CroupierError
from croupier.floor import players
from croupier.floor.purses import TOURNAMENT, PurseMoved, not_in_purse, purse_moved
from croupier.floor.tournaments import accounts, handlers
from croupier.floor.tournaments.commands import DrawSeats, EndSession, Enter
from croupier.floor.tournaments.conditions import MOST_BOXES
from croupier.floor.tournaments.draft import TournamentOutcome
from croupier.floor.tournaments.events import SessionStarted, TournamentPlanned
from croupier.floor.tournaments.evolvers import evolve
from croupier.floor.tournaments.state import Tournament, TournamentPhase, participants
from croupier.floor.tournaments.tables import begin, table_choices
from croupier.play import engine
from croupier.play.house import HOUSE, STEP, Answer, content_of
from croupier.play.resting_tables import (
    AT_REST,
    AdoptLaw,
    adopt_in_tournament,
    law_of_tournament,
)
from croupier.record.books import entries_of
from croupier.record.envelopes import Cause, account_stream, table_stream, tournament_stream
from croupier.record.journal import StreamWrite
from croupier.rulebooks import BlackjackLaw, Role
from croupier.table.commands import BuyIn, Command
from croupier.table.draft import Outcome
from croupier.table.state import Refused
from croupier.web.hall.running_floor import RunningFloor, TakenNameError
from croupier.web.hall.side_streams import state_then


class UnknownTournamentError(CroupierError):
    """A tournament that is not on this floor."""

    status, code = 404, "tournament/unknown"

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no tournament {name!r} on this floor")


def plan(floor: RunningFloor, planned: TournamentPlanned, cause: Cause) -> None:
    """Begin a tournament; one of that name must not be there."""
    stream = tournament_stream(planned.name)
    if planned.name in floor.tournaments:
        raise TakenNameError("tournament", planned.name)
    floor.append([StreamWrite(stream, 0, (planned,))], cause)
    floor.tournaments[planned.name] = evolve(None, planned)


def tables_of(floor: RunningFloor, tournament: Tournament) -> dict[int, BlackjackTable]:
    """The tables of the session that is on, by their numbers."""
    found = {}
    for number in sorted({seat.table for seat in tournament.seats}):
        running = floor.tables.get(table_name(tournament, number))
        if running is not None:
            assert isinstance(running.table, BlackjackTable)
            found[number] = running.table
    return found


def table_name(tournament: Tournament, number: int) -> str:
    """What a table of the session that is on is called on the floor."""
    return f"{tournament.name}.{tournament.session + 1}.{number}"


def tournament_of(floor: RunningFloor, table: str) -> Tournament | None:
    """The tournament whose session a table is open for; none where it is for none."""
    terms = floor.tables[table].table.choices.tournament
    return None if terms is None else floor.tournaments.get(terms.tournament)


class TournamentDesk:
    """Carries out what is asked of one tournament, and what follows by itself."""

    def __init__(self, floor: RunningFloor, name: str) -> None:
        if name not in floor.tournaments:
            raise UnknownTournamentError(name)
        self._floor, self._name = floor, name

    @property
    def rests(self) -> Refused | None:
        """Why the tournament rests; none where it is played."""
        law = law_of_tournament(self.tournament)
        return law if isinstance(law, Refused) else None

    @property
    def _law(self) -> BlackjackLaw:
        law = law_of_tournament(self.tournament)
        assert isinstance(law, BlackjackLaw), "whoever decides has asked whether it rests"
        return law

    @property
    def tournament(self) -> Tournament:
        """The tournament as it stands."""
        return self._floor.tournaments[self._name]

    def ask(self, command: Command, *, actor: str, command_id: str, origin: str = "") -> Answer:
        """Carry out a command of the tournament; a refused one changes nothing."""
        content = content_of(self._name, replace(command, at=None))
        now = self._floor.time_after(self.tournament.clock)
        cause = Cause(command_id, actor, command.by, now, content, origin)
        return self._floor.once(cause, partial(self._asked, command, cause))

    def after(self, actor: str, command_id: str) -> Tournament:
        """The tournament as a command left it; one that changed nothing left it as it is."""
        log = self._floor.pending.read_stream(tournament_stream(self._name))
        then: Tournament | None = state_then(log, evolve, actor, command_id)
        return then or self.tournament

    def _asked(self, command: Command, cause: Cause) -> Answer:
        """Decide a command that is new, and carry it out."""
        if isinstance(command, AdoptLaw):
            return self._adopted(command, cause)
        if self.rests is not None:
            return self.rests
        timed = replace(self._with_lots(command), at=cause.at)
        tables = tables_of(self._floor, self.tournament)
        outcome = handlers.decide(self._law, self.tournament, tables, timed)
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
        adopted = adopt_in_tournament(self.tournament, command)
        if isinstance(adopted, Refused):
            return adopted
        stream = tournament_stream(self._name)
        self._floor.append([self._floor.write(stream, (adopted,))], cause)
        self._floor.tournaments[self._name] = evolve(self.tournament, adopted)
        self.follow(cause)
        return (adopted,)

    def not_at_tables(self, command: Command) -> Refused | None:
        """Refuse what the state of the whole does not allow at a table."""
        if self.rests is not None:
            return None if isinstance(command, AT_REST) else self.rests
        return handlers.not_at_tables(self._law, self.tournament, command)

    def follow(self, cause: Cause) -> None:
        """Do what follows by itself when rounds are over: a count, a play-off, a result."""
        number = 0
        if self.rests is not None or self._has_resting_tables():
            return
        while self.tournament.phase is TournamentPhase.SESSION:
            tables = tables_of(self._floor, self.tournament)
            lots = shuffled(range(MOST_BOXES + 1), os.urandom)
            outcome = handlers.go_on(self._law, self.tournament, tables, lots)
            if outcome is None:
                return
            number += 1
            step = f"{cause.actor}/{cause.command_id}{STEP}{self._name}{number}"
            self._carry_out(outcome, Cause(step, HOUSE, Role.TOURNAMENT_MANAGER, cause.at))

    def _has_resting_tables(self) -> bool:
        """Whether a table of the session rests: nothing is counted there before it is moved."""
        numbers = {seat.table for seat in self.tournament.seats}
        running = (self._floor.tables.get(table_name(self.tournament, one)) for one in numbers)
        return any(one is not None and one.rests is not None for one in running)

    def _with_lots(self, command: Command) -> Command:
        """A command with the lots that it needs: chance is the house's, never the asker's."""
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
            refused = not_in_purse(moved.player, account.purse, bought.amount)
            if refused := refused or self._floor.limits(account, bought):
                return refused
        return None

    def _moved(self, outcome: TournamentOutcome) -> Iterator[PurseMoved]:
        """Fees that leave purses, and prizes that come into them."""
        ours = accounts.player("")
        for event in outcome.events:
            for entry in entries_of(event):
                for posting in entry.postings:
                    if posting.account.startswith(ours):
                        player = posting.account.removeprefix(ours)
                        yield purse_moved(
                            player, posting.amount, TOURNAMENT, self._name, entry.clause
                        )

    def _carry_out(self, outcome: TournamentOutcome, cause: Cause) -> None:
        """Write down all that a command leads to, in one append, and go on from it."""
        floor = self._floor
        named = {table_name(self.tournament, number): at for number, at in outcome.tables.items()}
        writes = [floor.write(tournament_stream(self._name), outcome.events)]
        writes += [floor.write(table_stream(name), at.events) for name, at in named.items()]
        opened = dict(self._opened(outcome))
        writes += [StreamWrite(table_stream(name), 0, at.events) for name, at in opened.items()]
        moved: dict[str, tuple[PurseMoved, ...]] = {}
        for one in self._moved(outcome):
            moved[one.player] = (*moved.get(one.player, ()), one)
        writes += [floor.write(account_stream(player), of) for player, of in moved.items()]
        floor.append([write for write in writes if write.events], cause)
        floor.tournaments[self._name] = outcome.tournament
        for name, at in named.items():
            floor.tables[name].take(at)
        for player, events in moved.items():
            floor.accounts[player] = reduce(players.evolve, events, floor.account(player))
        for name, at in opened.items():
            floor.take_in_table(name, at.table)
            floor.go_on(name)

    def _opened(self, outcome: TournamentOutcome) -> Iterator[tuple[str, Outcome]]:
        """The tables of a session that starts, each with its contest begun."""
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
            begun = begin(self._law, after, number, table)
            events = (opened, *begun.events)
            yield table_name(after, number), Outcome(begun.table, events)
