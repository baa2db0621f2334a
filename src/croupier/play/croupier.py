"""Runs one table: carries commands out, and deals by itself until a person must act."""

from croupier.cards import Bytes, Card
from croupier.errors import CroupierError
from croupier.play.dealer import chance, dealers_command
from croupier.play.engine import due, handle, open_game
from croupier.play.jackpot import feed, pay, pool_of
from croupier.rulebooks import TableLaw
from croupier.stud.due import JackpotDue
from croupier.table.choices import Choices, Mode
from croupier.table.commands import Command
from croupier.table.drafting import Outcome
from croupier.table.due import BurnDue, CardDue, Due
from croupier.table.events import Event
from croupier.table.state import Refused, Table


class UnlawfulTableError(CroupierError):
    """A table that the rulebook does not allow."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(f"{refused.why} ({refused.clause})")
        self.refused = refused


class Croupier:
    """A table with its dealer.

    At an automatic table every card, shuffle, cut and burn that falls due is done at once. At a
    live table a person deals: cards come in with commands.
    """

    def __init__(
        self,
        law: TableLaw,
        choices: Choices | None = None,
        *,
        seed: int | None = None,
        stack: tuple[Card, ...] | None = None,
        cut_for_players: bool = True,
    ) -> None:
        table = open_game(law, choices, stack=stack)
        if isinstance(table, Refused):
            raise UnlawfulTableError(table)
        self.table: Table = table
        self.events: list[Event] = []
        """All that has happened so far."""
        self.commands = 0
        """How many commands were carried out, the dealer's own among them."""
        self.pool = pool_of(table)
        """The jackpot pool that the table feeds, if it has one."""
        self._source: Bytes = chance(seed)
        self._cut_for_players = cut_for_players
        self.due: tuple[Due, ...] = due(table)
        """What is due now."""

    def do(self, command: Command) -> tuple[Event, ...] | Refused:
        """Carry a command out and deal what then falls due; a refused one changes nothing."""
        outcome = handle(self.table, command)
        if isinstance(outcome, Refused):
            return outcome
        start = len(self.events)
        self._take(outcome)
        if self.table.choices.mode is Mode.AUTOMATIC:
            while (step := self._dealers_step()) is not None:
                self._take(step)
        return tuple(self.events[start:])

    def _take(self, outcome: Outcome) -> None:
        self.table = outcome.table
        self.commands += 1
        self.events.extend(outcome.events)
        if self.pool is not None:
            self.pool = feed(self.pool, outcome.events)
        self.due = due(outcome.table)

    def _dealers_step(self) -> Outcome | None:
        """What the dealer does of what is due, if it is the dealer's to do."""
        table = self.table
        first = self.due[0] if self.due else None
        if self.pool is not None and isinstance(first, JackpotDue):
            self.pool, paid = pay(self.pool, first)
            return self._must(paid)
        if first is None or (table.shoe.stacked and not isinstance(first, CardDue | BurnDue)):
            return None
        if not table.players:
            return None
        command = dealers_command(table, first, self._source, cut_for_players=self._cut_for_players)
        return None if command is None else self._must(command)

    def _must(self, command: Command) -> Outcome:
        """Carry out what is the dealer's own to do, and cannot be refused."""
        outcome = handle(self.table, command)
        if isinstance(outcome, Refused):
            raise CroupierError(f"the dealer was refused {command}: {outcome.why}")
        return outcome
