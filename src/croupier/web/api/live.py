"""Live updates in the API: Server-Sent Events, and WebSockets that also take commands."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
import structlog
from litestar import Router, WebSocket, get, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromQuery, HeaderParameter, QueryParameter
from litestar.response import Stream

from croupier.display.viewers import Viewer
from croupier.record.codec import encode
from croupier.web.api.tables import answer_to
from croupier.web.auth.permissions import Principal, is_permitted, require_permission
from croupier.web.http.guards import PrincipalRequest, require, service_of
from croupier.web.live.subscribers import CrowdedError, Subscriber
from croupier.web.live.updates import Subscription, Update, updates_between
from croupier.web.problems import FAULT, ProblemError, problem_of_error
from croupier.web.service.floor_service import FloorService
from croupier.web.service.messages import BadRequestError, read_command
from croupier.web.service.submit import viewer_for

LOG = structlog.get_logger("croupier.sockets")
LONGEST = 16_000
"""The longest message, in characters."""
SILENCE_SECONDS = 30.0
CLOSED, REJECTED, TOO_LONG, LATER = 1001, 1008, 1009, 1013
"""Why a connection is closed: the codes of RFC 6455 and its registry."""

Socket = WebSocket[Principal, Any, State]


class Incoming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message from a program."""

    id: Annotated[str, msgspec.Meta(max_length=100)] = ""
    """The command's id, repeated in the answer."""
    table: Annotated[str, msgspec.Meta(max_length=100)] = ""
    """The name of the table."""
    command: msgspec.Raw = msgspec.Raw(b"")
    """The command, without role and time; left out if none is submitted."""
    follow: Annotated[tuple[str, ...], msgspec.Meta(max_length=50)] | None = None
    """The tables to follow from now on; left out to change nothing."""


_incoming = msgspec.json.Decoder(Incoming)


class Conversation:
    """One program's WebSocket."""

    def __init__(self, socket: Socket, service: FloorService) -> None:
        self._socket, self._service = socket, service
        self._principal = socket.user
        self._count = socket.app.state.people.authenticator.count
        self._subscriber: Subscriber | None = None
        self._telling: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Answer until the program leaves or the server closes the connection."""
        self._follow(())
        try:
            while True:
                text = await self._socket.receive_text()
                if len(text) > LONGEST:
                    await self._socket.close(
                        TOO_LONG, f"a message has {LONGEST} characters at most"
                    )
                    return
                await self._answer(text)
        except WebSocketDisconnect:
            return
        finally:
            self._stop()

    async def _answer(self, text: str) -> None:
        asked = Incoming()
        try:
            await self._count(self._principal)
            asked = _read(text)
            if asked.follow is not None:
                require_permission(self._principal, "table.follow")
                for name in asked.follow:
                    self._service.table(name)
                self._follow(asked.follow)
            if bytes(asked.command):
                await self._carry_out(asked)
            elif asked.follow is None:
                raise BadRequestError("a message has a command, or tables to follow")
        except WebSocketDisconnect:
            raise
        except Exception as error:
            problem = problem_of_error(error)
            if problem.status >= FAULT[0]:
                LOG.warning("not answered", code=problem.code, exc_info=error)
            await self._send({"id": asked.id, "problem": problem})

    async def _carry_out(self, asked: Incoming) -> None:
        if not asked.id:
            raise BadRequestError("a command needs an id, so that it is carried out only once")
        command = read_command(bytes(asked.command))
        told = await answer_to(self._service, self._principal, asked.table, command, asked.id)
        name = "problem" if hasattr(told, "status") else "answer"
        await self._send({"id": asked.id, name: told})

    def _follow(self, tables: tuple[str, ...]) -> None:
        """Subscribe to some tables in place of the ones before."""
        self._stop()
        subscription = Subscription(frozenset(tables))
        self._subscriber = self._service.subscribers.join(
            self._principal, self._viewer_at, subscription
        )
        self._telling = asyncio.create_task(self._tell(self._subscriber))

    def _viewer_at(self, name: str) -> Viewer:
        shown = self._service.read_model.tables.get(name)
        if shown is None:
            return viewer_for(self._principal)
        return viewer_for(self._principal, shown.table.choices.mode)

    async def _tell(self, subscriber: Subscriber) -> None:
        while not subscriber.closed:
            for update in await subscriber.next(SILENCE_SECONDS, together=1):
                data = msgspec.Raw(subscriber.encode(update))
                told = {"live": update.kind, "position": update.position, "data": data}
                await self._send(told)
        if subscriber is self._subscriber:
            with contextlib.suppress(RuntimeError):
                await self._socket.close(CLOSED, "nothing more will come")

    def _stop(self) -> None:
        subscriber, self._subscriber = self._subscriber, None
        if subscriber is not None:
            self._service.subscribers.leave(subscriber)

    async def _send(self, told: dict[str, Any]) -> None:
        await self._socket.send_text(encode(told).decode())


def _read(text: str) -> Incoming:
    if not text:
        raise BadRequestError("a message is text in JSON; this one is empty, or binary")
    try:
        return _incoming.decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadRequestError(f"this is not a valid message: {error}") from None


@websocket("/api/socket")
async def converse(socket: Socket) -> None:
    """Answer a program that keeps one connection for all its commands and updates."""
    service: FloorService = socket.app.state.service
    if not any(is_permitted(socket.user, action) for action in ("table.follow", "table.shoe")):
        await socket.close(REJECTED, "sign in first, or show a token")
        return
    await socket.accept()
    try:
        await Conversation(socket, service).run()
    except CrowdedError as error:
        await socket.close(LATER, str(error))


SOCKETS_ROUTER = Router("/", route_handlers=[converse])


# Server-Sent Events -------------------------------------------------------------------------------

HEARTBEAT_SECONDS = 15.0
"""How long a connection may be silent before a comment keeps it alive."""
LONGEST_GAP = 20_000
"""The most missed events that are sent one by one; after more, the client has to reload."""


def message(kind: str, data: bytes, position: int | None = None) -> bytes:
    """Return a message in the form of Server-Sent Events."""
    place = "" if position is None else f"id: {position}\n"
    return f"event: {kind}\n{place}".encode() + b"data: " + data + b"\n\n"


def _message_for(subscriber: Subscriber, update: Update) -> bytes:
    """Return what a subscriber may see of an update, as a message."""
    return message(update.kind, subscriber.encode(update), update.position)


async def server_sent(service: FloorService, subscriber: Subscriber) -> AsyncIterator[bytes]:
    """Yield all messages of a connection, from its greeting to its farewell.

    The greeting names the position where the stream begins: a client that is cut off before the
    next message loses nothing.
    """
    try:
        yield message("hello", encode({"position": subscriber.start}), subscriber.start)
        if subscriber.missed is not None:
            async for told in _missed_messages(service, subscriber, *subscriber.missed):
                yield told
        while not subscriber.closed:
            if news := await subscriber.next(HEARTBEAT_SECONDS):
                yield b"".join(_message_for(subscriber, update) for update in news)
            elif not subscriber.closed:
                yield b": still here\n\n"
        yield message("bye", b"{}")
    finally:
        service.subscribers.leave(subscriber)


async def _missed_messages(
    service: FloorService, subscriber: Subscriber, after: int, until: int
) -> AsyncIterator[bytes]:
    """Yield what a subscriber missed, from the store; after too long an absence the message to
    reload."""
    if until - after > LONGEST_GAP:
        yield message("reset", encode({"position": until}), until)
        return
    names = service.read_model.names
    for update in await service.read(lambda store: updates_between(store, after, until, names)):
        if update.is_for(subscriber.principal, subscriber.subscription):
            yield _message_for(subscriber, update)


HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""No proxy may hold messages back."""
Named = Annotated[str, QueryParameter(description="Tables, separated by commas; all by default.")]
After = Annotated[str, QueryParameter(description="The same as Last-Event-ID, in the address.")]
LastPlace = Annotated[
    str,
    HeaderParameter(name="Last-Event-ID", description="The position of the last message read."),
]
DIGITS = 16
"""More digits than any log has events."""


async def place_in_log(given: str, service: FloorService) -> int | None:
    """Return the position that a connection continues from; ``None`` if it begins now.

    Another process may have sent more than this one knows yet.
    """
    if not given:
        return None
    place = int(given) if given.isascii() and given.isdigit() and len(given) < DIGITS else None
    if place is not None and place > service.read_model.position:
        await service.catch_up()
    if place is None or place > service.read_model.position:
        raise ProblemError(400, "live/unknown-place", "Last-Event-ID is not a position in this log")
    return place


@get("/api/live", media_type="text/event-stream")
async def follow_floor(
    request: PrincipalRequest,
    tables: Named = "",
    after: After = "",
    last_event_id: LastPlace = "",
    words: FromQuery[bool] = False,
    views: FromQuery[bool] = False,
) -> Stream:
    """Follow the floor by Server-Sent Events, as far as you may see it.

    The id of each message is a position in the log. With Last-Event-ID the messages after it
    follow: none is lost and none comes twice. `words` adds sentences, `views` the new view of each
    table.
    """
    require(request, "table.follow")
    service = service_of(request)
    named = frozenset(name for name in tables.split(",") if name)
    for name in named:
        service.table(name)
    place = await place_in_log(last_event_id or after, service)
    principal = request.user

    def viewer_at(name: str) -> Viewer:
        shown = service.read_model.tables.get(name)
        return (
            viewer_for(principal)
            if shown is None
            else viewer_for(principal, shown.table.choices.mode)
        )

    subscription = Subscription(named or None, words, views)
    subscriber = service.subscribers.join(principal, viewer_at, subscription, place)
    return Stream(
        server_sent(service, subscriber),
        media_type="text/event-stream; charset=utf-8",
        headers=HEADERS,
    )


ROUTER = Router("/", route_handlers=[follow_floor])
