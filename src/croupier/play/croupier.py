"""Runs one table: carries commands out, and deals by itself until a person must act."""

from croupier.blackjack import Outcome, due, handle
from croupier.blackjack.due import CardDue
from croupier.cards import Bytes, Card
from croupier.errors import CroupierError
from croupier.play.dealer import chance, dealers_command
from croupier.rulebooks import BlackjackLaw
from croupier.table.choices import Choices, Mode
from croupier.table.commands import Command
from croupier.table.due import BurnDue, Due, WagersDue
from croupier.table.events import Event
from croupier.table.opening import open_table
from croupier.table.state import Refused, Table


class UnlawfulTableError(CroupierError):
    """A table that the rulebook does not allow."""


class Croupier:
    """A table with its dealer.

    At an automatic table every card, shuffle, cut and burn that falls due is done at once. At a
    live table a person deals: cards come in with commands.
    """

    def __init__(
        self,
        law: BlackjackLaw,
        choices: Choices | None = None,
        *,
        seed: int | None = None,
        stack: tuple[Card, ...] | None = None,
        cut_for_players: bool = True,
    ) -> None:
        table = open_table(law, choices, stack=stack)
        if isinstance(table, Refused):
            raise UnlawfulTableError(f"{table.why} ({table.clause})")
        self.table: Table = table
        self.events: list[Event] = []
        """All that has happened so far."""
        self._source: Bytes = chance(seed)
        self._cut_for_players = cut_for_players

    @property
    def due(self) -> tuple[Due, ...]:
        """What is due now."""
        return due(self.table)

    def do(self, command: Command) -> tuple[Event, ...] | Refused:
        """Carry a command out and deal what then falls due; a refused one changes nothing."""
        outcome = handle(self.table, command)
        if isinstance(outcome, Refused):
            return outcome
        start = len(self.events)
        self._take(outcome)
        if self.table.choices.mode is Mode.AUTOMATIC:
            self._deal()
        return tuple(self.events[start:])

    def _take(self, outcome: Outcome) -> None:
        self.table = outcome.table
        self.events.extend(outcome.events)

    def _deal(self) -> None:
        while True:
            now = due(self.table)
            if not now or (not self.table.players and isinstance(now[-1], WagersDue)):
                return
            if not isinstance(now[0], CardDue | BurnDue) and self.table.shoe.stacked:
                return
            command = dealers_command(
                self.table, now[0], self._source, cut_for_players=self._cut_for_players
            )
            if command is None:
                return
            outcome = handle(self.table, command)
            if isinstance(outcome, Refused):
                raise CroupierError(f"the dealer was refused {command}: {outcome.why}")
            self._take(outcome)
