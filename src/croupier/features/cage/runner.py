"""Commands of the cage on a floor: decided on the table as it is, written to a stream beside it.

Those of the cage's desk concern no table.
"""

from functools import partial, reduce
from typing import Any

from msgspec.structs import replace

from croupier.features.cage.rules import desk as desk_rules
from croupier.features.cage.rules.decisions import decide, evolve
from croupier.features.cage.rules.desk import MAIN_DESK, CashDesk
from croupier.features.cage.rules.state import TableCage, at_table
from croupier.floor.floor import Answer, Floor, UnknownTableError
from croupier.floor.state import content_of, state_after
from croupier.messages import Command, Event, Refused
from croupier.record.envelopes import Cause
from croupier.streams import CAGE, DESK, TABLE


def cage_of(floor: Floor, table: str) -> TableCage:
    """Return the float of a table as the cage keeps it; an empty one before the first command."""
    return floor.states_of(CAGE).get(table) or TableCage()


def submit_to_cage(
    floor: Floor,
    table: str,
    command: Command,
    *,
    actor: str,
    command_id: str,
    origin: str = "",
) -> Answer:
    """Submit a command about a table's float. Return the events, or the refusal.

    A refused command changes nothing. The same id from the same actor gets the same answer again.
    Raise ``UnknownTableError`` for a table that is not there.
    """
    if table not in floor.tables:
        raise UnknownTableError(table)
    content = content_of(table, replace(command, at=None))
    # Never before the table's own clock: a fill is not older than the round that called for it.
    cause = Cause(command_id, actor, command.by, floor.time_at(table), content, origin)
    return floor.once(cause, partial(_submit_new, floor, table, command, cause))


def cage_after(floor: Floor, table: str, actor: str, command_id: str) -> TableCage:
    """Return a table's float as a command left it: a repeated command gets the same answer."""
    log = floor.pending_appends.read_stream(CAGE.stream(table))
    then: TableCage | None = state_after(log, _evolve_from_start, actor, command_id)
    return then or cage_of(floor, table)


def _evolve_from_start(cage: Any, event: Event) -> TableCage:
    return evolve(cage or TableCage(), event)


def _submit_new(floor: Floor, table: str, command: Command, cause: Cause) -> Answer:
    """Decide a new command, and write what it leads to."""
    cage = cage_of(floor, table)
    answer = decide(cage, replace(command, at=cause.at), at_table(floor.tables[table].table))
    if isinstance(answer, Refused):
        return answer
    # The write without events checks the table's version: what should be in the rack follows from
    # its books, so another process must not have appended to it meanwhile.
    writes = [floor.write(CAGE.stream(table), answer), floor.write(TABLE.stream(table), ())]
    floor.append(writes, cause)
    floor.states_of(CAGE)[table] = reduce(evolve, answer, cage)
    return answer


# --------------------------------------------------------------------------------------- the desk


def submit_to_desk(
    floor: Floor, command: Command, *, actor: str, command_id: str, origin: str = ""
) -> Answer:
    """Submit a command to the cage's desk. Return the events, or the refusal.

    A refused command changes nothing. The same id from the same actor gets the same answer again.
    """
    content = content_of(DESK.stream(MAIN_DESK), replace(command, at=None))
    cause = Cause(command_id, actor, command.by, floor.time_after(None), content, origin)
    return floor.once(cause, partial(_submit_to_desk, floor, command, cause))


def desk_after(floor: Floor, actor: str, command_id: str) -> CashDesk:
    """Return the desk as a command left it: a repeated command gets the same answer."""
    log = floor.pending_appends.read_stream(DESK.stream(MAIN_DESK))
    then: CashDesk | None = state_after(log, _evolve_desk, actor, command_id)
    return then or floor.states_of(DESK)[MAIN_DESK]


def _evolve_desk(desk: Any, event: Event) -> CashDesk:
    return desk_rules.evolve(desk or CashDesk(), event)


def _submit_to_desk(floor: Floor, command: Command, cause: Cause) -> Answer:
    """Decide a new command, and write what it leads to."""
    desk = floor.states_of(DESK).get(MAIN_DESK) or CashDesk()
    answer = desk_rules.decide(desk, replace(command, at=cause.at))
    if isinstance(answer, Refused):
        return answer
    floor.append([floor.write(DESK.stream(MAIN_DESK), answer)], cause)
    floor.states_of(DESK)[MAIN_DESK] = reduce(desk_rules.evolve, answer, desk)
    return answer
