"""What is sent to and fro about people: the bodies of requests and answers."""

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
from croupier.web.http.guards import Asking, accounts_of, cookie_for, no_cookie, require
from croupier.web.problems import not_found

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Secret = Annotated[str, Meta(max_length=1024)]
ShortText = Annotated[str, Meta(max_length=200)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Something asked of the server; a field that it does not know is refused."""


class NewPlayer(Body, frozen=True):
    """An account that somebody makes for themselves."""

    name: Name
    """The name to sign in with."""
    password: Secret
    """The password."""


class SignIn(Body, frozen=True):
    """What somebody shows to sign in."""

    name: Name
    """The name."""
    password: Secret
    """The password."""
    code: Annotated[str, Meta(max_length=64)] = ""
    """A code of the device, or a recovery code; empty where the account has none."""


class NewPassword(Body, frozen=True):
    """A password in place of another."""

    current: Secret
    """The one that counts now."""
    new: Secret
    """The one that is to count."""


class EndSessions(Body, frozen=True):
    """A wish to end one of one's own sessions, or all but this one."""

    password: Secret
    """The password once more: a browser that was left open must not lock its owner out."""
    session: str = ""
    """The id of the session; left out, all others."""


class BeginFactor(Body, frozen=True):
    """A wish to set up a device for codes."""

    password: Secret
    """The password."""
    code: Annotated[str, Meta(max_length=64)] = ""
    """A code of the device that counts now; empty where there is none."""


class FinishFactor(Body, frozen=True):
    """The first code of a new device."""

    enrolment: Annotated[str, Meta(max_length=400)]
    """What came with the device's secret."""
    code: Annotated[str, Meta(max_length=16)]
    """The code that the device shows."""


class RecoveryCodes(msgspec.Struct, frozen=True, rename="kebab"):
    """Codes for when the device is lost; each counts once, and they are shown this once."""

    recovery_codes: tuple[str, ...]
    """The codes."""


class NewToken(Body, frozen=True):
    """A wish for a bearer token."""

    password: Secret
    """The password of whoever it is to act for."""
    scopes: Annotated[tuple[ShortText, ...], Meta(max_length=10)]
    """What it is to be good for: ``read``, ``play``, ``manage``, ``shoe:1``, ``audit``."""
    label: ShortText = "program"
    """What it is called."""
    days: int = 30
    """How long it is to be good."""
    name: Annotated[str, Meta(max_length=64)] = ""
    """The name to sign in with; empty for somebody who has signed in."""
    code: Annotated[str, Meta(max_length=64)] = ""
    """A code of the device, where a name is given and the account has a device."""


class TokenSummary(msgspec.Struct, frozen=True):
    """A bearer token, without what opens doors."""

    id: str
    """Names the token."""
    label: str
    """What its owner calls it."""
    scopes: tuple[str, ...]
    """What it is good for."""
    made: datetime
    """When it was made."""
    expires: datetime
    """Until when it is good."""


class NewAccount(Body, frozen=True):
    """An account that an administrator makes for somebody."""

    name: Name
    """The name to sign in with."""
    roles: Annotated[tuple[Role, ...], Meta(min_length=1, max_length=4)]
    """What the person is here."""


class OneTimePassword(msgspec.Struct, frozen=True, rename="kebab"):
    """A password that counts once, for somebody to set their own; it is shown this once."""

    person: str
    """Whose it is."""
    password: str
    """The password."""
    until: datetime
    """Until when it counts."""


class Recovery(Body, frozen=True):
    """How somebody's account is recovered."""

    factor: bool = False
    """Whether their device for codes is lost too."""
    identified: ShortText = ""
    """How they showed who they are, as when the account was made; needed where the device is lost.
    """


class Suspension(Body, frozen=True):
    """Why an account is closed for the time being."""

    reason: ShortText
    """Why."""


class Closure(Body, frozen=True):
    """A player's wish to close the account."""

    password: str
    """The password, once more."""


class Exclusion(Body, frozen=True):
    """For how long somebody is to be kept from playing."""

    until: datetime | None = None
    """Until when; none for good."""


class Reminder(Body, frozen=True):
    """How often somebody wants to be told how long they have played."""

    minutes: int
    """After how many minutes each; 0 for never."""


class NewLimit(Body, frozen=True):
    """A limit for a gaming day, at all tables together."""

    amount: Cents | None
    """The most, in cents; none for no limit."""


class PeoplePage(msgspec.Struct, frozen=True):
    """Some people, and where the next ones begin."""

    items: tuple[PersonView, ...]
    """People in the order of their ids."""
    next: str | None
    """The cursor of the page after this one; none where this is the last."""


class RightRow(msgspec.Struct, frozen=True):
    """A row of the table of who may do what."""

    action: str
    """What may be done."""
    roles: tuple[Role, ...]
    """Who may."""
    whose: Whose
    """On whose things."""
    visitors: bool
    """Whether visitors may too."""
    scope: str
    """What a token must be good for; empty where no token will do."""


def _begun(accounts: AccountService, opened: OpenedSession) -> Response[Who]:
    person = accounts.directory.person(opened.session.person)
    who = who_is(accounts, opened.principal(person), opened.session)
    return Response(who, cookies=[cookie_for(opened)])


@get("/api/session")
async def show_session(request: Asking) -> Who:
    """Tell who asks, as the server knows them; a visitor has no account."""
    require(request, "session.view")
    accounts = accounts_of(request)
    session = await accounts.run(accounts.store.session, request.user.session)
    return who_is(accounts, request.user, session)


@post("/api/session", status_code=200)
async def begin_session(request: Asking, data: JSONBody[SignIn]) -> Response[Who]:
    """Sign in. The answer sets a cookie; the session that the browser had before ends."""
    require(request, "session.begin")
    opened = await sign_in.sign_in(
        accounts_of(request),
        data.name,
        data.password,
        data.code,
        origin=request.user.origin,
        instead_of=digest(request.cookies.get(COOKIE, "")),
    )
    return _begun(accounts_of(request), opened)


@delete("/api/session", status_code=204)
async def end_session(request: Asking) -> Response[None]:
    """Sign out: this session ends, and what is open for it closes."""
    require(request, "session.end", owner=request.user.account)
    await sign_in.sign_out(accounts_of(request), request.user)
    headers = {"Clear-Site-Data": '"cache", "storage"'}
    return Response(None, cookies=[no_cookie()], headers=headers)


@get("/api/sessions")
async def list_sessions(request: Asking) -> tuple[SessionSummary, ...]:
    """List one's own sessions, the newest first."""
    require(request, "person.view", owner=request.user.account)
    accounts = accounts_of(request)
    found = await accounts.run(accounts.store.sessions_of, request.user.account)
    return tuple(session_summary(one, request.user) for one in found)


@post("/api/sessions/end", status_code=204)
async def end_own_sessions(request: Asking, data: JSONBody[EndSessions]) -> None:
    """End one of one's own sessions, or all but this one; what is open for them closes."""
    require(request, "session.end", owner=request.user.account)
    await credentials.end_sessions(accounts_of(request), request.user, data.password, data.session)


@put("/api/session/password")
async def change_password(request: Asking, data: JSONBody[NewPassword]) -> Response[Who]:
    """Set one's own password. All other sessions end; this one goes on under a new cookie."""
    require(request, "password.change", owner=request.user.account)
    accounts = accounts_of(request)
    opened = await credentials.change_password(accounts, request.user, data.current, data.new)
    return _begun(accounts, opened)


@post("/api/session/factor", status_code=200)
async def begin_factor(request: Asking, data: JSONBody[BeginFactor]) -> Enrolment:
    """Begin to set up a device for codes; it counts once it has shown one."""
    require(request, "factor.change", owner=request.user.account)
    return await credentials.begin_factor(
        accounts_of(request), request.user, data.password, data.code
    )


@put("/api/session/factor")
async def finish_factor(request: Asking, data: JSONBody[FinishFactor]) -> Response[RecoveryCodes]:
    """Have a device count from now on. The recovery codes are shown this once."""
    require(request, "factor.change", owner=request.user.account)
    opened, codes = await credentials.finish_factor(
        accounts_of(request), request.user, data.enrolment, data.code
    )
    return Response(RecoveryCodes(tuple(codes)), cookies=[cookie_for(opened)])


@get("/api/tokens")
async def list_tokens(request: Asking) -> tuple[TokenSummary, ...]:
    """List one's own bearer tokens, the newest first."""
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
async def make_token(request: Asking, data: JSONBody[NewToken]) -> IssuedToken:
    """Make a bearer token for a program or a shoe; it is shown this once.

    Somebody signed in gives the password again. A program that is not gives name, password and,
    where the account has a device, a code.
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
async def revoke_token(request: Asking, token: FromPath[str]) -> None:
    """Make a bearer token worthless; what is open for it closes."""
    accounts = accounts_of(request)
    found = await accounts.run(accounts.store.token_by_id, token)
    owner = "" if found is None else found.person
    if found is None or not is_permitted(request.user, "token.revoke", owner=owner):
        require(request, "token.view", owner=request.user.account)
        raise not_found("token")
    await credentials.revoke_token(accounts, found, request.user)


@get("/api/rights")
async def list_rights() -> tuple[RightRow, ...]:
    """List who may do what: the one table that every request is held to."""
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
