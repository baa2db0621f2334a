"""Proofs that events are in the log, and the signed checkpoints they rest on."""

from collections.abc import Iterable
from typing import Any

from croupier.display.disclosure import DISCLOSURE, Disclosed, players_named
from croupier.games.engine import lines_of
from croupier.record.codec import decode_envelope
from croupier.record.envelopes import Envelope
from croupier.record.integrity.checkpoints import Checkpoint, signed_text
from croupier.record.integrity.proofs import NoProofError, prove
from croupier.record.secrets.personal_data import SEALED
from croupier.record.stores.base import Store, day_setting
from croupier.streams import ACCOUNT, CARDS, KINDS, PERSON
from croupier.web.auth.permissions import Principal
from croupier.web.problems import ProblemError
from croupier.web.service.floor_service import FloorService


async def sign_checkpoint(service: FloorService) -> int:
    """Sign a checkpoint of the log as it is now. Return how many events it covers."""
    now = service.clock.now()

    def sign(store: Store) -> int:
        peaks = store.peaks
        if any(size == peaks.size for size, _ in store.checkpoints()):
            # Another signature under the same head says nothing new, and would be another file.
            return peaks.size
        day = day_setting(store).day_of(now)
        note = signed_text(Checkpoint(peaks.size, peaks.head(), now, day), service.store.signing)
        store.keep_checkpoint(peaks.size, note)
        if store.signer is not None:
            store.signer.post([(peaks.size, note)])
        return peaks.size

    return await service.write(sign)


async def read_tree(service: FloorService, size: int) -> None:
    """Read the tree in steps, so that the first proof of a long log does not block other reads."""
    while service.tree_heads.lacks(size):
        await service.read(lambda store: service.tree_heads.read_on(store, size))


def proof_owner(principal: Principal, position: int) -> str:
    """Return the owner of a proof for permissions: the player, or for others the event."""
    return principal.account if principal.is_player else f"event {position}"


async def prove_event_to(
    service: FloorService, principal: Principal, position: int
) -> dict[str, Any]:
    """Return the proof of an event; to players only of their own events, to others of any.

    Raise ``ProblemError``: 404 if there is none for this principal, 409 if no checkpoint covers it
    yet.
    """
    player = principal.account if principal.is_player else ""
    await service.catch_up()
    upto = service.read_model.position
    await read_tree(service, upto)

    def proof(store: Store) -> dict[str, Any]:
        leaf = next(iter(store.leaves(position - 1)), None) if position > 0 else None
        if leaf is None or (player and not is_own(decode_envelope(leaf.body), player)):
            whose = " of yours" if player else ""
            raise ProblemError(404, "proof/no-event", f"there is no event {position}{whose}")
        before = min(service.rounds_in_play(store).values(), default=None)
        return prove(
            store,
            position,
            before=before,
            upto=upto,
            heads=service.tree_heads,
            reads_all=not player,
        )

    try:
        return await service.read(proof)
    except NoProofError as error:
        raise ProblemError(409, "proof/not-covered", str(error)) from None


def provable_positions(
    service: FloorService, store: Store, envelopes: Iterable[Envelope], player: str
) -> frozenset[int]:
    """Return the log positions of the events that a player can get proofs of now."""
    before = min(service.rounds_in_play(store).values(), default=service.read_model.position + 1)
    size = max((size for size, _ in store.checkpoints() if size < before), default=0)
    return frozenset(
        one.position for one in envelopes if one.position <= size and is_own(one, player)
    )


def is_own(envelope: Envelope, player: str) -> bool:
    """Return whether a player may have all of an event proved, envelope and salt included.

    It must concern them, and they must be allowed to know the whole of it. What the house committed
    to before the cards were dealt concerns everybody.
    """
    kind, name = KINDS.of(envelope.stream)
    if kind is PERSON:
        return name == envelope.actor == player
    if envelope.origin and not envelope.origin.startswith(SEALED) and envelope.actor != player:
        return False  # an older record: somebody else's network address in clear text
    event = envelope.event
    named = player in players_named(event) or any(one.player == player for one in lines_of(event))
    rule = DISCLOSURE[type(event)]
    if rule is Disclosed.PUBLIC:
        return kind == CARDS or named or envelope.actor == player
    return rule is Disclosed.CONCERNED and named and (kind is not ACCOUNT or name == player)
