"""Tokens: reading a text word by word, and quoting text that is written."""

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from croupier.errors import CroupierError

NOTHING = "-"
"""Stands for ``None``."""
_BARE = re.compile(r"[\w/.:;+*#@&%$!?'~<>|^-]+")
_TOKEN = re.compile(
    r"""\s*(?:
    (?P<text>"(?:[^"\\]|\\.)*")(?=[\s()\[\]{}=,]|\Z)
    |(?P<mark>[()\[\]{}=,])
    |(?P<word>[^\s"()\[\]{}=,]+)(?=[\s()\[\]{}=,]|\Z)
    |(?P<end>\Z)
    )""",
    re.VERBOSE,
)
_BARE_LIST = re.compile(r"""([^\s"()\[\]{}=,]+(?:,[^\s"()\[\]{}=,]+)*)\]""")
"""Bare words between commas, up to the end of their list."""
_QUOTED_BEFORE = 24
_QUOTED_WRONG = 40
"""How many characters of the text an error message quotes."""


class NotationError(CroupierError):
    """Raised for text that is not in the notation, or a value without a form."""


@lru_cache(4096)
def as_word(text: str) -> str:
    """Return text as one word: bare if it has no mark or space, otherwise in quotes."""
    return text if text != NOTHING and _BARE.fullmatch(text) else quote(text)


def quote(text: str) -> str:
    """Return text in quotes, escaped as in JSON, without line breaks."""
    if text.isprintable():
        return json.dumps(text, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotationError(f"half a character cannot be written: {text!r}") from None
    return json.dumps(text)


class Source:
    """A text that is being read, positioned at its next token."""

    sort: str
    """``word``, ``text`` (in quotes), ``mark`` or ``end``."""
    found: str
    """The token itself; empty at the end."""
    start: int
    """The token's position in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = 0
        self.field = ""
        """The field whose value is being read, for error messages."""
        self.advance()

    def advance(self) -> None:
        """Move to the next token."""
        token = _TOKEN.match(self.text, self.end)
        if token is None:
            rest = self.text[self.end :].lstrip()
            self.start, self.found = len(self.text) - len(rest), rest
            raise self.unexpected_token("a word, or text between two quotes,")
        self.sort = token.lastgroup or ""
        self.found = token[self.sort]
        self.start, self.end = token.span(self.sort)

    def at(self, mark: str) -> bool:
        """Return whether the next token is the given mark."""
        return self.found == mark and self.sort == "mark"

    def at_nothing(self) -> bool:
        """Return whether the next token stands for ``None``."""
        return self.found == NOTHING and self.sort == "word"

    def take(self, mark: str) -> None:
        """Move past the given mark. Raise :class:`NotationError` if another token comes next."""
        if not self.at(mark):
            raise self.unexpected_token(mark)
        self.advance()

    def take_bare_list(self, read: Callable[[str], Any]) -> tuple[Any, ...] | None:
        """Return what a list of bare words holds and move past it; ``None`` if it is no such list.

        Most lists are (cards, boxes), and one match for all words takes a tenth of the time. What
        ``read`` raises for is left to be read token by token, which says what is wrong and where.
        """
        words = _BARE_LIST.match(self.text, self.end)
        if words is None:
            return None
        try:
            values = tuple(map(read, words[1].split(",")))
        except (ArithmeticError, KeyError, ValueError):
            return None
        self.end = words.end()
        self.advance()
        return values

    def word(self) -> str | None:
        """Return the next word or quoted text; ``None`` if a mark or the end comes next."""
        if self.sort == "word":
            return self.found
        if self.sort != "text":
            return None
        try:
            return str(json.loads(self.found))
        except ValueError:
            raise self.unexpected_token("text with the escapes of JSON") from None

    def missing_value(self, noun: str) -> NotationError:
        """Return the error for a missing or wrong value of the current field."""
        return self.unexpected_token(f"{noun} for {self.field}" if self.field else noun)

    def unexpected_token(self, what: str) -> NotationError:
        """Return the error for an unexpected token."""
        shown = self.found[:_QUOTED_WRONG]
        return self.error(f"expected {what} instead of {shown!r}" if shown else f"expected {what}")

    def error(self, problem: str) -> NotationError:
        """Return the error for a problem at the current position."""
        place = f"character {self.start + 1}" if self.found else "the end"
        before = self.text[max(0, self.start - _QUOTED_BEFORE) : self.start]
        after = f", after {before!r}" if before else ""
        return NotationError(f"{problem} at {place}{after}")
