"""Accounts as a module of the server: put together, opened with it and closed with it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from litestar import Litestar

from croupier.errors import CroupierError
from croupier.floor.floor import Floor
from croupier.house.accounts import PlayerAccount
from croupier.house.people import Person
from croupier.messages import Command, Refused
from croupier.money import Cents
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
from croupier.web.auth.own_limits import (
    DayBook,
    amount_brought_today,
    exclusion_refusal,
    limit_refusal,
)
from croupier.web.auth.permissions import Principal
from croupier.web.auth.policy import DEFAULT_POLICY, Policy
from croupier.web.auth.second_factor import factor_key
from croupier.web.auth.sessions import Authenticator
from croupier.web.auth.sign_in import end_guests
from croupier.web.service.floor_service import FloorService
from croupier.web.service.guest_tables import clear_seats
from croupier.web.service.store import ServerStore, key_files

GUESTS_SECONDS = 60.0
"""How often to look for guests whose sessions are over."""
TICKS_SECONDS = 0.5
"""How often to look for payments that were ticked off at other processes."""
NAMING_ATTEMPTS = 20
"""How often to look for a new person's name: another process writes it a moment later."""


class DatabaseSettings(Protocol):
    """Where the server's database and key are."""

    @property
    def database(self) -> str:
        """A file, or the address of a PostgreSQL server."""

    @property
    def key_file(self) -> Path | None:
        """The file with the master key; ``None`` if it is beside the database."""


class PeopleModule:
    """Everything about accounts that a server holds while it runs."""

    def __init__(
        self, service: FloorService, settings: DatabaseSettings, *, policy: Policy = DEFAULT_POLICY
    ) -> None:
        self._service, self._settings = service, settings
        master = master_key(key_files(settings.database, settings.key_file)[0])
        self.accounts = AccountService(
            credential_store_at(settings.database),
            service,
            key=factor_key(master.key),
            policy=policy,
        )
        self.authenticator = Authenticator(self.accounts)
        self._unnamed: dict[str, int] = {}
        self.accounts.directory.on_change(self._on_change)
        self.authenticator.on_end(
            lambda ended: service.subscribers.dismiss(lambda who: who.session in ended)
        )
        self._day_book = DayBook()
        service.exclusion = self.exclusion
        book = self._day_book
        service.set_own_limits(self.own_limit, book.day_of, book.zone)
        service.subscribe(self.accounts.directory.apply)
        service.subscribe(self._day_book.apply)
        service.add_snapshot_part("people", self.accounts.directory)
        service.add_snapshot_part("day book", self._day_book)

    @asynccontextmanager
    async def run(self, _: Litestar) -> AsyncIterator[None]:
        """Keep accounts and sessions up to date while the server runs; the service must be open."""
        accounts = self.accounts
        self._service.read_model.names.update(await accounts.run(accounts.store.names))
        await create_administrator(accounts, self._password_file)
        tasks = [
            asyncio.create_task(self.authenticator.watch_sessions()),
            asyncio.create_task(self._name()),
            asyncio.create_task(self._end_guests()),
        ]
        if self._service.store.shared:
            tasks.append(asyncio.create_task(self._watch_ticks()))
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
        """The file for the first administrator's password."""
        return password_file(self._settings.database, self._settings.key_file)

    def exclusion(self, player: str, command: Command) -> Refused | None:
        """Return the refusal if an exclusion forbids the player a command."""
        return exclusion_refusal(
            self.accounts.directory.person(player), command, self.accounts.now()
        )

    def own_limit(self, account: PlayerAccount, command: Command) -> Refused | None:
        """Return the refusal if the player's own limits forbid a command, as it is decided."""
        person = self.accounts.directory.person(account.player)
        return limit_refusal(person, account, command, self._day_book, self.accounts.now())

    def amount_brought_today(self, account: PlayerAccount) -> Cents:
        """Return what a player has brought to tables today, less what was taken away."""
        at = datetime.fromtimestamp(self.accounts.now(), UTC)
        return amount_brought_today(account, self._day_book, at)

    def _on_change(self, before: Person, after: Person) -> None:
        """Look up a new person's name; delete the file of a first password that was changed."""
        if not before.id or (before.guest and not after.guest):
            self._unnamed[after.id] = NAMING_ATTEMPTS
        elif after.id == NAME and after.rights != before.rights:
            self._password_file.unlink(missing_ok=True)

    async def _name(self) -> None:
        """Look up the names of new people, whichever process created their accounts."""
        names = self._service.read_model.names
        while True:
            for person in list(self._unnamed):
                await self._name_one(person, names)
            await asyncio.sleep(0.2)

    async def _end_guests(self) -> None:
        """End guests whose sessions are over, and free their tables."""
        while True:
            await asyncio.sleep(GUESTS_SECONDS)
            try:
                await self.end_guests()
            except Exception as error:  # noqa: BLE001 - the database may be away for a while
                self.accounts.log.warning("guests cannot be ended", why=str(error))

    async def _watch_ticks(self) -> None:
        """Tell the consoles of this process what was ticked off at another one.

        Ticks are no events, so nothing in the log wakes this process.
        """
        known: frozenset[tuple[str, int, str]] = frozenset()
        while True:
            await asyncio.sleep(TICKS_SECONDS)
            try:
                found = await self.accounts.run(self.accounts.store.all_payment_ticks)
            except Exception as error:  # noqa: BLE001 - the database may be away for a while
                self.accounts.log.warning("ticks cannot be read", why=str(error))
                continue
            for table in {place for place, _, _ in known ^ found}:
                self._service.subscribers.publish_ticks(table)
            known = found

    async def end_guests(self) -> None:
        """End guests whose sessions are over, and free their tables, now."""
        for guest in await end_guests(self.accounts):
            await self._service.do(partial(_clear_seats, guest))
            self._service.read_model.names.pop(guest, None)

    async def _name_one(self, person: str, names: dict[str, str]) -> None:
        found = await self.accounts.run(self.accounts.store.credential, person)
        self._unnamed[person] -= 1
        if found is not None:
            names[person] = found.shown
        if found is not None or not self._unnamed[person]:
            del self._unnamed[person]


def _clear_seats(guest: str, floor: Floor) -> None:
    clear_seats(floor, guest)


# Recovery at the machine --------------------------------------------------------------------------

OPERATOR = Principal("operator", "operator", frozenset({Role.ADMINISTRATOR}))
"""The principal of commands at the machine itself, which has the keys."""
T = TypeVar("T")


class NoSuchAdministratorError(CroupierError):
    """No administrator has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"--recover: {name!r} is not an administrator, who can help others")


class _Log:
    """The log of a floor, written to by a command on the machine."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def record(self, work: Callable[[Journal], T]) -> T:
        """Read and append by ``work``."""
        return work(self._store)

    async def catch_up(self) -> None:
        """Do nothing: the log is read whenever it is needed."""


def recover_administrator(settings: DatabaseSettings, name: str) -> str:
    """Issue a one-time password to an administrator, and remove their device for codes.

    Their sessions and tokens end, and the record names the operator as the actor.
    """
    held = ServerStore(settings.database, key=settings.key_file, new=False)
    try:
        store = credential_store_at(settings.database)
        try:
            accounts = AccountService(store, _Log(held.writer), key=factor_key(held.master.key))
            return asyncio.run(_recover(accounts, held.writer, name))
        finally:
            store.close()
    finally:
        held.close()


async def _recover(accounts: AccountService, store: Store, name: str) -> str:
    found = await accounts.run(accounts.store.credential_by_name, name)
    person = None if found is None else fold_person(store.read_stream(PERSON.stream(found.person)))
    if person is None or Role.ADMINISTRATOR not in person.roles:
        raise NoSuchAdministratorError(name)
    accounts.directory = Directory()
    accounts.directory.people[person.id] = person
    return await recover(accounts, person, OPERATOR, factor=True)
