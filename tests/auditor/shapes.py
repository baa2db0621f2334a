"""What holds for a box and a dealer's hand in any blackjack game; the clauses come from the game.

Everything here looks at how a finished round lies on the table, never at what it is worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping

from .cards import total, value
from .facts import BoxFacts, HandFacts, RoundFacts
from .stakes import laid

__all__ = [
    "begins_as_dealt",
    "deck_faults",
    "doubling_faults",
    "draw_faults",
    "kind_of_pair",
    "place_faults",
    "shape_faults",
    "splits_explain_places",
    "strongest_need",
    "wager_faults",
]


def kind_of_pair(cards: tuple[str, ...]) -> str:
    """How two cards match: "perfect" in suit, "coloured" in colour, "mixed" in rank alone,
    "none"."""
    one, two = cards
    if one[0] != two[0]:
        return "none"
    if one[1] == two[1]:
        return "perfect"
    return "coloured" if {one[1], two[1]} in ({"C", "S"}, {"D", "H"}) else "mixed"


def deck_faults(round: RoundFacts, *, decks: Collection[int], clause: str) -> list[str]:
    """A lawful number of decks, and no card oftener than there are decks."""
    found = []
    if round.table.decks not in decks:
        found.append(f"{round.table.decks} decks are in use ({clause})")
    seen = Counter(round.dealer)
    for box in round.boxes:
        for hand in box.hands:
            seen.update(hand.cards)
    for card, times in seen.items():
        value(card)
        if times > round.table.decks:
            found.append(f"{card} came {times} times from {round.table.decks} decks ({clause})")
    return found


def shape_faults(box: BoxFacts, *, dealt: str, split: str, wager: str) -> list[str]:
    """Gaps that leave nothing to check further: no main wager, no hand, a stranger's hand."""
    players = laid(box, "main")
    if not players:
        return [f"cards lie on a box without a main wager ({dealt})"]
    if not box.hands:
        return [f"no hand was dealt to a box with a main wager ({dealt})"]
    found = []
    for number, hand in enumerate(box.hands, 1):
        if len(hand.cards) < 2:
            clause = split if len(box.hands) > 1 else dealt
            found.append(f"hand {number} has fewer than two cards ({clause})")
        found += [
            f"{player} is on hand {number} without a main wager ({wager})"
            for player in hand.players
            if player not in players
        ]
    return found


def wager_faults(
    box: BoxFacts, *, side_bets: Mapping[str, str], players: str, laying: str, calls: str
) -> list[str]:
    """How many may wager (`players`, and each side bet's own clause), and on what (`laying`);
    nobody surrenders, as that is not among the `calls`.
    """
    found = []
    if len(laid(box, "main")) > 3:
        found.append(f"more than three players wagered ({players})")
    for on, clause in side_bets.items():
        if len(laid(box, on)) > 3:
            found.append(f"more than three wagers lie on {on} ({clause})")
    for wager in box.wagers:
        if wager.amount <= 0:
            found.append(f"{wager.player} laid {wager.amount} on {wager.on} ({laying})")
        if wager.on not in ("main", *side_bets):
            found.append(f"{wager.player} laid on {wager.on}, which is no wager here ({laying})")
    if box.surrendered:
        found.append(f"a hand was surrendered, which is no choice here ({calls})")
    return found


def begins_as_dealt(box: BoxFacts) -> bool:
    """Whether the hands begin with the two cards of the first deal, where these are told."""
    if not box.initial:
        return True
    if len(box.hands) == 1:
        return box.hands[0].cards[:2] == box.initial
    begin = [hand.cards[0] for hand in box.hands]
    return len(box.initial) == 2 and box.initial[0] == begin[0] and box.initial[1] in begin[1:]


def place_faults(box: BoxFacts, *, controls: str, led: str, others: str, stays: str) -> list[str]:
    """Who stands on which hand. `led`: he who decides is on every one of them; `others`: the rest
    joined or let pass whole splits; `stays`: whoever lets one pass keeps his wager on the first.
    """
    found = []
    for number, hand in enumerate(box.hands, 1):
        if controls not in hand.players:
            found.append(f"{controls} decides, yet has no wager on hand {number} ({led})")
        if len(set(hand.players)) < len(hand.players):
            found.append(f"a player stands twice on hand {number} ({others})")
    found += [
        f"{player} has no wager on the first hand ({stays})"
        for player in laid(box, "main")
        if player != controls and player not in box.hands[0].players
    ]
    if not found and not splits_explain_places(box):
        found.append(f"no order of splits puts the players where they stand ({others})")
    return found


def splits_explain_places(box: BoxFacts) -> bool:
    """Whether some order of splits leads to the players on each hand.

    A split makes two hands of one. All who stood on it stand on the first of the two; those of them
    who join stand on the second as well. The card that begins the second hand of the very first
    split is the other card of the first deal, where that is told.
    """
    standing = [set(hand.players) for hand in box.hands]
    if len(standing) == 1:
        return True
    return any(
        cut_explains(standing, cut)
        for cut in range(1, len(standing))
        if not box.initial or box.hands[cut].cards[0] == box.initial[-1]
    )


def cut_explains(standing: list[set[str]], cut: int) -> bool:
    """The same, where the first split parted the hands before `cut` from those after it."""
    first, second = standing[:cut], standing[cut:]
    if not second[0] <= first[0]:
        return False
    return all(
        len(part) == 1 or any(cut_explains(part, further) for further in range(1, len(part)))
        for part in (first, second)
    )


def strongest_need(needs: Iterable[str]) -> str:
    """What the dealer must draw for all boxes together, from what each of them asks."""
    asked = set(needs)
    for need in ("a full hand", "one card"):
        if need in asked:
            return need
    return "nothing"


def draw_faults(
    cards: tuple[str, ...],
    *,
    needs: str,
    enough: Callable[[tuple[str, ...]], bool],
    draws: str,
    idle: str,
) -> list[str]:
    """Cards too few or too many in the dealer's hand.

    `needs` is "nothing", "one card" or "a full hand"; `enough` says on which hands he stands.
    `draws` is the clause of his draw, `idle` the one that spares cards which change nothing.
    """
    if needs == "nothing":
        if len(cards) > 1:
            return [f"the dealer drew {len(cards) - 1} with every wager decided ({idle})"]
        return []
    if needs == "one card":
        if len(cards) < 2:
            return [f"the dealer drew no second card, with wagers that turn on it ({draws})"]
        if len(cards) > 2:
            past = len(cards) - 2
            return [f"the dealer drew {past} past the second card, to no purpose ({idle})"]
        return []
    for count in range(1, len(cards)):
        if enough(cards[:count]):
            return [f"the dealer drew to {total(cards[:count])}, on which he stands ({draws})"]
    if not enough(cards):
        return [f"the dealer stopped on {total(cards)} with a hand to beat ({draws})"]
    return []


def doubling_faults(
    hand: HandFacts, *, controls: str, limits: dict[str, int], amount: str, led: str, others: str
) -> list[str]:
    """Who doubled a hand and for how much; how many cards that brings is for the game."""
    found = []
    if controls not in hand.doubled:
        found.append(f"was doubled, but not by {controls}, who decides ({led})")
    for player, extra in hand.doubled.items():
        if player not in hand.players:
            found.append(f"was doubled by {player}, who has no wager on it ({others})")
        elif not 0 < extra <= limits[player]:
            found.append(f"was doubled by {player} for {extra} on {limits[player]} ({amount})")
    return found
