"""Whose wager counts for how much, and who decides for a box (sections 5 and 6)."""

from __future__ import annotations

from .facts import BoxFacts

__all__ = ["controlling_player", "counted", "laid", "pay"]


def laid(box: BoxFacts, on: str) -> dict[str, int]:
    """What each player laid on one kind of wager, first come first. Later chips join the first."""
    amounts: dict[str, int] = {}
    for wager in box.wagers:
        if wager.on == on:
            amounts[wager.player] = amounts.get(wager.player, 0) + wager.amount
    return amounts


def controlling_player(box: BoxFacts) -> str:
    """The seated player, else the highest wager, else of the highest the first laid (5.5).

    Reading (S25): two equal highest wagers and a lower one go by the same order. A seated player
    without a wager of his own does not decide for those who have one.
    """
    amounts = laid(box, "main")
    if box.seated is not None and box.seated in amounts:
        return box.seated
    highest = max(amounts.values())
    for player, amount in amounts.items():
        if amount == highest:
            return player
    raise AssertionError("unreachable")


def counted(box: BoxFacts, *, maximum: int) -> dict[str, int]:
    """What each main wager counts for: the controlling player first, the rest in order (6.3.1)."""
    amounts = laid(box, "main")
    if not amounts:
        return {}
    first = controlling_player(box)
    order = [first] + [player for player in amounts if player != first]
    room = maximum
    result: dict[str, int] = {}
    for player in order:
        result[player] = min(amounts[player], room)
        room -= result[player]
    return result


def pay(stake: int, to: int, per: int = 1, *, chip: int) -> int:
    """A payment at `to` to `per`, rounded up to what the smallest chip can pay (5.9)."""
    chips, rest = divmod(stake * to, per * chip)
    return (chips + (1 if rest else 0)) * chip
