"""Guards: what routes do first.

They find the services of the application and require permissions.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Protocol, cast

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.params import HeaderParameter
from litestar.types import ASGIApp

from croupier.record.envelopes import Cause
from croupier.rulebooks import GAMES, TableLaw, law_of
from croupier.streams import BESIDE_TABLES
from croupier.web.auth.accounts import AccountService
from croupier.web.auth.administration import note_reading
from croupier.web.auth.permissions import Principal, require_permission, right_for, role_for
from croupier.web.auth.sessions import COOKIE
from croupier.web.auth.sign_in import OpenedSession
from croupier.web.problems import ProblemError
from croupier.web.service.floor_service import FloorService

PrincipalRequest = Request[Principal, Any, State]
"""A request, with its principal."""
IdempotencyKey = Annotated[str, HeaderParameter(name="Idempotency-Key", max_length=100)]
"""Names a request, so that it is carried out once however often it is sent."""


def service_of(request: PrincipalRequest) -> FloorService:
    """Return the floor service of the application."""
    return cast("FloorService", request.app.state.service)


def accounts_of(request: PrincipalRequest) -> AccountService:
    """Return the account service of the application."""
    return cast("AccountService", request.app.state.people.accounts)


def installed_law(game: str) -> TableLaw:
    """Return the law of a game. Raise ``ProblemError`` if it is not installed: its tables rest."""
    if game not in GAMES:
        why = f"no law of {game} is loaded: whoever runs the house can load it with --law"
        raise ProblemError(409, "law/not-loaded", why)
    return law_of(game)


async def catch_up_on_unknown(request: PrincipalRequest) -> None:
    """Read the log if a request names something unknown: another process may have opened it.

    So a table opened by one process is found by every other at once.
    """
    service = service_of(request)
    shown = service.read_model
    known: dict[str, Mapping[str, object]] = {"tables": shown.tables}
    for one in BESIDE_TABLES:
        if one.commands and not one.private:
            known[f"{one.word}s"] = shown.states.of(one)
    _, kind, name, *_ = f"{request.scope['path'].removeprefix('/api')}//".split("/")
    if name and kind in known and name not in known[kind]:
        await service.catch_up()


def require(request: PrincipalRequest, action: str, *, owner: str = "") -> None:
    """Require a permission of the request's principal; see ``require_permission``."""
    require_permission(request.user, action, owner=owner)


async def require_reading(request: PrincipalRequest, action: str, *, owner: str) -> None:
    """Require the permission to read, and record that another person's data was read."""
    require(request, action, owner=owner)
    right = right_for(request.user, action, owner=owner)
    if right is not None and right.recorded:
        await note_reading(accounts_of(request), request.user, action, owner or "all")


def cause_of(request: PrincipalRequest, action: str, command_id: str, content: str = "") -> Cause:
    """Return the cause of an action for the record: the principal, their role and address.

    ``content`` distinguishes it from anything else under the same id; empty if nobody chose the id.
    """
    who = request.user
    role = role_for(who, action)
    assert role is not None, "it was seen before that they may"
    return Cause(command_id, who.account, role, content=content, origin=who.origin)


class PrincipalResolver(Protocol):
    """Finds the principal of a connection."""

    async def principal_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Principal:
        """Return the principal; ``VISITOR`` if the connection shows none."""


class Authentication(AbstractAuthenticationMiddleware):
    """Puts a :class:`Principal` on every connection, for visitors too."""

    def __init__(self, app: ASGIApp, authenticator: PrincipalResolver) -> None:
        super().__init__(app)
        self._doorkeeper = authenticator

    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        """Return the principal, and the id of the session or token."""
        principal = await self._doorkeeper.principal_of(connection)
        return AuthenticationResult(user=principal, auth=principal.session)


def cookie_for(opened: OpenedSession, *, guest: bool = False) -> Cookie:
    """Return the cookie of a session; no script can read it. A guest's ends with the browser."""
    return Cookie(
        key=COOKIE,
        value=opened.secret,
        path="/",
        max_age=None if guest else int(opened.session.expires - opened.session.opened),
        secure=True,
        httponly=True,
        samesite="lax",
    )


def no_cookie() -> Cookie:
    """Return a cookie that deletes the session's."""
    return Cookie(
        key=COOKIE, value="", path="/", max_age=0, secure=True, httponly=True, samesite="lax"
    )
