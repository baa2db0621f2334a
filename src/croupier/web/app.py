"""The server's application: its parts put together."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import structlog
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.middleware import DefineMiddleware
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from croupier.version import VERSION
from croupier.web.api import health, live, tables
from croupier.web.api.problems import HANDLERS
from croupier.web.hall.hall import Hall
from croupier.web.hall.opening import open_floor
from croupier.web.hall.stores import HallStore
from croupier.web.pages.routes import PAGES, attach
from croupier.web.people.authentication import Authentication, Doorkeeper
from croupier.web.people.principal import VISITOR, Principal
from croupier.web.settings import Settings

ROUTERS = (health.ROUTER, tables.ROUTER, live.ROUTER)
"""All routes of the interface for programs."""
LARGEST_BODY = 64_000
"""How many bytes a request may have."""


class Visitors:
    """A doorkeeper who knows nobody: everybody may look."""

    async def principal_of(self, _: ASGIConnection[Any, Any, Any, Any]) -> Principal:
        """A visitor, whoever it is."""
        return VISITOR


def nobody_known(_: Hall) -> Doorkeeper:
    """A doorkeeper for a hall that only has visitors."""
    return Visitors()


def application(
    settings: Settings, *, doorkeeper: Callable[[Hall], Doorkeeper] = nobody_known
) -> Litestar:
    """The server, ready to be run; the floor opens when it starts, and closes when it ends.

    ``doorkeeper`` is given the hall, and says who asks.
    """
    hall = Hall(HallStore(settings.database, key=settings.key_file))

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncIterator[None]:
        await hall.open()
        await open_floor(hall, settings)
        app.state.ready = True
        try:
            yield
        finally:
            app.state.ready = False
            await hall.close()

    app = Litestar(
        route_handlers=[*ROUTERS, PAGES],
        lifespan=[running],
        middleware=[DefineMiddleware(Authentication, doorkeeper=doorkeeper(hall))],
        exception_handlers=HANDLERS,
        openapi_config=_openapi(),
        request_max_body_size=LARGEST_BODY,
        pdb_on_exception=False,
        debug=False,
    )
    app.state.hall, app.state.settings, app.state.ready = hall, settings, False
    attach(app, hall)
    app.state.log = structlog.get_logger("croupier")
    return app


def _openapi() -> OpenAPIConfig:
    plugin: Any = JsonRenderPlugin(path="/openapi.json")
    return OpenAPIConfig(
        title="croupier",
        version=VERSION,
        description="Casino table games run by the book: the interface for programs.",
        path="/api",
        render_plugins=[plugin],
        use_handler_docstrings=True,
    )
