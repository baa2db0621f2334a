"""The record in the API: events, notices, and rounds replayed from the log."""

from datetime import datetime
from itertools import islice
from typing import Any

import msgspec
from litestar import Router, get
from litestar.params import FromPath, FromQuery

from croupier.display.layout import table_view
from croupier.display.replays import RecalledRound, replay_events, rounds_in
from croupier.display.sentences import Sentence
from croupier.display.viewers import Official, Voice
from croupier.display.views import NoticeView
from croupier.record.envelopes import Envelope
from croupier.record.stores.base import Store
from croupier.rulebooks import Role
from croupier.streams import TABLE
from croupier.web.http.guards import PrincipalRequest, require, require_reading, service_of
from croupier.web.http.requests import Cursor, Page, PageLimit, PathNumber, page_of
from croupier.web.live.read_model import names_for
from croupier.web.problems import ProblemError
from croupier.web.service.submit import viewer_for


class RecordedView(msgspec.Struct, frozen=True, kw_only=True):
    """An event of the log: its kind, and how it came about."""

    position: int
    """Its position in the log."""
    stream: str
    """The stream."""
    version: int
    """Its position in the stream."""
    event: str
    """The kind of event."""
    actor: str
    """The actor of its command."""
    role: Role
    """The role the actor acted in."""
    recorded: datetime | None
    """When it was recorded."""
    origin: str
    """The network address of the request; empty at the machine itself."""
    clauses: tuple[str, ...]
    """The clauses it names."""
    content: dict[str, Any] | None = None
    """All its fields by name, if they are no secret from you; else none."""


class TableNotice(msgspec.Struct, frozen=True):
    """A notice, and the table where it was given."""

    table: str
    """The name of the table."""
    notice: NoticeView


def recorded_view(store: Store, envelope: Envelope, *, content: bool = False) -> RecordedView:
    """Return an event of the log as shown; its content only if it is no secret."""
    event = envelope.event
    clauses = [getattr(event, "clause", ""), *getattr(event, "clauses", ())]
    return RecordedView(
        position=envelope.position,
        stream=envelope.stream,
        version=envelope.version,
        event=str(event.__struct_config__.tag),
        actor=envelope.actor,
        role=envelope.role,
        recorded=envelope.recorded,
        origin=store.origin(envelope),
        clauses=tuple(clause for clause in clauses if clause),
        content=msgspec.to_builtins(event, str_keys=True) if content else None,
    )


@get("/api/audit/events")
async def list_events(
    request: PrincipalRequest,
    stream: FromQuery[str] = "",
    cursor: Cursor = 0,
    limit: PageLimit = 50,
) -> Page[RecordedView]:
    """List the log: the kind of each event, its actor, its time and its origin."""
    await require_reading(request, "audit.view", owner=stream)

    def find(store: Store) -> Page[RecordedView]:
        log = store.read_stream(stream, cursor) if stream else store.read_all(cursor)
        envelopes = list(islice(log, limit + 1))
        last = envelopes[limit - 1] if len(envelopes) > limit else None
        after = None if last is None else last.version if stream else last.position
        return Page(tuple(recorded_view(store, one) for one in envelopes[:limit]), after)

    return await service_of(request).read(find)


@get("/api/notices")
async def list_notices(
    request: PrincipalRequest, waiting: FromQuery[bool] = False
) -> tuple[TableNotice, ...]:
    """List the notices given at the tables; `waiting` selects those not acknowledged yet."""
    require(request, "notice.view")
    service = service_of(request)
    found = []
    for name, shown in service.read_model.tables.items():
        seen = table_view(shown.law, shown.scene, Official(Role.SUPERVISOR))
        found += [TableNotice(name, notice) for notice in seen.notices]
    return tuple(one for one in found if not (waiting and one.notice.acknowledged))


ROUTER = Router("/", route_handlers=[list_events, list_notices])


class ToldStep(msgspec.Struct, frozen=True):
    """One event of a round, in sentences."""

    position: int
    """Its position in the log."""
    by: str
    """The actor of the command that led to it."""
    sentences: tuple[Sentence, ...]
    """What happened, with the clauses; empty if you may not know it."""


class ToldRound(msgspec.Struct, frozen=True):
    """A round, step by step."""

    round: RecalledRound
    """The result of the round."""
    steps: tuple[ToldStep, ...]
    """The steps, in order."""


def _own(request: PrincipalRequest, found: RecalledRound) -> bool:
    """Return whether the principal may see a round: a player only with a wager in it."""
    return not request.user.is_player or request.user.account in found.net


@get("/api/tables/{table:str}/rounds")
async def list_rounds(
    request: PrincipalRequest, table: FromPath[str], cursor: Cursor = 0, limit: PageLimit = 20
) -> Page[RecalledRound]:
    """List rounds of a table, the newest first: your own, or for staff all of them."""
    require(request, "round.view", owner=request.user.account)
    service_of(request).table(table)

    def find(store: Store) -> list[RecalledRound]:
        told = rounds_in(store.read_stream(TABLE.stream(table)))
        return [one for one in told if _own(request, one)][::-1]

    return page_of(await service_of(request).read(find), cursor, limit)


@get("/api/tables/{table:str}/rounds/{number:int}")
async def view_round(
    request: PrincipalRequest, table: FromPath[str], number: PathNumber
) -> ToldRound:
    """Replay a finished round step by step, as far as you may know it."""
    require(request, "round.view", owner=request.user.account)
    service = service_of(request)
    shown = service.table(table)
    viewer = viewer_for(request.user, shown.table.choices.mode)
    voice = Voice(viewer, names=names_for(viewer, dict(service.read_model.names)))

    def tell(store: Store) -> ToldRound:
        envelopes = list(store.read_stream(TABLE.stream(table)))
        wanted = next((one for one in rounds_in(envelopes) if one.number == number), None)
        if wanted is None or not wanted.ended or not _own(request, wanted):
            raise ProblemError(404, "round/unknown", f"there is no such round at {table}")
        steps = tuple(
            ToldStep(step.position, step.by, step.sentences)
            for step in replay_events(shown.law, envelopes, voice)
            if wanted.first <= step.position <= wanted.last
        )
        return ToldRound(wanted, steps)

    return await service.read(tell)


ROUNDS_ROUTER = Router("/", route_handlers=[list_rounds, view_round])
