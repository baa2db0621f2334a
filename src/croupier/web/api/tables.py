"""Tables in the API: the list, a viewer's view, and submitting commands."""

import re
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

import msgspec
from litestar import Response, Router, get, post
from litestar.datastructures import ResponseHeader
from litestar.params import FromPath, FromQuery, HeaderParameter, JSONBody, QueryParameter
from msgspec.structs import replace

from croupier.display.announcements import Announcement
from croupier.display.sentences import Sentence
from croupier.display.viewers import Viewer
from croupier.display.views import Prompt, TableSummary, TableView
from croupier.floor.floor import NameTakenError
from croupier.floor.opening import OpenedTable, TableOpening, open_on_request
from croupier.floor.resting_tables import AdoptLaw, law_adoption
from croupier.floor.state import content_of
from croupier.floor.timers import DECISION_SECONDS, WAGER_SECONDS
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.opening import LawAdopted
from croupier.messages import Command, Refused
from croupier.record.codec import encode
from croupier.record.stores.base import Store
from croupier.rulebooks import Role, law_of
from croupier.streams import TABLE
from croupier.web.auth.permissions import Principal
from croupier.web.http.guards import IdempotencyKey, PrincipalRequest, cause_of, require, service_of
from croupier.web.live.read_model import opening_summary
from croupier.web.live.updates import TableUpdate, encode_view, rebuild_updates, view_fields
from croupier.web.problems import Problem, ProblemError, problem_of, problem_response
from croupier.web.service.floor_service import FloorService
from croupier.web.service.messages import BadRequestError, CommandMessage, TableCommandMessage
from croupier.web.service.submit import CommandResult, at_table, submit, viewer_for


class CommandAnswer(msgspec.Struct, frozen=True):
    """What a command led to."""

    table: str
    """The name of the table."""
    version: int
    """The number of the table's events."""
    position: int
    """The position in the log up to which this answer reports."""
    events: tuple[Any, ...]
    """What you may know of the events, in order."""
    sentences: tuple[Sentence, ...] = ()
    """The same in sentences; empty unless asked for."""
    announcements: tuple[Announcement, ...] = ()
    """What the dealer says aloud; empty unless words were asked for."""


async def answer_to(
    service: FloorService,
    principal: Principal,
    table: str,
    asked: Command | CommandMessage,
    command_id: str,
    *,
    words: bool = False,
) -> CommandAnswer | Problem:
    """Submit a command at a table. Return what the principal may know of its result.

    Return a problem with its clause if the command is refused.
    """
    result = await submit(service, principal, at_table(table, asked, command_id))
    shown = service.table(table)
    if isinstance(result, Refused):
        return problem_of(result, shown.law, service.read_model.names)
    found = await _updates_of(service, table, result)
    viewer = viewer_for(principal, shown.table.choices.mode)
    events = [event for update in found for event in update.disclose_events(viewer)]
    place = (
        LogPlace(found[-1].version, found[-1].position)
        if found
        else await _place(service, table, result)
    )
    answer = CommandAnswer(table, place.version, place.position, tuple(events))
    return in_words(answer, found, viewer) if words else answer


async def _updates_of(
    service: FloorService, table: str, result: CommandResult
) -> Sequence[TableUpdate]:
    """Return the updates that a command led to at its table, now or when it was first submitted."""
    found = service.subscribers.updates_of(table, result.actor, result.command_id)
    if found:
        return found
    names = service.read_model.names
    return await service.read(
        lambda store: rebuild_updates(store, table, result.actor, result.command_id, names)
    )


def in_words(answer: CommandAnswer, found: Sequence[TableUpdate], viewer: Viewer) -> CommandAnswer:
    """Return the answer with its sentences and announcements."""
    told = tuple(one for update in found for one in update.sentences(viewer))
    said = tuple(one for update in found for one in update.announcements())
    return replace(answer, sentences=told, announcements=said)


class LogPlace(NamedTuple):
    """How far a table and the log had come."""

    version: int
    position: int


async def _place(service: FloorService, table: str, done: CommandResult) -> LogPlace:
    """Return how far the log had come when a command was written that led to nothing at its table.

    The log says so, so that the same command gets the same answer again. A command that changed
    nothing is not in it.
    """

    def find(store: Store) -> LogPlace | None:
        span = store.span(done.actor, done.command_id)
        if span is None:
            return None
        return LogPlace(store.version_at(TABLE.stream(table), span[1]), span[1])

    shown = service.table(table)
    return await service.read(find) or LogPlace(shown.version, shown.position)


JSON = "application/json"
KnownTags = Annotated[
    str, HeaderParameter(name="If-None-Match", description="The ETag of the last view.")
]
NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?")
"""The form of a table's name, which is part of addresses."""
LONGEST_NAME = 40
"""The most characters of a table's name."""
MOST_TABLES = 1000
"""The most tables in one answer, and how many come if no number is given."""
TableCursor = Annotated[
    str, QueryParameter(description="The name of the last table on the page before.")
]
TableLimit = Annotated[int, QueryParameter(ge=1, le=MOST_TABLES, description="The maximum number.")]
NEXT_PAGE = ResponseHeader(
    name="Link",
    description='The address of the next page, with rel="next"; absent on the last page.',
    documentation_only=True,
)


@get("/api/tables", media_type=JSON, response_headers=[NEXT_PAGE])
async def list_tables(
    request: PrincipalRequest, after: TableCursor = "", limit: TableLimit = MOST_TABLES
) -> Response[tuple[TableSummary, ...]]:
    """List the tables of the floor, as anybody may see them in passing, in the order of opening.

    A new table comes last, so that pages stay as they are. If there are more tables than `limit`,
    the header `Link` has the address of the next page.
    """
    require(request, "floor.view")
    service = service_of(request)
    names = tuple(service.read_model.tables)
    if after and after not in service.read_model.tables:
        raise BadRequestError(
            f"there is no table {after[:LONGEST_NAME]!r}: `after` is the name of the last table on "
            "the page before"
        )
    begin = names.index(after) + 1 if after else 0
    page = names[begin : begin + limit]
    headers = {}
    if begin + limit < len(names):
        address = f"/api/tables?{urlencode({'limit': limit, 'after': page[-1]})}"
        headers["Link"] = f'<{address}>; rel="next"'
    return Response(service.tables(page), headers=headers)


class PlannedChoices(Choices, frozen=True, kw_only=True):
    """The operator's choices for a table that a program opens: with time limits, if left out."""

    wager_seconds: int | None = None  # type: ignore[assignment]
    """How long betting stays open after the first wager; 0 for no limit. The usual time if left
    out, where software deals."""
    decision_seconds: int | None = None  # type: ignore[assignment]
    """How long a player may take to decide; 0 for no limit. The usual time if left out, where
    software deals."""

    def with_times(self) -> Choices:
        """Return the choices with the usual times where none were given; a person who deals keeps
        time without any."""
        deals_itself = self.mode is Mode.AUTOMATIC
        usual = {
            "wager_seconds": WAGER_SECONDS if deals_itself else 0,
            "decision_seconds": DECISION_SECONDS if deals_itself else 0,
        }
        given = {name: getattr(self, name) for name in Choices.__struct_fields__}
        return Choices(**given | {name: usual[name] for name in usual if given[name] is None})


class PlannedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened."""

    table: str
    """Its name."""
    game: str
    """The name of the game."""
    choices: PlannedChoices = PlannedChoices()
    """What the rulebook leaves to the operator; amounts in cents."""


@post("/api/tables", status_code=201)
async def open_table(
    request: PrincipalRequest, data: JSONBody[PlannedTable], idempotency_key: IdempotencyKey = ""
) -> Response[TableSummary]:
    """Open a table; one that the rulebook does not allow is refused with its clause.

    With an Idempotency-Key the same request opens one table, and gets the same answer.
    """
    require(request, "table.open")
    law = law_of(data.game)
    if not NAME.fullmatch(data.table):
        raise BadRequestError("a table's name has 1 to 40 lower-case letters, digits and hyphens")
    if data.choices.tournament is not None:
        raise BadRequestError("tables of a tournament are opened by its session")
    planned = TableOpening(data.table, data.game, data.choices.with_times())
    content = content_of(data.table, planned)
    cause = cause_of(request, "table.open", idempotency_key or uuid4().hex, content)
    try:
        opened: OpenedTable | Refused = await service_of(request).do(
            partial(open_on_request, planned, cause), (cause.actor, cause.command_id)
        )
    except NameTakenError as error:
        raise ProblemError(409, "table/taken", str(error)) from None
    if isinstance(opened, Refused):
        return problem_response(problem_of(opened, law))  # type: ignore[return-value]
    return Response(opening_summary(data.table, law, opened.table, opened.pool))


@get("/api/tables/{table:str}/due", media_type=JSON)
async def view_due(request: PrincipalRequest, table: FromPath[str]) -> Response[tuple[Prompt, ...]]:
    """Show what is due at a table, and what you may choose from."""
    require(request, "table.view")
    service = service_of(request)
    viewer = viewer_for(request.user, service.table(table).table.choices.mode)
    fields = view_fields(service.view(table, viewer))
    return Response(encode(fields["prompts"]), media_type=JSON)  # type: ignore[arg-type]


@get("/api/tables/{table:str}", media_type=JSON)
async def view_table(
    request: PrincipalRequest, table: FromPath[str], if_none_match: KnownTags = ""
) -> Response[TableView]:
    """Show a table as you may see it.

    The answer has an ETag: with If-None-Match it is 304 while nothing has changed.
    """
    require(request, "table.view")
    service = service_of(request)
    viewer = viewer_for(request.user, service.table(table).table.choices.mode)
    tag = _tag(service, table, viewer)
    if _has_tag(if_none_match, tag):
        return Response(None, status_code=304, headers={"ETag": tag})  # type: ignore[arg-type]
    body = encode_view(service.view(table, viewer))
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    return Response(body, media_type=JSON, headers=headers)  # type: ignore[arg-type]


def _tag(service: FloorService, table: str, viewer: Viewer) -> str:
    """Return a tag that changes whenever a viewer's view of a table does."""
    pool = service.read_model.pool_of(table)
    meter = None if pool is None else pool.meter
    parts = f"{service.table(table).version}/{meter}/{viewer!r}"
    return f'"{sha256(parts.encode()).hexdigest()[:20]}"'


def _has_tag(told: str, tag: str) -> bool:
    """Return whether a list of tags has this one, weak or strong."""
    return any(one.strip().removeprefix("W/") in (tag, "*") for one in told.split(","))


@post("/api/tables/{table:str}/commands", status_code=200, media_type=JSON)
async def command_table(
    request: PrincipalRequest,
    table: FromPath[str],
    data: JSONBody[TableCommandMessage],
    idempotency_key: IdempotencyKey = "",
    words: FromQuery[bool] = False,
) -> Response[CommandAnswer]:
    """Carry out any command of the engine at a table.

    The role is the account's, and the time the server's: `by` and `at` are refused. Amounts are
    cents. With an Idempotency-Key the same request is carried out once, and gets the same answer. A
    refusal is remembered for a day by the process that gave it; another one, or one started since,
    decides again. Another command under the same key is refused with 422. `words` adds sentences,
    and what the dealer says aloud.
    """
    service, key = service_of(request), idempotency_key or uuid4().hex
    told = await answer_to(service, request.user, table, data, key, words=words)
    if isinstance(told, Problem):
        return problem_response(told)  # type: ignore[return-value]
    return Response(encode(told), media_type=JSON)  # type: ignore[arg-type]


class TableLawView(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The law of a table, beside the installed one."""

    game: str
    """The name of the game."""
    revision: str
    """The revision of the table's law."""
    fingerprint: str
    """The fingerprint of that law."""
    rests: str
    """Why the table rests; empty if it is in play."""
    installed: LawAdopted | None
    """What moving the table would record; none if it does not rest, or no law is installed."""


@get("/api/tables/{table:str}/law")
async def view_law(request: PrincipalRequest, table: FromPath[str]) -> TableLawView:
    """Show the law of a table; for a resting one, also what differs from the installed law."""
    require(request, "table.view")
    shown = service_of(request).table(table)
    return TableLawView(
        game=shown.table.game,
        revision=shown.table.revision,
        fingerprint=shown.table.fingerprint,
        rests=shown.rests,
        installed=law_adoption(shown.table) if shown.rests else None,
    )


class Adoption(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How a resting table is moved to the installed law."""

    void_round: bool = False
    """Whether the current round is called off, and its wagers returned."""


@post("/api/tables/{table:str}/law", status_code=200, media_type=JSON)
async def adopt_law(
    request: PrincipalRequest,
    table: FromPath[str],
    data: JSONBody[Adoption],
    idempotency_key: IdempotencyKey = "",
) -> Response[CommandAnswer]:
    """Move a resting table to the installed law: between rounds, or with the round called off.

    What differs from the law before is recorded with both fingerprints.
    """
    service, key = service_of(request), idempotency_key or uuid4().hex
    command = AdoptLaw(void_round=data.void_round, by=Role.GAMING_MANAGER)
    told = await answer_to(service, request.user, table, command, key, words=True)
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
