"""What is unusual, and player ratings, in the browser."""

from collections.abc import Iterator
from typing import Any

from litestar import Response, Router, get
from litestar.params import FromQuery

from croupier.features.surveillance.api import ratings, surveillance_report
from croupier.features.surveillance.reports import BandRow, RatingRow, SurveillanceReport
from croupier.web.http.guards import PrincipalRequest, service_of
from croupier.web.pages.rendering import frame_for, renderer_of
from croupier.web.pages.statement import CSV, csv_response
from croupier.web.pages.table.routes import HTML, html_response
from croupier.web.pages.text import table_label

render = renderer_of("croupier.features.surveillance")
PLACE = "Pit"
"""The entry of the navigation."""
WATCH_HEAD = (
    "kind",
    "scope",
    "name",
    "measure",
    "tries",
    "seen",
    "expected",
    "low",
    "high",
    "strength",
)
RATING_HEAD = (
    "player",
    "name",
    "tables",
    "minutes",
    "rounds",
    "average_bet",
    "wagered",
    "optional",
    "theoretical_win",
    "player_result",
)


def label_of(request: PrincipalRequest, scope: str, name: str) -> str:
    """Return a table or a dealer as people say it."""
    shown = service_of(request).read_model.tables.get(name) if scope == "table" else None
    return name if shown is None else f"{shown.law.title}, {table_label(name, shown.law.game)}"


@get("/pit/unusual", media_type=HTML)
async def unusual(request: PrincipalRequest, table: FromQuery[str] = "") -> Response[Any]:
    """Show what is unusual: watches, bands for win and hold, and with a table its shoes."""
    report = await surveillance_report(request, table)
    places = {(row.scope, row.name) for row in report.watches}
    places |= {(row.scope, row.name) for row in report.bands}
    names = {place: label_of(request, *place) for place in places}
    body = render(
        "unusual.html",
        frame=frame_for(request, "What is unusual", here=PLACE),
        report=report,
        days=round(1 / report.false_alarms_a_day),
        names=names,
        table=table,
        table_name=label_of(request, "table", table) if table else "",
    )
    return html_response(body)


@get("/pit/unusual.csv", media_type=CSV, opt={"page": "/pit/unusual"})
async def unusual_csv(request: PrincipalRequest, table: FromQuery[str] = "") -> Response[Any]:
    """Return every watch and every band as a CSV file; amounts are in dollars."""
    report = await surveillance_report(request, table)
    return csv_response("unusual.csv", WATCH_HEAD, _csv_rows(report))


def _csv_rows(report: SurveillanceReport) -> Iterator[tuple[object, ...]]:
    for row in report.watches:
        yield (
            *("watch", row.scope, row.name, row.measure, row.tries),
            *(_number(row.seen), _number(row.expected), "", "", f"{row.strength:.6g}"),
        )
    for band in report.bands:
        yield _band_cells(band)


def _band_cells(band: BandRow) -> tuple[object, ...]:
    measure = "win-today" if band.today else "win"
    amounts = (band.win, band.expected, band.low, band.high)
    return ("band", band.scope, band.name, measure, band.rounds, *map(_dollars, amounts), "")


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def _dollars(cents: float | None) -> str:
    return "" if cents is None else f"{cents / 100:.2f}"


@get("/pit/ratings", media_type=HTML)
async def rating_page(request: PrincipalRequest) -> Response[Any]:
    """Show what each player's play is worth to the house."""
    body = render(
        "ratings.html",
        frame=frame_for(request, "Player ratings", here=PLACE),
        rows=await ratings(request),
    )
    return html_response(body)


@get("/pit/ratings.csv", media_type=CSV, opt={"page": "/pit/ratings"})
async def ratings_csv(request: PrincipalRequest) -> Response[Any]:
    """Return the ratings as a CSV file; amounts are in dollars."""
    return csv_response("ratings.csv", RATING_HEAD, map(_rating_cells, await ratings(request)))


def _rating_cells(row: RatingRow) -> tuple[object, ...]:
    return (
        *(row.player, row.name, row.tables, row.minutes, row.rounds),
        *map(_dollars, (row.average, row.stake, row.optional, row.theoretical, row.net)),
    )


ROUTER = Router("/", route_handlers=[unusual, unusual_csv, rating_page, ratings_csv])
