"""Two things at once: every open question of Caribbean Stud with every irregularity.

``pairs.tsv`` says what becomes of each pair: the clause of the remedy, the clause that refuses, or
``unreachable`` and why. Its rows were worked out from the rulebook; a pair without one fails.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.cards import Device
from croupier.floor import Croupier
from croupier.floor.command_text import to_command
from croupier.games.engine import lines_of
from croupier.games.table.choices import Choices, JackpotTerms, Mode
from croupier.games.table.due import Due
from croupier.messages import Event, Refused
from croupier.rulebooks import CARIBBEAN_STUD, catalogue
from tests.support.registers import faults
from tests.support.stud_mishaps import check

Step = dict[str, Any]

DUE = "croupier.games.stud.due"
"""The module of the game's own questions."""

# Dealer ace-king-queen-seven-five; ann a flush; bob king high.
CARDS = ["AS", "KD", "QC", "7D", "5S", "9H", "TH", "2H", "JH", "3H", "KC", "JD", "8C", "6H", "3S"]
SUPERVISOR = {"by": "supervisor"}


def say(do: str, **fields: Any) -> Step:
    return {"do": do, **fields}


SEATED = [say("sit", player="ann", box=1), say("sit", player="bob", box=2)]
LAID = [
    say("wager", player=player, box=box, amount=amount, on=on)
    for player, box in (("ann", 1), ("bob", 2))
    for on, amount in (("ante", 10), ("jackpot", 5))
]
READY = [*SEATED, say("shuffle")]
OPENED = [*READY, *LAID, say("deal")]
DEALT = [*OPENED, *(say("card", card=card) for card in CARDS)]
ANN_BETS = say("bet", player="ann", box=1)
BOB_FOLDS = say("fold", player="bob", box=2)
WAITING = [*DEALT, ANN_BETS, BOB_FOLDS]
UNREAD = [*OPENED, *(say("face-down") for _ in CARDS)]
"""All cards lie face down, and nobody has read one."""
DECIDED_UNREAD = [*UNREAD, say("turn-card", card=CARDS[0]), ANN_BETS, BOB_FOLDS]

QUESTIONS: dict[str, tuple[str, list[Step]]] = {
    "shuffle": ("shuffle", SEATED),
    "cut": ("cut", READY),
    "load": ("load", [*READY, say("cut", position=20)]),
    "check": ("check", [*SEATED, say("order-check", **SUPERVISOR)]),
    "replacement": (
        "replacement",
        [*SEATED, say("order-check", **SUPERVISOR), say("check-cards", missing=["4C"])],
    ),
    "device": (
        "device",
        [*OPENED, say("card", card="AS"), say("device-failure"), say("check-cards")],
    ),
    "wagers": ("wagers", [*READY, *LAID]),
    "opened": ("card", OPENED),
    "jammed": ("shuffle", [*OPENED, say("device-failure")]),
    "card": ("card", [*OPENED, *(say("card", card=card) for card in CARDS[:7])]),
    "bet": ("bet", DEALT),
    "handled": ("bet", [*DEALT, say("bet", player="bob", box=2)]),
    "turn": (
        "settlement",
        [*DEALT, ANN_BETS, say("bet", player="bob", box=2, amount=15, unnoticed=True)],
    ),
    "settlement": (
        "settlement",
        [*DEALT, ANN_BETS, say("fold", player="bob", box=2, pause=True)],
    ),
    "unread-card": ("unread-cards", UNREAD),
    "unread-dealer": ("unread-cards", DECIDED_UNREAD),
    "unread-hands": (
        "unread-cards",
        [*DECIDED_UNREAD, *(say("turn-card", card=card) for card in CARDS[1:5])],
    ),
    "jackpot": ("jackpot", WAITING),
    "over": ("shuffle", [*WAITING, say("pay-jackpot")]),
}
"""What is due, and how a table comes to it."""

IRREGULARITIES: dict[str, Step] = {
    "handle": say("handle", player="ann", box=1),
    "misdeal": say("misdeal"),
    "exposed-card": say("exposed-card", cards=["9H"]),
    "dealers-card-exposed": say("exposed-card", cards=["KD"]),
    "wrong-count": say("wrong-count", box=1, count=4),
    "dealers-wrong-count": say("wrong-count", box=0, count=6),
    "stray-hand": say("stray-hand", box=3),
    "correct-card": say("correct-card", wrong="9H", right="9S"),
    "correct-bet": say("correct-bet", box=2),
    "reveal-folded": say("reveal-folded", box=2, **SUPERVISOR),
    "close-jackpot": say("close-jackpot", **SUPERVISOR),
    "wrong-cards": say("wrong-cards", foreign=["a joker"]),
    "device-failure": say("device-failure"),
    "idle-deck-failure": say("device-failure", idle=True),
    "restore-device": say("restore-device"),
    "use-shoe": say("use-shoe"),
    "order-check": say("order-check", **SUPERVISOR),
    "replace-cards": say("replace-cards", **SUPERVISOR),
    "count-finds-missing": say("check-cards", missing=["4D"]),
    "sanction-void": say("sanction", player="ann", breach="16.6", void=True, **SUPERVISOR),
    "sanction-exclude": say("sanction", player="ann", breach="16.6", exclude=True, **SUPERVISOR),
    "call-off": say("invalidate-round", ground="disruption", **SUPERVISOR),
    "invalid-wager": say("invalidate-wagers", player="ann"),
    "over-loss-limit": say("invalidate-wagers", player="ann", over=1),
    "withhold-payment": say("withhold-payment", player="ann", **SUPERVISOR),
    "absent": say("fold-absent", box=1),
    "play-first": say("play-first", players=["ann"], **SUPERVISOR),
    "keep-apart": say("keep-apart", players=["ann", "bob"], **SUPERVISOR),
    "english-only": say("english-only", **SUPERVISOR),
    "mispayment": say("mispayment", player="ann", amount=5),
    "dispute": say("dispute", player="ann", about="a card"),
    "show-rules": say("show-rules", player="ann"),
    "leave": say("leave", player="bob"),
    "refuse-wager": say(
        "refuse-wager", player="ann", box=1, on="ante", reason="counts", **SUPERVISOR
    ),
}
"""What may go wrong, or be directed, as it is told."""

OF_UNREAD_CARDS: dict[str, Step] = {
    "exposed-card": {"box": 1},
    "dealers-card-exposed": {"box": 0},
    "reveal-folded": {"cards": CARDS[10:]},
}
"""What must be told besides where nobody has read the cards: whose they are, or which."""

with (Path(__file__).parent / "pairs.tsv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file, delimiter="\t"))


def at(question: str) -> Croupier:
    """A live table at which something is due."""
    kind, steps = QUESTIONS[question]
    terms = JackpotTerms(wager=500, pool=3_000_000)
    device = Device.SHOE if question in ("cut", "load") else Device.SHUFFLER
    low = question == "device"
    choices = Choices(mode=Mode.LIVE, device=device, jackpot=terms, low_limit=low)
    croupier = Croupier(CARIBBEAN_STUD, choices)
    for step in steps:
        answer = croupier.do(to_command(step))
        assert not isinstance(answer, Refused), (step, answer)
    assert croupier.due[0].__struct_config__.tag == kind
    return croupier


def named(event: Event) -> Iterator[str]:
    """The clauses that an event names."""
    yield getattr(event, "clause", "")
    yield from getattr(event, "clauses", ())
    for entry in (getattr(event, "entry", None), *getattr(event, "entries", ())):
        if entry is not None:
            yield entry.clause
    for line in lines_of(event):
        yield line.clause


def test_every_pair_has_one_row() -> None:
    pairs = [(row["question"], row["irregularity"]) for row in ROWS]
    assert len(pairs) == len(set(pairs))
    wanted = {(one, other) for one in QUESTIONS for other in IRREGULARITIES}
    assert not faults(pairs, wanted, where="stud/pairs.tsv")


def test_every_question_of_the_game_is_among_them() -> None:
    tags = {one.__struct_config__.tag for one in Due.__subclasses__() if one.__module__ == DUE}
    assert tags
    assert tags <= {kind for kind, _ in QUESTIONS.values()}


@pytest.mark.parametrize(
    "row", ROWS, ids=[f"{row['question']}-{row['irregularity']}" for row in ROWS]
)
def test_pair(row: dict[str, str]) -> None:
    assert row["why"]
    if row["outcome"] == "unreachable":
        return
    assert row["clause"] in catalogue("caribbean-stud").clauses
    croupier = at(row["question"])
    before = croupier.table
    step = IRREGULARITIES[row["irregularity"]]
    if row["question"].startswith("unread"):
        step = {**step, **OF_UNREAD_CARDS.get(row["irregularity"], {})}
    answer = croupier.do(to_command(step))
    if row["outcome"] == "refused":
        assert isinstance(answer, Refused), answer
        assert answer.clause == row["clause"], answer
        assert croupier.table is before
        return
    assert row["outcome"] == "remedy"
    assert not isinstance(answer, Refused), answer
    assert row["clause"] in {clause for event in answer for clause in named(event)}, answer
    check(croupier)
