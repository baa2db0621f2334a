"""Whether a finished round at Perth was played by the rules, as far as its facts show."""

from __future__ import annotations

from collections import Counter

from .cards import is_soft, total, value
from .facts import BoxFacts, HandFacts, RoundFacts, TableFacts
from .perth_dealing import dealer_faults
from .perth_settlement import PERFECT_PAIRS, Game, counted
from .settlement import has_blackjack
from .stakes import controlling_player, laid

__all__ = ["faults"]


def faults(round: RoundFacts, *, game: Game) -> list[str]:
    """A sentence for each breach, naming its clause; an empty list for a lawful round."""
    found = card_faults(round)
    broken = False
    for box in round.boxes:
        shape = shape_faults(box)
        found += [f"box {box.number}: {fault}" for fault in shape]
        if shape:
            broken = True
            continue
        rest = wager_faults(box, round.table) + split_faults(box)
        rest += first_deal_faults(box) + place_faults(box)
        for index, hand in enumerate(box.hands):
            told = hand_faults(box, hand, round.table, game=game)
            rest += [f"hand {index + 1} {fault}" for fault in told]
        if round.dealer:
            rest += insurance_faults(box, round, game=game) + even_money_faults(box, round)
            rest += surrender_faults(box, round, game=game)
        found += [f"box {box.number}: {fault}" for fault in rest]
    if broken:
        return found
    return found + dealer_faults(round, game=game)


def card_faults(round: RoundFacts) -> list[str]:
    """At most eight decks, and no card oftener than there are decks (2.2(a))."""
    found = []
    if not 1 <= round.table.decks <= 8:
        found.append(f"{round.table.decks} decks are in use (2.2(a))")
    seen = Counter(round.dealer)
    for box in round.boxes:
        for hand in box.hands:
            seen.update(hand.cards)
    for card, times in seen.items():
        value(card)
        if times > round.table.decks:
            found.append(f"{card} came {times} times from {round.table.decks} decks (2.2(a))")
    numbers = Counter(box.number for box in round.boxes)
    found += [f"box {number} stands twice (4.15)" for number in numbers if numbers[number] > 1]
    return found


def shape_faults(box: BoxFacts) -> list[str]:
    """Gaps that leave nothing to check further: no main wager, no hand, a stranger's hand."""
    players = laid(box, "main")
    if not players:
        return ["cards lie on a box without a main wager (4.15(a))"]
    if not box.hands:
        return ["no hand was dealt to a box with a main wager (4.15(a))"]
    found = []
    for index, hand in enumerate(box.hands):
        if len(hand.cards) < 2:
            clause = "3.37" if len(box.hands) > 1 else "4.15(c)"
            found.append(f"hand {index + 1} has fewer than two cards ({clause})")
        found += [
            f"{player} is on hand {index + 1} without a main wager (3.11)"
            for player in hand.players
            if player not in players
        ]
    return found


def wager_faults(box: BoxFacts, table: TableFacts) -> list[str]:
    """How many may wager, and on what."""
    found = []
    if len(laid(box, "main")) > 3:
        found.append("more than three players wagered (3.12)")
    pairs = laid(box, "perfect-pairs")
    if len(pairs) > 3:
        found.append("more than three wagers lie on perfect-pairs (3.17)")
    if pairs and table.decks not in (4, 6, 8):
        found.append(f"perfect-pairs was played with {table.decks} decks (2.2(a)(ii))")
    elif pairs and PERFECT_PAIRS[table.perfect_pairs_table - 1][0] != table.decks:
        column = table.perfect_pairs_table
        found.append(f"column {column} of the odds is not for {table.decks} decks (3.19)")
    for wager in box.wagers:
        if wager.amount <= 0:
            found.append(f"{wager.player} laid {wager.amount} on {wager.on} (3.6)")
        if wager.on not in ("main", "perfect-pairs"):
            found.append(f"{wager.player} wagered on {wager.on}, which is no wager here (3.6)")
    return found


def split_faults(box: BoxFacts) -> list[str]:
    """What was split and into how many."""
    found = []
    if len(box.hands) > 3:
        found.append(f"{len(box.hands)} hands were made (3.35)")
    values = [value(hand.cards[0]) for hand in box.hands]
    if len(set(values)) > 1:
        clause = "3.31" if len(set(values[:2])) > 1 else "3.33"
        found.append(f"cards of different value were split ({clause})")
    return found


def first_deal_faults(box: BoxFacts) -> list[str]:
    """The two cards of the first deal, where they are told, begin the hands (4.15, 3.31)."""
    if not box.initial:
        return []
    begin = [hand.cards[0] for hand in box.hands]
    if len(box.hands) == 1:
        fits = box.hands[0].cards[:2] == box.initial
    else:
        fits = box.initial[:1] == (begin[0],) and set(box.initial[1:]) <= set(begin[1:])
    if fits and len(box.initial) == 2:
        return []
    return ["the cards of the first deal are not those of the hands (4.15)"]


def place_faults(box: BoxFacts) -> list[str]:
    """Who stands on which hand: the controlling player on each, everyone on the first.

    One who does not join a split stays on the hand at the dealer's left, which is played first.
    """
    found = []
    controls = controlling_player(box)
    for index, hand in enumerate(box.hands):
        if controls not in hand.players:
            found.append(f"{controls} decides, yet has no wager on hand {index + 1} (3.31)")
        if len(set(hand.players)) < len(hand.players):
            found.append(f"a player stands twice on hand {index + 1} (3.36)")
    others = [player for player in laid(box, "main") if player != controls]
    for player in others:
        if player not in box.hands[0].players:
            found.append(f"{player} has no wager on the first hand (3.32(b))")
        on = [player in hand.players for hand in box.hands]
        if second_was_split(box) and on[2] and not on[1]:
            found.append(f"{player} left the second hand for the third (3.34(b))")
    return found


def second_was_split(box: BoxFacts) -> bool:
    """True where the first deal shows that, of two split hands, the second was split again."""
    if len(box.hands) != 3 or len(box.initial) != 2:
        return False
    _, middle, last = (hand.cards[0] for hand in box.hands)
    return box.initial[1] == middle != last


def hand_faults(box: BoxFacts, hand: HandFacts, table: TableFacts, *, game: Game) -> list[str]:
    """Cards taken or left untaken.

    Reading (P5): a doubled hand may end on any total. A surrendered one stays as it is (5.3(a)),
    and so does one of five cards in Plus (6.2).
    """
    cards = hand.cards
    if is_split_ace(box, hand):
        found = []
        if len(cards) != 2:
            found.append(f"is a split ace with {len(cards) - 1} cards drawn (3.38(a))")
        if hand.doubled:
            found.append("is a split ace and was doubled (3.38(a))")
        return found
    found = draw_faults(cards, game=game)
    if hand.doubled:
        return found + double_faults(box, hand, table, game=game)
    closed = (game == "vegas" and box.surrendered) or (game == "plus" and len(cards) == 5)
    if total(cards) < 12 and not closed:
        found.append(f"stopped on {total(cards)} (4.20)")
    return found


def is_split_ace(box: BoxFacts, hand: HandFacts) -> bool:
    """True for a hand that began with an ace of a pair."""
    return len(box.hands) > 1 and hand.cards[0][0] == "A"


def draw_faults(cards: tuple[str, ...], *, game: Game) -> list[str]:
    """Cards drawn to a hand that may have no more."""
    found = []
    for count in range(2, len(cards)):
        reached = total(cards[:count])
        if reached == 21:
            found.append("took a card on 21 (4.19(a))")
        if reached > 21:
            found.append(f"took a card on {reached} (4.18)")
        if game == "plus" and count >= 5:
            found.append(f"took card {count + 1} (6.2)")
    return found


def double_faults(box: BoxFacts, hand: HandFacts, table: TableFacts, *, game: Game) -> list[str]:
    """On which cards, for how much, and by whom a hand was doubled."""
    found = doubled_card_faults(box, hand, game=game)
    if controlling_player(box) not in hand.doubled:
        found.append("was doubled, but not by the controlling player (3.26)")
    stakes = counted(box, maximum=table.maximum)
    for player, extra in hand.doubled.items():
        if player not in hand.players:
            found.append(f"was doubled by {player}, who has no wager on it (3.26)")
        elif extra != stakes[player]:
            found.append(f"was doubled by {player} for {extra} on {stakes[player]} (3.27)")
    return found


def doubled_card_faults(box: BoxFacts, hand: HandFacts, *, game: Game) -> list[str]:
    """One card follows a double (3.28), and each game says when one may double (3.25, 5.1, 6.4).

    Reading (P18): Plus needs no bar of its own against doubling a 21, which takes no card anyway.
    """
    cards, first = hand.cards, hand.cards[:2]
    if game == "plus":
        if len(cards) < 3:
            return ["was doubled and drew no card (3.28)"]
        if len(cards) > 4:
            return [f"was doubled and has {len(cards)} cards (6.4)"]
        return []
    found = []
    if len(cards) != 3:
        found.append(f"was doubled and drew {len(cards) - 2} cards (3.28)")
    if game == "perth" and (is_soft(first) or total(first) not in (9, 10, 11)):
        found.append(f"was doubled on {' '.join(first)} (3.25)")
    if game == "vegas" and total(first) >= 21:
        clause = "5.1(b)" if len(box.hands) > 1 else "5.1(a)"
        found.append(f"was doubled on {' '.join(first)} ({clause})")
    return found


def insurance_faults(box: BoxFacts, round: RoundFacts, *, game: Game) -> list[str]:
    """Insurance needs an ace, covers half at most, and must be payable with the chips there are."""
    found = []
    stakes = counted(box, maximum=round.table.maximum)
    for player, amount in box.insurance.items():
        if round.dealer[0][0] != "A":
            found.append(f"{player} insured against {round.dealer[0]} (3.20(a))")
        if player not in stakes:
            found.append(f"{player} insured without a main wager (3.20(b))")
        elif amount <= 0 or amount * 2 > stakes[player]:
            found.append(f"{player} insured {stakes[player]} for {amount} (3.20(d)(i))")
        if amount * 2 % round.table.chip:
            found.append(f"{player} insured for {amount}, which cannot be paid (3.20(d)(ii))")
        if game == "plus" and has_blackjack(box):
            found.append(f"{player} insured a blackjack (6.3)")
    for player, owner in box.insured_by_others:
        found.append(f"{player} insured the wager of {owner} (3.20(d)(i))")
    return found


def even_money_faults(box: BoxFacts, round: RoundFacts) -> list[str]:
    """Even money is for a wager on a blackjack against an ace (3.24)."""
    found = []
    for player in sorted(box.even_money):
        if round.dealer[0][0] != "A":
            found.append(f"{player} took even money against {round.dealer[0]} (3.24)")
        if not has_blackjack(box):
            found.append(f"{player} took even money without a blackjack (3.24)")
        if player not in laid(box, "main"):
            found.append(f"{player} took even money without a main wager (3.24)")
    return found


def surrender_faults(box: BoxFacts, round: RoundFacts, *, game: Game) -> list[str]:
    """Vegas alone has surrender: two cards under 21 against a ten or an ace (5.2, 5.3).

    Reading (P8): who had a third card at that moment is not to be seen afterwards.
    """
    if not box.surrendered:
        return []
    if game != "vegas":
        return ["a hand was surrendered in a game without surrender (5.2)"]
    found = []
    if value(round.dealer[0]) not in (1, 10):
        found.append(f"a hand was surrendered against {round.dealer[0]} (5.2(a))")
    if len(box.hands) > 1 or total(box.hands[0].cards[:2]) >= 21:
        found.append("what was surrendered is not two first cards under 21 (5.2(b))")
    if any(len(hand.cards) > 2 or hand.doubled for hand in box.hands):
        found.append("a surrendered hand was played on (5.3(a))")
    if controlling_player(box) not in box.surrendered:
        found.append("a hand was surrendered, but not by the controlling player (5.3(b))")
    found += [
        f"{player} surrendered without a main wager (5.3(b))"
        for player in sorted(box.surrendered)
        if player not in laid(box, "main")
    ]
    return found
