"""Cards as the pages write them in a sentence: 8♥, 10♣."""

import msgspec

from croupier.cards import Card, Rank


class Signs(msgspec.Struct, frozen=True):
    """Rank and the suit's sign; a card face down in words."""

    def card(self, card: Card) -> str:
        """A card in two or three signs."""
        rank = "10" if card.rank is Rank.TEN else card.rank.value
        return f"{rank}{card.suit.symbol}"

    def cards(self, cards: tuple[Card | None, ...]) -> str:
        """Cards one after the other."""
        return " ".join("a card face down" if card is None else self.card(card) for card in cards)


SIGNS = Signs()
