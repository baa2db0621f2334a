"""The OpenAPI description, made from the routes' types, with every problem they may answer."""

from collections.abc import Iterator
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, Reference, SecurityScheme

from croupier.kit import VERSION
from croupier.web.auth.sessions import COOKIE
from croupier.web.problems import MEDIA_TYPE, Problem

PATH = "/api/openapi.json"
"""The address of the description."""
PROGRAMS = "/api/"
"""The prefix of the API; other addresses, such as health checks, answer in plain text."""
WAYS_IN: dict[str, SecurityScheme | Reference] = {
    "session": SecurityScheme(
        type="apiKey",
        security_scheme_in="cookie",
        name=COOKIE,
        description="A browser's session, from POST /api/session; changes need the page's Origin.",
    ),
    "token": SecurityScheme(
        type="http",
        scheme="bearer",
        description="A program's token with its scopes, from POST /api/tokens.",
    ),
}
"""How a request authenticates; visitors, who do not, may look at the floor."""
CHANGING = ("post", "put", "delete")
ALWAYS = {
    "400": "The request cannot be understood.",
    "401": "Sign in first, or show a token that is good.",
    "403": "This is not for the one who asks.",
    "429": "Too much was asked for; Retry-After says when to ask again.",
    "503": "The server cannot do it now; Retry-After says when to ask again.",
    "default": "The request was not carried out.",
}
"""How any request may be refused."""
OF_A_PLACE = {"404": "There is no such thing."}
"""And one for something that its address names."""
OF_A_CHANGE = {
    "409": "The rules, or how things are, do not allow it; a rule's clause is named.",
    "422": "What was sent is not accepted, or its Idempotency-Key was used for something else.",
}
"""And one that changes something, or shows what is not there yet."""
MISSING = frozenset({"/api/live", "/api/checkpoints/newest"})
"""Addresses whose resource may be missing although they have no name in them."""
NOT_YET = frozenset({"/api/audit/export"})
"""Addresses that may be refused by the state of things although they change and name nothing."""
UNREADY = {"description": "It takes none.", "content": {"text/plain": {"schema": {}}}}
TAG = {"description": "Names what was shown, for If-None-Match.", "schema": {"type": "string"}}
UNCHANGED = {"description": "Nothing has changed since.", "headers": {"ETag": TAG}}


def openapi() -> OpenAPIConfig:
    """Return the configuration of the API's description."""
    plugin: Any = ProblemRenderer(path="/")
    return OpenAPIConfig(
        title="croupier",
        version=VERSION,
        description="Casino table games run by the book: the interface for programs.",
        path=PATH,
        render_plugins=[plugin],
        use_handler_docstrings=True,
        components=Components(security_schemes=WAYS_IN),
        security=[{}, {"session": []}, {"token": []}],
    )


class ProblemRenderer(JsonRenderPlugin):
    """Renders the description as JSON, with what the framework does not know: the problems."""

    _told: bytes = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the description; it is made once."""
        self._told = self._told or self.render_json(request, with_problems(openapi_schema))
        return self._told


def with_problems(described: dict[str, Any]) -> dict[str, Any]:
    """Return the description with every refusal as a problem of RFC 9457."""
    (told,), schemas = msgspec.json.schema_components(
        [Problem], ref_template="#/components/schemas/{name}"
    )
    described["components"]["schemas"].update(schemas)
    for path, method, operation in _operations(described):
        answers = operation["responses"]
        for status, answer in answers.items():
            if status == "204":
                answer.pop("content", None)
        if path.startswith(PROGRAMS):
            kinds = {**ALWAYS, **(OF_A_PLACE if "{" in path or path in MISSING else {})}
            changing = method in CHANGING or "{" in path or path in NOT_YET
            kinds |= OF_A_CHANGE if changing else {}
            answers.update(
                (status, {"description": text, "content": {MEDIA_TYPE: {"schema": told}}})
                for status, text in kinds.items()
            )
    described["paths"]["/readyz"]["get"]["responses"]["503"] = UNREADY
    view = described["paths"]["/api/tables/{table}"]["get"]["responses"]
    view["200"]["headers"]["ETag"] = TAG
    view["304"] = UNCHANGED
    return described


def _operations(described: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation
