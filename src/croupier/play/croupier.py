"""One table, in a house of its own or among others: the shortest way to play."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from croupier.blackjack.history import History
from croupier.cards import Card
from croupier.floor.jackpots import Pool
from croupier.floor.players import PlayerAccount
from croupier.play.card_sources import SoftwareShoe, chance
from croupier.play.house import Answer, House
from croupier.record.envelopes import table_stream
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import TableLaw
from croupier.table.choices import Choices
from croupier.table.commands import Command
from croupier.table.due import Due
from croupier.table.events import Event
from croupier.table.state import Table

if TYPE_CHECKING:
    from croupier.play.recorded_evening import RecordedEvening


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
        evening: "RecordedEvening | None" = None,
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
        shoe = SoftwareShoe(chance(seed), stack)
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
        """A table that already stands in a house."""
        croupier = cls.__new__(cls)
        croupier.house, croupier.name, croupier.journal = house, name, None
        croupier._running = house.tables[name]
        croupier.law = croupier._running.law
        return croupier

    def do(self, command: Command) -> Answer:
        """Carry out a command and deal what then falls due; a refused one changes nothing."""
        return self.house.do(self.name, command)

    @property
    def table(self) -> Table:
        """The table as it stands."""
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
        return [] if self.journal is None else self.journal.events(table_stream(self.name))

    @property
    def pool(self) -> Pool | None:
        """The jackpot pool that the table feeds, if it has one."""
        return self.house.pool_of(self.name)

    def account(self, player: str) -> PlayerAccount:
        """What is known of a player beyond this table."""
        return self.house.account(player)
