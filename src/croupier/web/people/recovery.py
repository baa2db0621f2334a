"""Recovery at the machine: for administrators when no other is left who could help them."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from croupier.errors import CroupierError
from croupier.record.envelopes import person_stream
from croupier.record.journal import Journal
from croupier.record.stores import Store
from croupier.rulebooks import Role
from croupier.web.hall.stores import HallStore
from croupier.web.people.credentials import recover
from croupier.web.people.directory import Directory, folded
from croupier.web.people.factors import factor_key
from croupier.web.people.office import Office
from croupier.web.people.part import Keeping, register_at
from croupier.web.people.principal import Principal

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


def recovered_password(keeping: Keeping, name: str) -> str:
    """Give an administrator a password for once, and have their device count no longer.

    Sessions and tokens of theirs end, and the record says who did it: the operator.
    """
    held = HallStore(keeping.database, key=keeping.key_file, new=False)
    try:
        register = register_at(keeping.database)
        try:
            office = Office(register, _Log(held.writer), key=factor_key(held.master.key))
            return asyncio.run(_recovered(office, held.writer, name))
        finally:
            register.close()
    finally:
        held.close()


async def _recovered(office: Office, store: Store, name: str) -> str:
    found = await office.run(office.register.named, name)
    person = None if found is None else folded(store.read_stream(person_stream(found.person)))
    if person is None or Role.ADMINISTRATOR not in person.roles:
        raise NoSuchAdministratorError(name)
    office.directory = Directory()
    office.directory.people[person.id] = person
    return await recover(office, person, OPERATOR, factor=True)
