"""Middleware before all routes: hosts, trusted proxies, forged requests, security headers."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec
import structlog
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.routes import HTTPRoute
from litestar.types import (
    ASGIApp,
    HTTPResponseStartEvent,
    Message,
    Receive,
    Scope,
    Send,
    WebSocketCloseEvent,
)
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from croupier.errors import CroupierError
from croupier.record.codec import encode
from croupier.web.auth.sessions import COOKIE
from croupier.web.problems import MEDIA_TYPE, ProblemError, problem_of_error

LOG = structlog.get_logger("croupier.middleware")
STREAMS = frozenset({"/api/live", "/api/audit/export"})
"""Addresses that stream, perhaps without end: HEAD is refused there like any other method."""

LISTING = frozenset({204, 405})
"""The answers that list the methods of an address: to OPTIONS, and to a method it lacks."""


class HeadMiddleware:
    """Answers HEAD as GET, without the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer HEAD by the handler of GET, and add HEAD to lists of methods."""
        if scope["type"] != ScopeType.HTTP or scope["path"].rstrip("/") in STREAMS:
            await self.app(scope, receive, send)
            return
        without_body = scope["method"] == "HEAD"

        async def send_answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                if message["status"] in LISTING:
                    _list_methods(message, asked)
            elif message["type"] == "http.response.body" and without_body:
                message = {**message, "body": b""}
            await send(message)

        asked: Scope = {**scope, "method": "GET"} if without_body else scope
        await self.app(asked, receive, send_answer)


def _list_methods(message: HTTPResponseStartEvent, asked: Scope) -> None:
    """Add HEAD to an answer that lists methods."""
    headers = MutableScopeHeaders.from_message(message)
    if "allow" in headers:
        allowed = {*headers["allow"].split(", ")} | _methods_at(asked)
        headers["allow"] = ", ".join(sorted(_with_head(allowed)))


def _with_head(methods: set[str]) -> set[str]:
    return methods | {"HEAD"} if "GET" in methods else methods


def _methods_at(asked: Scope) -> set[str]:
    """Return the methods of the matched address; none if no route matched.

    Of an address that several handlers share, the framework's own answer to OPTIONS names only
    those of the first.
    """
    where = asked.get("path_template", "")
    return {
        str(method)
        for route in asked["litestar_app"].routes
        if isinstance(route, HTTPRoute) and route.path_format == where
        for method in route.methods
    }


# The site -----------------------------------------------------------------------------------------

LOOPBACK = ("127.0.0.1", "localhost", "::1")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
PROGRAMS = "/api/"
"""The prefix of the API; its bodies are JSON."""
JSON = "application/json"
OWN_SITES = frozenset({"same-origin", "none"})
"""The values of ``Sec-Fetch-Site`` for requests by our own pages or by the person directly."""

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "object-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
"""What a page may load, and from where: nothing inline, nothing from elsewhere."""
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""The security headers of every answer."""
STRICT_TRANSPORT = "max-age=31536000; includeSubDomains"
NOT_STORED = "no-store"
ENCODED_HEADERS = tuple(
    (name.lower().encode(), value.encode())
    for name, value in {**HEADERS, "Cache-Control": NOT_STORED}.items()
)
"""The same headers encoded; headers of the answer itself take precedence."""
SECURE_HEADERS = (*ENCODED_HEADERS, (b"strict-transport-security", STRICT_TRANSPORT.encode()))
"""The headers of an answer over https."""


class BadSiteError(CroupierError):
    """A site that could not be kept safe."""


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """The server's host names, and the proxies it trusts."""

    hosts: frozenset[str] = frozenset(LOOPBACK)
    """The host names, without ports."""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """The networks of proxies that may say for whom, and over which scheme, they forward."""
    secure: bool = False
    """Whether the server itself speaks TLS."""


def site_for(
    host: str,
    *,
    names: str = "",
    proxies: str = "",
    secure: bool = False,
    private: bool = True,
) -> Site:
    """Return the site of a server that listens on an address.

    ``names`` and ``proxies`` are separated by commas. Beyond the loopback it takes TLS, or a proxy
    over a connection that is encrypted by other means, which only the operator can know:
    ``private``.

    >>> sorted(site_for("127.0.0.1").hosts)
    ['127.0.0.1', '::1', 'localhost']
    """
    networks = tuple(_networks(proxies))
    if not is_loopback(host) and not secure and not (networks and private):
        raise BadSiteError(
            f"{host} is not the loopback: others could listen in. Give a certificate, or name the "
            "trusted proxy on a private network"
        )
    told = frozenset(name.strip().lower() for name in names.split(",") if name.strip())
    if not is_loopback(host) and not told:
        raise BadSiteError("give the server's host names, such as casino.example.org")
    return Site(hosts=told | frozenset(LOOPBACK), proxies=networks, secure=secure)


def _networks(text: str) -> Iterable[IPv4Network | IPv6Network]:
    for word in text.split(","):
        if not word.strip():
            continue
        try:
            yield ip_network(word.strip())
        except ValueError:
            raise BadSiteError(
                f"{word.strip()!r} is not an address or network of a proxy"
            ) from None


def is_loopback(host: str) -> bool:
    """Return whether an address can be reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


@lru_cache
def is_elsewhere(address: str) -> bool:
    """Return whether an address is another machine's; a text that is not an address is local.

    Cached, since people send many requests from one address.
    """
    try:
        return not ip_address(address).is_loopback
    except ValueError:
        return False


def host_of(authority: str) -> str:
    """Return the host name in an authority, without its port."""
    return (urlsplit(f"//{authority}").hostname or "").lower()


class SiteGuard:
    """Checks every request before routing: its host, its scheme, and the page it comes from."""

    def __init__(
        self, app: ASGIApp, site: Site, page: Callable[[ProblemError], str] | None = None
    ) -> None:
        """Take ``page``, which shows browsers why they are refused; programs get the problem."""
        self.app = app
        self._site = site
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on or refuse it; add the security headers to each answer."""
        headers = Headers.from_scope(scope)

        async def send_answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                _protect(scope, message)
            await send(message)

        try:
            self._check(scope, headers)
        except ProblemError as denied:
            client = scope.get("client")
            LOG.warning(
                "turned away",
                why=denied.code,
                path=scope["path"],
                origin=client[0] if client else "",
            )
            page = ""
            if self._page is not None and _reads_pages(scope, headers):
                page = self._page(denied)
            await _refuse(scope, send_answer, denied, page)
        else:
            await self.app(scope, receive, send_answer)

    def _check(self, scope: Scope, headers: Headers) -> None:
        """Raise ``ProblemError`` for plain http, an unknown host, or a request from another site's
        page."""
        client = scope.get("client")
        secure = scope["scheme"] in ("https", "wss")
        if not secure and client is not None and is_elsewhere(client[0]):
            raise ProblemError(403, "site/insecure", "this server is reachable only over https")
        if len(headers.getall("host", ())) > 1:
            raise ProblemError(400, "site/host", "a request names one host")
        if host_of(headers.get("host", "")) not in self._site.hosts:
            raise ProblemError(421, "site/host", "this server does not have that name")
        if scope["path"].startswith(PROGRAMS) and not _has_json_body(headers):
            raise ProblemError(415, "request/no-json", "the body must be application/json")
        changes = scope["type"] == ScopeType.WEBSOCKET or scope["method"] not in SAFE
        if changes and not _from_own_page(headers, secure=secure):
            raise ProblemError(
                403, "site/origin", "this request did not come from one of our pages"
            )


def guard_site(
    app: ASGIApp, site: Site, page: Callable[[ProblemError], str] | None = None
) -> ASGIApp:
    """Return the application behind its guard, which sees for whom a trusted proxy forwards.

    Proxies come first: the guard refuses plain http, and only a proxy knows how the client came.
    The address is that of the last hop that is no proxy of ours: clients may write what they like
    in front of it.
    """
    guarded: Any = SiteGuard(app, site, page)
    behind: Any = ProxyHeadersMiddleware(guarded, [str(one) for one in site.proxies])
    return cast("ASGIApp", behind)


def _protect(scope: Scope, message: HTTPResponseStartEvent) -> None:
    """Add the security headers that the answer does not set itself."""
    given = [*message["headers"]]
    named = {name.lower() for name, _ in given}
    told = SECURE_HEADERS if scope["scheme"] == "https" else ENCODED_HEADERS
    message["headers"] = [*given, *(one for one in told if one[0] not in named)]


async def _refuse(scope: Scope, send: Send, denied: ProblemError, page: str) -> None:
    """Answer a refused request: with a page for browsers, else with the problem."""
    if scope["type"] == ScopeType.WEBSOCKET:
        closed: WebSocketCloseEvent = {
            "type": "websocket.close",
            "code": 1008,
            "reason": str(denied),
        }
        await send(closed)
        return
    kind = "text/html; charset=utf-8" if page else MEDIA_TYPE
    body = page.encode() if page else encode(problem_of_error(denied))
    headers = [(b"content-type", kind.encode())]
    await send({"type": "http.response.start", "status": denied.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _reads_pages(scope: Scope, headers: Headers) -> bool:
    """Return whether a browser asks for a page."""
    return "text/html" in headers.get("accept", "") and not scope["path"].startswith(PROGRAMS)


def _has_json_body(headers: Headers) -> bool:
    """Return whether a request has no body, or one in JSON."""
    empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
    return empty or headers.get("content-type", "").partition(";")[0].strip().lower() == JSON


def _from_own_page(headers: Headers, *, secure: bool) -> bool:
    """Return whether a request that changes something comes from one of our pages or a program."""
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    # A form or script on another site (CSRF): the browser names the relation, and no page can
    # forge the header.
    if site is not None and site not in OWN_SITES:
        return False
    # An older browser, or a page of the same host under another scheme or port: the origin must
    # be exactly ours.
    if origin is not None:
        own = f"{'https' if secure else 'http'}://{headers.get('host', '')}"
        return origin.lower() == own.lower()
    # Neither header: a program, which must show a token. A cookie here would be a browser's that
    # hides where the request comes from, so it is not believed.
    return site is not None or f"{COOKIE}=" not in headers.get("cookie", "")
