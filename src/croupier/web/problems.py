"""Problems as in RFC 9457: what was wrong, for programs and for people, with its clause.

``ProblemError`` is the only exception that routes raise on purpose, ``problem_of`` the one bridge
from refusals of the rules.
"""

import sqlite3
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from croupier.display.viewers import NO_NAMES, Names, Onlooker, Voice
from croupier.errors import CroupierError
from croupier.messages import Refused
from croupier.record.codec import encode
from croupier.record.stores.base import FailedStoreError
from croupier.rulebooks import TableLaw, UnknownClauseError, catalogue

SERVER_FIELDS = ("by", "at")
"""The fields nobody sends with a command: the role comes from the account, the time from the store.
"""


MEDIA_TYPE = "application/problem+json"
REFUSED = 409
"""The status of a command that the rules refuse: nothing has changed."""
FAULT = 500, "server/fault", "something went wrong on the server"
"""The problem of an unexpected error. It says nothing of the cause; the log does."""
SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods of requests that change nothing."""
NO_HEADERS: Mapping[str, str] = {}
HEADERS = {401: {"WWW-Authenticate": "Bearer"}, 503: {"Retry-After": "1"}}
"""Further headers by status: how to authenticate, when to try again."""


NO_BODY = ("data", "'data'")
"""How the framework says that a body is missing: where, and what."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Why a request was not carried out, or that its outcome is unknown."""

    type: str
    """Names the kind of problem by its code: a name, not an address to fetch."""
    title: str
    """The kind of problem, in a few words."""
    status: int
    """The status of the answer."""
    detail: str
    """What was wrong here, in one sentence."""
    code: str
    """The code for programs, such as ``split/limit-reached``."""
    clause: str = ""
    """The clause that forbids it; left out if no rule does."""
    also: tuple[str, ...] = ()
    """Further clauses that forbid it too; often none."""
    gist: str = ""
    """What the clause says, in our words; left out without a clause."""
    link: str = ""
    """Where the clause can be read; left out without a clause."""


class ProblemError(CroupierError):
    """A request that is not carried out, and why: the one exception that routes raise on purpose.

    Name each header with an underscore for its hyphen: ``Retry_After="60"``.
    """

    def __init__(self, status: int, code: str, detail: str, **headers: str) -> None:
        super().__init__(detail)
        self.status, self.code = status, code
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class StoreGoneError(ProblemError):
    """The store did not answer, and nothing was sent to be written."""

    def __init__(self) -> None:
        why = "the store does not answer: send this again, with the same Idempotency-Key"
        super().__init__(503, "server/store-gone", why)


class OutcomeUnknownError(ProblemError):
    """The store failed after it was given something to write: it may have been written or not."""

    def __init__(self) -> None:
        why = (
            "this may have been carried out: send it again with the same Idempotency-Key, "
            "and it is carried out once"
        )
        super().__init__(503, "server/outcome-unknown", why)


def not_found(what: str) -> ProblemError:
    """Return the problem for something that does not exist, such as a person."""
    return ProblemError(404, f"{what}/unknown", f"there is no such {what}")


def not_yours(detail: str) -> ProblemError:
    """Return the problem for something that this principal may not do, whatever the rules say."""
    return ProblemError(403, "request/not-yours", detail)


def refusal_error(refused: Refused) -> ProblemError:
    """Return a refusal as an error, for routes that answer without clause and names."""
    return ProblemError(REFUSED, refused.code, refused.why)


def problem_of(refused: Refused, law: TableLaw | None = None, names: Names = NO_NAMES) -> Problem:
    """Return a refusal as a problem, with the gist of its clause and where to read it.

    People are called by their names.
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
        detail=Voice(Onlooker(), names=names).with_names(refused.why),
        code=refused.code,
        clause=clause,
        also=refused.also,
        gist=gist,
        link=link,
    )


def problem_response(problem: Problem, **headers: str) -> Response[bytes]:
    """Return the answer with a problem."""
    return Response(
        encode(problem), status_code=problem.status, media_type=MEDIA_TYPE, headers=headers
    )


def _response(
    status: int, code: str, detail: str, headers: Mapping[str, str] = NO_HEADERS
) -> Response[bytes]:
    return problem_response(
        _problem(status, code, detail), **{**HEADERS.get(status, {}), **headers}
    )


def _problem(status: int, code: str, detail: str) -> Problem:
    kind = f"/api/problems/{code}"
    title = HTTPStatus(status).phrase
    return Problem(type=kind, title=title, status=status, detail=detail, code=code)


def problem_of_error(error: Exception, *, changes: bool = True) -> Problem:
    """Return the problem for an error; without a code it is a fault, which reveals nothing.

    ``changes`` says whether the request was to change something: if the store fails then, the
    outcome is unknown.
    """
    if isinstance(error, FailedStoreError | sqlite3.Error):
        error = OutcomeUnknownError() if changes else StoreGoneError()
    if isinstance(error, CroupierError) and error.code:
        return _problem(error.status, error.code, str(error))
    return _problem(*FAULT)


def headers_of(error: Exception) -> Mapping[str, str]:
    """Return the headers that an error adds to its answer; often none."""
    return error.headers if isinstance(error, ProblemError) else NO_HEADERS


def log_problem(request: Request[Any, Any, Any], error: Exception) -> Problem:
    """Return the problem for an error, and log what the answer does not say."""
    problem = problem_of_error(error, changes=request.method not in SAFE)
    if problem.status == FAULT[0]:
        request.app.state.log.exception("fault", path=request.url.path, exc_info=error)
    elif isinstance(error, FailedStoreError | sqlite3.Error):
        request.app.state.log.warning("the store failed", path=request.url.path, exc_info=error)
    return problem


def answer_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Answer an error of the framework with its sentence only."""
    if isinstance(error, ValidationException):
        response = _response(error.status_code, "request/not-understood", _misfit(error))
    elif error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        response = _response(error.status_code, "request/too-large", "a body has at most 64 kB")
    else:
        code = f"http/{error.status_code}"
        response = _response(error.status_code, code, error.detail or "this is not possible")
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def _misfit(error: ValidationException) -> str:
    """Return what is wrong with a request, in one sentence."""
    extra: Any = error.extra
    found = extra[0] if isinstance(extra, list) and extra else {}
    message, key = str(found.get("message", error.detail)), str(found.get("key", ""))
    if (key, message) == NO_BODY:
        return "this needs a body in JSON"
    if found.get("source") == "header":
        key = key.replace("_", "-")
    if any(f"unknown field `{name}`" in message for name in SERVER_FIELDS):
        return "leave out by and at: the role is the account's, the time the server's"
    return f"{key}: {message}" if key and key != "data" else message


def answer_error(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer with the problem for an error."""
    problem = log_problem(request, error)
    return _response(problem.status, problem.code, problem.detail, headers_of(error))


def answer_undecodable(_: Request[Any, Any, Any], __: Exception) -> Response[bytes]:
    """Answer a body that cannot be decoded: nested too deep, or not in UTF-8."""
    return _response(
        400, "request/not-understood", "the body is nested too deeply, or not in UTF-8"
    )


HANDLERS: dict[Any, Any] = {
    RecursionError: answer_undecodable,
    UnicodeDecodeError: answer_undecodable,
    HTTPException: answer_http_error,
    Exception: answer_error,
}
"""How each kind of exception is answered."""
