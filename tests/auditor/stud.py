"""An independent auditor for Caribbean Stud Poker: a second, naive settlement of finished rounds.

It shares no code with the engine and looks at the outcome only: `settle` says what every wager
should have come to, `faults` lists what was played unlawfully. Cards are two letters, rank and
suit: "TH" is the ten of hearts. Money is whole cents. Boxes count from 1 at the dealer's left, so
the highest box lies at the dealer's right.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

__all__ = [
    "HandFacts",
    "Line",
    "RoundFacts",
    "TableFacts",
    "faults",
    "kind",
    "qualifies",
    "settle",
    "value",
]

RANKS = "23456789TJQKA"  # 3.3, from the lowest
SUITS = "CDHS"

# 13.1, from the lowest: its place in this list is the worth of a hand.
KINDS = (
    "five odd cards",
    "one pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)

BET_ODDS = {  # 10.1, all to 1
    "five odd cards": 1,
    "one pair": 1,
    "two pairs": 2,
    "three of a kind": 3,
    "straight": 4,
    "flush": 5,
    "full house": 7,
    "four of a kind": 20,
    "straight flush": 50,
    "royal flush": 250,
}

BONUS_PAYOUTS = {  # 12.1.3 to 12.1.5: fixed sums, which leave the meter alone (reading K13)
    "four of a kind": (50_000, "12.1.3"),
    "full house": (15_000, "12.1.4"),
    "flush": (10_000, "12.1.5"),
}

LEAST_ROYAL = 5_000_000  # 12.1.1
LEAST_STRAIGHT_FLUSH = 500_000  # 12.1.2


# What the auditor is told, and what it answers ----------------------------------------------------


@dataclass(frozen=True)
class TableFacts:
    """The operator's choices for the table, and the meter of the progressive jackpot."""

    maximum: int = 500_000  # for an ante; the bet is twice the ante
    max_payout: int | None = None  # the most that a bet wins (10.2)
    jackpot_wager: int = 500  # 11.3
    bonus: int = 0  # the bonus jackpot on the sign (11.11); 0 where none is offered
    meter: int = 0  # with this round's contributions, before its payments


@dataclass(frozen=True)
class HandFacts:
    """A player's hand: "bet", "fold" or "conceded" is what became of it."""

    box: int
    player: str
    ante: int
    cards: tuple[str, ...]
    decision: str
    bet: int = 0
    jackpot: bool = False
    jackpot_by: str = ""  # whose jackpot wager it is, where it is another player's (11.1.1)


@dataclass(frozen=True)
class RoundFacts:
    """A finished round."""

    table: TableFacts
    hands: tuple[HandFacts, ...]
    dealer: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """What a single wager won (+) or lost (-), and by which clause."""

    player: str
    box: int
    on: str  # "ante", "bet" or "jackpot"
    result: str  # "win", "lose" or "stand-off"
    net: int
    clause: str


# Poker hands (rule 13) ----------------------------------------------------------------------------


def ranks_of(cards: tuple[str, ...]) -> list[int]:
    """The ranks from the highest: an ace is 14, a two is 2."""
    return sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)


def top_of_straight(cards: tuple[str, ...]) -> int:
    """The highest rank of five consecutive ones, 0 where they are not. An ace may be low."""
    ranks = ranks_of(cards)
    if ranks == [14, 5, 4, 3, 2]:
        return 5
    top = ranks[0]
    return top if ranks == [top, top - 1, top - 2, top - 3, top - 4] else 0


def kind(cards: tuple[str, ...]) -> str:
    """Which of the hands of 13.1 five cards make: the highest that fits (reading K23)."""
    same_suit = len({card[1] for card in cards}) == 1
    top = top_of_straight(cards)
    counts = sorted(Counter(card[0] for card in cards).values(), reverse=True)
    if same_suit and top == 14:
        return "royal flush"
    if same_suit and top:
        return "straight flush"
    if counts == [4, 1]:
        return "four of a kind"
    if counts == [3, 2]:
        return "full house"
    if same_suit:
        return "flush"
    if top:
        return "straight"
    if counts == [3, 1, 1]:
        return "three of a kind"
    if counts == [2, 2, 1]:
        return "two pairs"
    if counts == [2, 1, 1, 1]:
        return "one pair"
    return "five odd cards"


def value(cards: tuple[str, ...]) -> tuple[int, list[int]]:
    """What a hand is worth: its kind, then its ranks (13.2), those held oftest first."""
    worth = KINDS.index(kind(cards))
    top = top_of_straight(cards)
    if top:
        return worth, [top]
    ranks = ranks_of(cards)
    return worth, sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)


def qualifies(dealer: tuple[str, ...]) -> bool:
    """Whether the dealer's hand is ace and king, or higher (9.1)."""
    if kind(dealer) != "five odd cards":
        return True
    return ranks_of(dealer)[:2] == [14, 13]


# Settlement (rules 8, 9, 10) ----------------------------------------------------------------------


def settle(round: RoundFacts) -> tuple[Line, ...]:
    """Every line of the settlement: hand by hand, its ante, its bet, its jackpot wager."""
    jackpots = jackpot_payouts(round)
    lines: list[Line] = []
    for hand in round.hands:
        lines += settle_hand(hand, round)
        if hand.jackpot:
            paid, clause = jackpots[hand.box]
            result = "win" if paid else "lose"
            amount = paid - round.table.jackpot_wager
            lines.append(Line(bettor(hand), hand.box, "jackpot", result, amount, clause))
    return tuple(lines)


def settle_hand(hand: HandFacts, round: RoundFacts) -> list[Line]:
    """The ante and the bet. What lies above the maximum is not in play (6.3)."""
    ante = min(hand.ante, round.table.maximum)
    bet = min(hand.bet, 2 * round.table.maximum)

    def line(on: str, result: str, amount: int, clause: str) -> Line:
        return Line(hand.player, hand.box, on, result, amount, clause)

    if hand.decision == "fold":
        return [line("ante", "lose", -ante, "8.6")]
    if hand.decision == "conceded":
        return [line("ante", "lose", -ante, "9.8"), line("bet", "lose", -bet, "9.8")]
    if not qualifies(round.dealer):  # 9.4 follows 9.2 (reading K4)
        return [line("ante", "win", ante, "9.4.1"), line("bet", "stand-off", 0, "9.2")]
    if value(hand.cards) > value(round.dealer):
        won = bet_winnings(bet, hand.cards, round.table)
        return [line("ante", "win", ante, "9.5.1.1"), line("bet", "win", won, "9.5.1.1")]
    if value(hand.cards) < value(round.dealer):
        return [line("ante", "lose", -ante, "9.5.1.2"), line("bet", "lose", -bet, "9.5.1.2")]
    return [line("ante", "stand-off", 0, "9.5.1.3"), line("bet", "stand-off", 0, "9.5.1.3")]


def bet_winnings(bet: int, cards: tuple[str, ...], table: TableFacts) -> int:
    """A bet at the odds of 10.1, up to the maximum payout (10.2)."""
    won = bet * BET_ODDS[kind(cards)]
    return won if table.max_payout is None else min(won, table.max_payout)


# The progressive jackpot (rules 11 and 12) --------------------------------------------------------


def bettor(hand: HandFacts) -> str:
    """Whose jackpot wager lies on the box."""
    return hand.jackpot_by or hand.player


def jackpot_payouts(round: RoundFacts) -> dict[int, tuple[int, str]]:
    """What the jackpot wager on each box is paid, and by which clause.

    A folded or conceded hand stays in (9.3.1, readings K1, K5 and K15), and the dealer's hand does
    not matter (11.4).
    """
    playing = [hand for hand in round.hands if hand.jackpot]
    straight = boxes_with("straight flush", playing)
    royal = boxes_with("royal flush", playing)
    left, from_meter = round.table.meter, 0
    for _ in straight:  # 12.3.2: each time a tenth of what is then left (reading K10)
        tenth = left // 10
        left -= tenth
        from_meter += tenth
    big = shared(from_meter, straight, LEAST_STRAIGHT_FLUSH)
    big.update(shared(left, royal, LEAST_ROYAL))  # 12.4: after the straight flushes (K12)
    winners = {bettor(hand) for hand in playing if hand.box in big}
    paid: dict[int, tuple[int, str]] = {}
    for hand in playing:
        if hand.box in royal:
            paid[hand.box] = big[hand.box], "12.1.1" if len(royal) == 1 else "12.3.1"
        elif hand.box in straight:
            paid[hand.box] = big[hand.box], "12.1.2" if len(straight) == 1 else "12.3.2"
        else:
            # 11.10.2 and 11.10.3: for the wagers of the others, once in a round that has a winner.
            bonus = round.table.bonus if winners and bettor(hand) not in winners else 0
            nothing = "11.10.2" if bonus else "11.7"
            fixed, clause = BONUS_PAYOUTS.get(kind(hand.cards), (0, nothing))
            paid[hand.box] = fixed + bonus, clause
    return paid


def boxes_with(name: str, hands: list[HandFacts]) -> list[int]:
    """The boxes with one kind of hand, from the dealer's right (12.2)."""
    boxes = [hand.box for hand in hands if kind(hand.cards) == name]
    return sorted(boxes, reverse=True)


def shared(amount: int, boxes: list[int], least: int) -> dict[int, int]:
    """Equal shares, an odd cent to the first of them; each box gets the least sum anyhow."""
    shares = {}
    for place, box in enumerate(boxes):
        share = amount // len(boxes)
        if place < amount % len(boxes):
            share += 1
        shares[box] = max(share, least)
    return shares


# Procedure ----------------------------------------------------------------------------------------


def faults(round: RoundFacts) -> list[str]:
    """A sentence for each breach, naming its clause; an empty list for a lawful round."""
    found = card_faults(round)
    players = Counter(hand.player for hand in round.hands)
    found += [f"{player} has {n} hands (5.8)" for player, n in players.items() if n > 1]
    boxes = Counter(hand.box for hand in round.hands)
    found += [f"box {box} has {n} antes (5.9)" for box, n in boxes.items() if n > 1]
    for hand in round.hands:
        found += [f"box {hand.box}: {fault}" for fault in hand_faults(hand, round)]
    return found


def card_faults(round: RoundFacts) -> list[str]:
    """One deck, so no card twice (3.1), and five cards for everyone (7.3.3)."""
    found = []
    seen = Counter(round.dealer)
    for hand in round.hands:
        seen.update(hand.cards)
        if len(hand.cards) != 5:
            found.append(f"box {hand.box} has {len(hand.cards)} cards (7.3.3)")
    if len(round.dealer) != 5:
        found.append(f"the dealer has {len(round.dealer)} cards (7.3.3)")
    for card, times in seen.items():
        if times > 1:
            found.append(f"{card} came {times} times (3.1)")
        if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
            found.append(f"{card} is no card of the deck (3.1)")
    return found


def hand_faults(hand: HandFacts, round: RoundFacts) -> list[str]:
    """An ante, a bet of exactly twice that or none at all, and no idle concession."""
    found = []
    if hand.ante <= 0:
        found.append("cards lie on a box without an ante (7.3.2)")
    if hand.decision not in ("bet", "fold", "conceded"):
        return [*found, f"{hand.decision!r} is neither to fold nor to bet (8.1)"]
    if hand.decision == "fold":
        if hand.bet:
            found.append("a folded hand has a bet (8.3)")
    elif hand.bet != 2 * hand.ante:
        found.append(f"a bet of {hand.bet} on an ante of {hand.ante} (5.6)")
    # Reading (K15): against "no hand" there is nothing to concede.
    five = len(round.dealer) == 5
    if hand.decision == "conceded" and five and not qualifies(round.dealer):
        found.append("a hand is conceded to a dealer without one (9.8)")
    return found
