"""Every kind of open question meets every irregularity, in every game: as ``pairs.tsv`` says.

The table was written from the rulebooks before anything was run. A pair without a row fails.
"""

import csv
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from croupier.cards import Device, parse_cards
from croupier.floor import Croupier
from croupier.floor.command_text import to_command
from croupier.games.table.choices import Choices, Mode
from croupier.messages import Refused
from croupier.rulebooks import BLACKJACK
from croupier.rulebooks.law.irregularities import TransferLaw
from tests.support.dealing import fresh_card
from tests.support.registers import faults

TABLE = Path(__file__).with_name("pairs.tsv")
BREACH = {"star-blackjack": "18.1", "blackjack-challenge": "18.1", "canberra-blackjack": "4.3"}


class Pair(NamedTuple):
    """A row of the table."""

    question: str
    irregularity: str
    game: str
    remedy: str
    clause: str
    why: str


with TABLE.open(encoding="utf-8", newline="") as file:
    ROWS = [Pair(**row) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]

Step = dict[str, object]
WAGERS: list[Step] = [
    {"do": "sit", "player": "ann", "box": 1},
    {"do": "wager", "player": "ann", "box": 1, "amount": 100},
    {"do": "wager", "player": "bob", "box": 1, "amount": 60},
    {"do": "wager", "player": "cat", "box": 2, "amount": 100},
]
DEALT: list[Step] = [*WAGERS, {"do": "deal"}]
SPARE = " KS 9C 8C TC TD 9D 8D 7D"
ELEVEN = "5H TS 7C 6D 9S" + SPARE
REAL: list[Step] = [
    {"do": "sit", "player": "ann", "box": 1},
    {"do": "shuffle"},
    {"do": "cut", "player": "ann", "position": 200},
    {"do": "load", "depth": 60},
    {"do": "burn"},
    *WAGERS[1:],
    {"do": "deal"},
    {"do": "burn", "card": "AC"},
    {"do": "card", "card": "TH"},
]
"""Real cards: the steps that a game does not know are refused and passed over."""
ONE_ROUND: list[Step] = [*DEALT, {"do": "stand", "box": 1}, {"do": "stand", "box": 2}]

QUESTIONS: dict[str, tuple[str, list[Step]]] = {
    "betting": (ELEVEN, WAGERS),
    "slipped-card": (ELEVEN, [*WAGERS, {"do": "draw-in-error"}]),
    "card": ("", REAL),
    "insurance": ("5H TS AC 6D 9S" + SPARE, DEALT),
    "decision": (ELEVEN, DEALT),
    "error-card": (ELEVEN, [*DEALT, {"do": "draw-in-error"}]),
    "double": (ELEVEN, [*DEALT, {"do": "double", "box": 1}]),
    "split": ("8H TS 7C 8D 9S" + SPARE, [*DEALT, {"do": "split", "box": 1}]),
    "surrender": ("TH TS KC 6D 9S" + SPARE, [*DEALT, {"do": "surrender", "box": 1}]),
    "withdrawal": (ELEVEN, [*DEALT, {"do": "device-failure"}]),
    "between": ("TH TS 7C 9D 9S TC" + SPARE, ONE_ROUND),
    "cards-not-ready": (
        "TH TS 7C 9D 9S TC" + SPARE,
        [
            *ONE_ROUND,
            {"do": "order-shuffle", "by": "supervisor"},
            {"do": "replace-cards", "by": "supervisor", "only": "canberra-blackjack"},
        ],
    ),
}
"""What is open, and how a table comes to it."""

IRREGULARITIES: dict[str, Step] = {
    "faced-card": {"do": "faced-card", "card": "KS"},
    "draw-in-error": {"do": "draw-in-error", "card": "KS"},
    "burn-in-error": {"do": "burn-in-error", "card": "KS"},
    "extra-dealer-card": {"do": "extra-dealer-card", "card": "KS"},
    "deal-without-wagers": {"do": "deal-without-wagers", "cards": ["KS"]},
    "reconstruct": {"do": "reconstruct", "cards": 1},
    "void-round": {"do": "void-round", "by": "supervisor"},
    "void-hand": {"do": "void-hand", "box": 1, "by": "supervisor"},
    "absent": {"do": "absent", "box": 1},
    "overlook-cut": {"do": "overlook", "step": "cut"},
    "overlook-burn": {"do": "overlook", "step": "burn"},
    "overlook-shuffle": {"do": "overlook", "step": "shuffle"},
    "overlook-discards": {"do": "overlook", "step": "discards"},
    "overlook-insurance": {"do": "overlook", "step": "insurance"},
    "call-insurance": {"do": "call-insurance", "by": "gaming-manager"},
    "device-failure": {"do": "device-failure", "by": "gaming-manager"},
    "restore-device": {"do": "restore-device"},
    "wrong-cards": {"do": "wrong-cards", "foreign": ["joker"]},
    "check-cards": {"do": "check-cards"},
    "order-check": {"do": "order-check", "by": "supervisor"},
    "order-shuffle": {"do": "order-shuffle", "by": "supervisor"},
    "replace-cards": {"do": "replace-cards", "by": "supervisor"},
    "replace-card": {"do": "replace-card", "card": "9D", "by": "supervisor"},
    "sanction-void": {"do": "sanction", "player": "ann", "void": True, "by": "supervisor"},
    "sanction-exclude": {"do": "sanction", "player": "ann", "exclude": True, "by": "supervisor"},
    "invalidate-round": {"do": "invalidate-round", "ground": "disruption", "by": "supervisor"},
    "change-dealer": {"do": "change-dealer", "dealer": "mia"},
}
"""What goes wrong, or is done about it."""
OF_DEVICES = ("device-failure", "restore-device", "order-check", "overlook-discards")
"""What is about a shuffling device: the table has one."""


def table_with(pair: Pair) -> Croupier:
    """A table at which the question of a pair is open."""
    shoe, steps = QUESTIONS[pair.question]
    device = pair.question == "withdrawal" or pair.irregularity in OF_DEVICES
    choices = Choices(
        device=Device.SHUFFLER if device else Device.SHOE,
        mode=Mode.AUTOMATIC if shoe else Mode.LIVE,
        burn=not shoe,
    )
    law = BLACKJACK[pair.game]
    croupier = Croupier(law, choices, stack=parse_cards(shoe) if shoe else None)
    for step in steps:
        if step.get("only", pair.game) == pair.game:
            croupier.do(to_command({k: v for k, v in step.items() if k != "only"}))
    return croupier


def in_front(croupier: Croupier) -> str:
    """The card that comes next: one that lies ready, else the one in front of the shoe."""
    return str(fresh_card(croupier, Random(1)))


def test_every_pair_has_a_row() -> None:
    wanted = set(product(QUESTIONS, IRREGULARITIES, BLACKJACK))
    rows = {(row.question, row.irregularity, row.game) for row in ROWS}
    assert not faults(rows, wanted, where=f"{TABLE.parent.name}/{TABLE.name}")
    assert len(ROWS) == len(wanted)


REACHED = [row for row in ROWS if row.remedy != "unreachable"]


@pytest.mark.parametrize("pair", [row for row in ROWS if row not in REACHED], ids="/".join)
def test_what_is_unreachable_is_not_in_the_law(pair: Pair) -> None:
    law = BLACKJACK[pair.game]
    there = {
        "insurance": law.insurance,
        "surrender": law.surrender,
        "withdrawal": isinstance(law.device_failure, TransferLaw) or None,
    }
    assert there[pair.question] is None
    assert pair.why


@pytest.mark.parametrize("pair", REACHED, ids=lambda row: "/".join(row[:3]))
def test_the_remedy_or_the_clause_that_refuses(pair: Pair) -> None:
    croupier = table_with(pair)
    step = dict(IRREGULARITIES[pair.irregularity])
    if step["do"] == "sanction":
        step["breach"] = BREACH.get(pair.game, "8.7")
    if "card" in step:
        step["card"] = in_front(croupier)
    if "cards" in step and isinstance(step["cards"], list):
        step["cards"] = [in_front(croupier)]
    before = len(croupier.events)
    answer = croupier.do(to_command(step))
    if isinstance(answer, Refused):
        assert (pair.remedy, pair.clause) == ("refused", answer.clause), answer
        assert pair.why
        return
    happened = [msgspec.to_builtins(event) for event in croupier.events[before:]]
    kinds = [event["event"] for event in happened]
    assert pair.remedy in kinds, kinds
    found = next(e for e, kind in zip(happened, kinds, strict=True) if kind == pair.remedy)
    assert not pair.clause or pair.clause in (found.get("clause"), *found.get("clauses", ()))
