"""Which page an address belongs to: where a form stands, and where to go on from an error.

A browser asks for the address of a form with GET when somebody reloads, follows a bookmark or comes
back from signing in. All of these lead to the page with the form. A form stands on the nearest page
above its address; one that stands elsewhere says so in the ``page`` of its handler's options.
"""

import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from litestar import Response, Router, get
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect
from litestar.routes import HTTPRoute

from croupier.web.pages.frames import Asking

PAGE = "page"
"""The option of a handler that names the page of its form or file, as a path with parameters."""
HTML = "text/html"
PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")
LABELS = {
    "/": "To the floor",
    "/account": "To my account",
    "/people": "To the people",
    "/rules": "To the rules",
    "/rules/{book}": "To the rulebook",
    "/tables/new": "To the form",
    "/tables/{name}": "To the table",
    "/tables/{name}/console": "To the console",
    "/tables/{name}/proof": "To the proof",
    "/tables/{name}/rounds": "To the rounds",
}
"""What a link to a page says."""


class PageMap:
    """The pages and forms of some routers, by their paths."""

    def __init__(self, routers: Iterable[Router]) -> None:
        self.routers = tuple(routers)
        """The routers, in their order."""
        self._pages: list[str] = []
        self._declared: list[tuple[str, str]] = []
        self.form_paths: list[str] = []
        """The paths that take a form and show nothing themselves."""
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
        """The page that a path belongs to: the one that is declared, else the nearest above it."""
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
        """Whether an address says itself which page it belongs to."""
        return any(_fill(template, path) is not None for template, _ in self._declared)

    def label(self, path: str) -> str:
        """What a link to a page says."""
        return LABELS.get(self._template(path), "Back")

    def _template(self, path: str) -> str:
        """The path with parameters of the page at an address; empty where there is none."""
        fits = [page for page in self._pages if _fill(page, path) is not None]
        return min(fits, key=lambda page: page.count("{"), default="")


def _template_of(route: HTTPRoute) -> str:
    """The path of a route, its parameters without their types."""
    return PARAMETER.sub(r"{\1}", route.path)


def _fill(template: str, path: str) -> dict[str, str] | None:
    """The parameters of a template that an address fits; none where it does not.

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


def lead_to_pages(pages: PageMap) -> HTTPRouteHandler:
    """A handler that leads whoever asks for the address of a form to the page with the form."""

    @get(pages.form_paths, media_type=HTML)
    async def form_page(request: Asking) -> Response[Any]:
        """Lead to the page with the form."""
        return Redirect(quote(pages.page_above(request.scope["path"])), status_code=303)

    return form_page
