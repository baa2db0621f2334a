"""The record over the wire: who did what, and the notices given."""

from datetime import datetime
from itertools import islice
from typing import Any

import msgspec
from litestar import Router, get
from litestar.params import FromQuery

from croupier.display.sight import view
from croupier.display.viewers import Official
from croupier.display.views import NoticeView
from croupier.record.envelopes import Envelope
from croupier.record.stores import Store
from croupier.rulebooks import Role
from croupier.web.api.doors import Asking, hall_of, require, require_reading
from croupier.web.api.pages import Cursor, Page, PageLimit


class RecordedView(msgspec.Struct, frozen=True, kw_only=True):
    """An event of the log: what kind it is, and how it came about."""

    position: int
    """Its place in the log."""
    stream: str
    """The stream."""
    version: int
    """Its place there."""
    event: str
    """The kind of event."""
    actor: str
    """Who asked for it."""
    role: Role
    """In which role."""
    recorded: datetime | None
    """When it was written down."""
    origin: str
    """From where it was asked: a network address; empty where at the machine."""
    clauses: tuple[str, ...]
    """The clauses that it names."""
    content: dict[str, Any] | None = None
    """All of it by the names of its fields, where it is no secret from the one who asks; else none.
    """


class TableNotice(msgspec.Struct, frozen=True):
    """A notice, and the table where it was given."""

    table: str
    """The table."""
    notice: NoticeView
    """The notice."""


def recorded_view(store: Store, envelope: Envelope, *, content: bool = False) -> RecordedView:
    """What is told of an event of the log; its content only where that is no secret."""
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
    request: Asking, stream: FromQuery[str] = "", cursor: Cursor = 0, limit: PageLimit = 50
) -> Page[RecordedView]:
    """List the log: what kind of thing happened, who asked for it, when and from where."""
    await require_reading(request, "audit.view", owner=stream)

    def found(store: Store) -> Page[RecordedView]:
        log = store.read_stream(stream, cursor) if stream else store.read_all(cursor)
        envelopes = list(islice(log, limit + 1))
        last = envelopes[limit - 1] if len(envelopes) > limit else None
        after = None if last is None else last.version if stream else last.position
        return Page(tuple(recorded_view(store, one) for one in envelopes[:limit]), after)

    return await hall_of(request).read(found)


@get("/api/notices")
async def list_notices(
    request: Asking, waiting: FromQuery[bool] = False
) -> tuple[TableNotice, ...]:
    """List the notices given at the tables; `waiting` keeps those that nobody acknowledged."""
    require(request, "notice.view")
    hall = hall_of(request)
    found = []
    for name, shown in hall.showcase.tables.items():
        seen = view(shown.law, shown.scene, Official(Role.SUPERVISOR))
        found += [TableNotice(name, notice) for notice in seen.notices]
    return tuple(one for one in found if not (waiting and one.notice.acknowledged))


ROUTER = Router("/", route_handlers=[list_events, list_notices])
