"""The stream of live updates, resumed where it broke off, and the decoding of answers."""

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
from httpx_sse import connect_sse

from croupier.display.choices import Option
from croupier.display.views import Prompt, TableView
from croupier.errors import CroupierError
from croupier.floor.command_text import command_types
from croupier.messages import Command
from croupier.record.codec import decode_command


class ProblemError(CroupierError):
    """The server's reason for not carrying out a request."""

    def __init__(self, status: int, fields: dict[str, Any]) -> None:
        detail = str(fields.get("detail", f"the server answered {status}"))
        clause = str(fields.get("clause", ""))
        super().__init__(f"{detail} ({clause})" if clause else detail)
        self.status = status
        """The status of the answer."""
        self.why = detail
        """The reason for people, without the clause."""
        self.code = str(fields.get("code", ""))
        """The code for programs."""
        self.clause = clause
        """The clause that forbids it; empty if no rule does."""
        self.also = tuple(map(str, fields.get("also", ())))
        """Further clauses that forbid it too; often none."""
        self.gist = str(fields.get("gist", ""))
        """What the clause says, in our words; empty without a clause."""


class UnreachableError(CroupierError):
    """The server does not answer."""

    def __init__(self, address: str) -> None:
        super().__init__(f"no server answers at {address}")


def content(answer: httpx.Response) -> Any:
    """Return the content of an answer. Raise ``ProblemError`` for a problem."""
    if answer.is_success:
        return answer.json() if answer.content else None
    try:
        fields = answer.json()
    except ValueError:
        fields = {}
    raise ProblemError(answer.status_code, fields if isinstance(fields, dict) else {})


# The stream ---------------------------------------------------------------------------------------

PATIENCE_SECONDS = 1.0
"""How long the client waits before it reconnects."""
FOR_NOW = (
    httpx.codes.TOO_MANY_REQUESTS,
    httpx.codes.BAD_GATEWAY,
    httpx.codes.SERVICE_UNAVAILABLE,
    httpx.codes.GATEWAY_TIMEOUT,
)
"""The statuses of a server that starts or stops, or of a proxy before it: try again."""


class Message(msgspec.Struct, frozen=True):
    """A live message of the server."""

    kind: str
    """``table``, ``pool``, ``account``, ``tournament``, ``promotion``, ``cage``, ``desk``,
    ``alert``, ``floor``, ``ready``, ``hello``, ``reset`` or ``bye``."""
    position: int | None
    """The position in the log; ``None`` for a greeting."""
    data: dict[str, Any]
    """The fields of the message."""


def follow(
    http: httpx.Client,
    *,
    tables: tuple[str, ...] = (),
    words: bool = False,
    views: bool = False,
    after: int | None = None,
) -> Iterator[Message]:
    """Yield what happens on the floor from now on, or after a position in the log, without end.

    A broken connection is resumed where it was: no message is lost or repeated. Raise
    :class:`~croupier.client.ProblemError` once the client may no longer listen.
    """
    command_fields = {"tables": ",".join(tables), "words": words, "views": views}
    while True:
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        try:
            with connect_sse(
                http, "GET", "/api/live", params=command_fields, headers=headers, timeout=60
            ) as source:
                if not source.response.is_success:
                    _raise_problem(source.response)
                for event in source.iter_sse():
                    if not event.data:  # a comment, which says only that the connection is alive
                        continue
                    place = int(event.id) if event.id else None
                    message = Message(event.event, place, json.loads(event.data))
                    if message.kind == "hello" and after is None:
                        after = message.data["position"]
                    after = place or after
                    yield message
        except httpx.TransportError:
            time.sleep(PATIENCE_SECONDS)


def _raise_problem(answer: httpx.Response) -> None:
    """Raise for an answer without a stream: a transport error if it may pass, else the problem."""
    if answer.status_code in FOR_NOW:
        raise httpx.ReadError(f"the server answered {answer.status_code}")
    answer.read()
    content(answer)


# Decoding -----------------------------------------------------------------------------------------


def read_command(fields: dict[str, Any]) -> Command:
    """Return the command of a view's option, in its usual role; the server sets the real one."""
    kind = command_types()[fields["command"]]
    return decode_command(msgspec.json.encode({**fields, "by": kind.usual.value}))


def _prompt_from(fields: dict[str, Any]) -> Prompt:
    shown = msgspec.convert({**fields, "options": ()}, Prompt)
    return msgspec.structs.replace(shown, options=tuple(map(_option_from, fields["options"])))


def _option_from(fields: dict[str, Any]) -> Option:
    shown = msgspec.convert({**fields, "commands": ()}, Option)
    commands = tuple(map(read_command, fields["commands"]))
    return msgspec.structs.replace(shown, commands=commands)


def read_view(fields: dict[str, Any]) -> TableView:
    """Return the view in an answer of the server."""
    prompts = tuple(_prompt_from(one) for one in fields["prompts"])
    shown = msgspec.convert({**fields, "prompts": ()}, TableView)
    return msgspec.structs.replace(shown, prompts=prompts)


def command_fields(command: Command) -> dict[str, Any]:
    """Return the fields of a command to send: without role, time and default values."""
    fields: dict[str, Any] = msgspec.to_builtins(command)
    for field in msgspec.structs.fields(command):
        unsaid = field.name in ("by", "at") or getattr(command, field.name) == field.default
        if unsaid:
            fields.pop(field.encode_name, None)
    return fields
