"""Whether a finished round was played by the rules, as far as its facts show."""

from __future__ import annotations

from collections import Counter

from .cards import low_total, total, value
from .dealing import dealer_faults
from .facts import BoxFacts, HandFacts, RoundFacts, TableFacts
from .settlement import has_blackjack
from .sidebets import SIDE_BETS
from .stakes import controlling_player, counted, laid

__all__ = ["faults"]


def faults(round: RoundFacts) -> list[str]:
    """A sentence for each breach, naming its clause; an empty list for a lawful round."""
    found = card_faults(round)
    broken = False
    for box in round.boxes:
        shape = shape_faults(box)
        found += [f"box {box.number}: {fault}" for fault in shape]
        if shape:
            broken = True
            continue
        rest = wager_faults(box) + split_faults(box, round.table)
        rest += first_deal_faults(box) + place_faults(box)
        for index, hand in enumerate(box.hands):
            rest += [f"hand {index + 1} {fault}" for fault in hand_faults(box, hand, round.table)]
        if round.dealer:
            rest += insurance_faults(box, round) + even_money_faults(box, round)
        found += [f"box {box.number}: {fault}" for fault in rest]
    if broken:
        return found
    return found + dealer_faults(round)


def card_faults(round: RoundFacts) -> list[str]:
    """Six or eight decks, and no card oftener than there are decks (3.1)."""
    found = []
    if round.table.decks not in (6, 8):
        found.append(f"{round.table.decks} decks are in use (3.1)")
    seen = Counter(round.dealer)
    for box in round.boxes:
        for hand in box.hands:
            seen.update(hand.cards)
    for card, times in seen.items():
        value(card)
        if times > round.table.decks:
            found.append(f"{card} came {times} times from {round.table.decks} decks (3.1)")
    numbers = Counter(box.number for box in round.boxes)
    found += [f"box {number} stands twice (7.1)" for number in numbers if numbers[number] > 1]
    return found


def shape_faults(box: BoxFacts) -> list[str]:
    """Gaps that leave nothing to check further: no main wager, no hand, a stranger's hand."""
    players = laid(box, "main")
    if not players:
        return ["cards lie on a box without a main wager (7.1)"]
    if not box.hands:
        return ["no hand was dealt to a box with a main wager (7.1)"]
    found = []
    for index, hand in enumerate(box.hands):
        if len(hand.cards) < 2:
            clause = "12.2" if len(box.hands) > 1 else "7.1"
            found.append(f"hand {index + 1} has fewer than two cards ({clause})")
        found += [
            f"{player} is on hand {index + 1} without a main wager (5.2)"
            for player in hand.players
            if player not in players
        ]
    return found


def wager_faults(box: BoxFacts) -> list[str]:
    """How many may wager, and on what."""
    found = []
    if len(laid(box, "main")) > 3:
        found.append("more than three players wagered (5.4)")
    found += [
        f"more than three wagers lie on {on} (14.8)" for on in SIDE_BETS if len(laid(box, on)) > 3
    ]
    for wager in box.wagers:
        if wager.amount <= 0:
            found.append(f"{wager.player} laid {wager.amount} on {wager.on} (5.2)")
        if wager.on not in ("main", *SIDE_BETS):
            found.append(f"{wager.player} wagered on {wager.on}, which is no wager here (14.2)")
    return found


def split_faults(box: BoxFacts, table: TableFacts) -> list[str]:
    """What was split and into how many (12.1, 12.4, 12.5)."""
    found = []
    count = len(box.hands)
    if count > 2 and not table.resplit:
        found.append(f"{count} hands were made where no second split is allowed (12.4)")
    if count > 3 and table.resplit:
        found.append(f"{count} hands were made (12.5.3)")
    if count > 1 and len({value(hand.cards[0]) for hand in box.hands}) > 1:
        found.append("cards of different value were split (12.1)")
    return found


def first_deal_faults(box: BoxFacts) -> list[str]:
    """The two cards of the first deal, where they are told, begin the hands (7.1)."""
    if not box.initial:
        return []
    begin = [hand.cards[0] for hand in box.hands]
    if len(box.hands) == 1:
        fits = box.hands[0].cards[:2] == box.initial
    else:
        fits = box.initial[:1] == (begin[0],) and set(box.initial[1:]) <= set(begin[1:])
    if fits and len(box.initial) == 2:
        return []
    return ["the cards of the first deal are not those of the hands (7.1)"]


def place_faults(box: BoxFacts) -> list[str]:
    """Who stands on which hand: the controlling player on each, everyone on the first (12.6)."""
    found = []
    controls = controlling_player(box)
    for index, hand in enumerate(box.hands):
        if controls not in hand.players:
            found.append(f"{controls} decides, yet has no wager on hand {index + 1} (12.1)")
        if len(set(hand.players)) < len(hand.players):
            found.append(f"a player stands twice on hand {index + 1} (12.6)")
    found += [
        f"{player} has no wager on the first hand (12.6.2)"
        for player in laid(box, "main")
        if player != controls and player not in box.hands[0].players
    ]
    return found


def hand_faults(box: BoxFacts, hand: HandFacts, table: TableFacts) -> list[str]:
    """Cards taken or left untaken against sections 10 to 12."""
    found = []
    cards = hand.cards
    if len(box.hands) > 1 and cards[0][0] == "A":
        clause = "12.5.4" if len(box.hands) > 2 else "12.3.1"
        if len(cards) != 2:
            found.append(f"is a split ace with {len(cards) - 1} cards drawn ({clause})")
        if hand.doubled:
            found.append(f"is a split ace and was doubled ({clause})")
        return found
    for count in range(2, len(cards)):
        reached = total(cards[:count])
        if reached >= 21:
            found.append(f"took a card on {reached} (10.3)")
    if hand.doubled:
        return found + double_faults(box, hand, table)
    if total(cards) < 12:
        found.append(f"stopped on {total(cards)} (10.2)")
    return found


def double_faults(box: BoxFacts, hand: HandFacts, table: TableFacts) -> list[str]:
    """Section 11: on which totals, with how many cards, for how much, and by whom."""
    found = []
    first = low_total(hand.cards[:2])
    if first not in (9, 10, 11):
        with_ace = any(card[0] == "A" for card in hand.cards[:2])
        clause = "11.1.2" if with_ace else "11.1.1"
        found.append(f"was doubled on {first} ({clause})")
    if len(hand.cards) != 3:
        found.append(f"was doubled and drew {len(hand.cards) - 2} cards (11.1.3)")
    if controlling_player(box) not in hand.doubled:
        found.append("was doubled, but not by the controlling player (11.3)")
    stakes = counted(box, maximum=table.maximum)
    for player, extra in hand.doubled.items():
        if player not in hand.players:
            found.append(f"was doubled by {player}, who has no wager on it (11.3)")
        elif not 0 < extra <= stakes[player]:
            found.append(f"was doubled by {player} for {extra} on {stakes[player]} (11.1)")
    return found


def insurance_faults(box: BoxFacts, round: RoundFacts) -> list[str]:
    """Insurance needs an ace, or a ten where offered, and covers half at most (8.1, 8.2)."""
    found = []
    first = round.dealer[0]
    stakes = counted(box, maximum=round.table.maximum)
    clause = "8.2" if value(first) == 10 else "8.1"
    for player, amount in box.insurance.items():
        if value(first) == 10 and not round.table.ten_insurance:
            found.append(f"{player} insured against a ten where that is not offered (8.2)")
        elif value(first) not in (1, 10):
            found.append(f"{player} insured against {first} (8.1)")
        if player not in stakes:
            found.append(f"{player} insured without a main wager ({clause})")
        elif amount <= 0 or amount * 2 > stakes[player]:
            found.append(f"{player} insured {stakes[player]} for {amount} ({clause})")
    return found


def even_money_faults(box: BoxFacts, round: RoundFacts) -> list[str]:
    """Even money is for a wager on a blackjack against an ace (9.1.2)."""
    found = []
    for player in sorted(box.even_money):
        if round.dealer[0][0] != "A":
            found.append(f"{player} took even money against {round.dealer[0]} (9.1.2)")
        if not has_blackjack(box):
            found.append(f"{player} took even money without a blackjack (9.1.2)")
        if player not in laid(box, "main"):
            found.append(f"{player} took even money without a main wager (9.1.2)")
    return found
