"""Signing in at a server from the terminal: by a token, or by name and password."""

import os

import httpx

from croupier.cli.secret_input import typed_unseen
from croupier.client import Client, ProblemError
from croupier.errors import CroupierError

TOKEN, PASSWORD, CODE = "CROUPIER_TOKEN", "CROUPIER_PASSWORD", "CROUPIER_CODE"
"""Where a token, or a password and a code, may lie, so that nobody has to type it."""
CODE_NEEDED = "sign-in/code-needed"


def signed_in(
    address: str,
    name: str,
    *,
    scopes: tuple[str, ...],
    sign_up: bool = False,
    flag: str = "--player",
) -> Client:
    """A client that acts as somebody: with the token of the environment, or with a password.

    Whoever has a device for codes is asked for one too. ``flag`` is the option for the name.
    """
    check_address(address)
    token = os.environ.get(TOKEN, "")
    if token:
        return Client(address, token=token)
    if not name:
        raise CroupierError(f"{flag}: give your name, or set {TOKEN}")
    password = os.environ.get(PASSWORD, "") or asked_password(name)
    client = Client(address)
    try:
        if sign_up:
            client.sign_up(name, password)
        _show(client, name, password, scopes)
    except BaseException:
        client.close()
        raise
    return client


def _show(client: Client, name: str, password: str, scopes: tuple[str, ...]) -> None:
    """Show a server who somebody is: by the password, and by a code where it asks for one."""
    try:
        client.sign_in(name, password, scopes=scopes)
    except ProblemError as refused:
        if refused.code != CODE_NEEDED:
            raise
        code = os.environ.get(CODE, "") or asked_code(name)
        client.sign_in(name, password, code=code, scopes=scopes)


def check_address(address: str, option: str = "--server") -> None:
    """Refuse what is no address of a server."""
    try:
        found = httpx.URL(address)
        fits = found.scheme in ("http", "https") and found.host and address.isprintable()
    except httpx.InvalidURL:
        fits = False
    if not fits or " " in address:
        raise CroupierError(
            f"{option}: {address!r} is not an address such as http://127.0.0.1:8000"
        )


def asked_password(name: str) -> str:
    """The password, typed unseen; where nobody can type, the environment must have it."""
    otherwise = f"no password given: set {PASSWORD} or {TOKEN}"
    return typed_unseen(f"Password of {name}: ", otherwise=otherwise)


def asked_code(name: str) -> str:
    """The code that a device shows, or a recovery code; typed unseen like the password."""
    otherwise = f"no code given: set {CODE} or {TOKEN}"
    return typed_unseen(f"Code of {name}'s device: ", otherwise=otherwise).strip()


def table_named(client: Client, name: str) -> str:
    """A table by its own name, or the first open one of a game."""
    tables = [one for one in client.tables() if one.open]
    for one in tables:
        if name == one.table or (name == one.game and not one.rests):
            return one.table
    known = ", ".join(f"{one.table} (rests)" if one.rests else one.table for one in tables)
    raise CroupierError(f"there is no table {name!r} on that floor; the tables are {known}")
