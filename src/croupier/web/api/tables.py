"""Tables over the wire: the list, a viewer's view, and the one way to ask for anything there."""

import re
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody

from croupier.display.viewers import Viewer
from croupier.display.views import Prompt, TableView
from croupier.errors import CroupierError
from croupier.play.house import DEALER, Answer, UnlawfulTableError
from croupier.record.codec import encode
from croupier.rulebooks import law_of
from croupier.table.choices import Choices
from croupier.table.commands import Command
from croupier.table.state import Refused
from croupier.web.api.doors import Asking, Key, hall_of, kept_from, may, owner_of, signed_in
from croupier.web.api.problems import answered, problem_of
from croupier.web.hall.asked import TABLE_COMMANDS, TableCommand
from croupier.web.hall.askers import command_of, viewer_for
from croupier.web.hall.hall import Hall
from croupier.web.hall.haste import HURRIED, WentOn, ask_to_go_on
from croupier.web.hall.running_floor import RunningFloor
from croupier.web.hall.summaries import TableSummary, summary_of
from croupier.web.hall.wire import encoded_view, view_fields
from croupier.web.live.stream import told_again
from croupier.web.people.principal import Principal

JSON = "application/json"
NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")
"""What a table may be called: it stands in addresses."""


class CommandAnswer(msgspec.Struct, frozen=True):
    """What came of a command that was carried out."""

    table: str
    """Where it was carried out."""
    version: int
    """How many events the table has now."""
    position: int
    """The place in the log up to which what happened is told."""
    events: tuple[Any, ...]
    """What the one who asked may know of what happened, in its order."""


@get("/api/tables")
async def list_tables(request: Asking) -> tuple[TableSummary, ...]:
    """List every table of the floor, as anybody may see it in passing."""
    may(request, "floor.view")
    return hall_of(request).tables()


class PlannedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that somebody opens."""

    table: str
    """What it is to be called."""
    game: str
    """The game by its name."""
    choices: Choices = Choices()
    """What the rulebook leaves to the operator; amounts in cents."""


@post("/api/tables", status_code=201)
async def open_table(request: Asking, data: JSONBody[PlannedTable]) -> Response[TableSummary]:
    """Open a table; one that the rulebook does not allow is refused with its clause."""
    may(request, "table.open")
    hall, law = hall_of(request), law_of(data.game)
    if not NAME.fullmatch(data.table):
        raise CroupierError("a table's name has 1 to 40 small letters, digits and hyphens")
    if data.choices.tournament is not None:
        raise CroupierError("tables of a tournament are opened by its session")

    def opened(floor: RunningFloor) -> None:
        floor.open_table(law, data.choices, cards=floor.cards_of(data.table), name=data.table)

    try:
        await hall.do(opened)
    except UnlawfulTableError as unlawful:
        return answered(problem_of(unlawful.refused, law))  # type: ignore[return-value]
    return Response(summary_of(hall.showcase, data.table))


@get("/api/tables/{table:str}/due", media_type=JSON)
async def view_due(request: Asking, table: FromPath[str]) -> Response[tuple[Prompt, ...]]:
    """Say what is due at a table, and what the one who asks may choose from."""
    may(request, "table.view")
    hall = hall_of(request)
    viewer = viewer_for(request.user, hall.shown(table).table.choices.mode)
    fields = view_fields(hall.view(table, viewer))
    return Response(encode(fields["prompts"]), media_type=JSON)  # type: ignore[arg-type]


@get("/api/tables/{table:str}", media_type=JSON)
async def view_table(request: Asking, table: FromPath[str]) -> Response[TableView]:
    """Show a table as the one who asks may see it.

    The answer has an ETag: with If-None-Match it is 304 while nothing has changed.
    """
    may(request, "table.view")
    hall = hall_of(request)
    viewer = viewer_for(request.user, hall.shown(table).table.choices.mode)
    tag = _tag(hall, table, viewer)
    if request.headers.get("If-None-Match") == tag:
        return Response(None, status_code=304, headers={"ETag": tag})  # type: ignore[arg-type]
    body = encoded_view(hall.view(table, viewer))
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    return Response(body, media_type=JSON, headers=headers)  # type: ignore[arg-type]


def _tag(hall: Hall, table: str, viewer: Viewer) -> str:
    """What changes whenever a viewer's view of a table does."""
    pool = hall.showcase.pool_of(table)
    meter = None if pool is None else pool.meter
    parts = f"{hall.shown(table).version}/{meter}/{viewer!r}"
    return f'"{sha256(parts.encode()).hexdigest()[:20]}"'


@post("/api/tables/{table:str}/commands", status_code=200, media_type=JSON)
async def command_table(
    request: Asking, table: FromPath[str], data: JSONBody[TableCommand], idempotency_key: Key = ""
) -> Response[CommandAnswer]:
    """Carry out any command of the engine at a table.

    The role is the account's, and the time the server's: `by` and `at` are refused. Amounts are
    cents. With an Idempotency-Key the same request is carried out once, and answered alike.
    """
    signed_in(request)
    hall = hall_of(request)
    shown = hall.shown(table)
    mode = shown.table.choices.mode
    command = command_of(request.user, data, TABLE_COMMANDS, shown.law, mode=mode)
    may(request, "table.command", owner=owner_of(request.user, command))
    if refused := kept_from(request, command):
        return answered(problem_of(refused))  # type: ignore[return-value]
    command_id = idempotency_key or uuid4().hex
    done = await _carried_out(hall, request.user, table, command, command_id)
    if isinstance(done.answer, Refused):
        return answered(problem_of(done.answer, shown.law, hall.showcase.names))  # type: ignore[return-value]
    found = hall.audience.led_to(table, done.actor, done.command_id)
    if not found and not done.waits:
        found = await hall.read(lambda store: told_again(store, table, done.actor, done.command_id))
    viewer = viewer_for(request.user, mode)
    events = [event for moment in found for event in moment.seen(viewer)]
    last = found[-1] if found else hall.shown(table)
    told = CommandAnswer(table, last.version, last.position, tuple(events))
    return Response(encode(told), media_type=JSON)  # type: ignore[arg-type]


class Done(NamedTuple):
    """What came of a command, and under whose id what it led to is found."""

    answer: Answer
    actor: str
    command_id: str
    waits: bool = False
    """Whether others are waited for, so that nothing has happened yet."""


async def _carried_out(
    hall: Hall, principal: Principal, table: str, command: Command, command_id: str
) -> Done:
    """Carry out what somebody asks for; what a player wants hurried waits for the others."""
    actor, origin = principal.account, principal.origin
    if not (principal.is_player and isinstance(command, HURRIED)):
        answer = await hall.ask(table, command, actor=actor, command_id=command_id, origin=origin)
        return Done(answer, actor, command_id)
    kind = type(command)
    went_on: WentOn = await hall.do(
        lambda floor: ask_to_go_on(floor, table, actor, kind, command_id=command_id, origin=origin)
    )
    waits = not went_on.answer and not went_on.again
    return Done(went_on.answer, DEALER, went_on.command_id, waits)


ROUTER = Router("/", route_handlers=[list_tables, open_table, view_table, view_due, command_table])
