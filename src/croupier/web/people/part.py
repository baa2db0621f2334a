"""People as a part of the server: put together, opened with it and closed with it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from litestar import Litestar

from croupier.floor.people import Person
from croupier.floor.players import PlayerAccount
from croupier.record.keys import MasterKey, master_key
from croupier.record.locations import POSTGRES, without_driver
from croupier.table.commands import Command
from croupier.table.state import Refused
from croupier.web.hall.hall import Hall
from croupier.web.hall.stores import key_files
from croupier.web.people.factors import factor_key, reseal_devices
from croupier.web.people.first_administrator import (
    NAME,
    create_administrator,
    password_file,
)
from croupier.web.people.gatekeeper import Gatekeeper
from croupier.web.people.office import Office
from croupier.web.people.play_limits import DayBook, kept_out, over_limit
from croupier.web.people.policy import USUAL, Policy
from croupier.web.people.register import Register
from croupier.web.people.sqlite_register import has_tables, sqlite_register

NAMING_ATTEMPTS = 20
"""How often a new person's name is asked for: another process writes it a moment later."""


class Keeping(Protocol):
    """Where a server keeps what it keeps."""

    @property
    def database(self) -> str:
        """A file, or the address of a PostgreSQL server."""

    @property
    def key_file(self) -> Path | None:
        """The file with the key; none where it lies beside the database."""


def register_at(database: str) -> Register:
    """The register in the database of a log, which must be there already."""
    if not database.startswith(POSTGRES):
        return sqlite_register(database)
    try:
        from croupier.web.people.postgres_register import postgres_register, prepare_people
    except ImportError:
        raise without_driver() from None
    prepare_people(database)
    return postgres_register(database)


def reseal_devices_of(database: str, old: MasterKey, new: MasterKey) -> int:
    """Have the devices of a floor's people count under a new master key; how many there are."""
    if not has_register(database):
        return 0
    register = register_at(database)
    try:
        return reseal_devices(register, factor_key(old.key), factor_key(new.key))
    finally:
        register.close()


def end_sessions_of(database: str) -> None:
    """End all sessions and tokens of a floor: some of a copy's have been ended since."""
    if has_register(database):
        register = register_at(database)
        try:
            register.end_all()
        finally:
            register.close()


def has_register(database: str) -> bool:
    """Whether a server has ever kept people in a database."""
    if not database.startswith(POSTGRES):
        return has_tables(database)
    try:
        from croupier.web.people.postgres_register import is_prepared
    except ImportError:
        raise without_driver() from None
    return is_prepared(database)


class People:
    """Everything about people that a server holds while it runs."""

    def __init__(self, hall: Hall, keeping: Keeping, *, policy: Policy = USUAL) -> None:
        self._hall, self._keeping = hall, keeping
        master = master_key(key_files(keeping.database, keeping.key_file)[0])
        self.office = Office(
            register_at(keeping.database), hall, key=factor_key(master.key), policy=policy
        )
        self.gatekeeper = Gatekeeper(self.office)
        """Who says who asks."""
        self._unnamed: dict[str, int] = {}
        self.office.directory.on_change(self._registered)
        self.gatekeeper.on_end(
            lambda ended: hall.audience.dismiss(lambda who: who.session in ended)
        )
        self._day_book = DayBook()
        hall.keeps_from = self.kept_from
        hall.hold_to(self.within_limits, self._day_book.day_of)
        hall.follow(self.office.directory.take_in)
        hall.follow(self._day_book.take_in)
        hall.remember("people", self.office.directory)
        hall.remember("day book", self._day_book)

    @asynccontextmanager
    async def running(self, _: Litestar) -> AsyncIterator[None]:
        """Look after people for as long as the server runs; the hall must be open."""
        office = self.office
        self._hall.showcase.names.update(await office.run(office.register.names))
        await create_administrator(office, self._password_file)
        tasks = [asyncio.create_task(self.gatekeeper.patrol()), asyncio.create_task(self._name())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
            office.register.close()

    @property
    def _password_file(self) -> Path:
        """Where the first administrator's password goes."""
        return password_file(self._keeping.database, self._keeping.key_file)

    def kept_from(self, player: str, command: Command) -> Refused | None:
        """Refuse a player what an exclusion keeps them from."""
        return kept_out(self.office.directory.person(player), command, self.office.now())

    def within_limits(self, account: PlayerAccount, command: Command) -> Refused | None:
        """Refuse a player what their own limits keep them from, as it is decided."""
        person = self.office.directory.person(account.player)
        return over_limit(person, account, command, self._day_book, self.office.now())

    def _registered(self, before: Person, after: Person) -> None:
        """Ask for the name of a new person; a first password that was changed need not be kept."""
        if not before.id:
            self._unnamed[after.id] = NAMING_ATTEMPTS
        elif after.id == NAME and after.rights != before.rights:
            self._password_file.unlink(missing_ok=True)

    async def _name(self) -> None:
        """Find out what new people are called, whichever process has entered them."""
        names = self._hall.showcase.names
        while True:
            for person in list(self._unnamed):
                await self._name_one(person, names)
            await asyncio.sleep(0.2)

    async def _name_one(self, person: str, names: dict[str, str]) -> None:
        found = await self.office.run(self.office.register.credential, person)
        self._unnamed[person] -= 1
        if found is not None:
            names[person] = found.shown
        if found is not None or not self._unnamed[person]:
            del self._unnamed[person]
