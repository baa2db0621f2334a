"""The floor's page, with a miniature of every table; static files and display options."""

from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from croupier.display.viewers import join_words, noun_count
from croupier.display.views import TableSummary, TableView
from croupier.games.table.choices import Mode
from croupier.maths.background import HouseEdges
from croupier.money import in_dollars
from croupier.rulebooks import BOOKS, GAMES
from croupier.web.auth.permissions import GAMING_STAFF, OVERSIGHT
from croupier.web.http.guards import PrincipalRequest, accounts_of, require, service_of
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
from croupier.web.pages.text import table_label, title_of
from croupier.web.pages.times import ZONE_COOKIE, known_zones, zone_value
from croupier.web.problems import ProblemError
from croupier.web.service.guest_tables import is_guest_table
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
    meter: str
    """The jackpot's meter; empty without one."""
    kinds: tuple[str, ...]
    """The filters that select it."""


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
        meter="" if table.meter is None else in_dollars(table.meter),
        kinds=_kinds(table, felt),
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
    edges: HouseEdges = request.app.state.edges
    found = []
    for table in service.tables():
        shown = service.table(table.table)
        hidden = is_guest_table(table.table) and request.user.account not in shown.table.players
        hidden = hidden or bool(table.tournament)  # its tournament leads there
        if table.open and not hidden:
            viewer = viewer_for(request.user, shown.table.choices.mode)
            view = service.view(table.table, viewer)
            practice = shown.table.choices.practice
            felt = felt_print(shown.law, shown.table)
            pace = request.app.state.recent_rounds.an_hour(table.table)
            edge = edges.of(shown.law, shown.table.choices)
            found.append(table_card(table, view, felt, practice=practice, pace=pace, edge=edge))
    return tuple(sorted(found, key=lambda card: not card.mine))


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


def busiest_table(cards: tuple[TableCard, ...]) -> str:
    """Return the table to watch: the one with most players; empty if none is open."""
    open_tables = [card.table for card in cards if not card.table.rests]
    return max(open_tables, key=lambda one: one.seated).table if open_tables else ""


@get("/", media_type="text/html")
async def floor(request: PrincipalRequest, show: FromQuery[str] = "all") -> Response[Any]:
    """Show the floor: open tables, filters, jackpots."""
    require(request, "floor.view")
    cards = cards_for(request)
    kept = tuple(card for card in cards if show in card.kinds)
    meters = {card.table.jackpot: card.meter for card in cards if card.meter}
    template = "floor/main.html" if requested_part(request) else "floor/page.html"
    frame = frame_for(request, "The floor", here="Floor")
    body = render(
        template,
        frame=frame,
        cards=kept,
        filters=FILTERS,
        show=show,
        meters=meters,
        first_visit=request.user.is_visitor,
        takes_guests=bool(accounts_of(request).policy.guests),
        play_money=f"${request.app.state.settings.play_money:,}",
        games=len(GAMES),
        rulebooks=len(BOOKS),
        watch=busiest_table(cards),
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
