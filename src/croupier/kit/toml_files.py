"""Reading TOML files: what is wrong with one is said in plain words, with its line."""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from croupier.errors import CroupierError

FAULTS = (
    ("Unclosed array", "a list is not closed with ]"),
    ("Unclosed inline table", "an entry is not closed with }"),
    ("Unterminated string", "a text is not closed with its quotation mark"),
    ("overwrite", "this name has a value already"),
    ("twice", "this name is given twice"),
    ("Duplicate", "this name is given twice"),
    ("mutate", "this name has a value already"),
    ("Expected '=' after a key", "a name and its value go together, as in decks = 6"),
    ("Invalid value", "a value is missing or not readable; texts stand in quotation marks"),
    ("Invalid statement", "this is not a name with a value, as in decks = 6"),
    ("initial character for a key", "a name begins with a letter or stands in quotation marks"),
    ("Expected newline", "something follows a value on the same line"),
    ("Expected ']", "a heading is not closed with its brackets"),
    ("date", "this is not a date or time, such as 2026-05-01T20:00:00Z"),
    ("Unescaped", "write a backslash in a text as two"),
    ("character", "a character stands here that cannot"),
)
"""Parts of messages of ``tomllib``, and the sentences that replace them."""
DEEPEST = 200
"""The most parts of a dotted name: ``tomllib`` takes quadratic time to read one."""
MOST_BYTES = 10_000_000
"""The size limit for a file written by a person."""


class UnreadableFileError(CroupierError):
    """Raised for a file that cannot be read or is not TOML."""


def read_text(path: Path) -> str:
    """Return the text of a file.

    Raise :class:`UnreadableFileError` for a folder, a device or a huge file.
    """
    try:
        if not path.is_file():
            if path.is_dir() and not os.access(path, os.R_OK | os.X_OK):
                raise UnreadableFileError("this folder cannot be read")
            what = "a folder" if path.is_dir() else "no ordinary file"
            raise UnreadableFileError(
                f"this is {what}" if path.exists() else "there is no such file"
            )
        if path.stat().st_size > MOST_BYTES:
            raise UnreadableFileError(f"this has more than {MOST_BYTES:,} bytes")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnreadableFileError(f"this cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise UnreadableFileError("this is not text in UTF-8") from None


def parse_toml(text: str) -> dict[str, Any]:
    """Return the content of a TOML text. Raise :class:`UnreadableFileError` if it is not TOML."""
    if any(part.count(".") > DEEPEST for line in text.splitlines() for part in line.split("=")):
        raise UnreadableFileError("values lie too deep within each other")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableFileError(_toml_fault(error)) from None
    except RecursionError:
        raise UnreadableFileError("values lie too deep within each other") from None
    except ValueError:
        raise UnreadableFileError("a number has too many digits") from None


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file.

    Raise :class:`UnreadableFileError` if it cannot be read.
    """
    return parse_toml(read_text(path))


def _toml_fault(error: tomllib.TOMLDecodeError) -> str:
    """Return where a text is not TOML, and why: ``line 3, column 5: there is no value here``."""
    what, _, where = str(error).partition(" (at ")
    why = next((ours for theirs, ours in FAULTS if theirs in what), "this is not TOML")
    place = where.rstrip(")") or "somewhere"
    return f"{place.replace('end of document', 'end of the file')}: {why}"


def line_of_key(text: str, key: str) -> int | None:
    """Return the first line that assigns a key or opens its table; ``None`` if there is none."""
    name = re.escape(key)
    opens = re.compile(
        rf"\s*(?:\[+\s*(?:[\w-]+\.)*{name}\s*\]|\"?{name}\"?\s*=)|.*[{{,]\s*{name}\s*="
    )
    return next((n for n, line in enumerate(text.splitlines(), 1) if opens.match(line)), None)


def line_of_entry(text: str, key: str, number: int) -> int | None:
    """Return the line on which an entry of a list begins; ``None`` if it is not found.

    Lines and entries count from 1. The list is written as repeated ``[[key]]`` headings, or as
    ``key = [`` with one entry per line.

    >>> line_of_entry('a = 1\\nsteps = [\\n  { do = "deal" },\\n  { do = "hit" },\\n]', "steps", 2)
    4
    """
    lines = text.splitlines()
    heads = [n for n, line in enumerate(lines, 1) if line.strip() == f"[[{key}]]"]
    if heads:
        return heads[number - 1] if number <= len(heads) else None
    start = next((n for n, line in enumerate(lines, 1) if re.match(rf"{key}\s*=\s*\[", line)), None)
    if start is None:
        return None
    entries = [
        n
        for n, line in enumerate(lines[start - 1 :], start)
        if re.match(rf"\s*(?:{key}\s*=\s*\[\s*)?{{", line)
    ]
    return entries[number - 1] if number <= len(entries) else None
