"""Problems as RFC 9457 has them: what was wrong, for programs and for people, with its clause."""

import sqlite3
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from croupier.display.viewers import Onlooker
from croupier.display.voices import NO_NAMES, Names, Voice
from croupier.errors import CroupierError
from croupier.floor.tournaments.condition_reader import BadConditionsError
from croupier.play.kept_streams import CommandIdError
from croupier.play.promotion_reader import BadTermError
from croupier.play.reader import NotATimeError
from croupier.play.seed_desk import SeedRefusedError
from croupier.record.codec import encode
from croupier.record.gaming_days import UnknownZoneError
from croupier.record.journal import ReusedIdError, StaleVersionError
from croupier.record.stores import FailedStoreError
from croupier.rulebooks import TableLaw, UnknownClauseError, catalogue
from croupier.rulebooks.games import UnknownGameError
from croupier.table.state import Refused
from croupier.web.hall.askers import NotTheirsError
from croupier.web.hall.calculations import TooManyJobsError, UnknownJobError
from croupier.web.hall.floor_promotions import UnknownPromotionError
from croupier.web.hall.lookout import OutdatedError
from croupier.web.hall.running_floor import NoSuchTableError, TakenNameError
from croupier.web.hall.running_tournaments import UnknownTournamentError
from croupier.web.hall.scribe import (
    ClosedHallError,
    OutcomeUnknownError,
    OvertakenError,
    StoreGoneError,
)
from croupier.web.hall.seed_clerk import NoBoxError, NoSeedsHereError, TooEarlyError
from croupier.web.hall.wire import UNASKED
from croupier.web.hall.wire_commands import BadRequestError
from croupier.web.live.audience import CrowdedError
from croupier.web.people.denials import DeniedError

MEDIA_TYPE = "application/problem+json"
REFUSED = 409
"""The status of a command that the rules refuse: nothing has changed."""
STATUSES: dict[type[Exception], tuple[int, str]] = {
    NoSuchTableError: (404, "table/unknown"),
    UnknownPromotionError: (404, "promotion/unknown"),
    UnknownTournamentError: (404, "tournament/unknown"),
    UnknownJobError: (404, "job/unknown"),
    TooManyJobsError: (429, "job/too-many"),
    UnknownGameError: (404, "game/unknown"),
    BadRequestError: (400, "request/not-understood"),
    BadConditionsError: (400, "request/not-understood"),
    BadTermError: (400, "request/not-understood"),
    CommandIdError: (400, "request/not-understood"),
    NotATimeError: (400, "request/not-understood"),
    UnknownZoneError: (400, "request/not-understood"),
    NotTheirsError: (403, "request/not-yours"),
    TakenNameError: (409, "request/name-taken"),
    NoSeedsHereError: (409, "seed/not-here"),
    NoBoxError: (409, "seed/no-box"),
    TooEarlyError: (409, "seed/too-early"),
    SeedRefusedError: (409, "seed/refused"),
    ReusedIdError: (422, "request/key-reused"),
    CrowdedError: (429, "live/too-many"),
    OvertakenError: (503, "server/busy"),
    StaleVersionError: (503, "server/busy"),
    StoreGoneError: (503, "server/store-gone"),
    OutcomeUnknownError: (503, "server/outcome-unknown"),
    OutdatedError: (503, "server/outdated"),
    ClosedHallError: (503, "server/closing"),
}
"""What each kind of error is over the wire. Any other is a fault of the server: 500, and no word
of what it was, since it may quote a driver and may have come after the commit."""
FAULT = 500, "server/fault", "something went wrong on the server"
SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods of requests that change nothing."""
HEADERS = {401: {"WWW-Authenticate": "Bearer"}, 503: {"Retry-After": "1"}}
"""What an answer of a status says besides: how to show who one is, when to ask again."""


NO_BODY = ("data", "'data'")
"""How the framework says that a body is missing: where, and what."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Why a request was not carried out, or why nobody can say whether it was."""

    type: str
    """Names the kind of problem, by its code: a name, and no address to fetch."""
    title: str
    """The kind of problem, in a few words."""
    status: int
    """The status of the answer."""
    detail: str
    """What was wrong here, in one sentence."""
    code: str
    """What was wrong, for programs: ``split/limit-reached``."""
    clause: str = ""
    """The clause that forbids it; left out where it is no rule."""
    also: tuple[str, ...] = ()
    """Further clauses that forbid it too; often none."""
    gist: str = ""
    """What the clause says, in our words; left out where there is no clause."""
    link: str = ""
    """Where the clause can be read; left out where there is none."""


class RequestProblemError(CroupierError):
    """A problem that a route has found."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status, self.code = status, code


def problem_of(refused: Refused, law: TableLaw | None = None, names: Names = NO_NAMES) -> Problem:
    """A refusal as a problem, with what its clause says and where to read it.

    People in it are called by their names.
    """
    clause, gist, link = refused.clause, "", ""
    if clause and law is not None:
        try:
            gist = catalogue(law.book)[clause].gist
            link = f"/api/rulebooks/{law.book}/clauses/{clause}"
        except (UnknownClauseError, KeyError):
            pass
    return Problem(
        type=f"/api/problems/{refused.code}",
        title="Refused by the rules" if clause else "Refused",
        status=REFUSED,
        detail=Voice(Onlooker(), names=names).named(refused.why),
        code=refused.code,
        clause=clause,
        also=refused.also,
        gist=gist,
        link=link,
    )


def answered(problem: Problem, **headers: str) -> Response[bytes]:
    """A problem as an answer."""
    return Response(
        encode(problem), status_code=problem.status, media_type=MEDIA_TYPE, headers=headers
    )


def _told(status: int, code: str, detail: str) -> Response[bytes]:
    return answered(_problem(status, code, detail), **HEADERS.get(status, {}))


def _problem(status: int, code: str, detail: str) -> Problem:
    kind = f"/api/problems/{code}"
    title = HTTPStatus(status).phrase
    return Problem(type=kind, title=title, status=status, detail=detail, code=code)


def problem_of_error(error: Exception, *, changes: bool = True) -> Problem:
    """An error as a problem; one that nobody foresaw is a fault, which says nothing of itself.

    ``changes`` tells that something was to be changed. Where the store fails then, nobody knows
    whether it was; else there is nothing to know.
    """
    if isinstance(error, RequestProblemError | DeniedError):
        return _problem(error.status, error.code, str(error))
    if isinstance(error, FailedStoreError | sqlite3.Error):
        error = OutcomeUnknownError() if changes else StoreGoneError()
    known = next((STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES), None)
    return _problem(*FAULT) if known is None else _problem(*known, str(error))


def of_croupier(request: Request[Any, Any, Any], error: CroupierError) -> Response[bytes]:
    """An error of ours as an answer."""
    problem = noted_problem(request, error)
    return _told(problem.status, problem.code, problem.detail)


def noted_problem(request: Request[Any, Any, Any], error: Exception) -> Problem:
    """An error as a problem; the log has what the answer does not say."""
    problem = problem_of_error(error, changes=request.method not in SAFE)
    if problem.status == FAULT[0]:
        request.app.state.log.exception("fault", path=request.url.path, exc_info=error)
    elif isinstance(error, FailedStoreError | sqlite3.Error):
        request.app.state.log.warning("the store failed", path=request.url.path, exc_info=error)
    return problem


def of_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """An error of the framework as an answer: no more of it than its sentence."""
    if isinstance(error, ValidationException):
        response = _told(error.status_code, "request/not-understood", _misfit(error))
    elif error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        response = _told(error.status_code, "request/too-large", "a body has at most 64 kB")
    else:
        code = f"http/{error.status_code}"
        response = _told(error.status_code, code, error.detail or "this is not possible")
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def _misfit(error: ValidationException) -> str:
    """What of a request does not fit, in one sentence."""
    extra: Any = error.extra
    found = extra[0] if isinstance(extra, list) and extra else {}
    message, key = str(found.get("message", error.detail)), str(found.get("key", ""))
    if (key, message) == NO_BODY:
        return "this needs a body in JSON"
    if found.get("source") == "header":
        key = key.replace("_", "-")
    if any(f"unknown field `{name}`" in message for name in UNASKED):
        return "leave out by and at: the role is the account's, the time the server's"
    return f"{key}: {message}" if key and key != "data" else message


def of_anything(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """A fault of the server as an answer: it says nothing of what it was, the log does."""
    problem = noted_problem(request, error)
    return _told(problem.status, problem.code, problem.detail)


def of_a_body(_: Request[Any, Any, Any], __: Exception) -> Response[bytes]:
    """A body that no reader gets through as an answer: too deep, or not in UTF-8."""
    return _told(400, "request/not-understood", "the body is nested too deeply, or not in UTF-8")


HANDLERS: dict[Any, Any] = {
    RecursionError: of_a_body,
    UnicodeDecodeError: of_a_body,
    CroupierError: of_croupier,
    HTTPException: of_http,
    Exception: of_anything,
}
"""How each kind of exception is answered."""
