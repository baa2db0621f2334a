"""Live updates for programs: a stream that goes on by itself where it was broken off."""

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


PATIENCE_SECONDS = 1.0
"""How long the client waits before it connects again."""
FOR_NOW = (
    httpx.codes.TOO_MANY_REQUESTS,
    httpx.codes.BAD_GATEWAY,
    httpx.codes.SERVICE_UNAVAILABLE,
    httpx.codes.GATEWAY_TIMEOUT,
)
"""What a server that starts or stops answers, or a proxy before it: it is asked again."""


class Message(msgspec.Struct, frozen=True):
    """Something that the server has told."""

    kind: str
    """``table``, ``pool``, ``account``, ``tournament``, ``promotion``, ``floor``, ``ready``,
    ``hello``, ``reset`` or ``bye``."""
    position: int | None
    """The place in the log; none for a greeting."""
    data: dict[str, Any]
    """What happened."""


def follow(
    http: httpx.Client,
    *,
    tables: tuple[str, ...] = (),
    words: bool = False,
    views: bool = False,
    after: int | None = None,
) -> Iterator[Message]:
    """What happens on the floor from now on, or after a place in the log; it never ends.

    A connection that breaks off is taken up again where it was: nothing is lost or told twice. Who
    may no longer listen is told so by :class:`~croupier.client.ProblemError`.
    """
    asked = {"tables": ",".join(tables), "words": words, "views": views}
    while True:
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        try:
            with connect_sse(
                http, "GET", "/api/live", params=asked, headers=headers, timeout=60
            ) as source:
                if not source.response.is_success:
                    _see_problem(source.response)
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


def _see_problem(answer: httpx.Response) -> None:
    """Raise why there is no stream: a break in the connection, or a problem that stays."""
    if answer.status_code in FOR_NOW:
        raise httpx.ReadError(f"the server answered {answer.status_code}")
    answer.read()
    content(answer)


def command_from(fields: dict[str, Any]) -> Command:
    """A command of a view's option; the server itself says in which role it is asked."""
    kind = command_types()[fields["command"]]
    return decode_command(msgspec.json.encode({**fields, "by": kind.usual.value}))


def _prompt_from(fields: dict[str, Any]) -> Prompt:
    shown = msgspec.convert({**fields, "options": ()}, Prompt)
    return msgspec.structs.replace(shown, options=tuple(map(_option_from, fields["options"])))


def _option_from(fields: dict[str, Any]) -> Option:
    shown = msgspec.convert({**fields, "commands": ()}, Option)
    commands = tuple(map(command_from, fields["commands"]))
    return msgspec.structs.replace(shown, commands=commands)


def view_from(fields: dict[str, Any]) -> TableView:
    """The view that the server sent."""
    prompts = tuple(_prompt_from(one) for one in fields["prompts"])
    shown = msgspec.convert({**fields, "prompts": ()}, TableView)
    return msgspec.structs.replace(shown, prompts=prompts)


def asked(command: Command) -> dict[str, Any]:
    """A command as one asks for it: without role and time, and without what goes without saying."""
    fields: dict[str, Any] = msgspec.to_builtins(command)
    for field in msgspec.structs.fields(command):
        unsaid = field.name in ("by", "at") or getattr(command, field.name) == field.default
        if unsaid:
            fields.pop(field.encode_name, None)
    return fields
