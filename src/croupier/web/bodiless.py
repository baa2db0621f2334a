"""HEAD, wherever there is a GET: the same answer without its body, as RFC 9110 has it."""

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

STREAMS = frozenset({"/api/live", "/api/audit/export"})
"""What is told bit by bit, perhaps without end: there HEAD is refused like any other method."""

LISTING = frozenset({204, 405})
"""The answers that list the methods of an address: to OPTIONS, and to a method that it has not."""


class Bodiless:
    """Answers HEAD by what answers GET, and keeps the body back."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask for the same with GET; who lists the methods of an address lists HEAD too."""
        if scope["type"] != ScopeType.HTTP or scope["path"].rstrip("/") in STREAMS:
            await self.app(scope, receive, send)
            return
        without_body = scope["method"] == "HEAD"

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start":
                if message["status"] in LISTING:
                    _list_methods(message, asked)
            elif message["type"] == "http.response.body" and without_body:
                message = {**message, "body": b""}
            await send(message)

        asked: Scope = {**scope, "method": "GET"} if without_body else scope
        await self.app(asked, receive, answered)


def _list_methods(message: HTTPResponseStartEvent, asked: Scope) -> None:
    """Have an answer that lists methods list HEAD too."""
    headers = MutableScopeHeaders.from_message(message)
    if "allow" in headers:
        allowed = {*headers["allow"].split(", ")} | _methods_at(asked)
        headers["allow"] = ", ".join(sorted(_with_head(allowed)))


def _with_head(methods: set[str]) -> set[str]:
    return methods | {"HEAD"} if "GET" in methods else methods


def _methods_at(asked: Scope) -> set[str]:
    """The methods of the address that a request was led to; none where it was led to none.

    Of an address that several handlers share, the framework's own answer to OPTIONS names those of
    the first one.
    """
    where = asked.get("path_template", "")
    return {
        str(method)
        for route in asked["litestar_app"].routes
        if isinstance(route, HTTPRoute) and route.path_format == where
        for method in route.methods
    }
