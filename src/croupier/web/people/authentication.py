"""The middleware that finds out who asks, and puts it on ``request.user``."""

from typing import Any, Protocol

from litestar.connection import ASGIConnection
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.types import ASGIApp

from croupier.web.people.principal import Principal


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
