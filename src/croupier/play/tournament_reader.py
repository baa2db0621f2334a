"""Commands of a tournament as people write them, with amounts in dollars."""

from datetime import datetime
from functools import cache
from typing import Any

import msgspec

from croupier.floor.tournaments.commands import Disqualify, NotifyOf
from croupier.floor.tournaments.state import Tournament
from croupier.money import NotAnAmountError, dollars
from croupier.play.reader import BadCommandError, NotATimeError, command_types, to_command, to_time
from croupier.record.codec import TOURNAMENT_COMMANDS
from croupier.rulebooks import BlackjackLaw, Role
from croupier.rulebooks.tournament_law import TournamentLaw
from croupier.shapes import ShapeError, did_you_mean, in_shape
from croupier.table.commands import Command, Notify
from croupier.table.irregular_commands import DecideDispute

TIMES = ("at", "starts")
"""The fields of a tournament's commands that are times."""
NOTIFY = str(Notify.__struct_config__.tag)
DECIDE = str(DecideDispute.__struct_config__.tag)


@cache
def tournament_command_types() -> dict[str, type[Command]]:
    """Every command of a tournament by its wire name."""
    return {str(kind.__struct_config__.tag): kind for kind in TOURNAMENT_COMMANDS}


def read_step(
    law: BlackjackLaw, tournament: Tournament, step: dict[str, Any]
) -> tuple[Command, int | None]:
    """A step of a tournament, and the table that it names; none where it names none."""
    rules = law.tournaments
    assert rules is not None
    do = step.get("do")
    kind = tournament_command_types().get(do) if isinstance(do, str) else None
    if do == NOTIFY and step.get("whom") != Role.REGULATOR.value:
        kind = None
    table = step.get("table")
    if table is not None and (type(table) is not int or table < 1):
        raise BadCommandError(f"{do}: table {table!r} is not a number from 1")
    if kind is None:
        return _table_command(rules, tournament, step), table
    return _tournament_command(rules, kind, step), table


def _tournament_command(rules: TournamentLaw, kind: type[Command], step: dict[str, Any]) -> Command:
    do = step["do"]
    fields = {key: value for key, value in step.items() if key != "do"}
    if "table" not in {field.encode_name for field in msgspec.structs.fields(kind)}:
        fields.pop("table", None)
    usual = rules.seats.disqualified_by.value if kind is Disqualify else kind.usual
    fields.setdefault("by", usual.value)
    if kind is NotifyOf:
        fields.setdefault("about", "conditions")
    try:
        if "amount" in fields:
            fields["amount"] = dollars(fields["amount"])
        if isinstance(fields.get("missing"), list):
            fields["missing"] = [_missing(one) for one in fields["missing"]]
        for key in TIMES:
            if fields.get(key) is not None:
                fields[key] = to_time(fields[key])
        return in_shape({"command": do, **fields}, kind, keep=(datetime,))
    except (NotAnAmountError, NotATimeError, ShapeError) as error:
        raise BadCommandError(f"{do}: {error}") from None


def _missing(one: Any) -> Any:
    if isinstance(one, dict) and "denomination" in one:
        return {**one, "denomination": dollars(one["denomination"])}
    return one


def _table_command(rules: TournamentLaw, tournament: Tournament, step: dict[str, Any]) -> Command:
    """A command of a table; its box is the player's where it names none."""
    fields = {key: value for key, value in step.items() if key != "table"}
    do = fields.get("do")
    kind = command_types().get(do) if isinstance(do, str) else None
    if kind is None:
        if do is None:
            raise BadCommandError('do is missing; it says what happens, as in do = "deal"')
        meant = did_you_mean(str(do), {*command_types(), *tournament_command_types()})
        raise BadCommandError(f"there is no step {do!r}{meant}")
    if do == DECIDE and rules.disputes is not None:
        fields.setdefault("by", rules.disputes.value.value)
    named = {field.encode_name for field in msgspec.structs.fields(kind)}
    player = fields.get("player")
    if "box" in named and "box" not in fields and isinstance(player, str):
        seat = tournament.seat_of(player)
        fields["box"] = 1 if seat is None else seat.box
    return to_command(fields)
