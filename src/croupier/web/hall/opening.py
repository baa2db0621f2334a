"""The demo floor: what a new server opens, so that somebody can sit down at once."""

import os
import socket
from decimal import Decimal
from uuid import uuid4

import msgspec
from msgspec.structs import replace

from croupier.play.house import HOUSE
from croupier.record.envelopes import STARTS, TABLES, Cause
from croupier.record.gaming_days import FloorStarted
from croupier.record.journal import ANY, StreamWrite
from croupier.rulebooks import GAMES, Role, law_of
from croupier.table.choices import Choices, JackpotTerms
from croupier.version import VERSION
from croupier.web.hall.hall import Hall
from croupier.web.hall.running_floor import RunningFloor
from croupier.web.hall.steward import open_sit_and_go
from croupier.web.hall.time_limits import DECISION_SECONDS, WAGER_SECONDS
from croupier.web.settings import Settings

STUD, USUAL, PRACTICE = "caribbean-stud", "star-blackjack", "practice"
JACKPOT = JackpotTerms(
    name="grand", wager=5_00, pool=30_000_00, increment=Decimal("0.7"), seed=10_000_00
)
"""The jackpot that the demo floor's tables of Caribbean Stud share."""


class TableOpening(msgspec.Struct, frozen=True):
    """A table to be opened."""

    name: str
    """What it is called."""
    game: str
    """The game."""
    choices: Choices
    """What the operator chooses."""


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


async def start_floor(hall: Hall) -> None:
    """Write down that this process runs the floor: time limits begin anew."""
    process = f"{socket.gethostname()}/{os.getpid()}/{uuid4().hex[:8]}"
    started = FloorStarted(VERSION, process)
    cause = Cause(f"start/{process}", HOUSE, Role.GAMING_MANAGER)
    await hall.record(lambda log: log.append([StreamWrite(STARTS, ANY, (started,))], cause))


async def open_floor(hall: Hall, settings: Settings) -> None:
    """Open the demo floor, where there is nothing yet and nobody asked for an empty one."""
    if settings.empty:
        return
    pace = round(settings.pace * 1000)
    await hall.do(lambda floor: _opened(floor, pace))


def _opened(floor: RunningFloor, pace: int) -> None:
    if any(stream.startswith(f"{TABLES}/") for stream in floor.pending.streams()):
        return
    for planned in demo_tables(pace):
        floor.open_table(
            law_of(planned.game),
            planned.choices,
            cards=floor.cards_of(planned.name),
            name=planned.name,
        )
    open_sit_and_go(floor, 1)
