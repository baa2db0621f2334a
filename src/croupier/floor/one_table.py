"""One table with its dealer, in a house of its own or beside others: the shortest way to play."""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple, Protocol, Self

from croupier.cards import Card, read_cards
from croupier.errors import ArgumentError, CroupierError
from croupier.floor.card_sources import CardSource, ShoeState, SoftwareShoe, random_source
from croupier.floor.command_text import command_types
from croupier.floor.floor import Answer, Floor
from croupier.floor.methods import TableMethods
from croupier.floor.movements import pool_name
from croupier.floor.positions import (
    TablePosition,
    position_of,
    read_position,
    source_for,
    write_position,
)
from croupier.floor.running_table import RunningTable
from croupier.floor.state import Savepoint
from croupier.games.blackjack.insurance import CloseInsurance, DeclineInsurance
from croupier.games.blackjack.state import NO_HISTORY, History
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, InsuranceDue, SurrenderDue
from croupier.games.table.choices import GivenChoices, read_choices
from croupier.games.table.due import Due
from croupier.games.table.state import Line, Table
from croupier.house.accounts import PlayerAccount
from croupier.house.jackpots import Pool
from croupier.kit.shapes import as_whole
from croupier.messages import Command, Event, Refused
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import Role, TableLaw, read_law
from croupier.streams import TABLE

DRAW_BELOW = 17
UNDO_DEPTH = 1000
"""How many commands may be taken back."""


def call_command(name: str, due: DecisionDue | AnswerDue | SurrenderDue) -> Command:
    """Return the command by which the player calls one of the choices of this turn."""
    kind = command_types()[name]
    return kind(box=due.box, player=due.player, by=Role.PLAYER)  # type: ignore[call-arg]


def basic_bot(due: Due) -> Command | None:
    """Play like the dealer: draw below seventeen, else stand; never insure, join or split."""
    match due:
        case InsuranceDue(turn=str(player)) if player:
            return DeclineInsurance(player, by=Role.PLAYER)
        case InsuranceDue():
            return CloseInsurance(by=Role.DEALER)
        case DecisionDue():
            offered = {choice.call for choice in due.choices}
            wanted = "hit" if due.total < DRAW_BELOW else "stand"
            return call_command(wanted if wanted in offered else due.choices[0].call, due)
        case AnswerDue():
            return call_command(due.choices[-1].call, due)
        case _:
            return None


class SavedHouse(Protocol):
    """Play that is saved in a file: its house, and the cards of its tables."""

    @property
    def house(self) -> Floor:
        """The house that the tables stand in."""

    def cards(self, table: str) -> CardSource:
        """Return the source of cards of a table."""


class UndoError(CroupierError):
    """Nothing can be taken back here."""


class _Before(NamedTuple):
    """Everything as it was before a command."""

    savepoint: Savepoint
    written: int
    """How many events the house had written."""
    kept: int
    """How many of them its journal had."""
    commands: int
    cards: ShoeState
    written_after: int
    """How many events the house had written after the command."""


def _read_seed(seed: object) -> int | None:
    """Return a seed. Raise for anything but a whole number from 0 or ``None``."""
    whole = as_whole(seed)
    if seed is None or (whole is not None and whole >= 0):
        return whole
    raise ArgumentError(f"seed: {seed!r} is not a whole number of 0 or more")


class Croupier(TableMethods):
    """A table with its dealer.

    At an automatic table every card, shuffle, cut and burn that falls due is done at once. At a
    live table a person deals: cards come in with commands. What happens is kept in a journal in
    memory; an evening without end does without (``keep_journal=False``). A table beside another is
    opened in the other's ``house``, and shares its pools, its accounts and its journal. With an
    ``evening`` all of it is kept in a file.

    Every command is a method as well: ``table.hit(box=1)``, with amounts in dollars.

    >>> table = Croupier("star-blackjack", {"burn": False}, stack="8H 6C 3D TS TC 9D")
    >>> _ = table.wager("ann", box=1, amount=20), table.deal(), table.double(box=1)
    >>> [(line.player, line.result, line.net) for line in table.results]
    [('ann', 'win', 2000), ('ann', 'win', 2000)]
    """

    def __init__(
        self,
        game: str | TableLaw,
        choices: GivenChoices = None,
        *,
        seed: int | None = None,
        stack: Sequence[Card | str] | str | None = None,
        cut_for_players: bool = True,
        keep_journal: bool = True,
        beside: "Croupier | None" = None,
        evening: SavedHouse | None = None,
    ) -> None:
        self.law: TableLaw = read_law(game)
        """The law that the table stands under."""
        self.journal: MemoryJournal | None = None
        """All that has happened, in its envelopes; none where it is not kept in memory."""
        self.house: Floor
        """The house that the table stands in."""
        if beside is not None:
            self.journal, self.house = beside.journal, beside.house
        elif evening is not None:
            self.house = evening.house
        else:
            self.journal = MemoryJournal() if keep_journal else None
            self.house = Floor(self.journal)
        self.name = str(len(self.house.tables) + 1)
        """What the table is called in its house: its number."""
        laid = None if stack is None else read_cards("stack", stack)
        shoe = SoftwareShoe(random_source(_read_seed(seed)), laid)
        self._begin(
            self.house.open_table(
                self.law,
                read_choices(choices),
                cards=shoe if evening is None else evening.cards(self.name),
                name=self.name,
                stacked=None if laid is None else len(laid),
                cut_for_players=cut_for_players,
            ),
            shoe if evening is None and keep_journal else None,
        )

    def _begin(self, running: RunningTable, shoe: SoftwareShoe | None) -> None:
        """Begin at a running table; with its shoe, commands can be taken back."""
        self._running = running
        self._shoe = shoe
        self._before: deque[_Before] = deque(maxlen=UNDO_DEPTH)

    @classmethod
    def at(cls, house: Floor, name: str) -> Self:
        """Return a table that already stands in a house."""
        croupier = cls.__new__(cls)
        croupier.house, croupier.name, croupier.journal = house, name, None
        croupier._begin(house.tables[name], None)
        croupier.law = croupier._running.law
        return croupier

    @classmethod
    def from_position(cls, line: str, *, seed: int | None = None) -> Self:
        """Return a table to be played on from a line that :attr:`position` has written.

        A table's own line will do: the cards that nobody has seen then come in a random order. The
        past is not part of a position, so the table has no ``events`` from before.
        """
        position = read_position(line)
        return cls.at_position(position, source_for(position, random_source(_read_seed(seed))))

    @classmethod
    def at_position(cls, position: TablePosition, shoe: SoftwareShoe) -> Self:
        """Return a table to be played on from a position, with the cards of a source."""
        croupier = cls.__new__(cls)
        croupier.house, croupier.name, croupier.journal = Floor(), "1", None
        house, table = croupier.house, position.table
        house.tables[croupier.name] = RunningTable.resume(table, NO_HISTORY, cards=shoe)
        house.accounts.update(position.accounts)
        if position.pool is not None:
            house.pools[pool_name(croupier.name, table.choices)] = position.pool
        croupier._begin(house.tables[croupier.name], shoe)
        croupier.law = croupier._running.law
        return croupier

    def do(self, command: Command) -> Answer:
        """Submit a command, then deal what falls due. Return the events, or the refusal."""
        if not isinstance(command, Command):
            raise ArgumentError(
                f"command: {command!r} is not a command; write table.hit(box=1), or make one with "
                "to_command({'do': 'hit', 'box': 1})"
            )
        if self._shoe is None:
            return self.house.do(self.name, command)
        house = self.house
        state, cards = house.state, self._shoe.state
        savepoint, written = state.savepoint(), state.written
        kept = 0 if self.journal is None else len(self.journal.order)
        commands = house.commands
        answer = house.do(self.name, command)
        if not isinstance(answer, Refused):
            before = savepoint, written, kept, commands, cards
            self._before.append(_Before(*before, written_after=state.written))
        return answer

    def undo(self) -> None:
        """Take back the last command that was carried out, with all that followed from it.

        This is for study and for tests; at a table of a casino a supervisor reconstructs a round.
        With a seed or a stacked shoe the same cards come again. Raise :class:`UndoError` if there
        is nothing to take back, or another table of the house has acted since.
        """
        if self._shoe is None:
            raise UndoError("undo: this table does not remember its past, so nothing is taken back")
        if not self._before:
            raise UndoError("undo: nothing has been done that could be taken back")
        before = self._before[-1]
        if self.house.state.written != before.written_after:
            raise UndoError("undo: another table of the house has acted since")
        self._before.pop()
        self.house.state.put_back(before.savepoint, before.written)
        self.house.commands = before.commands
        if self.journal is not None:
            self.journal.put_back(before.kept)
        self._shoe.put_back(before.cards)

    @property
    def table(self) -> Table:
        """The current state of the table."""
        return self._running.table

    @property
    def position(self) -> str:
        """The table and the cards to come as one line, for :meth:`from_position`."""
        table, pool = self.table, self.pool
        return write_position(position_of(table, self._running.cards, pool, self.house.accounts))

    @property
    def results(self) -> tuple[Line, ...]:
        """What was settled in the current round, or in the last one: a line for each wager."""
        return tuple(line for moment in self.table.settled for line in moment.lines)

    @property
    def history(self) -> History[Event]:
        """What may still be taken back by the rules: a dispute, a reconstruction."""
        return self._running.history

    @property
    def due(self) -> tuple[Due, ...]:
        """What is due now."""
        return self._running.due

    @property
    def events(self) -> list[Event]:
        """All that has happened at the table so far, its opening first."""
        return [] if self.journal is None else self.journal.events(TABLE.stream(self.name))

    @property
    def pool(self) -> Pool | None:
        """The jackpot pool that the table feeds, if it has one."""
        return self.house.pool_of(self.name)

    def account(self, player: str) -> PlayerAccount:
        """Return the player's account, which all tables of the house share."""
        return self.house.account(player)
