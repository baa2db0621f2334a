"""A decision being made at a blackjack table."""

from collections.abc import Mapping

from croupier.blackjack.events import CardCalled
from croupier.blackjack.history import NO_HISTORY, History
from croupier.blackjack.state import BlackjackTable
from croupier.rulebooks import BlackjackLaw
from croupier.table.draft import Draft
from croupier.table.events import Event
from croupier.table.messages import Evolver


class BlackjackDraft(Draft[BlackjackLaw, BlackjackTable]):
    """A draft under a blackjack law, with what may still be taken back."""

    __slots__ = ("called", "history")

    def __init__(
        self,
        law: BlackjackLaw,
        table: BlackjackTable,
        evolvers: Mapping[type[Event], Evolver],
        history: History[Event] = NO_HISTORY,
    ) -> None:
        self.law = law
        self.table = table
        self.evolvers = evolvers
        self.events = []
        self.history = history
        self.called: CardCalled | None = None
        """The call for one more card, not yet emitted: the card may come with it (``go_on``)."""
