"""The floor's page, with a miniature of every table; static files and display options."""

from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from croupier.display.viewers import noun_count
from croupier.display.views import TableSummary, TableView
from croupier.money import in_dollars
from croupier.web.auth.permissions import GAMING_STAFF, OVERSIGHT
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.accounts import local_path
from croupier.web.pages.rendering import (
    DECK_COOKIE,
    DECKS,
    PREFIX,
    THEME_COOKIE,
    THEMES,
    NoSuchFileError,
    files_digest,
    frame_for,
    known_words,
    render,
    requested_part,
    static_file,
)
from croupier.web.pages.table.felt import FeltPrint, box_place, boxes_of, felt_print
from croupier.web.pages.table.routes import html_response, sent_fields
from croupier.web.pages.text import title_of
from croupier.web.problems import ProblemError
from croupier.web.service.submit import viewer_for

FILTERS = (
    ("all", "All games"),
    ("blackjack", "Blackjack"),
    ("poker", "Poker"),
    ("free", "A seat is free"),
    ("low", "Up to $10"),
    ("live", "Live dealer"),
)
PRACTICE = ("practice", "with a coach")
LOW = 10_00
"""The highest minimum of a table for small wagers."""
MINI_TOP = 10
"""The distance of the miniature from its upper edge."""


class MiniSpot(msgspec.Struct, frozen=True):
    """A box in the miniature."""

    x: float
    """From the left edge."""
    y: float
    """From the upper edge."""
    state: str
    """``free``, ``taken`` or ``mine``."""


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """A table on the floor's page."""

    table: TableSummary
    limits: tuple[str, str]
    """The minimum and maximum on a box."""
    facts: tuple[str, ...]
    """What is special about it."""
    spots: tuple[MiniSpot, ...]
    stud: bool
    """Whether its boxes are square."""
    dealt: bool
    """Whether a round is in play."""
    free: int
    """The number of free seats."""
    mine: int
    """The box where the viewer sits; 0 for none."""
    pace: int
    """The rounds per hour; 0 before there are some."""
    meter: str
    """The jackpot's meter; empty without one."""
    now: str
    """What happens there; empty if nobody is there."""
    kinds: tuple[str, ...]
    """The filters that select it."""


def table_card(
    table: TableSummary, view: TableView, felt: FeltPrint, *, practice: bool = False, pace: int = 0
) -> TableCard:
    """Return a table's card."""
    boxes = boxes_of(view, felt)
    spots = []
    for box in boxes:
        place = box_place(box.number, len(boxes))
        state = "mine" if box.own else "taken" if box.taken else "free"
        spots.append(MiniSpot(round(place.x / 5, 1), round(place.y / 5 + MINI_TOP, 1), state))
    return TableCard(
        table=table,
        limits=(in_dollars(table.minimum), in_dollars(table.maximum)),
        facts=(*(PRACTICE if practice else ()), *_facts(table, view, felt)),
        spots=tuple(spots),
        stud=felt.stud,
        dealt=table.under_way,
        free=table.boxes - table.seated,
        mine=next((box.number for box in boxes if box.own), 0),
        pace=pace,
        meter="" if table.meter is None else in_dollars(table.meter),
        now=table.phase if _is_busy(table) else "waits for players",
        kinds=_kinds(table, felt),
    )


def _is_busy(table: TableSummary) -> bool:
    """Return whether there is more to say of a table than that it waits for players."""
    return bool(table.seated or table.under_way or table.rests)


def _facts(table: TableSummary, view: TableView, felt: FeltPrint) -> tuple[str, ...]:
    facts = [noun_count(view.decks, "deck"), table.mode]
    facts += [spot.title or title_of(spot.on) for spot in felt.spots if spot.on in table.side_bets]
    if not felt.stud:
        facts.append(felt.first.replace("Blackjack pays", "blackjack"))
    if table.meter is not None:
        facts.append("jackpot")
    return tuple(facts)


def _kinds(table: TableSummary, felt: FeltPrint) -> tuple[str, ...]:
    kinds = ["all", "poker" if felt.stud else "blackjack"]
    if table.boxes > table.seated and not table.rests:
        kinds.append("free")
    if table.minimum <= LOW:
        kinds.append("low")
    if table.mode == "live":
        kinds.append("live")
    return tuple(kinds)


FOR_EVER = "public, max-age=31536000, immutable"
YEAR_SECONDS = 365 * 24 * 3600


def cards_for(request: PrincipalRequest) -> tuple[TableCard, ...]:
    """Return every open table as a card, as the principal may see it; their own tables first."""
    service = service_of(request)
    found = []
    for table in service.tables():
        if table.open:
            shown = service.table(table.table)
            viewer = viewer_for(request.user, shown.table.choices.mode)
            view = service.view(table.table, viewer)
            practice = shown.table.choices.practice
            felt = felt_print(shown.law, shown.table)
            pace = request.app.state.recent_rounds.an_hour(table.table)
            found.append(table_card(table, view, felt, practice=practice, pace=pace))
    return tuple(sorted(found, key=lambda card: not card.mine))


@get("/", media_type="text/html")
async def floor(request: PrincipalRequest, show: FromQuery[str] = "all") -> Response[Any]:
    """Show the floor: open tables, filters, jackpots."""
    require(request, "floor.view")
    cards = cards_for(request)
    kept = tuple(card for card in cards if show in card.kinds)
    meters = {card.table.jackpot: card.meter for card in cards if card.meter}
    template = "floor_main.html" if requested_part(request) else "floor.html"
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
    return html_response(body)


@get(PREFIX + "/{key:str}/{name:str}", opt={"public": True})
async def static(key: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """Return one of the pages' static files."""
    try:
        found = static_file(name)
    except NoSuchFileError as error:
        raise ProblemError(404, "file/unknown", str(error)) from None
    headers = {"Cache-Control": FOR_EVER if key == files_digest() else "no-cache"}
    return Response(found.content, media_type=found.media_type, headers=headers)


@post("/settings", status_code=303)
async def settings(request: PrincipalRequest) -> Response[Any]:
    """Switch an option of the cards, or the light or dark page, in a cookie."""
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
        local_path(form.get("back", "/")),
        status_code=303,
        cookies=cookies if "theme" in form or "deck" in form else [],
    )


ROUTER = Router("/", route_handlers=[floor, static, settings])
