"""The house in the API: its time zone and gaming day, and the health and metrics of the server."""

from datetime import time
from time import perf_counter
from uuid import uuid4

import msgspec
from litestar import Response, Router, get, put
from litestar.params import JSONBody
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from croupier.house.gaming_days import GamingDaySet, time_zone
from croupier.house.terms import HouseTerms
from croupier.record.journal import ANY, Journal, StreamWrite
from croupier.record.stores.base import day_setting
from croupier.streams import SETTINGS
from croupier.web.http.guards import PrincipalRequest, cause_of, require, service_of
from croupier.web.http.middleware import is_elsewhere
from croupier.web.metrics import REQUEST_SECONDS, REQUESTS, metrics_registry
from croupier.web.service.house_terms import HouseTermsService


class DayBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When the gaming day changes."""

    zone: str
    """The time zone whose clock counts, such as ``Australia/Sydney``; all times are shown in it."""
    starts: time
    """The time at which the day changes, by that clock, such as ``06:00:00``."""


class TermsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Terms of the house that change; what is left out stays."""

    name: str | None = None
    """The name of the house on pages and papers; empty for the software's own."""
    card_milliseconds: int | None = None
    """How long a card takes at tables that are opened from now on; 0 deals at once."""
    play_money: int | None = None
    """The play money for every new player, in cents; 0 for none."""


class HouseView(msgspec.Struct, frozen=True):
    """The house as a whole."""

    name: str
    """The name of the house."""

    zone: str
    """The time zone that times are shown in."""
    starts: time
    """The time at which the gaming day changes, in that zone."""


@get("/api/house")
async def view_house(request: PrincipalRequest) -> HouseView:
    """Show the house's time zone, and when its gaming day changes."""
    require(request, "floor.view")
    setting = await service_of(request).read(day_setting)
    return _view_of(request, setting)


def _view_of(request: PrincipalRequest, setting: GamingDaySet) -> HouseView:
    terms: HouseTerms = request.app.state.house_terms.terms
    return HouseView(terms.name or "croupier", setting.zone, setting.starts)


@put("/api/house/terms")
async def set_terms(request: PrincipalRequest, data: JSONBody[TermsBody]) -> TermsBody:
    """Change the house's name, its pace or the play money for new players. Return all three."""
    terms = await record_terms(request, data)
    return TermsBody(terms.name, terms.card_milliseconds, terms.play_money)


async def record_terms(request: PrincipalRequest, body: TermsBody) -> HouseTerms:
    """Record other terms of the house; those that are the same leave no event."""
    require(request, "house.configure")
    cause = cause_of(request, "house.configure", f"terms/{uuid4().hex}")
    service: HouseTermsService = request.app.state.house_terms
    return await service.change(
        cause,
        name=body.name,
        card_milliseconds=body.card_milliseconds,
        play_money=body.play_money,
    )


@put("/api/house/day")
async def set_day(request: PrincipalRequest, data: JSONBody[DayBody]) -> HouseView:
    """Set when the gaming day changes; it applies to what is recorded from then on."""
    return _view_of(request, await record_day(request, data.zone, data.starts))


async def record_day(request: PrincipalRequest, zone: str, starts: time) -> GamingDaySet:
    """Record when the gaming day changes, unless it already does. Return the setting."""
    require(request, "house.configure")
    setting = GamingDaySet(time_zone(zone).key, starts.replace(tzinfo=None))
    cause = cause_of(request, "house.configure", f"day/{uuid4().hex}")

    def write_setting(journal: Journal) -> None:
        if day_setting(journal) != setting:
            journal.append([StreamWrite(SETTINGS, ANY, (setting,))], cause)

    await service_of(request).record(write_setting)
    return setting


ROUTER = Router("/", route_handlers=[view_house, set_day, set_terms])


class RequestCounter:
    """Counts the answers to requests by status, and times them, for the metrics."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on; count the status of the answer, and time its beginning.

        A live connection goes on for hours: only its beginning says how quick the server was.
        """
        began = perf_counter()

        async def count_answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                REQUESTS.labels(str(message["status"])).inc()
                REQUEST_SECONDS.labels(request_kind(scope)).observe(perf_counter() - began)
            await send(message)

        await self.app(scope, receive, count_answer)


def request_kind(scope: Scope) -> str:
    """Return what a request asks for: ``api``, ``static`` or ``page``."""
    first = str(scope.get("path", "")).split("/")[1:2]
    return first[0] if first and first[0] in ("api", "static") else "page"


@get("/healthz", media_type="text/plain")
async def healthz() -> str:
    """Report that the process is alive."""
    return "ok\n"


@get("/readyz", media_type="text/plain")
async def readyz(request: PrincipalRequest) -> Response[str]:
    """Report whether this process takes requests and its store accepts writes, and what rests."""
    service = service_of(request)
    ready = bool(request.app.state.ready) and service.takes_work and await service.can_write()
    return Response(
        ("ready\n" if ready else "not ready\n")
        + _resting_line("tables", service.read_model.resting_tables)
        + _resting_line("tournaments", service.read_model.resting_tournaments),
        status_code=200 if ready else 503,
    )


def _resting_line(kind: str, names: tuple[str, ...]) -> str:
    """Return a line about the tables or tournaments that rest; empty if none does."""
    return f"resting {kind}: {len(names)} ({', '.join(names)})\n" if names else ""


@get("/metrics", media_type="text/plain")
async def metrics(request: PrincipalRequest) -> Response[bytes]:
    """Return the metrics for Prometheus; to other machines only with permission."""
    if request.client is not None and is_elsewhere(request.client.host):
        require(request, "metrics.view")
    return Response(
        generate_latest(metrics_registry()), headers={"Content-Type": CONTENT_TYPE_LATEST}
    )


HEALTH_ROUTER = Router("/", route_handlers=[healthz, readyz, metrics])
