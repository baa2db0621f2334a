"""Runs tournaments on a floor, with the tables of their sessions.

There is one runner. A program with a tournament of its own (:func:`open_alone`,
:func:`resume_alone`) hands it the names of tables, the lots and the ids that its records have
always had; a server's runner takes the defaults.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce
from typing import Any, NamedTuple

from msgspec.structs import replace

from croupier.cards import Bytes, random_order
from croupier.errors import CroupierError
from croupier.features.tournaments.rules import decisions, state
from croupier.features.tournaments.rules.conditions import MOST_BOXES
from croupier.features.tournaments.rules.decisions import evolve
from croupier.features.tournaments.rules.draft import TournamentOutcome, TournamentPlanned
from croupier.features.tournaments.rules.due import TournamentDue, due
from croupier.features.tournaments.rules.entries import Enter
from croupier.features.tournaments.rules.placings import (
    EndSession,
    TableFinished,
    may_be_over,
)
from croupier.features.tournaments.rules.seats import (
    DrawSeats,
    SeatsDrawn,
    SessionStarted,
    begin_at_table,
    table_choices,
)
from croupier.features.tournaments.rules.state import Tournament, TournamentPhase, participants
from croupier.floor.card_sources import CardSource, SoftwareShoe, Stack
from croupier.floor.floor import HOUSE, UNRECORDED, Answer, Floor, NameTakenError
from croupier.floor.one_table import Croupier
from croupier.floor.resting_tables import AT_REST, AdoptLaw, adopt_law_in_tournament, tournament_law
from croupier.floor.running_table import RunningTable
from croupier.floor.state import (
    STEP,
    Cards,
    CountedIds,
    UnlawfulTableError,
    content_of,
    state_after,
)
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.engine import evolve as evolve_table
from croupier.games.engine import open_table
from croupier.games.table.choices import Mode
from croupier.games.table.contest.wagers import ShowForm
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

# ------------------------------------------------------- what differs from one floor to another


TableName = Callable[[Tournament, int], str]
"""The name on the floor of a table of the session in progress, by its number."""
LotSource = Callable[[tuple[int, ...], int], tuple[int, ...]]
"""A permutation of the given size, for a command that brings these lots or none."""
Shoes = Callable[[str, int], Stack | None]
"""The cards of a table by its session and number; none where they are shuffled."""
StepCause = Callable[[Floor, str, Cause, int], Cause]
"""The cause of a step that follows by itself in a tournament after a command, by its number."""


def table_name(tournament: Tournament, number: int) -> str:
    """Return the name of a session's table on a floor with many tournaments: ``spring.2.1``."""
    return f"{tournament.name}.{tournament.session + 1}.{number}"


def session_table_name(tournament: Tournament, number: int) -> str:
    """Return the name of a session's table on a floor with one tournament: ``final/1``."""
    return f"{tournament.plan.name}/{number}"


def draw_lots(_: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return lots by chance: on a server chance is the house's, never the submitter's."""
    return random_order(range(number), os.urandom)


def lots_from(chance: Bytes) -> LotSource:
    """Return the lots that a command brings; draw them by the given chance if it brings none."""
    return lambda given, number: given or random_order(range(number), chance)


def no_stacked_shoe(_: str, __: int) -> None:
    """Return none: no table has cards in an order laid beforehand."""


def step_of_house(_: Floor, tournament: str, after: Cause, number: int) -> Cause:
    """Return the cause of a step of the house's, apart from those of the table's dealer."""
    step = f"{after.actor}/{after.command_id}{STEP}{tournament}{number}"
    return Cause(step, HOUSE, Role.TOURNAMENT_MANAGER, after.at)


def step_of_dealer(floor: Floor, _: str, after: Cause, number: int) -> Cause:
    """Return the cause of a step as floors with one tournament count them."""
    return floor.step_cause(after, number)


# ------------------------------------------------------------------------------------- the runner


LIVE: dict[str, Any] = {
    "mode": Mode.LIVE,
    "card_milliseconds": 0,
    "wager_seconds": 0,
    "decision_seconds": 0,
}
"""The choices for a table at which people deal, in their own time."""


class UnknownTournamentError(CroupierError):
    """There is no such tournament on this floor."""

    status, code = 404, "tournament/unknown"

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no tournament {name!r} on this floor")


class StartedTable(NamedTuple):
    """A table of a session that starts."""

    number: int
    """Its number in the session, from 1."""
    name: str
    """Its name on the floor."""
    opened: TableOpened
    """The first of its events."""
    outcome: Outcome
    """How play begins there."""


class TournamentRunner:
    """Runs one tournament and the tables of its sessions.

    A command that concerns both is one append: the tournament's events, those at its tables, and
    on a floor with purses the fees and prizes. What then follows by itself are further appends.
    """

    def __init__(
        self,
        floor: Floor,
        name: str,
        *,
        table_name: TableName = table_name,
        lots: LotSource = draw_lots,
        shoes: Shoes = no_stacked_shoe,
        step_cause: StepCause = step_of_house,
    ) -> None:
        if name not in floor.tournaments:
            raise UnknownTournamentError(name)
        self.floor = floor
        """The floor that the tables of all sessions stand on."""
        self.name = name
        self.tables = floor.tables
        """The tables of the floor by name."""
        self._table_name, self._lots, self._shoes = table_name, lots, shoes
        self._step_cause = step_cause
        self._look_at_law()
        seats = {seat.table for seat in self.tournament.seats}
        named = {number: table_name(self.tournament, number) for number in sorted(seats)}
        self.session_tables = {at: one for at, one in named.items() if one in self.tables}
        """The tables of the session that is on, or of the last one, by their numbers."""
        self._asked_about: Tournament | None = None
        self._leaves_tables_alone = False

    # ---------------------------------------------------------------------------------- state

    @property
    def tournament(self) -> Tournament:
        """The current state of the tournament."""
        return self.floor.tournaments[self.name]

    def _continue_from(self, tournament: Tournament) -> None:
        self.floor.tournaments[self.name] = tournament

    def _look_at_law(self) -> None:
        """Find the law that the tournament is played under, or why it rests."""
        law = tournament_law(self.tournament)
        self.rests = law if isinstance(law, Refused) else None
        """Why the tournament rests; ``None`` if it is played."""
        self._law = None if isinstance(law, Refused) else law
        self._own_commands = (
            frozenset() if self._law is None else decisions.tournament_commands(self._law)
        )

    @property
    def law(self) -> BlackjackLaw:
        """The law that the tournament is played under. Raise if it rests."""
        if self._law is None:
            return installed_law(self.tournament)
        return self._law

    @property
    def tables_now(self) -> dict[int, BlackjackTable]:
        """The tables of the session that is on, or of the last one."""
        return {number: self.table_at(number) for number in self.session_tables}

    def table_at(self, number: int) -> BlackjackTable:
        """Return a table of the session, by its number."""
        table = self.tables[self.session_tables[number]].table
        assert isinstance(table, BlackjackTable)
        return table

    def running_table_at(self, number: int) -> RunningTable | None:
        """Return a table of the session in progress, or of the last one; ``None`` if none."""
        name = self.session_tables.get(number)
        return None if name is None else self.tables[name]

    @property
    def due(self) -> tuple[TournamentDue, ...]:
        """What is due in the tournament and at its tables."""
        return due(self.law, self.tournament, self.tables_now)

    def after(self, actor: str, command_id: str) -> Tournament:
        """Return the tournament as a command left it; unchanged if the command changed nothing."""
        log = self.floor.pending_appends.read_stream(TOURNAMENT.stream(self.name))
        then: Tournament | None = state_after(log, evolve, actor, command_id)
        return then or self.tournament

    # ------------------------------------------------------------- commands of the tournament

    def submit(
        self,
        command: Command,
        *,
        table: int | None = None,
        actor: str = "",
        command_id: str = "",
        origin: str = "",
    ) -> Answer:
        """Submit a command of the tournament, or of one of its tables; a refused one does nothing.

        A floor with a clock sets the time. A ``command_id`` that its actor used before gets the
        same answer again.
        """
        adopts = isinstance(command, AdoptLaw) and table is None
        if not adopts and self.rests is not None:
            return self.rests
        if not adopts and type(command) not in self._own_commands:
            named = None if isinstance(command, ShowForm) else table
            number = self.table_for(command) if named is None else named
            return self.submit_at_table(number, command, command_id)
        timed = self._at_floor_time(command)
        if not self.floor.is_recorded:
            return self._decide(timed, UNRECORDED)
        self.floor.origin = origin
        cause = self.floor.cause(self.name, timed, actor, command_id)
        return self._decide_once(timed, cause) if command_id else self._decide(timed, cause)

    def adopt_law_with_table(self, command: AdoptLaw, cause: Cause) -> Answer:
        """Move the tournament to the installed law as a step after the first of its tables."""
        step = f"{cause.command_id}{STEP}{self.name}"
        content = content_of(self.name, replace(command, at=None))
        timed = self._at_floor_time(command)
        own = Cause(step, cause.actor, command.by, timed.at, content, cause.origin)
        return self._decide_once(timed, own)

    def _at_floor_time(self, command: Command) -> Command:
        if not self.floor.has_clock:
            return command
        return replace(command, at=self.floor.time_after(self.tournament.clock))

    def _decide_once(self, command: Command, cause: Cause) -> Answer:
        if (known := self._find_recorded(cause)) is not None:
            return known
        return self.floor.once(cause, partial(self._decide, command, cause))

    def _find_recorded(self, cause: Cause) -> Answer | None:
        """Return what a repeated command led to; ``None`` for a new one."""
        known = self.floor.recorded_outcome(cause)
        if known is None:
            return None
        return tuple(event for event in known if not isinstance(event, TableOpened))

    def _decide(self, command: Command, cause: Cause) -> Answer:
        """Decide a command that is new, and carry it out."""
        if isinstance(command, AdoptLaw):
            return self._adopt_law(command, cause)
        by_hand = isinstance(command, DrawSeats) and command.seats is not None
        before, command = self.tournament, self._with_lots(command)
        outcome = decisions.decide(self.law, before, self.tables_now, command)
        if isinstance(outcome, Refused):
            return outcome
        if refused := self._refuse_fees(outcome):
            return refused
        outcome = self._bind_lots(outcome, by_hand=by_hand)
        # Where the floor sets the time, a command that only moves the clock is not recorded.
        idle = not outcome.tables and replace(outcome.tournament, clock=before.clock) == before
        if self.floor.has_clock and idle:
            return ()
        return self._carry_out(outcome, cause) + self.follow(cause)

    def _adopt_law(self, command: AdoptLaw, cause: Cause) -> Answer:
        """Move the tournament to the installed law; then what was held up follows."""
        adopted = adopt_law_in_tournament(self.tournament, command)
        if isinstance(adopted, Refused):
            return adopted
        stream = TOURNAMENT.stream(self.name)
        self.floor.append([self.floor.write(stream, (adopted,))], cause)
        self._continue_from(evolve(self.tournament, adopted))
        self._look_at_law()
        return (adopted, *self.follow(cause))

    def _with_lots(self, command: Command) -> Command:
        """Return the command with the lots that it needs."""
        match command:
            case DrawSeats(seats=None):
                number = len(participants(self.tournament))
            case EndSession():
                number = MOST_BOXES + 1
            case Enter() if self.tournament.conditions.sit_and_go:
                number = len(self.tournament.active) + (not command.reserve)
            case _:
                return command
        return replace(command, lots=self.lots(number, command.lots))

    def _bind_lots(self, outcome: TournamentOutcome, *, by_hand: bool = False) -> TournamentOutcome:
        """Return what was decided, with the name of the seed that its lots follow from.

        The house is bound to that seed by then, and commits to the next one. Nothing changes
        where nothing was decided by lot.
        """
        bound = [place for place, one in enumerate(outcome.events) if _is_by_lot(one)]
        if self.floor.ballots is None or not bound:
            return outcome
        ballot = self.floor.ballots(self.name)
        if by_hand:
            ballot.abandon_closed()
            return outcome
        seed, events = ballot.close(), list(outcome.events)
        for place in bound:
            events[place] = replace(events[place], lots=seed)
        return replace(outcome, events=tuple(events))

    def lots(self, number: int, given: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Return a permutation of the given size: by the seed that the house has committed to.

        Where nobody commits to lots, it is the one that a command brings, or any, each equally
        likely.
        """
        if self.floor.ballots is None:
            return self._lots(given, number)
        return self.floor.ballots(self.name).lots(number)

    # ------------------------------------------------------------------ commands of its tables

    def table_for(self, command: Command) -> int:
        """Return the table that a command is for: the player's, or else the first.

        A form is seen where it was handed in.
        """
        if isinstance(command, ShowForm):
            return next((at for at in self.session_tables if self._plays_at(command.of, at)), 1)
        player = getattr(command, "player", None)
        seat = self.tournament.seat_of(player) if isinstance(player, str) else None
        return 1 if seat is None else seat.table

    def _plays_at(self, player: str, number: int) -> bool:
        """Return whether a player has, or had, a seat at a table of the session."""
        contest = self.table_at(number).contest
        return contest is not None and contest.contestant(player) is not None

    def submit_at_table(self, number: int, command: Command, command_id: str = "") -> Answer:
        """Submit a command of a table of the session, on a floor where this runner decides first.

        Return what happened at the table and, after it, what followed in the tournament.
        """
        if command_id:
            cause = self.floor.cause(self.name, command, "", command_id)
            if (known := self._find_recorded(cause)) is not None:
                return known
        name = self.session_tables.get(number)
        asks = isinstance(command, ShowForm)
        if name is None or asks or command.at is not None or not self._is_indifferent():
            if refused := self._refuse_at(number, command):
                return refused
            assert name is not None
        answer = self.floor.do(name, command, command_id=command_id)
        if isinstance(answer, Refused):
            return answer
        noticed = decisions.effects_of_table_command(self.law, self.tournament, command)
        if not noticed and not may_be_over(self.tournament, number, self.tables[name].table):
            return answer
        cause = self.floor.cause(name, command, "", "")
        return answer + self._take_notice(noticed, cause) + self.follow(cause)

    def _is_indifferent(self) -> bool:
        """Return whether the tournament leaves its tables alone; derived once for each state."""
        tournament = self.tournament
        if self._asked_about is not tournament:
            self._asked_about = tournament
            self._leaves_tables_alone = decisions.is_indifferent_to_tables(tournament)
        return self._leaves_tables_alone

    def _refuse_at(self, number: int, command: Command) -> Refused | None:
        if refused := self.refuse_at_tables(command):
            return refused
        if number not in self.session_tables:
            return decisions.no_such_table(self.law, number, command)
        return self._refuse_earlier_time(command)

    def refuse_at_tables(self, command: Command) -> Refused | None:
        """Refuse what the state of the whole does not allow at a table."""
        if self.rests is not None:
            return None if isinstance(command, AT_REST) else self.rests
        return decisions.not_at_tables(self.law, self.tournament, command)

    def _refuse_earlier_time(self, command: Command) -> Refused | None:
        """Refuse a time before the tournament's."""
        clock = self.tournament.clock
        if command.at is None or command.at.tzinfo is None or clock is None or command.at >= clock:
            return None
        why = f"the clock is at {clock.isoformat()} and {command.at.isoformat()} is before that"
        return Refused("clock/backwards", "", why)

    def follow_table(self, command: Command | None, cause: Cause) -> None:
        """Do what follows from a command, or a dealer's step, at a table of the session."""
        if command is not None and self.rests is None:
            noticed = decisions.effects_of_table_command(self.law, self.tournament, command)
            self._take_notice(noticed, self._step_cause(self.floor, self.name, cause, 0))
        self.follow(cause)

    def _take_notice(self, events: tuple[Event, ...], cause: Cause) -> tuple[Event, ...]:
        """Record what a command at a table means for the tournament."""
        if not events:
            return ()
        after = reduce(evolve, events, self.tournament)
        return self._carry_out(TournamentOutcome(after, events, {}), cause)

    # ---------------------------------------------------------------------- what follows by itself

    def follow(self, cause: Cause) -> tuple[Event, ...]:
        """Do what follows by itself when rounds are over: a count, a play-off, a result."""
        events: tuple[Event, ...] = ()
        number = 0
        if self.rests is not None or self._has_resting_tables():
            return events
        while self.tournament.phase is TournamentPhase.SESSION:
            tables = self.tables_now
            if not any(may_be_over(self.tournament, at, table) for at, table in tables.items()):
                return events
            lots = self.lots(MOST_BOXES + 1)
            outcome = decisions.advance(self.law, self.tournament, tables, lots)
            assert outcome is not None
            number += 1
            step = self._step_cause(self.floor, self.name, cause, number)
            events += self._carry_out(self._bind_lots(outcome), step)
        return events

    def _has_resting_tables(self) -> bool:
        """Return whether a table of the session rests: nothing is counted until it adopts a law."""
        return any(self.tables[name].rests is not None for name in self.session_tables.values())

    def resume(self, session: str) -> None:
        """Resume the last session that has started, after the floor was restored."""
        found = (name for name in self.tables if name.startswith(f"{session}/"))
        numbers = sorted(int(name.rpartition("/")[2]) for name in found)
        self.session_tables = {number: f"{session}/{number}" for number in numbers}
        for name in self.session_tables.values():
            self.floor.advance(name)
        new_id = self.floor.new_id(self.name)
        self.follow(Cause(new_id, HOUSE, Role.TOURNAMENT_MANAGER))

    # ------------------------------------------------------------------------------- one append

    def _carry_out(self, outcome: TournamentOutcome, cause: Cause) -> tuple[Event, ...]:
        """Record what was decided, in one append, and go on from it.

        The tables of a session that starts are opened by it, and play begins there.
        """
        starts = any(isinstance(event, SessionStarted) for event in outcome.events)
        started = list(self._started_tables(outcome.tournament)) if starts else []
        moved: dict[str, tuple[PurseMoved, ...]] = {}
        for one in self._purse_movements(outcome):
            moved[one.player] = (*moved.get(one.player, ()), one)
        if self.floor.is_recorded:
            self.floor.append(self._writes(outcome, started, moved), cause)
        self.floor.commands += 1
        self._continue_from(outcome.tournament)
        events = outcome.events
        for number, at_table in outcome.tables.items():
            self.tables[self.session_tables[number]].apply(at_table)
            events += at_table.events
        for player, movements in moved.items():
            account = self.floor.account(player)
            self.floor.accounts[player] = reduce(accounts.evolve, movements, account)
        return events + (self._begin_session(started) if starts else ())

    def _writes(
        self,
        outcome: TournamentOutcome,
        started: list[StartedTable],
        moved: dict[str, tuple[PurseMoved, ...]],
    ) -> list[StreamWrite]:
        """Return what was decided by stream: the tournament, tables, new tables, purses."""
        by_stream: dict[str, tuple[Event, ...]] = {TOURNAMENT.stream(self.name): outcome.events}
        for number, at_table in outcome.tables.items():
            by_stream[TABLE.stream(self.session_tables[number])] = at_table.events
        for one in started:
            by_stream[TABLE.stream(one.name)] = (one.opened, *one.outcome.events)
        for player, movements in moved.items():
            by_stream[ACCOUNT.stream(player)] = movements
        return [self.floor.write(stream, events) for stream, events in by_stream.items() if events]

    def _started_tables(self, tournament: Tournament) -> Iterator[StartedTable]:
        """Yield the tables of a session that starts, with how play begins there."""
        chosen = self.floor.session_choices
        chosen = replace(chosen, boxes=tournament.boxes, low_limit=tournament.low_limit)
        for number in sorted({seat.table for seat in tournament.seats}):
            stack = self._shoes(tournament.plan.name, number)
            dealt = replace(chosen, **LIVE) if number in tournament.live_tables else chosen
            opened = open_table(
                self.law,
                table_choices(tournament, dealt),
                stacked=None if stack is None else stack.end,
            )
            if isinstance(opened, Refused):
                raise UnlawfulTableError(opened)
            if stack is not None:
                shoe = replace(opened.shoe, cutting_card=stack.cutting_card)
                opened = replace(opened, shoe=shoe)
            table = evolve_table(None, opened)
            assert isinstance(table, BlackjackTable)
            outcome = begin_at_table(self.law, tournament, number, table)
            yield StartedTable(number, self._table_name(tournament, number), opened, outcome)

    def _begin_session(self, started: list[StartedTable]) -> tuple[Event, ...]:
        """Put the tables of a session on the floor; their dealers do what is due."""
        self.session_tables = {one.number: one.name for one in started}
        events: tuple[Event, ...] = ()
        for one in started:
            self.floor.put_table(one.name, evolve_table(None, one.opened))
            self.tables[one.name].apply(one.outcome)
        for one in started:
            events += one.outcome.events + self.floor.advance(one.name)
        return events

    # ---------------------------------------------------------------------------------- purses

    def _refuse_fees(self, outcome: TournamentOutcome) -> Refused | None:
        """Refuse what somebody's purse does not hold, or their own limits do not leave.

        A fee counts like chips that are bought: it can be lost as well.
        """
        for moved in self._purse_movements(outcome):
            if moved.amount >= 0:
                continue
            account = self.floor.account(moved.player)
            bought = BuyIn(moved.player, -moved.amount, by=Role.PLAYER)
            refused = refuse_beyond_purse(moved.player, account.purse, bought.amount)
            if refused := refused or self.floor.over_limit(account, bought):
                return refused
        return None

    def _purse_movements(self, outcome: TournamentOutcome) -> Iterator[PurseMoved]:
        """Yield fees that leave purses and prizes that come into them; none without purses."""
        if self.floor.purses is None:
            return
        ours = state.player_account("")
        for event in outcome.events:
            for entry in entries_of(event):
                for posting in entry.postings:
                    if posting.account.startswith(ours):
                        player = posting.account.removeprefix(ours)
                        yield purse_movement(
                            player, posting.amount, FOR_TOURNAMENT, self.name, entry.clause
                        )


def _is_by_lot(event: Event) -> bool:
    """Return whether lots decided what an event says: who sits where, or who advances."""
    match event:
        case SeatsDrawn(drawn=drawn):
            return drawn
        case TableFinished(ballots=ballots):
            return bool(ballots)
    return False


# ------------------------------------------------------------- one tournament on its own floor


NO_TOURNAMENT = "open/low-limit-tournament"
"""The code by which no table is opened though a tournament may be planned: it is not published."""


def open_alone(
    law: BlackjackLaw,
    planned: TournamentPlanned,
    *,
    shoes: Shoes = no_stacked_shoe,
    cards: Cards | None = None,
    chance: Bytes,
    journal: Journal | None = None,
) -> TournamentRunner:
    """Return the runner of a new tournament on a floor of its own: a terminal's, a scenario's.

    Who sits where by lot, and who wins a ballot, comes from ``chance``. Raise
    :class:`UnlawfulTableError` if the rulebook does not allow its tables.
    """
    opened = open_table(law, table_choices(evolve(None, planned), planned.choices))
    if isinstance(opened, Refused) and opened.code != NO_TOURNAMENT:
        raise UnlawfulTableError(opened)

    def shoe_of(name: str) -> CardSource:
        session, _, number = name.rpartition("/")
        stack = shoes(session, int(number))
        return SoftwareShoe(chance, None if stack is None else stack.cards)

    floor = Floor(journal, cards=cards or shoe_of, ids=CountedIds(scope=planned.name))
    floor.session_choices = planned.choices
    plan(floor, planned, Cause(f"plan/{planned.name}", HOUSE, Role.GAMING_MANAGER))
    return _alone(floor, planned.name, chance, shoes)


def resume_alone(
    journal: Journal, cards: Cards, *, cut_for_players: bool = True, chance: Bytes = os.urandom
) -> TournamentRunner:
    """Return the runner of the one tournament that a journal holds, with its tables.

    What was begun when it stopped is continued: dealers do what is due, rounds that are over are
    counted.
    """
    streams = [TOURNAMENT.stream(name) for name in TOURNAMENT.names(journal.streams())]
    if len(streams) != 1:
        raise CroupierError(f"a journal holds one tournament, and here are {len(streams)}")
    events = [envelope.event for envelope in journal.read_stream(streams[0])]
    planned = events[0]
    assert isinstance(planned, TournamentPlanned)
    tournament = fold_tournament(events)
    installed_law(tournament)
    ids = CountedIds(scope=planned.name)
    floor = Floor(journal, cards=cards, cut_for_players=cut_for_players, ids=ids)
    floor.session_choices = planned.choices
    floor.tournaments[planned.name] = tournament
    floor.state.recover()
    runner = _alone(floor, planned.name, chance)
    sessions = [one.session for one in events if isinstance(one, SessionStarted)]
    if sessions:
        runner.resume(sessions[-1])
    return runner


def _alone(
    floor: Floor, name: str, chance: Bytes, shoes: Shoes = no_stacked_shoe
) -> TournamentRunner:
    return TournamentRunner(
        floor,
        name,
        table_name=session_table_name,
        lots=lots_from(chance),
        shoes=shoes,
        step_cause=step_of_dealer,
    )


def fold_tournament(events: Iterable[Event]) -> Tournament:
    """Return a tournament from its events."""
    first, *others = events
    return reduce(evolve, others, evolve(None, first))


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

    tournament: TournamentRunner
    """The tournament and all its tables."""
    number: int
    """The table's number in the session, from 1."""

    @classmethod
    def of(cls, runner: TournamentRunner, number: int) -> "SessionTable":
        """Return a table of the session in progress."""
        table = cls.at(runner.floor, runner.session_tables[number])
        table.tournament, table.number = runner, number
        return table

    def do(self, command: Command) -> Answer:
        """Carry out a command of the table, or of the tournament; a refused one changes nothing."""
        return self.tournament.submit(command, table=self.number)

    @property
    def running_table(self) -> RunningTable:
        """The table as it runs."""
        return self._running


# ------------------------------------------------------------ many tournaments on one floor


def plan(floor: Floor, planned: TournamentPlanned, cause: Cause) -> None:
    """Begin a tournament; its name must be new."""
    if planned.name in floor.tournaments:
        raise NameTakenError("tournament", planned.name)
    floor.append([floor.write(TOURNAMENT.stream(planned.name), (planned,))], cause)
    floor.tournaments[planned.name] = evolve(None, planned)


class TournamentRoute:
    """The route of a floor's tournaments: how they bear on the commands at their tables."""

    def refuse(self, floor: Floor, table: str, command: Command) -> Refused | None:
        """Refuse what the tournament of a table does not allow there."""
        runner = _runner_at(floor, table)
        return None if runner is None else runner.refuse_at_tables(command)

    def follow(self, floor: Floor, table: str, command: Command | None, cause: Cause) -> None:
        """Do what follows in the tournament: a count, a play-off, a result."""
        runner = _runner_at(floor, table)
        if runner is None:
            return
        if isinstance(command, AdoptLaw):
            # A tournament has no console of its own: it is moved with the first of its tables.
            runner.adopt_law_with_table(command, cause)
        runner.follow_table(command, cause)


def _runner_at(floor: Floor, table: str) -> TournamentRunner | None:
    """Return the runner of the tournament that a table is open for; ``None`` if none is here."""
    terms = floor.tables[table].table.choices.tournament
    known = terms is not None and terms.tournament in floor.tournaments
    return TournamentRunner(floor, terms.tournament) if terms is not None and known else None


def follow_all(floor: Floor, started: str) -> None:
    """Do what still has to follow in every tournament: a process may have died before it did.

    One that rests waits until it is moved, or its law is loaded.
    """
    for name in tuple(floor.tournaments):
        cause = Cause(f"{started}/{name}", HOUSE, Role.TOURNAMENT_MANAGER)
        TournamentRunner(floor, name).follow(cause)
