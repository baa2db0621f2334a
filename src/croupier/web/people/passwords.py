"""Passwords: what makes one good, and how it is kept."""

import re
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from croupier.web.api.problems import ProblemError
from croupier.web.people.breached_passwords import was_leaked
from croupier.web.people.common_passwords import is_common
from croupier.web.people.policy import Policy

AT_ONCE = 2
"""How many passwords are hashed at the same time: it takes memory."""
NAME = re.compile(r"[A-Za-z][A-Za-z0-9._-]{2,31}")
"""A name to sign in with: letters that look like no others."""


class Passwords:
    """Hashes passwords, and says whether one is the one that was hashed."""

    def __init__(self, policy: Policy) -> None:
        cost = policy.argon2
        self._policy = policy
        self._hasher = PasswordHasher(cost.passes, cost.kibibytes, cost.lanes)
        self._turns = BoundedSemaphore(AT_ONCE)
        self._nobodys = self._hasher.hash("a password that nobody has")

    def check(self, password: str, name: str) -> None:
        """Turn down a password that is easily guessed."""
        shortest, longest = self._policy.shortest_password, self._policy.longest_password
        if not shortest <= len(password) <= longest:
            why = f"a password has {shortest} to {longest} characters, of any kind"
            raise ProblemError(422, "password/length", why)
        if name.lower() in password.lower() or is_common(password):
            why = "this password is easily guessed: choose several unrelated words"
            raise ProblemError(422, "password/guessable", why)
        if was_leaked(password) or self._is_in_own_list(password):
            why = "this password was stolen somewhere and is tried first: take another one"
            raise ProblemError(422, "password/breached", why)

    def _is_in_own_list(self, password: str) -> bool:
        return self._policy.breached is not None and password in self._policy.breached

    def hashed(self, password: str) -> str:
        """What is kept of a password."""
        with self._turns:
            return self._hasher.hash(password)

    def matches(self, kept: str | None, password: str) -> bool:
        """Whether a password is the one that was hashed.

        Without a hash it takes as long, so that nobody learns from the time which names there are.
        """
        if len(password) > self._policy.longest_password:
            return False
        with self._turns:
            try:
                self._hasher.verify(kept or self._nobodys, password)
            except (Argon2Error, InvalidHashError):
                return False
        return kept is not None

    def outdated(self, kept: str) -> bool:
        """Whether a hash was made at another cost than today's."""
        return self._hasher.check_needs_rehash(kept)


def check_name(name: str) -> None:
    """Turn down what cannot be a name to sign in with."""
    if not NAME.fullmatch(name):
        why = "a name has 3 to 32 letters, digits, dots, dashes or underscores, a letter first"
        raise ProblemError(422, "name/form", why)
