"""A live table for programs: one JSON command per line in, one JSON answer per line out."""

import re
from typing import Any, TextIO

import msgspec
from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.floor.command_text import MONEY
from croupier.games.table.due import Due, WagersDue
from croupier.messages import Refused
from croupier.terminal.dealer.lines import require_plausible_times
from croupier.terminal.dealer.live_table import CommandOutcome, LiveTable
from croupier.terminal.player.typed import quote

ASK_WHAT_IS_DUE = {"do": "due"}
"""The line of a program that only asks what is due."""
UNREADABLE = "line/unreadable"
AMOUNT = re.compile(r"-?[0-9]{1,11}(\.[0-9]{1,2})?")


class BadLineError(CroupierError):
    """A line is not a command."""


def serve(live: LiveTable, source: TextIO, target: TextIO) -> None:
    """Answer every line that is not blank, until the end of the input."""
    try:
        for line in iter(source.readline, ""):
            if line.strip():
                target.write(msgspec.json.encode(answer(live, line)).decode() + "\n")
                target.flush()
    except KeyboardInterrupt:
        return


def answer(live: LiveTable, line: str) -> dict[str, Any]:
    """Return the events and announcements of a line, or its refusal, and what is due now."""
    try:
        outcome = carry_out(live, read_json_line(line))
    except CroupierError as error:
        refused = {"code": UNREADABLE, "clause": "", "why": str(error), "also": ()}
        return {"refused": refused, "due": due_for_programs(live)}
    if isinstance(outcome, Refused):
        return {"refused": outcome, "due": due_for_programs(live)}
    return {"events": outcome.events, "announce": outcome.said, "due": due_for_programs(live)}


def due_for_programs(live: LiveTable) -> tuple[Due, ...]:
    """Return what is due, with the values of the law filled into the texts of signs."""
    return tuple(
        replace(one, signs=tuple(replace(sign, text=live.law.text_of(sign)) for sign in one.signs))
        if isinstance(one, WagersDue)
        else one
        for one in live.due
    )


def carry_out(live: LiveTable, data: dict[str, Any]) -> CommandOutcome | Refused:
    """Submit a command; a request for what is due changes nothing."""
    if data == ASK_WHAT_IS_DUE:
        return CommandOutcome((), (), ())
    return live.do(require_plausible_times(live.command(data)))


def read_json_line(line: str) -> dict[str, Any]:
    """Return the fields of a command. Raise if one is malformed; amounts are checked too."""
    try:
        data = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadLineError(f"{quote(line.strip())} is not JSON") from None
    if not isinstance(data, dict):
        raise BadLineError('a command is an object, such as {"do": "card", "card": "4S"}')
    for key in MONEY:
        if key in data and data[key] is not None and not AMOUNT.fullmatch(str(data[key])):
            raise BadLineError(f"{key} is an amount in dollars, such as 25 or 7.50")
    for key, value in data.items():
        if not all(one.isprintable() for one in texts_in(value)):
            raise BadLineError(f"{key} has control characters; write plain text")
    return {key: value for key, value in data.items() if value is not None}


def texts_in(value: object) -> list[str]:
    """Return the texts of a field that holds one value or a list."""
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]
