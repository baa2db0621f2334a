"""Sessions and tokens over the wire: signing in and out, passwords, devices, bearer tokens."""

from datetime import UTC, datetime
from typing import Any, cast

from litestar import Response, Router, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody

from croupier.web.api.doors import Asking, require
from croupier.web.api.problems import not_found
from croupier.web.people import credentials, sign_in
from croupier.web.people.bodies import (
    BeginFactor,
    EndSessions,
    FinishFactor,
    NewPassword,
    NewToken,
    RecoveryCodes,
    RightRow,
    SessionSummary,
    SignIn,
    TokenSummary,
    Who,
    in_order,
)
from croupier.web.people.credentials import Enrolment, IssuedToken
from croupier.web.people.door_keys import digest, session_id
from croupier.web.people.gatekeeper import COOKIE
from croupier.web.people.office import Office
from croupier.web.people.part import People
from croupier.web.people.permissions import permitted
from croupier.web.people.principal import Principal
from croupier.web.people.register import Session
from croupier.web.people.rights import RIGHTS
from croupier.web.people.sign_in import OpenedSession


def people_of(request: Asking) -> People:
    """The part of the server that knows people."""
    return cast("People", request.app.state.people)


def office_of(request: Asking) -> Office:
    """The office that a request is made to."""
    return people_of(request).office


def cookie_for(opened: OpenedSession) -> Cookie:
    """The cookie by which a browser is known from now on; no script can read it."""
    return Cookie(
        key=COOKIE,
        value=opened.secret,
        path="/",
        max_age=int(opened.session.expires - opened.session.opened),
        secure=True,
        httponly=True,
        samesite="lax",
    )


def no_cookie() -> Cookie:
    """Has a browser forget what it showed."""
    return Cookie(
        key=COOKIE, value="", path="/", max_age=0, secure=True, httponly=True, samesite="lax"
    )


def who_is(office: Office, principal: Principal, session: Session | None = None) -> Who:
    """Who asks, in the words of the interface."""
    person = office.directory.person(principal.account)
    now = office.now()
    minutes = 0 if session is None else int(now - session.opened) // 60
    every = person.reminder_minutes
    return Who(
        principal.account,
        principal.name,
        in_order(principal.roles),
        None if principal.scopes is None else tuple(sorted(principal.scopes)),
        principal.confined,
        person.second_factor,
        minutes,
        every,
        bool(every) and minutes >= every,
        person.kept_out(datetime.fromtimestamp(now, UTC)),
    )


def _begun(office: Office, opened: OpenedSession) -> Response[Who]:
    person = office.directory.person(opened.session.person)
    who = who_is(office, opened.principal(person), opened.session)
    return Response(who, cookies=[cookie_for(opened)])


@get("/api/session")
async def show_session(request: Asking) -> Who:
    """Tell who asks, as the server knows them; a visitor has no account."""
    require(request, "session.view")
    office = office_of(request)
    session = await office.run(office.register.session, request.user.session)
    return who_is(office, request.user, session)


@post("/api/session", status_code=200)
async def begin_session(request: Asking, data: JSONBody[SignIn]) -> Response[Who]:
    """Sign in. The answer sets a cookie; the session that the browser had before ends."""
    require(request, "session.begin")
    opened = await sign_in.sign_in(
        office_of(request),
        data.name,
        data.password,
        data.code,
        origin=request.user.origin,
        instead_of=digest(request.cookies.get(COOKIE, "")),
    )
    return _begun(office_of(request), opened)


@delete("/api/session", status_code=204)
async def end_session(request: Asking) -> Response[None]:
    """Sign out: this session ends, and what is open for it closes."""
    require(request, "session.end", owner=request.user.account)
    await sign_in.sign_out(office_of(request), request.user)
    headers = {"Clear-Site-Data": '"cache", "storage"'}
    return Response(None, cookies=[no_cookie()], headers=headers)


@get("/api/sessions")
async def list_sessions(request: Asking) -> tuple[SessionSummary, ...]:
    """List one's own sessions, the newest first."""
    require(request, "person.view", owner=request.user.account)
    office = office_of(request)
    found = await office.run(office.register.sessions_of, request.user.account)
    return tuple(summary_of(one, request.user) for one in found)


@post("/api/sessions/end", status_code=204)
async def end_own_sessions(request: Asking, data: JSONBody[EndSessions]) -> None:
    """End one of one's own sessions, or all but this one; what is open for them closes."""
    require(request, "session.end", owner=request.user.account)
    await credentials.end_sessions(office_of(request), request.user, data.password, data.session)


@put("/api/session/password")
async def change_password(request: Asking, data: JSONBody[NewPassword]) -> Response[Who]:
    """Set one's own password. All other sessions end; this one goes on under a new cookie."""
    require(request, "password.change", owner=request.user.account)
    office = office_of(request)
    opened = await credentials.change_password(office, request.user, data.current, data.new)
    return _begun(office, opened)


@post("/api/session/factor", status_code=200)
async def begin_factor(request: Asking, data: JSONBody[BeginFactor]) -> Enrolment:
    """Begin to set up a device for codes; it counts once it has shown one."""
    require(request, "factor.change", owner=request.user.account)
    return await credentials.begin_factor(
        office_of(request), request.user, data.password, data.code
    )


@put("/api/session/factor")
async def finish_factor(request: Asking, data: JSONBody[FinishFactor]) -> Response[RecoveryCodes]:
    """Have a device count from now on. The recovery codes are shown this once."""
    require(request, "factor.change", owner=request.user.account)
    opened, codes = await credentials.finish_factor(
        office_of(request), request.user, data.enrolment, data.code
    )
    return Response(RecoveryCodes(tuple(codes)), cookies=[cookie_for(opened)])


@get("/api/tokens")
async def list_tokens(request: Asking) -> tuple[TokenSummary, ...]:
    """List one's own bearer tokens, the newest first."""
    require(request, "token.view", owner=request.user.account)
    office = office_of(request)
    found = await office.run(office.register.tokens_of, request.user.account)
    return tuple(
        TokenSummary(
            one.id, one.label, tuple(one.scopes.split()), _time(one.opened), _time(one.expires)
        )
        for one in found
    )


@post("/api/tokens")
async def make_token(request: Asking, data: JSONBody[NewToken]) -> IssuedToken:
    """Make a bearer token for a program or a shoe; it is shown this once.

    Somebody signed in gives the password again. A program that is not gives name, password and,
    where the account has a device, a code.
    """
    office, who = office_of(request), request.user
    if data.name:
        require(request, "session.begin")
        who = await sign_in.recognised(
            office, data.name, data.password, data.code, origin=who.origin
        )
    if not permitted(who, "token.make", owner=who.account):
        require(request, "token.make", owner=who.account)
    return await credentials.issue_token(
        office, who, data.password, data.label, data.scopes, data.days
    )


@delete("/api/tokens/{token:str}", status_code=204)
async def revoke_token(request: Asking, token: FromPath[str]) -> None:
    """Make a bearer token worthless; what is open for it closes."""
    office = office_of(request)
    found = await office.run(office.register.token_called, token)
    owner = "" if found is None else found.person
    if found is None or not permitted(request.user, "token.revoke", owner=owner):
        require(request, "token.view", owner=request.user.account)
        raise not_found("token")
    await credentials.revoke_token(office, found, request.user)


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


def summary_of(session: Session, asking: Principal) -> SessionSummary:
    """What somebody is told of a session of theirs."""
    return SessionSummary(
        session_id(session.digest),
        _time(session.opened),
        _time(session.seen),
        session.origin,
        session.digest == asking.session,
    )


def _time(at: float) -> datetime:
    return datetime.fromtimestamp(int(at), UTC)


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
