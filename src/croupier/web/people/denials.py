"""Why somebody is turned away at a door, as a value that becomes a problem of RFC 9457."""

import json
from http import HTTPStatus
from typing import Any

from litestar import Request, Response

from croupier.errors import CroupierError
from croupier.table.state import Refused

PROBLEM = "application/problem+json"


class DeniedError(CroupierError):
    """A request that is not carried out, and why."""

    def __init__(self, status: int, code: str, why: str, **headers: str) -> None:
        super().__init__(why)
        self.status, self.code = status, code
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}

    def body(self) -> bytes:
        """The problem as RFC 9457 writes it."""
        problem = {
            "type": f"/api/problems/{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": str(self),
            "code": self.code,
        }
        return json.dumps(problem).encode()


def not_there(what: str) -> DeniedError:
    """For something that is not there."""
    return DeniedError(404, f"{what}/unknown", f"there is no such {what}")


def refused(answer: Refused) -> DeniedError:
    """For what the rules about people do not allow."""
    return DeniedError(409, answer.code, answer.why)


def answer_denied(_: Request[Any, Any, Any], denied: DeniedError) -> Response[bytes]:
    """The answer to somebody who is turned away."""
    return Response(
        denied.body(), status_code=denied.status, headers=denied.headers, media_type=PROBLEM
    )
