"""The house over the wire: in which zone it lives, and when its gaming day changes."""

from datetime import time
from uuid import uuid4

import msgspec
from litestar import Router, get, put
from litestar.params import JSONBody

from croupier.record.envelopes import HOUSE
from croupier.record.gaming_days import GamingDaySet, zone_named
from croupier.record.journal import ANY, Journal, StreamWrite
from croupier.record.stores import day_setting
from croupier.web.api.doors import Asking, cause_of, hall_of, require


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
    require(request, "floor.view")
    setting = await hall_of(request).read(day_setting)
    return HouseView(setting.zone, setting.starts)


@put("/api/house/day")
async def set_day(request: Asking, data: JSONBody[DayBody]) -> HouseView:
    """Say when the gaming day changes; it holds for what is written from then on."""
    require(request, "house.configure")
    setting = GamingDaySet(zone_named(data.zone).key, data.starts.replace(tzinfo=None))
    cause = cause_of(request, "house.configure", f"day/{uuid4().hex}")

    def written(journal: Journal) -> None:
        if day_setting(journal) != setting:
            journal.append([StreamWrite(HOUSE, ANY, (setting,))], cause)

    await hall_of(request).record(written)
    return HouseView(setting.zone, setting.starts)


ROUTER = Router("/", route_handlers=[view_house, set_day])
