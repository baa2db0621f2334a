"""A copy of the record over the wire: all of it but what rounds in play keep secret."""

from collections.abc import AsyncIterator, Iterator
from itertools import islice

from litestar import Router, get
from litestar.response import Stream

from croupier.display.disclosed import Disclosed
from croupier.display.disclosure import DISCLOSURE, seen
from croupier.display.viewers import Official
from croupier.record.envelopes import Envelope, cards_stream, table_stream
from croupier.record.leaves import Leaf
from croupier.record.log_exports import (
    FORM,
    ExportHead,
    WithheldEvent,
    head_lines,
    lines_of,
    peaks_before,
)
from croupier.record.proofs import has_salt
from croupier.record.stores import Store
from croupier.rulebooks import Role
from croupier.table.events import Event
from croupier.web.api.doors import Asking, hall_of, require_reading
from croupier.web.api.pages import Cursor
from croupier.web.api.problems import ProblemError
from croupier.web.hall.event_proofs import read_tree, sign_checkpoint
from croupier.web.hall.hall import Hall

LINES = 500
"""How many events are read at once for a copy."""
INSPECTOR = Official(Role.INSPECTOR)
JSON_LINES = "application/jsonl"


@get("/api/audit/export", media_type=JSON_LINES)
async def export_log(request: Asking, after: Cursor = 0) -> Stream:
    """Send the log as JSON Lines, byte for byte as it is stored, under a new checkpoint.

    What a round in play keeps secret is withheld: its hash stands in its place. The first line says
    where the copy begins and ends, and what it withholds; so do the headers. That somebody took a
    copy is recorded. `after` goes on from an event's position.
    """
    await require_reading(request, "audit.export", owner=f"log after {after}")
    hall = hall_of(request)
    size = await sign_checkpoint(hall)
    await hall.catch_up()
    await read_tree(hall, size)
    head = await hall.read(lambda store: head_of_copy(hall, store, after, size))
    headers = {
        "Content-Disposition": 'attachment; filename="croupier.jsonl"',
        "Croupier-Events": f"{head.first}-{head.last}",
        "Croupier-Withheld": str(len(head.withheld)),
        "Croupier-Checkpoint": str(head.last),
    }
    return Stream(_lines(hall, head), media_type=JSON_LINES, headers=headers)


def head_of_copy(hall: Hall, store: Store, after: int, size: int) -> ExportHead:
    """Where a copy begins and ends, under which checkpoint, and what it withholds.

    An event in play without a salt could be guessed from its hash. Where a round was begun by a
    version without salts, the copy ends with the newest checkpoint before its first such event.
    """
    withheld, last, bare = [], size, size + 1
    for leaf, one in sorted(_secrets(hall, store, size), key=lambda found: found[1].position):
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
        peaks=peaks_before(store, after + 1, hall.tree_heads),
        checkpoint=notes[last].decode(),
        withheld=tuple(one for one in withheld if after < one.position <= last),
    )


def _secrets(hall: Hall, store: Store, last: int) -> Iterator[tuple[Leaf, WithheldEvent]]:
    """What rounds in play keep secret from an inspector, as it is stored."""
    for name, since in hall.rounds_in_play(store).items():
        why = f"the round in play at table {name}"
        for envelope in _in_round(hall, store, name, since):
            if envelope.position <= last:
                leaf = next(iter(store.leaves(envelope.position - 1)))
                yield leaf, WithheldEvent(envelope.position, envelope.stream, why)


def _in_round(hall: Hall, store: Store, name: str, since: int) -> Iterator[Envelope]:
    """The secret events of a table's round in play, and of what its cards follow from."""
    shown = hall.shown(name)
    for envelope in _since(store, table_stream(name), since):
        known = seen(shown.law, shown.table, envelope.event, INSPECTOR)
        if not is_whole(envelope.event, known):
            yield envelope
    for envelope in _since(store, cards_stream(name), since):
        if DISCLOSURE[type(envelope.event)] is not Disclosed.PUBLIC:
            yield envelope


def _since(store: Store, stream: str, position: int) -> Iterator[Envelope]:
    """The events of a stream from a place in the log on: those of a round are its last."""
    look, version = LINES, store.version(stream)
    while True:
        after = max(0, version - look)
        found = list(store.read_stream(stream, after))
        if not after or (found and found[0].position < position):
            return iter([one for one in found if one.position >= position])
        look *= 4


def is_whole(event: Event, known: object) -> bool:
    """Whether what somebody may know of an event is all of it."""
    if known is event:
        return True
    return known is not None and all(
        hasattr(known, name) and getattr(known, name) == getattr(event, name)
        for name in event.__struct_fields__
    )


async def _lines(hall: Hall, head: ExportHead) -> AsyncIterator[bytes]:
    yield head_lines(head, hall.store.signing)
    withheld = frozenset(one.position for one in head.withheld)
    after = head.first - 1
    while after < head.last:
        leaves: list[Leaf] = await hall.read(
            lambda store, place=after: list(islice(store.leaves(place), LINES))  # type: ignore[misc]
        )
        if not leaves:
            return
        yield b"".join(lines_of(leaves, withheld, head.last))
        after = leaves[-1].position


ROUTER = Router("/", route_handlers=[export_log])
