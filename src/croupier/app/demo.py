"""Opening tables: the demo floor of a new server, and what somebody asks for."""

import os
import socket
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import partial
from uuid import uuid4

from msgspec.structs import replace

from croupier.app.settings import Settings
from croupier.features.tournaments.manager import open_sit_and_go
from croupier.floor.floor import HOUSE, RunningFloor
from croupier.floor.opening import TableOpening
from croupier.floor.timers import DECISION_SECONDS, WAGER_SECONDS
from croupier.games.table.choices import Choices, JackpotTerms
from croupier.house.gaming_days import FloorStarted
from croupier.house.people import PersonRegistered
from croupier.kit import VERSION
from croupier.money import Cents
from croupier.record.envelopes import Cause, Envelope
from croupier.record.journal import ANY, StreamWrite
from croupier.rulebooks import GAMES, Role, law_of
from croupier.streams import STARTS, TABLE
from croupier.web.service.floor_service import FloorService

STUD, USUAL, PRACTICE = "caribbean-stud", "star-blackjack", "practice"
JACKPOT = JackpotTerms(
    name="grand", wager=5_00, pool=30_000_00, increment=Decimal("0.7"), seed=10_000_00
)
"""The jackpot that the demo floor's tables of Caribbean Stud share."""


def timed_choices(pace: int) -> Choices:
    """What the house chooses for its own tables, by how many milliseconds a card takes."""
    return Choices(
        card_milliseconds=pace,
        wager_seconds=WAGER_SECONDS if pace else 0,
        decision_seconds=DECISION_SECONDS if pace else 0,
    )


def demo_tables(pace: int) -> tuple[TableOpening, ...]:
    """One automatic table of each game, of Caribbean Stud two, which share a jackpot; and one to
    practise at, where nobody is hurried.

    ``pace`` is how many milliseconds a card takes; without it nobody is hurried either.
    """
    timed = timed_choices(pace)
    linked = replace(timed, jackpot=JACKPOT)
    found = [TableOpening(f"{game}-1", game, linked if game == STUD else timed) for game in GAMES]
    practice = TableOpening(PRACTICE, USUAL, Choices(practice=True))
    return (*found, TableOpening(f"{STUD}-2", STUD, linked), practice)


async def start_floor(service: FloorService) -> None:
    """Write down that this process runs the floor: time limits begin anew."""
    process = f"{socket.gethostname()}/{os.getpid()}/{uuid4().hex[:8]}"
    started = FloorStarted(VERSION, process)
    cause = Cause(f"start/{process}", HOUSE, Role.GAMING_MANAGER)
    await service.record(lambda log: log.append([StreamWrite(STARTS, ANY, (started,))], cause))


async def open_floor(service: FloorService, settings: Settings) -> None:
    """Open the demo floor, where there is nothing yet and nobody asked for an empty one."""
    if settings.empty:
        return
    pace = round(settings.pace * 1000)
    await service.do(lambda floor: _opened(floor, pace))


def _opened(floor: RunningFloor, pace: int) -> None:
    if any(TABLE.names(floor.pending.streams())):
        return
    for planned in demo_tables(pace):
        floor.open_table(
            law_of(planned.game),
            planned.choices,
            cards=floor.cards_of(planned.name),
            name=planned.name,
        )
    open_sit_and_go(floor, 1)


class PlayMoneyGrants:
    """Watches for new players."""

    def __init__(self, service: FloorService, amount: Cents) -> None:
        self._service, self._amount = service, amount

    def see(self, envelopes: Sequence[Envelope]) -> None:
        """Give those play money who have just come; who has had it gets no more."""
        for envelope in envelopes:
            event = envelope.event
            if isinstance(event, PersonRegistered) and Role.PLAYER in event.roles:
                self._give(event.person)

    def begin(self, players: Iterable[str]) -> None:
        """Give those play money who came before, and were forgotten when a process died."""
        for player in players:
            self._give(player)

    def _give(self, player: str) -> None:
        if self._amount and player not in self._service.read_model.accounts:
            self._service.submit(partial(_granted, player, self._amount))


def _granted(player: str, amount: Cents, floor: RunningFloor) -> None:
    floor.grant(player, amount)
