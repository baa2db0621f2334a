"""Opening a table over the wire: the form, and what came of it."""

from functools import partial
from typing import Any
from uuid import uuid4

from litestar import Response, Router, get, post
from litestar.params import FromQuery
from litestar.response import Redirect

from croupier.play.house import content_of
from croupier.rulebooks import GAMES, law_of
from croupier.table.state import Refused
from croupier.web.api.doors import cause_of, hall_of, require
from croupier.web.hall.opening import OpenedTable, TableOpening, open_asked
from croupier.web.hall.running_floor import TakenNameError
from croupier.web.pages.frames import Asking, frame_for
from croupier.web.pages.opening_choices import choices_from, table_name
from croupier.web.pages.opening_form import groups_for
from croupier.web.pages.rendering import render
from croupier.web.pages.table_actions import MisreadError
from croupier.web.pages.table_page import refusal_part
from croupier.web.pages.table_routes import HTML, REFUSED, html, sent_pairs
from croupier.web.pages.unsent_forms import FORM_KEY

USUAL = "star-blackjack"


def shown_form(
    request: Asking,
    game: str,
    given: dict[str, str],
    problem: Refused | str | None = None,
    ticked: frozenset[tuple[str, str]] = frozenset(),
) -> Response[Any]:
    """The form, with what was typed already, and what was wrong with it."""
    law = law_of(game if game in GAMES else USUAL)
    body = render(
        "opening.html",
        frame=frame_for(request, "Open a table", here="Open a table"),
        law=law,
        games=[(name, one.title) for name, one in GAMES.items()],
        groups=groups_for(law),
        ticked=ticked,
        given=given,
        key=(FORM_KEY, uuid4().hex),
        refused=refusal_part(problem),
    )
    return html(body, status=REFUSED if problem is not None else 200)


@get("/tables/new", media_type=HTML)
async def new_table(request: Asking, game: FromQuery[str] = USUAL) -> Response[Any]:
    """Show the form by which a table is opened."""
    require(request, "table.open")
    return shown_form(request, game, {})


@post("/tables/new", status_code=200, media_type=HTML)
async def open_table(request: Asking) -> Response[Any]:
    """Open a table as the form says, or show the clause that forbids it."""
    require(request, "table.open")
    pairs = await sent_pairs(request)
    given = dict(pairs)
    several: dict[str, list[str]] = {}
    for key, value in pairs:
        several.setdefault(key, []).append(value)
    game = given.get("game", USUAL)
    try:
        name = table_name(given.get("name", ""))
        planned = TableOpening(name, game, choices_from(law_of(game), given, several))
        # Whoever goes back and changes the form asks for something else, under the same key.
        key = f"{given.get(FORM_KEY) or uuid4().hex}-{content_of(name, planned)[:16]}"
        cause = cause_of(request, "table.open", key)
        opened: OpenedTable | Refused = await hall_of(request).do(
            partial(open_asked, planned, cause), (cause.actor, key)
        )
    except MisreadError as error:
        return shown_form(request, game, given, str(error), frozenset(pairs))
    except TakenNameError as error:
        why = f"{error}: choose another name"
        return shown_form(request, game, given, why, frozenset(pairs))
    if isinstance(opened, Refused):
        return shown_form(request, game, given, opened, frozenset(pairs))
    return Redirect(f"/tables/{name}", status_code=303)


ROUTER = Router("/", route_handlers=[new_table, open_table])
