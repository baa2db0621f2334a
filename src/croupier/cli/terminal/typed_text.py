"""Amounts and words as people type them, and text folded to the width of a screen."""

import re

import msgspec
from rich.cells import cell_len, set_cell_size

from croupier.money import Cents, dollars, in_dollars

AMOUNT = r"\$?(?:[0-9]{1,9}(?:\.[0-9]{1,2})?|\.[0-9]{1,2})"
"""An amount in dollars as it may be typed: 25, $25, 7.50, .50."""
BOXES = r"[0-9]{1,2}(?:-[0-9]{1,2})?(?:,[0-9]{1,2}(?:-[0-9]{1,2})?)*"
"""One box or several: 1, 1,3 or 2-5."""
LONGEST_QUOTE = 24
TIE = "\N{NO-BREAK SPACE}"


class Misread(msgspec.Struct, frozen=True):
    """Something typed that means nothing here: what is wrong, and what is accepted."""

    why: str
    """What is wrong, and what is accepted, in one sentence."""


def typed_amount(text: str) -> Cents:
    """The amount that text matching :data:`AMOUNT` stands for."""
    return dollars(text.lstrip("$"))


def short_amount(amount: Cents) -> str:
    """An amount as short as it can be typed: 25 or 7.50."""
    return in_dollars(amount).lstrip("$").replace(",", "")


def typed_boxes(text: str) -> tuple[int, ...]:
    """The boxes that text matching :data:`BOXES` stands for."""
    boxes: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        boxes += range(int(first), int(last or first) + 1)
    return tuple(boxes)


def typed_purchase(line: str) -> Cents | Misread | None:
    """How much somebody wants to change for chips, where the line says ``buy``."""
    words = line.lower().split()
    if not words or words[0] != "buy":
        return None
    if len(words) == 2 and re.fullmatch(AMOUNT, words[1]) and typed_amount(words[1]):
        return typed_amount(words[1])
    return Misread("Say how many dollars to change for chips, such as buy 100.")


def printable(text: str) -> str:
    """Text without anything that a terminal would obey."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def quoted(text: str) -> str:
    """What somebody typed, safe to show again: printable and short."""
    if not text:
        return "Enter"
    shown = printable(text)
    if len(shown) > LONGEST_QUOTE:
        shown = shown[: LONGEST_QUOTE - 3] + "..."
    return f'"{shown}"'


def folded(text: str, width: int, *, indent: str = "") -> list[str]:
    """Text folded between words; lines after the first are indented, a word too long is cut.

    A :data:`TIE` holds two words together.
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
