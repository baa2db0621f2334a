"""A source of cards whose every order was committed to before anybody could know it."""

from collections import Counter
from collections.abc import Sequence

from croupier.cards import Card, Shoe
from croupier.play.card_sources import unknown_order
from croupier.play.seed_desk import SeedDesk
from croupier.record.shoe_ledger import in_play, stand_ins


class CommittedCards:
    """Deals what the seeds at a desk have decided; a table opened again goes on with its cards."""

    def __init__(self, desk: SeedDesk) -> None:
        self.desk = desk
        """Where seeds are added."""
        self._known: tuple[str, int] | None = None
        self._first = 0
        self._coming: tuple[Card, ...] = ()

    def shuffle(self, cards: Sequence[Card], count: int, instead_of: Shoe | None = None) -> str:
        """Shuffle cards, keep the given number, and return the handle of their order."""
        handle = "" if instead_of is None else instead_of.handle
        return self.desk.fix(cards, count, handle=handle)

    def replace(self, shoe: Shoe, cards: Sequence[Card]) -> None:
        """Put the cards that are left of a shoe into a new order, where the old one is lost."""
        self.desk.fix(cards, shoe.left, replaces=shoe.handle, after=shoe.drawn)
        self._known = None

    def _find(self, shoe: Shoe) -> None:
        """Make ready the cards of a shoe as they come out, from the first that is known."""
        if self._known == (shoe.handle, shoe.cut):
            return
        if shoe.handle not in self.desk.ledger:
            self.desk.refresh()
        self.desk.refresh()
        instead = stand_ins(self.desk.ledger, shoe.handle)
        name = instead[-1].shoe if instead else shoe.handle
        found = self.desk.ledger.get(name)
        if found is None or found.order is None:
            raise unknown_order(shoe)
        order = self.desk.order_of(found)
        self._first = found.order.after
        cut = 0 if self._first else shoe.cut
        self._coming = order[cut:] + order[:cut]
        self._known = shoe.handle, shoe.cut

    def _between(self, shoe: Shoe, first: int, last: int) -> tuple[Card, ...]:
        self._find(shoe)
        return self._coming[max(0, first - self._first) : max(0, last - self._first)]

    def drawn(self, shoe: Shoe) -> tuple[Card, ...]:
        """The cards that have left a shoe, in their order; of one that was lost, those since."""
        return self._between(shoe, 0, shoe.drawn)

    def in_front(self, shoe: Shoe) -> Card | None:
        """The card in front of a shoe; none where it is empty."""
        self._find(shoe)
        self.desk.reveal_over()
        place = shoe.drawn - self._first
        return self._coming[place] if place < len(self._coming) else None

    def next_cards(self, shoe: Shoe, count: int = 1) -> tuple[Card, ...]:
        """The cards in front of a shoe; fewer where it does not hold enough."""
        self._find(shoe)
        self.desk.reveal_over()
        return self._between(shoe, shoe.drawn, shoe.drawn + count)

    def any_of(self, cards: Counter[Card], *, draw: int = 0, in_round: int = 0) -> Card:
        """One of some cards, as the seed of the epoch decides."""
        epoch = self.desk.epoch(in_round)
        self.desk.reveal_over()
        return self.desk.chance_of(epoch).draw(cards, draw)

    def number_below(self, limit: int) -> int:
        """Where the dealer cuts for players who are not there: the seeds decide that too."""
        self.desk.refresh()
        self.desk.refresh()
        shoe = in_play(self.desk.ledger)
        assert shoe is not None, "cards are shuffled before they are cut"
        return self.desk.chance_of(shoe).cut(limit)
