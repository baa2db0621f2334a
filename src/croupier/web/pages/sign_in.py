"""The door: signing in, creating an account and signing out, over the wire for people.

Whoever wanted something before goes on with it afterwards; who wanted to sit down is seated.
"""

import re
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

from litestar import Response, Router, get, post
from litestar.params import FromQuery
from litestar.response import Redirect

from croupier.web.auth import sign_in
from croupier.web.auth.sessions import COOKIE
from croupier.web.auth.sign_in import OpenedSession
from croupier.web.auth.tokens import digest
from croupier.web.http.guards import Asking, accounts_of, cookie_for, no_cookie, require, service_of
from croupier.web.pages.accounts import TO, carried, safe, unsent
from croupier.web.pages.rendering import frame_for, problem_in_form, render
from croupier.web.pages.table.routes import HTML, SentForm, html, seat_player, sent_fields
from croupier.web.problems import ProblemError

WRONG = 422
"""The status of a form that is shown again with what was wrong."""
CODE_NEEDED = ("sign-in/code-needed", "sign-in/code")
SEAT = re.compile(r"/tables/([a-z0-9-]+)/sit")
"""The address of the form by which somebody sits down; the box may follow as a query."""


def seat_wanted(path: str, form: SentForm) -> str:
    """Where somebody goes on who must sign in before they sit down; empty for any other form."""
    if not SEAT.fullmatch(path):
        return ""
    return f"{path}?box={quote(form['box'])}" if form.get("box") else path


def table_wanted(request: Asking, place: str) -> str:
    """The table that somebody wants to sit down at; empty where it is none, or something else."""
    found = SEAT.fullmatch(urlsplit(place).path)
    return found[1] if found and found[1] in service_of(request).read_model.tables else ""


async def go_on(request: Asking, opened: OpenedSession, place: str) -> Response[Any]:
    """Go on where somebody wanted to go who has just signed in; the page said what that is."""
    accounts = accounts_of(request)
    person = accounts.directory.person(opened.session.person)
    name = table_wanted(request, place)
    if name and person.plays and not opened.session.confined:
        request.scope["user"] = opened.principal(person)
        # A new player's play money is on its way: what is asked after it finds it there.
        await service_of(request).do(lambda _: None)
        box = parse_qs(urlsplit(place).query).get("box", [""])[0]
        page = await seat_player(request, name, {"box": box})
        page.cookies.append(cookie_for(opened))
        return page
    place = "/account" if opened.session.confined else place
    return Redirect(place, status_code=303, cookies=[cookie_for(opened)])


def shown_door(
    request: Asking, kind: str, given: SentForm, problem: ProblemError | None = None
) -> Response[Any]:
    """The form to sign in or up, with what was typed already, but for the password."""
    title = "Sign in" if kind == "sign-in" else "Create an account"
    place = safe(given.get("next", "/"))
    table = table_wanted(request, place)
    body = render(
        "door.html",
        frame=frame_for(request, title),
        title=title,
        kind=kind,
        given=given,
        place=place,
        seat=service_of(request).table(table).law.title if table else "",
        problem="" if problem is None else problem_in_form(problem),
        kept=carried(given),
        asks_code=problem is not None and problem.code in CODE_NEEDED,
        least=accounts_of(request).policy.shortest_password,
    )
    return html(body, status=200 if problem is None else WRONG)


@get("/sign-in", media_type=HTML)
async def sign_in_form(request: Asking, next: FromQuery[str] = "/") -> Response[Any]:  # noqa: A002
    """Show the form to sign in."""
    return shown_door(request, "sign-in", {"next": next})


@get("/sign-up", media_type=HTML)
async def sign_up_form(request: Asking, next: FromQuery[str] = "/") -> Response[Any]:  # noqa: A002
    """Show the form to make an account."""
    return shown_door(request, "sign-up", {"next": next})


@post("/sign-in", status_code=200, media_type=HTML)
async def signed_in(request: Asking) -> Response[Any]:
    """Sign in, and go on where somebody wanted to go."""
    form = await sent_fields(request)
    require(request, "session.begin")
    try:
        opened = await sign_in.sign_in(
            accounts_of(request),
            form.get("name", ""),
            form.get("password", ""),
            form.get("code", ""),
            origin=request.user.origin,
            instead_of=digest(request.cookies.get(COOKIE, "")),
        )
    except ProblemError as denied:
        return shown_door(request, "sign-in", form, denied)
    place = safe(form.get("next", "/"))
    typed = unsent(form)
    if typed and not opened.session.confined:
        page = html(
            render(
                "unsent.html",
                frame=frame_for(request, "Signed in again"),
                typed=typed,
                to=safe(form.get(TO, "/")),
                back=place,
            )
        )
        page.cookies.append(cookie_for(opened))
        return page
    return await go_on(request, opened, place)


@post("/sign-up", status_code=200, media_type=HTML)
async def signed_up(request: Asking) -> Response[Any]:
    """Create an account as a player, and sign in with it."""
    form = await sent_fields(request)
    if not request.user.is_visitor:
        why = f"you are signed in as {request.user.name}: sign out first to create another account"
        return shown_door(request, "sign-up", form, ProblemError(409, "person/signed-in", why))
    accounts, origin = accounts_of(request), request.user.origin
    name, password = form.get("name", ""), form.get("password", "")
    require(request, "person.register")
    try:
        await sign_in.sign_up(accounts, name, password, origin=origin)
        opened = await sign_in.sign_in(accounts, name, password, origin=origin)
    except ProblemError as denied:
        return shown_door(request, "sign-up", form, denied)
    return await go_on(request, opened, safe(form.get("next", "/")))


@post("/sign-out", status_code=200, media_type=HTML)
async def signed_out(request: Asking) -> Response[Any]:
    """End the session."""
    if not request.user.is_visitor:
        await sign_in.sign_out(accounts_of(request), request.user)
    return Redirect("/", status_code=303, cookies=[no_cookie()])


ROUTER = Router("/", route_handlers=[sign_in_form, sign_up_form, signed_in, signed_up, signed_out])
