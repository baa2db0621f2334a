"""Why the server turns somebody away, as a value that becomes a problem of RFC 9457."""

import json
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException

from croupier.errors import CroupierError
from croupier.table.state import Refused

PROBLEM = "application/problem+json"


class DeniedError(CroupierError, HTTPException):
    """A request that is not carried out, and why."""

    status_code = 403

    def __init__(self, status: int, code: str, why: str, **headers: str) -> None:
        Exception.__init__(self, why)
        self.status_code = status
        self.code = code
        """What is wrong, for programs: ``session/none``."""
        self.detail = why
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.extra = None

    def problem(self) -> dict[str, Any]:
        """The problem as RFC 9457 writes it."""
        return {
            "type": f"/problems/{self.code}",
            "title": self.code,
            "status": self.status_code,
            "detail": self.detail,
            "code": self.code,
        }


def no_session() -> DeniedError:
    """For somebody who has not signed in, or no longer is."""
    return DeniedError(401, "session/none", "sign in first", WWW_Authenticate="Bearer")


def not_permitted(action: str) -> DeniedError:
    """For somebody whose roles do not allow it."""
    return DeniedError(403, "rights/none", f"your roles do not allow {action}")


def not_there(what: str) -> DeniedError:
    """For something that is not there, or that this person is not to know of."""
    return DeniedError(404, "people/unknown", f"there is no such {what}")


def refused(answer: Refused) -> DeniedError:
    """For what the rules about people do not allow."""
    return DeniedError(409, answer.code, answer.why)


def answer_denied(_: Request[Any, Any, Any], denial: DeniedError) -> Response[bytes]:
    """The answer to somebody who is turned away."""
    return Response(
        json.dumps(denial.problem()).encode(),
        status_code=denial.status_code,
        headers=denial.headers or {},
        media_type=PROBLEM,
    )
