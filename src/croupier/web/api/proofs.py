"""Checkpoints and proofs over the wire: for everybody, as far as they give nothing away."""

from typing import Annotated, Any

from litestar import Router, get, post
from litestar.params import QueryParameter

from croupier.record.keys import public_text
from croupier.record.proofs import prove_consistency
from croupier.record.published_checkpoints import CheckpointList, CheckpointView, ConsistencyView
from croupier.record.stores import Store
from croupier.web.api.doors import Asking, hall_of, require, require_reading
from croupier.web.api.pages import LAST, PageLimit, PathNumber
from croupier.web.api.problems import ProblemError
from croupier.web.hall.event_proofs import (
    proof_owner,
    prove_event_to,
    read_tree,
    sign_checkpoint,
)
from croupier.web.hall.hall import Hall

Before = Annotated[
    int, QueryParameter(ge=0, le=LAST, description="Only checkpoints over fewer events; 0 for all.")
]
Since = Annotated[
    int, QueryParameter(ge=0, le=LAST, description="The size of an older checkpoint.")
]
KeptNotes = list[tuple[int, bytes]]
"""Checkpoints as a store keeps them: how many events each covers, and its text."""


@get("/api/checkpoints")
async def list_checkpoints(
    request: Asking, before: Before = 0, limit: PageLimit = 50
) -> CheckpointList:
    """List the signed checkpoints, the newest first, each with a proof that it continues the one
    before it."""
    require(request, "checkpoint.view")
    hall = hall_of(request)
    notes = await hall.read(lambda store: store.checkpoints())
    found = [place for place, (size, _) in enumerate(notes) if not before or size < before][::-1]
    await read_tree(hall, notes[found[0]][0] if found else 0)
    views = await hall.read(
        lambda store: tuple(_view(hall, store, notes, place) for place in found[:limit])
    )
    rest = views[-1].size if len(found) > limit else None
    return CheckpointList(public_text(hall.store.signing), views, rest)


@get("/api/checkpoints/newest")
async def show_newest_checkpoint(request: Asking) -> CheckpointView:
    """Show the newest signed checkpoint."""
    require(request, "checkpoint.view")
    hall = hall_of(request)
    notes = await hall.read(lambda store: store.checkpoints())
    if not notes:
        raise ProblemError(404, "checkpoint/unknown", "there is no checkpoint yet")
    return await _checkpoint(hall, notes, notes[-1][0])


@get("/api/checkpoints/{size:int}")
async def show_checkpoint(request: Asking, size: PathNumber) -> CheckpointView:
    """Show the signed checkpoint over a number of events."""
    require(request, "checkpoint.view")
    hall = hall_of(request)
    return await _checkpoint(hall, await hall.read(lambda store: store.checkpoints()), size)


@get("/api/checkpoints/{size:int}/consistency")
async def prove_continuation(
    request: Asking, size: PathNumber, since: Since = 0
) -> ConsistencyView:
    """Prove that the log of a checkpoint begins with that of an older one."""
    require(request, "checkpoint.view")
    hall = hall_of(request)
    known = {one for one, _ in await hall.read(lambda store: store.checkpoints())}
    for one in (size, since):
        if one not in known:
            raise _unknown(one)
    if since > size:
        why = f"the checkpoint over {since} events is not older than that over {size}"
        raise ProblemError(400, "checkpoint/not-older", why)
    await read_tree(hall, size)
    proof = await hall.read(lambda store: prove_consistency(store, since, size, hall.tree_heads))
    return ConsistencyView(since, size, tuple(one.hex() for one in proof))


@get("/api/house/key", media_type="application/x-pem-file")
async def show_key(request: Asking) -> str:
    """Send the public key that checkpoints are checked with, as a PEM file."""
    require(request, "checkpoint.view")
    return public_text(hall_of(request).store.signing)


@post("/api/checkpoints", status_code=201)
async def make_checkpoint(request: Asking) -> CheckpointView:
    """Sign a checkpoint of the log as it is now."""
    require(request, "checkpoint.make")
    hall = hall_of(request)
    size = await sign_checkpoint(hall)
    return await _checkpoint(hall, await hall.read(lambda store: store.checkpoints()), size)


async def _checkpoint(hall: Hall, notes: KeptNotes, size: int) -> CheckpointView:
    place = next((place for place, (one, _) in enumerate(notes) if one == size), None)
    if place is None:
        raise _unknown(size)
    await read_tree(hall, size)
    return await hall.read(lambda store: _view(hall, store, notes, place))


def _unknown(size: int) -> ProblemError:
    return ProblemError(404, "checkpoint/unknown", f"there is no checkpoint over {size} events")


def _view(hall: Hall, store: Store, notes: KeptNotes, place: int) -> CheckpointView:
    size, note = notes[place]
    since = notes[place - 1][0] if place else 0
    proof = prove_consistency(store, since, size, hall.tree_heads)
    return CheckpointView(size, note.decode(), since, tuple(one.hex() for one in proof))


@get("/api/proofs/{position:int}")
async def prove_event(request: Asking, position: PathNumber) -> dict[str, Any]:
    """Prove that an event is in the log of a checkpoint: to players their own, to others any.

    The checkpoint is the newest that ends before the first event still in play.
    """
    await require_reading(request, "proof.view", owner=proof_owner(request.user, position))
    return await prove_event_to(hall_of(request), request.user, position)


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
