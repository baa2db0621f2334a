"""The cage in the browser: the tables of the day, a desk for each float, papers, the report."""

from datetime import date, timedelta
from typing import Any, TypeVar
from uuid import uuid4

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from croupier.features.cage.api import (
    DAYS_HELD,
    FLOATS,
    FloatView,
    books_of,
    float_of,
    floats_of,
    read_day,
    today_of,
)
from croupier.features.cage.papers import Paper, find_paper, papers_of
from croupier.features.cage.reports import PARTS, day_report, totals
from croupier.features.cage.rules.decisions import CageDue, CageTask
from croupier.features.cage.rules.drops import CollectDrop, CountDrop
from croupier.features.cage.rules.floats import (
    CloseFloat,
    CountFloat,
    CreditFloat,
    FillFloat,
    OpenFloat,
)
from croupier.features.cage.rules.state import DENOMINATIONS, ChipsCommand, is_for_money
from croupier.games.table.choices import Mode
from croupier.games.table.seats import BuyIn, Leave
from croupier.house.gaming_days import time_zone
from croupier.messages import Command, Refused
from croupier.record.journal import ReusedIdError
from croupier.rulebooks import Role
from croupier.streams import CAGE
from croupier.web.auth.permissions import LINE, is_permitted
from croupier.web.http.guards import PrincipalRequest, accounts_of, require, service_of
from croupier.web.pages.rendering import frame_for, renderer_of
from croupier.web.pages.table.forms import MisreadError, read_amount, read_number
from croupier.web.pages.table.page import RefusalPart, refusal_part
from croupier.web.pages.table.routes import HTML, REFUSED, SentForm, html_response, signed_in_form
from croupier.web.pages.text import table_label
from croupier.web.service.submit import CommandRequest, at_table, submit

render = renderer_of("croupier.features.cage")
PLACE = "Cage"
"""The entry of the navigation."""
T = TypeVar("T")
ALREADY_RECORDED = "this form was recorded already: look at the papers before you send another"
MOST_CHIPS = 99_999
"""The most chips of one denomination in a form."""
MOST_PAPERS = 999_999
"""More papers than a table has in its life."""
LAST_PAPERS = 40
"""How many papers are listed on a table's page; the numbers of older ones still lead to them."""


class CageForm(msgspec.Struct, frozen=True):
    """A form of a float's page: something that can be recorded."""

    name: str
    """The command."""
    label: str
    """The words on its tab."""
    title: str
    """The heading of its form."""
    brought: str
    """What the first person did."""
    received: str
    """What the second person did."""


FLOAT_KINDS: dict[str, type[ChipsCommand]] = {
    "open-float": OpenFloat,
    "fill-float": FillFloat,
    "credit-float": CreditFloat,
    "count-float": CountFloat,
    "close-float": CloseFloat,
}
"""The commands with chips, by name."""
DEEDS = (
    CageForm("open-float", "Opener", "Open the float", "Brought by", "Received by"),
    CageForm("fill-float", "Fill", "Fill the float", "Brought by", "Received by"),
    CageForm("credit-float", "Credit", "Credit to the cage", "Taken by", "Received in the cage by"),
    CageForm("count-float", "Count", "Count the float", "Counted by", "Checked by"),
    CageForm("collect-drop", "Drop box", "Collect the drop box", "Taken by", "Received by"),
    CageForm("count-drop", "Drop count", "Count a drop box", "Counted by", "Checked by"),
    CageForm("close-float", "Closer", "Close the float", "Counted by", "Received in the cage by"),
)
"""Everything that can be recorded, in the order of a shift."""
TASKS: dict[CageTask, tuple[str, str]] = {
    CageTask.OPENER: ("No float yet", "open-float"),
    CageTask.CLOSER: ("Closed, but the float is still there", "close-float"),
    CageTask.DROP: ("Closed, but the drop box is still there", "collect-drop"),
    CageTask.DROP_COUNT: ("A drop box waits to be counted", "count-drop"),
}
"""What is to be done, in words, and the form for it."""


def deeds_for(view: FloatView) -> tuple[CageForm, ...]:
    """Return what can be recorded about a float in its current state."""
    lawful = {"collect-drop"} | ({"count-drop"} if view.drops else set())
    lawful |= FLOAT_KINDS.keys() - {"open-float"} if view.open else {"open-float"}
    return tuple(one for one in DEEDS if one.name in lawful)


def task_part(one: CageDue) -> tuple[str, str]:
    """Return what is to be done in words, and the query of the form for it."""
    words, deed = TASKS[one.task]
    return words, f"do={deed}" + (f"&drop={one.drop}" if one.drop else "")


# ---------------------------------------------------------------------------------------- the day


@get("/cage", media_type=HTML)
async def cage(request: PrincipalRequest, day: FromQuery[str] = "") -> Response[Any]:
    """Show the floats of all tables, what is to be done, and what a gaming day came to."""
    require(request, "cage.view")
    service, books = service_of(request), books_of(request)
    chosen, today = read_day(request, day), today_of(request)
    report = day_report(books, chosen)
    # Where software deals there is no rack to count, unless somebody has opened a float.
    floats = tuple(one for one in floats_of(service) if one.live or one.open or one.drops)
    body = render(
        "day.html",
        frame=frame_for(request, "The cage", here=PLACE),
        report=report,
        sums=totals(report.tables),
        parts=tuple(name for name, _ in PARTS),
        floats=floats,
        tasks=[(one, *task_part(task)) for one in floats for task in one.due],
        names=service.read_model.names,
        label=table_label,
        titles={name: shown.law.title for name, shown in service.read_model.tables.items()},
        games={shown.law.game: shown.law.title for shown in service.read_model.tables.values()},
        day=chosen,
        today=today,
        before=_neighbour(chosen, -1, today),
        after=_neighbour(chosen, 1, today),
        may_command=is_permitted(request.user, "cage.command"),
    )
    return html_response(body)


def _neighbour(day: date, step: int, today: date) -> date | None:
    """Return the gaming day before or after one; ``None`` beyond those at hand."""
    other = day + timedelta(days=step)
    return other if 0 <= (today - other).days < DAYS_HELD else None


# -------------------------------------------------------------------------------------- one table


class Desk(msgspec.Struct):
    """What the page of a float shows beside the float itself."""

    deed: str = ""
    """Whose form is open; empty for the first that fits."""
    given: SentForm = {}
    """What was typed into the form."""
    refused: RefusalPart | None = None
    """Why the last entry was refused."""
    done: int = 0
    """The number of the paper that was just written; 0 for none."""
    of_players: bool = False
    """Whether what was typed and refused is about players' chips, and not about the float."""


async def desk_response(request: PrincipalRequest, name: str, desk: Desk) -> Response[Any]:
    """Return the page of a table's float."""
    service = service_of(request)
    shown, view = service.table(name), float_of(service, name)
    papers = await service.read(lambda store: list(papers_of(store.read_stream(CAGE.stream(name)))))
    may_command = is_permitted(request.user, "cage.command")
    deeds = deeds_for(view) if may_command and is_for_money(shown.table.choices) else ()
    first = view.due and TASKS[view.due[0].task][1]
    wanted = desk.deed or first or ""
    deed = next((one for one in deeds if one.name == wanted), deeds[0] if deeds else None)
    names = service.read_model.names
    choices = shown.table.choices
    live = choices.mode is Mode.LIVE and is_for_money(choices)
    body = render(
        "float.html",
        frame=frame_for(request, f"{table_label(name, shown.law.game)}: float", here=PLACE),
        id=name,
        table_label=table_label(name, shown.law.game),
        title=shown.law.title,
        view=view,
        deeds=deeds,
        deed=deed,
        chips_deeds=tuple(FLOAT_KINDS),
        denominations=DENOMINATIONS,
        given=desk.given,
        refused=desk.refused,
        of_players=desk.of_players,
        book=shown.law.book,
        done=next((one for one in papers if one.number == desk.done), None),
        papers=papers[: -LAST_PAPERS - 1 : -1],
        tasks=[task_part(task) for task in view.due],
        staff=staff_names(request),
        me=names.get(request.user.account, request.user.name),
        zone=time_zone(books_of(request).setting.zone),
        players=[(one, names.get(one, one), shown.table.chips(one)) for one in shown.table.players]
        if live
        else [],
        may_change=live and may_command and shown.table.open,
        click=uuid4().hex,
    )
    return html_response(body, status=200 if desk.refused is None else REFUSED)


def staff_names(request: PrincipalRequest) -> list[str]:
    """Return the names of everybody in the line of command, for the fields of people."""
    directory = accounts_of(request).directory
    names = service_of(request).read_model.names
    ids = {one.id for role in LINE for one in directory.with_role(role)}
    return sorted(names.get(one, one) for one in ids)


@get("/tables/{name:str}/cage", media_type=HTML)
async def table_cage(
    request: PrincipalRequest,
    name: FromPath[str],
    do: FromQuery[str] = "",
    drop: FromQuery[str] = "",
    done: FromQuery[str] = "",
) -> Response[Any]:
    """Show the float of a table, a form for what is to be recorded, and its papers."""
    require(request, "cage.view")
    given = {"drop": drop} if drop else {}
    desk = Desk(deed=do, given=given, done=read_number(done, MOST_PAPERS) or 0)
    return await desk_response(request, name, desk)


def command_from(form: SentForm, people: dict[str, str]) -> Command:
    """Return the command of a form; ``people`` has ids by name.

    Raise ``MisreadError`` for a number or an amount that is none.
    """
    names: dict[str, Any] = {
        field: people.get(form.get(field, "").strip(), form.get(field, ""))
        for field in ("brought", "received")
    }
    what = form.get("do", "")
    match what:
        case "collect-drop":
            return CollectDrop(box=form.get("box", ""), by=Role.SUPERVISOR, **names)
        case "count-drop":
            number = read_number(form.get("drop", ""), MOST_PAPERS)
            if number is None:
                raise MisreadError("choose the drop box that was counted")
            amount = read_amount(form.get("amount", ""))
            return CountDrop(drop=number, amount=amount, by=Role.SUPERVISOR, **names)
        case _ if what in FLOAT_KINDS:
            return FLOAT_KINDS[what](chips=read_chips(form), by=Role.SUPERVISOR, **names)
    raise MisreadError("choose what to record: opener, fill, credit, count, drop box or closer")


def read_chips(form: SentForm) -> dict[int, int]:
    """Return the chips of a form; a field left empty is none of that denomination."""
    found = {}
    for one in DENOMINATIONS:
        text = form.get(f"chips-{one}", "").strip()
        number = read_number(text, MOST_CHIPS) if text else 0
        if number is None:
            raise MisreadError(f"the number of chips is a whole number from 0 to {MOST_CHIPS:,}")
        found[one] = number
    return found


async def submit_once(request: PrincipalRequest, asked: CommandRequest[T]) -> T | RefusalPart:
    """Submit the command of a form; return what it led to, or the refusal as shown.

    A form that was changed and sent again under its old id is refused: the first one counts.
    """
    service = service_of(request)
    try:
        answer = await submit(service, request.user, asked)
    except ReusedIdError:
        answer = None
    if answer is None or isinstance(answer, Refused):
        refused = refusal_part(answer or ALREADY_RECORDED, service.read_model.names)
        assert refused is not None
        return refused
    return answer


@post(
    "/tables/{name:str}/cage",
    status_code=200,
    media_type=HTML,
)
async def record(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Record what a form says; a refusal stands beside the form, which keeps its values."""
    form = await signed_in_form(request)
    require(request, "cage.command")
    service = service_of(request)
    people = {name: person for person, name in service.read_model.names.items()}
    desk = Desk(deed=form.get("do", ""), given=form)
    try:
        command = command_from(form, people)
    except MisreadError as error:
        desk.refused = refusal_part(str(error))
        return await desk_response(request, name, desk)
    asked = CommandRequest(FLOATS, name, command, form.get("click") or uuid4().hex)
    answer = await submit_once(request, asked)
    if isinstance(answer, RefusalPart):
        desk.refused = answer
        return await desk_response(request, name, desk)
    return Redirect(f"/tables/{name}/cage?done={answer.papers}", status_code=303)


@post(
    "/tables/{name:str}/cage/chips",
    status_code=200,
    media_type=HTML,
    opt={"page": "/tables/{name}/cage"},
)
async def change_chips(request: PrincipalRequest, name: FromPath[str]) -> Response[Any]:
    """Change a player's money for chips at a live table, or let them leave with their chips."""
    form = await signed_in_form(request)
    require(request, "cage.command")
    service = service_of(request)
    typed = form.get("player", "").strip()
    people = {name: person for person, name in service.read_model.names.items()}
    player = people.get(typed, typed)
    desk = Desk(given=form, of_players=True)
    command: BuyIn | Leave
    try:
        if not player:
            raise MisreadError("name the player")
        if form.get("what") == "leave":
            command = Leave(player, by=Role.PLAYER)
        else:
            command = BuyIn(player, read_amount(form.get("amount", "")), by=Role.PLAYER)
    except MisreadError as error:
        desk.refused = refusal_part(str(error))
        return await desk_response(request, name, desk)
    answer = await submit_once(request, at_table(name, command, form.get("click") or uuid4().hex))
    if isinstance(answer, RefusalPart):
        desk.refused = answer
        return await desk_response(request, name, desk)
    return Redirect(f"/tables/{name}/cage", status_code=303)


# ----------------------------------------------------------------------------------------- papers


@get("/tables/{name:str}/cage/papers/{number:int}", media_type=HTML)
async def paper(
    request: PrincipalRequest, name: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    """Show one numbered paper, to be printed and signed."""
    require(request, "cage.view")
    service = service_of(request)
    shown = service.table(name)
    found: Paper = await service.read(
        lambda store: find_paper(store.read_stream(CAGE.stream(name)), f"table {name}", number)
    )
    names = service.read_model.names
    label = table_label(name, shown.law.game)
    body = render(
        "paper.html",
        frame=frame_for(request, f"{found.title} {number}, {label}", here=PLACE),
        id=name,
        place=f"{label}, {shown.law.title}",
        back=f"/tables/{name}/cage",
        back_words="To the float",
        paper=found,
        signs=[(words, names.get(who, who)) for words, who in found.signs],
        entered=names.get(found.actor, found.actor),
        day=None if found.at is None else books_of(request).setting.day_of(found.at),
        zone=time_zone(books_of(request).setting.zone),
    )
    return html_response(body)


ROUTER = Router("/", route_handlers=[cage, table_cage, record, change_chips, paper])
