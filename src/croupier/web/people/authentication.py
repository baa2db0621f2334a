"""How browsers show who asks: the middleware that puts it on ``request.user``, and the cookies."""

from typing import Any, Protocol

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.types import ASGIApp

from croupier.web.people.gatekeeper import COOKIE
from croupier.web.people.principal import Principal
from croupier.web.people.sign_in import OpenedSession


class Doorkeeper(Protocol):
    """Knows who somebody is by what a request brings along."""

    async def principal_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Principal:
        """Who asks; a visitor where nothing says so."""


class Authentication(AbstractAuthenticationMiddleware):
    """Puts a :class:`Principal` on every connection; visitors too are somebody."""

    def __init__(self, app: ASGIApp, doorkeeper: Doorkeeper) -> None:
        super().__init__(app)
        self._doorkeeper = doorkeeper

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
