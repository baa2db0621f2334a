"""A decision being made at a blackjack table."""

from croupier.blackjack.events import CardCalled
from croupier.blackjack.evolvers import EVOLVERS
from croupier.blackjack.history import NO_HISTORY, History
from croupier.blackjack.state import BlackjackTable
from croupier.rulebooks import BlackjackLaw
from croupier.table.draft import Draft
from croupier.table.events import Event


class BlackjackDraft(Draft[BlackjackLaw, BlackjackTable]):
    """A draft under a blackjack law, with what may still be taken back."""

    __slots__ = ("called", "history")

    def __init__(
        self, law: BlackjackLaw, table: BlackjackTable, history: History = NO_HISTORY
    ) -> None:
        self.law = law
        self.table = table
        self.events = []
        self.history = history
        self.called: CardCalled | None = None
        """The call for one more card, not yet emitted: the card may come with it (``go_on``)."""

    def emit(self, event: Event) -> None:
        """Add an event and apply it."""
        self.table = EVOLVERS[type(event)](self.table, event)
        self.events.append(event)
