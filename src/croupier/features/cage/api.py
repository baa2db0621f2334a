"""The HTTP API of the cage: floats, its own desk, and the report of a gaming day."""

from datetime import date
from typing import Any, cast
from uuid import uuid4

import msgspec
from litestar import Litestar, Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from croupier.features.cage.books import DayBooks
from croupier.features.cage.reports import (
    PARTS,
    DayReport,
    Naming,
    csv_text,
    day_report,
    xlsx_bytes,
)
from croupier.features.cage.rules.decisions import CageDue, due
from croupier.features.cage.rules.desk import MAIN_DESK, CashDesk
from croupier.features.cage.rules.state import (
    TableCage,
    WaitingDrop,
    at_table,
    float_now,
    is_for_money,
)
from croupier.features.cage.runner import (
    cage_after,
    desk_after,
    submit_to_cage,
    submit_to_desk,
)
from croupier.floor.floor import Floor
from croupier.games.table.choices import Mode
from croupier.games.table.state import Table
from croupier.messages import Refused
from croupier.money import Cents
from croupier.rulebooks import GAMES, TableLaw, law_of
from croupier.streams import CAGE, DESK
from croupier.web.auth.permissions import Principal
from croupier.web.http.guards import IdempotencyKey, PrincipalRequest, require, service_of
from croupier.web.problems import ProblemError, problem_of, problem_response
from croupier.web.service.floor_service import FloorService
from croupier.web.service.messages import BadRequestError, commands_by_name, message_union
from croupier.web.service.submit import CommandRequest, Submission, Target, submit

DAYS_HELD = 62
"""How many gaming days the server has at hand; ``croupier cage report`` reads all of a record."""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv"


class FloatView(msgspec.Struct, frozen=True, kw_only=True):
    """The float of a table, as the cage keeps it; amounts in cents."""

    table: str
    """The name of the table."""
    game: str
    """The name of the game."""
    live: bool
    """Whether a person deals."""
    open: bool
    """Whether the table has a float of the cage."""
    float: Cents | None
    """The chips that should lie in the rack now; ``None`` without an opener."""
    opener: Cents
    """The chips that it was opened with; 0 without an opener."""
    fills: Cents
    """The chips that came since."""
    credits: Cents
    """The chips that went back since."""
    variance: Cents
    """What counts found since: above zero too much, below zero too little."""
    drop: Cents
    """The cash that should be in the box at the table."""
    drops: tuple[WaitingDrop, ...]
    """The boxes that wait to be counted."""
    due: tuple[CageDue, ...]
    """What is to be done."""
    papers: int
    """The number of the last paper; 0 before there is one."""


def float_view(name: str, law: TableLaw, table: Table, cage: TableCage) -> FloatView:
    """Return the float of a table as staff see it."""
    here = at_table(table)
    return FloatView(
        table=name,
        game=law.game,
        live=here.live,
        open=cage.open,
        float=float_now(cage, table),
        opener=cage.opener,
        fills=cage.fills,
        credits=cage.credits,
        variance=cage.variance,
        drop=cage.expected_drop(here.cash),
        drops=cage.drops,
        due=due(cage, here),
        papers=cage.papers,
    )


def float_of(service: FloorService, name: str) -> FloatView:
    """Return the float of a table. Raise ``UnknownTableError`` if there is no such table."""
    shown = service.table(name)
    cage = service.read_model.states.of(CAGE).get(name) or TableCage()
    return float_view(name, shown.law, shown.table, cage)


def floats_of(service: FloorService) -> tuple[FloatView, ...]:
    """Return the floats of all tables that are played for money."""
    return tuple(
        float_of(service, name)
        for name, shown in service.read_model.tables.items()
        if is_for_money(shown.table.choices)
    )


# ------------------------------------------------------------------------------------- commands


def _terms(service: FloorService, _: Principal, name: str) -> tuple[TableLaw, Mode]:
    shown = service.table(name)
    return shown.law, shown.table.choices.mode


def _decide(floor: Floor, given: Submission) -> TableCage | Refused:
    """Decide a command about a float. Return the float as it stood right after it."""
    name, command, command_id, principal = given
    actor, origin = principal.account, principal.origin
    answer = submit_to_cage(floor, name, command, actor=actor, command_id=command_id, origin=origin)
    return answer if isinstance(answer, Refused) else cage_after(floor, name, actor, command_id)


FLOATS = Target("cage.command", commands_by_name(CAGE.commands), _terms, _decide)
"""The floats of the tables."""
CageCommandMessage: Any = message_union(CAGE.commands)
"""Any command of the cage, as a client sends it."""


@get("/api/cage")
async def list_floats(request: PrincipalRequest) -> tuple[FloatView, ...]:
    """List the floats of all tables, and what is to be done about them."""
    require(request, "cage.view")
    return floats_of(service_of(request))


@get("/api/tables/{table:str}/cage")
async def view_float(request: PrincipalRequest, table: FromPath[str]) -> FloatView:
    """Show the float of a table."""
    require(request, "cage.view")
    return float_of(service_of(request), table)


@post("/api/tables/{table:str}/cage", status_code=200)
async def command_cage(
    request: PrincipalRequest,
    table: FromPath[str],
    data: JSONBody[CageCommandMessage],
    idempotency_key: IdempotencyKey = "",
) -> Response[FloatView]:
    """Submit a command about a float: open, fill, credit, count or close it, collect a drop box."""
    service = service_of(request)
    asked = CommandRequest(FLOATS, table, data, idempotency_key or uuid4().hex)
    after = await submit(service, request.user, asked)
    if isinstance(after, Refused):
        return problem_response(problem_of(after))  # type: ignore[return-value]
    shown = service.table(table)
    return Response(float_view(table, shown.law, shown.table, after))


# --------------------------------------------------------------------------------------- the desk


class DeskView(msgspec.Struct, frozen=True, kw_only=True):
    """The desk of the cage; amounts in cents."""

    paid: Cents
    """The cash that it paid for chips, from the first day on."""
    papers: int
    """The number of the last paper; 0 before there is one."""


def _desk_terms(_: FloorService, __: Principal, ___: str) -> tuple[TableLaw, Mode]:
    # No rulebook mentions the desk: by any law it is for supervisors and their managers.
    return law_of(next(iter(GAMES))), Mode.LIVE


def _decide_at_desk(floor: Floor, given: Submission) -> CashDesk | Refused:
    """Decide a command at the desk. Return the desk as it stood right after it."""
    actor, command_id, origin = given.principal.account, given.command_id, given.principal.origin
    answer = submit_to_desk(floor, given.command, actor=actor, command_id=command_id, origin=origin)
    return answer if isinstance(answer, Refused) else desk_after(floor, actor, command_id)


DESKS = Target("cage.command", commands_by_name(DESK.commands), _desk_terms, _decide_at_desk)
"""The desk of the cage."""
DeskCommandMessage: Any = message_union(DESK.commands)
"""Any command at the desk, as a client sends it."""


def desk_of(service: FloorService) -> CashDesk:
    """Return the desk of the cage."""
    return service.read_model.states.of(DESK).get(MAIN_DESK) or CashDesk()


def desk_view(desk: CashDesk) -> DeskView:
    """Return the desk as staff see it."""
    return DeskView(paid=desk.paid, papers=desk.papers)


@get("/api/cage/desk")
async def view_desk(request: PrincipalRequest) -> DeskView:
    """Show what the cage's desk has paid for chips."""
    require(request, "cage.view")
    return desk_view(desk_of(service_of(request)))


@post("/api/cage/desk", status_code=200)
async def command_desk(
    request: PrincipalRequest,
    data: JSONBody[DeskCommandMessage],
    idempotency_key: IdempotencyKey = "",
) -> Response[DeskView]:
    """Submit a command at the cage's desk: pay cash for a player's chips."""
    asked = CommandRequest(DESKS, MAIN_DESK, data, idempotency_key or uuid4().hex)
    after = await submit(service_of(request), request.user, asked)
    if isinstance(after, Refused):
        return problem_response(problem_of(after))  # type: ignore[return-value]
    return Response(desk_view(after))


# -------------------------------------------------------------------------------------- reports


def books_of(request: PrincipalRequest) -> DayBooks:
    """Return the figures of the last gaming days."""
    return cast("DayBooks", request.app.state.day_books)


def today_of(request: PrincipalRequest) -> date:
    """Return the gaming day of now."""
    return books_of(request).setting.day_of(service_of(request).clock.now())


def read_day(request: PrincipalRequest, text: str) -> date:
    """Return the gaming day that a request names; today's for none.

    Raise ``BadRequestError`` for a text that is not a day and for a day to come, ``ProblemError``
    404 for one that is too long ago.
    """
    today = today_of(request)
    if not text:
        return today
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadRequestError(f"day: {text[:20]!r} is not a day: write one as 2026-11-18") from None
    if day > today:
        raise BadRequestError(f"day: the gaming day {text} has not begun yet")
    if (today - day).days >= DAYS_HELD:
        why = (
            f"the server has the last {DAYS_HELD} gaming days at hand: "
            "croupier cage report reads all of the record"
        )
        raise ProblemError(404, "cage/day-too-old", why)
    return day


def report_for(request: PrincipalRequest, day: str) -> DayReport:
    """Return the report of the gaming day that a request names, for those who may see it."""
    require(request, "cage.view")
    return day_report(books_of(request), read_day(request, day))


def _file(content: str | bytes, media_type: str, name: str) -> Response[Any]:
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(content, media_type=media_type, headers=headers)


@get("/api/cage/report")
async def view_report(request: PrincipalRequest, day: FromQuery[str] = "") -> DayReport:
    """Show drop, win and hold of a gaming day by table, game and dealer; today's by default."""
    return report_for(request, day)


@get("/api/cage/report.csv", media_type=CSV)
async def download_csv(
    request: PrincipalRequest, day: FromQuery[str] = "", part: FromQuery[str] = "tables"
) -> Response[Any]:
    """Download a part of the report as CSV: tables, games, dealers or desk; amounts in dollars."""
    report = report_for(request, day)
    known = [name for name, _ in PARTS]
    if part not in known:
        raise BadRequestError(f"part: there is no {part[:20]!r}: choose {', '.join(known)}")
    text = csv_text(report, part, name_of=_dealer_names(request))
    return _file(text, CSV, f"{report.day.isoformat()}-{part}.csv")


@get("/api/cage/report.xlsx", media_type=XLSX, include_in_schema=False)
async def download_xlsx(request: PrincipalRequest, day: FromQuery[str] = "") -> Response[Any]:
    """Download the report as a spreadsheet with a sheet for tables, games, dealers and desk."""
    report = report_for(request, day)
    book = xlsx_bytes(report, name_of=_dealer_names(request))
    return _file(book, XLSX, f"{report.day.isoformat()}.xlsx")


def _dealer_names(request: PrincipalRequest) -> Naming:
    names = service_of(request).read_model.names
    return lambda person: names.get(person, person)


def attach(app: Litestar, service: FloorService) -> None:
    """Fold the figures of the last gaming days from the log, from its beginning."""
    app.state.day_books = books = DayBooks(days=DAYS_HELD)
    service.subscribe(books.apply)
    service.add_snapshot_part("day books", books)


ROUTER = Router(
    "/",
    route_handlers=[
        list_floats,
        view_float,
        command_cage,
        view_desk,
        command_desk,
        view_report,
        download_csv,
        download_xlsx,
    ],
)
