"""Checkpoints, proofs and exports of the log, as far as they give nothing secret away."""

from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Annotated, Any

from litestar import Router, get, post
from litestar.params import QueryParameter
from litestar.response import Stream

from croupier.display.disclosure import DISCLOSURE, Disclosed, disclose
from croupier.display.viewers import Official
from croupier.messages import Event
from croupier.record.envelopes import Envelope
from croupier.record.integrity.exports import (
    FORM,
    ExportHead,
    WithheldEvent,
    event_lines,
    head_lines,
    peaks_before,
)
from croupier.record.integrity.proofs import has_salt, prove_consistency
from croupier.record.integrity.witness import CheckpointList, CheckpointView, ConsistencyView
from croupier.record.secrets.keys import public_text
from croupier.record.stores.base import Leaf, Store
from croupier.rulebooks import Role
from croupier.streams import CARDS, TABLE
from croupier.web.http.guards import PrincipalRequest, require, require_reading, service_of
from croupier.web.http.requests import LAST, Cursor, PageLimit, PathNumber
from croupier.web.problems import ProblemError
from croupier.web.service.floor_service import FloorService
from croupier.web.service.proofs import proof_owner, prove_event_to, read_tree, sign_checkpoint

Before = Annotated[
    int, QueryParameter(ge=0, le=LAST, description="Only checkpoints over fewer events; 0 for all.")
]
Since = Annotated[
    int, QueryParameter(ge=0, le=LAST, description="The size of an older checkpoint.")
]
KeptNotes = list[tuple[int, bytes]]
"""Checkpoints as stored: how many events each covers, and its text."""


@get("/api/checkpoints")
async def list_checkpoints(
    request: PrincipalRequest, before: Before = 0, limit: PageLimit = 50
) -> CheckpointList:
    """List the signed checkpoints, the newest first, each with a proof that it continues the one
    before it."""
    require(request, "checkpoint.view")
    service = service_of(request)
    notes = await service.read(lambda store: store.checkpoints())
    found = [place for place, (size, _) in enumerate(notes) if not before or size < before][::-1]
    await read_tree(service, notes[found[0]][0] if found else 0)
    views = await service.read(
        lambda store: tuple(_view(service, store, notes, place) for place in found[:limit])
    )
    rest = views[-1].size if len(found) > limit else None
    return CheckpointList(public_text(service.store.signing), views, rest)


@get("/api/checkpoints/newest")
async def show_newest_checkpoint(request: PrincipalRequest) -> CheckpointView:
    """Show the newest signed checkpoint."""
    require(request, "checkpoint.view")
    service = service_of(request)
    notes = await service.read(lambda store: store.checkpoints())
    if not notes:
        raise ProblemError(404, "checkpoint/unknown", "there is no checkpoint yet")
    return await _checkpoint(service, notes, notes[-1][0])


@get("/api/checkpoints/{size:int}")
async def show_checkpoint(request: PrincipalRequest, size: PathNumber) -> CheckpointView:
    """Show the signed checkpoint over a number of events."""
    require(request, "checkpoint.view")
    service = service_of(request)
    return await _checkpoint(service, await service.read(lambda store: store.checkpoints()), size)


@get("/api/checkpoints/{size:int}/consistency")
async def prove_continuation(
    request: PrincipalRequest, size: PathNumber, since: Since = 0
) -> ConsistencyView:
    """Prove that the log of a checkpoint begins with that of an older one."""
    require(request, "checkpoint.view")
    service = service_of(request)
    known = {one for one, _ in await service.read(lambda store: store.checkpoints())}
    for one in (size, since):
        if one not in known:
            raise _unknown(one)
    if since > size:
        why = f"the checkpoint over {since} events is not older than that over {size}"
        raise ProblemError(400, "checkpoint/not-older", why)
    await read_tree(service, size)
    proof = await service.read(
        lambda store: prove_consistency(store, since, size, service.tree_heads)
    )
    return ConsistencyView(since, size, tuple(one.hex() for one in proof))


@get("/api/house/key", media_type="application/x-pem-file")
async def show_key(request: PrincipalRequest) -> str:
    """Return the public key that checkpoints are verified with, as a PEM file."""
    require(request, "checkpoint.view")
    return public_text(service_of(request).store.signing)


@post("/api/checkpoints", status_code=201)
async def make_checkpoint(request: PrincipalRequest) -> CheckpointView:
    """Sign a checkpoint of the log as it is now."""
    require(request, "checkpoint.make")
    service = service_of(request)
    size = await sign_checkpoint(service)
    return await _checkpoint(service, await service.read(lambda store: store.checkpoints()), size)


async def _checkpoint(service: FloorService, notes: KeptNotes, size: int) -> CheckpointView:
    place = next((place for place, (one, _) in enumerate(notes) if one == size), None)
    if place is None:
        raise _unknown(size)
    await read_tree(service, size)
    return await service.read(lambda store: _view(service, store, notes, place))


def _unknown(size: int) -> ProblemError:
    return ProblemError(404, "checkpoint/unknown", f"there is no checkpoint over {size} events")


def _view(service: FloorService, store: Store, notes: KeptNotes, place: int) -> CheckpointView:
    size, note = notes[place]
    since = notes[place - 1][0] if place else 0
    proof = prove_consistency(store, since, size, service.tree_heads)
    return CheckpointView(size, note.decode(), since, tuple(one.hex() for one in proof))


@get("/api/proofs/{position:int}")
async def prove_event(request: PrincipalRequest, position: PathNumber) -> dict[str, Any]:
    """Prove that an event is in the log of a checkpoint: to players their own, to others any.

    The checkpoint is the newest that ends before the first event still in play.
    """
    await require_reading(request, "proof.view", owner=proof_owner(request.user, position))
    return await prove_event_to(service_of(request), request.user, position)


ROUTER = Router(
    "/",
    route_handlers=[
        list_checkpoints,
        show_newest_checkpoint,
        show_checkpoint,
        prove_continuation,
        show_key,
        make_checkpoint,
        prove_event,
    ],
)


# Exports ------------------------------------------------------------------------------------------

LINES = 500
"""The number of events read at a time for an export."""
INSPECTOR = Official(Role.INSPECTOR)
JSON_LINES = "application/jsonl"


@get("/api/audit/export", media_type=JSON_LINES)
async def export_log(request: PrincipalRequest, after: Cursor = 0) -> Stream:
    """Export the log as JSON Lines, byte for byte as it is stored, under a new checkpoint.

    What a round in play keeps secret is withheld: its hash stands in its place. The first line says
    where the copy begins and ends, and what it withholds; so do the headers. The export is
    recorded. `after` continues from an event's position.
    """
    await require_reading(request, "audit.export", owner=f"log after {after}")
    service = service_of(request)
    size = await sign_checkpoint(service)
    await service.catch_up()
    await read_tree(service, size)
    head = await service.read(lambda store: export_head(service, store, after, size))
    headers = {
        "Content-Disposition": 'attachment; filename="croupier.jsonl"',
        "Croupier-Events": f"{head.first}-{head.last}",
        "Croupier-Withheld": str(len(head.withheld)),
        "Croupier-Checkpoint": str(head.last),
    }
    return Stream(_lines(service, head), media_type=JSON_LINES, headers=headers)


def export_head(service: FloorService, store: Store, after: int, size: int) -> ExportHead:
    """Return where an export begins and ends, under which checkpoint, and what it withholds.

    An event in play without a salt could be guessed from its hash. If a round was begun by a
    version without salts, the export ends with the newest checkpoint before its first such event.
    """
    withheld, last, bare = [], size, size + 1
    for leaf, one in sorted(_secrets(service, store, size), key=lambda found: found[1].position):
        withheld.append(one)
        if not has_salt(leaf.body):
            bare = min(bare, one.position)
    notes = dict(store.checkpoints())
    if bare <= size:
        last = max((one for one in notes if one < bare), default=0)
    if after > last or not last:
        raise ProblemError(409, "export/nothing-there", f"a copy ends after event {last}")
    return ExportHead(
        croupier_export=FORM,
        first=after + 1,
        last=last,
        peaks=peaks_before(store, after + 1, service.tree_heads),
        checkpoint=notes[last].decode(),
        withheld=tuple(one for one in withheld if after < one.position <= last),
    )


def _secrets(
    service: FloorService, store: Store, last: int
) -> Iterator[tuple[Leaf, WithheldEvent]]:
    """Yield what rounds in play keep secret from an inspector, as it is stored."""
    for name, since in service.rounds_in_play(store).items():
        why = f"the round in play at table {name}"
        for envelope in _in_round(service, store, name, since):
            if envelope.position <= last:
                leaf = next(iter(store.leaves(envelope.position - 1)))
                yield leaf, WithheldEvent(envelope.position, envelope.stream, why)


def _in_round(service: FloorService, store: Store, name: str, since: int) -> Iterator[Envelope]:
    """Yield the secret events of a table's round in play, and of what its cards follow from."""
    shown = service.table(name)
    for envelope in _since(store, TABLE.stream(name), since):
        known = disclose(shown.law, shown.table, envelope.event, INSPECTOR)
        if not is_whole(envelope.event, known):
            yield envelope
    for envelope in _since(store, CARDS.stream(name), since):
        if DISCLOSURE[type(envelope.event)] is not Disclosed.PUBLIC:
            yield envelope


def _since(store: Store, stream: str, position: int) -> Iterator[Envelope]:
    """Yield the events of a stream from a position in the log on; those of a round are its last."""
    look, version = LINES, store.version(stream)
    while True:
        after = max(0, version - look)
        found = list(store.read_stream(stream, after))
        if not after or (found and found[0].position < position):
            return iter([one for one in found if one.position >= position])
        look *= 4


def is_whole(event: Event, known: object) -> bool:
    """Return whether the disclosed part of an event is all of it."""
    if known is event:
        return True
    return known is not None and all(
        hasattr(known, name) and getattr(known, name) == getattr(event, name)
        for name in event.__struct_fields__
    )


async def _lines(service: FloorService, head: ExportHead) -> AsyncIterator[bytes]:
    yield head_lines(head, service.store.signing)
    withheld = frozenset(one.position for one in head.withheld)
    after = head.first - 1
    while after < head.last:
        leaves: list[Leaf] = await service.read(
            lambda store, place=after: list(islice(store.leaves(place), LINES))  # type: ignore[misc]
        )
        if not leaves:
            return
        yield b"".join(event_lines(leaves, withheld, head.last))
        after = leaves[-1].position


EXPORTS_ROUTER = Router("/", route_handlers=[export_log])
