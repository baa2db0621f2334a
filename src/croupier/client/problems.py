"""What a server answers instead of what it was asked for, as errors."""

from typing import Any

import httpx

from croupier.errors import CroupierError


class ProblemError(CroupierError):
    """What the server did not do, and why."""

    def __init__(self, status: int, fields: dict[str, Any]) -> None:
        detail = str(fields.get("detail", f"the server answered {status}"))
        clause = str(fields.get("clause", ""))
        super().__init__(f"{detail} ({clause})" if clause else detail)
        self.status = status
        """The status of the answer."""
        self.why = detail
        """What was wrong, for people, without the clause."""
        self.code = str(fields.get("code", ""))
        """What was wrong, for programs."""
        self.clause = clause
        """The clause that forbids it; empty where it is no rule."""
        self.also = tuple(map(str, fields.get("also", ())))
        """Further clauses that forbid it too; often none."""
        self.gist = str(fields.get("gist", ""))
        """What the clause says, in our words; empty where there is none."""


class UnreachableError(CroupierError):
    """A server that does not answer."""

    def __init__(self, address: str) -> None:
        super().__init__(f"no server answers at {address}")


def content(answer: httpx.Response) -> Any:
    """What an answer holds; a problem raises its error."""
    if answer.is_success:
        return answer.json() if answer.content else None
    try:
        fields = answer.json()
    except ValueError:
        fields = {}
    raise ProblemError(answer.status_code, fields if isinstance(fields, dict) else {})
