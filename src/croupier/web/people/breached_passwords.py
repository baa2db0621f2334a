"""Passwords that were stolen elsewhere: the operator's own list of their hashes.

The server asks nobody outside. It reads a file as Have I Been Pwned gives it away: the SHA-1 of a
password on each line, in capital letters, sorted; what stands behind a colon is passed over.
"""

import os
from hashlib import sha1
from pathlib import Path
from typing import BinaryIO

from croupier.errors import CroupierError

LONGEST_LINE = 100
"""How many bytes a line has at most: a hash, a colon and a count."""


class UnreadableListError(CroupierError):
    """A list of stolen passwords that cannot be read, or is none."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is no list of passwords: each line has a SHA-1 in capital letters, sorted"
        )


class BreachedPasswords:
    """Looks passwords up in a sorted file, however long: some thirty short reads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            with path.open("rb") as file:
                first = _hash_on(file.readline(LONGEST_LINE))
        except OSError:
            raise UnreadableListError(path) from None
        if len(first) != 40 or first.strip(b"0123456789ABCDEF"):
            raise UnreadableListError(path)

    def __contains__(self, password: str) -> bool:
        wanted = sha1(password.encode(), usedforsecurity=False).hexdigest().upper().encode()
        with self._path.open("rb") as file:
            low, high = 0, os.fstat(file.fileno()).st_size
            while low < high:
                middle = (low + high) // 2
                found = _line_from(file, middle)
                if found and found < wanted:
                    low = middle + 1
                else:
                    high = middle
            return _line_from(file, low) == wanted


def _line_from(file: BinaryIO, place: int) -> bytes:
    """The hash on the first line that begins at a place or after it; empty at the end."""
    file.seek(max(0, place - 1))
    if place:
        file.readline()
    return _hash_on(file.readline(LONGEST_LINE))


def _hash_on(line: bytes) -> bytes:
    return line.partition(b":")[0].strip()
