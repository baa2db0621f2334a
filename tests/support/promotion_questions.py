"""What is asked of a promotion at every moment, repeatably: any of its commands, by anybody."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier import streams
from croupier.features.promotions.rules import Promotion, Terms, decide, evolve
from croupier.features.promotions.rules.terms import Prize
from croupier.features.promotions.runner import RunningPromotion
from croupier.floor.floor import Answer
from croupier.messages import Command, Refused
from croupier.rulebooks import Role
from croupier.rulebooks.law.promotions import Payment, PrizeKind
from tests.support.evenings import fields_of
from tests.support.roster import PROMOTION, drawn
from tests.support.samples import samples_of

ASKED = 10
"""How many commands are asked about after each step."""
ROLES = (Role.GAMING_MANAGER, Role.REGULATOR, Role.INSPECTOR, Role.SUPERVISOR, Role.PLAYER)
MOMENT = timedelta(seconds=1)
TEXTS = ("address", "reason", "person", "name", "about", "outcome")
"""Fields in which people write something, or leave it blank."""


def questions(running: RunningPromotion, chance: Random) -> Iterator[tuple[Command, Answer]]:
    """Some commands, and what each would lead to now: its events, or the refusal."""
    for _ in range(ASKED):
        command = _anything(running.promotion, chance)
        yield command, decide(running.rules, running.promotion, command)


def questions_about(
    kind: type[Command], running: RunningPromotion, chance: Random
) -> Iterator[tuple[Command, Answer]]:
    """Some commands of a kind, and what each would lead to now."""
    for _ in range(ASKED):
        command = _anything_of(kind, running.promotion, chance)
        yield command, decide(running.rules, running.promotion, command)


def continuation(
    running: RunningPromotion, chance: Random, steps: int
) -> Iterator[tuple[Command, Answer]]:
    """How it might go on otherwise: so many further steps, and what comes of each."""
    promotion = running.promotion
    for _ in range(steps):
        command = _anything(promotion, chance)
        found = decide(running.rules, promotion, command)
        yield command, found
        for event in () if isinstance(found, Refused) else found:
            promotion = evolve(promotion, event)


def _anything(promotion: Promotion, chance: Random) -> Command:
    return _anything_of(
        chance.choice(drawn(PROMOTION, streams.PROMOTION.commands)), promotion, chance
    )


def _anything_of(kind: type[Command], promotion: Promotion, chance: Random) -> Command:
    given: dict[str, Any] = {
        "by": _role(kind, chance),
        "at": chance.choice(_times(promotion)) if chance.random() < 0.6 else None,
    }
    for field in fields_of(kind):
        if field.name not in given:
            given[field.name] = chance.choice(_values(field, promotion, chance))
    return kind(**given)


def _role(kind: type[Command], chance: Random) -> Role:
    """Mostly whose business it is."""
    if chance.random() < 0.35:
        return chance.choice(ROLES)
    return Role.GAMING_MANAGER if kind.usual is Role.DEALER else kind.usual


def _times(promotion: Promotion) -> list[datetime]:
    """The clock's time, moments right at and around those that the terms name, and later ones."""
    terms, clock = promotion.terms, promotion.clock
    named = [one for one in (clock, terms.starts, terms.entries_close, terms.draw) if one]
    later = [one + shift for one in named for shift in (-MOMENT, MOMENT, timedelta(days=2))]
    return [when for when in (*named, *later) if clock is None or when >= clock - MOMENT]


def _values(
    field: msgspec.structs.FieldInfo, promotion: Promotion, chance: Random
) -> Sequence[Any]:
    """What may stand in a field: by its name, else by its type."""
    if field.type is bool:
        return samples_of(bool)
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
        **{name: ["", " ", "one"] for name in TEXTS},
        **{name: [-1, 0, 1, 2] for name in ("notice", "dispute")},
    }
    return named[field.name] if field.name in named else samples_of(field.type)


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
