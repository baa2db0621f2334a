"""An auditor for Blackjack Challenge: a second, naive settlement of finished rounds.

`settle` says what every wager should have come to, `faults` lists what was played unlawfully. Who
decides for a box, what counts under the maximum and how payments are rounded is as in Star
Blackjack, clause for clause (5.5, 5.9, 6.3.1).
"""

from __future__ import annotations

from collections import Counter

from .cards import is_blackjack, total, value
from .facts import BoxFacts, HandFacts, Line, RoundFacts, TableFacts
from .shapes import (
    begins_as_dealt,
    deck_faults,
    doubling_faults,
    draw_faults,
    kind_of_pair,
    place_faults,
    shape_faults,
    strongest_need,
    wager_faults,
)
from .sidebets import first_two
from .stakes import controlling_player, counted, laid, pay

__all__ = ["dealer_needs", "faults", "settle"]

TENS_BY_RANK = "TJQK"  # from the lowest (3.3)
SIDE_BETS = {"any-pairs": "13.5", "perfect-pairs": "14.6"}  # and the clause that allows three
PAYS = {  # the odds to one and the clause, by the kind of pair; -1 is a wager lost
    "any-pairs": {
        "none": (-1, "13.8"),
        "mixed": (11, "13.7"),
        "coloured": (11, "13.7"),
        "perfect": (11, "13.7"),
    },
    "perfect-pairs": {
        "none": (-1, "14.9"),
        "mixed": (5, "14.8.1"),
        "coloured": (10, "14.8.2"),
        "perfect": (30, "14.8.3"),
    },
}
FIVE_CARDS = 5  # a Five Card Trick (9.7)

# Settlement --------------------------------------------------------------------------------------


def settle(round: RoundFacts) -> tuple[Line, ...]:
    """Every line of the settlement: box by box, its hands, then its side bets.

    Insurance is not among the wagers of this game: what was laid on it is void (5.3).
    """
    lines: list[Line] = []
    for box in round.boxes:
        lines += settle_hands(box, dealer=round.dealer, table=round.table)
        insurers = [*box.insurance, *(insurer for insurer, _ in box.insured_by_others)]
        lines += [Line(player, box.number, 0, "insurance", "void", 0, "5.3") for player in insurers]
        lines += settle_side_bets(box, table=round.table)
    return tuple(lines)


def settle_hands(box: BoxFacts, *, dealer: tuple[str, ...], table: TableFacts) -> list[Line]:
    """The main wagers, those on further hands of a split among them, and the doubles.

    Reading (S12): the original wager is the one on the player's first hand.
    """
    stakes = counted(box, maximum=table.maximum)
    lines = []
    placed: set[str] = set()  # who already has his original wager on an earlier hand
    for number, hand in enumerate(box.hands, 1):
        staked = [
            (player, "main", stakes[player], "11.6" if player in placed else "")
            for player in hand.players
        ]
        staked += [(player, "double", extra, "10.4") for player, extra in hand.doubled.items()]
        placed.update(hand.players)
        for player, on, stake, spared in staked:
            if stakes.get(player) == 0:
                lines.append(Line(player, box.number, number, on, "void", 0, "6.3.1"))
                continue
            odds, clause = hand_odds(hand.cards, dealer, spared=spared)
            result, net = outcome(stake, odds, chip=table.chip)
            lines.append(Line(player, box.number, number, on, result, net, clause))
    return lines


def hand_odds(cards: tuple[str, ...], dealer: tuple[str, ...], *, spared: str) -> tuple[int, str]:
    """The odds to one, and the clause: 0 for a stand-off, -1 for a wager lost.

    A hand over 21 is lost and one of 21 or of five cards is paid at once, whatever the dealer gets.
    `spared` is the clause that keeps a further wager from a dealer's blackjack. Reading (B10): that
    clause goes before the one by which the lower hand loses.
    """
    points = total(cards)
    if points > 21:
        return -1, "9.5"
    if is_blackjack(cards):
        return blackjack_odds(cards, dealer)
    if points == 21:
        return 1, "9.6"
    if len(cards) >= FIVE_CARDS:
        return 1, "9.7"
    if is_blackjack(dealer) and spared:
        return 0, spared
    if total(dealer) > 21:
        return 1, "15.1.3"
    if points > total(dealer):
        return 1, "15.1.2"
    return -1, "15.1.4"


def blackjack_odds(cards: tuple[str, ...], dealer: tuple[str, ...]) -> tuple[int, str]:
    """The odds to one for an ace with a ten-card, made by a split or not (11.3.1).

    Readings: B8, such a hand is not paid as any other 21; B11, one made by a split is paid as the
    others are.
    """
    if value(dealer[0]) not in (1, 10):
        return 2, "8.1.1"
    if not is_blackjack(dealer):
        return 2, "15.1.1.1"
    mine, against = rank_of_the_ten(cards), rank_of_the_ten(dealer)
    if mine > against:
        return 5, "15.1.1.2.1"
    if mine == against:
        return 4, "15.1.1.2.2"
    return 3, "15.1.1.2.3"


def rank_of_the_ten(cards: tuple[str, ...]) -> int:
    """How high the ten-card of a blackjack ranks: king, queen, jack, ten (3.3)."""
    return max(TENS_BY_RANK.find(card[0]) for card in cards)


def outcome(stake: int, odds: int, *, chip: int) -> tuple[str, int]:
    """Result and net of a stake at odds to one; only what is paid out is rounded (5.9)."""
    if odds > 0:
        return "win", pay(stake, odds, chip=chip)
    return ("stand-off", 0) if odds == 0 else ("lose", -stake)


def settle_side_bets(box: BoxFacts, *, table: TableFacts) -> list[Line]:
    """One line for each player and kind of side bet on the box."""
    lines = []
    for on in SIDE_BETS:
        for player, amount in laid(box, on).items():
            odds, clause = PAYS[on][kind_of_pair(first_two(box))]
            result, net = outcome(amount, odds, chip=table.chip)
            lines.append(Line(player, box.number, 0, on, result, net, clause))
    return lines


# Procedure ---------------------------------------------------------------------------------------


def faults(round: RoundFacts) -> list[str]:
    """A sentence for each breach, naming its clause; an empty list for a lawful round."""
    found = deck_faults(round, decks=(6, 8), clause="3.1")
    numbers = Counter(box.number for box in round.boxes)
    found += [f"box {number} stands twice (7.1)" for number in numbers if numbers[number] > 1]
    if not round.dealer:
        found.append("the dealer has no card at all (7.1)")
    broken = not round.dealer
    for box in round.boxes:
        here = shape_faults(box, dealt="7.1", split="11.2", wager="5.2")
        broken = broken or bool(here)
        if not here:
            here = box_faults(box, maximum=round.table.maximum)
        found += [f"box {box.number}: {fault}" for fault in here]
    return found if broken else found + dealer_faults(round)


def box_faults(box: BoxFacts, *, maximum: int) -> list[str]:
    """What was wrong with the wagers and hands of one box."""
    controls = controlling_player(box)
    found = wager_faults(box, side_bets=SIDE_BETS, players="5.4", laying="5.2", calls="9.1")
    found += stranger_faults(box) + split_faults(box)
    if not begins_as_dealt(box):
        found.append("the cards of the first deal are not those of the hands (7.1)")
    found += place_faults(box, controls=controls, led="11.1", others="11.5", stays="11.5.2")
    limits = counted(box, maximum=maximum)
    for number, hand in enumerate(box.hands, 1):
        here = hand_faults(hand, controls=controls, limits=limits)
        found += [f"hand {number} {fault}" for fault in here]
    return found


def stranger_faults(box: BoxFacts) -> list[str]:
    """What other games know and this one does not."""
    found = []
    if box.insurance or box.insured_by_others:
        found.append("insurance was taken, which is no wager here (5.3)")
    if box.even_money:
        found.append("even money was paid, while a blackjack waits for the dealer (8.1.2)")
    if box.going_back:
        found.append("a wager below the minimum went back, though it is valid (6.2)")
    return found


def split_faults(box: BoxFacts) -> list[str]:
    """What was split and into how many (11.1, 11.4)."""
    found = []
    count = len(box.hands)
    if count > 3:
        found.append(f"{count} hands were made (11.4.2)")
    if count > 1 and len({value(hand.cards[0]) for hand in box.hands}) > 1:
        clause = "11.1" if count == 2 else "11.4"
        found.append(f"cards of different value were split ({clause})")
    return found


def hand_faults(hand: HandFacts, *, controls: str, limits: dict[str, int]) -> list[str]:
    """Cards taken or left untaken against sections 9 and 10. Split aces play on (reading B14)."""
    found = []
    cards = hand.cards
    for count in range(2, len(cards)):
        reached = total(cards[:count])
        if reached > 21:
            found.append(f"took a card on {reached} (9.5)")
        elif reached == 21:
            found.append("took a card on 21 (9.3)")
        elif count >= FIVE_CARDS:
            found.append(f"took a card on {count} cards (9.7)")
    if not hand.doubled:
        if total(cards) < 12 and len(cards) < FIVE_CARDS:
            found.append(f"stopped on {total(cards)} (9.2)")
        return found
    if len(cards) == 2:
        found.append("was doubled and drew no card (10.2)")
    if len(cards) > 4:
        found.append(f"was doubled on more than three of {len(cards)} cards (10.1)")
    return found + doubling_faults(
        hand, controls=controls, limits=limits, amount="10.1", led="10.3", others="10.3"
    )


# The dealer's cards ------------------------------------------------------------------------------


def dealer_faults(round: RoundFacts) -> list[str]:
    """Whether the dealer drew to 17 and no further, and only as far as it mattered (12.2, 12.3).

    Reading (B13): an ace counts eleven where it can, so that he stands on a soft 17 too.
    """
    return draw_faults(
        round.dealer,
        needs=dealer_needs(round),
        enough=lambda cards: total(cards) >= 17,
        draws="12.2",
        idle="12.3",
    )


def dealer_needs(round: RoundFacts) -> str:
    """What the open wagers still ask of the dealer: "nothing", "one card" or "a full hand".

    A hand of at most 20 in at most four cards asks for a full hand: however the dealer stands below
    17, he may yet go over and may yet make 21. A blackjack that waits against a ten or an ace turns
    on the second card alone, which tells 2 to 1 from more. All else has been paid or collected.
    """
    return strongest_need(box_needs(box, round) for box in round.boxes)


def box_needs(box: BoxFacts, round: RoundFacts) -> str:
    """The same for the wagers of a single box."""
    stakes = counted(box, maximum=round.table.maximum)
    waiting = False
    for hand in box.hands:
        if all(stakes[player] == 0 for player in hand.players):
            continue
        if is_blackjack(hand.cards):
            waiting = waiting or value(round.dealer[0]) in (1, 10)
        elif total(hand.cards) <= 20 and len(hand.cards) < FIVE_CARDS:
            return "a full hand"
    return "one card" if waiting else "nothing"
