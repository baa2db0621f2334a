"""The floor's page, with a miniature of every table; static files and display options."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from croupier.display.viewers import join_words, noun_count
from croupier.display.views import TableSummary, TableView
from croupier.games.table.choices import Mode
from croupier.games.table.state import Table
from croupier.maths.background import HouseEdges
from croupier.money import in_dollars
from croupier.rulebooks import BOOKS, GAMES
from croupier.web.auth.permissions import GAMING_STAFF, OVERSIGHT
from croupier.web.http.guards import PrincipalRequest, accounts_of, require, service_of
from croupier.web.live.read_model import TableReadModel
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
from croupier.web.pages.table.forms import read_number
from croupier.web.pages.table.routes import html_response, sent_fields
from croupier.web.pages.text import table_label, title_of
from croupier.web.pages.times import ZONE_COOKIE, known_zones, zone_value
from croupier.web.problems import ProblemError
from croupier.web.service.guest_tables import is_guest_table
from croupier.web.service.messages import BadRequestError
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
MOST_NAMED = 3
"""How many players of a table are named on its card."""
CARDS_ON_A_PAGE = 24
"""How many tables a page shows: whole rows where two, three or four cards stand side by side."""
MOST_PAGES = 999_999
"""More pages than a floor has."""
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
    label: str
    """Its name as people say it, beside the game's title: Table 2."""
    limits: tuple[str, str]
    """The minimum and maximum on a box."""
    facts: tuple[str, ...]
    """What is special about it, the optional wagers among it."""
    who: str
    """Who plays there, in words; empty if nobody does."""
    edge: str
    """The house edge under best play: 0.80 %; empty while it is not known."""
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


def table_card(
    table: TableSummary,
    view: TableView,
    felt: FeltPrint,
    *,
    practice: bool = False,
    pace: int = 0,
    edge: float | None = None,
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
        label=table_label(table.table, table.game),
        limits=(in_dollars(table.minimum), in_dollars(table.maximum)),
        facts=(*(PRACTICE if practice else ()), *_facts(table, view, felt)),
        who=_players(table, [box.seated for box in boxes if box.seated]),
        edge="" if edge is None else f"{100 * edge:.2f} %",
        spots=tuple(spots),
        stud=felt.stud,
        dealt=table.under_way,
        free=table.boxes - table.seated,
        mine=next((box.number for box in boxes if box.own), 0),
        pace=pace,
    )


def _players(table: TableSummary, seated: list[str]) -> str:
    """Return who plays at a table, or what else there is to say of it."""
    if table.rests:
        return table.phase
    names = list(dict.fromkeys(seated))
    if not names:
        return ""
    shown, others = names[:MOST_NAMED], len(names) - MOST_NAMED
    if others > 0:
        shown.append(noun_count(others, "other"))
    return f"{join_words(shown)} {'plays' if len(names) == 1 else 'play'}"


def _facts(table: TableSummary, view: TableView, felt: FeltPrint) -> tuple[str, ...]:
    live = table.mode == Mode.LIVE.value
    facts = [noun_count(view.decks, "deck"), "dealt by a person" if live else view.shoe.device]
    facts += [spot.title or title_of(spot.on) for spot in felt.spots if spot.on in table.side_bets]
    if not felt.stud:
        facts.append(felt.first.replace("Blackjack pays", "blackjack"))
    if table.meter is not None:
        facts.append("jackpot")
    return tuple(facts)


def _kinds(table: TableSummary, felt: FeltPrint) -> tuple[str, ...]:
    """Return the filters that select a table."""
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


class FloorTable(NamedTuple):
    """An open table that a viewer sees on the floor, before its card is made."""

    summary: TableSummary
    shown: TableReadModel
    felt: FeltPrint


class PageOfTables(msgspec.Struct, frozen=True, kw_only=True):
    """Which of the tables a page of the floor shows."""

    number: int
    """The number of the page, from 1."""
    pages: int
    """How many pages there are; 1 without tables."""
    first: int
    """The first table on it, counted from 1."""
    last: int
    """The last table on it."""
    tables: int
    """How many tables there are on all pages."""


def page_at(number: int, tables: int) -> PageOfTables:
    """Return a page of so many tables; the last one if there are fewer pages by now.

    >>> page_at(2, 30)
    PageOfTables(number=2, pages=2, first=25, last=30, tables=30)
    """
    pages = max(1, -(-tables // CARDS_ON_A_PAGE))
    number = min(number, pages)
    first = (number - 1) * CARDS_ON_A_PAGE + 1
    last = min(tables, number * CARDS_ON_A_PAGE)
    return PageOfTables(number=number, pages=pages, first=first, last=last, tables=tables)


def tables_for(request: PrincipalRequest) -> tuple[FloorTable, ...]:
    """Return every open table that the principal may see; those where they play first."""
    service, me = service_of(request), request.user.account
    found = []
    for summary in service.tables():
        shown = service.table(summary.table)
        hidden = is_guest_table(summary.table) and me not in shown.table.players
        hidden = hidden or bool(summary.tournament)  # its tournament leads there
        if summary.open and not hidden:
            found.append(FloorTable(summary, shown, felt_print(shown.law, shown.table)))
    return tuple(sorted(found, key=lambda one: not _plays_at(one.shown.table, me)))


def _plays_at(table: Table, account: str) -> bool:
    """Return whether somebody sits or wagers at a table."""
    player = table.players.get(account)
    return player is not None and player.place is not None


def card_for(request: PrincipalRequest, one: FloorTable) -> TableCard:
    """Return the card of a table, as the principal may see it."""
    choices = one.shown.table.choices
    edges: HouseEdges = request.app.state.edges
    viewer = viewer_for(request.user, choices.mode)
    return table_card(
        one.summary,
        service_of(request).view(one.summary.table, viewer),
        one.felt,
        practice=choices.practice,
        pace=request.app.state.recent_rounds.an_hour(one.summary.table),
        edge=edges.of(one.shown.law, choices),
    )


class FloorTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament on the floor's page."""

    address: str
    title: str
    about: str
    """Game, start and entries in a line."""
    state: str
    """How far it has come."""
    pool: str
    """The prize pool; empty for one that nobody can enter yet."""
    label: str
    """The label of the link to it."""
    due: bool
    """Whether the viewer is asked for something there."""


class FloorPromotion(msgspec.Struct, frozen=True, kw_only=True):
    """A promotion on the floor's page."""

    address: str
    title: str
    about: str
    """What gives an entry."""
    state: str
    """How far it has come, or that the viewer has won."""
    prizes: tuple[str, ...]
    """The prizes in words."""
    own: int
    """How many entries the viewer has."""
    due: bool
    """Whether the viewer is asked for something there."""


def busiest_table(tables: Iterable[TableSummary]) -> str:
    """Return the table to watch: the one with most players; empty if none is open."""
    open_tables = [one for one in tables if not one.rests]
    return max(open_tables, key=lambda one: one.seated).table if open_tables else ""


@get("/", media_type="text/html")
async def floor(
    request: PrincipalRequest, show: FromQuery[str] = "all", page: FromQuery[str] = "1"
) -> Response[Any]:
    """Show a page of the floor: open tables, filters, jackpots."""
    require(request, "floor.view")
    number = read_number(page, MOST_PAGES)
    if not number:
        raise BadRequestError(
            f"{page[:20]!r} is no page of the floor: pages are numbers from 1 to {MOST_PAGES:,}"
        )
    tables = tables_for(request)
    kept = [one for one in tables if show in _kinds(one.summary, one.felt)]
    shown = page_at(number, len(kept))
    cards = tuple(card_for(request, one) for one in kept[shown.first - 1 : shown.last])
    summaries = [one.summary for one in tables]
    meters = {one.jackpot: in_dollars(one.meter) for one in summaries if one.meter is not None}
    template = "floor/main.html" if requested_part(request) else "floor/page.html"
    frame = frame_for(request, "The floor", here="Floor")
    body = render(
        template,
        frame=frame,
        cards=cards,
        page=shown,
        filters=FILTERS,
        show=show,
        meters=meters,
        first_visit=request.user.is_visitor,
        takes_guests=bool(accounts_of(request).policy.guests),
        play_money=in_dollars(request.app.state.house_terms.terms.play_money),
        games=len(GAMES),
        rulebooks=len(BOOKS),
        watch=busiest_table(summaries),
        may_play=request.user.is_player or request.user.is_visitor,
        staff=bool(request.user.roles & (GAMING_STAFF | OVERSIGHT)),
        tournaments=await request.app.state.floor_tournaments(request),
        promotions=await request.app.state.floor_promotions(request),
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
    """Switch an option of the cards, the light or dark page, or the time zone, in a cookie."""
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
    if form.get("zone") in known_zones():
        value = zone_value(form["zone"])
        cookies.append(Cookie(ZONE_COOKIE, value=value, max_age=YEAR_SECONDS, samesite="lax"))
    return Redirect(
        local_path(form.get("back", "/")),
        status_code=303,
        cookies=[one for one in cookies if one.key in form],
    )


ROUTER = Router("/", route_handlers=[floor, static, settings])
