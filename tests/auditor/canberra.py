"""An auditor for Canberra Blackjack: a second, naive settlement of finished rounds.

`settle` says what every wager should have come to, `faults` lists what was played unlawfully. A
line names the clause by which its wager wins, loses, stands off or goes back; the odds stand in a
clause of their own (7.5, 13.2, 17.12, 17.23).
"""

from __future__ import annotations

from collections import Counter

from .cards import is_blackjack, is_soft, total, value
from .facts import BoxFacts, HandFacts, Line, RoundFacts
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
from .stakes import laid

__all__ = ["controlling_player", "counted", "dealer_needs", "faults", "settle"]

SIDE_BETS = {"perfect-pairs": "17.6", "pairs-play": "17.18"}  # and the clause that allows three
PAYS = {  # the odds to one and the clause, by the kind of pair; -1 is a wager lost
    "perfect-pairs": {
        "none": (-1, "17.9(d)"),
        "mixed": (6, "17.9(a)"),
        "coloured": (12, "17.9(b)"),
        "perfect": (25, "17.9(c)"),
    },
    "pairs-play": {
        "none": (-1, "17.21(b)"),
        "mixed": (11, "17.21(a)"),
        "coloured": (11, "17.21(a)"),
        "perfect": (11, "17.21(a)"),
    },
}

# Stakes ------------------------------------------------------------------------------------------


def counted(box: BoxFacts, *, maximum: int) -> dict[str, int]:
    """What each main wager is paid or collected for, up to the box's maximum (3.1, 3.5).

    Readings: above the maximum the wagers count from front to back. One that goes back (3.4) counts
    for nothing, and takes nothing of the maximum from the others.
    """
    room = maximum
    result: dict[str, int] = {}
    for player, amount in laid(box, "main").items():
        result[player] = 0 if player in box.going_back else min(amount, room)
        room -= result[player]
    return result


def limits_of(box: BoxFacts, *, maximum: int) -> dict[str, int]:
    """The initial wager by which doubles and insurance are measured, also where it goes back."""
    stakes = counted(box, maximum=maximum)
    amounts = laid(box, "main")
    return {
        player: amounts[player] if player in box.going_back else stakes[player]
        for player in amounts
    }


def controlling_player(box: BoxFacts, *, maximum: int) -> str:
    """Who decides: the player seated at the box, else the wager nearest the dealer (4.5).

    Reading: only a player with a wager on the box decides for it, and a wager of which the maximum
    leaves nothing is none.
    """
    limits = limits_of(box, maximum=maximum)
    players = [player for player in limits if limits[player] > 0] or list(limits)
    return box.seated if box.seated in players else players[0]


def exactly(stake: int, to: int, per: int) -> int:
    """A payment at `to` to `per`, to the cent: nothing in this rulebook rounds one."""
    paid, rest = divmod(stake * to, per)
    if rest:
        raise ValueError(f"{stake} cents at {to} to {per} cannot be paid in whole cents")
    return paid


# Settlement --------------------------------------------------------------------------------------


def settle(round: RoundFacts) -> tuple[Line, ...]:
    """Every line of the settlement: box by box, its hands, its insurance, its side bets."""
    lines: list[Line] = []
    for box in round.boxes:
        lines += settle_hands(box, round)
        lines += settle_insurance(box, dealer=round.dealer)
        lines += settle_side_bets(box)
    return tuple(lines)


def has_blackjack(box: BoxFacts) -> bool:
    """An ace and a ten-card of the first deal; a split ends the chance of it (10.7)."""
    return len(box.hands) == 1 and is_blackjack(box.hands[0].cards)


def settle_hands(box: BoxFacts, round: RoundFacts) -> list[Line]:
    """The main wagers, those on further hands of a split among them, and the doubles."""
    lines = []
    stakes = counted(box, maximum=round.table.maximum)
    for number, hand in enumerate(box.hands, 1):
        staked = [(player, "main", stakes[player]) for player in hand.players]
        staked += [(player, "double", extra) for player, extra in hand.doubled.items()]
        for player, on, stake in staked:
            if player in box.going_back:
                result, net, clause = "void", 0, "3.4"
            elif stakes.get(player) == 0:
                result, net, clause = "void", 0, "3.5"
            elif has_blackjack(box):
                took = player in box.even_money
                result, net, clause = blackjack_outcome(stake, round.dealer, even_money=took)
            else:
                result, net, clause = hand_outcome(stake, hand.cards, round.dealer)
            lines.append(Line(player, box.number, number, on, result, net, clause))
    return lines


def blackjack_outcome(
    stake: int, dealer: tuple[str, ...], *, even_money: bool
) -> tuple[str, int, str]:
    """Result, net and clause for a stake on a blackjack.

    Reading (C4): a picture keeps it waiting like a ten. Reading: even money is for the player who
    asks, not for all on the hand.
    """
    if even_money and dealer[0][0] == "A":
        return "win", stake, "8.1(b)"
    if value(dealer[0]) not in (1, 10):
        return "win", exactly(stake, 3, 2), "8.1(a)"
    if is_blackjack(dealer):
        return "stand-off", 0, "13.1(g)"
    return "win", exactly(stake, 3, 2), "13.1(c)"


def hand_outcome(
    stake: int, cards: tuple[str, ...], dealer: tuple[str, ...]
) -> tuple[str, int, str]:
    """Result, net and clause for a stake on any other hand.

    Readings: C5, a dealer's blackjack beats a 21; C10, it takes doubles and split wagers as well.
    """
    points, against = total(cards), total(dealer)
    if points > 21:
        return "lose", -stake, "13.1(d)"
    if is_blackjack(dealer):
        return "lose", -stake, "13.1(f)"
    if against > 21:
        return "win", stake, "13.1(a)"
    if points > against:
        return "win", stake, "13.1(b)"
    if points == against:
        return "stand-off", 0, "13.1(g)"
    return "lose", -stake, "13.1(e)"


def settle_insurance(box: BoxFacts, *, dealer: tuple[str, ...]) -> list[Line]:
    """Insurance on one's own wager, then on those of others: 2 to 1 on a ten-card (7.5, 7.6).

    Readings: C11, even money sends one's own insurance back, but not another's on the same wager;
    insurance is a wager of its own, also on a wager that goes back.
    """
    paid_even = box.even_money if has_blackjack(box) else frozenset()
    staked = [(player, amount, player in paid_even) for player, amount in box.insurance.items()]
    staked += [(player, amount, False) for (player, _), amount in box.insured_by_others.items()]
    lines = []
    for player, stake, returned in staked:
        if dealer[0][0] != "A":
            result, net, clause = "void", 0, "7.1"
        elif returned:
            result, net, clause = "void", 0, "8.1(b)"
        elif len(dealer) > 1 and value(dealer[1]) == 10:
            result, net, clause = "win", 2 * stake, "7.6(b)"
        else:
            result, net, clause = "lose", -stake, "7.6(a)"
        lines.append(Line(player, box.number, 0, "insurance", result, net, clause))
    return lines


def settle_side_bets(box: BoxFacts) -> list[Line]:
    """One line for each player and kind of side bet on the box."""
    lines = []
    for on in SIDE_BETS:
        for player, amount in laid(box, on).items():
            odds, clause = PAYS[on][kind_of_pair(first_two(box))]
            result = "win" if odds > 0 else "lose"
            lines.append(Line(player, box.number, 0, on, result, odds * amount, clause))
    return lines


# Procedure ---------------------------------------------------------------------------------------


def faults(round: RoundFacts) -> list[str]:
    """A sentence for each breach, naming its clause; an empty list for a lawful round."""
    found = deck_faults(round, decks=range(4, 9), clause="2.1")
    numbers = Counter(box.number for box in round.boxes)
    found += [f"box {number} stands twice (6.2)" for number in numbers if numbers[number] > 1]
    kinds = {wager.on for box in round.boxes for wager in box.wagers if wager.on in SIDE_BETS}
    if len(kinds) > 1:
        found.append("both kinds of side bet lie on one table (17.1)")
    if not round.dealer:
        found.append("the dealer has no card at all (6.2(b))")
    broken = not round.dealer
    for box in round.boxes:
        here = shape_faults(box, dealt="6.2", split="10.6", wager="4.2")
        broken = broken or bool(here)
        if not here:
            here = box_faults(box, maximum=round.table.maximum)
            if round.dealer:
                here += insurance_faults(box, round) + even_money_faults(box, round.dealer[0])
        found += [f"box {box.number}: {fault}" for fault in here]
    return found if broken else found + dealer_faults(round)


def box_faults(box: BoxFacts, *, maximum: int) -> list[str]:
    """What was wrong with the wagers and hands of one box."""
    controls = controlling_player(box, maximum=maximum)
    found = wager_faults(box, side_bets=SIDE_BETS, players="4.5", laying="4.2", calls="9.1")
    found += split_faults(box)
    if not begins_as_dealt(box):
        found.append("the cards of the first deal are not those of the hands (6.2)")
    found += place_faults(box, controls=controls, led="10.1", others="10.2", stays="10.2(b)")
    limits = limits_of(box, maximum=maximum)
    for number, hand in enumerate(box.hands, 1):
        if len(box.hands) > 1 and hand.cards[0][0] == "A":
            here = split_ace_faults(hand)
        else:
            here = hand_faults(hand, controls=controls, limits=limits)
        found += [f"hand {number} {fault}" for fault in here]
    return found


def split_faults(box: BoxFacts) -> list[str]:
    """What was split and into how many (definition of a split, 10.3)."""
    found = []
    count = len(box.hands)
    if count > 4:
        found.append(f"{count} hands were made (10.3)")
    if count > 2 and all(hand.cards[0][0] == "A" for hand in box.hands):
        found.append(f"aces were split into {count} hands (10.3)")
    if count > 1 and len({value(hand.cards[0]) for hand in box.hands}) > 1:
        found.append("cards of different value were split (def:split)")
    return found


def split_ace_faults(hand: HandFacts) -> list[str]:
    """One card to a split ace, whatever it makes, and no double on it (10.5, readings C8, C9)."""
    found = []
    if len(hand.cards) != 2:
        found.append(f"is a split ace with {len(hand.cards) - 1} cards drawn (10.5)")
    if hand.doubled:
        found.append("is a split ace and was doubled (10.5)")
    return found


def hand_faults(hand: HandFacts, *, controls: str, limits: dict[str, int]) -> list[str]:
    """Cards taken or left untaken against sections 9 and 11.

    A total below 12 is always a hard one. Reading (C8): any two cards but 21 may be doubled.
    """
    found = []
    cards = hand.cards
    for count in range(2, len(cards)):
        reached = total(cards[:count])
        if reached > 21:
            found.append(f"took a card on {reached} (13.1(d))")
        elif reached == 21:
            found.append("took a card on 21 (9.2(a))")
    if not hand.doubled:
        if total(cards) < 12:
            found.append(f"stopped on {total(cards)} (9.2(b))")
        return found
    if len(cards) != 3:
        found.append(f"was doubled and drew {len(cards) - 2} cards (def:double-double-down)")
    amount = "def:double-double-down"
    return found + doubling_faults(
        hand, controls=controls, limits=limits, amount=amount, led="11.1", others="11.2"
    )


def insurance_faults(box: BoxFacts, round: RoundFacts) -> list[str]:
    """Insurance needs an ace, covers half at most, and is made of half chips (7.1, 7.4)."""
    found = []
    limits = limits_of(box, maximum=round.table.maximum)
    if (box.insurance or box.insured_by_others) and round.dealer[0][0] != "A":
        found.append(f"insurance was taken against {round.dealer[0]} (7.1)")
    for player, amount in box.insurance.items():
        if not 0 < 2 * amount <= limits.get(player, 0):
            found.append(f"{player} insured {limits.get(player, 0)} for {amount} (7.1)")
    present = {player for other in round.boxes for player in laid(other, "main")}
    found += others_insurance_faults(box, present=present, limits=limits)
    found += [
        f"{amount} of insurance is not made of half chips (7.4)"
        for amount in (*box.insurance.values(), *box.insured_by_others.values())
        if 2 * amount % round.table.chip
    ]
    return found


def others_insurance_faults(
    box: BoxFacts, *, present: set[str], limits: dict[str, int]
) -> list[str]:
    """Others insure a wager whose owner declines, up to half of it (7.2).

    Readings: it is insured once over, also where several share in it; who insures even a part of
    his own wager has not declined; who insures another's has a wager of his own on some box.
    """
    found = []
    on_owner: Counter[str] = Counter()
    for (player, owner), amount in box.insured_by_others.items():
        on_owner[owner] += amount
        if player == owner or player not in present:
            found.append(f"{player} may not insure the wager of {owner} as another's (7.2)")
        if amount <= 0:
            found.append(f"{player} insured the wager of {owner} for {amount} (7.2)")
    for owner, amount in on_owner.items():
        if box.insurance.get(owner, 0) > 0:
            found.append(f"{owner} did not decline insurance, yet others took it (7.2)")
        if 2 * amount > limits.get(owner, 0):
            found.append(f"others insured {limits.get(owner, 0)} of {owner} for {amount} (7.2)")
    return found


def even_money_faults(box: BoxFacts, first: str) -> list[str]:
    """Even money is for a wager on a blackjack against an ace (8.1(b))."""
    found = []
    for player in sorted(box.even_money):
        if first[0] != "A":
            found.append(f"{player} took even money against {first} (8.1(b))")
        if not has_blackjack(box):
            found.append(f"{player} took even money without a blackjack (8.1(b))")
        if player not in laid(box, "main"):
            found.append(f"{player} took even money without a main wager (8.1(b))")
    return found


# The dealer's cards ------------------------------------------------------------------------------


def dealer_faults(round: RoundFacts) -> list[str]:
    """Whether the dealer drew as the layout says and only as far as it mattered (12.1, 12.2)."""
    draws_soft_17 = round.table.draws_soft_17

    def enough(cards: tuple[str, ...]) -> bool:
        return total(cards) >= (18 if draws_soft_17 and is_soft(cards) else 17)

    return draw_faults(
        round.dealer,
        needs=dealer_needs(round),
        enough=enough,
        draws="12.1(b)" if draws_soft_17 else "12.1(a)",
        idle="12.2",
    )


def dealer_needs(round: RoundFacts) -> str:
    """What the open wagers still ask of the dealer: "nothing", "one card" or "a full hand".

    A hand that is neither over nor a blackjack asks for a full hand: until the dealer stands, he
    may yet go over and may yet make 21. A blackjack that waits against a ten or an ace, and
    insurance, turn on the second card alone. What goes back asks for nothing.
    """
    return strongest_need(box_needs(box, round) for box in round.boxes)


def box_needs(box: BoxFacts, round: RoundFacts) -> str:
    """The same for the wagers of a single box."""
    first = round.dealer[0]
    stakes = counted(box, maximum=round.table.maximum)
    paid = box.even_money if has_blackjack(box) and first[0] == "A" else frozenset()
    waiting = False
    for hand in box.hands:
        if all(stakes[player] == 0 or player in paid for player in hand.players):
            continue
        if has_blackjack(box):
            waiting = value(first) in (1, 10)
        elif total(hand.cards) <= 21:
            return "a full hand"
    insured = sum(amount for player, amount in box.insurance.items() if player not in paid)
    insured += sum(box.insured_by_others.values())
    if insured > 0 and first[0] == "A":
        waiting = True
    return "one card" if waiting else "nothing"
