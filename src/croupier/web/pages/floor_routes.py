"""The floor over the wire for people, the files of all pages, and the viewer's own options."""

from typing import Any

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from croupier.web.api.doors import hall_of, require
from croupier.web.api.problems import ProblemError
from croupier.web.hall.askers import viewer_for
from croupier.web.pages.cloth import cloth_of
from croupier.web.pages.floor_page import FILTERS, TableCard, table_card
from croupier.web.pages.frames import (
    DECK_COOKIE,
    DECKS,
    THEME_COOKIE,
    THEMES,
    Asking,
    frame_for,
    known_words,
    wants_part,
)
from croupier.web.pages.own_places import safe
from croupier.web.pages.rendering import render
from croupier.web.pages.statics import PREFIX, NoSuchFileError, files_digest, static_file
from croupier.web.pages.table_routes import html, sent_fields
from croupier.web.people.rights import GAMING_STAFF, OVERSIGHT

FOR_EVER = "public, max-age=31536000, immutable"
YEAR_SECONDS = 365 * 24 * 3600


def cards_for(request: Asking) -> tuple[TableCard, ...]:
    """Every open table as a card, as whoever asks may see it; their own tables first."""
    hall = hall_of(request)
    found = []
    for table in hall.tables():
        if table.open:
            shown = hall.shown(table.table)
            viewer = viewer_for(request.user, shown.table.choices.mode)
            view = hall.view(table.table, viewer)
            practice = shown.table.choices.practice
            cloth = cloth_of(shown.law, shown.table)
            pace = request.app.state.recent_rounds.an_hour(table.table)
            found.append(table_card(table, view, cloth, practice=practice, pace=pace))
    return tuple(sorted(found, key=lambda card: not card.mine))


@get("/", media_type="text/html")
async def floor(request: Asking, show: FromQuery[str] = "all") -> Response[Any]:
    """Show the floor: open tables, filters, jackpots."""
    require(request, "floor.view")
    cards = cards_for(request)
    kept = tuple(card for card in cards if show in card.kinds)
    meters = {card.table.jackpot: card.meter for card in cards if card.meter}
    template = "floor_main.html" if wants_part(request) else "floor.html"
    frame = frame_for(request, "The floor", here="Floor")
    body = render(
        template,
        frame=frame,
        cards=kept,
        filters=FILTERS,
        show=show,
        meters=meters,
        may_play=request.user.is_player or request.user.is_visitor,
        staff=bool(request.user.roles & (GAMING_STAFF | OVERSIGHT)),
    )
    return html(body)


@get(PREFIX + "/{key:str}/{name:str}", opt={"public": True})
async def static(key: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """Send one of the files that pages are made of."""
    try:
        found = static_file(name)
    except NoSuchFileError as error:
        raise ProblemError(404, "file/unknown", str(error)) from None
    headers = {"Cache-Control": FOR_EVER if key == files_digest() else "no-cache"}
    return Response(found.content, media_type=found.media_type, headers=headers)


@post("/settings", status_code=303)
async def settings(request: Asking) -> Response[Any]:
    """Switch an option of the cards, or take the light or the dark page; kept in the browser."""
    form = await sent_fields(request)
    cookies = []
    if form.get("deck") in DECKS:
        kept = set(known_words(request.cookies.get(DECK_COOKIE, ""), DECKS).split())
        kept ^= {form["deck"]}
        value = ".".join(sorted(kept))
        cookies.append(Cookie(DECK_COOKIE, value=value, max_age=YEAR_SECONDS, samesite="lax"))
    if form.get("theme") in (*THEMES, ""):
        value = form.get("theme", "")
        cookies.append(Cookie(THEME_COOKIE, value=value, max_age=YEAR_SECONDS, samesite="lax"))
    return Redirect(
        safe(form.get("back", "/")),
        status_code=303,
        cookies=cookies if "theme" in form or "deck" in form else [],
    )


ROUTER = Router("/", route_handlers=[floor, static, settings])
