"""Administration: what officials do to accounts, what people do to their own, and the first
administrator."""

import os
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from croupier.house import people
from croupier.house.people import Answer, Person, PersonRegistered, RecordsRead, SessionsEnded
from croupier.money import Cents
from croupier.record.envelopes import Cause
from croupier.record.journal import Journal, StreamWrite
from croupier.record.secrets.keys import PRIVATE, MasterKey
from croupier.record.stores.locations import POSTGRES, without_driver
from croupier.rulebooks import Role
from croupier.streams import PERSON
from croupier.web.auth.accounts import AccountService, fold_person
from croupier.web.auth.credentials import require_password
from croupier.web.auth.passwords import check_name
from croupier.web.auth.permissions import Principal
from croupier.web.auth.second_factor import factor_key, reseal_devices
from croupier.web.auth.sign_in import enter
from croupier.web.auth.stores.base import Credential, CredentialStore
from croupier.web.auth.stores.sqlite import has_tables, sqlite_credentials
from croupier.web.auth.tokens import new_code
from croupier.web.problems import ProblemError, not_found


async def create(
    accounts: AccountService, name: str, roles: frozenset[Role], by: Principal
) -> tuple[str, str]:
    """Create an account. Return its id and a one-time password."""
    check_name(name)
    password = new_code()
    person = await enter(accounts, name, password, roles, origin=by.origin, by=by, one_time=True)
    return person, password


async def change(
    accounts: AccountService,
    person: str,
    decision: Callable[[Person], Answer],
    *,
    by: Principal,
    action: str,
) -> Person:
    """Change an account by a decision. Raise ``ProblemError`` 404 if there is no such person."""
    if not accounts.directory.person(person).id:
        raise not_found("person")
    return await accounts.decide(person, decision, by=by, action=action)


async def grant(accounts: AccountService, person: str, role: Role, by: Principal) -> Person:
    """Grant a role; the person's sessions end."""
    return await change(
        accounts,
        person,
        lambda known: people.grant(known, role, by.account),
        by=by,
        action="person.grant",
    )


async def withdraw(accounts: AccountService, person: str, role: Role, by: Principal) -> Person:
    """Withdraw a role; the person's sessions end."""
    return await change(
        accounts,
        person,
        lambda known: people.withdraw(known, role, by.account),
        by=by,
        action="person.grant",
    )


async def suspend(accounts: AccountService, person: str, reason: str, by: Principal) -> Person:
    """Suspend an account; its sessions end."""
    return await change(
        accounts,
        person,
        lambda known: people.suspend(known, reason, by.account),
        by=by,
        action="person.suspend",
    )


async def close(
    accounts: AccountService, who: Principal, password: str, chips: Iterable[str]
) -> Person:
    """Close the principal's own account.

    Require the password, and that no chips are left anywhere.
    """
    await require_password(accounts, who, password)
    if tables := ", ".join(chips):
        why = f"you have chips at {tables}: leave with them first"
        raise ProblemError(409, "account/has-chips", why)
    return await change(accounts, who.account, people.close, by=who, action="person.close")


async def reinstate(accounts: AccountService, person: str, by: Principal) -> Person:
    """Reopen a suspended account."""
    return await change(accounts, person, people.reinstate, by=by, action="person.suspend")


async def end_sessions(accounts: AccountService, person: str, by: Principal) -> Person:
    """End all sessions of a person."""
    if not accounts.directory.person(person).id:
        raise not_found("person")
    await accounts.run(accounts.store.end_sessions, person)
    cause = accounts.cause(by, "session.end", owner=person)
    return await accounts.note(person, SessionsEnded(person), cause=cause)


async def exclude(
    accounts: AccountService, person: str, until: datetime | None, by: Principal
) -> Person:
    """Exclude a player from play, by their own wish or a manager's."""
    now = time_now(accounts)
    return await change(
        accounts,
        person,
        lambda known: people.exclude(known, until, now),
        by=by,
        action="exclusion.begin",
    )


async def remind(accounts: AccountService, person: str, minutes: int, by: Principal) -> Person:
    """Set how often a player is reminded of the time they have played."""
    return await change(
        accounts,
        person,
        lambda known: people.set_reminder(known, minutes),
        by=by,
        action="reminder.set",
    )


async def limit(
    accounts: AccountService, person: str, kind: str, amount: Cents | None, by: Principal
) -> Person:
    """Set a player's own limit for a gaming day, at all tables together."""
    now = time_now(accounts)
    return await change(
        accounts,
        person,
        lambda known: people.set_limit(known, kind, amount, now),
        by=by,
        action="play-limit.set",
    )


async def note_reading(accounts: AccountService, by: Principal, action: str, subject: str) -> None:
    """Record that somebody has read another person's data, or copied the record."""
    read = RecordsRead(by.account, action, subject)
    await accounts.note(by.account, read, cause=accounts.cause(by, action))


def time_now(accounts: AccountService) -> datetime:
    """Return the time now, to the second."""
    return datetime.fromtimestamp(int(accounts.now()), UTC)


# The first administrator --------------------------------------------------------------------------

NAME = "administrator"
"""The first administrator's id and name to sign in with."""
FILE = "-administrator"
"""The ending of the name of the file that the password is written to."""


async def create_administrator(
    accounts: AccountService, file: Path, terminal: TextIO | None = None
) -> str:
    """Create the first administrator if there is none, and hand over the password.

    Return the password; empty if there was one. If several processes start at once, the log decides
    which of them is first.
    """
    known = await accounts.run(accounts.store.credential, NAME)
    others = [one for one in accounts.directory.with_role(Role.ADMINISTRATOR) if one.id != NAME]
    if known is not None or others:
        return ""
    await accounts.record(_record_administrator)
    password = new_code()
    hashed = await accounts.run(accounts.passwords.hash_of, password)
    until = accounts.now() + accounts.policy.one_time_seconds
    entered = Credential(NAME, NAME, NAME, hashed, until, b"", 0)
    if not await accounts.run(accounts.store.enter, entered):
        return ""
    await accounts.run(hand_over, password, file, terminal or sys.stdout)
    return password


def _record_administrator(journal: Journal) -> None:
    """Record the first administrator, unless that was recorded before."""
    stream = PERSON.stream(NAME)
    if fold_person(journal.read_stream(stream)).id:
        return
    registered = PersonRegistered(NAME, (Role.ADMINISTRATOR,))
    cause = Cause("first administrator", "house", Role.ADMINISTRATOR)
    journal.append([StreamWrite(stream, 0, (registered,))], cause)


def hand_over(password: str, path: Path, terminal: TextIO) -> None:
    """Show a password on the terminal; without one, write it to a file only its owner can read."""
    if terminal.isatty():
        terminal.write(f"Sign in as {NAME} within a day, with this one-time password: {password}\n")
        terminal.flush()
        return
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
    with os.fdopen(handle, "w") as file:
        os.fchmod(file.fileno(), PRIVATE)
        file.write(f"{password}\n")
    terminal.write(f"The one-time password of {NAME} is in {path}\n")
    terminal.flush()


def password_file(database: str, key: Path | None = None) -> Path:
    """Return the file for the password: beside the database file, or where the key lies."""
    if not database.startswith(POSTGRES):
        path = Path(database)
        return path.with_name(path.name + FILE)
    return Path(f"croupier{FILE}") if key is None else key.with_name(key.name + FILE)


def credential_store_at(database: str) -> CredentialStore:
    """Open the credential store in the database of a log, which must exist."""
    if not database.startswith(POSTGRES):
        return sqlite_credentials(database)
    try:
        from croupier.web.auth.stores.postgres import postgres_credentials, prepare_people
    except ImportError:
        raise without_driver() from None
    prepare_people(database)
    return postgres_credentials(database)


def reseal_devices_of(database: str, old: MasterKey, new: MasterKey) -> int:
    """Reseal the code devices of a floor with a new master key. Return how many there are."""
    if not has_credentials(database):
        return 0
    store = credential_store_at(database)
    try:
        return reseal_devices(store, factor_key(old.key), factor_key(new.key))
    finally:
        store.close()


def end_sessions_of(database: str) -> None:
    """End all sessions and tokens of a restored floor: some may have been ended since the copy."""
    if has_credentials(database):
        store = credential_store_at(database)
        try:
            store.end_all()
        finally:
            store.close()


def has_credentials(database: str) -> bool:
    """Return whether a database has ever held credentials."""
    if not database.startswith(POSTGRES):
        return has_tables(database)
    try:
        from croupier.web.auth.stores.postgres import is_prepared
    except ImportError:
        raise without_driver() from None
    return is_prepared(database)
