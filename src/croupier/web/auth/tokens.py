"""Secrets: random values for browsers and programs, of which only a hash is stored."""

import secrets
from hashlib import sha256

SESSION_BYTES = 32
LINK_BYTES = 16
TOKEN_PREFIX = "croupier_"
"""The prefix of a bearer token, by which scanners for leaked secrets recognise it."""
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters of ids: none that can be mistaken for another."""
ID_LENGTH = 12
CODE_LENGTH = 28
"""So many letters, 138 bits, are beyond guessing and need no slow hash."""


def digest(secret: str) -> str:
    """Return the hash that is stored in place of a secret."""
    return sha256(secret.encode()).hexdigest()


def new_session() -> str:
    """Return a new secret for a browser."""
    return secrets.token_urlsafe(SESSION_BYTES)


def new_token() -> str:
    """Return a new secret for a program."""
    return TOKEN_PREFIX + secrets.token_urlsafe(SESSION_BYTES)


def new_link() -> str:
    """Return what a link to a shared round ends in: nobody guesses it."""
    return secrets.token_urlsafe(LINK_BYTES)


def session_id(session: str) -> str:
    """Return the public id of a session, which does not reveal its stored hash."""
    return digest(session)[:ID_LENGTH]


def new_id() -> str:
    """Return an id that nobody has and nobody guesses."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def new_code() -> str:
    """Return a code that a person can copy down: for recovery, or as a one-time password."""
    letters = "".join(secrets.choice(ID_LETTERS) for _ in range(CODE_LENGTH))
    return "-".join(letters[start : start + 4] for start in range(0, CODE_LENGTH, 4))
