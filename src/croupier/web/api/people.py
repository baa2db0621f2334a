"""People in the API: signing up, the accounts of others, limits that players set for themselves."""

from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from croupier.house.people import Person
from croupier.rulebooks import Role
from croupier.web.api.sessions import (
    Closure,
    Exclusion,
    NewAccount,
    NewLimit,
    NewPlayer,
    OneTimePassword,
    PeoplePage,
    Recovery,
    Reminder,
    Suspension,
)
from croupier.web.auth import administration, credentials, sign_in
from croupier.web.auth.accounts import PersonView, Who, view_of, who_is
from croupier.web.http.guards import (
    PrincipalRequest,
    accounts_of,
    cookie_for,
    require,
    require_reading,
    service_of,
)
from croupier.web.http.requests import PageLimit
from croupier.web.problems import ProblemError, not_found

ME = "me"
"""Stands for the principal's own id in an address."""
PersonCursor = Annotated[str, QueryParameter(description="`next` from the previous page.")]


def person_id(request: PrincipalRequest, person: str) -> str:
    """Return the id of the person that an address means."""
    return request.user.account if person == ME else person


async def _view(request: PrincipalRequest, person: Person) -> PersonView:
    accounts = accounts_of(request)
    found = await accounts.run(accounts.store.credential, person.id)
    return view_of(person, "" if found is None else found.shown, administration.time_now(accounts))


@post("/api/people")
async def sign_up(request: PrincipalRequest, data: JSONBody[NewPlayer]) -> Response[Who]:
    """Create a player's account, and sign in with it."""
    require(request, "person.register")
    accounts, origin = accounts_of(request), request.user.origin
    person = await sign_in.sign_up(accounts, data.name, data.password, origin=origin)
    opened = await sign_in.sign_in(accounts, data.name, data.password, origin=origin)
    principal = opened.principal(accounts.directory.person(person))
    return Response(who_is(accounts, principal, opened.session), cookies=[cookie_for(opened)])


@post("/api/staff")
async def create_account(request: PrincipalRequest, data: JSONBody[NewAccount]) -> OneTimePassword:
    """Create an account with a one-time password; roles that do not go together are refused."""
    require(request, "person.create")
    accounts = accounts_of(request)
    person, password = await administration.create(
        accounts, data.name, frozenset(data.roles), request.user
    )
    return OneTimePassword(
        person, password, _until(accounts.now(), accounts.policy.one_time_seconds)
    )


@get("/api/people")
async def list_people(
    request: PrincipalRequest, cursor: PersonCursor = "", limit: PageLimit = 50
) -> PeoplePage:
    """List people in the order of their ids. Reading is recorded."""
    await require_reading(request, "person.list", owner="")
    accounts = accounts_of(request)
    found = sorted(one for one in accounts.directory.people if one > cursor)
    names = await accounts.run(accounts.store.names)
    now = administration.time_now(accounts)
    page = tuple(
        view_of(accounts.directory.person(one), names.get(one, ""), now) for one in found[:limit]
    )
    return PeoplePage(page, page[-1].person if len(found) > limit else None)


@get("/api/people/{person:str}")
async def show_person(request: PrincipalRequest, person: FromPath[str]) -> PersonView:
    """Show a person, `me` for yourself. Reading another person's data is recorded."""
    owner = person_id(request, person)
    await require_reading(request, "person.view", owner=owner)
    found = accounts_of(request).directory.person(owner)
    if not found.id:
        raise not_found("person")
    return await _view(request, found)


@put("/api/people/{person:str}/roles/{role:str}")
async def grant_role(
    request: PrincipalRequest, person: FromPath[str], role: FromPath[str]
) -> PersonView:
    """Grant a role. The person's sessions end, and their live connections close."""
    require(request, "person.grant")
    accounts = accounts_of(request)
    return await _view(
        request, await administration.grant(accounts, person, _role(role), request.user)
    )


@delete("/api/people/{person:str}/roles/{role:str}", status_code=200)
async def withdraw_role(
    request: PrincipalRequest, person: FromPath[str], role: FromPath[str]
) -> PersonView:
    """Withdraw a role. The person's sessions end, and their live connections close."""
    require(request, "person.grant")
    accounts = accounts_of(request)
    return await _view(
        request, await administration.withdraw(accounts, person, _role(role), request.user)
    )


def _role(name: str) -> Role:
    try:
        return Role(name)
    except ValueError:
        known = ", ".join(role.value for role in Role)
        raise ProblemError(404, "role/unknown", f"unknown role; choose from {known}") from None


@post("/api/people/{person:str}/recovery", status_code=200)
async def recover_person(
    request: PrincipalRequest, person: FromPath[str], data: JSONBody[Recovery]
) -> OneTimePassword:
    """Issue a one-time password to a person who lost theirs; their sessions end."""
    require(request, "person.recover")
    accounts = accounts_of(request)
    found = accounts.directory.person(person)
    if data.factor:
        credentials.require_identification(data.identified)
    password = await credentials.recover(
        accounts, found, request.user, factor=data.factor, identified=data.identified
    )
    return OneTimePassword(
        person, password, _until(accounts.now(), accounts.policy.one_time_seconds)
    )


@put("/api/people/{person:str}/suspension")
async def suspend_person(
    request: PrincipalRequest, person: FromPath[str], data: JSONBody[Suspension]
) -> PersonView:
    """Suspend an account. Its sessions end, and its live connections close."""
    require(request, "person.suspend")
    accounts = accounts_of(request)
    return await _view(
        request, await administration.suspend(accounts, person, data.reason, request.user)
    )


@delete("/api/people/{person:str}/suspension", status_code=200)
async def reinstate_person(request: PrincipalRequest, person: FromPath[str]) -> PersonView:
    """Reopen a suspended account."""
    require(request, "person.suspend")
    return await _view(
        request, await administration.reinstate(accounts_of(request), person, request.user)
    )


@put("/api/people/{person:str}/closure")
async def close_account(
    request: PrincipalRequest, person: FromPath[str], data: JSONBody[Closure]
) -> PersonView:
    """Close your own account, once you have no chips at any table. All sessions end."""
    owner = person_id(request, person)
    require(request, "person.close", owner=owner)
    chips = service_of(request).read_model.tables_with_chips(owner)
    accounts = accounts_of(request)
    closed = await administration.close(accounts, request.user, data.password, chips)
    return await _view(request, closed)


@delete("/api/people/{person:str}/sessions", status_code=204)
async def end_sessions(request: PrincipalRequest, person: FromPath[str]) -> None:
    """End all sessions of a person, or your own; live connections close."""
    owner = person_id(request, person)
    require(request, "session.end", owner=owner)
    await administration.end_sessions(accounts_of(request), owner, request.user)


@put("/api/people/{person:str}/exclusion")
async def exclude_person(
    request: PrincipalRequest, person: FromPath[str], data: JSONBody[Exclusion]
) -> PersonView:
    """Exclude a player from play, for a while or for good: by their own wish, or a manager's."""
    owner = person_id(request, person)
    require(request, "exclusion.begin", owner=owner)
    until = data.until
    if until is not None and until.tzinfo is None:
        why = "a time needs its zone, such as 2026-05-01T20:00:00Z"
        raise ProblemError(422, "clock/no-zone", why)
    accounts = accounts_of(request)
    return await _view(request, await administration.exclude(accounts, owner, until, request.user))


@put("/api/people/{person:str}/reminder")
async def set_reminder(
    request: PrincipalRequest, person: FromPath[str], data: JSONBody[Reminder]
) -> PersonView:
    """Set how often, in minutes, you are reminded of the time you have played."""
    owner = person_id(request, person)
    require(request, "reminder.set", owner=owner)
    accounts = accounts_of(request)
    return await _view(
        request, await administration.remind(accounts, owner, data.minutes, request.user)
    )


@put("/api/people/{person:str}/limits/{kind:str}")
async def set_limit(
    request: PrincipalRequest, person: FromPath[str], kind: FromPath[str], data: JSONBody[NewLimit]
) -> PersonView:
    """Set the most to lose (`loss`) or to bring along (`deposit`) in a gaming day, at all tables.

    A lower limit applies at once, a higher one a day later.
    """
    owner = person_id(request, person)
    require(request, "play-limit.set", owner=owner)
    accounts = accounts_of(request)
    return await _view(
        request, await administration.limit(accounts, owner, kind, data.amount, request.user)
    )


def _until(now: float, seconds: int) -> datetime:
    return datetime.fromtimestamp(int(now) + seconds, UTC)


HANDLERS: list[Any] = [
    sign_up,
    create_account,
    list_people,
    show_person,
    grant_role,
    withdraw_role,
    recover_person,
    suspend_person,
    close_account,
    reinstate_person,
    end_sessions,
    exclude_person,
    set_reminder,
    set_limit,
]
ROUTER = Router("/", route_handlers=HANDLERS, tags=["people"])
