"""The three side bets (section 14)."""

from __future__ import annotations

from .cards import total
from .facts import BoxFacts, Line, TableFacts
from .stakes import laid, pay

__all__ = ["SIDE_BETS", "first_two", "lucky_lucky_odds", "perfect_pairs_odds", "settle_side_bets"]

SIDE_BETS = ("perfect-pairs", "any-pairs", "lucky-lucky")


def first_two(box: BoxFacts) -> tuple[str, ...]:
    """The two cards of the first deal, found again where the box was split."""
    if box.initial:
        return box.initial
    if len(box.hands) == 1:
        return box.hands[0].cards[:2]
    if len(box.hands) == 2:
        return (box.hands[0].cards[0], box.hands[1].cards[0])
    raise ValueError(f"box {box.number}: split twice, the two cards of the first deal are unknown")


def perfect_pairs_odds(cards: tuple[str, ...]) -> tuple[int, str]:
    """The odds to one, 0 for no pair, and the clause (14.10)."""
    suit, other_suit = cards[0][1], cards[1][1]
    if cards[0][0] != cards[1][0]:
        return 0, "14.11"
    if suit == other_suit:
        return 30, "14.10.3"
    if (suit in "DH") == (other_suit in "DH"):
        return 10, "14.10.2"
    return 5, "14.10.1"


def any_pairs_odds(cards: tuple[str, ...]) -> tuple[int, str]:
    """The odds to one, 0 for no pair, and the clause (14.13)."""
    return (11, "14.13") if cards[0][0] == cards[1][0] else (0, "14.14")


def lucky_lucky_odds(cards: tuple[str, ...], *, table: int) -> tuple[int, str]:
    """The best line of the pay table for three cards, 0 for none, and the clause (14.15, 14.18)."""
    ranks = "".join(sorted(card[0] for card in cards))
    suited = len({card[1] for card in cards}) == 1
    points = total(cards)
    odds = 0
    if ranks == "777":
        odds = 200 if suited else 50
    elif ranks == "678":
        odds = 100 if suited else 30
    elif points == 21 and suited:
        odds = {1: 10, 2: 15, 3: 10}[table]
    elif points == 21:
        odds = 3
    elif points == 20:
        odds = 2
    elif points == 19:
        odds = {1: 2, 2: 1, 3: 1}[table]
    return (odds, "14.15") if odds else (0, "14.16")


def settle_side_bets(box: BoxFacts, *, dealer_first: str, table: TableFacts) -> list[Line]:
    """One line for each player and kind of side bet on the box."""
    lines = []
    for on in SIDE_BETS:
        for player, amount in laid(box, on).items():
            cards = first_two(box)
            if on == "perfect-pairs":
                odds, clause = perfect_pairs_odds(cards)
            elif on == "any-pairs":
                odds, clause = any_pairs_odds(cards)
            else:
                three = (*cards, dealer_first)
                odds, clause = lucky_lucky_odds(three, table=table.lucky_lucky_table)
            net = pay(amount, odds, chip=table.chip) if odds else -amount
            result = "win" if odds else "lose"
            lines.append(Line(player, box.number, 0, on, result, net, clause))
    return lines
