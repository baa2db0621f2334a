"""Insurance as it is typed: an amount, the most, even money, or none."""

import re

from croupier.blackjack.commands import Insure, TakeEvenMoney
from croupier.blackjack.decisions import Insurable, InsuranceDue
from croupier.cli.terminal.typed_text import (
    AMOUNT,
    BOXES,
    Misread,
    quoted,
    short_amount,
    typed_amount,
    typed_boxes,
)
from croupier.display.choices import insurance_options
from croupier.display.questions import offered
from croupier.display.words import listed
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role
from croupier.table.commands import Command
from croupier.table.state import Table

NONE = ("n", "no", "none", "")
MOST = ("y", "yes", "all", "max")
EVEN = ("e", "even")
EXAMPLE: Cents = 5_00
WORD = re.compile(rf"(?:({BOXES}):)?({AMOUNT}|{'|'.join(MOST + EVEN)})")


def accepted(due: InsuranceDue, offer: tuple[Insurable, ...]) -> tuple[tuple[str, str], ...]:
    """The keys of the prompt and what they do, with an example of an amount."""
    keys = []
    for option in insurance_options(due, offer):
        keys.append((option.key, option.label))
        if option.for_less:
            last = next(wager for wager in reversed(offer) if wager.most)
            example = short_amount(min(EXAMPLE, last.most))
            example = example if len(offer) == 1 else f"{last.box}:{example}"
            keys.append((example, "for that much"))
    return tuple(keys)


def read_insurance(
    text: str, due: InsuranceDue, offer: tuple[Insurable, ...], table: Table
) -> tuple[Command, ...] | Misread:
    """The commands that a line means; none where nobody wants insurance."""
    line = text.strip().lower()
    if line in NONE:
        return ()
    commands: dict[int, Command] = {}
    left = dict(table.balances)
    for word in line.split():
        match = WORD.fullmatch(word)
        if match is None:
            keys = listed((f"{key} ({what})" for key, what in accepted(due, offer)), "or")
            return Misread(f"{quoted(word)} is not an answer here: type {keys}.")
        wagers = _meant(match[1], match[2], offer)
        if isinstance(wagers, Misread):
            return wagers
        for wager in wagers:
            if wager.box in commands:
                return Misread(f"Box {wager.box} is named twice: give one answer.")
            answer = _answer(wager, match[2], table, left)
            if isinstance(answer, Misread):
                return answer
            commands[wager.box] = answer
    return tuple(commands.values())


def _meant(
    boxes: str | None, what: str, offer: tuple[Insurable, ...]
) -> tuple[Insurable, ...] | Misread:
    """The wagers that a word speaks of."""
    if boxes is not None:
        numbers = typed_boxes(boxes)
        found = tuple(wager for wager in offer if wager.box in numbers)
        missing = [number for number in numbers if number not in {w.box for w in found}]
        if missing or not found:
            there = listed(offered(wager) for wager in offer)
            return Misread(
                f"Nothing is offered for box {missing[0] if missing else boxes}: {there}."
            )
        return found
    if what in EVEN:
        even = tuple(wager for wager in offer if wager.even_money)
        return even or Misread("Even money is only for a blackjack.")
    if what in MOST:
        return tuple(wager for wager in offer if wager.most)
    if len(offer) > 1:
        return Misread(f"Say for which box, such as {offer[0].box}:{what.lstrip('$')}.")
    return offer


def _answer(wager: Insurable, what: str, table: Table, left: dict[str, Cents]) -> Command | Misread:
    """The command for one wager; ``left`` is what the players' chips still come to."""
    if what in EVEN:
        return TakeEvenMoney(wager.player, wager.box, by=Role.PLAYER)
    account = table.till.chips(wager.player)
    counted = table.players[wager.player].counted
    held = left.get(account, 0)
    if what in MOST:
        amount = wager.most
        if counted:
            amount = min(amount, held - held % table.choices.chip)
        if amount <= 0:
            return Misread("You have no chips left for insurance: type n to decline.")
    else:
        amount = typed_amount(what)
        if counted and amount > held:
            return Misread(
                f"That comes to {in_dollars(amount)}, and the chips to {in_dollars(held)}."
            )
    left[account] = held - amount
    return Insure(wager.player, wager.box, amount, by=Role.PLAYER)
