"""Opening a table on request: a repeated request opens nothing and gets the same answer."""

from functools import partial
from typing import NamedTuple

import msgspec

from croupier.floor.floor import Answer, Floor, NameTakenError
from croupier.floor.movements import pool_name
from croupier.floor.state import UnlawfulTableError, state_after
from croupier.games.engine import evolve
from croupier.games.table.choices import Choices
from croupier.games.table.state import Table
from croupier.house import jackpots
from croupier.house.jackpots import Pool
from croupier.messages import Refused
from croupier.record.envelopes import Cause
from croupier.rulebooks import law_of
from croupier.streams import POOL, TABLE


class TableOpening(msgspec.Struct, frozen=True):
    """A request to open a table."""

    name: str
    game: str
    choices: Choices


class OpenedTable(NamedTuple):
    """A table as it was right after it was opened."""

    table: Table
    pool: Pool | None
    """The jackpot pool that it feeds, as it was then; ``None`` if it feeds none."""


def open_on_request(planned: TableOpening, cause: Cause, floor: Floor) -> OpenedTable | Refused:
    """Open a table on request, once: a repeated request gets the same answer.

    Raise :class:`NameTakenError` if another table has the name.
    """
    answer = floor.once(cause, partial(_open, planned, cause, floor))
    return answer if isinstance(answer, Refused) else _as_opened(planned.name, cause, floor)


def _open(planned: TableOpening, cause: Cause, floor: Floor) -> Answer:
    name = planned.name
    if name in floor.tables:
        raise NameTakenError("table", name)
    cards = floor.cards_of(name)
    try:
        floor.open_table(law_of(planned.game), planned.choices, cards=cards, name=name, cause=cause)
    except UnlawfulTableError as unlawful:
        return unlawful.refused
    return ()


def _as_opened(name: str, cause: Cause, floor: Floor) -> OpenedTable:
    """Return a table as it was when it was opened; from the log if that was before."""
    first = next(iter(floor.pending_appends.read_stream(TABLE.stream(name))), None)
    table = floor.tables[name].table if first is None else evolve(None, first.event)
    pool = pool_name(name, table.choices)
    if first is None:
        return OpenedTable(table, floor.pools.get(pool))
    log = floor.pending_appends.read_stream(POOL.stream(pool))
    return OpenedTable(table, state_after(log, jackpots.evolve, cause.actor, cause.command_id))
