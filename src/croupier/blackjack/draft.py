"""A decision being made at a blackjack table."""

from croupier.blackjack.history import History
from croupier.blackjack.state import BlackjackTable
from croupier.rulebooks import BlackjackLaw
from croupier.table.draft import Draft, Evolvers


class BlackjackDraft(Draft[BlackjackLaw, BlackjackTable]):
    """A draft under a blackjack law, with what may still be taken back."""

    __slots__ = ("history",)

    def __init__(
        self, law: BlackjackLaw, table: BlackjackTable, evolvers: Evolvers, history: History
    ) -> None:
        self.law = law
        self.table = table
        self.events = []
        self._evolvers = evolvers
        self.history = history
