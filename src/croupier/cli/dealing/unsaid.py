"""What goes without saying in a typed line: the player of a box, the box of a player, the call."""

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from croupier.blackjack.commands import Decision
from croupier.blackjack.decisions import AnswerDue, DecisionDue
from croupier.rulebooks import TableLaw
from croupier.stud.commands import Fold, PlaceBet
from croupier.stud.due import BetDue
from croupier.table.commands import Command
from croupier.table.due import Choice, Due
from croupier.table.state import MAIN, Stake, Table

Meant = TypeVar("Meant")


class Moment(msgspec.Struct, frozen=True):
    """All by which a typed line is understood."""

    law: TableLaw
    """The law of the table."""
    due: tuple[Due, ...] = ()
    """What is due, the most pressing first; empty where nobody here knows."""
    table: Table | None = None
    """The table; none where it is somewhere else, and everything has to be said."""
    last: tuple[Stake, ...] = ()
    """The wagers of the round before; empty before the first."""


def fill_in(moment: Moment, kind: type[Command], given: dict[str, Any]) -> None:
    """Add what only one thing can be meant by: whose turn it is, whose box, the initial wager."""
    names = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    first = moment.due[0] if moment.due else None
    if isinstance(first, DecisionDue | AnswerDue) and is_call(kind, first.choices):
        given.setdefault("box", first.box)
    unsaid = not given.keys() & {"player", "box"}
    if isinstance(first, BetDue) and kind in (PlaceBet, Fold) and unsaid:
        given |= {"player": first.player, "box": first.box}
    if "on" in names and names["on"].default == MAIN:
        given.setdefault("on", moment.law.initial)
    for name, other, one_of in (("box", "player", box_of), ("player", "box", player_at)):
        needed = name in names and names[name].required and name not in given
        if needed and other in given and (found := one_of(moment, given[other])) is not None:
            given[name] = found


def is_call(kind: type[Command], choices: tuple[Choice, ...]) -> bool:
    """Whether a command is something that a player calls for a box."""
    name = kind.__struct_config__.tag
    return issubclass(kind, Decision) or any(choice.call == name for choice in choices)


def box_of(moment: Moment, player: str) -> int | None:
    """The only box that can be meant for a player; none where there are several, or none at all."""
    return _only(box for who, box in _places(moment) if who == player)


def player_at(moment: Moment, box: int) -> str | None:
    """The only player who can be meant at a box; none where there are several, or none at all."""
    return _only(who for who, at in _places(moment) if at == box)


def _places(moment: Moment) -> set[tuple[str, int]]:
    """Who plays where: in the round under way; else by seats, wagers that lie, and those before."""
    table = moment.table
    if table is None:
        return set()
    if table.round is not None:
        return {(stake.player, stake.box) for stake in table.round.stakes}
    seats = {(one.name, one.seat) for one in table.players.values() if one.seat is not None}
    return seats | {(stake.player, stake.box) for stake in (*table.wagers, *moment.last)}


def _only(found: Iterable[Meant]) -> Meant | None:
    """The one thing of several; none where they differ, or there is none."""
    different = set(found)
    return different.pop() if len(different) == 1 else None
