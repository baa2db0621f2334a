"""Harbour Blackjack: Star Blackjack from two decks, with the house rules of the Harbour Room."""

from msgspec.structs import replace

from croupier.money import odds
from croupier.rulebooks import STAR_BLACKJACK, catalogue_beside

BOOK = catalogue_beside(__file__, "harbour-rules", upon="star-blackjack")
Rule, Says = BOOK.rule, BOOK.says
STAR = STAR_BLACKJACK

HARBOUR_BLACKJACK = replace(
    STAR,
    game="harbour-blackjack",
    title="Harbour Blackjack",
    book=BOOK.book,
    revision="1",
    cards=replace(STAR.cards, decks=Rule((2,), "H.1")),
    settlement=replace(STAR.settlement, blackjack=Rule(odds(6, 5), "H.2")),
    dealer=replace(STAR.dealer, draws_soft_17={"": Rule(False, "H.3")}),
    double=replace(STAR.double, on_cards=Rule((2,), "H.4"), totals=None, counted=None),
    split=replace(STAR.split, hands=Rule(4, "H.5")),
)
