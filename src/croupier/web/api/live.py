"""Live updates over the wire: Server-Sent Events for browsers and programs."""

from typing import Annotated

from litestar import Router, get
from litestar.params import FromQuery, HeaderParameter, QueryParameter
from litestar.response import Stream

from croupier.display.viewers import Viewer
from croupier.web.api.doors import Asking, hall_of, require
from croupier.web.api.problems import ProblemError
from croupier.web.hall.askers import viewer_for
from croupier.web.hall.hall import Hall
from croupier.web.live.moments import Wishes
from croupier.web.live.stream import server_sent

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""No proxy keeps messages back."""
Named = Annotated[str, QueryParameter(description="Tables, separated by commas; all by default.")]
After = Annotated[str, QueryParameter(description="The same as Last-Event-ID, in the address.")]
LastPlace = Annotated[
    str,
    HeaderParameter(name="Last-Event-ID", description="The position of the last message read."),
]
DIGITS = 16
"""So many digits are beyond any log."""


async def place_in_log(given: str, hall: Hall) -> int | None:
    """The place that a connection goes on from; none where it begins now.

    Another process may have told of more than this one knows yet.
    """
    if not given:
        return None
    place = int(given) if given.isascii() and given.isdigit() and len(given) < DIGITS else None
    if place is not None and place > hall.showcase.position:
        await hall.catch_up()
    if place is None or place > hall.showcase.position:
        raise ProblemError(400, "live/unknown-place", "Last-Event-ID is not a position in this log")
    return place


@get("/api/live", media_type="text/event-stream")
async def follow_floor(
    request: Asking,
    tables: Named = "",
    after: After = "",
    last_event_id: LastPlace = "",
    words: FromQuery[bool] = False,
    views: FromQuery[bool] = False,
) -> Stream:
    """Follow the floor by Server-Sent Events, as the one who asks may see it.

    The id of each message is a place in the log. With Last-Event-ID the messages after it follow,
    none is lost and none comes twice. `words` adds sentences, `views` the new view of each table.
    """
    require(request, "table.follow")
    hall = hall_of(request)
    named = frozenset(name for name in tables.split(",") if name)
    for name in named:
        hall.shown(name)
    place = await place_in_log(last_event_id or after, hall)
    principal = request.user

    def viewer_at(name: str) -> Viewer:
        shown = hall.showcase.tables.get(name)
        return (
            viewer_for(principal)
            if shown is None
            else viewer_for(principal, shown.table.choices.mode)
        )

    wishes = Wishes(named or None, words, views)
    feed = hall.audience.join(principal, viewer_at, wishes, place)
    return Stream(
        server_sent(hall, feed), media_type="text/event-stream; charset=utf-8", headers=HEADERS
    )


ROUTER = Router("/", route_handlers=[follow_floor])
