"""Text that a player types, read and written: amounts, boxes, wagers such as ``1:25 pp5 3:50``."""

import re

import msgspec
from rich.cells import cell_len, set_cell_size

from croupier.display.viewers import join_words
from croupier.games.table.due import WagersDue
from croupier.games.table.state import MAIN, Table, minimum_for
from croupier.money import Cents, dollars, in_dollars
from croupier.rulebooks import TableLaw

AMOUNT = r"\$?(?:[0-9]{1,9}(?:\.[0-9]{1,2})?|\.[0-9]{1,2})"
"""An amount in dollars: 25, $25, 7.50, .50."""
BOXES = r"[0-9]{1,2}(?:-[0-9]{1,2})?(?:,[0-9]{1,2}(?:-[0-9]{1,2})?)*"
"""One box or several: 1, 1,3 or 2-5."""
LONGEST_QUOTE = 24
TIE = "\N{NO-BREAK SPACE}"
"""Keeps two words on one line; written as an ordinary space."""


class Misread(msgspec.Struct, frozen=True):
    """Text that means nothing here, with a sentence that says what is accepted."""

    why: str
    """What is wrong and what is accepted, in one sentence."""


def read_amount(text: str) -> Cents:
    """Return the amount in text that matches :data:`AMOUNT`."""
    return dollars(text.lstrip("$"))


def short_amount(amount: Cents) -> str:
    """Return an amount in its shortest typed form: 25 or 7.50."""
    return in_dollars(amount).lstrip("$").replace(",", "")


def read_boxes(text: str) -> tuple[int, ...]:
    """Return the boxes in text that matches :data:`BOXES`."""
    boxes: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        boxes += range(int(first), int(last or first) + 1)
    return tuple(boxes)


def read_purchase(line: str) -> Cents | Misread | None:
    """Return the amount to change for chips if the line says ``buy``; None if it does not."""
    words = line.lower().split()
    if not words or words[0] != "buy":
        return None
    if len(words) == 2 and re.fullmatch(AMOUNT, words[1]) and read_amount(words[1]):
        return read_amount(words[1])
    return Misread("Say how many dollars to change for chips, such as buy 100.")


def make_printable(text: str) -> str:
    """Replace characters that a terminal would interpret by question marks."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def quote(text: str) -> str:
    """Quote typed text so that it is safe to show: printable and short."""
    if not text:
        return "Enter"
    shown = make_printable(text)
    if len(shown) > LONGEST_QUOTE:
        shown = shown[: LONGEST_QUOTE - 3] + "..."
    return f'"{shown}"'


def wrap_words(text: str, width: int, *, indent: str = "") -> list[str]:
    """Wrap text between words; indent lines after the first, cut words that are too long.

    A :data:`TIE` keeps two words together.
    """
    lines: list[str] = []
    line = ""
    lead = text[: len(text) - len(text.lstrip(" "))]
    for word in filter(None, text.split(" ")):
        start = indent if lines else lead
        room = width - cell_len(start)
        if line and cell_len(line) + 1 + cell_len(word) > room:
            lines.append(start + line)
            line = ""
            room = width - cell_len(indent)
        if cell_len(word) > room:
            word = set_cell_size(word, room)
        line = f"{line} {word}" if line else word
    lines.append((indent if lines else lead) + line)
    return [line.replace(TIE, " ") for line in lines]


MAIN_WAGER = re.compile(rf"(?:({BOXES}):)?({AMOUNT})")
OPTIONAL_WAGER = re.compile(rf"([a-z][a-z-]*?)[:=]?({AMOUNT})")


class Bet(msgspec.Struct, frozen=True):
    """A wager that the player wants to place."""

    box: int
    """The number of the box, from 1."""
    amount: Cents
    """The stake in cents."""
    on: str = MAIN
    """The kind of wager: ``main`` or the name of a side bet."""


def read_wagers(
    text: str, *, shorts: dict[str, str], boxes: tuple[int, ...]
) -> tuple[Bet, ...] | Misread:
    """Return the wagers that a line means; an amount without a box goes on ``boxes``.

    A side bet goes on the boxes of the wager typed before it.
    """
    names = {short: name for name, short in shorts.items()} | {name: name for name in shorts}
    if not text.strip():
        return Misread(f"There are no wagers to repeat yet: {_examples(shorts)}.")
    bets: list[Bet] = []
    here: tuple[int, ...] = ()
    for word in text.lower().split():
        if match := MAIN_WAGER.fullmatch(word):
            here = boxes if match[1] is None else read_boxes(match[1])
            on, amount = MAIN, read_amount(match[2])
        elif (match := OPTIONAL_WAGER.fullmatch(word)) and match[1] in names:
            on, amount = names[match[1]], read_amount(match[2])
        else:
            return not_a_wager(word, shorts)
        if not here:
            if on == MAIN:
                return not_a_wager(word, shorts)
            return Misread(f"Put a wager before {quote(word)}, such as 25 {word}.")
        for box in here:
            if any((bet.box, bet.on) == (box, on) for bet in bets):
                what = "one wager" if on == MAIN else f"one {on} wager"
                return Misread(f"Box {box} is named twice: {what} on a box is enough.")
            bets.append(Bet(box, amount, on))
    return tuple(bets)


def not_a_wager(word: str, shorts: dict[str, str]) -> Misread:
    """Return the message for a word that is not a wager."""
    return Misread(f"{quote(word)} is not a wager: {_examples(shorts)}.")


def _examples(shorts: dict[str, str]) -> str:
    side = "".join(f", 25 {short}5" for short in shorts.values())
    return f"type 25, 1:25 3:50{side}, or ? for help"


def bets_text(bets: tuple[Bet, ...], shorts: dict[str, str]) -> str:
    """Write wagers as :func:`read_wagers` reads them, equal ones on neighbouring boxes together."""
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


def limits_problem(
    law: TableLaw, table: Table, due: WagersDue, player: str, bets: tuple[Bet, ...]
) -> Misread | None:
    """Return the message if a wager is outside the limits on the sign, or the chips too few.

    Under the rulebooks a wager outside the limits that was accepted stands; the prompt accepts
    none.
    """
    least, most = minimum_for(table, player), due.limits.maximum
    for bet in bets:
        if bet.on == law.initial and not least <= bet.amount <= most:
            return Misread(
                f"The sign takes {in_dollars(least)} to {in_dollars(most)} on a box, not "
                f"{in_dollars(bet.amount)} ({due.sign_clause})."
            )
    return chips_problem(table, player, sum(bet.amount for bet in bets))


def chips_problem(table: Table, player: str, total: Cents) -> Misread | None:
    """Return the message if the player has too few chips for the total."""
    held = table.chips(player)
    if total <= held or not table.players[player].counted:
        return None
    return Misread(f"That comes to {in_dollars(total)}, and the chips to {in_dollars(held)}.")


def list_short_names(shorts: dict[str, str]) -> str:
    """List the short names for people: pp perfect-pairs and ll lucky-lucky."""
    return join_words(f"{short} {name}" for name, short in shorts.items()) if shorts else "none"
