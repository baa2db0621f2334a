"""Pages about accounts: a person's own, and for administrators everybody's.

Also the forms that wait while a person signs in again, so that nothing typed is lost.
"""

import re
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import quote
from zoneinfo import ZoneInfo

import msgspec
import segno
from litestar import Request, Response, Router, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from croupier.display.viewers import join_words
from croupier.display.views import DisputeView
from croupier.house.accounts import PlayerAccount
from croupier.money import Cents, in_dollars
from croupier.rulebooks import Role
from croupier.web.auth import administration, credentials
from croupier.web.auth.accounts import SessionSummary, session_summary, view_of, who_is
from croupier.web.auth.permissions import is_permitted
from croupier.web.http.guards import (
    PrincipalRequest,
    accounts_of,
    cookie_for,
    no_cookie,
    require,
    require_reading,
    service_of,
)
from croupier.web.pages.rendering import frame_for, problem_in_form, render
from croupier.web.pages.statement import (
    MOVEMENTS_SHOWN,
    PERIODS,
    SESSIONS_SHOWN,
    statement_for,
)
from croupier.web.pages.table.forms import MisreadError, read_amount, read_number
from croupier.web.pages.table.routes import (
    HTML,
    SentForm,
    SentPairs,
    html_response,
    sent_fields,
    sent_pairs,
)
from croupier.web.pages.text import table_label
from croupier.web.pages.times import known_zones, moment_in_words, zone_for
from croupier.web.problems import ProblemError
from croupier.web.service.submit import viewer_for

WRONG = 422
"""The status of a form that is shown again with what was wrong."""
MOST_MINUTES, MOST_DAYS = 9999, 3999
"""The longest interval of reminders, and the longest exclusion that ends."""
FOR_GOOD = "always"
"""The value of an exclusion that does not end."""
LENGTHS = (
    ("1", "a day"),
    ("7", "a week"),
    ("30", "a month"),
    ("365", "a year"),
    (FOR_GOOD, "for good"),
)
"""How long an exclusion can last: days, and what the player writes to confirm it."""


class LimitPart(msgspec.Struct, frozen=True):
    """A daily limit as it is shown."""

    kind: str
    """``loss`` or ``deposit``."""
    title: str
    amount: str
    """The limit in words."""
    most: Cents
    """The limit; 0 if there is none."""
    used: Cents
    """How much of it is used up today."""
    note: str
    """What was used today, and what is to change."""


class ExclusionPart(msgspec.Struct, frozen=True):
    """An exclusion that a player thinks about: explained before it is confirmed."""

    days: str
    """The chosen length, as in the form; empty before one was chosen."""
    words: str
    """The same in words, to be written to confirm it."""
    until: str
    """When it would end; empty if it does not."""


async def account_page(
    request: PrincipalRequest,
    problem: str = "",
    done: str = "",
    *,
    wrong: str = "",
    game: str = "",
    days: int = 0,
    exclude: str = "",
) -> Response[Any]:
    """Return the page of the principal's own account, with sessions of one game or all.

    ``wrong`` is the form that the problem is about, which then shows it. ``exclude`` is the length
    of an exclusion to be explained and confirmed.
    """
    require(request, "session.view")
    if request.user.is_visitor:
        return Redirect("/sign-in?next=/account", status_code=303)
    if request.user.guest:
        return Redirect("/sign-up?next=/account", status_code=303)
    accounts, me = accounts_of(request), request.user.account
    session = await accounts.run(accounts.store.session, request.user.session)
    person = accounts.directory.person(me)
    credential = await accounts.run(accounts.store.credential, me)
    zone, now = await zone_for(request), administration.time_now(accounts)
    account = service_of(request).read_model.account(me)
    ends = person.excluded_until
    body = render(
        "account/page.html",
        frame=frame_for(request, "My account", here="My account"),
        who=who_is(accounts, request.user, session),
        person=view_of(person, request.user.name, now),
        excluded_until="" if ends is None else moment_in_words(ends, zone, now),
        purses=purses_of(request),
        purse=in_dollars(account.purse) if request.user.is_player else "",
        statement=await statement_for(request, game, days) if request.user.is_player else None,
        shown=(SESSIONS_SHOWN, MOVEMENTS_SHOWN),
        periods=PERIODS,
        limits=limit_parts(request, account, now, zone),
        lengths=LENGTHS,
        exclusion=exclusion_part(exclude, now, zone),
        disputes=own_disputes(request) if request.user.is_player else [],
        promotions=await request.app.state.account_promotions(request)
        if request.user.is_player
        else (),
        card=card_line(account),
        problem=problem,
        wrong=wrong,
        done=done,
        least=accounts.policy.shortest_password,
        for_once=credential is not None and bool(credential.one_time_until),
        needs_code=accounts.policy.needs_code(plays=person.plays),
        sessions=await own_sessions(request),
        zone=str(zone),
        zones=known_zones(),
    )
    return html_response(body, status=WRONG if problem else 200)


async def own_sessions(request: PrincipalRequest) -> list[tuple[SessionSummary, str, str]]:
    """Return where the principal is signed in, with its opening and last use in words."""
    accounts = accounts_of(request)
    zone, now = await zone_for(request), administration.time_now(accounts)
    found = await accounts.run(accounts.store.sessions_of, request.user.account)
    return [
        (one, moment_in_words(one.began, zone, now), moment_in_words(one.seen, zone, now))
        for one in (session_summary(each, request.user) for each in found)
    ]


def limit_parts(
    request: PrincipalRequest, account: PlayerAccount, now: datetime, zone: ZoneInfo
) -> tuple[LimitPart, ...]:
    """Return the principal's daily limits, and how much of each is used up."""
    person = accounts_of(request).directory.person(account.player)
    brought = max(0, request.app.state.people.amount_brought_today(account))
    deposited = account.deposited_on_day_of(now)
    parts = []
    for kind, title, limit, used, words in (
        ("loss", "Most to lose", person.loss_limit, brought, "at tables today"),
        ("deposit", "Most to bring along", person.deposit_limit, deposited, "brought today"),
    ):
        most = limit.at(now)
        note = f"{in_dollars(used)} {words}"
        if limit.effective is not None and limit.effective > now:
            coming = limit.next_amount
            amount = "no limit" if coming is None else in_dollars(coming)
            note += f"; {amount} from {moment_in_words(limit.effective, zone, now)}"
        amount = "no limit" if most is None else in_dollars(most)
        parts.append(LimitPart(kind, title, amount, most or 0, min(used, most or 0), note))
    return tuple(parts)


def exclusion_part(days: str, now: datetime, zone: ZoneInfo) -> ExclusionPart | None:
    """Return what follows from an exclusion of this length; ``None`` if there is no such length."""
    words = dict(LENGTHS).get(days)
    if words is None:
        return None
    if days == FOR_GOOD:
        return ExclusionPart(days, words, "")
    return ExclusionPart(days, words, moment_in_words(now + timedelta(days=int(days)), zone, now))


def card_line(account: PlayerAccount) -> str:
    """Return a line about a Player Card."""
    if account.card_holder is None:
        return "You have not shown a Player Card yet."
    limit = account.loss_limit
    if limit is None:
        return "You have shown your Player Card. It has no Loss Limit."
    return f"You have shown your Player Card. Its Loss Limit is {in_dollars(limit.amount)}."


def purses_of(request: PrincipalRequest) -> list[tuple[str, str, str]]:
    """Return the principal's chips by table: name, title, amount."""
    service, me = service_of(request), request.user.account
    found = []
    for name, shown in service.read_model.tables.items():
        player = shown.table.players.get(me)
        if player is not None and player.counted:
            title = f"{shown.law.title}, {table_label(name, shown.law.game)}"
            found.append((name, title, in_dollars(shown.table.chips(me))))
    return found


def own_disputes(
    request: PrincipalRequest,
) -> list[tuple[str, str, str, tuple[DisputeView, ...]]]:
    """Return the principal's disputes by table: its title, rulebook and address."""
    service = service_of(request)
    found = []
    for name, shown in service.read_model.tables.items():
        if not any(one.player == request.user.account for one in shown.table.disputes):
            continue
        title = f"{shown.law.title}, {table_label(name, shown.law.game)}"
        view = service.view(name, viewer_for(request.user, shown.table.choices.mode))
        found.append((title, shown.law.book, f"/tables/{name}", view.disputes))
    return found


@get("/account", media_type=HTML)
async def account(
    request: PrincipalRequest,
    done: FromQuery[str] = "",
    game: FromQuery[str] = "",
    days: FromQuery[int] = 0,
    exclude: FromQuery[str] = "",
) -> Response[Any]:
    """Show the principal's own account."""
    shown = max(0, min(days, MOST_DAYS))
    return await account_page(
        request, done=DONE.get(done, ""), game=game, days=shown, exclude=exclude
    )


# Changes to a person's own account ----------------------------------------------------------------

DONE = {
    "limit": "Your limit is set. A lower one applies at once, a higher one after a day.",
    "reminder": "Your reminder is set.",
    "password": "Your password is set. All other sessions have ended.",
    "sessions": "That session has ended, and all that was open in it.",
}
"""The message after each form."""


async def apply_change(
    request: PrincipalRequest, what: str, change: Callable[[SentForm], Awaitable[Any]]
) -> Response[Any]:
    """Carry out a change to the principal's own account, or show what was wrong with it."""
    form = await sent_fields(request)
    try:
        await change(form)
    except (ProblemError, MisreadError) as error:
        return await account_page(request, problem=problem_in_form(error), wrong=what)
    return Redirect(f"/account?done={quote(what)}", status_code=303)


@post("/account/limits", status_code=200, media_type=HTML)
async def set_limits(request: PrincipalRequest) -> Response[Any]:
    """Set the most to lose or to bring along in a day."""
    me = request.user.account
    require(request, "play-limit.set", owner=me)

    async def change(form: SentForm) -> None:
        text = form.get("amount", "").strip()
        amount = read_amount(text) if text else None
        kind = form.get("kind", "loss")
        await administration.limit(accounts_of(request), me, kind, amount, request.user)

    return await apply_change(request, "limit", change)


@post("/account/reminder", status_code=200, media_type=HTML)
async def set_reminder(request: PrincipalRequest) -> Response[Any]:
    """Set how often the principal is reminded of the time they have played."""
    me = request.user.account
    require(request, "reminder.set", owner=me)

    async def change(form: SentForm) -> None:
        minutes = read_number(form.get("minutes", "") or "0", MOST_MINUTES)
        if minutes is None:
            raise MisreadError("give a number of minutes, 0 for never")
        await administration.remind(accounts_of(request), me, minutes, request.user)

    return await apply_change(request, "reminder", change)


def _exclusion_end(chosen: str, now: datetime) -> datetime | None:
    """Return when an exclusion of a chosen length ends; ``None`` for one that is for good."""
    if chosen not in dict(LENGTHS):
        raise MisreadError(f"choose how long: {join_words([one for _, one in LENGTHS], 'or')}")
    return None if chosen == FOR_GOOD else now + timedelta(days=int(chosen))


@post("/account/exclusion", status_code=200, media_type=HTML)
async def exclude_oneself(request: PrincipalRequest) -> Response[Any]:
    """Exclude the signed-in player from play, for some days or for good."""
    me = request.user.account
    require(request, "exclusion.begin", owner=me)

    form = await sent_fields(request)
    chosen = form.get("days", "")
    words = dict(LENGTHS).get(chosen)
    try:
        if words is None:
            raise MisreadError(f"choose how long: {join_words([one for _, one in LENGTHS], 'or')}")
        if form.get("confirmed", "").strip().casefold() != words:
            raise MisreadError(f"write \u201c{words}\u201d to confirm")
        accounts = accounts_of(request)
        until = _exclusion_end(chosen, administration.time_now(accounts))
        await administration.exclude(accounts, me, until, request.user)
    except (ProblemError, MisreadError) as error:
        return await account_page(
            request, problem=problem_in_form(error), wrong="exclusion", exclude=chosen
        )
    return Redirect("/account", status_code=303)


@post("/account/closure", status_code=200, media_type=HTML)
async def close_account(request: PrincipalRequest) -> Response[Any]:
    """Close the principal's own account, with the password again; the session ends with it."""
    me = request.user.account
    require(request, "person.close", owner=me)
    form, chips = await sent_fields(request), service_of(request).read_model.tables_with_chips(me)
    try:
        await administration.close(
            accounts_of(request), request.user, form.get("password", ""), chips
        )
    except ProblemError as denied:
        return await account_page(request, problem=problem_in_form(denied), wrong="closure")
    return Redirect("/", status_code=303, cookies=[no_cookie()])


@post("/account/sessions", status_code=200, media_type=HTML)
async def end_sessions(request: PrincipalRequest) -> Response[Any]:
    """End another session of the principal's, or all others, with the password again."""
    require(request, "session.end", owner=request.user.account)

    async def change(form: SentForm) -> None:
        password, session = form.get("password", ""), form.get("session", "")
        await credentials.end_sessions(accounts_of(request), request.user, password, session)

    return await apply_change(request, "sessions", change)


@post("/account/password", status_code=200, media_type=HTML)
async def set_password(request: PrincipalRequest) -> Response[Any]:
    """Set the principal's own password; all other sessions end."""
    require(request, "password.change", owner=request.user.account)
    form = await sent_fields(request)
    try:
        opened = await credentials.change_password(
            accounts_of(request), request.user, form.get("current", ""), form.get("new", "")
        )
    except ProblemError as denied:
        wrong = "password" if denied.code == "password/wrong" else "new-password"
        return await account_page(request, problem=problem_in_form(denied), wrong=wrong)
    return Redirect("/account?done=password", status_code=303, cookies=[cookie_for(opened)])


@post("/account/device", status_code=200, media_type=HTML)
async def set_device(request: PrincipalRequest) -> Response[Any]:
    """Set up a device for codes: first its secret, then its first code, then recovery codes."""
    require(request, "factor.change", owner=request.user.account)
    accounts, form = accounts_of(request), await sent_fields(request)
    frame = frame_for(request, "A code device", here="My account")
    problem = ""
    try:
        if form.get("enrolment") and form.get("first"):
            opened, codes = await credentials.finish_factor(
                accounts, request.user, form["enrolment"], form["first"]
            )
            page = html_response(
                render(
                    "account/device.html",
                    frame=frame,
                    codes=codes,
                    made=None,
                    image=None,
                    problem="",
                )
            )
            page.cookies.append(cookie_for(opened))
            return page
        made = await credentials.begin_factor(
            accounts, request.user, form.get("password", ""), form.get("code", "")
        )
    except ProblemError as denied:
        problem = problem_in_form(denied)
        if not form.get("enrolment"):
            return await account_page(request, problem=problem, wrong="device")
        made = credentials.Enrolment(
            form.get("address", ""), form.get("secret", ""), form["enrolment"]
        )
    body = render(
        "account/device.html",
        frame=frame,
        codes=(),
        made=made,
        image=qr_code(made.address),
        problem=problem,
    )
    return html_response(body, status=WRONG if problem else 200)


QUIET_MODULES = 4
"""The width of the empty edge that a reader of QR codes needs."""


class QrCode(NamedTuple):
    """A QR code as a drawing."""

    size: int
    """The width and height, in modules with the edge."""
    path: str
    """The dark modules, as the path of an SVG."""


def qr_code(address: str) -> QrCode | None:
    """Return the QR code that a device reads an address from; ``None`` for no such address.

    >>> qr_code("otpauth://totp/croupier:ann?secret=JX4T9QWE2LMB7RKD").size
    41
    """
    if not address.startswith("otpauth://"):
        return None
    rows = segno.make(address, error="m", micro=False).matrix
    dark = (
        f"M{x + QUIET_MODULES} {y + QUIET_MODULES}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, module in enumerate(row)
        if module
    )
    return QrCode(len(rows) + 2 * QUIET_MODULES, "".join(dark))


ROUTER = Router(
    "/",
    route_handlers=[
        account,
        set_limits,
        set_reminder,
        exclude_oneself,
        close_account,
        end_sessions,
        set_password,
        set_device,
    ],
)


# Local paths --------------------------------------------------------------------------------------

LOCAL_PATH = re.compile(r"/(?:[!-.0-\[\]-~][!-\[\]-~]*)?")
"""The form of a local path: visible letters of ASCII without a backslash."""

FOR_PROGRAMS = ("/api/", "/static/")
"""Paths that are not pages."""


def local_path(place: str) -> str:
    """Return the page to redirect to after a form: a local path, else the floor.

    Browsers ignore tabs and line ends, and take a backslash for a slash: a path must have none of
    them.

    >>> local_path("/tables/1?view=2"), local_path("//evil.example")
    ('/tables/1?view=2', '/')
    >>> local_path("/\\t/evil.example")
    '/'
    """
    if place.startswith(FOR_PROGRAMS) or not LOCAL_PATH.fullmatch(place):
        return "/"
    return place


# Everybody's accounts -----------------------------------------------------------------------------

PEOPLE_PER_PAGE = 50
LONGEST_TEXT = 200
"""The most characters recorded of how a person was identified."""


async def people_page(
    request: PrincipalRequest,
    problem: str = "",
    handed: tuple[str, str] | None = None,
    *,
    device_lost: bool = False,
    find: str = "",
    page: int = 1,
) -> Response[Any]:
    """Return a page of people, with the one-time password that was just issued.

    ``find`` is a part of a name or of a role; the pages of the list are counted from 1.
    """
    await require_reading(request, "person.list", owner="")
    accounts = accounts_of(request)
    names = await accounts.run(accounts.store.names)
    now = administration.time_now(accounts)
    words = find.casefold().split()
    found = [
        one
        for one in sorted(accounts.directory.people, key=lambda one: names.get(one, one))
        if _matches(words, names.get(one, one), accounts.directory.person(one).roles)
    ]
    pages = max(1, -(-len(found) // PEOPLE_PER_PAGE))
    page = min(max(page, 1), pages)
    shown = found[(page - 1) * PEOPLE_PER_PAGE : page * PEOPLE_PER_PAGE]
    body = render(
        "account/people.html",
        frame=frame_for(request, "People", here="People"),
        people=[view_of(accounts.directory.person(one), names.get(one, ""), now) for one in shown],
        count=len(found),
        find=find,
        page=page,
        pages=pages,
        lengths=LENGTHS,
        may_exclude=is_permitted(request.user, "exclusion.begin"),
        roles=list(Role),
        problem=problem,
        handed=handed,
        device_lost=device_lost,
        may_change=is_permitted(request.user, "person.create"),
    )
    return html_response(body, status=WRONG if problem else 200)


def _matches(words: list[str], name: str, roles: Iterable[Role]) -> bool:
    """Return whether a person's name and roles have all the words."""
    text = " ".join((name, *(role.title for role in roles))).casefold()
    return all(word in text for word in words)


@get("/people", media_type=HTML)
async def people(
    request: PrincipalRequest, find: FromQuery[str] = "", page: FromQuery[int] = 1
) -> Response[Any]:
    """Show people, or those whose name or role has some words in it. Reading is recorded."""
    return await people_page(request, find=find[:LONGEST_TEXT], page=page)


@post("/people", status_code=200, media_type=HTML)
async def new_person(request: PrincipalRequest) -> Response[Any]:
    """Create an account and show its one-time password, once."""
    require(request, "person.create")
    form = await sent_fields(request)
    try:
        roles = frozenset({Role(form.get("role", "player"))})
        name = form.get("name", "")
        _, password = await administration.create(accounts_of(request), name, roles, request.user)
    except (ProblemError, ValueError) as error:
        return await people_page(request, problem=problem_in_form(error))
    return await people_page(request, handed=(name, password))


NEEDED = {
    "grant": "person.grant",
    "withdraw": "person.grant",
    "suspend": "person.suspend",
    "reinstate": "person.suspend",
    "recover": "person.recover",
    "recover-device": "person.recover",
    "exclude": "exclusion.begin",
}
"""The permission that each form about a person needs."""


@post("/people/{person:str}", status_code=200, media_type=HTML)
async def change_person(request: PrincipalRequest, person: FromPath[str]) -> Response[Any]:
    """Grant or withdraw a role, suspend or reopen an account, issue a one-time password."""
    form, accounts = await sent_fields(request), accounts_of(request)
    what = form.get("what", "")
    if what in NEEDED:
        require(request, NEEDED[what])
    try:
        match what:
            case "grant" | "withdraw":
                change = administration.grant if what == "grant" else administration.withdraw
                await change(accounts, person, Role(form.get("role", "")), request.user)
            case "suspend":
                await administration.suspend(accounts, person, form.get("reason", ""), request.user)
            case "reinstate":
                await administration.reinstate(accounts, person, request.user)
            case "exclude":
                until = _exclusion_end(form.get("days", ""), administration.time_now(accounts))
                await administration.exclude(accounts, person, until, request.user)
            case "recover" | "recover-device":
                known, lost = accounts.directory.person(person), what == "recover-device"
                identified = form.get("identified", "")[:LONGEST_TEXT]
                if lost:
                    credentials.require_identification(identified)
                password = await credentials.recover(
                    accounts, known, request.user, factor=lost, identified=identified
                )
                handed = form.get("name", ""), password
                return await people_page(request, handed=handed, device_lost=lost)
    except (ProblemError, MisreadError, ValueError) as error:
        return await people_page(request, problem=problem_in_form(error))
    return Redirect("/people", status_code=303)


STAFF_ROUTER = Router("/", route_handlers=[people, new_person, change_person])


# Forms that wait for a sign-in --------------------------------------------------------------------

KEPT, TO = "typed", "again-to"
"""Where a request holds its form, and the field with the address of a waiting form."""
FIELD = "again."
"""The prefix of each field of a waiting form."""
FORM_KEY = "once"
"""The field that identifies a form which no table's version tells from others."""
SECRET = ("password", "current", "new", "code", "first", "secret")
"""Fields that no page repeats."""


async def read_form_ahead(request: Request[Any, Any, Any]) -> None:
    """Read a form ahead, in case the session turns out to be over."""
    if request.method == "POST":
        request.scope["state"][KEPT] = await sent_pairs(request)


def sent_form(request: Request[Any, Any, Any]) -> SentForm:
    """Return the fields of the request's form; empty if there is none."""
    return dict(_pairs(request))


def _pairs(request: Request[Any, Any, Any]) -> SentPairs:
    pairs: SentPairs = request.scope["state"].get(KEPT, ())
    return pairs


def repeatable_fields(request: Request[Any, Any, Any]) -> SentPairs | None:
    """Return all pairs of a form that is safe to send again; ``None`` for any other.

    A table's forms are recognised by the version that they were shown with.
    """
    form = sent_form(request)
    if "version" not in form and FORM_KEY not in form:
        return None
    return tuple((name, text) for name, text in _pairs(request) if name not in SECRET)


def typed_fields(request: Request[Any, Any, Any]) -> SentForm:
    """Return the fields of a form that a page may repeat; empty if there is no form."""
    return {name: text for name, text in sent_form(request).items() if name not in SECRET}


def waiting_form(request: Request[Any, Any, Any]) -> SentForm:
    """Return the fields by which the sign-in page keeps a waiting form; empty if there is none."""
    typed = {f"{FIELD}{name}": text for name, text in typed_fields(request).items()}
    return {TO: request.url.path, **typed} if typed else {}


def form_for_retry(form: SentForm) -> SentForm:
    """Return the fields of a form that the sign-in page keeps."""
    return {name: text for name, text in form.items() if name == TO or name.startswith(FIELD)}


def resumed_form(form: SentForm) -> SentForm:
    """Return what was typed into a form that waits to be sent again."""
    return {name.removeprefix(FIELD): text for name, text in form.items() if name.startswith(FIELD)}
