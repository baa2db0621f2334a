"""The demo floor: what a new server opens, so that somebody can sit down at once."""

from decimal import Decimal

import msgspec

from croupier.record.envelopes import TABLES
from croupier.rulebooks import GAMES, law_of
from croupier.table.choices import Choices, JackpotTerms
from croupier.web.hall.hall import Hall
from croupier.web.hall.running_floor import RunningFloor
from croupier.web.settings import Settings

STUD = "caribbean-stud"
JACKPOT = JackpotTerms(
    name="grand", wager=5_00, pool=30_000_00, increment=Decimal("0.7"), seed=10_000_00
)
"""The jackpot that the demo floor's tables of Caribbean Stud share."""


class PlannedTable(msgspec.Struct, frozen=True):
    """A table to be opened."""

    name: str
    """What it is called."""
    game: str
    """The game."""
    choices: Choices
    """What the operator chooses."""


def demo_tables() -> tuple[PlannedTable, ...]:
    """One automatic table of each game; of Caribbean Stud two, which share a jackpot."""
    found = []
    for game in GAMES:
        jackpot = JACKPOT if game == STUD else None
        found.append(PlannedTable(f"{game}-1", game, Choices(jackpot=jackpot)))
    found.append(PlannedTable(f"{STUD}-2", STUD, Choices(jackpot=JACKPOT)))
    return tuple(found)


async def open_floor(hall: Hall, settings: Settings) -> None:
    """Open the demo floor, where there is nothing yet and nobody asked for an empty one."""
    if settings.empty:
        return
    await hall.do(_opened)


def _opened(floor: RunningFloor) -> None:
    if any(stream.startswith(f"{TABLES}/") for stream in floor.pending.streams()):
        return
    for planned in demo_tables():
        floor.open_table(
            law_of(planned.game),
            planned.choices,
            cards=floor.cards_of(planned.name),
            name=planned.name,
        )
