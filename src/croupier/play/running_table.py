"""A table that runs, from whatever state: its law, what may be taken back, its dealer."""

from collections.abc import Sequence
from typing import Self

from msgspec.structs import replace

from croupier.blackjack.decisions import AnswerDue, DecisionDue, InsuranceDue
from croupier.blackjack.due import insurance_unanswered
from croupier.blackjack.history import NO_HISTORY, History
from croupier.blackjack.state import BlackjackTable
from croupier.cards import Card
from croupier.play.card_sources import CardSource
from croupier.play.dealer import dealers_command, next_card, not_from_this_shoe
from croupier.play.engine import family_of, gone_on
from croupier.play.resting_tables import AT_REST, AdoptLaw, adopt, law_for, law_in_words
from croupier.rulebooks import TableLaw
from croupier.stud.due import BetDue
from croupier.table.choices import Mode
from croupier.table.commands import Command, ShuffleCards
from croupier.table.dispatch import answer
from croupier.table.draft import NextCards, Outcome
from croupier.table.due import Due, WagersDue
from croupier.table.events import Event, LawAdopted
from croupier.table.mixing import mixing
from croupier.table.state import Refused, Table

OTHERS = (WagersDue, DecisionDue, AnswerDue, InsuranceDue, BetDue)
"""What others answer; the dealer goes on only past insurance that nobody can place."""
WHICH_CARD = "card/which"
"""How a table asks which card a report is about."""


def waits_for_others(table: Table, owed: Due) -> bool:
    """Whether somebody other than the dealer must act before a table can go on.

    Insurance is asked of whoever can place any; where nobody can, the dealer closes it.
    """
    if isinstance(owed, InsuranceDue) and isinstance(table, BlackjackTable):
        return not insurance_unanswered(table, owed)
    return isinstance(owed, OTHERS)


def _dealing_from(cards: CardSource) -> NextCards[Table]:
    """How cards that fall due are dealt from a source.

    It refers to the source alone: a table that referred to itself through it would stay in memory
    for long.
    """

    def next_cards(table: Table, most: int) -> Sequence[Card]:
        if table.shoe.handle:
            return cards.next_cards(table.shoe, most)
        card = next_card(table, cards)
        return () if card is None else (card,)

    return next_cards


class RunningTable:
    """A table with its dealer.

    It decides and says what the dealer does next; nothing changes until an outcome is taken.
    """

    def __init__(
        self,
        law: TableLaw,
        table: Table,
        history: History[Event] = NO_HISTORY,
        *,
        cards: CardSource,
        cut_for_players: bool = True,
        rests: Refused | None = None,
    ) -> None:
        self.law = law
        """The law that it is played under; of a table that rests, the one to display it by."""
        self.rests = rests
        """Why the table rests; none where it is played."""
        self.table = table
        """The table as it stands."""
        self.history = history
        """What may still be taken back."""
        self.cards = cards
        self._cut_for_players = cut_for_players
        family = family_of(table)
        self._draft_of, self._handlers = family.draft_of, family.handlers
        self._go_on, self._remember, self._due_at = family.go_on, family.remember, family.due
        self._due: tuple[Due, ...] | None = None
        self.automatic = table.choices.mode is Mode.AUTOMATIC
        """Whether software deals here."""
        paced = table.choices.card_milliseconds > 0
        self._dealt_by = _dealing_from(cards) if self.automatic and not paced else None
        self.linked = table.choices.jackpot is not None or table.choices.player_cards
        """Whether what happens here moves something at a pool or in accounts."""

    @property
    def dealer_has_more(self) -> bool:
        """Whether the dealer may have something to do besides the cards, which are dealt at once.

        That is making cards ready, and paying jackpots; at a table with a pace each card as well.
        """
        if self.table.preparation is not None or self._dealt_by is None:
            return self.automatic
        return self.linked and self.table.round is not None

    def refuse_at_rest(self, command: Command) -> Refused | None:
        """Refuse what cannot be asked for at a table that rests."""
        return None if isinstance(command, AT_REST) else self.rests

    def decide(self, command: Command) -> Outcome | Refused:
        """What a command of the dealer leads to, with the cards that then fall due."""
        if isinstance(command, AdoptLaw):
            return adopt(self.table, self.history, command)
        draft = self._draft_of(self.law, self.table, self.history)
        refused = answer(draft, command, self._handlers)
        return refused or gone_on(self.table, draft, self._go_on, self._dealt_by)

    def decide_for_others(self, command: Command) -> Outcome | Refused:
        """What somebody's command leads to; at an automatic table the dealer alone has the shoe.

        Where a report names no card, the dealer names the one in front. One that is named must be
        that one. Nobody else brings an order of the cards.
        """
        if not self.automatic or isinstance(command, AdoptLaw):
            return self.decide(command)
        if isinstance(command, ShuffleCards) and command.handle:
            why = "the table's own dealer shuffles, and keeps the order"
            clause = mixing(self.law, self.table).clause
            return Refused("shuffle/not-the-dealers", clause, why)
        table = self.table
        draft = self._draft_of(self.law, table, self.history)
        refused = answer(draft, command, self._handlers)
        if refused is None and draft.table.shoe is not table.shoe:
            refused = not_from_this_shoe(self.law, table, draft.events, self.cards)
        if refused is None:
            return gone_on(table, draft, self._go_on, self._dealt_by)
        if refused.code != WHICH_CARD or (card := next_card(table, self.cards)) is None:
            return refused
        return self.decide(replace(command, card=card))

    @classmethod
    def standing(
        cls,
        table: Table,
        history: History[Event],
        *,
        cards: CardSource,
        cut_for_players: bool = True,
    ) -> Self:
        """A table as a record has it; one whose law is not installed rests."""
        law = law_for(table)
        rests = law if isinstance(law, Refused) else None
        return cls(
            law_in_words(table) if isinstance(law, Refused) else law,
            table,
            history,
            cards=cards,
            cut_for_players=cut_for_players,
            rests=rests,
        )

    def take(self, outcome: Outcome) -> None:
        """Go on from an outcome."""
        before, self.table = self.table, outcome.table
        self.history = self._remember(self.history, before, outcome.events, outcome.table)
        self._due = None
        if self.rests is not None:
            self._look_at_law(outcome.events)

    def _look_at_law(self, events: Sequence[Event]) -> None:
        """Rest no more, where the table has been moved to the law that is installed."""
        if any(isinstance(event, LawAdopted) for event in events):
            law = law_for(self.table)
            self.history = NO_HISTORY
            if not isinstance(law, Refused):
                self.law, self.rests = law, None

    @property
    def due(self) -> tuple[Due, ...]:
        """What is due now; nothing at a table that rests."""
        if self._due is None:
            self._due = () if self.rests is not None else self._due_at(self.law, self.table)
        return self._due

    def dealers_command(self) -> Command | None:
        """What else the dealer of an automatic table does now, if anything."""
        due = self.due
        if not due or waits_for_others(self.table, due[0]):
            return None
        return dealers_command(
            self.table, due[0], self.cards, cut_for_players=self._cut_for_players
        )
