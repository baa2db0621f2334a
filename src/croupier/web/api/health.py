"""Whether the server lives, whether it takes requests, and how it fares."""

from litestar import Response, Router, get
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from croupier.web.api.doors import Asking, hall_of, require
from croupier.web.hall.figures import REQUESTS, figures
from croupier.web.people.gate import is_elsewhere


class Counted:
    """Counts the answers to requests, by their status."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on."""

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                REQUESTS.labels(str(message["status"])).inc()
            await send(message)

        await self.app(scope, receive, counted)


@get("/healthz", media_type="text/plain")
async def healthz() -> str:
    """Say that the process lives."""
    return "ok\n"


@get("/readyz", media_type="text/plain")
async def readyz(request: Asking) -> Response[str]:
    """Say whether this process takes requests, and its store what is written; and what rests."""
    hall = hall_of(request)
    ready = bool(request.app.state.ready) and hall.takes_work and await hall.can_write()
    return Response(
        ("ready\n" if ready else "not ready\n")
        + _resting("tables", hall.showcase.resting)
        + _resting("tournaments", hall.showcase.resting_tournaments),
        status_code=200 if ready else 503,
    )


def _resting(kind: str, names: tuple[str, ...]) -> str:
    """A line about the tables or tournaments that rest; empty where none does."""
    return f"resting {kind}: {len(names)} ({', '.join(names)})\n" if names else ""


@get("/metrics", media_type="text/plain")
async def metrics(request: Asking) -> Response[bytes]:
    """Tell how the server fares, in the form of Prometheus; from elsewhere only to some."""
    if request.client is not None and is_elsewhere(request.client.host):
        require(request, "metrics.view")
    return Response(generate_latest(figures()), headers={"Content-Type": CONTENT_TYPE_LATEST})


ROUTER = Router("/", route_handlers=[healthz, readyz, metrics])
