"""Sessions and tokens over the wire: signing in and out, passwords, devices, bearer tokens."""

from typing import Any

from litestar import Response, Router, delete, get, post, put
from litestar.params import FromPath, JSONBody

from croupier.web.api.doors import Asking, office_of, require
from croupier.web.api.problems import not_found
from croupier.web.people import credentials, sign_in
from croupier.web.people.authentication import cookie_for, no_cookie
from croupier.web.people.bodies import (
    BeginFactor,
    EndSessions,
    FinishFactor,
    NewPassword,
    NewToken,
    RecoveryCodes,
    RightRow,
    SignIn,
    TokenSummary,
)
from croupier.web.people.credentials import Enrolment, IssuedToken
from croupier.web.people.door_keys import digest
from croupier.web.people.gatekeeper import COOKIE
from croupier.web.people.office import Office
from croupier.web.people.permissions import permitted
from croupier.web.people.rights import RIGHTS
from croupier.web.people.sign_in import OpenedSession
from croupier.web.people.summaries import (
    SessionSummary,
    Who,
    in_order,
    session_summary,
    utc_time,
    who_is,
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
    return tuple(session_summary(one, request.user) for one in found)


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
