"""Words and marks: a text that is being read, and text as it is written."""

import json
import re
from functools import lru_cache

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
_QUOTED_BEFORE = 24
_QUOTED_WRONG = 40
"""How many characters of a text the message about a mistake repeats."""


class NotationError(CroupierError):
    """Text that is not in the notation, or a value that the notation has no form for."""


@lru_cache(4096)
def word(text: str) -> str:
    """Text as one word: bare where no mark or space is in it, otherwise in quotes."""
    return text if text != NOTHING and _BARE.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    """Text in quotes, escaped as in JSON; never with a line break in it."""
    if text.isprintable():
        return json.dumps(text, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotationError(f"half a character cannot be written: {text!r}") from None
    return json.dumps(text)


class Source:
    """A text that is being read, and the token that comes next."""

    sort: str
    """``word``, ``text`` (in quotes), ``mark`` or ``end``."""
    found: str
    """The token itself; empty at the end."""
    start: int
    """Where it begins in the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.end = 0
        self.field = ""
        """The field whose value is being read, for messages."""
        self.advance()

    def advance(self) -> None:
        """Pass the token."""
        token = _TOKEN.match(self.text, self.end)
        if token is None:
            rest = self.text[self.end :].lstrip()
            self.start, self.found = len(self.text) - len(rest), rest
            raise self.expected("a word, or text between two quotes,")
        self.sort = token.lastgroup or ""
        self.found = token[self.sort]
        self.start, self.end = token.span(self.sort)

    def at(self, mark: str) -> bool:
        """Whether a mark comes next."""
        return self.found == mark and self.sort == "mark"

    def at_nothing(self) -> bool:
        """Whether the word that stands for ``None`` comes next."""
        return self.found == NOTHING and self.sort == "word"

    def take(self, mark: str) -> None:
        """Pass a mark that has to stand here."""
        if not self.at(mark):
            raise self.expected(mark)
        self.advance()

    def word(self) -> str | None:
        """The word or quoted text that comes next, if one does."""
        if self.sort == "word":
            return self.found
        if self.sort != "text":
            return None
        try:
            return str(json.loads(self.found))
        except ValueError:
            raise self.expected("text with the escapes of JSON") from None

    def wanted(self, noun: str) -> NotationError:
        """A value should stand here that does not."""
        return self.expected(f"{noun} for {self.field}" if self.field else noun)

    def expected(self, what: str) -> NotationError:
        """Something should stand here that does not."""
        shown = self.found[:_QUOTED_WRONG]
        return self.error(f"expected {what} instead of {shown!r}" if shown else f"expected {what}")

    def error(self, problem: str) -> NotationError:
        """What is wrong, and where."""
        place = f"character {self.start + 1}" if self.found else "the end"
        before = self.text[max(0, self.start - _QUOTED_BEFORE) : self.start]
        after = f", after {before!r}" if before else ""
        return NotationError(f"{problem} at {place}{after}")
