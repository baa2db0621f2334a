"""The house over the wire: when its gaming day changes, and a copy of its record."""

from collections.abc import AsyncIterator
from datetime import time
from itertools import islice
from uuid import uuid4

import msgspec
from litestar import Router, get, put
from litestar.params import JSONBody
from litestar.response import Stream

from croupier.blackjack.events import RoundOpened
from croupier.record.envelopes import HOUSE, table_stream
from croupier.record.gaming_days import GamingDaySet, zone_named
from croupier.record.journal import ANY, Journal, StreamWrite
from croupier.record.leaves import Leaf
from croupier.record.stores import Store, day_setting
from croupier.stud.events import StudRoundOpened
from croupier.web.api.doors import Asking, cause_of, hall_of, may
from croupier.web.api.pages import Cursor
from croupier.web.hall.hall import Hall
from croupier.web.people.people_routes import may_read

LINES = 500
"""How many events are read at once for a copy."""
LONGEST_ROUND = 2000
"""How far back the beginning of a round is looked for, in events of its table."""


class DayBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When the gaming day changes."""

    zone: str
    """The zone whose clock counts: ``Australia/Sydney``; all times are shown in it."""
    starts: time
    """The hour at which the day changes, by that clock: ``06:00:00``."""


class HouseView(msgspec.Struct, frozen=True):
    """The house as a whole."""

    zone: str
    """The zone that times are shown in."""
    starts: time
    """The hour at which the gaming day changes, by that zone's clock."""


@get("/api/house")
async def view_house(request: Asking) -> HouseView:
    """Show in which zone the house lives, and when its gaming day changes."""
    may(request, "floor.view")
    setting = await hall_of(request).read(day_setting)
    return HouseView(setting.zone, setting.starts)


@put("/api/house/day")
async def set_day(request: Asking, data: JSONBody[DayBody]) -> HouseView:
    """Say when the gaming day changes; it holds for what is written from then on."""
    may(request, "house.configure")
    setting = GamingDaySet(zone_named(data.zone).key, data.starts.replace(tzinfo=None))
    cause = cause_of(request, "house.configure", f"day/{uuid4().hex}")

    def written(journal: Journal) -> None:
        if day_setting(journal) != setting:
            journal.append([StreamWrite(HOUSE, ANY, (setting,))], cause)

    await hall_of(request).record(written)
    return HouseView(setting.zone, setting.starts)


@get("/api/audit/export", media_type="application/jsonl")
async def export_log(request: Asking, after: Cursor = 0) -> Stream:
    """Send the log as JSON Lines, byte for byte as it is stored, up to the rounds under way.

    That somebody took a copy is recorded. `after` goes on from an event's position.
    """
    await may_read(request, "audit.export", owner=f"log after {after}")
    hall = hall_of(request)
    until = await hall.read(lambda store: over_until(store, hall))
    headers = {"Content-Disposition": 'attachment; filename="croupier.jsonl"'}
    return Stream(_lines(hall, after, until), media_type="application/jsonl", headers=headers)


def over_until(store: Store, hall: Hall) -> int:
    """The place in the log up to which every round is over: later cards may be a secret."""
    until = hall.showcase.position
    for name, shown in list(hall.showcase.tables.items()):
        if shown.table.round is None:
            continue
        since = max(0, shown.version - LONGEST_ROUND)
        opened = [
            one.position
            for one in store.read_stream(table_stream(name), since)
            if isinstance(one.event, RoundOpened | StudRoundOpened)
        ]
        until = min(until, (opened[-1] if opened else 1) - 1)
    return until


async def _lines(hall: Hall, after: int, until: int) -> AsyncIterator[bytes]:
    while after < until:
        leaves: list[Leaf] = await hall.read(
            lambda store, place=after: list(islice(store.leaves(place), LINES))  # type: ignore[misc]
        )
        wanted = [leaf for leaf in leaves if leaf.position <= until]
        if not wanted:
            return
        yield b"".join(leaf.body + b"\n" for leaf in wanted)
        after = wanted[-1].position


ROUTER = Router("/", route_handlers=[view_house, set_day, export_log])
