"""The record over the wire: who did what, notices, checkpoints and proofs."""

from datetime import datetime
from itertools import islice
from typing import Any

import msgspec
from litestar import Router, get, post
from litestar.params import FromQuery

from croupier.display.sight import view
from croupier.display.viewers import Official
from croupier.display.views import NoticeView
from croupier.record.checkpoints import Checkpoint, signed
from croupier.record.envelopes import TABLES, Envelope
from croupier.record.keys import public_text
from croupier.record.proofs import NoProofError, prove
from croupier.record.stores import Store, day_setting
from croupier.rulebooks import Role
from croupier.web.api.doors import Asking, hall_of, may
from croupier.web.api.pages import Cursor, Page, PageLimit, PathNumber
from croupier.web.api.problems import RequestProblemError
from croupier.web.people.people_routes import may_read


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


class CheckpointView(msgspec.Struct, frozen=True):
    """A signed checkpoint."""

    size: int
    """How many events it tells of."""
    note: str
    """The signed text, as an inspector keeps it."""


class CheckpointList(msgspec.Struct, frozen=True):
    """The checkpoints, and the key that they are checked with."""

    key: str
    """The public key in PEM form; get it from the house on another way as well."""
    checkpoints: tuple[CheckpointView, ...]
    """The newest first."""


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
    await may_read(request, "audit.view", owner=stream)

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
    may(request, "notice.view")
    hall = hall_of(request)
    found = []
    for name, shown in hall.showcase.tables.items():
        seen = view(shown.law, shown.scene, Official(Role.SUPERVISOR))
        found += [TableNotice(name, notice) for notice in seen.notices]
    return tuple(one for one in found if not (waiting and one.notice.acknowledged))


@get("/api/checkpoints")
async def list_checkpoints(request: Asking) -> CheckpointList:
    """List the signed checkpoints, the newest first."""
    may(request, "checkpoint.view")
    hall = hall_of(request)
    kept = await hall.read(lambda store: store.checkpoints())
    told = tuple(CheckpointView(size, note.decode()) for size, note in reversed(kept))
    return CheckpointList(public_text(hall.store.signing), told)


@post("/api/checkpoints", status_code=201)
async def make_checkpoint(request: Asking) -> CheckpointView:
    """Sign a checkpoint of the log as it is now."""
    may(request, "checkpoint.make")
    hall = hall_of(request)
    now = hall.clock.now()

    def made(store: Store) -> CheckpointView:
        peaks = store.peaks
        day = day_setting(store).day_of(now)
        note = signed(Checkpoint(peaks.size, peaks.head(), now, day), hall.store.signing)
        store.keep_checkpoint(peaks.size, note)
        if store.notary is not None:
            store.notary.post([(peaks.size, note)])
        return CheckpointView(peaks.size, note.decode())

    return await hall.write(made)


@get("/api/proofs/{position:int}")
async def prove_event(request: Asking, position: PathNumber) -> dict[str, Any]:
    """Prove that an event is in the log of the newest checkpoint.

    An event of a round that is not over is not proved yet: its cards may be somebody's secret.
    """
    await may_read(request, "audit.view", owner=f"event {position}")
    hall = hall_of(request)

    def proof(store: Store) -> dict[str, Any]:
        found = next(iter(store.read_all(position - 1)), None) if position > 0 else None
        if found is None:
            raise RequestProblemError(404, "proof/no-event", f"there is no event {position}")
        kind, _, name = found.stream.partition("/")
        shown = hall.showcase.tables.get(name) if kind == TABLES else None
        if shown is not None and shown.table.round is not None:
            raise RequestProblemError(409, "proof/round-under-way", "wait until the round is over")
        return prove(store, position)

    try:
        return await hall.read(proof)
    except NoProofError as error:
        raise RequestProblemError(409, "proof/not-covered", str(error)) from None


ROUTER = Router(
    "/",
    route_handlers=[list_events, list_notices, list_checkpoints, make_checkpoint, prove_event],
)
