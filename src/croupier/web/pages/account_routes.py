"""One's own account over the wire for people: chips, rounds, limits, password, sessions."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from litestar import Response, Router, get, post
from litestar.params import FromQuery
from litestar.response import Redirect

from croupier.floor.players import PlayerAccount
from croupier.floor.purses import PurseMoved
from croupier.money import Cents, in_dollars
from croupier.record.envelopes import account_stream
from croupier.record.gaming_days import zone_named
from croupier.record.stores import day_setting
from croupier.web.api.doors import hall_of, office_of, require
from croupier.web.api.problems import ProblemError
from croupier.web.pages.frames import Asking, frame_for, problem_in_form
from croupier.web.pages.lines import signed
from croupier.web.pages.recent_rounds import RecentRounds
from croupier.web.pages.rendering import render
from croupier.web.pages.table_actions import MisreadError, typed_amount, typed_number
from croupier.web.pages.table_routes import HTML, SentForm, html, sent_fields
from croupier.web.people import accounts, credentials
from croupier.web.people.authentication import cookie_for, no_cookie
from croupier.web.people.summaries import SessionSummary, session_summary, view_of, who_is

WRONG = 422
"""The status of a form that is shown again with what was wrong."""
MOST_MINUTES, MOST_DAYS = 9999, 3999
"""The longest time between reminders, and the longest exclusion that ends."""
FOR_GOOD = "always"
"""What is sent for an exclusion that does not end."""
ROUNDS_SHOWN = 12
STATEMENT_LINES = 30


# One's own account -------------------------------------------------------------------------------


async def shown_account(request: Asking, problem: str = "", done: str = "") -> Response[Any]:
    """One's own account: chips, rounds, limits, password, sessions."""
    require(request, "session.view")
    if request.user.is_visitor:
        return Redirect("/sign-in?next=/account", status_code=303)
    office, me = office_of(request), request.user.account
    session = await office.run(office.register.session, request.user.session)
    person = office.directory.person(me)
    credential = await office.run(office.register.credential, me)
    body = render(
        "account.html",
        frame=frame_for(request, "My account", here="My account"),
        who=who_is(office, request.user, session),
        person=view_of(person, request.user.name, accounts.moment(office)),
        purses=purses_of(request),
        rounds=own_rounds(request),
        purse=in_dollars(hall_of(request).showcase.account(me).purse) if person.plays else "",
        statement=await statement(request),
        card=card_line(hall_of(request).showcase.account(me)),
        problem=problem,
        done=done,
        least=office.policy.shortest_password,
        for_once=credential is not None and bool(credential.one_time_until),
        needs_code=office.policy.needs_code(plays=person.plays),
        sessions=await own_sessions(request),
    )
    return html(body, status=WRONG if problem else 200)


async def own_sessions(request: Asking) -> list[tuple[SessionSummary, str, str]]:
    """Where somebody is signed in: since when, and when last used, by the house's clock."""
    office = office_of(request)
    zone = zone_named((await hall_of(request).read(day_setting)).zone)
    found = await office.run(office.register.sessions_of, request.user.account)

    def time_of(at: datetime) -> str:
        return f"{at.astimezone(zone):%-d %B, %H:%M %Z}"

    told = [session_summary(one, request.user) for one in found]
    return [(one, time_of(one.began), time_of(one.seen)) for one in told]


def card_line(account: PlayerAccount) -> str:
    """What is known of somebody's Player Card, in a line."""
    if account.card_holder is None:
        return "You have not shown a Player Card yet."
    limit = account.loss_limit
    if limit is None:
        return "You have shown your Player Card. It has no Loss Limit."
    return f"You have shown your Player Card. Its Loss Limit is {in_dollars(limit.amount)}."


def purses_of(request: Asking) -> list[tuple[str, str, str]]:
    """What somebody has at which table: name, title, chips."""
    hall, me = hall_of(request), request.user.account
    found = []
    for name, shown in hall.showcase.tables.items():
        player = shown.table.players.get(me)
        if player is not None and player.counted:
            found.append((name, shown.law.title, in_dollars(shown.table.chips(me))))
    return found


async def statement(request: Asking) -> list[tuple[str, str, Cents]]:
    """What went into somebody's purse and out of it, the newest first: why, how much."""
    stream = account_stream(request.user.account)
    moved = await hall_of(request).read(
        lambda store: [one.event for one in store.read_stream(stream)]
    )
    lines = [
        (f"{event.why} {event.where}".strip(), signed(event.amount), event.amount)
        for event in moved
        if isinstance(event, PurseMoved)
    ]
    return lines[: -STATEMENT_LINES - 1 : -1]


def own_rounds(request: Asking) -> list[tuple[str, int, str, Cents]]:
    """Somebody's last rounds at all tables: table, number, sum in words, sum."""
    recent: RecentRounds = request.app.state.recent_rounds
    me = request.user.account
    return [
        (name, number, signed(net) if net else "even", net)
        for name in hall_of(request).showcase.tables
        for number, net, _ in recent.of_player(name, me, ROUNDS_SHOWN)
    ][: 2 * ROUNDS_SHOWN]


@get("/account", media_type=HTML)
async def account(request: Asking, done: FromQuery[str] = "") -> Response[Any]:
    """Show one's own account."""
    return await shown_account(request, done=DONE.get(done, ""))


DONE = {
    "limit": "Your limit is set. A lower one applies at once, a higher one after a day.",
    "reminder": "Your reminder is set.",
    "exclusion": "You are excluded from play for the time you chose.",
    "password": "Your password is set. All other sessions have ended.",
    "sessions": "That session has ended, and all that was open in it.",
}
"""What is told after each form."""


async def changed(
    request: Asking, what: str, change: Callable[[SentForm], Awaitable[Any]]
) -> Response[Any]:
    """Carry out a change to one's own account, or show what was wrong with it."""
    form = await sent_fields(request)
    try:
        await change(form)
    except (ProblemError, MisreadError) as error:
        return await shown_account(request, problem=problem_in_form(error))
    return Redirect(f"/account?done={quote(what)}", status_code=303)


@post("/account/limits", status_code=200, media_type=HTML)
async def set_limits(request: Asking) -> Response[Any]:
    """Set the most to lose or to bring along in a day."""
    me = request.user.account
    require(request, "play-limit.set", owner=me)

    async def change(form: SentForm) -> None:
        text = form.get("amount", "").strip()
        amount = typed_amount(text) if text else None
        kind = form.get("kind", "loss")
        await accounts.limit(office_of(request), me, kind, amount, request.user)

    return await changed(request, "limit", change)


@post("/account/reminder", status_code=200, media_type=HTML)
async def set_reminder(request: Asking) -> Response[Any]:
    """Have oneself told from time to time how long one has played."""
    me = request.user.account
    require(request, "reminder.set", owner=me)

    async def change(form: SentForm) -> None:
        minutes = typed_number(form.get("minutes", "") or "0", MOST_MINUTES)
        if minutes is None:
            raise MisreadError("give a number of minutes, 0 for never")
        await accounts.remind(office_of(request), me, minutes, request.user)

    return await changed(request, "reminder", change)


@post("/account/exclusion", status_code=200, media_type=HTML)
async def exclude_oneself(request: Asking) -> Response[Any]:
    """Keep oneself from playing, for some days or for good."""
    me = request.user.account
    require(request, "exclusion.begin", owner=me)

    async def change(form: SentForm) -> None:
        days = typed_number(form.get("days", ""), MOST_DAYS)
        if not days and form.get("days") != FOR_GOOD:
            raise MisreadError("give a number of days, or for good")
        office = office_of(request)
        until = accounts.moment(office) + timedelta(days=days) if days else None
        await accounts.exclude(office, me, until, request.user)

    return await changed(request, "exclusion", change)


@post("/account/closure", status_code=200, media_type=HTML)
async def close_account(request: Asking) -> Response[Any]:
    """Close one's own account, with the password once more; the session ends with it."""
    me = request.user.account
    require(request, "person.close", owner=me)
    form, chips = await sent_fields(request), hall_of(request).showcase.tables_with_chips(me)
    try:
        await accounts.close(office_of(request), request.user, form.get("password", ""), chips)
    except ProblemError as denied:
        return await shown_account(request, problem=problem_in_form(denied))
    return Redirect("/", status_code=303, cookies=[no_cookie()])


@post("/account/sessions", status_code=200, media_type=HTML)
async def end_sessions(request: Asking) -> Response[Any]:
    """End another session of one's own, or all others, with the password once more."""
    require(request, "session.end", owner=request.user.account)

    async def change(form: SentForm) -> None:
        password, session = form.get("password", ""), form.get("session", "")
        await credentials.end_sessions(office_of(request), request.user, password, session)

    return await changed(request, "sessions", change)


@post("/account/password", status_code=200, media_type=HTML)
async def set_password(request: Asking) -> Response[Any]:
    """Set one's own password; all other sessions end."""
    require(request, "password.change", owner=request.user.account)
    form = await sent_fields(request)
    try:
        opened = await credentials.change_password(
            office_of(request), request.user, form.get("current", ""), form.get("new", "")
        )
    except ProblemError as denied:
        return await shown_account(request, problem=problem_in_form(denied))
    return Redirect("/account?done=password", status_code=303, cookies=[cookie_for(opened)])


@post("/account/device", status_code=200, media_type=HTML)
async def set_device(request: Asking) -> Response[Any]:
    """Set up a device for codes: first its secret, then its first code, then recovery codes."""
    require(request, "factor.change", owner=request.user.account)
    office, form = office_of(request), await sent_fields(request)
    frame = frame_for(request, "A code device", here="My account")
    problem = ""
    try:
        if form.get("enrolment") and form.get("first"):
            opened, codes = await credentials.finish_factor(
                office, request.user, form["enrolment"], form["first"]
            )
            page = html(render("device.html", frame=frame, codes=codes, made=None, problem=""))
            page.cookies.append(cookie_for(opened))
            return page
        made = await credentials.begin_factor(
            office, request.user, form.get("password", ""), form.get("code", "")
        )
    except ProblemError as denied:
        problem = problem_in_form(denied)
        if not form.get("enrolment"):
            return await shown_account(request, problem=problem)
        made = credentials.Enrolment("", form.get("secret", ""), form["enrolment"])
    body = render("device.html", frame=frame, codes=(), made=made, problem=problem)
    return html(body, status=WRONG if problem else 200)


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
