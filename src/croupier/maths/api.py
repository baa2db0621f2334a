"""The routes for mathematics: exact figures, charts and simulations, as jobs."""

from typing import Annotated

import msgspec
from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody

from croupier.maths.jobs import KINDS, Calculations, JobView
from croupier.rulebooks import GAMES
from croupier.web.http.guards import PrincipalRequest, require
from croupier.web.problems import ProblemError

JobWords = Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[A-Za-z0-9:=,.%-]+$")]


class AskedJob(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a calculation."""

    kind: str
    """``edge``, ``strategy``, ``what-if`` or ``simulation``."""
    game: str
    """The name of the game."""
    changes: tuple[JobWords, ...] = ()
    """Changed rules, such as ``blackjack=6:5``; empty for the law as it is. A ``what-if`` has at
    least one, a simulation none."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)] = 1_000_000
    """The number of rounds of a simulation."""


def jobs_of(request: PrincipalRequest) -> Calculations:
    """Return the calculations of this process."""
    found: Calculations = request.app.state.calculations
    return found


@post("/api/maths/jobs", status_code=202)
async def start_job(request: PrincipalRequest, data: JSONBody[AskedJob]) -> JobView:
    """Start a calculation. Request it again by its id to follow its progress."""
    require(request, "maths.job")
    if data.kind not in KINDS:
        kinds = ", ".join(KINDS)
        raise ProblemError(
            400, "job/unknown-kind", f"there is no {data.kind!r}; choose from {kinds}"
        )
    if data.kind == "what-if" and not data.changes:
        raise ProblemError(400, "job/no-changes", "say what changes, such as blackjack=6:5")
    if data.game not in GAMES:
        raise ProblemError(404, "game/unknown", f"there is no game {data.game!r}")
    return await jobs_of(request).start(
        request.user.account, data.kind, data.game, changes=data.changes, rounds=data.rounds
    )


@get("/api/maths/jobs/{job:str}")
async def view_job(request: PrincipalRequest, job: FromPath[str]) -> JobView:
    """Return the progress of a calculation, and its result when it is done."""
    require(request, "maths.job")
    return await jobs_of(request).view(request.user.account, job)


@delete("/api/maths/jobs/{job:str}", status_code=200)
async def cancel_job(request: PrincipalRequest, job: FromPath[str]) -> JobView:
    """Cancel a calculation."""
    require(request, "maths.job")
    return await jobs_of(request).cancel(request.user.account, job)


ROUTER = Router("/", route_handlers=[start_job, view_job, cancel_job])
