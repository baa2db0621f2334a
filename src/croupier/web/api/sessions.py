"""Sessions, passwords, devices and tokens in the API, and bodies of requests about people."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.money import Cents
from croupier.rulebooks import Role
from croupier.web.auth import credentials, sign_in
from croupier.web.auth.accounts import (
    AccountService,
    PersonView,
    SessionSummary,
    Who,
    in_order,
    session_summary,
    utc_time,
    who_is,
)
from croupier.web.auth.credentials import Enrolment, IssuedToken
from croupier.web.auth.permissions import RIGHTS, Whose, is_permitted
from croupier.web.auth.sessions import COOKIE
from croupier.web.auth.sign_in import OpenedSession
from croupier.web.auth.tokens import digest
from croupier.web.http.guards import PrincipalRequest, accounts_of, cookie_for, no_cookie, require
from croupier.web.problems import not_found

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Secret = Annotated[str, Meta(max_length=1024)]
ShortText = Annotated[str, Meta(max_length=200)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A request's body; unknown fields are refused."""


class NewPlayer(Body, frozen=True):
    """The account that a player creates."""

    name: Name
    """The name to sign in with."""
    password: Secret
    """The password."""


class SignIn(Body, frozen=True):
    """The credentials to sign in with."""

    name: Name
    """The name."""
    password: Secret
    """The password."""
    code: Annotated[str, Meta(max_length=64)] = ""
    """A code of the device, or a recovery code; empty if the account has no device."""


class NewPassword(Body, frozen=True):
    """A change of password."""

    current: Secret
    """The present password."""
    new: Secret
    """The new password."""


class EndSessions(Body, frozen=True):
    """A request to end one of the caller's own sessions, or all but this one."""

    password: Secret
    """The password again: a browser that was left open must not lock its owner out."""
    session: str = ""
    """The id of the session; left out, all others."""


class BeginFactor(Body, frozen=True):
    """A request to set up a device for codes."""

    password: Secret
    """The password."""
    code: Annotated[str, Meta(max_length=64)] = ""
    """A code of the present device; empty if there is none."""


class FinishFactor(Body, frozen=True):
    """The first code of a new device."""

    enrolment: Annotated[str, Meta(max_length=400)]
    """What came with the device's secret."""
    code: Annotated[str, Meta(max_length=16)]
    """The code that the device shows."""


class RecoveryCodes(msgspec.Struct, frozen=True, rename="kebab"):
    """Codes for when the device is lost; each is valid once, and they are shown only once."""

    recovery_codes: tuple[str, ...]
    """The codes."""


class NewToken(Body, frozen=True):
    """A request for a bearer token."""

    password: Secret
    """The password of the person it is to act for."""
    scopes: Annotated[tuple[ShortText, ...], Meta(max_length=10)]
    """Its scopes: ``read``, ``play``, ``manage``, ``shoe:1``, ``audit``."""
    label: ShortText = "program"
    """The owner's name for it."""
    days: int = 30
    """How many days it is valid."""
    name: Annotated[str, Meta(max_length=64)] = ""
    """The name to sign in with; empty for a person who has signed in."""
    code: Annotated[str, Meta(max_length=64)] = ""
    """A code of the device, if a name is given and the account has a device."""


class TokenSummary(msgspec.Struct, frozen=True):
    """A bearer token without its secret."""

    id: str
    """The token's public id."""
    label: str
    """The owner's name for it."""
    scopes: tuple[str, ...]
    """Its scopes."""
    made: datetime
    """When it was made."""
    expires: datetime
    """When it expires."""


class NewAccount(Body, frozen=True):
    """An account that an administrator creates for somebody."""

    name: Name
    """The name to sign in with."""
    roles: Annotated[tuple[Role, ...], Meta(min_length=1, max_length=4)]
    """The person's roles."""


class OneTimePassword(msgspec.Struct, frozen=True, rename="kebab"):
    """A one-time password, for a person to set their own; it is shown only once."""

    person: str
    """The person's id."""
    password: str
    """The password."""
    until: datetime
    """When it expires."""


class Recovery(Body, frozen=True):
    """How a person's account is recovered."""

    factor: bool = False
    """Whether their device for codes is lost too."""
    identified: ShortText = ""
    """How the person was identified, as when the account was made; needed if the device is lost."""


class Suspension(Body, frozen=True):
    """The suspension of an account."""

    reason: ShortText
    """The reason."""


class Closure(Body, frozen=True):
    """A player's request to close their account."""

    password: str
    """The password again."""


class Exclusion(Body, frozen=True):
    """An exclusion from play."""

    until: datetime | None = None
    """When it ends; none for good."""


class Reminder(Body, frozen=True):
    """How often a person is reminded of the time they have played."""

    minutes: int
    """The interval in minutes; 0 for none."""


class NewLimit(Body, frozen=True):
    """A limit for a gaming day, at all tables together."""

    amount: Cents | None
    """The limit in cents; none for no limit."""


class PeoplePage(msgspec.Struct, frozen=True):
    """A page of the list of people."""

    items: tuple[PersonView, ...]
    """People in the order of their ids."""
    next: str | None
    """The cursor of the next page; none on the last."""


class RightRow(msgspec.Struct, frozen=True):
    """A row of the table of permissions."""

    action: str
    """The action."""
    roles: tuple[Role, ...]
    """The roles that may do it."""
    whose: Whose
    """Whose things they may do it to."""
    visitors: bool
    """Whether visitors may too."""
    scope: str
    """The scope that a token needs; empty if no token is enough."""


def _session_response(accounts: AccountService, opened: OpenedSession) -> Response[Who]:
    person = accounts.directory.person(opened.session.person)
    who = who_is(accounts, opened.principal(person), opened.session)
    return Response(who, cookies=[cookie_for(opened)])


@get("/api/session")
async def show_session(request: PrincipalRequest) -> Who:
    """Show the principal of this request; a visitor has no account."""
    require(request, "session.view")
    accounts = accounts_of(request)
    session = await accounts.run(accounts.store.session, request.user.session)
    return who_is(accounts, request.user, session)


@post("/api/session", status_code=200)
async def begin_session(request: PrincipalRequest, data: JSONBody[SignIn]) -> Response[Who]:
    """Sign in. The answer sets a cookie; the browser's previous session ends."""
    require(request, "session.begin")
    opened = await sign_in.sign_in(
        accounts_of(request),
        data.name,
        data.password,
        data.code,
        origin=request.user.origin,
        instead_of=digest(request.cookies.get(COOKIE, "")),
    )
    return _session_response(accounts_of(request), opened)


@delete("/api/session", status_code=204)
async def end_session(request: PrincipalRequest) -> Response[None]:
    """Sign out: this session ends, and its live connections close."""
    require(request, "session.end", owner=request.user.account)
    await sign_in.sign_out(accounts_of(request), request.user)
    headers = {"Clear-Site-Data": '"cache", "storage"'}
    return Response(None, cookies=[no_cookie()], headers=headers)


@get("/api/sessions")
async def list_sessions(request: PrincipalRequest) -> tuple[SessionSummary, ...]:
    """List your own sessions, the newest first."""
    require(request, "person.view", owner=request.user.account)
    accounts = accounts_of(request)
    found = await accounts.run(accounts.store.sessions_of, request.user.account)
    return tuple(session_summary(one, request.user) for one in found)


@post("/api/sessions/end", status_code=204)
async def end_own_sessions(request: PrincipalRequest, data: JSONBody[EndSessions]) -> None:
    """End one of your own sessions, or all but this one; their live connections close."""
    require(request, "session.end", owner=request.user.account)
    await credentials.end_sessions(accounts_of(request), request.user, data.password, data.session)


@put("/api/session/password")
async def change_password(request: PrincipalRequest, data: JSONBody[NewPassword]) -> Response[Who]:
    """Set your own password. All other sessions end; this one continues under a new cookie."""
    require(request, "password.change", owner=request.user.account)
    accounts = accounts_of(request)
    opened = await credentials.change_password(accounts, request.user, data.current, data.new)
    return _session_response(accounts, opened)


@post("/api/session/factor", status_code=200)
async def begin_factor(request: PrincipalRequest, data: JSONBody[BeginFactor]) -> Enrolment:
    """Begin to set up a device for codes; it is enabled by its first code."""
    require(request, "factor.change", owner=request.user.account)
    return await credentials.begin_factor(
        accounts_of(request), request.user, data.password, data.code
    )


@put("/api/session/factor")
async def finish_factor(
    request: PrincipalRequest, data: JSONBody[FinishFactor]
) -> Response[RecoveryCodes]:
    """Enable a device by its first code. The recovery codes are shown only once."""
    require(request, "factor.change", owner=request.user.account)
    opened, codes = await credentials.finish_factor(
        accounts_of(request), request.user, data.enrolment, data.code
    )
    return Response(RecoveryCodes(tuple(codes)), cookies=[cookie_for(opened)])


@get("/api/tokens")
async def list_tokens(request: PrincipalRequest) -> tuple[TokenSummary, ...]:
    """List your own bearer tokens, the newest first."""
    require(request, "token.view", owner=request.user.account)
    accounts = accounts_of(request)
    found = await accounts.run(accounts.store.tokens_of, request.user.account)
    return tuple(
        TokenSummary(
            one.id,
            one.label,
            tuple(one.scopes.split()),
            utc_time(one.opened),
            utc_time(one.expires),
        )
        for one in found
    )


@post("/api/tokens")
async def make_token(request: PrincipalRequest, data: JSONBody[NewToken]) -> IssuedToken:
    """Issue a bearer token for a program or a shoe; it is shown only once.

    A signed-in person gives the password again. A program that has not signed in gives name,
    password and, if the account has a device, a code.
    """
    accounts, who = accounts_of(request), request.user
    if data.name:
        require(request, "session.begin")
        who = await sign_in.principal_with(
            accounts, data.name, data.password, data.code, origin=who.origin
        )
    if not is_permitted(who, "token.make", owner=who.account):
        require(request, "token.make", owner=who.account)
    return await credentials.issue_token(
        accounts, who, data.password, data.label, data.scopes, data.days
    )


@delete("/api/tokens/{token:str}", status_code=204)
async def revoke_token(request: PrincipalRequest, token: FromPath[str]) -> None:
    """Revoke a bearer token; its live connections close."""
    accounts = accounts_of(request)
    found = await accounts.run(accounts.store.token_by_id, token)
    owner = "" if found is None else found.person
    if found is None or not is_permitted(request.user, "token.revoke", owner=owner):
        require(request, "token.view", owner=request.user.account)
        raise not_found("token")
    await credentials.revoke_token(accounts, found, request.user)


@get("/api/rights")
async def list_rights() -> tuple[RightRow, ...]:
    """List who may do what: the table of permissions that every request is checked against."""
    return tuple(
        RightRow(
            row.action,
            in_order(row.roles),
            row.whose,
            row.visitors,
            "" if row.scope is None else row.scope.value,
        )
        for row in RIGHTS
    )


HANDLERS: list[Any] = [
    show_session,
    begin_session,
    end_session,
    list_sessions,
    end_own_sessions,
    change_password,
    begin_factor,
    finish_factor,
    list_tokens,
    make_token,
    revoke_token,
    list_rights,
]
ROUTER = Router("/", route_handlers=HANDLERS, tags=["people"])
