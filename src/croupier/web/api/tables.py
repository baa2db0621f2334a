"""Tables over the wire: the list, a viewer's view, and the one way to ask for anything there."""

import re
from functools import partial
from hashlib import sha256
from typing import Annotated
from uuid import uuid4

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody

from croupier.display.viewers import Viewer
from croupier.display.views import Prompt, TableView
from croupier.play.house import content_of
from croupier.play.resting_tables import AdoptLaw, adoption_of
from croupier.record.codec import encode
from croupier.rulebooks import Role, law_of
from croupier.table.choices import Choices
from croupier.table.events import LawAdopted
from croupier.table.state import Refused
from croupier.web.api.doors import Asking, Key, cause_of, hall_of, require
from croupier.web.api.problems import Problem, ProblemError, problem_of, problem_response
from croupier.web.api.table_commands import CommandAnswer, answer_to
from croupier.web.hall.askers import viewer_for
from croupier.web.hall.hall import Hall
from croupier.web.hall.opening import OpenedTable, TableOpening, open_asked
from croupier.web.hall.running_floor import TakenNameError
from croupier.web.hall.summaries import TableSummary, summarised
from croupier.web.hall.wire import encoded_view, view_fields
from croupier.web.hall.wire_commands import AskedTableCommand, BadRequestError

JSON = "application/json"
KnownTags = Annotated[
    str, HeaderParameter(name="If-None-Match", description="The ETag of the last view.")
]
NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")
"""What a table may be called: it stands in addresses."""


@get("/api/tables")
async def list_tables(request: Asking) -> tuple[TableSummary, ...]:
    """List every table of the floor, as anybody may see it in passing."""
    require(request, "floor.view")
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
async def open_table(
    request: Asking, data: JSONBody[PlannedTable], idempotency_key: Key = ""
) -> Response[TableSummary]:
    """Open a table; one that the rulebook does not allow is refused with its clause.

    With an Idempotency-Key the same request opens one table, and is answered alike.
    """
    require(request, "table.open")
    law = law_of(data.game)
    if not NAME.fullmatch(data.table):
        raise BadRequestError("a table's name has 1 to 40 lower-case letters, digits and hyphens")
    if data.choices.tournament is not None:
        raise BadRequestError("tables of a tournament are opened by its session")
    planned = TableOpening(data.table, data.game, data.choices)
    content = content_of(data.table, planned)
    cause = cause_of(request, "table.open", idempotency_key or uuid4().hex, content)
    try:
        opened: OpenedTable | Refused = await hall_of(request).do(
            partial(open_asked, planned, cause), (cause.actor, cause.command_id)
        )
    except TakenNameError as error:
        raise ProblemError(409, "table/taken", str(error)) from None
    if isinstance(opened, Refused):
        return problem_response(problem_of(opened, law))  # type: ignore[return-value]
    return Response(summarised(data.table, law, opened.table, opened.pool))


@get("/api/tables/{table:str}/due", media_type=JSON)
async def view_due(request: Asking, table: FromPath[str]) -> Response[tuple[Prompt, ...]]:
    """Say what is due at a table, and what the one who asks may choose from."""
    require(request, "table.view")
    hall = hall_of(request)
    viewer = viewer_for(request.user, hall.shown(table).table.choices.mode)
    fields = view_fields(hall.view(table, viewer))
    return Response(encode(fields["prompts"]), media_type=JSON)  # type: ignore[arg-type]


@get("/api/tables/{table:str}", media_type=JSON)
async def view_table(
    request: Asking, table: FromPath[str], if_none_match: KnownTags = ""
) -> Response[TableView]:
    """Show a table as the one who asks may see it.

    The answer has an ETag: with If-None-Match it is 304 while nothing has changed.
    """
    require(request, "table.view")
    hall = hall_of(request)
    viewer = viewer_for(request.user, hall.shown(table).table.choices.mode)
    tag = _tag(hall, table, viewer)
    if _known(if_none_match, tag):
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


def _known(told: str, tag: str) -> bool:
    """Whether a list of tags names one; whether weak or strong makes no difference here."""
    return any(one.strip().removeprefix("W/") in (tag, "*") for one in told.split(","))


@post("/api/tables/{table:str}/commands", status_code=200, media_type=JSON)
async def command_table(
    request: Asking,
    table: FromPath[str],
    data: JSONBody[AskedTableCommand],
    idempotency_key: Key = "",
    words: FromQuery[bool] = False,
) -> Response[CommandAnswer]:
    """Carry out any command of the engine at a table.

    The role is the account's, and the time the server's: `by` and `at` are refused. Amounts are
    cents. With an Idempotency-Key the same request is carried out once, and answered alike. A
    refusal is remembered for a day by the process that told it; another one, or one started since,
    decides again. Something else under the same key is refused with 422. `words` adds sentences,
    and what the dealer says aloud.
    """
    hall, key = hall_of(request), idempotency_key or uuid4().hex
    told = await answer_to(hall, request.user, table, data, key, words=words)
    if isinstance(told, Problem):
        return problem_response(told)  # type: ignore[return-value]
    return Response(encode(told), media_type=JSON)  # type: ignore[arg-type]


class TableLawView(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The law of a table, beside the one that is installed."""

    game: str
    """The game."""
    revision: str
    """The revision of the law that the table stands under."""
    fingerprint: str
    """The fingerprint of that law."""
    rests: str
    """Why the table rests; empty where it is played."""
    installed: LawAdopted | None
    """What moving the table would record; none where it does not rest, or no law is installed."""


@get("/api/tables/{table:str}/law")
async def view_law(request: Asking, table: FromPath[str]) -> TableLawView:
    """Say which law a table stands under; of one that rests, what differs from that installed."""
    require(request, "table.view")
    shown = hall_of(request).shown(table)
    return TableLawView(
        game=shown.table.game,
        revision=shown.table.revision,
        fingerprint=shown.table.fingerprint,
        rests=shown.rests,
        installed=adoption_of(shown.table) if shown.rests else None,
    )


class Adoption(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How a table that rests is moved to the installed law."""

    void_round: bool = False
    """Whether the round under way is called off, and its wagers go back."""


@post("/api/tables/{table:str}/law", status_code=200, media_type=JSON)
async def adopt_law(
    request: Asking, table: FromPath[str], data: JSONBody[Adoption], idempotency_key: Key = ""
) -> Response[CommandAnswer]:
    """Move a table that rests to the installed law: between rounds, or with the round called off.

    What differs from the law before is recorded with both fingerprints.
    """
    hall, key = hall_of(request), idempotency_key or uuid4().hex
    command = AdoptLaw(void_round=data.void_round, by=Role.GAMING_MANAGER)
    told = await answer_to(hall, request.user, table, command, key, words=True)
    if isinstance(told, Problem):
        return problem_response(told)  # type: ignore[return-value]
    return Response(encode(told), media_type=JSON)  # type: ignore[arg-type]


ROUTER = Router(
    "/",
    route_handlers=[
        list_tables,
        open_table,
        view_table,
        view_due,
        command_table,
        view_law,
        adopt_law,
    ],
)
