"""What is asked of a promotion at every moment, repeatably: any of its commands, by anybody."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.floor.promotions import Terms, decide
from croupier.floor.promotions.commands import COMMANDS
from croupier.floor.promotions.terms import Prize
from croupier.play.house import Answer
from croupier.play.running_promotion import RunningPromotion
from croupier.rulebooks import Role
from croupier.rulebooks.promotion_law import Payment, PrizeKind
from croupier.table.commands import Command

ASKED = 10
"""How many commands are asked about after each step."""
ROLES = (Role.GAMING_MANAGER, Role.REGULATOR, Role.INSPECTOR, Role.SUPERVISOR, Role.PLAYER)
MOMENT = timedelta(seconds=1)


def questions(running: RunningPromotion, chance: Random) -> Iterator[tuple[Command, Answer]]:
    """Some commands, and what each would lead to now: its events, or the refusal."""
    for _ in range(ASKED):
        command = _anything(running, chance)
        yield command, decide(running.rules, running.promotion, command)


def _anything(running: RunningPromotion, chance: Random) -> Command:
    kind = chance.choice(COMMANDS)
    given: dict[str, Any] = {
        "by": chance.choice([kind.usual, kind.usual, *ROLES]),
        "at": chance.choice(_times(running)),
    }
    for field in msgspec.structs.fields(kind):
        if field.name not in given:
            given[field.name] = chance.choice(_values(field, running, chance))
    return kind(**given)


def _times(running: RunningPromotion) -> list[datetime | None]:
    """No time, the clock's, and moments right at and after those that the terms name."""
    promotion = running.promotion
    terms, clock = promotion.terms, promotion.clock
    named = [one for one in (clock, terms.starts, terms.entries_close, terms.draw) if one]
    later = [one + shift for one in named for shift in (-MOMENT, MOMENT, timedelta(days=2))]
    return [None, *named, *later]


def _values(
    field: msgspec.structs.FieldInfo, running: RunningPromotion, chance: Random
) -> list[Any]:
    """What may stand in a field: by its name, else by its type."""
    if field.type is bool:
        return [False, True]
    promotion = running.promotion
    names = sorted({"ann", "zoe", *(one.player for one in promotion.tickets)})
    named: dict[str, list[Any]] = {
        "player": names,
        "winners": [(), tuple(names[:1]), tuple(names), tuple(reversed(names))],
        "present": [(), tuple(names[:1]), tuple(names)],
        "pay": list(Payment),
        "method": ["telephone", "mail", "pigeon"],
        "terms": [_amended(promotion.terms, chance)],
        "value": [-1, 0, 10_000, 10_001, 1_000_000],
        "wagered": [0, 1000, 5000],
    }
    if field.name in named:
        return named[field.name]
    return ["", " ", "one"] if field.type is str else [-1, 0, 1, 2]


def _amended(terms: Terms, chance: Random) -> Terms:
    """The terms with one of them changed, or not stated any more."""
    kind = chance.choice(list(PrizeKind))
    prize = Prize(
        kind=kind,
        value=chance.choice([None, 0, 1_000_000, 1_000_001]),
        litres=chance.choice([None, Decimal(20), Decimal(21)]),
    )
    starts = terms.starts
    changed: dict[str, Any] = {
        chance.choice(msgspec.structs.fields(Terms)).name: None,
        **chance.choice([{}, {"prizes": (prize,)}, {"prizes": ()}, {"award": " "}]),
        **chance.choice([{}, {"entries_close": starts}, {"draw": starts}, {"starts": terms.draw}]),
    }
    return replace(terms, **changed)
