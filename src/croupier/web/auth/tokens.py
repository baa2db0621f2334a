"""What opens doors: random values for browsers and programs, of which only a hash is kept."""

import secrets
from hashlib import sha256

SESSION_BYTES = 32
TOKEN_PREFIX = "croupier_"
"""How a bearer token begins, so that scanners for leaked secrets know it."""
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Letters of ids: none that is taken for another."""
ID_LENGTH = 12
CODE_LENGTH = 28
"""So many letters, 138 bits, are beyond guessing, and need no slow hash."""


def digest(secret: str) -> str:
    """The hash that is kept in place of a random value."""
    return sha256(secret.encode()).hexdigest()


def new_session() -> str:
    """What a browser shows from now on."""
    return secrets.token_urlsafe(SESSION_BYTES)


def new_token() -> str:
    """What a program shows from now on."""
    return TOKEN_PREFIX + secrets.token_urlsafe(SESSION_BYTES)


def session_id(session: str) -> str:
    """Names a session by the hash that is kept of it, without telling that."""
    return digest(session)[:ID_LENGTH]


def new_id() -> str:
    """An id that nobody has, and nobody guesses."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_code() -> str:
    """A code that a person can copy down: for recovery, or as a password for once."""
    letters = "".join(secrets.choice(ID_LETTERS) for _ in range(CODE_LENGTH))
    return "-".join(letters[start : start + 4] for start in range(0, CODE_LENGTH, 4))
