"""Commands that somebody might well give at a table as it stands, repeatably.

Each is one of the game's own, mostly given by whose business it is, and speaks of the people,
boxes, amounts, numbers and times that are there, or of what lies right beside them.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from random import Random
from typing import Any, TypeVar

import msgspec

from croupier.cards import DECK, Card, remaining_cards
from croupier.games.engine import cards_out, family_of
from croupier.games.table.contest.wagers import (
    DeductAbsent,
    GiveChips,
    HandInForm,
    PlayPassCard,
    ShowForm,
    TimeOut,
)
from croupier.games.table.new_cards import ReplaceCards
from croupier.games.table.signs import CloseTable
from croupier.games.table.state import Stake, Table
from croupier.messages import Command
from croupier.rulebooks import GAMING_ROLES, Role
from croupier.rulebooks.law.irregularities import Ground
from tests.support.roster import TABLE, drawn, drawn_fields
from tests.support.samples import samples_of

CommandT = TypeVar("CommandT", bound=Command)
IN_A_CONTEST = (DeductAbsent, GiveChips, HandInForm, PlayPassCard, ShowForm, TimeOut)
"""What is only said where a session of a tournament is played."""
SELDOM = (CloseTable, ReplaceCards)
"""What would end an evening, or keep it from going on."""
START = datetime.fromisoformat("2026-05-01T20:00:00+00:00")
"""The time at a table where nobody has told any."""
SHIFTS = tuple(timedelta(minutes=minutes) for minutes in (0, 1, 10, 20, 60))
MOMENT = timedelta(seconds=1)
NEWCOMER = "eve"
WORDS = ("", "one", "two")
FIXED: dict[str, tuple[Any, ...]] = {
    "dealer": ("mia", "tom"),
    "person": WORDS,
    "reason": WORDS,
    "about": WORDS,
    "note": WORDS,
    "outcome": ("upheld",),
    "handle": ("",),
    "chips": ("chips", "chips", "tokens"),
    "step": ("cut", "burn", "shuffle", "discards", "insurance"),
    "signal": ("", "", "", "tap", "wave", "words"),
    "lacking": ((), ("drop-box",), ("cloth", "card-backs")),
    "varied": ((), ("logo",)),
    "foreign": ((), ("joker",)),
    "whom": GAMING_ROLES,
    "breach": ("5.1", "16.6", "18.1", "3.1", "8.7"),
    "ground": ("disruption", "fraud", "impractical", *Ground),
    "type": ("main", "perfect-pairs"),
    "depth": (None, 20, 52, 60),
    "rounds": (None, 1, 3),
    "total": (12, 17, 20, 21),
    "hand": (None, 1, 2, 3),
    "count": (1, 3, 4, 5, 6),
    "decisions": (None, 0, 1, 2),
    "payments": ((),),
}
"""What may stand in a field at any table, by the field's name."""


def likely(table: Table, chance: Random) -> Command:
    """A command with fields that fit the table, lawful now or not."""
    kind = chance.choice(_kinds(table))
    if kind in SELDOM:
        kind = chance.choice(_kinds(table))
    return likely_of(kind, table, chance)


def likely_of(kind: type[CommandT], table: Table, chance: Random) -> CommandT:
    """A command of a kind with such fields."""
    given: dict[str, Any] = {"by": _role(kind, chance)}
    if chance.random() < 0.2:
        given["at"] = chance.choice(_times(table))
    for field in _fields(kind):
        if field.required or chance.random() < 0.5:
            given[field.name] = chance.choice(_values(field, table, chance))
    return kind(**given)


def _kinds(table: Table) -> Sequence[type[Command]]:
    return _known(tuple(family_of(table).handlers), table.contest is not None)


@cache
def _known(kinds: tuple[type[Command], ...], contest: bool) -> list[type[Command]]:
    return [kind for kind in drawn(TABLE, kinds) if contest or kind not in IN_A_CONTEST]


@cache
def _fields(kind: type[Command]) -> list[msgspec.structs.FieldInfo]:
    return [field for field in drawn_fields(kind) if field.name not in ("by", "at")]


def _role(kind: type[Command], chance: Random) -> Role:
    """Whoever does it usually, or with more power if that was a dealer; now and then anybody."""
    if chance.random() < 0.1:
        return chance.choice(GAMING_ROLES)
    if kind.usual is Role.DEALER:
        return chance.choice([Role.DEALER, Role.SUPERVISOR, Role.GAMING_MANAGER])
    return kind.usual


def _times(table: Table) -> list[datetime]:
    """Right at and around now, and when what the signs announce begins to hold."""
    now = table.clock or START
    signs = (table.limit_sign, table.retained_sign, table.closing_sign)
    named = [sign.effective for sign in signs if sign is not None]
    return [
        *(now + shift for shift in SHIFTS),
        *(now + shift - MOMENT for shift in SHIFTS[2:4]),
        *(when + shift for when in named for shift in (-MOMENT, timedelta(0))),
    ]


def _stakes(table: Table) -> tuple[Stake, ...]:
    return table.wagers if table.round is None else table.round.stakes


def _values(field: msgspec.structs.FieldInfo, table: Table, chance: Random) -> Sequence[Any]:
    """What may stand in a field: by its name, else by its type."""
    if field.type is bool:
        return (False, True)
    if field.name in FIXED:
        return FIXED[field.name]
    if field.name in ("amount", "minimum", "maximum", "unit", "over", "open"):
        return _amounts(table)
    if field.name in ("player", "to", "holder", "proxy", "of"):
        return _people(table)
    if field.name in ("box", "to_box"):
        return _boxes(table)
    if field.name == "effective":
        return _times(table)
    if "Card" in str(field.type):
        return _cards(field, table, chance)
    return _others(field, table)


def _others(field: msgspec.structs.FieldInfo, table: Table) -> Sequence[Any]:
    """Lists of people and boxes, kinds of wagers, what is known by a number; else by the type."""
    people, boxes = _people(table), _boxes(table)
    named: dict[str, Sequence[Any]] = {
        "agreed": [(), people[:1], people[:-1]],
        "forfeit": [(), people[:1]],
        "players": [1, 2, 4] if field.type is int else [(), people[:1], people[:2]],
        "boxes": [(), boxes[:1], boxes[:2]],
        "on": [*dict.fromkeys(stake.on for stake in _stakes(table)), "main", "jackpot"],
        "notice": range(1, len(table.notices) + 2),
        "dispute": range(1, len(table.disputes) + 2),
        "mispayment": (1, 2, 3),
        "number": (None, table.rounds, table.rounds - 1),
        "position": (0, 52, table.shoe.size // 2, table.shoe.size - 52),
        "cards": (0, 1, 2, 5, table.shoe.size),
    }
    return named[field.name] if field.name in named else samples_of(field.type)


def _people(table: Table) -> tuple[str, ...]:
    """Who is at the table or has something on it, and somebody who has come just now."""
    there = (*table.players, *(stake.player for stake in _stakes(table)), *table.excluded)
    return (*dict.fromkeys(there), NEWCOMER)


def _boxes(table: Table) -> tuple[int, ...]:
    """Boxes with a wager, one for each of them, and with a seat; the last one of the table too."""
    seats = (player.seat for player in table.players.values() if player.seat is not None)
    return (*(stake.box for stake in _stakes(table)), *seats, table.choices.boxes)


def _amounts(table: Table) -> list[int]:
    """What lies there, half and twice that, and what the sign says, with a chip more or less."""
    chip, limits = table.choices.chip, table.limits
    lying = dict.fromkeys(stake.amount for stake in _stakes(table))
    signs = (limits.minimum, limits.maximum)
    return [
        *(part for amount in lying for part in (amount, amount // 2, 2 * amount, amount + chip)),
        *(amount + shift for amount in signs for shift in (-chip, 0, chip)),
        limits.minimum + limits.unit,
        chip // 2,
    ]


def _cards(field: msgspec.structs.FieldInfo, table: Table, chance: Random) -> list[Any]:
    """A card that may come next, or one that is out; for a list of cards some of those."""
    out = cards_out(table)
    left = list(remaining_cards(table.choices.decks, out).elements()) or list(DECK)
    one: list[Card] = [*table.ahead[:1], chance.choice(left), chance.choice(out or left)]
    if "..." in str(field.type):
        return [(), tuple(one[:1]), tuple(one[-2:])]
    return one if field.required else [None, *one]
