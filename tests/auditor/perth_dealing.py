"""Whether the dealer at Perth took the right number of cards (4.22, 4.23)."""

from __future__ import annotations

from .cards import is_soft, total, value
from .facts import BoxFacts, HandFacts, RoundFacts
from .perth_settlement import Game, took_even_money
from .settlement import has_blackjack

__all__ = ["dealer_faults", "dealer_needs", "must_stand"]


def must_stand(cards: tuple[str, ...], *, draws_soft_17: bool) -> bool:
    """True where the dealer has enough: any 17, but on some layouts only a hard one."""
    if total(cards) == 17 and is_soft(cards):
        return not draws_soft_17
    return total(cards) >= 17


def dealer_needs(round: RoundFacts, *, game: Game) -> str:
    """What the open wagers still ask of the dealer: "nothing", "one card" or "a full hand"."""
    needs = []
    for box in round.boxes:
        for hand in box.hands:
            needs += [wager_needs(box, hand, player, round, game=game) for player in hand.players]
        needs += [insurance_needs(box, player, round) for player in box.insurance]
    for need in ("a full hand", "one card"):
        if need in needs:
            return need
    return "nothing"


def wager_needs(
    box: BoxFacts, hand: HandFacts, player: str, round: RoundFacts, *, game: Game
) -> str:
    """The same for one player's wager on one hand, and its double with it.

    A wager that goes back, a bust and a blackjack paid at even money are over. In Plus so are a
    blackjack, a 21 and five cards. A blackjack elsewhere and a surrender turn on a dealer's
    blackjack, which the second card shows (reading P9). Anything else asks for a full hand: as long
    as the dealer may draw, he may yet bust and may yet make 21.
    """
    dealer = round.dealer
    if player in box.going_back or took_even_money(box, player, dealer=dealer):
        return "nothing"
    if total(hand.cards) > 21:
        return "nothing"
    if game == "plus" and (total(hand.cards) == 21 or len(hand.cards) == 5):
        return "nothing"
    if has_blackjack(box) or (game == "vegas" and player in box.surrendered):
        return "one card" if value(dealer[0]) in (1, 10) else "nothing"
    return "a full hand"


def insurance_needs(box: BoxFacts, player: str, round: RoundFacts) -> str:
    """The same for an insurance wager, which looks at the second card alone (3.21)."""
    if round.dealer[0][0] != "A" or took_even_money(box, player, dealer=round.dealer):
        return "nothing"
    return "one card"


def dealer_faults(round: RoundFacts, *, game: Game) -> list[str]:
    """Cards too few or too many in the dealer's hand."""
    cards = round.dealer
    if not cards:
        return ["the dealer has no card at all (4.15(b))"]
    draws_soft_17 = round.table.draws_soft_17
    clause = "4.23" if draws_soft_17 else "4.22"
    needs = dealer_needs(round, game=game)
    if needs == "nothing":
        if len(cards) > 1:
            return [f"the dealer drew {len(cards) - 1} with every wager decided ({clause}(b))"]
        return []
    if needs == "one card":
        if len(cards) < 2:
            return [f"the dealer drew no second card, and wagers turn on it ({clause}(a))"]
        if len(cards) > 2:
            return [f"the dealer drew {len(cards) - 2} past the second card ({clause}(b))"]
        return []
    for count in range(1, len(cards)):
        if must_stand(cards[:count], draws_soft_17=draws_soft_17):
            return [f"the dealer drew to {total(cards[:count])}, on which he stands ({clause}(a))"]
    if not must_stand(cards, draws_soft_17=draws_soft_17):
        return [f"the dealer stopped on {total(cards)} with a hand to beat ({clause}(a))"]
    return []
