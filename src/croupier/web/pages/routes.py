"""All routes of the pages, and what they share: sign-in, compression, errors shown as pages."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, cast
from urllib.parse import quote

from litestar import Litestar, Request, Response, Router, get
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.response import Redirect
from litestar.routes import HTTPRoute

from croupier.web import problems
from croupier.web.http.guards import PrincipalRequest, catch_up_on_unknown
from croupier.web.http.middleware import PROGRAMS
from croupier.web.live.play_sessions import PlaySessions
from croupier.web.pages import (
    accounts,
    demo,
    floor,
    opening,
    rounds,
    rules,
    shared_rounds,
    sign_in,
    statement,
    wall,
)
from croupier.web.pages.accounts import read_form_ahead, repeatable_fields, sent_form, waiting_form
from croupier.web.pages.console import routes as console_routes
from croupier.web.pages.rendering import Frame, Reminders, frame_for, render, requested_part
from croupier.web.pages.table import player_card, practice
from croupier.web.pages.table import routes as table_routes
from croupier.web.pages.table.bets import LaidChips
from croupier.web.pages.table.history import RecentRounds
from croupier.web.pages.table.routes import html_response
from croupier.web.problems import ProblemError
from croupier.web.service.floor_service import FloorService

PAGE = "page"
"""The option of a handler that names the page of its form or file, as a path with parameters."""
HTML = "text/html"
PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")
LABELS = {
    "/": "To the floor",
    "/account": "To my account",
    "/account/links": "To your links",
    "/people": "To the people",
    "/practice": "To the hands",
    "/promotions": "To the promotions",
    "/promotions/new": "To the form",
    "/promotions/results": "To the figures",
    "/promotions/{name}": "To the promotion",
    "/promotions/{name}/desk": "To the desk",
    "/promotions/{name}/draw": "To the draw",
    "/promotions/{name}/terms": "To the form",
    "/rules": "To the rules",
    "/rules/{book}": "To the rulebook",
    "/tables/new": "To the form",
    "/tables/{name}": "To the table",
    "/tables/{name}/console": "To the console",
    "/tables/{name}/proof": "To the proof",
    "/tables/{name}/rounds": "To the rounds",
    "/tournaments": "To the tournaments",
    "/tournaments/new": "To the form",
    "/tournaments/results": "To the results",
    "/tournaments/{name}": "To the tournament",
    "/tournaments/{name}/director": "To the director's console",
}
"""The labels of links to pages."""


class PageMap:
    """The pages and forms of some routers, by path."""

    def __init__(self, routers: Iterable[Router]) -> None:
        self.routers = tuple(routers)
        self._pages: list[str] = []
        self._declared: list[tuple[str, str]] = []
        self.form_paths: list[str] = []
        """Paths that take a form and show nothing themselves."""
        for router in self.routers:
            for route in router.routes:
                if isinstance(route, HTTPRoute):
                    self._enter(route)

    def _enter(self, route: HTTPRoute) -> None:
        handlers = route.route_handlers
        for handler in handlers:
            if page := handler.opt.get(PAGE):
                self._declared.append((_template_of(route), page))
        if any(_shows_page(handler) for handler in handlers):
            self._pages.append(_template_of(route))
        elif all("GET" not in handler.http_methods for handler in handlers):
            self.form_paths.append(route.path)

    def page_above(self, path: str) -> str:
        """Return the page that a path belongs to: the declared one, else the nearest above it."""
        for template, page in self._declared:
            found = _fill(template, path)
            if found is not None:
                parts = page.split("/")
                return "/".join(found.get(part.strip("{}"), part) for part in parts)
        while path := path.rpartition("/")[0]:
            if self._template(path):
                return path
        return "/"

    def is_declared(self, path: str) -> bool:
        """Return whether an address declares its page."""
        return any(_fill(template, path) is not None for template, _ in self._declared)

    def label(self, path: str) -> str:
        """Return the label of a link to a page."""
        return LABELS.get(self._template(path), "Back")

    def _template(self, path: str) -> str:
        """Return the path, with parameters, of the page at an address; empty if there is none."""
        fits = [page for page in self._pages if _fill(page, path) is not None]
        return min(fits, key=lambda page: page.count("{"), default="")


def _template_of(route: HTTPRoute) -> str:
    """Return the path of a route, its parameters without their types."""
    return PARAMETER.sub(r"{\1}", route.path)


def _fill(template: str, path: str) -> dict[str, str] | None:
    """Return the parameters of a template in an address; ``None`` if it does not match.

    >>> _fill("/tables/{name}/sit", "/tables/star/sit"), _fill("/tables/{name}", "/rules")
    ({'name': 'star'}, None)
    """
    parts, given = template.split("/"), path.split("/")
    if len(parts) != len(given):
        return None
    pairs = list(zip(parts, given, strict=True))
    if not all(there if part.startswith("{") else part == there for part, there in pairs):
        return None
    return {part[1:-1]: there for part, there in pairs if part.startswith("{")}


def _shows_page(handler: HTTPRouteHandler) -> bool:
    return "GET" in handler.http_methods and handler.media_type == HTML


def redirect_forms(pages: PageMap) -> HTTPRouteHandler:
    """Return a handler that redirects from the address of a form to the page with the form."""

    @get(pages.form_paths, media_type=HTML)
    async def form_page(request: PrincipalRequest) -> Response[Any]:
        """Redirect to the page with the form."""
        return Redirect(quote(pages.page_above(request.scope["path"])), status_code=303)

    return form_page


# Errors as pages ----------------------------------------------------------------------------------

SMALL = CompressionConfig(backend="gzip", minimum_size=500, gzip_compress_level=6)
"""Compression is safe here: no page holds a secret that could be guessed from its length."""
TITLES = {
    401: "Sign in first",
    403: "Not for this account",
    404: "Not here",
    405: "Not here",
    409: "Refused",
    413: "Too large",
    429: "Too often",
    500: "Our mistake",
    503: "One moment",
}
WORDS = {
    "person/not-permitted": "your account may not do this: sign in with one that may",
    "server/fault": (
        "something went wrong on the server, and it is in the log; nothing you did was wrong"
    ),
}
"""Sentences for people in place of a problem's own, by its code."""
NOWHERE = "there is no page at this address"
TOO_LARGE = "what you sent is larger than any form of ours"

UNKNOWN_OUTCOME = "server/outcome-unknown"
CONFINED = "session/confined"
"""The code of a principal who must first set a password or a device: their account has the forms.
"""


def as_page(request: Request[Any, Any, Any], status: int, words: str) -> Response[Any]:
    """Return an error as a page: what was wrong, and where to go from here."""
    title = TITLES.get(status, "Something is wrong")
    pages = page_map_of(request)
    way = pages.page_above(request.scope["path"])
    if status == 401 and not requested_part(request):
        if seat := sign_in.seat_path(request.scope["path"], sent_form(request)):
            return Redirect(f"/sign-in?next={quote(seat)}", status_code=303)
        if kept := waiting_form(request):
            return sign_in.sign_in_page(request, "sign-in", {"next": way, **kept})
        return Redirect(f"/sign-in?next={return_path(request)}", status_code=303)
    frame, label = frame_for(request, title), pages.label(way)
    return html_response(problem_page(frame, words, way, label, status), status=status)


def page_map_of(request: Request[Any, Any, Any]) -> PageMap:
    """Return the map of all pages of the server."""
    return cast("PageMap", request.app.state.page_map)


def problem_page(
    frame: Frame, words: str, way: str = "/", label: str = LABELS["/"], status: int = 0
) -> str:
    """Return a page that says in a sentence what was wrong, with a link to continue."""
    return render(
        "error.html",
        frame=frame,
        words=words,
        way=way,
        label=label,
        other_account=status == 403,
    )


def guard_page(denied: ProblemError) -> str:
    """Return the page for a request that the site guard refuses: nothing is known of the person
    there."""
    frame = Frame(title=TITLES.get(denied.status, "Not let in"), places=())
    return problem_page(frame, str(denied))


def return_path(request: Request[Any, Any, Any]) -> str:
    """Return where to continue after signing in: the requested address, as a page.

    A file that is only downloaded leads to its page: a browser that downloads stays at the form.
    """
    path, pages = request.scope["path"], page_map_of(request)
    if request.method == "GET" and request.url.query and not pages.is_declared(path):
        return quote(f"{path}?{request.url.query}")
    return quote(pages.page_above(path) if pages.is_declared(path) else path)


def answer_error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer an error with a page; of a fault, only the log says what it was."""
    problem = problems.log_problem(request, error)
    if problem.code == UNKNOWN_OUTCOME:
        return outcome_unknown(request, problem.status)
    if problem.code == CONFINED and request.method == "GET" and not requested_part(request):
        return Redirect("/account", status_code=303)
    page = as_page(request, problem.status, WORDS.get(problem.code, problem.detail))
    page.headers.update(problems.headers_of(error))
    return page


def outcome_unknown(request: Request[Any, Any, Any], status: int) -> Response[Any]:
    """Return a page saying that a form may have been carried out, and how not to do it twice.

    Some forms are recognised, so that the same form is the same command. For others the page can
    only say where to look.
    """
    title = TITLES[status]
    body = render(
        "outcome_unknown.html",
        frame=frame_for(request, title),
        again=repeatable_fields(request),
        to=request.url.path,
        back=page_map_of(request).page_above(request.scope["path"]),
    )
    return html_response(body, status=status)


def answer_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Answer an error of the framework with a page that has its sentence only."""
    words = {404: NOWHERE, 405: NOWHERE, 413: TOO_LARGE}.get(error.status_code, error.detail)
    return as_page(request, error.status_code, words or "this is not possible")


HANDLERS: dict[Any, Any] = {
    HTTPException: answer_http_error,
    Exception: answer_error,
}
"""How each kind of exception is answered to people."""


def answer_people_too(handlers: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return handlers for the whole server: pages for browsers, problems for programs.

    An address that no route has, or not for this method, belongs to no page, so the pages' own
    handlers are not asked.
    """

    def choose(kind: Any, for_programs: Any) -> Any:
        def answer(request: Request[Any, Any, Any], error: Any) -> Response[Any]:
            told = for_people if reads_pages(request) else for_programs
            answered: Response[Any] = told(request, error)
            return answered

        for_people = next(HANDLERS[one] for one in kind.__mro__ if one in HANDLERS)
        return answer

    return {kind: choose(kind, for_programs) for kind, for_programs in handlers.items()}


def reads_pages(request: Request[Any, Any, Any]) -> bool:
    """Return whether a browser asks for a page, and not for something of the API's."""
    accepted = request.headers.get("accept", "")
    return "text/html" in accepted and not request.scope["path"].startswith(PROGRAMS)


@get("/{place:path}")
async def unknown_address(request: PrincipalRequest) -> Response[Any]:
    """Answer that there is nothing at an address: a page for people, a problem for programs."""
    missing = NotFoundException(NOWHERE)
    if request.url.path.startswith(PROGRAMS):
        return problems.answer_http_error(request, missing)
    return as_page(request, missing.status_code, NOWHERE)


async def _begin(request: Request[Any, Any, Any]) -> None:
    """Do what every page does first."""
    await catch_up_on_unknown(request)
    await read_form_ahead(request)


ROUTERS = (
    floor.ROUTER,
    table_routes.ROUTER,
    console_routes.ROUTER,
    sign_in.ROUTER,
    demo.ROUTER,
    accounts.ROUTER,
    statement.ROUTER,
    player_card.ROUTER,
    practice.ROUTER,
    accounts.STAFF_ROUTER,
    opening.ROUTER,
    rounds.ROUTER,
    shared_rounds.ROUTER,
    rules.ROUTER,
    wall.ROUTER,
)
"""The pages of this package; those of features are added by ``croupier.app``."""


def pages_router(pages: PageMap) -> Router:
    """Return all pages of a map as one router."""
    return Router(
        "/",
        route_handlers=[*pages.routers, redirect_forms(pages), unknown_address],
        exception_handlers=HANDLERS,
        before_request=_begin,
        middleware=[DefineMiddleware(CompressionMiddleware, config=SMALL)],
        include_in_schema=False,
    )


def attach(app: Litestar, service: FloorService, pages: PageMap) -> None:
    """Subscribe the pages to the log, from its beginning."""
    app.state.page_map = pages
    recent = RecentRounds()
    service.subscribe(recent.apply)
    service.add_snapshot_part("recent rounds", recent)
    app.state.recent_rounds = recent
    app.state.play_sessions = sessions = PlaySessions()
    service.subscribe(sessions.apply)
    service.add_snapshot_part("play sessions", sessions)
    app.state.spectator_parts = table_routes.SpectatorParts()
    app.state.shared_replays = shared_rounds.SharedReplays()
    app.state.laid_chips = laid = LaidChips()
    service.subscribe(laid.apply)
    app.state.reminders = reminders = Reminders()
    app.state.people.authenticator.on_end(reminders.forget)
