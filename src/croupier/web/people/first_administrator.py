"""The first administrator: made when a floor first opens, with a password for once."""

import os
import sys
from pathlib import Path
from typing import TextIO

from croupier.floor.people.events import PersonRegistered
from croupier.record.envelopes import Cause, person_stream
from croupier.record.journal import Journal, StreamWrite
from croupier.record.keys import PRIVATE
from croupier.record.locations import POSTGRES
from croupier.rulebooks import Role
from croupier.web.people.directory import folded
from croupier.web.people.door_keys import new_code
from croupier.web.people.office import Office
from croupier.web.people.register import Credential

NAME = "administrator"
"""The first administrator's id, and the name to sign in with."""
FILE = "-administrator"
"""What the name of the file ends with that the password goes to."""


async def create_administrator(office: Office, file: Path, terminal: TextIO | None = None) -> str:
    """Make the first administrator where there is none, and hand the password over; else nothing.

    The log says who is first, where several processes start at once.
    """
    known = await office.run(office.register.credential, NAME)
    others = [one for one in office.directory.having(Role.ADMINISTRATOR) if one.id != NAME]
    if known is not None or others:
        return ""
    await office.record(_registered)
    password = new_code()
    hashed = await office.run(office.passwords.hashed, password)
    until = office.now() + office.policy.one_time_seconds
    entered = Credential(NAME, NAME, NAME, hashed, until, b"", 0)
    if not await office.run(office.register.enter, entered):
        return ""
    await office.run(hand_over, password, file, terminal or sys.stdout)
    return password


def _registered(journal: Journal) -> None:
    """Write down that there is a first administrator, unless that was written."""
    stream = person_stream(NAME)
    if folded(journal.read_stream(stream)).id:
        return
    registered = PersonRegistered(NAME, (Role.ADMINISTRATOR,))
    cause = Cause("first administrator", "house", Role.ADMINISTRATOR)
    journal.append([StreamWrite(stream, 0, (registered,))], cause)


def hand_over(password: str, path: Path, terminal: TextIO) -> None:
    """Show a password on a terminal; where nobody sits there, in a file for its owner alone."""
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
    """Where the password goes: beside the database's file, or where the key lies."""
    if not database.startswith(POSTGRES):
        path = Path(database)
        return path.with_name(path.name + FILE)
    return Path(f"croupier{FILE}") if key is None else key.with_name(key.name + FILE)
