"""What a command costs, and what a table keeps, do not grow with the round or with the evening.

Counted, not timed: Python calls, and the bytes that table and history come to when written down.
"""

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from croupier import Choices, Croupier, to_command
from croupier.cards import parse_cards
from croupier.floor.one_table import basic_bot
from croupier.games.stud.due import BetDue
from croupier.messages import Refused
from croupier.record.codec import encode
from croupier.rulebooks import CARIBBEAN_STUD, STAR_BLACKJACK, TableLaw


def calls_in(work: Callable[[], object]) -> int:
    """How many Python functions are called while something is done."""
    count = 0

    def called(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def play_round(croupier: Croupier) -> None:
    """One round of one player, who draws like the dealer, or always bets."""
    wager = {"do": "wager", "player": "ann", "box": 1, "amount": 10, "on": croupier.law.initial}
    croupier.do(to_command(wager))
    croupier.do(to_command({"do": "deal"}))
    while croupier.table.round is not None:
        owed = croupier.due[0]
        command = basic_bot(owed)
        if isinstance(owed, BetDue):
            command = to_command({"do": "bet", "player": "ann", "box": owed.box})
        assert command is not None
        assert not isinstance(croupier.do(command), Refused)


@pytest.mark.parametrize("law", [STAR_BLACKJACK, CARIBBEAN_STUD], ids=lambda law: law.game)
def test_an_evening_leaves_nothing_behind_but_its_last_rounds(law: TableLaw) -> None:
    croupier = Croupier(law, Choices(), seed=4, keep_journal=False)
    sizes = []
    for rounds in (100, 1_000):
        while croupier.table.rounds < rounds:
            play_round(croupier)
        kept = encode(croupier.table) + encode(croupier.history)
        rack = 5 * len(croupier.table.discards)
        sizes.append(len(kept) - rack)
    early, late = sizes
    assert late < early * 1.2
    assert not croupier.events


def test_a_wager_costs_the_same_after_many_rounds() -> None:
    croupier = Croupier(STAR_BLACKJACK, Choices(), seed=4, keep_journal=False)
    wager = to_command({"do": "wager", "player": "ann", "box": 1, "amount": 10})
    counts = []
    for rounds in (50, 500):
        while croupier.table.rounds < rounds:
            play_round(croupier)
        counts.append(calls_in(lambda: croupier.do(wager)))
        croupier.do(to_command({"do": "withdraw", "player": "ann", "box": 1}))
    assert counts[0] == counts[1]


def test_a_card_costs_the_same_however_long_the_round_is() -> None:
    cards = "2C 5H 2D " + "AC AD AH AS " * 4
    croupier = Croupier(STAR_BLACKJACK, Choices(burn=False), stack=parse_cards(cards))
    croupier.do(to_command({"do": "wager", "player": "ann", "box": 1, "amount": 10}))
    croupier.do(to_command({"do": "deal"}))
    hit = to_command({"do": "hit", "box": 1})
    counts = [calls_in(lambda: croupier.do(hit)) for _ in range(6)]
    assert len(set(counts[1:])) == 1
