"""What one player has seen and laid in a round, told by its events."""

from collections.abc import Iterable

from croupier.blackjack.events import DoublePlaced, InsurancePlaced, SplitPlaced
from croupier.cards import Card
from croupier.play.engine import lines_of
from croupier.stud.events import BetPlaced
from croupier.table.events import Event, WagerPlaced
from croupier.table.round_events import CardDealt
from croupier.table.state import Refused

BOX = 1
"""The box that the agent plays."""
DEALER = 0

LAID = (WagerPlaced, DoublePlaced, SplitPlaced, InsurancePlaced, BetPlaced)
"""The events by which chips come to lie on the layout."""


class Watch:
    """A round as its player follows it."""

    def __init__(self) -> None:
        self.cards: dict[int, list[Card]] = {BOX: [], DEALER: []}
        """The cards of the round in the order of their deal, by box; the dealer's is 0."""
        self.staked = 0
        """What was laid, in cents, lost or not."""
        self.insured = False
        self.net = 0
        """What was won and lost so far, in cents."""

    def take(self, events: Iterable[Event] | Refused) -> None:
        """Follow some events."""
        assert not isinstance(events, Refused)
        for event in events:
            if isinstance(event, CardDealt):
                self.cards[event.box].append(event.card)
            elif isinstance(event, LAID):
                self.staked += event.amount
                self.insured = self.insured or isinstance(event, InsurancePlaced)
            self.net += sum(line.net for line in lines_of(event))
