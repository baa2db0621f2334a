"""Proofs that events are in the log, and the checkpoints that they rest on."""

from collections.abc import Iterable
from typing import Any

from croupier.display.disclosure import DISCLOSURE, Disclosed, concerned
from croupier.games.engine import lines_of
from croupier.record.codec import decode_envelope
from croupier.record.envelopes import Envelope
from croupier.record.integrity.checkpoints import Checkpoint, signed
from croupier.record.integrity.proofs import NoProofError, prove
from croupier.record.secrets.personal_data import SEALED
from croupier.record.stores.base import Store, day_setting
from croupier.streams import ACCOUNT, CARDS, KINDS, PERSON
from croupier.web.auth.permissions import Principal
from croupier.web.problems import ProblemError
from croupier.web.service.floor_service import Hall


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
        if store.signer is not None:
            store.signer.post([(peaks.size, note)])
        return peaks.size

    return await hall.write(sign)


async def read_tree(hall: Hall, size: int) -> None:
    """Read the tree step by step, so that a first proof of a long log holds up nobody."""
    while hall.tree_heads.lacks(size):
        await hall.read(lambda store: hall.tree_heads.read_on(store, size))


def proof_owner(principal: Principal, position: int) -> str:
    """Return whose a proof of an event is: a player's own, else the event itself."""
    return principal.account if principal.is_player else f"event {position}"


async def prove_event_to(hall: Hall, principal: Principal, position: int) -> dict[str, Any]:
    """Return the proof of an event: to players of their own, to others of any.

    Raise ``ProblemError``: 404 where there is none for this principal, 409 where no checkpoint
    covers it yet.
    """
    player = principal.account if principal.is_player else ""
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
    kind, name = KINDS.of(envelope.stream)
    if kind is PERSON:
        return name == envelope.actor == player
    if envelope.origin and not envelope.origin.startswith(SEALED) and envelope.actor != player:
        return False  # an older record: somebody else's network address in clear text
    event = envelope.event
    named = player in concerned(event) or any(one.player == player for one in lines_of(event))
    rule = DISCLOSURE[type(event)]
    if rule is Disclosed.PUBLIC:
        return kind == CARDS or named or envelope.actor == player
    return rule is Disclosed.CONCERNED and named and (kind is not ACCOUNT or name == player)
