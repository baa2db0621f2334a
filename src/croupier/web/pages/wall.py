"""Boards for a screen across the room: a tournament, a linked jackpot, a table's signs and minimum.

They need no sign-in and show nothing that a visitor may not know.
"""

from typing import Any

import msgspec
from litestar import Response, Router, get
from litestar.params import FromPath

from croupier.house.gaming_days import time_zone
from croupier.money import in_dollars
from croupier.record.stores.base import day_setting
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.pages.rendering import frame_for, render, requested_part
from croupier.web.pages.table.felt import felt_print
from croupier.web.pages.table.page import jackpot_table, sign_changes
from croupier.web.pages.table.routes import HTML, html_response, view_for
from croupier.web.pages.text import table_label, title_of
from croupier.web.problems import ProblemError
from croupier.web.service.floor_service import FloorService
from croupier.web.service.guest_tables import is_guest_table


class JackpotBoard(msgspec.Struct, frozen=True, kw_only=True):
    """The board of a linked jackpot."""

    title: str
    game: str
    """The game of its tables, by its name for programs."""
    meter: str
    note: str
    """What wins all of it, and what plays for it."""
    pays: tuple[tuple[str, str], ...]
    """What each hand is paid now."""
    tables: str
    """The tables that feed it."""
    free: int
    """How many seats are free there."""


class SignBoard(msgspec.Struct, frozen=True, kw_only=True):
    """The board of a table: its signs and its minimum."""

    title: str
    label: str
    game: str
    minimum: str
    maximum: str
    unit: str
    free: int
    """How many seats are free."""
    changes: tuple[str, ...]
    """What signs announce; often nothing."""
    signs: tuple[str, ...]
    """The signs and inscriptions."""


def jackpot_board(request: PrincipalRequest, name: str) -> JackpotBoard | None:
    """Return the board of a linked jackpot; ``None`` if there is none of this name."""
    service = service_of(request)
    pool = service.read_model.pools.get(name)
    feeding = [one for one in service.tables() if one.jackpot == name and one.open]
    if pool is None or not feeding:
        return None
    first = service.table(feeding[0].table)
    view = view_for(request, feeding[0].table)
    (pays,) = jackpot_table(felt_print(first.law, first.table), view)
    terms = first.table.choices.jackpot
    price = "" if terms is None else f" {in_dollars(terms.wager)} plays for it."
    labels = [table_label(one.table, one.game) for one in feeding]
    return JackpotBoard(
        title=f"{title_of(name)} jackpot",
        game=feeding[0].game,
        meter=in_dollars(pool.meter),
        note=f"{pays.lines[0][0]} wins it.{price}",
        pays=tuple((hand, paid) for hand, paid, _ in pays.lines),
        tables=f"{feeding[0].title}: {', '.join(labels)}",
        free=sum(one.boxes - one.seated for one in feeding),
    )


def sign_board(request: PrincipalRequest, name: str) -> SignBoard | None:
    """Return the board of a table; ``None`` if none of this name is open to all."""
    service = service_of(request)
    if name not in service.read_model.tables or is_guest_table(name):
        return None
    view = view_for(request, name)
    return SignBoard(
        title=view.title,
        label=table_label(name, view.game),
        game=view.game,
        minimum=in_dollars(view.limits.minimum),
        maximum=in_dollars(view.limits.maximum),
        unit=in_dollars(view.limits.unit),
        free=sum(not box.seated and not box.reserved for box in view.boxes) if view.open else 0,
        changes=sign_changes(view) if view.open else ("This table is closed",),
        signs=tuple(one.text[:1].upper() + one.text[1:] for one in view.signs),
    )


async def house_time(service: FloorService) -> str:
    """Return the time on the house's clocks: 19:52."""
    zone = time_zone((await service.read(day_setting)).zone)
    return f"{service.clock.now().astimezone(zone):%H:%M}"


@get("/wall/{name:str}", media_type=HTML)
async def wall(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Show a board for the wall: of a tournament, a jackpot or a table."""
    require(request, "floor.view")
    boards = {
        "tournament": await request.app.state.tournament_board(request, name),
        "jackpot": jackpot_board(request, name),
        "signs": sign_board(request, name),
    }
    found = next(((kind, board) for kind, board in boards.items() if board is not None), None)
    if found is None:
        why = f"there is no tournament, jackpot or table named {name!r}"
        raise ProblemError(404, "wall/unknown", why)
    kind, board = found
    body = render(
        "wall/main.html" if requested_part(request) else "wall/page.html",
        frame=frame_for(request, board.title),
        kind=kind,
        board=board,
        time=await house_time(service_of(request)),
        follows={"jackpot": (), "signs": (name,)}.get(kind) or getattr(board, "follows", ()),
    )
    return html_response(body)


ROUTER = Router("/", route_handlers=[wall])
