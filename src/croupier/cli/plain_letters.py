"""Output on a terminal that lacks some letters: each is written as the nearest plain one."""

import codecs
import sys
from io import TextIOWrapper

PLAIN = {
    "–": "-",
    "—": "-",
    "−": "-",  # noqa: RUF001 - the sign of a loss
    "‘": "'",  # noqa: RUF001 - quotation marks
    "’": "'",
    "“": '"',
    "”": '"',
    "…": "...",
    "×": "x",
    "·": "-",
    "→": "->",
    "½": "1/2",
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
}
"""What is written in place of a letter; for any other it is a question mark."""
HANDLER = "croupier-plain-letters"


def plainly(error: UnicodeError) -> tuple[str, int]:
    """The plain letters for those that cannot be written."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(PLAIN.get(letter, "?") for letter in lacking), error.end


def write_in_plain_letters() -> None:
    """Have standard output take any text, whatever letters it has."""
    codecs.register_error(HANDLER, plainly)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors=HANDLER)
