"""A server for browsers: in this process, on a port and a floor of its own."""

import asyncio
import socket
import threading
import time
from collections.abc import Coroutine
from itertools import count
from pathlib import Path
from typing import Any, TypeVar, cast

import uvicorn
from litestar import Litestar

from croupier.app.application import application
from croupier.app.settings import Settings
from croupier.cards import parse_cards
from croupier.floor.card_sources import CardSource, SoftwareShoe, random_source
from croupier.floor.floor import Floor
from croupier.games.table.choices import Choices, Mode
from croupier.rulebooks import Role, law_of
from croupier.web.auth.accounts import AccountService
from croupier.web.auth.policy import Argon2, Policy
from croupier.web.auth.sign_in import enter
from croupier.web.service.floor_service import FloorService

PASSWORD = "a few words to remember"
CHEAP = Policy(argon2=Argon2(passes=1, kibibytes=64), staff_need_codes=False)
"""Passwords that cost nothing to check, and staff without devices."""

START_SECONDS = 60
"""How long a server may take to start, to stop, or to do something; a loaded machine is slow."""

T = TypeVar("T")
_numbers = count(1)


def free_port() -> int:
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        port: int = ear.getsockname()[1]
        return port


class Server:
    """A server that can be stopped and started again on the same floor."""

    def __init__(self, folder: Path, *, policy: Policy = CHEAP, **settings: Any) -> None:
        self.port, self.policy = free_port(), policy
        self.settings = Settings(
            database=str(folder / "floor.db"), pace=0, port=self.port, **settings
        )
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._app: Litestar = application(self.settings, policy=self.policy)
        config = uvicorn.Config(
            self._app,
            host="127.0.0.1",
            port=self.port,
            log_config=None,
            access_log=False,
            log_level="critical",
            ws="none",
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        deadline = time.monotonic() + START_SECONDS
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            assert time.monotonic() < deadline, "the server did not start in time"
            time.sleep(0.02)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._server.serve())
        self._loop.close()

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(START_SECONDS)
        assert not self._thread.is_alive(), "the server did not stop"

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Have something done in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(START_SECONDS)

    @property
    def service(self) -> FloorService:
        return cast("FloorService", self._app.state.service)

    @property
    def listeners(self) -> int:
        """How many live connections there are."""
        return len(self.service.subscribers)

    def version(self, table: str) -> int:
        """The version that a table has now, whatever a page may still show."""
        return self.service.table(table).version

    def moment(self, table: str) -> object:
        """A value that is another one when the table has moved on, or a player is ready for it."""
        return self.version(table), self.service.read_model.readiness.get(table)

    def opens(
        self, name: str, game: str = "star-blackjack", *, stack: str = "", **choices: Any
    ) -> str:
        """Open a table; a person deals there unless somebody says otherwise.

        ``stack`` is the order of its cards, so that a round takes the course that a test needs.
        """
        order = parse_cards(stack)
        chosen = Choices(**{"mode": Mode.LIVE, "burn": not order, **choices})

        def opened(floor: Floor) -> None:
            cards: CardSource = (
                SoftwareShoe(random_source(1), order) if order else floor.cards_of(name)
            )
            floor.open_table(
                law_of(game), chosen, cards=cards, name=name, stacked=len(order) or None
            )

        self.do(self.service.do(opened))
        return name

    def alone(self, game: str, stack: str = "", **choices: Any) -> str:
        """An automatic table at which nobody has been: nobody else is waited for."""
        name = f"{game}-{next(_numbers)}-alone"
        return self.opens(name, game, stack=stack, mode=Mode.AUTOMATIC, **choices)

    def staff(self, name: str, role: Role) -> None:
        """Enter somebody who works here."""
        accounts = cast("AccountService", self._app.state.people.accounts)
        self.do(enter(accounts, name, PASSWORD, frozenset({role}), origin="127.0.0.1"))
