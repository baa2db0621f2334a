"""Whether the server lives, whether it takes requests, and how it fares."""

from litestar import Response, Router, get
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from croupier.web.api.doors import Asking, hall_of, may
from croupier.web.people.gate import is_elsewhere


@get("/healthz", media_type="text/plain")
async def healthz() -> str:
    """Say that the process lives."""
    return "ok\n"


@get("/readyz", media_type="text/plain")
async def readyz(request: Asking) -> Response[str]:
    """Say whether this process takes requests, and its store what is written."""
    hall = hall_of(request)
    ready = bool(request.app.state.ready) and hall.takes_work and await hall.can_write()
    return Response("ready\n" if ready else "not ready\n", status_code=200 if ready else 503)


@get("/metrics", media_type="text/plain")
async def metrics(request: Asking) -> Response[bytes]:
    """Tell how the process fares, in the form of Prometheus; from elsewhere only to some."""
    if request.client is not None and is_elsewhere(request.client.host):
        may(request, "metrics.view")
    return Response(generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})


ROUTER = Router("/", route_handlers=[healthz, readyz, metrics])
