"""Whether the dealer took the right number of cards (13.2 and 13.4)."""

from __future__ import annotations

from .cards import hand_total, must_stand, total, value
from .facts import BoxFacts, RoundFacts
from .settlement import has_blackjack
from .stakes import counted

__all__ = ["dealer_faults", "dealer_needs"]


def dealer_needs(round: RoundFacts) -> str:
    """What the open wagers still ask of the dealer: "nothing", "one card" or "a full hand".

    A hand that is neither bust nor blackjack asks for a full hand: however the dealer stands below
    hard 17 or soft 18, he may yet bust and may yet make 21. A blackjack that waits against a ten or
    an ace, and any insurance still on the table, turn on the second card alone. A blackjack against
    anything else is as good as paid, also where it is held back for the final settlement.

    Reading (S16): the second card is drawn for these, and no third.
    """
    needs = [box_needs(box, round) for box in round.boxes]
    for need in ("a full hand", "one card"):
        if need in needs:
            return need
    return "nothing"


def box_needs(box: BoxFacts, round: RoundFacts) -> str:
    """The same for the wagers of a single box."""
    first = round.dealer[0]
    stakes = counted(box, maximum=round.table.maximum)
    paid = box.even_money if has_blackjack(box) and first[0] == "A" else frozenset()
    waiting = False
    for hand in box.hands:
        if not any(stakes[player] > 0 and player not in paid for player in hand.players):
            continue
        if has_blackjack(box):
            waiting = value(first) in (1, 10)
        elif hand_total(hand.cards, doubled=bool(hand.doubled)) <= 21:
            return "a full hand"
    insured = any(amount > 0 and player not in paid for player, amount in box.insurance.items())
    if insured and value(first) in (1, 10):
        waiting = True
    return "one card" if waiting else "nothing"


def dealer_faults(round: RoundFacts) -> list[str]:
    """Cards too few or too many in the dealer's hand."""
    cards = round.dealer
    if not cards:
        return ["the dealer has no card at all (7.1)"]
    needs = dealer_needs(round)
    if needs == "nothing":
        if len(cards) > 1:
            return [f"the dealer drew {len(cards) - 1} with every wager decided (13.4)"]
        return []
    if needs == "one card":
        if len(cards) < 2:
            return ["the dealer drew no second card, with wagers that turn on it (13.4)"]
        if len(cards) > 2:
            return [f"the dealer drew {len(cards) - 2} past the second card, to no purpose (13.4)"]
        return []
    for count in range(1, len(cards)):
        if must_stand(cards[:count]):
            return [f"the dealer drew to {total(cards[:count])}, on which he stands (13.2)"]
    if not must_stand(cards):
        return [f"the dealer stopped on {total(cards)} with a hand to beat (13.2)"]
    return []
