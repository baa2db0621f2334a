"""What administrators and managers do to people's accounts, and people to their own way of play."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from croupier.floor.people import Person, decisions
from croupier.floor.people.decisions import Answer
from croupier.floor.people.events import RecordsRead, SessionsEnded
from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.web.api.problems import ProblemError, not_found
from croupier.web.people.credentials import proved
from croupier.web.people.door_keys import new_code
from croupier.web.people.office import Office
from croupier.web.people.passwords import check_name
from croupier.web.people.principal import Principal
from croupier.web.people.sign_in import enter


async def create(
    office: Office, name: str, roles: frozenset[Role], by: Principal
) -> tuple[str, str]:
    """Make an account for somebody: the id that it has, and a password for once."""
    check_name(name)
    password = new_code()
    person = await enter(office, name, password, roles, origin=by.origin, by=by, one_time=True)
    return person, password


async def change(
    office: Office,
    person: str,
    decision: Callable[[Person], Answer],
    *,
    by: Principal,
    action: str,
) -> Person:
    """Change somebody's account by a decision; who is not there cannot be changed."""
    if not office.directory.person(person).id:
        raise not_found("person")
    return await office.decide(person, decision, by=by, action=action)


async def grant(office: Office, person: str, role: Role, by: Principal) -> Person:
    """Give somebody a role; their sessions end."""
    return await change(
        office,
        person,
        lambda known: decisions.grant(known, role, by.account),
        by=by,
        action="person.grant",
    )


async def withdraw(office: Office, person: str, role: Role, by: Principal) -> Person:
    """Take a role from somebody; their sessions end."""
    return await change(
        office,
        person,
        lambda known: decisions.withdraw(known, role, by.account),
        by=by,
        action="person.grant",
    )


async def suspend(office: Office, person: str, reason: str, by: Principal) -> Person:
    """Close an account for the time being; its sessions end."""
    return await change(
        office,
        person,
        lambda known: decisions.suspend(known, reason, by.account),
        by=by,
        action="person.suspend",
    )


async def close(office: Office, who: Principal, password: str, chips: Iterable[str]) -> Person:
    """Close one's own account, with the password once more; chips are changed back first."""
    await proved(office, who, password)
    if tables := ", ".join(chips):
        why = f"you have chips at {tables}: leave with them first"
        raise ProblemError(409, "account/has-chips", why)
    return await change(office, who.account, decisions.close, by=who, action="person.close")


async def reinstate(office: Office, person: str, by: Principal) -> Person:
    """Open a closed account again."""
    return await change(office, person, decisions.reinstate, by=by, action="person.suspend")


async def end_sessions(office: Office, person: str, by: Principal) -> Person:
    """End all sessions of somebody, whoever asks for it."""
    if not office.directory.person(person).id:
        raise not_found("person")
    await office.run(office.register.end_sessions, person)
    cause = office.cause(by, "session.end", owner=person)
    return await office.note(person, SessionsEnded(person), cause=cause)


async def exclude(office: Office, person: str, until: datetime | None, by: Principal) -> Person:
    """Keep a player from playing, by their own wish or a manager's."""
    now = moment(office)
    return await change(
        office,
        person,
        lambda known: decisions.exclude(known, until, now),
        by=by,
        action="exclusion.begin",
    )


async def remind(office: Office, person: str, minutes: int, by: Principal) -> Person:
    """Have a player told from time to time how long they have played."""
    return await change(
        office, person, lambda known: decisions.remind(known, minutes), by=by, action="reminder.set"
    )


async def limit(
    office: Office, person: str, kind: str, amount: Cents | None, by: Principal
) -> Person:
    """Set a player's own limit for a day, at all tables together."""
    now = moment(office)
    return await change(
        office,
        person,
        lambda known: decisions.limit(known, kind, amount, now),
        by=by,
        action="play-limit.set",
    )


async def note_reading(office: Office, by: Principal, action: str, subject: str) -> None:
    """Write down that somebody has looked at what is another's, or taken a copy of the record."""
    read = RecordsRead(by.account, action, subject)
    await office.note(by.account, read, cause=office.cause(by, action))


def moment(office: Office) -> datetime:
    """The time now, to the second."""
    return datetime.fromtimestamp(int(office.now()), UTC)
