"""Who gets what when the round is over (sections 8, 9, 10.5, 13.3, 14 and 15)."""

from __future__ import annotations

from .cards import hand_total, is_blackjack, total, value
from .facts import BoxFacts, HandFacts, Line, RoundFacts, TableFacts
from .sidebets import settle_side_bets
from .stakes import counted, pay

__all__ = ["has_blackjack", "net", "settle"]


def has_blackjack(box: BoxFacts) -> bool:
    """A blackjack lies only on a box that was never split (definition, 12.3.2)."""
    return len(box.hands) == 1 and is_blackjack(box.hands[0].cards)


def settle(round: RoundFacts) -> tuple[Line, ...]:
    """Every line of the settlement: box by box, its hands, its insurance, its side bets."""
    lines: list[Line] = []
    for box in round.boxes:
        lines += settle_hands(box, dealer=round.dealer, table=round.table)
        lines += settle_insurance(box, dealer=round.dealer, table=round.table)
        lines += settle_side_bets(box, dealer_first=round.dealer[0], table=round.table)
    return tuple(lines)


def net(round: RoundFacts) -> dict[str, int]:
    """What each player won (+) or lost (-) over the whole round."""
    sums: dict[str, int] = {}
    for line in settle(round):
        sums[line.player] = sums.get(line.player, 0) + line.net
    return sums


def settle_hands(box: BoxFacts, *, dealer: tuple[str, ...], table: TableFacts) -> list[Line]:
    """The main wagers, those on further hands of a split among them, and the doubles."""
    stakes = counted(box, maximum=table.maximum)
    lines = []
    placed: set[str] = set()  # who already has his original wager on an earlier hand
    for index, hand in enumerate(box.hands):
        for player in hand.players:
            stake = stakes[player]
            if stake == 0:
                lines.append(Line(player, box.number, index + 1, "main", "void", 0, "6.3.1"))
                continue
            if has_blackjack(box):
                took = player in box.even_money
                odds, clause = blackjack_odds(dealer, even_money=took, table=table)
            else:
                odds, clause = hand_odds(hand, dealer, original=player not in placed)
            result, amount = outcome(stake, odds, chip=table.chip)
            lines.append(Line(player, box.number, index + 1, "main", result, amount, clause))
        placed.update(hand.players)
        for player, extra in hand.doubled.items():
            odds, clause = hand_odds(hand, dealer, original=False)
            result, amount = outcome(extra, odds, chip=table.chip)
            lines.append(Line(player, box.number, index + 1, "double", result, amount, clause))
    return lines


def blackjack_odds(
    dealer: tuple[str, ...], *, even_money: bool, table: TableFacts
) -> tuple[tuple[int, int], str]:
    """Odds and clause for a wager on a blackjack. Odds of (0, 1) mean a stand-off."""
    if even_money and dealer[0][0] == "A":
        return (1, 1), "9.1.2"
    if value(dealer[0]) not in (1, 10):
        return (3, 2), "15.1.1" if table.held_blackjacks else "9.1.1"
    if is_blackjack(dealer):
        return (0, 1), "15.1.8"
    return (3, 2), "15.1.1"


def hand_odds(
    hand: HandFacts, dealer: tuple[str, ...], *, original: bool
) -> tuple[tuple[int, int], str]:
    """Odds and clause for a wager on any other hand. Odds of (-1, 1) mean that it is lost.

    A bust is lost at once, whatever the dealer gets (10.5). Against a dealer's blackjack only the
    original wager is lost, which lies on the player's first hand (reading S12).
    """
    points = hand_total(hand.cards, doubled=bool(hand.doubled))
    if points > 21:
        return (-1, 1), "10.5"
    if is_blackjack(dealer):
        return ((-1, 1), "15.1.6") if original else ((0, 1), "15.1.10")
    against = total(dealer)
    if against > 21:
        return (1, 1), "15.1.2"
    if points > against:
        return (1, 1), "15.1.3"
    if points == against:
        return (0, 1), "15.1.9"
    return (-1, 1), "15.1.7"


def outcome(stake: int, odds: tuple[int, int], *, chip: int) -> tuple[str, int]:
    """Result and net of a stake at the given odds; only what is paid out is rounded."""
    to, per = odds
    if to > 0:
        return "win", pay(stake, to, per, chip=chip)
    return ("stand-off", 0) if to == 0 else ("lose", -stake)


def settle_insurance(box: BoxFacts, *, dealer: tuple[str, ...], table: TableFacts) -> list[Line]:
    """The insurance wagers: 2 to 1 on an ace (15.1.4), 10 to 1 on a ten (15.1.5), else lost.

    Reading (S8): insurance on a ten is lost like that on an ace (13.3). Insurance against any other
    card is no wager at all.
    """
    lines = []
    for player, stake in box.insurance.items():
        if has_blackjack(box) and player in box.even_money and dealer[0][0] == "A":
            lines.append(Line(player, box.number, 0, "insurance", "void", 0, "9.1.2"))
            continue
        if value(dealer[0]) not in (1, 10):
            lines.append(Line(player, box.number, 0, "insurance", "void", 0, "8.1"))
            continue
        odds, clause = (-1, 1), "13.3"
        if is_blackjack(dealer):
            odds, clause = ((2, 1), "15.1.4") if dealer[0][0] == "A" else ((10, 1), "15.1.5")
        result, amount = outcome(stake, odds, chip=table.chip)
        lines.append(Line(player, box.number, 0, "insurance", result, amount, clause))
    return lines
