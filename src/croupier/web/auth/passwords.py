"""Passwords: which are too easily guessed, and how they are hashed."""

import re
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from croupier.web.auth.policy import Policy, was_leaked
from croupier.web.problems import ProblemError

WORDS = frozenset(
    """
    abc access account admin administrator adobe alexander amanda america andrea andrew angel
    anthony apple arsenal ashley asshole baby bailey banana barcelona baseball basketball batman
    beautiful benjamin biteme blackjack blink buster butterfly canada caribbean casino changeme
    charlie cheese chelsea chicken chocolate chris christian computer cookie corvette cowboys
    croupier dallas daniel david dealer default diamond dolphin dragon eagle elizabeth eminem
    england family ferrari fishing flower football forever freedom friend fuckyou gaming george
    ginger google guest hannah harley hello hockey hottie house hunter iloveyou internet jackson
    jackpot jasmine jennifer jessica jesus jordan jordan joseph joshua junior justin killer king
    kitty knight lakers letmein liverpool login london love loveyou lovely lucky maggie manager
    manchester manutd marina martin master matrix matthew maverick melissa mercedes merlin
    michael michelle michigan midnight mike mine money monkey monster morgan mother muffin music
    mustang naruto nascar nathan nicholas nicole ninja nothing oliver orange pass passphrase
    password passwort patrick peanut pepper phoenix player please pokemon police porsche princess
    purple qazwsx qwer qwert qwerty rachel rainbow ranger richard robert root samantha samsung
    samuel scooter secret security service shadow sister slipknot snoopy soccer sophie spiderman
    spring stanley starwars steelers stella stupid summer sunshine superman superstar supervisor
    table taylor temp tennis test testing thomas thunder tigger trustno twilight unknown user
    vanessa victoria viking welcome whatever william winner winter wolf yankees yellow you zaq
    zxcvbn zxcvbnm
    """.split()  # noqa: SIM905 - as a list it would fill pages
)
"""Words that common passwords are made of."""
ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qazwsxedcrfvtgbyhnujm",
    "qawsedrftgyhujikolp",
)
"""Letters in the order of the alphabet and of the keys: along a row, down, and from row to row."""
LEET = str.maketrans("013457@$!", "oieastasi")
FEW_SIGNS = 4
"""A password with so few different signs is as good as a short one."""
BETWEEN_WORDS = re.compile(r"[\x00-\x60\x7b-\x7f]")
AROUND_WORDS = re.compile(r"^[\x00-\x60\x7b-\x7f]+|[\x00-\x60\x7b-\x7f]+$")
"""Digits and signs; letters of other alphabets are letters."""
RUN = 3
"""How many neighbours on a row make a run."""
LONGEST_PIECE = 8
"""Repeating a piece of at most so many signs does not make a password better."""


def is_common(password: str) -> bool:
    """Return whether a password is nothing but common words, runs of keys, digits and signs.

    >>> is_common("Password1234"), is_common("1qaz2wsx3edc"), is_common("teapotteapot")
    (True, True, True)
    >>> is_common("correct horse battery")
    False
    """
    small = password.lower()
    if len(set(password)) <= FEW_SIGNS or _is_repeated(small):
        return True
    core = AROUND_WORDS.sub("", small).translate(LEET)
    return any(_consists_of_words(BETWEEN_WORDS.sub("", one)) for one in (small, core))


def _is_repeated(small: str) -> bool:
    """Return whether a password is a short piece repeated."""
    pieces = (small[:size] for size in range(1, LONGEST_PIECE + 1) if len(small) // size > 1)
    return any(small == (piece * len(small))[: len(small)] for piece in pieces)


def _consists_of_words(letters: str) -> bool:
    """Return whether the letters divide into common words and runs, without a rest."""
    reached = {0}
    for end in range(1, len(letters) + 1):
        if any(_is_piece(letters[start:end]) for start in reached):
            reached.add(end)
    return len(letters) in reached


def _is_piece(letters: str) -> bool:
    if letters in WORDS:
        return True
    in_row = any(letters in row or letters in row[::-1] for row in ROWS)
    return len(letters) >= RUN and (in_row or len(set(letters)) == 1)


# Hashing ------------------------------------------------------------------------------------------

AT_ONCE = 2
"""The most passwords hashed at the same time: hashing takes memory."""
NAME = re.compile(r"[A-Za-z][A-Za-z0-9._-]{2,31}")
"""A name to sign in with: only letters that cannot be mistaken for others."""


class Passwords:
    """Hashes passwords and verifies them against a hash."""

    def __init__(self, policy: Policy) -> None:
        cost = policy.argon2
        self._policy = policy
        self._hasher = PasswordHasher(cost.passes, cost.kibibytes, cost.lanes)
        self._turns = BoundedSemaphore(AT_ONCE)
        self._nobodys = self._hasher.hash("a password that nobody has")

    def check(self, password: str, name: str) -> None:
        """Raise ``ProblemError`` for a password that is easily guessed."""
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

    def hash_of(self, password: str) -> str:
        """Return the hash of a password."""
        with self._turns:
            return self._hasher.hash(password)

    def matches(self, kept: str | None, password: str) -> bool:
        """Return whether a password matches a hash.

        Without a hash it takes as long, so that names cannot be probed by timing.
        """
        if len(password) > self._policy.longest_password:
            return False
        with self._turns:
            try:
                self._hasher.verify(kept or self._nobodys, password)
            except (Argon2Error, InvalidHashError):
                return False
        return kept is not None

    def is_outdated(self, kept: str) -> bool:
        """Return whether a hash was made at another cost than today's."""
        return self._hasher.check_needs_rehash(kept)


def check_name(name: str) -> None:
    """Raise ``ProblemError`` for what cannot be a name to sign in with."""
    if not NAME.fullmatch(name):
        why = "a name has 3 to 32 letters, digits, dots, dashes or underscores, a letter first"
        raise ProblemError(422, "name/form", why)
