"""Who gets what when a round at Perth is over (3.13 to 3.42, 5.3, 6.1 and 8.5).

Payments are exact to the cent: the rulebook has no rounding. Where a stake of odd cents leaves half
a cent, it stays out of the payment or the collection.
"""

from __future__ import annotations

from typing import Literal

from .cards import is_blackjack, total, value
from .facts import BoxFacts, HandFacts, Line, RoundFacts
from .settlement import has_blackjack
from .sidebets import first_two
from .stakes import laid

__all__ = ["PERFECT_PAIRS", "Game", "counted", "judge", "settle", "took_even_money"]

Game = Literal["perth", "vegas", "plus"]

PERFECT_PAIRS = (
    # decks, then the odds to one for a perfect, a coloured and a mixed pair (3.19)
    (4, 30, 12, 5),
    (6, 25, 12, 5),
    (6, 30, 12, 5),
    (6, 30, 10, 5),
    (6, 25, 12, 6),
    (8, 25, 12, 5),
    (8, 25, 12, 6),
)


def settle(round: RoundFacts, *, game: Game) -> tuple[Line, ...]:
    """Every line of the settlement: box by box, its hands, its insurance, its side bets."""
    lines: list[Line] = []
    for box in round.boxes:
        lines += settle_hands(box, round, game=game)
        lines += settle_insurance(box, dealer=round.dealer)
        lines += settle_perfect_pairs(box, column=round.table.perfect_pairs_table)
    return tuple(lines)


def counted(box: BoxFacts, *, maximum: int) -> dict[str, int]:
    """What each main wager counts for: by itself, and to the maximum only (8.5)."""
    return {player: min(amount, maximum) for player, amount in laid(box, "main").items()}


def took_even_money(box: BoxFacts, player: str, *, dealer: tuple[str, ...]) -> bool:
    """True where a player's blackjack was paid at once, against an ace (3.24)."""
    return has_blackjack(box) and dealer[0][0] == "A" and player in box.even_money


def settle_hands(box: BoxFacts, round: RoundFacts, *, game: Game) -> list[Line]:
    """The original wagers, the split wagers and the doubles.

    A player's original wager lies on the first of the hands that he is on; on each further hand he
    has a split wager.
    """
    stakes = counted(box, maximum=round.table.maximum)
    lines = []
    placed: set[str] = set()
    for index, hand in enumerate(box.hands):
        for player in hand.players:
            result, net, clause = settle_main(
                box, hand, player, stakes[player], round, split=player in placed, game=game
            )
            lines.append(Line(player, box.number, index + 1, "main", result, net, clause))
        placed.update(hand.players)
        for player, extra in hand.doubled.items():
            result, net, clause = settle_double(box, hand, player, extra, round, game=game)
            lines.append(Line(player, box.number, index + 1, "double", result, net, clause))
    return lines


def settle_main(
    box: BoxFacts,
    hand: HandFacts,
    player: str,
    stake: int,
    round: RoundFacts,
    *,
    split: bool,
    game: Game,
) -> tuple[str, int, str]:
    """Result, net and clause of one original or split wager."""
    if player in box.going_back:
        return "void", 0, "8.5"
    if took_even_money(box, player, dealer=round.dealer):
        return "win", stake, "3.24"
    if game == "vegas" and player in box.surrendered:
        if is_blackjack(round.dealer):
            return "lose", -stake, "5.3(d)(ii)"
        return "lose", -(stake // 2), "5.3(d)(i)"
    result, clause = judge(box, hand, round.dealer, split=split, game=game)
    if result == "win":
        return result, stake * 3 // 2 if has_blackjack(box) else stake, clause  # 3.14, 3.42
    return result, -stake if result == "lose" else 0, clause


def settle_double(
    box: BoxFacts, hand: HandFacts, player: str, extra: int, round: RoundFacts, *, game: Game
) -> tuple[str, int, str]:
    """Result, net and clause of a double: it goes the way of the wager that it doubles (3.29).

    Reading (P6): on a split hand that is the split wager.
    """
    if player in box.going_back:
        return "void", 0, "8.5"
    result, _ = judge(box, hand, round.dealer, split=False, game=game)
    if result == "win":
        return result, extra, "3.29(a)"
    if result == "lose":
        return result, -extra, "3.29(b)"
    return result, 0, "3.29(c)"


def judge(
    box: BoxFacts, hand: HandFacts, dealer: tuple[str, ...], *, split: bool, game: Game
) -> tuple[str, str]:
    """How a hand fares against the dealer's, and the clause that says so for this wager.

    Reading (P4): in Plus a split wager has the same test as the original. It has the clauses of
    3.41, but for the three results that 3.41 doesn't know.
    """
    blackjack = has_blackjack(box)
    result, part = judge_by_blackjack(hand.cards, dealer, blackjack=blackjack)
    clause = ("3.41" if split else "3.13") + part
    if game != "plus":
        return result, clause
    plus_result, plus_clause = judge_by_plus(hand.cards, dealer, blackjack=blackjack)
    if split and plus_clause not in ("6.1(a)(i)", "6.1(a)(ii)", "6.1(c)(ii)"):
        return plus_result, clause
    return plus_result, plus_clause


def judge_by_blackjack(
    cards: tuple[str, ...], dealer: tuple[str, ...], *, blackjack: bool
) -> tuple[str, str]:
    """Result and part of 3.13; the parts of 3.41 have the same letters.

    Where two parts fit, the one that names blackjack is the more exact. A bust comes first: it is
    collected before the dealer draws (4.18).
    """
    points, against = total(cards), total(dealer)
    if points > 21:
        return "lose", "(b)(i)"
    if blackjack and not is_blackjack(dealer):
        return "win", "(a)(iii)"
    if is_blackjack(dealer) and not blackjack:
        return "lose", "(b)(iii)"
    if against > 21:
        return "win", "(a)(i)"
    if points > against:
        return "win", "(a)(ii)"
    if points < against:
        return "lose", "(b)(ii)"
    return "stand-off", "(c)"


def judge_by_plus(
    cards: tuple[str, ...], dealer: tuple[str, ...], *, blackjack: bool
) -> tuple[str, str]:
    """Result and clause in Blackjack Plus.

    Readings: blackjack, 21 and five cards win outright and come before all else (P2, P3). A dealer
    with 23 or more loses to what remains, as in Blackjack (P1). A 21 of five cards wins as a 21.
    """
    points, against = total(cards), total(dealer)
    if points > 21:
        return "lose", "6.1(b)(i)"
    if blackjack:
        return "win", "6.1(a)(iv)"
    if points == 21:
        return "win", "6.1(a)(i)"
    if len(cards) == 5:
        return "win", "6.1(a)(ii)"
    if against == 22:
        return "stand-off", "6.1(c)(ii)"
    if against > 22:
        return "win", "3.13(a)(i)"
    if points > against:
        return "win", "6.1(a)(iii)"
    if points < against:
        return "lose", "6.1(b)(ii)"
    return "stand-off", "6.1(c)(i)"


def settle_insurance(box: BoxFacts, *, dealer: tuple[str, ...]) -> list[Line]:
    """The insurance wagers: 2 to 1 where the dealer's second card counts ten, else lost.

    Reading (P16): the insurance of a blackjack that took even money goes back. Insurance against
    anything but an ace is no wager at all.
    """
    lines = []
    for player, stake in box.insurance.items():
        if dealer[0][0] != "A":
            result, net, clause = "void", 0, "3.20(a)"
        elif took_even_money(box, player, dealer=dealer):
            result, net, clause = "void", 0, "3.24"
        elif len(dealer) > 1 and value(dealer[1]) == 10:
            result, net, clause = "win", stake * 2, "3.21(a)"
        else:
            result, net, clause = "lose", -stake, "3.21(b)"
        lines.append(Line(player, box.number, 0, "insurance", result, net, clause))
    return lines


def settle_perfect_pairs(box: BoxFacts, *, column: int) -> list[Line]:
    """The side bet on the first two cards, by a column of the pay table (3.18, 3.19)."""
    lines = []
    for player, stake in laid(box, "perfect-pairs").items():
        odds = perfect_pairs_odds(first_two(box), column=column)
        if odds:
            line = Line(player, box.number, 0, "perfect-pairs", "win", stake * odds, "3.18(a)")
        else:
            line = Line(player, box.number, 0, "perfect-pairs", "lose", -stake, "3.18(b)")
        lines.append(line)
    return lines


def perfect_pairs_odds(cards: tuple[str, ...], *, column: int) -> int:
    """The odds to one, 0 for no pair. A jack and a king count alike but are no pair (1.1)."""
    suit, other_suit = cards[0][1], cards[1][1]
    _, perfect, coloured, mixed = PERFECT_PAIRS[column - 1]
    if cards[0][0] != cards[1][0]:
        return 0
    if suit == other_suit:
        return perfect
    if (suit in "DH") == (other_suit in "DH"):
        return coloured
    return mixed
