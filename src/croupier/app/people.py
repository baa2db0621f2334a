"""People as a part of the server: put together, opened with it and closed with it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol, TypeVar

from litestar import Litestar

from croupier.errors import CroupierError
from croupier.house.accounts import PlayerAccount
from croupier.house.people import Person
from croupier.messages import Command, Refused
from croupier.record.journal import Journal
from croupier.record.secrets.keys import master_key
from croupier.record.stores.base import Store
from croupier.rulebooks import Role
from croupier.streams import PERSON
from croupier.web.auth.accounts import AccountService, Directory, fold_person
from croupier.web.auth.administration import (
    NAME,
    create_administrator,
    credential_store_at,
    password_file,
)
from croupier.web.auth.credentials import recover
from croupier.web.auth.own_limits import DayBook, exclusion_refusal, limit_refusal
from croupier.web.auth.permissions import Principal
from croupier.web.auth.policy import USUAL, Policy
from croupier.web.auth.second_factor import factor_key
from croupier.web.auth.sessions import Authenticator
from croupier.web.service.floor_service import FloorService
from croupier.web.service.store import ServerStore, key_files

NAMING_ATTEMPTS = 20
"""How often a new person's name is asked for: another process writes it a moment later."""


class DatabaseSettings(Protocol):
    """Where a server keeps what it keeps."""

    @property
    def database(self) -> str:
        """A file, or the address of a PostgreSQL server."""

    @property
    def key_file(self) -> Path | None:
        """The file with the key; none where it lies beside the database."""


class PeopleModule:
    """Everything about people that a server holds while it runs."""

    def __init__(
        self, service: FloorService, keeping: DatabaseSettings, *, policy: Policy = USUAL
    ) -> None:
        self._service, self._keeping = service, keeping
        master = master_key(key_files(keeping.database, keeping.key_file)[0])
        self.accounts = AccountService(
            credential_store_at(keeping.database),
            service,
            key=factor_key(master.key),
            policy=policy,
        )
        self.authenticator = Authenticator(self.accounts)
        """Who says who asks."""
        self._unnamed: dict[str, int] = {}
        self.accounts.directory.on_change(self._registered)
        self.authenticator.on_end(
            lambda ended: service.subscribers.dismiss(lambda who: who.session in ended)
        )
        self._day_book = DayBook()
        service.exclusion = self.kept_from
        service.set_own_limits(self.within_limits, self._day_book.day_of)
        service.subscribe(self.accounts.directory.apply)
        service.subscribe(self._day_book.apply)
        service.add_snapshot_part("people", self.accounts.directory)
        service.add_snapshot_part("day book", self._day_book)

    @asynccontextmanager
    async def running(self, _: Litestar) -> AsyncIterator[None]:
        """Look after people for as long as the server runs; the hall must be open."""
        accounts = self.accounts
        self._service.read_model.names.update(await accounts.run(accounts.store.names))
        await create_administrator(accounts, self._password_file)
        tasks = [
            asyncio.create_task(self.authenticator.watch_sessions()),
            asyncio.create_task(self._name()),
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
            accounts.store.close()

    @property
    def _password_file(self) -> Path:
        """Where the first administrator's password goes."""
        return password_file(self._keeping.database, self._keeping.key_file)

    def kept_from(self, player: str, command: Command) -> Refused | None:
        """Refuse a player what an exclusion keeps them from."""
        return exclusion_refusal(
            self.accounts.directory.person(player), command, self.accounts.now()
        )

    def within_limits(self, account: PlayerAccount, command: Command) -> Refused | None:
        """Refuse a player what their own limits keep them from, as it is decided."""
        person = self.accounts.directory.person(account.player)
        return limit_refusal(person, account, command, self._day_book, self.accounts.now())

    def _registered(self, before: Person, after: Person) -> None:
        """Ask for the name of a new person; a first password that was changed need not be kept."""
        if not before.id:
            self._unnamed[after.id] = NAMING_ATTEMPTS
        elif after.id == NAME and after.rights != before.rights:
            self._password_file.unlink(missing_ok=True)

    async def _name(self) -> None:
        """Find out what new people are called, whichever process has entered them."""
        names = self._service.read_model.names
        while True:
            for person in list(self._unnamed):
                await self._name_one(person, names)
            await asyncio.sleep(0.2)

    async def _name_one(self, person: str, names: dict[str, str]) -> None:
        found = await self.accounts.run(self.accounts.store.credential, person)
        self._unnamed[person] -= 1
        if found is not None:
            names[person] = found.shown
        if found is not None or not self._unnamed[person]:
            del self._unnamed[person]


OPERATOR = Principal("operator", "operator", frozenset({Role.ADMINISTRATOR}))
"""Who acts at the machine itself; it holds the keys."""
T = TypeVar("T")


class NoSuchAdministratorError(CroupierError):
    """A name that is no administrator's."""

    def __init__(self, name: str) -> None:
        super().__init__(f"--recover: {name!r} is not an administrator, who can help others")


class _Log:
    """The log of a floor, written to from the machine."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def record(self, work: Callable[[Journal], T]) -> T:
        """Have work read and append."""
        return work(self._store)

    async def catch_up(self) -> None:
        """Know what others have written: it is read where it is asked for."""


def recovered_password(keeping: DatabaseSettings, name: str) -> str:
    """Give an administrator a password for once, and have their device count no longer.

    Sessions and tokens of theirs end, and the record says who did it: the operator.
    """
    held = ServerStore(keeping.database, key=keeping.key_file, new=False)
    try:
        store = credential_store_at(keeping.database)
        try:
            accounts = AccountService(store, _Log(held.writer), key=factor_key(held.master.key))
            return asyncio.run(_recovered(accounts, held.writer, name))
        finally:
            store.close()
    finally:
        held.close()


async def _recovered(accounts: AccountService, store: Store, name: str) -> str:
    found = await accounts.run(accounts.store.credential_by_name, name)
    person = None if found is None else fold_person(store.read_stream(PERSON.stream(found.person)))
    if person is None or Role.ADMINISTRATOR not in person.roles:
        raise NoSuchAdministratorError(name)
    accounts.directory = Directory()
    accounts.directory.people[person.id] = person
    return await recover(accounts, person, OPERATOR, factor=True)
