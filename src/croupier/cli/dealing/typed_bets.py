"""Wagers in a dealer's line: one, several, or the same again.

``w ann 1 25 bob 2 cat 3`` lays $25 on each of three boxes: what is not said again stays as it was.
"""

import re
from itertools import accumulate
from typing import Any

import msgspec

from croupier.cli.dealing.meaningless_line import MisreadLineError
from croupier.cli.dealing.unsaid import LineContext, box_of
from croupier.cli.terminal.typed_text import AMOUNT
from croupier.display.wagers import short_names
from croupier.rulebooks import BlackjackLaw, Role
from croupier.stud.state import JACKPOT
from croupier.table.commands import Command, PlaceWager
from croupier.table.state import MAIN

CHIPS = ("chips", "tokens")
FLAGS = ("helping",)
"""Words of a wager that stand alone, and are no player's name."""
NUMBERS = re.compile(AMOUNT)


def same_again(moment: LineContext, player: str | None = None) -> tuple[Command, ...]:
    """The wagers of the round before, all or one player's."""
    again = [laid for laid in moment.last if player in (None, laid.player)]
    if not again:
        who = "" if player is None else f" of {player}"
        raise MisreadLineError(f"there are no wagers{who} to repeat: type wager PLAYER BOX AMOUNT")
    return tuple(
        PlaceWager(one.player, one.box, amount, one.on, chips, by=Role.PLAYER)
        for one in again
        for amount, chips in zip((one.stake - one.tokens, one.tokens), CHIPS, strict=True)
        if amount
    )


def several(moment: LineContext, words: list[str]) -> list[list[str]]:
    """The words of each wager of a line, with what was said for the one before and holds on."""
    kinds = {*kinds_of_wager(moment), *FLAGS}
    starts = [not (NUMBERS.fullmatch(word) or "=" in word or word in kinds) for word in words]
    groups: list[list[str]] = [[] for _ in range(max(1, sum(starts)))]
    for word, number in zip(words, accumulate(starts), strict=True):
        groups[max(0, number - 1)].append(word)
    if len(groups) < 2:
        return groups
    first = [word for word in groups[0] if NUMBERS.fullmatch(word)]
    return [groups[0], *(_like_the_first(group, first) for group in groups[1:])]


def _like_the_first(group: list[str], first: list[str]) -> list[str]:
    """A further wager: where the first had box and amount, a number alone is the box."""
    numbers = [word for word in group if NUMBERS.fullmatch(word)]
    if len(numbers) < len(first) and "amount" not in {word.partition("=")[0] for word in group}:
        return [*group, f"amount={first[-1]}"]
    return group


def kinds_of_wager(moment: LineContext) -> dict[str, str]:
    """What a wager may be on and be made with, by names and short names."""
    law = moment.law
    known = [bet.name for bet in law.side_bets.kinds] if isinstance(law, BlackjackLaw) else []
    shorts = {short: name for name, short in short_names(moment.side_bets).items()}
    return shorts | {name: name for name in (*known, law.initial, MAIN, JACKPOT, *CHIPS)}


def with_own_box(moment: LineContext, given: dict[str, Any], typed: list[str]) -> None:
    """Take the only number of a wager for the amount, where the player's box goes without saying.

    A number that could be a box is one, so that a forgotten amount never becomes a wager.
    """
    if "amount" in given or "box" not in given or "player" not in given:
        return
    named = any(word.lower().startswith("box=") for word in typed)
    own = box_of(moment, given["player"])
    if own is not None and not named and given["box"] > moment.boxes:
        given |= {"amount": str(given["box"]), "box": own}


def is_wager(kind: type[Command]) -> bool:
    """Whether a command takes a player, a box and an amount of money that must be said."""
    required = {field.encode_name for field in msgspec.structs.fields(kind) if field.required}
    return required >= {"player", "box", "amount"}
