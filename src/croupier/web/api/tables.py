"""Tables over the wire: the list, a viewer's view, and the one way to ask for anything there."""

from hashlib import sha256
from typing import Any
from uuid import uuid4

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody

from croupier.display.viewers import Viewer
from croupier.display.views import TableView
from croupier.play.house import DEALER, Answer
from croupier.record.codec import encode
from croupier.table.commands import Command
from croupier.table.state import Refused
from croupier.web.api.doors import Asking, Key, hall_of, kept_from, may, owner_of, signed_in
from croupier.web.api.problems import answered, problem_of
from croupier.web.hall.asked import TABLE_COMMANDS, TableCommand
from croupier.web.hall.askers import command_of, viewer_for
from croupier.web.hall.hall import Hall
from croupier.web.hall.haste import HURRIED, WentOn, ask_to_go_on
from croupier.web.hall.summaries import TableSummary
from croupier.web.hall.wire import encoded_view
from croupier.web.live.stream import told_again
from croupier.web.people.principal import Principal

JSON = "application/json"


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
    answer, actor, led_by = await _carried_out(hall, request.user, table, command, command_id)
    if isinstance(answer, Refused):
        return answered(problem_of(answer, shown.law))  # type: ignore[return-value]
    found = hall.audience.led_to(table, actor, led_by) or await hall.read(
        lambda store: told_again(store, table, actor, led_by)
    )
    viewer = viewer_for(request.user, mode)
    events = [event for moment in found for event in moment.seen(viewer)]
    last = found[-1] if found else hall.shown(table)
    told = CommandAnswer(table, last.version, last.position, tuple(events))
    return Response(encode(told), media_type=JSON)  # type: ignore[arg-type]


async def _carried_out(
    hall: Hall, principal: Principal, table: str, command: Command, command_id: str
) -> tuple[Answer, str, str]:
    """The answer to a command, and under whose id what it led to is found."""
    actor, origin = principal.account, principal.origin
    if not (principal.is_player and isinstance(command, HURRIED)):
        answer = await hall.ask(table, command, actor=actor, command_id=command_id, origin=origin)
        return answer, actor, command_id
    kind = type(command)
    went_on: WentOn = await hall.do(
        lambda floor: ask_to_go_on(floor, table, actor, kind, command_id=command_id, origin=origin)
    )
    return went_on.answer, DEALER, went_on.command_id


ROUTER = Router("/", route_handlers=[list_tables, view_table, command_table])
