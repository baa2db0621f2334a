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
    """Say whether this process takes requests, and which tables rest meanwhile."""
    ready = bool(request.app.state.ready) and hall_of(request).takes_work
    return Response(
        ("ready\n" if ready else "not ready\n") + _resting(hall_of(request).showcase.resting),
        status_code=200 if ready else 503,
    )


def _resting(tables: tuple[str, ...]) -> str:
    """A line about the tables that rest; empty where none does."""
    return f"resting tables: {len(tables)} ({', '.join(tables)})\n" if tables else ""


@get("/metrics", media_type="text/plain")
async def metrics(request: Asking) -> Response[bytes]:
    """Tell how the process fares, in the form of Prometheus; from elsewhere only to some."""
    if request.client is not None and is_elsewhere(request.client.host):
        may(request, "metrics.view")
    return Response(generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})


ROUTER = Router("/", route_handlers=[healthz, readyz, metrics])
