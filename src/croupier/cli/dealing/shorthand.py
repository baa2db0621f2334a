"""Short keys in a dealer's line: ``h``, ``s``, ``w``, and several keys and cards in one word.

A key stands for the choice that it has in what is due; ``th9d6c`` are three cards, ``h4s`` a call
and the card that follows. No key begins like a card, so a word has one meaning only.
"""

import re
from collections.abc import Collection, Iterable

from croupier.display.choices import KEYS
from croupier.display.views import Prompt
from croupier.table.commands import Command

CARD = re.compile(r"(10|[2-9TJQKA])([CDHS])", re.IGNORECASE)
FACE_DOWN = "??"
KEYS_IN_A_ROW = "hsdpbfn"
"""The keys that may stand in one word with others: few, so that a slip is rarely one."""
PART = rf"(?:(?:10|[2-9TJQKA])[CDHS]|\?\?|[{KEYS_IN_A_ROW}])"
ROW = re.compile(rf"{PART}+", re.IGNORECASE)
FULL = {key: name for name, key in KEYS.items()} | {
    "b": "bet",
    "f": "fold",
    "i": "insure",
    "w": "wager",
}
"""What a key stands for where more is typed behind it: ``d 3 10``, ``w ann 1 25``."""


def pieces(line: str, names: Collection[str]) -> list[str]:
    """The keys and cards of a line, one by one; a line of anything else is one piece."""
    words = line.split()
    if not words or words[0].lower() in names or not all(map(ROW.fullmatch, words)):
        return [line]
    return [part for word in words for part in re.findall(PART, word, re.IGNORECASE)]


def full_name(word: str) -> str:
    """A command's name from its key, or as it was typed; ``pay_jackpot`` is ``pay-jackpot``."""
    name = word.lower().replace("_", "-")
    return FULL.get(name, name)


def chosen_by_key(prompts: Iterable[Prompt], key: str) -> tuple[Command, ...]:
    """What a key chooses of all that is due, the most pressing first; nothing where none has it."""
    typed = key.lower()
    options = (option for prompt in prompts for option in prompt.options)
    return next((option.commands for option in options if option.key == typed), ())
