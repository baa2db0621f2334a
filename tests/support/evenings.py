"""Evenings at which people say anything, lawful or not, repeatably: every command, any fields."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.cards import DECK, Device
from croupier.floor import Croupier, UnlawfulTableError
from croupier.floor.command_text import command_types
from croupier.floor.running_table import RunningTable
from croupier.games.engine import commands_by_tag
from croupier.games.stud.jackpots import JackpotPayment
from croupier.games.table.choices import Choices, JackpotTerms, Mode, TournamentTerms
from croupier.games.table.seats import BuyIn
from croupier.messages import Command
from croupier.rulebooks import BLACKJACK, GAMING_ROLES, BlackjackLaw, Role
from tests.games.blackjack.test_mishaps import some_command
from tests.support import mishaps, stud_mishaps, whim
from tests.support.likely import likely, likely_of
from tests.support.roster import TABLE, drawn, drawn_fields
from tests.support.samples import samples_of

START = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
STEPS = 100
EVENINGS = 32
"""How many of each game; every second one at a live table."""
ASKED = 7
"""How many commands are asked about before each step, and one more by several roles."""
OWN = 0.2
"""The share of steps at which an evening's own command is given, where it has one."""
PLANS = 20
"""How many tables are thought of before one is opened."""
STAFF = (Role.DEALER, Role.SUPERVISOR, Role.ASSISTANT_GAMING_MANAGER, Role.GAMING_MANAGER)
NAMES = ("ann", "bob", "cat", "eve")
CLAUSES = ("5.1", "16.6", "18.1", "3.1", "8.7", "99.9")
FIELDS: dict[str, tuple[Any, ...]] = {
    "player": NAMES,
    "to": NAMES,
    "holder": NAMES,
    "proxy": ("", *NAMES),
    "of": (None, *NAMES),
    "dealer": ("mia", "tom"),
    "person": ("", "one", "two"),
    "agreed": ((), NAMES[:1], NAMES[:2]),
    "forfeit": ((), NAMES[:1], NAMES[1:2]),
    "amount": (-100, 0, 30, 500, 1_000, 2_500, 10_000, 600_000),
    "minimum": (-100, 0, 500, 1_000, 2_000, 2_550, 10_000),
    "maximum": (0, 500, 5_000, 50_000, 500_000),
    "unit": (None, 0, 50, 100, 500),
    "over": (None, 0, 100, 700),
    "box": (0, 1, 1, 2, 2, 3, 7, 9),
    "boxes": ((), (1,), (2, 3), (9,)),
    "hand": (None, 1, 2, 3),
    "chips": ("chips", "tokens", "buttons"),
    "reason": ("", "not on this table"),
    "about": ("", "the last card"),
    "note": ("", "seen to"),
    "outcome": ("upheld",),
    "breach": CLAUSES,
    "step": ("cut", "burn", "shuffle", "discards", "insurance", "lunch"),
    "ground": ("", "disruption", "fraud", "impractical", "boredom", "advice", "handling-cards"),
    "lacking": ((), ("drop-box",), ("cloth", "card-backs"), ("umbrella",)),
    "varied": ((), ("logo",), ("shape",)),
    "signal": ("", "", "tap", "wave", "words"),
    "to_box": (0, 1, 2, 3, 9),
    "total": (12, 17, 20, 21),
    "whom": GAMING_ROLES,
    "position": (-1, 0, 1, 20, 52, 300, 415, 416),
    "depth": (None, -1, 0, 20, 60, 300),
    "handle": ("", "mine"),
    "rounds": (None, -1, 0, 1, 3),
    "number": (None, None, -1, 0, 1, 2),
    "notice": (0, 1, 2, 9),
    "dispute": (0, 1, 2),
    "mispayment": (0, 1, 2),
    "count": (0, 1, 4, 6),
    "days": (0, 1, 40),
    "decisions": (0, 1, 2),
    "payments": ((), (JackpotPayment("ann", 1, 0, 0, "12.1"),)),
    "foreign": ((), ("joker",)),
    "card": (None, *DECK),
    "told": (None, *DECK),
    "type": ("", "main", "perfect-pairs"),
    "open": (0, 500, 1_000),
}
"""What may stand in a field, by its name; in any other, samples of its type."""


CHOICES: list[tuple[str, tuple[Any, ...]]] = [
    ("decks", (0, 1, 2, 4, 5, 6, 7, 8, 9)),
    ("boxes", (0, 1, 4, 5, 6, 7, 8, 9, 10)),
    ("minimum", (-500, 0, 500, 510, 1_000)),
    ("maximum", (0, 500, 5_000, 5_025)),
    ("unit", (-1, 0, 50, 70, 500)),
    ("chip", (-50, 0, 50, 100, 250)),
    ("device", tuple(Device)),
    ("mode", tuple(Mode)),
    ("side_bets", ((), ("perfect-pairs",), ("any-pairs",), ("lucky-lucky",), ("nonsense",))),
    ("lucky_lucky_table", (0, 1, 2, 3, 4)),
    ("perfect_pairs_table", (None, 0, 1, 3, 5, 7, 8)),
    ("soft_17", ("stand", "draw", "toss")),
    ("layout", (0, 1, 6, 7, 10, 11)),
    ("boxes_per_player", (None, 0, 1, 2)),
    ("lone_player_two_boxes", (False, True)),
    ("ten_insurance", (False, True)),
    ("resplit", (False, True)),
    ("low_limit", (False, True)),
    ("tournament", (None, TournamentTerms())),
    ("max_payout", (None, -1, 0, 100_000)),
    ("jackpot", (None, JackpotTerms(wager=0), JackpotTerms(wager=500, pool=-1))),
    ("signals", ((), ("two-fingers",))),
    ("cashless", (False, True)),
    ("checklist", (False, True)),
    ("burn_each_round", (False, True)),
    ("cutting_card_depth", (None, -1, 0, 51, 52, 60, 104, 105, 208, 416, 417)),
]
"""What may be chosen when a table is opened."""


def opened(game: str, number: int, chance: Random) -> Croupier:
    """The table of an evening, and what some players bought."""
    mode = Mode.LIVE if number % 2 else Mode.AUTOMATIC
    if game in BLACKJACK:
        croupier = _blackjack_table(BLACKJACK[game], mode, chance)
    else:
        croupier = stud_mishaps.a_table(mode, chance)
    for player in chance.sample(NAMES, chance.choice([0, 1, 2])):
        croupier.do(BuyIn(player, chance.choice([5, 40, 300]) * 1_000, by=Role.PLAYER))
    return croupier


def _blackjack_table(law: BlackjackLaw, mode: Mode, chance: Random) -> Croupier:
    """A table with some choices of an operator, those that are rarely made among them."""
    while True:
        device = chance.choice(list(Device))
        choices = replace(
            whim.whimsical_choices(law, chance),
            mode=mode,
            device=device,
            low_limit=device is Device.SHUFFLER and chance.random() < 0.3,
            boxes_per_player=chance.choice([None, None, 1, 2]),
            lone_player_two_boxes=chance.random() < 0.2,
            others_insurance=chance.random() < 0.8,
            checklist=chance.random() < 0.1,
            signals=chance.choice([(), ("tap",)]),
        )
        try:
            return Croupier(law, choices, seed=chance.getrandbits(32))
        except UnlawfulTableError:
            continue


def said(croupier: Croupier, chance: Random) -> Command:
    """What is said next: mostly what is due, else a mishap, else anything."""
    whim_ = chance.random()
    stud = croupier.law.game not in BLACKJACK
    if whim_ < 0.05:
        return anything(croupier, chance)
    if whim_ < 0.3:
        return likely(croupier.table, chance)
    if whim_ < 0.55:
        return (stud_mishaps.mishap if stud else mishaps.some_mishap)(croupier, chance)
    if croupier.table.round is None and whim_ < 0.7:
        (stud_mishaps if stud else whim).place_wagers(croupier, chance)
    return stud_mishaps.lawful(croupier, chance) if stud else some_command(croupier, chance)[0]


def plans(chance: Random) -> Iterator[Choices]:
    """Tables that an operator thinks of, most of them unlawful in something."""
    for _ in range(PLANS):
        given = {name: chance.choice(some) for name, some in chance.sample(CHOICES, 4)}
        yield Choices(**given)


def asked(croupier: Croupier, chance: Random) -> Iterator[Command]:
    """What somebody asks about and does not do: a few commands, and one by several roles."""
    for _ in range(ASKED):
        yield likely(croupier.table, chance)
    command = anything(croupier, chance)
    for role in dict.fromkeys((type(command).usual, *STAFF)):
        yield replace(command, by=role)


def asked_of(kind: type[Command], croupier: Croupier, chance: Random) -> Iterator[Command]:
    """What somebody asks about at an evening that is about one kind of command."""
    yield likely_of(kind, croupier.table, chance)
    command = anything_of(kind, croupier, chance)
    for role in dict.fromkeys((kind.usual, *STAFF)):
        yield replace(command, by=role)


def said_of(kind: type[Command], croupier: Croupier, chance: Random) -> Command:
    """What is said next at such an evening: what is said at any, and that command among it."""
    if chance.random() < OWN:
        return likely_of(kind, croupier.table, chance)
    return said(croupier, chance)


@cache
def fields_of(kind: type[Command]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a kind of command; looking them up takes longer than to fill them in."""
    return tuple(drawn_fields(kind))


def anything(croupier: Croupier | RunningTable, chance: Random) -> Command:
    """Any command with any fields, by whoever may or may not."""
    known = command_types() if chance.random() < 0.1 else commands_by_tag(croupier.law)
    return anything_of(chance.choice(drawn(TABLE, tuple(known.values()))), croupier, chance)


def anything_of(kind: type[Command], croupier: Croupier | RunningTable, chance: Random) -> Command:
    """A command of a kind with any fields, by whoever may or may not."""
    given: dict[str, Any] = {}
    for field in fields_of(kind):
        if field.name == "by":
            given["by"] = chance.choice([kind.usual, Role.GAMING_MANAGER, *GAMING_ROLES])
        elif field.name == "effective" or (field.name == "at" and chance.random() < 0.3):
            when = START + timedelta(minutes=chance.choice([0, 5, 19, 20, 21, 60]))
            given[field.name] = when if chance.random() < 0.9 else when.replace(tzinfo=None)
        elif field.name != "at" and (field.required or chance.random() < 0.5):
            given[field.name] = _value(field, croupier, chance)
    return kind(**given)


def _value(
    field: msgspec.structs.FieldInfo, croupier: Croupier | RunningTable, chance: Random
) -> Any:
    """A value for a field: by its name, unless one name has several types, else by its type."""
    if field.type is bool:
        return chance.random() < 0.5
    told = str(field.type)
    if field.name == "on":
        return chance.choice(["main", "ante", "bet", "jackpot", "perfect-pairs", "insurance"])
    if field.name == "players":
        return chance.choice([0, 1, 2, 4]) if field.type is int else chance.choice([(), NAMES[:2]])
    if field.name == "cards" and field.type is int:
        return chance.choice([-1, 0, 1, 2, 5, 311, 416])
    if "Card, ..." in told:
        return tuple(chance.sample(DECK, chance.choice([0, 1, 1, 2])))
    if "Card" in told and field.required:
        return chance.choice(croupier.table.ahead or DECK)
    return chance.choice(FIELDS.get(field.name) or samples_of(field.type))
