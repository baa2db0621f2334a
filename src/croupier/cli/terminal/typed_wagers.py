"""Wagers as they are typed: ``25``, ``1:25 3:50``, ``1:25 pp5 ll5``."""

import re

import msgspec

from croupier.cli.terminal.typed_text import (
    AMOUNT,
    BOXES,
    Misread,
    quoted,
    short_amount,
    typed_amount,
    typed_boxes,
)
from croupier.display.words import listed
from croupier.money import Cents, in_dollars
from croupier.rulebooks import TableLaw
from croupier.table.due import WagersDue
from croupier.table.state import MAIN, Table, minimum_for

MAIN_WAGER = re.compile(rf"(?:({BOXES}):)?({AMOUNT})")
OPTIONAL_WAGER = re.compile(rf"([a-z][a-z-]*?)[:=]?({AMOUNT})")


class Bet(msgspec.Struct, frozen=True):
    """A wager that somebody wants to lay."""

    box: int
    """The number of the box, from 1."""
    amount: Cents
    """How much."""
    on: str = MAIN
    """What it is on: ``main`` or the name of an optional wager."""


def read_wagers(
    text: str, *, shorts: dict[str, str], boxes: tuple[int, ...]
) -> tuple[Bet, ...] | Misread:
    """The wagers that a line means; an amount without a box goes on ``boxes``.

    An optional wager goes on the boxes of the wager typed before it.
    """
    names = {short: name for name, short in shorts.items()} | {name: name for name in shorts}
    if not text.strip():
        return Misread(f"There are no wagers to repeat yet: {_accepted(shorts)}.")
    bets: list[Bet] = []
    here: tuple[int, ...] = ()
    for word in text.lower().split():
        if match := MAIN_WAGER.fullmatch(word):
            here = boxes if match[1] is None else typed_boxes(match[1])
            on, amount = MAIN, typed_amount(match[2])
        elif (match := OPTIONAL_WAGER.fullmatch(word)) and match[1] in names:
            on, amount = names[match[1]], typed_amount(match[2])
        else:
            return no_wager(word, shorts)
        if not here:
            if on == MAIN:
                return no_wager(word, shorts)
            return Misread(f"Put a wager before {quoted(word)}, such as 25 {word}.")
        for box in here:
            if any((bet.box, bet.on) == (box, on) for bet in bets):
                what = "one wager" if on == MAIN else f"one {on} wager"
                return Misread(f"Box {box} is named twice: {what} on a box is enough.")
            bets.append(Bet(box, amount, on))
    return tuple(bets)


def no_wager(word: str, shorts: dict[str, str]) -> Misread:
    """What to say about a word that is no wager."""
    return Misread(f"{quoted(word)} is not a wager: {_accepted(shorts)}.")


def _accepted(shorts: dict[str, str]) -> str:
    side = "".join(f", 25 {short}5" for short in shorts.values())
    return f"type 25, 1:25 3:50{side}, or ? for help"


def written_bets(bets: tuple[Bet, ...], shorts: dict[str, str]) -> str:
    """Wagers the way :func:`read_wagers` reads them; neighbours with the same are put together."""
    groups: list[tuple[list[int], str]] = []
    for box in sorted({bet.box for bet in bets}):
        ours = sorted((bet for bet in bets if bet.box == box), key=lambda bet: bet.on != MAIN)
        laid = " ".join(shorts.get(bet.on, "") + short_amount(bet.amount) for bet in ours)
        if groups and groups[-1][1] == laid and groups[-1][0][-1] == box - 1:
            groups[-1][0].append(box)
        else:
            groups.append(([box], laid))
    return " ".join(f"{_span(boxes)}:{laid}" for boxes, laid in groups)


def _span(boxes: list[int]) -> str:
    return str(boxes[0]) if len(boxes) == 1 else f"{boxes[0]}-{boxes[-1]}"


def outside_sign(
    law: TableLaw, table: Table, due: WagersDue, player: str, bets: tuple[Bet, ...]
) -> Misread | None:
    """What the sign, or the player's purse, says against some wagers.

    The rulebooks keep a wager that was laid outside the limits; a prompt takes none.
    """
    least, most = minimum_for(table, player), due.limits.maximum
    for bet in bets:
        if bet.on == law.initial and not least <= bet.amount <= most:
            return Misread(
                f"The sign takes {in_dollars(least)} to {in_dollars(most)} on a box, not "
                f"{in_dollars(bet.amount)} ({due.sign_clause})."
            )
    return too_dear(table, player, sum(bet.amount for bet in bets))


def too_dear(table: Table, player: str, total: Cents) -> Misread | None:
    """What to say where a player has too few chips."""
    held = table.chips(player)
    if total <= held or not table.players[player].counted:
        return None
    return Misread(f"That comes to {in_dollars(total)}, and the chips to {in_dollars(held)}.")


def told_shorts(shorts: dict[str, str]) -> str:
    """The short names, for people: pp perfect-pairs and ll lucky-lucky."""
    return listed(f"{short} {name}" for name, short in shorts.items()) if shorts else "none"
