"""Checkpoints and proofs over the wire: for everybody, as far as they give nothing away."""

from collections.abc import Iterable
from typing import Annotated, Any

from litestar import Router, get, post
from litestar.params import QueryParameter

from croupier.display.disclosed import Disclosed
from croupier.display.disclosure import DISCLOSURE, concerned
from croupier.play.engine import lines_of
from croupier.record.checkpoints import Checkpoint, signed
from croupier.record.codec import decode_envelope
from croupier.record.envelopes import ACCOUNTS, CARDS, PEOPLE, Envelope
from croupier.record.keys import public_text
from croupier.record.people import SEALED
from croupier.record.proofs import NoProofError, prove, prove_consistency
from croupier.record.published_checkpoints import CheckpointList, CheckpointView, ConsistencyView
from croupier.record.stores import Store, day_setting
from croupier.web.api.doors import Asking, hall_of, require
from croupier.web.api.pages import LAST, PageLimit, PathNumber
from croupier.web.api.problems import ProblemError
from croupier.web.hall.hall import Hall
from croupier.web.people.people_routes import may_read

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


async def sign_checkpoint(hall: Hall) -> int:
    """Sign a checkpoint of the log as it is now; returns how many events it covers."""
    now = hall.clock.now()

    def sign(store: Store) -> int:
        peaks = store.peaks
        if any(size == peaks.size for size, _ in store.checkpoints()):
            # Another signature under the same head says nothing new, and would be another file.
            return peaks.size
        day = day_setting(store).day_of(now)
        note = signed(Checkpoint(peaks.size, peaks.head(), now, day), hall.store.signing)
        store.keep_checkpoint(peaks.size, note)
        if store.notary is not None:
            store.notary.post([(peaks.size, note)])
        return peaks.size

    return await hall.write(sign)


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


async def read_tree(hall: Hall, size: int) -> None:
    """Read the tree step by step, so that a first proof of a long log holds up nobody."""
    while hall.tree_heads.lacks(size):
        await hall.read(lambda store: hall.tree_heads.read_on(store, size))


@get("/api/proofs/{position:int}")
async def prove_event(request: Asking, position: PathNumber) -> dict[str, Any]:
    """Prove that an event is in the log of a checkpoint: to players their own, to others any.

    The checkpoint is the newest that ends before the first event still in play.
    """
    return await proof_for(request, position)


async def proof_for(request: Asking, position: int) -> dict[str, Any]:
    """A proof of an event for whoever asks, if they may have one."""
    player = request.user.account if request.user.is_player else ""
    await may_read(request, "proof.view", owner=player or f"event {position}")
    hall = hall_of(request)
    await hall.catch_up()
    upto = hall.showcase.position
    await read_tree(hall, upto)

    def proof(store: Store) -> dict[str, Any]:
        leaf = next(iter(store.leaves(position - 1)), None) if position > 0 else None
        if leaf is None or (player and not is_own(decode_envelope(leaf.body), player)):
            whose = " of yours" if player else ""
            raise ProblemError(404, "proof/no-event", f"there is no event {position}{whose}")
        before = min(hall.rounds_in_play(store).values(), default=None)
        return prove(
            store,
            position,
            before=before,
            upto=upto,
            heads=hall.tree_heads,
            reads_all=not player,
        )

    try:
        return await hall.read(proof)
    except NoProofError as error:
        raise ProblemError(409, "proof/not-covered", str(error)) from None


def own_and_covered(
    hall: Hall, store: Store, envelopes: Iterable[Envelope], player: str
) -> frozenset[int]:
    """Which events a player can have proved as of now, by their places in the log."""
    before = min(hall.rounds_in_play(store).values(), default=hall.showcase.position + 1)
    size = max((size for size, _ in store.checkpoints() if size < before), default=0)
    return frozenset(
        one.position for one in envelopes if one.position <= size and is_own(one, player)
    )


def is_own(envelope: Envelope, player: str) -> bool:
    """Whether a player may have all of an event proved, envelope and salt included.

    It must concern them, and they must be allowed to know the whole of it. What the house committed
    to before the cards were dealt concerns everybody.
    """
    kind, _, name = envelope.stream.partition("/")
    if kind == PEOPLE:
        return name == envelope.actor == player
    if envelope.origin and not envelope.origin.startswith(SEALED) and envelope.actor != player:
        return False  # an older record: somebody else's network address in clear text
    event = envelope.event
    named = player in concerned(event) or any(one.player == player for one in lines_of(event))
    rule = DISCLOSURE[type(event)]
    if rule is Disclosed.PUBLIC:
        return kind == CARDS or named or envelope.actor == player
    return rule is Disclosed.CONCERNED and named and (kind != ACCOUNTS or name == player)


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
