"""One table with its dealer, in a house of its own or beside others: the shortest way to play."""

from collections.abc import Sequence
from typing import Protocol, Self

from croupier.cards import Card
from croupier.floor.card_sources import CardSource, SoftwareShoe, random_source
from croupier.floor.command_text import command_types
from croupier.floor.floor import Answer, House
from croupier.games.blackjack.insurance import CloseInsurance
from croupier.games.blackjack.state import History
from croupier.games.blackjack.turn import AnswerDue, DecisionDue, InsuranceDue, SurrenderDue
from croupier.games.table.choices import Choices
from croupier.games.table.due import Due
from croupier.games.table.state import Table
from croupier.house.accounts import PlayerAccount
from croupier.house.jackpots import Pool
from croupier.messages import Command, Event
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import Role, TableLaw
from croupier.streams import TABLE

DRAW_BELOW = 17


def call_command(name: str, due: DecisionDue | AnswerDue | SurrenderDue) -> Command:
    """Return the command by which the player calls one of the choices of this turn."""
    kind = command_types()[name]
    return kind(box=due.box, player=due.player, by=Role.PLAYER)  # type: ignore[call-arg]


def basic_bot(due: Due) -> Command | None:
    """Play like the dealer: draw below seventeen, else stand; never insure, join or split."""
    match due:
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
    def house(self) -> House:
        """The house that the tables stand in."""

    def cards(self, table: str) -> CardSource:
        """Return the source of cards of a table."""


class Croupier:
    """A table with its dealer.

    At an automatic table every card, shuffle, cut and burn that falls due is done at once. At a
    live table a person deals: cards come in with commands. What happens is kept in a journal in
    memory; an evening without end does without (``keep_journal=False``). A table beside another is
    opened in the other's ``house``, and shares its pools, its accounts and its journal. With an
    ``evening`` all of it is kept in a file.
    """

    def __init__(
        self,
        law: TableLaw,
        choices: Choices | None = None,
        *,
        seed: int | None = None,
        stack: Sequence[Card] | None = None,
        cut_for_players: bool = True,
        keep_journal: bool = True,
        beside: "Croupier | None" = None,
        evening: SavedHouse | None = None,
    ) -> None:
        self.law = law
        """The law that the table stands under."""
        self.journal: MemoryJournal | None = None
        """All that has happened, in its envelopes; none where it is not kept in memory."""
        self.house: House
        """The house that the table stands in."""
        if beside is not None:
            self.journal, self.house = beside.journal, beside.house
        elif evening is not None:
            self.house = evening.house
        else:
            self.journal = MemoryJournal() if keep_journal else None
            self.house = House(self.journal)
        self.name = str(len(self.house.tables) + 1)
        """What the table is called in its house: its number."""
        shoe = SoftwareShoe(random_source(seed), stack)
        self._running = self.house.open_table(
            law,
            choices,
            cards=shoe if evening is None else evening.cards(self.name),
            name=self.name,
            stacked=None if stack is None else len(stack),
            cut_for_players=cut_for_players,
        )

    @classmethod
    def at(cls, house: House, name: str) -> Self:
        """Return a table that already stands in a house."""
        croupier = cls.__new__(cls)
        croupier.house, croupier.name, croupier.journal = house, name, None
        croupier._running = house.tables[name]
        croupier.law = croupier._running.law
        return croupier

    def do(self, command: Command) -> Answer:
        """Submit a command, then deal what falls due. Return the events, or the refusal."""
        return self.house.do(self.name, command)

    @property
    def table(self) -> Table:
        """The current state of the table."""
        return self._running.table

    @property
    def history(self) -> History[Event]:
        """What may still be taken back."""
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
