"""The client: one method per request, with typed answers."""

import contextlib
import time
from collections.abc import Iterator
from typing import Any, TypeVar
from uuid import uuid4

import httpx
import msgspec

from croupier.client.live import (
    Message,
    ProblemError,
    UnreachableError,
    command_fields,
    content,
    follow,
    read_view,
)
from croupier.display.views import TableSummary, TableView
from croupier.features.fairness.rules.chance import seed_from_secret, seed_promise
from croupier.messages import Command
from croupier.record.integrity.witness import CheckpointList, ConsistencyView

PAUSES_SECONDS = (0.1, 0.2, 0.4, 0.8)
"""The pauses before a request without an answer is repeated; a command's key has it carried out
once."""
T = TypeVar("T")


class Client:
    """A connection to a server, as a person or as a visitor.

    ``http`` is for tests: a client of httpx with another transport.
    """

    def __init__(
        self, address: str = "", *, token: str = "", http: httpx.Client | None = None
    ) -> None:
        self._http = http or httpx.Client(base_url=address, timeout=10)
        self._address = address
        if token:
            self._http.headers["Authorization"] = f"Bearer {token}"

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    # --------------------------------------------------------------------------------- people

    def sign_in(
        self,
        name: str,
        password: str,
        *,
        code: str = "",
        scopes: tuple[str, ...] = ("read", "play"),
    ) -> None:
        """Authenticate by a new token for this program from now on."""
        body = {"name": name, "password": password, "code": code, "scopes": scopes, "days": 1}
        issued = self._request("POST", "/api/tokens", json=body)
        self._http.headers["Authorization"] = f"Bearer {issued['token']}"

    def sign_up(self, name: str, password: str) -> None:
        """Create a player's account; sign in with it afterwards."""
        self._request("POST", "/api/people", json={"name": name, "password": password})
        self._http.cookies.clear()

    def who(self) -> dict[str, Any]:
        """Return the principal that the server takes this client for."""
        found: dict[str, Any] = self._request("GET", "/api/session")
        return found

    @property
    def me(self) -> str:
        """The person's id; empty for a visitor."""
        return str(self.who()["account"])

    # --------------------------------------------------------------------------------- tables

    def tables(self) -> tuple[TableSummary, ...]:
        """Return the summary of every table of the floor, from as many pages as there are."""
        found: list[TableSummary] = []
        address = "/api/tables"
        while address:
            answer = self._answer("GET", address)
            found += msgspec.convert(content(answer), list[TableSummary])
            address = answer.links.get("next", {}).get("url", "")
        return tuple(found)

    def view(self, table: str) -> TableView:
        """Return a table as this client may see it."""
        return read_view(self._request("GET", f"/api/tables/{table}"))

    def ask(
        self, table: str, command: Command, *, key: str = "", words: bool = False
    ) -> dict[str, Any]:
        """Submit a command at a table; it is carried out once, however often it has to be sent.

        Raise :class:`ProblemError` with its clause if it is refused. ``words`` adds sentences to
        the answer.
        """
        return self.ask_fields(table, command_fields(command), key=key, words=words)

    def ask_fields(
        self, table: str, fields: dict[str, Any], *, key: str = "", words: bool = False
    ) -> dict[str, Any]:
        """Submit a command by its fields: ``{"command": "wager", ...}``."""
        headers = {"Idempotency-Key": key or uuid4().hex}
        path = f"/api/tables/{table}/commands"
        asking: dict[str, Any] = {"json": fields, "headers": headers, "params": {"words": words}}
        answer: dict[str, Any] = self._request("POST", path, **asking)
        return answer

    def promise_seed(self, table: str, secret: str) -> str:
        """Promise the player's own seed, made from a secret, for the next cards of a table.

        The house has committed to its seed by then. Return the shoe that the promise is for.
        """
        shoe = self._next_shoe(table)
        told = seed_promise(
            seed_from_secret(secret, shoe["commitment"]), shoe["stream"], shoe["shoe"], self.me
        )
        self._request("POST", f"/api/tables/{table}/seeds/promises", json={"promise": told})
        return str(shoe["shoe"])

    def give_seed(self, table: str, secret: str) -> None:
        """Reveal the seed that was promised from this secret."""
        seed = seed_from_secret(secret, self._next_shoe(table)["commitment"])
        self._request("POST", f"/api/tables/{table}/seeds", json={"seed": seed})

    def _next_shoe(self, table: str) -> dict[str, str]:
        found: dict[str, str] = self._request("GET", f"/api/tables/{table}/seeds")
        return found

    def follow(
        self,
        *tables: str,
        words: bool = False,
        views: bool = False,
        after: int | None = None,
    ) -> Iterator[Message]:
        """Yield what happens from now on at some tables, or at all; the stream never ends."""
        return follow(self._http, tables=tables, words=words, views=views, after=after)

    # -------------------------------------------------------------------------------- the record

    def checkpoints(self, before: int = 0, limit: int = 200) -> CheckpointList:
        """Return the signed checkpoints over fewer than ``before`` events, the newest first; 0 for
        all."""
        return self.fetch(f"/api/checkpoints?before={before}&limit={limit}", CheckpointList)

    def consistency(self, since: int, size: int) -> ConsistencyView | None:
        """Return a proof that the log of one checkpoint begins with that of another.

        Return ``None`` if the house does not have both.
        """
        try:
            path = f"/api/checkpoints/{size}/consistency?since={since}"
            return self.fetch(path, ConsistencyView)
        except ProblemError as problem:
            if problem.status == httpx.codes.NOT_FOUND:
                return None
            raise

    def prove(self, position: int) -> dict[str, Any]:
        """Return a proof of an event for ``proof_verifier.py``: one of the player's own, or
        for officials any event."""
        proof: dict[str, Any] = self._request("GET", f"/api/proofs/{position}")
        return proof

    def fetch(self, path: str, kind: type[T]) -> T:
        """Get anything else by its path, as a type."""
        return msgspec.convert(self._request("GET", path), kind)

    def send(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Post anything else to a path; it is carried out once, however often it has to be sent."""
        headers = {"Idempotency-Key": uuid4().hex}
        answer: dict[str, Any] = self._request("POST", path, json=body, headers=headers)
        return answer

    # ------------------------------------------------------------------------------ the wire

    def _request(self, method: str, path: str, **given: Any) -> Any:
        """Return the content of the answer to a request. Raise ``ProblemError`` for a problem."""
        return content(self._answer(method, path, **given))

    def _answer(self, method: str, path: str, **given: Any) -> httpx.Response:
        """Return the answer to a request; repeat one without an answer if that does no harm."""
        safe = method == "GET" or "Idempotency-Key" in given.get("headers", {})
        for pause in PAUSES_SECONDS if safe else ():
            with contextlib.suppress(httpx.TransportError):
                answer = self._http.request(method, path, **given)
                if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                    return answer
            time.sleep(pause)
        try:
            return self._http.request(method, path, **given)
        except httpx.TransportError:
            raise UnreachableError(self._address) from None
