"""Conditions as people write them: in a TOML file, with amounts in dollars."""

import re
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum
from typing import Any, get_type_hints

import msgspec
from msgspec.structs import replace

from croupier.errors import CroupierError
from croupier.floor.tournaments.condition_checks import slips
from croupier.floor.tournaments.conditions import (
    MOST_BOXES,
    NAMES,
    TIES,
    USUAL_WITHDRAWAL,
    Conditions,
    PlannedBreak,
    SessionPlan,
)
from croupier.money import NotAnAmountError, dollars
from croupier.rulebooks import TableLaw
from croupier.shapes import ShapeError, did_you_mean, in_shape
from croupier.table.choices import Level

MONEY = (
    "entry-fee", "commission", "chips", "buy-in", "minimum", "maximum", "unit", "buy-back-price",
    "added", "guarantee",
)  # fmt: skip
"""The conditions that are dollars."""
TIMES = ("withdraw-until", "starts")
SHARES = ("prizes", "points")
"""Those that are lists of numbers."""
GROUPS: dict[str, type[msgspec.Struct]] = {
    "levels": Level,
    "breaks": PlannedBreak,
    "sessions": SessionPlan,
}
"""Those that are lists of groups."""


class BadConditionsError(CroupierError):
    """Conditions that cannot be read, or that nobody can intend."""

    status, code = 400, "request/not-understood"

    def __init__(self, key: str, why: str, line: int | None = None) -> None:
        where = "" if line is None else f", line {line}"
        super().__init__(f"condition {key!r}{where}: {why}")
        self.key = key
        self.why = why


def read_conditions(
    law: TableLaw, data: dict[str, Any], *, text: str = "", boxes: int = MOST_BOXES
) -> Conditions:
    """Conditions from a table of a TOML file; ``text`` is the file, to name the line of a slip.

    The law is one that has tournaments.
    """
    assert law.tournaments is not None
    try:
        conditions = _converted(data)
        for key, why in slips(conditions, boxes=boxes):
            raise BadConditionsError(key, why)
    except BadConditionsError as error:
        line = line_of(text, error.key)
        raise BadConditionsError(error.key, error.why, line) from None
    free = law.tournaments.pool.free_withdrawal is not None
    if free and conditions.withdraw_until is None:
        usual = min(USUAL_WITHDRAWAL, conditions.starts)
        conditions = replace(conditions, withdraw_until=usual)
    return conditions


def line_of(text: str, key: str, within: str = "conditions") -> int | None:
    """The line on which a key stands in a part of a file, counted from 1; the top has no name."""
    named = rf"|^\s*\[+\s*{within}\.{re.escape(key)}\b" if within else rf"|^\s*\[+\s*{key}\b"
    pattern = re.compile(rf"""^\s*["']?{re.escape(key)}["']?\s*={named}""")
    inside = not within
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("["):
            inside = within in line
        if inside and pattern.match(line):
            return number
    return None


def _converted(data: dict[str, Any]) -> Conditions:
    fields: dict[str, Any] = {}
    for key, given in data.items():
        if key not in NAMES:
            raise BadConditionsError(key, f"there is no such condition{did_you_mean(key, NAMES)}")
        fields[key] = _value(key, given)
    return msgspec.convert(fields, Conditions, builtin_types=(datetime, Decimal))


def _value(key: str, given: Any) -> Any:
    """One condition, checked by its kind."""
    if key in MONEY:
        return _money(key, given)
    if key in TIMES:
        return _time(key, given)
    if key in SHARES:
        return _shares(key, given)
    if key in GROUPS:
        return _groups(key, given, GROUPS[key])
    hint = get_type_hints(Conditions)[key.replace("-", "_")]
    if issubclass(hint, Enum):
        options = [one.value for one in TIES.get(key, tuple(hint))]
        if given not in options:
            accepted = " or ".join(f'"{one}"' for one in options)
            raise BadConditionsError(key, f"{given!r} is not accepted; it is {accepted}")
    elif type(given) is not hint:
        accepted = {bool: "true or false", int: "a whole number", str: "text"}[hint]
        raise BadConditionsError(key, f"{given!r} is not accepted; it is {accepted}")
    return given


def _money(key: str, given: Any) -> int:
    try:
        return dollars(given)
    except NotAnAmountError as error:
        raise BadConditionsError(key, str(error)) from None


def _time(key: str, given: Any) -> datetime:
    try:
        time = given if isinstance(given, datetime) else datetime.fromisoformat(str(given))
    except ValueError:
        why = f"{given!r} is not a time such as 2026-06-01T18:00:00Z"
        raise BadConditionsError(key, why) from None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def _shares(key: str, given: Any) -> tuple[Decimal, ...]:
    items = given if isinstance(given, list) else [given]
    if all(type(one) in (int, float) for one in items):
        numbers = tuple(Decimal(str(one)) for one in items)
        if all(one.is_finite() for one in numbers):
            return numbers
    raise BadConditionsError(key, f"{given!r} is not a list of numbers such as [50, 30, 20]")


def _groups(key: str, given: Any, kind: type[msgspec.Struct]) -> list[Any]:
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise BadConditionsError(key, "is a list of groups such as [{ ... }]")
    groups = []
    for number, one in enumerate(given, 1):
        fields = dict(one)
        for name in ("chips", "minimum", "maximum"):
            if name in fields:
                fields[name] = _money(key, fields[name])
        try:
            in_shape(fields, kind)
        except ShapeError as error:
            raise BadConditionsError(key, f"entry {number}: {error}") from None
        groups.append(fields)
    return groups
