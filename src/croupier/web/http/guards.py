"""What every route does first: finds the hall, and asks whether somebody may."""

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
from croupier.web.auth.accounts import AccountService
from croupier.web.auth.administration import note_reading
from croupier.web.auth.permissions import Principal, require_permission, right_for, role_for
from croupier.web.auth.sessions import COOKIE
from croupier.web.auth.sign_in import OpenedSession
from croupier.web.problems import ProblemError
from croupier.web.service.floor_service import FloorService

Asking = Request[Principal, Any, State]
"""A request, with whoever makes it."""
Key = Annotated[str, HeaderParameter(name="Idempotency-Key", max_length=100)]
"""Names a request, so that it is carried out once however often it is sent."""


def service_of(request: Asking) -> FloorService:
    """Return the hall that a request is made to."""
    return cast("FloorService", request.app.state.service)


def accounts_of(request: Asking) -> AccountService:
    """Return the office that a request is made to."""
    return cast("AccountService", request.app.state.people.accounts)


def loaded_law(game: str) -> TableLaw:
    """The law of something on the floor; it rests as long as that law is not loaded."""
    if game not in GAMES:
        why = f"no law of {game} is loaded: whoever runs the house can load it with --law"
        raise ProblemError(409, "law/not-loaded", why)
    return law_of(game)


async def catch_up_on_unknown(request: Asking) -> None:
    """Read the log on where a request names what is not known: another process may have opened it.

    So whoever opens a table here finds it there at once.
    """
    service = service_of(request)
    shown = service.read_model
    known: dict[str, Mapping[str, object]] = {
        "tables": shown.tables,
        "tournaments": shown.tournaments,
        "promotions": shown.promotions,
    }
    _, kind, name, *_ = f"{request.scope['path'].removeprefix('/api')}//".split("/")
    if name and kind in known and name not in known[kind]:
        await service.catch_up()


def require(request: Asking, action: str, *, owner: str = "") -> None:
    """Require that whoever asks may do something; see ``require_permission``."""
    require_permission(request.user, action, owner=owner)


async def require_reading(request: Asking, action: str, *, owner: str) -> None:
    """Require that somebody may look; that they looked at what is another's is written down."""
    require(request, action, owner=owner)
    right = right_for(request.user, action, owner=owner)
    if right is not None and right.recorded:
        await note_reading(accounts_of(request), request.user, action, owner or "all")


def cause_of(request: Asking, action: str, command_id: str, content: str = "") -> Cause:
    """Return who does something, in which of their roles and from where, for the record.

    ``content`` distinguishes it from anything else under the same id; empty where nobody chose it.
    """
    who = request.user
    role = role_for(who, action)
    assert role is not None, "it was seen before that they may"
    return Cause(command_id, who.account, role, content=content, origin=who.origin)


class PrincipalResolver(Protocol):
    """Knows who somebody is by what a request brings along."""

    async def principal_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Principal:
        """Who asks; a visitor where nothing says so."""


class Authentication(AbstractAuthenticationMiddleware):
    """Puts a :class:`Principal` on every connection; visitors too are somebody."""

    def __init__(self, app: ASGIApp, authenticator: PrincipalResolver) -> None:
        super().__init__(app)
        self._doorkeeper = authenticator

    async def authenticate_request(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> AuthenticationResult:
        """Who asks, and the name of the session or token by which they showed it."""
        principal = await self._doorkeeper.principal_of(connection)
        return AuthenticationResult(user=principal, auth=principal.session)


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
