"""All routes of the pages, and what holds for every one of them: an error is a page too."""

from typing import Any

from litestar import Litestar, Request, Response, Router, get
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException, NotFoundException
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.response import Redirect

from croupier.errors import CroupierError
from croupier.web.api import problems
from croupier.web.api.doors import acquaint
from croupier.web.api.problems import RequestProblemError
from croupier.web.hall.hall import Hall
from croupier.web.pages import (
    account_routes,
    card_routes,
    console_routes,
    floor_routes,
    opening_routes,
    proof_routes,
    round_routes,
    rule_routes,
    seed_forms,
    staff_routes,
    table_routes,
)
from croupier.web.pages.frames import Asking, frame_for, wants_part
from croupier.web.pages.practice_coach import Coach
from croupier.web.pages.recent_rounds import RecentRounds
from croupier.web.pages.rendering import render
from croupier.web.pages.table_routes import html
from croupier.web.pages.time_reminders import Reminders
from croupier.web.pages.unsent_forms import keep_form, kept_form, typed_fields
from croupier.web.people.denials import DeniedError

SMALL = CompressionConfig(backend="gzip", minimum_size=500, gzip_compress_level=6)
"""Pages are sent small; nothing in them is a secret that others could guess at by its length."""
NOT_PERMITTED = "your account may not do this: sign in with one that may"
TITLES = {
    401: "Sign in first",
    403: "Not for this account",
    404: "Not here",
    409: "Refused",
    429: "Too often",
    503: "One moment",
}

UNKNOWN_OUTCOME = "server/outcome-unknown"
CONFINED = "session/confined"
"""What somebody is told who must first set a password or a device: their account has the forms."""


def as_page(request: Request[Any, Any, Any], status: int, words: str) -> Response[Any]:
    """An error as a page: what was wrong, and where to go from here."""
    if status == 401 and not wants_part(request):
        if kept := kept_form(request):
            back = request.url.path.rpartition("/")[0] or "/"
            return account_routes.shown_door(request, "sign-in", {"next": back, **kept})
        return Redirect(f"/sign-in?next={request.url.path}", status_code=303)
    title = TITLES.get(status, "Something is wrong")
    frame = frame_for(request, title)
    return html(render("error.html", frame=frame, title=title, words=words), status=status)


def of_croupier(request: Request[Any, Any, Any], error: CroupierError) -> Response[Any]:
    """An error of ours as a page."""
    if isinstance(error, RequestProblemError | DeniedError):
        if error.code == CONFINED and request.method == "GET" and not wants_part(request):
            return Redirect("/account", status_code=303)
        words = NOT_PERMITTED if error.code == "person/not-permitted" else str(error)
        return as_page(request, error.status, words)
    return of_anything(request, error)


def of_anything(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Any other error as a page; what nobody foresaw is in the log alone."""
    problem = problems.noted_problem(request, error)
    if problem.code == UNKNOWN_OUTCOME:
        return outcome_unknown(request, problem.status)
    return as_page(request, problem.status, problem.detail)


def outcome_unknown(request: Request[Any, Any, Any], status: int) -> Response[Any]:
    """Say that what a form asked for may have been done, and how to go on without doing it twice.

    A table's forms know their own ids by the version that they were shown with: the same form
    again is the same commands. Of others we can only say where to look.
    """
    form = typed_fields(request)
    again = form if "version" in form else None
    title = TITLES[status]
    body = render(
        "outcome_unknown.html",
        frame=frame_for(request, title),
        again=again,
        to=request.url.path,
        back=request.url.path.rpartition("/")[0] or "/",
    )
    return html(body, status=status)


def of_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """An error of the framework as a page: no more of it than its sentence."""
    return as_page(request, error.status_code, error.detail or "this is not possible")


@get("/{place:path}")
async def nowhere(request: Asking) -> Response[Any]:
    """Say that there is nothing at an address: to people as a page, to programs as a problem."""
    missing = NotFoundException("there is no page at this address")
    if request.url.path.startswith("/api/"):
        return problems.of_http(request, missing)
    return as_page(request, missing.status_code, missing.detail)


async def _begin(request: Request[Any, Any, Any]) -> None:
    """What every page does first."""
    await acquaint(request)
    await keep_form(request)


PAGES = Router(
    "/",
    route_handlers=[
        floor_routes.ROUTER,
        table_routes.ROUTER,
        console_routes.ROUTER,
        account_routes.ROUTER,
        card_routes.ROUTER,
        staff_routes.ROUTER,
        opening_routes.ROUTER,
        proof_routes.ROUTER,
        seed_forms.ROUTER,
        round_routes.ROUTER,
        rule_routes.ROUTER,
        nowhere,
    ],
    exception_handlers={
        CroupierError: of_croupier,
        DeniedError: of_croupier,
        HTTPException: of_http,
        Exception: of_anything,
    },
    before_request=_begin,
    middleware=[DefineMiddleware(CompressionMiddleware, config=SMALL)],
    include_in_schema=False,
)


def attach(app: Litestar, hall: Hall) -> None:
    """Have the pages follow the log of a hall from its beginning."""
    recent = RecentRounds()
    hall.follow(recent.take)
    hall.remember("recent rounds", recent)
    app.state.recent_rounds = recent
    app.state.reminders = reminders = Reminders()
    app.state.people.gatekeeper.on_end(reminders.forget)
    coach = Coach()
    hall.follow(coach.take)
    app.state.coach = coach
