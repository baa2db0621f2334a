"""The floor of a new server, and play money for new players."""

import os
import socket
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import uuid4

from msgspec.structs import replace

from croupier.app.settings import Settings
from croupier.cards import Device
from croupier.features.tournaments.manager import SERIES, open_sit_and_go
from croupier.floor.floor import HOUSE, Floor
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
"""The jackpot that a new floor's tables of Caribbean Stud share."""


def choices_for_pace(pace: int) -> Choices:
    """Return the house's choices for its own tables; ``pace`` is the milliseconds that a card
    takes."""
    return Choices(
        card_milliseconds=pace,
        wager_seconds=WAGER_SECONDS if pace else 0,
        decision_seconds=DECISION_SECONDS if pace else 0,
    )


def floor_tables(pace: int) -> tuple[TableOpening, ...]:
    """Return the floor of a new server: tables of every game that differ in limits and wagers.

    All are automatic. Two tables of Caribbean Stud share a jackpot; Perth Blackjack is for small
    wagers. ``pace`` is the milliseconds that a card takes; 0 for no time limits. The practice
    table never has any.
    """
    timed = choices_for_pace(pace)
    stud = replace(timed, jackpot=JACKPOT)
    pairs = ("perfect-pairs",)
    special = {
        "blackjack-challenge": _limits(timed, 10, 1_000, side_bets=("any-pairs", *pairs)),
        "canberra-blackjack": _limits(timed, 10, 2_000, soft_17="draw", side_bets=pairs),
        "perth-blackjack": _limits(timed, 1, 200),
        "perth-vegas-blackjack": _limits(timed, 15, 3_000),
        "perth-blackjack-plus": _limits(timed, 5, 500),
        STUD: stud,
    }
    usual = (TableOpening(f"{game}-1", game, special.get(game, timed)) for game in GAMES)
    high = _limits(timed, 25, 10_000, side_bets=(*pairs, "lucky-lucky"), device=Device.SHUFFLER)
    return (
        *usual,
        TableOpening(f"{STUD}-2", STUD, _limits(stud, 25, 5_000)),
        TableOpening(f"{USUAL}-2", USUAL, replace(high, resplit=True)),
        TableOpening(PRACTICE, USUAL, Choices(practice=True)),
    )


def _limits(choices: Choices, minimum: int, maximum: int, **others: Any) -> Choices:
    """Return choices with limits in dollars."""
    return replace(choices, minimum=minimum * 100, maximum=maximum * 100, **others)


async def start_floor(service: FloorService) -> None:
    """Record that this process runs the floor: time limits start again."""
    process = f"{socket.gethostname()}/{os.getpid()}/{uuid4().hex[:8]}"
    started = FloorStarted(VERSION, process)
    cause = Cause(f"start/{process}", HOUSE, Role.GAMING_MANAGER)
    await service.record(lambda log: log.append([StreamWrite(STARTS, ANY, (started,))], cause))


async def open_floor(service: FloorService, settings: Settings, pace: int) -> None:
    """Open tables on a new floor, unless the settings ask for an empty one.

    ``pace`` is the milliseconds that a card takes.
    """
    if settings.empty:
        return
    await service.do(lambda floor: _open_tables(floor, pace))


def _open_tables(floor: Floor, pace: int) -> None:
    if any(TABLE.names(floor.pending_appends.streams())):
        return
    for planned in floor_tables(pace):
        floor.open_table(
            law_of(planned.game),
            planned.choices,
            cards=floor.cards_of(planned.name),
            name=planned.name,
        )
    for series in SERIES:
        open_sit_and_go(floor, series=series, number=1)


class PlayMoneyGrants:
    """Grants play money to each new player once."""

    def __init__(self, service: FloorService, amount: Callable[[], Cents]) -> None:
        self._service, self._amount = service, amount

    def on_events(self, envelopes: Sequence[Envelope]) -> None:
        """Grant play money to players who have just registered."""
        for envelope in envelopes:
            event = envelope.event
            if isinstance(event, PersonRegistered) and Role.PLAYER in event.roles:
                self._give(event.person)

    def begin(self, players: Iterable[str]) -> None:
        """Grant play money to players whose grant was lost when a process died."""
        for player in players:
            self._give(player)

    def _give(self, player: str) -> None:
        amount = self._amount()
        if amount and player not in self._service.read_model.accounts:
            self._service.submit(partial(_grant, player, amount))


def _grant(player: str, amount: Cents, floor: Floor) -> None:
    floor.grant(player, amount)
