"""A WebSocket for shoes and bots: commands and their answers, and what happens meanwhile.

In comes ``{"id": "7", "table": "1", "command": {"command": "card", "card": "8H"}}``; the id is the
command's, so that the same again is not carried out twice. Out goes ``{"id": "7", "answer": ...}``
or ``{"id": "7", "problem": ...}``. ``{"follow": ["1"]}`` has what happens there told as well.
"""

import asyncio
import contextlib
from typing import Annotated, Any

import msgspec
import structlog
from litestar import Router, WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from croupier.display.viewers import Viewer
from croupier.record.codec import encode
from croupier.web.api.problems import FAULT, problem_of_error
from croupier.web.api.table_commands import answer_to
from croupier.web.hall.askers import viewer_for
from croupier.web.hall.hall import Hall
from croupier.web.hall.wire_commands import BadRequestError, read
from croupier.web.live.audience import CrowdedError, Feed
from croupier.web.live.moments import Wishes
from croupier.web.people.permissions import permitted, require_permission
from croupier.web.people.principal import Principal

LOG = structlog.get_logger("croupier.sockets")
LONGEST = 16_000
"""How many characters a message may have."""
SILENCE_SECONDS = 30.0
CLOSED, REJECTED, TOO_LONG, LATER = 1001, 1008, 1009, 1013
"""Why a connection is closed, in the numbers of RFC 6455 and its registry."""

Socket = WebSocket[Principal, Any, State]


class Incoming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message from a program."""

    id: Annotated[str, msgspec.Meta(max_length=100)] = ""
    """The command's id; the answer has it too."""
    table: Annotated[str, msgspec.Meta(max_length=100)] = ""
    """At which table."""
    command: msgspec.Raw = msgspec.Raw(b"")
    """The command, without role and time; left out where none is asked for."""
    follow: Annotated[tuple[str, ...], msgspec.Meta(max_length=50)] | None = None
    """The tables that are to be followed from now on; left out where nothing changes."""


_incoming = msgspec.json.Decoder(Incoming)


class Conversation:
    """One program's connection."""

    def __init__(self, socket: Socket, hall: Hall) -> None:
        self._socket, self._hall = socket, hall
        self._principal = socket.user
        self._count = socket.app.state.people.gatekeeper.count
        self._feed: Feed | None = None
        self._telling: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Answer until the other side leaves, or is asked to."""
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
                    self._hall.shown(name)
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
        command = read(bytes(asked.command))
        told = await answer_to(self._hall, self._principal, asked.table, command, asked.id)
        name = "problem" if hasattr(told, "status") else "answer"
        await self._send({"id": asked.id, name: told})

    def _follow(self, tables: tuple[str, ...]) -> None:
        """Have what happens at some tables told, in place of others."""
        self._stop()
        wishes = Wishes(frozenset(tables))
        self._feed = self._hall.audience.join(self._principal, self._viewer_at, wishes)
        self._telling = asyncio.create_task(self._tell(self._feed))

    def _viewer_at(self, name: str) -> Viewer:
        shown = self._hall.showcase.tables.get(name)
        if shown is None:
            return viewer_for(self._principal)
        return viewer_for(self._principal, shown.table.choices.mode)

    async def _tell(self, feed: Feed) -> None:
        while not feed.closed:
            for moment in await feed.next(SILENCE_SECONDS, together=1):
                data = msgspec.Raw(feed.told(moment))
                told = {"live": moment.kind, "position": moment.position, "data": data}
                await self._send(told)
        if feed is self._feed:
            with contextlib.suppress(RuntimeError):
                await self._socket.close(CLOSED, "nothing more will come")

    def _stop(self) -> None:
        feed, self._feed = self._feed, None
        if feed is not None:
            self._hall.audience.leave(feed)

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
    """Answer a program that keeps one connection for all that it asks."""
    hall: Hall = socket.app.state.hall
    if not any(permitted(socket.user, action) for action in ("table.follow", "table.shoe")):
        await socket.close(REJECTED, "sign in first, or show a token")
        return
    await socket.accept()
    try:
        await Conversation(socket, hall).run()
    except CrowdedError as error:
        await socket.close(LATER, str(error))


ROUTER = Router("/", route_handlers=[converse])
