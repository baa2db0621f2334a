"""People's accounts and roles over the wire, for an administrator."""

from typing import Any

from litestar import Response, Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from croupier.rulebooks import Role
from croupier.web.api.doors import office_of, require, require_reading
from croupier.web.api.problems import ProblemError
from croupier.web.pages.account_routes import WRONG
from croupier.web.pages.frames import Asking, frame_for, problem_in_form
from croupier.web.pages.rendering import render
from croupier.web.pages.table_routes import HTML, html, sent_fields
from croupier.web.people import accounts, credentials
from croupier.web.people.permissions import permitted
from croupier.web.people.summaries import view_of

LONGEST_TEXT = 200
"""How much is kept of how somebody showed who they are."""


async def shown_people(
    request: Asking,
    problem: str = "",
    handed: tuple[str, str] | None = None,
    *,
    device_lost: bool = False,
) -> Response[Any]:
    """Everybody with their roles; after a new account or a recovery, the password for once."""
    await require_reading(request, "person.list", owner="")
    office = office_of(request)
    names = await office.run(office.register.names)
    now = accounts.moment(office)
    found = [
        view_of(office.directory.person(one), names.get(one, ""), now)
        for one in sorted(office.directory.people, key=lambda one: names.get(one, one))
    ]
    body = render(
        "people.html",
        frame=frame_for(request, "People", here="People"),
        people=found,
        roles=list(Role),
        problem=problem,
        handed=handed,
        device_lost=device_lost,
        may_change=permitted(request.user, "person.create"),
    )
    return html(body, status=WRONG if problem else 200)


@get("/people", media_type=HTML)
async def people(request: Asking) -> Response[Any]:
    """Show everybody; that somebody looked is written down."""
    return await shown_people(request)


@post("/people", status_code=200, media_type=HTML)
async def new_person(request: Asking) -> Response[Any]:
    """Create an account for somebody, with a password for once that is shown this once."""
    require(request, "person.create")
    form = await sent_fields(request)
    try:
        roles = frozenset({Role(form.get("role", "player"))})
        name = form.get("name", "")
        _, password = await accounts.create(office_of(request), name, roles, request.user)
    except (ProblemError, ValueError) as error:
        return await shown_people(request, problem=problem_in_form(error))
    return await shown_people(request, handed=(name, password))


NEEDED = {
    "grant": "person.grant",
    "withdraw": "person.grant",
    "suspend": "person.suspend",
    "reinstate": "person.suspend",
    "recover": "person.recover",
    "recover-device": "person.recover",
}
"""The permission that each form about a person needs."""


@post("/people/{person:str}", status_code=200, media_type=HTML)
async def change_person(request: Asking, person: FromPath[str]) -> Response[Any]:
    """Grant or withdraw a role, close or open an account, hand out a password for once."""
    form, office = await sent_fields(request), office_of(request)
    what = form.get("what", "")
    if what in NEEDED:
        require(request, NEEDED[what])
    try:
        match what:
            case "grant" | "withdraw":
                change = accounts.grant if what == "grant" else accounts.withdraw
                await change(office, person, Role(form.get("role", "")), request.user)
            case "suspend":
                await accounts.suspend(office, person, form.get("reason", ""), request.user)
            case "reinstate":
                await accounts.reinstate(office, person, request.user)
            case "recover" | "recover-device":
                known, lost = office.directory.person(person), what == "recover-device"
                identified = form.get("identified", "")[:LONGEST_TEXT]
                if lost:
                    credentials.see_identified(identified)
                password = await credentials.recover(
                    office, known, request.user, factor=lost, identified=identified
                )
                handed = form.get("name", ""), password
                return await shown_people(request, handed=handed, device_lost=lost)
    except (ProblemError, ValueError) as error:
        return await shown_people(request, problem=problem_in_form(error))
    return Redirect("/people", status_code=303)


ROUTER = Router("/", route_handlers=[people, new_person, change_person])
