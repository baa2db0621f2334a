"""The gate before everything: which hosts it answers to, whom it believes, what browsers may do."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
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

from croupier.errors import CroupierError
from croupier.record.codec import encode
from croupier.web.auth.sessions import COOKIE
from croupier.web.problems import MEDIA_TYPE, ProblemError, problem_of_error

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


LOG = structlog.get_logger("croupier.gate")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
PROGRAMS = "/api/"
"""Where the interface for programs begins; its bodies are JSON."""
JSON = "application/json"
OWN_SITES = frozenset({"same-origin", "none"})
"""What a browser says of a request that one of our pages, or the person themselves, has made."""

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
"""What every answer says to browsers."""
STRICT_TRANSPORT = "max-age=31536000; includeSubDomains"
NOT_STORED = "no-store"
SAID = tuple(
    (name.lower().encode(), value.encode())
    for name, value in {**HEADERS, "Cache-Control": NOT_STORED}.items()
)
"""The same as it goes over the wire; what the answer says of itself goes before."""
SAID_SECURELY = (*SAID, (b"strict-transport-security", STRICT_TRANSPORT.encode()))
"""And what an answer over https says besides."""


class BadSiteError(CroupierError):
    """A site that could not be kept safe."""


class Site(msgspec.Struct, frozen=True, kw_only=True):
    """Where the server is reached, and whom it believes."""

    hosts: frozenset[str] = frozenset(LOOPBACK)
    """The names that it is called by, without ports."""
    proxies: tuple[IPv4Network | IPv6Network, ...] = ()
    """Who may say for whom they ask, and over which scheme they were asked."""
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
    """The site of a server that listens on an address.

    ``names`` and ``proxies`` have commas between. Beyond the loopback it takes TLS, or a proxy on a
    way that is encrypted by something else, which only the operator can know: ``private``.

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
    """Whether an address is reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


@lru_cache
def is_elsewhere(address: str) -> bool:
    """Whether an address is another machine's; what is no address came by a way of this one's.

    The last few are known by heart: people ask again and again from where they are.
    """
    try:
        return not ip_address(address).is_loopback
    except ValueError:
        return False


def host_of(authority: str) -> str:
    """The name in an authority, without its port."""
    return (urlsplit(f"//{authority}").hostname or "").lower()


class SiteGuard:
    """Stands before everything: sees where a request comes from and whether it is one of ours."""

    def __init__(
        self, app: ASGIApp, site: Site, page: Callable[[ProblemError], str] | None = None
    ) -> None:
        """``page`` says to people's browsers why they are not let in; programs get the problem."""
        self.app = app
        self._site = site
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or turn it away; each answer tells browsers what holds here."""
        headers = Headers.from_scope(scope)
        self._believe(scope, headers)

        async def answered(message: Message) -> None:
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
            await _turn_away(scope, answered, denied, page)
        else:
            await self.app(scope, receive, answered)

    def _believe(self, scope: Scope, headers: Headers) -> None:
        """Take over from a trusted proxy for whom it asks; what others say of it is passed over."""
        client = scope.get("client")
        forwarded = headers.get("x-forwarded-for", "")
        if client is None or not forwarded or not self._trusted(client[0]):
            return
        hops = [hop.strip() for hop in forwarded.split(",")]
        asked_for = next((hop for hop in reversed(hops) if not self._trusted(hop)), hops[0])
        scope["client"] = (asked_for, 0)
        if headers.get("x-forwarded-proto", "") == "https":
            scope["scheme"] = "https" if scope["type"] == ScopeType.HTTP else "wss"

    def _trusted(self, address: str) -> bool:
        try:
            known = ip_address(address)
        except ValueError:
            return False
        return any(known in network for network in self._site.proxies)

    def _check(self, scope: Scope, headers: Headers) -> None:
        """Turn away what came in the open, for another host, or from another site's page."""
        client = scope.get("client")
        secure = scope["scheme"] in ("https", "wss")
        if not secure and client is not None and is_elsewhere(client[0]):
            raise ProblemError(403, "site/insecure", "this server is reachable only over https")
        if len(headers.getall("host", ())) > 1:
            raise ProblemError(400, "site/host", "a request names one host")
        if host_of(headers.get("host", "")) not in self._site.hosts:
            raise ProblemError(421, "site/host", "this server does not have that name")
        if scope["path"].startswith(PROGRAMS) and not _in_json(headers):
            raise ProblemError(415, "request/no-json", "the body must be application/json")
        changes = scope["type"] == ScopeType.WEBSOCKET or scope["method"] not in SAFE
        if changes and not _from_own_page(headers, secure=secure):
            raise ProblemError(
                403, "site/origin", "this request did not come from one of our pages"
            )


def _protect(scope: Scope, message: HTTPResponseStartEvent) -> None:
    """Tell the browser what holds here, unless the answer itself does."""
    given = [*message["headers"]]
    named = {name.lower() for name, _ in given}
    told = SAID_SECURELY if scope["scheme"] == "https" else SAID
    message["headers"] = [*given, *(one for one in told if one[0] not in named)]


async def _turn_away(scope: Scope, send: Send, denied: ProblemError, page: str) -> None:
    """Answer somebody who is not let in: with a page, where there is one for them."""
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
    """Whether a person's browser asks for a page."""
    return "text/html" in headers.get("accept", "") and not scope["path"].startswith(PROGRAMS)


def _in_json(headers: Headers) -> bool:
    """Whether a request has no body, or one of the only kind that is read."""
    empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
    return empty or headers.get("content-type", "").partition(";")[0].strip().lower() == JSON


def _from_own_page(headers: Headers, *, secure: bool) -> bool:
    """Whether a request that changes something was made by us and not by another site's page.

    Browsers say where a request comes from, and pages cannot make them lie. A program says nothing
    of it; it then must show a token, or nothing: a browser's cookie alone is not believed.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in OWN_SITES:
        return False
    if origin is not None:
        own = f"{'https' if secure else 'http'}://{headers.get('host', '')}"
        return origin.lower() == own.lower()
    return site is not None or f"{COOKIE}=" not in headers.get("cookie", "")
