"""Surveillance in the API: what is unusual, and player ratings."""

from typing import TYPE_CHECKING

from litestar import Router, get
from litestar.params import FromQuery

from croupier.features.surveillance.control import ControlBook, Rated
from croupier.features.surveillance.reports import (
    RatingRow,
    SurveillanceReport,
    rating_rows,
    report_of,
)
from croupier.maths.background import HouseEdges, TableEdge
from croupier.web.http.guards import PrincipalRequest, require, require_reading, service_of
from croupier.web.live.play_sessions import PlaySessions

if TYPE_CHECKING:
    from croupier.features.surveillance.service import Surveillance


def edge_at(request: PrincipalRequest, table: str) -> TableEdge | None:
    """Return what a table keeps of wagers; ``None`` while it is not computed."""
    edges: HouseEdges = request.app.state.edges
    shown = service_of(request).read_model.tables.get(table)
    return None if shown is None else edges.figures_of(shown.law, shown.table.choices)


async def surveillance_report(request: PrincipalRequest, table: str = "") -> SurveillanceReport:
    """Return what surveillance has counted; with a table, of that one."""
    require(request, "surveillance.view")
    if table:
        service_of(request).table(table)
    surveillance: Surveillance = request.app.state.surveillance
    edges = {name: edge_at(request, name) for name in service_of(request).read_model.tables}
    return await surveillance.ask(
        lambda book: report_of(book, edges.get, surveillance.drop_of, table=table)
    )


def _copy_players(book: ControlBook) -> dict[str, dict[str, Rated]]:
    return {player: dict(tables) for player, tables in book.players.items()}


async def ratings(request: PrincipalRequest) -> tuple[RatingRow, ...]:
    """Return the rating of each player. Reading is recorded."""
    await require_reading(request, "rating.view", owner="")
    surveillance: Surveillance = request.app.state.surveillance
    sessions: PlaySessions = request.app.state.play_sessions
    players = await surveillance.ask(_copy_players)
    return rating_rows(
        players,
        lambda table: edge_at(request, table),
        service_of(request).read_model.names,
        sessions.of,
    )


@get("/api/surveillance")
async def view_surveillance(
    request: PrincipalRequest, table: FromQuery[str] = ""
) -> SurveillanceReport:
    """Show what is unusual: frequencies and results against their exact values.

    With a table, only what concerns it, and its last shoes.
    """
    return await surveillance_report(request, table)


@get("/api/ratings")
async def view_ratings(request: PrincipalRequest) -> tuple[RatingRow, ...]:
    """List players with average bet, hours and theoretical win. Reading is recorded."""
    return await ratings(request)


ROUTER = Router("/", route_handlers=[view_surveillance, view_ratings])
