"""Which cards can have come out: those that are ready, in front, and not all out already."""

from collections.abc import Callable
from typing import Any

from croupier.cards import Card, remaining_cards
from croupier.rulebooks import TableLaw
from croupier.table.preparation import only_to_burn
from croupier.table.state import Refused, Table


def impossible_card(
    law: TableLaw,
    table: Table,
    card: Card,
    cards_out: Callable[[Any], list[Card]],
    *,
    ahead: Card | None = None,
    clause: str = "",
    loaded: bool = False,
) -> Refused | None:
    """Refuse a card that cannot have come out; ``ahead`` is one that lies ready by some ``clause``.

    Where somebody keeps the order of the cards, that is who says which one is in front. With
    ``loaded`` it is enough that the cards are in the shoe, though none of them is burned yet.
    """
    rules = law.cards
    if table.preparation is not None and not (loaded and only_to_burn(table)):
        clause = table.preparation.burn_clause or table.preparation.clause
        return Refused("card/not-ready", clause, "the cards are being prepared")
    if ahead is not None:
        if ahead is card:
            return None
        why = f"the {ahead} lies ready and is the next card"
        return Refused("card/not-next", clause, why)
    if table.shoe.handle:
        return None
    if remaining_cards(table.choices.decks, cards_out(table))[card] > 0:
        return None
    why = f"every {card} is out already"
    return Refused("card/none-left", rules.decks.clause, why)
