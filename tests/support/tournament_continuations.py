"""How a tournament might go on from where a scenario has brought it, repeatably.

At its tables people mostly do what is due; at the desk anything may be asked for.
"""

from collections.abc import Iterator
from random import Random

from croupier.features.tournaments.files import TournamentStage
from croupier.features.tournaments.rules.decisions import (
    advance,
    decide,
    effects_of_table_command,
    evolve,
    not_at_tables,
    tournament_commands,
)
from croupier.features.tournaments.rules.draft import TournamentOutcome
from croupier.features.tournaments.rules.seats import SessionStarted, begin_at_table, table_choices
from croupier.floor.floor import Answer
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.engine import evolve as evolve_table
from croupier.games.engine import handle, open_table
from croupier.games.table.draft import Outcome
from croupier.messages import Command, Event, Refused
from tests.support.continuations import said
from tests.support.tournament_questions import anything, events_of

AT_TABLES = 0.6
"""The share of steps that are taken at a table, where a session is on."""
LOTS = tuple(range(10))


class TournamentContinuation:
    """A tournament and its tables, on a way that no scenario takes."""

    def __init__(self, stage: TournamentStage, chance: Random) -> None:
        self.law = stage.law
        self.choices = stage.house.floor.session_choices
        self.tournament = stage.house.tournament
        self.tables = stage.house.tables_now
        self.chance = chance

    def steps(self, count: int) -> Iterator[tuple[Command, Answer]]:
        """So many further steps: what was said, and what came of it."""
        for _ in range(count):
            if self.tables and self.chance.random() < AT_TABLES:
                yield self._at_a_table(self.chance.choice(list(self.tables)))
            else:
                yield self._at_the_desk()

    def _at_the_desk(self) -> tuple[Command, Answer]:
        command = anything(self.law, self.tournament, self.chance)
        if type(command) not in tournament_commands(self.law):
            return command, ()
        found = decide(self.law, self.tournament, self.tables, command)
        return command, found if isinstance(found, Refused) else self._take(found)

    def _at_a_table(self, number: int) -> tuple[Command, Answer]:
        table = self.tables[number]
        command = said(self.law, table, self.chance)
        refused = not_at_tables(self.law, self.tournament, command)
        found = refused or handle(self.law, table, command)
        if isinstance(found, Refused):
            return command, found
        self._stands(number, found)
        own = effects_of_table_command(self.law, self.tournament, command)
        for event in own:
            self.tournament = evolve(self.tournament, event)
        events = (*found.events, *own)
        while (more := advance(self.law, self.tournament, self.tables, LOTS)) is not None:
            events += self._take(more)
        return command, events

    def _take(self, outcome: TournamentOutcome) -> tuple[Event, ...]:
        """Go on from what was decided; a session that starts has new tables."""
        self.tournament = outcome.tournament
        for number, at_table in outcome.tables.items():
            self._stands(number, at_table)
        if any(isinstance(event, SessionStarted) for event in outcome.events):
            self.tables = {number: self._begun(number) for number in self._numbers()}
        return events_of(outcome)

    def _numbers(self) -> list[int]:
        return sorted({seat.table for seat in self.tournament.seats})

    def _begun(self, number: int) -> BlackjackTable:
        opened = open_table(self.law, table_choices(self.tournament, self.choices))
        assert not isinstance(opened, Refused)
        table = evolve_table(None, opened)
        assert isinstance(table, BlackjackTable)
        begun = begin_at_table(self.law, self.tournament, number, table).table
        assert isinstance(begun, BlackjackTable)
        return begun

    def _stands(self, number: int, outcome: Outcome) -> None:
        assert isinstance(outcome.table, BlackjackTable)
        self.tables[number] = outcome.table
