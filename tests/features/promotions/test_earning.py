"""Entries that are earned at tables: which wagers and which hands are enough."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.features.promotions.rules.draws import entries_earned_by, hand_kind
from croupier.features.promotions.rules.terms import Earning
from croupier.floor import Croupier
from croupier.floor.command_text import to_command
from croupier.games.engine import evolve
from croupier.games.stud.state import stud_round
from croupier.games.table.choices import Choices
from croupier.games.table.state import Table
from croupier.messages import Refused
from croupier.rulebooks import Role, law_of
from tests.support.tables import stud

Step = dict[str, Any]
STUD_SHOE = "AS 7H KD TH QC 7D 8D 2S 5S 3C"
"""Dealer AS KD QC 8D 5S; ann 7H TH 7D 2S 3C, sevens."""


def entries(game: str, shoe: str, earning: Earning, *steps: Step) -> list[tuple[str, int]]:
    """Who earns an entry with which wager, when a round is played."""
    law = law_of(game)
    croupier = Croupier(law, Choices(burn=False), stack=parse_cards(shoe))
    found = []
    for step in steps:
        table: Table = croupier.table
        answer = croupier.do(to_command(step))
        assert not isinstance(answer, Refused), answer
        for event in answer:
            entered = list(entries_earned_by(earning, law.initial, table, event))
            found += [(entry.player, entry.wagered) for entry in entered]
            assert {entry.by for entry in entered} <= {Role.DEALER}
            table = evolve(table, event)
        assert table == croupier.table
    return found


def wager(player: str, box: int, amount: float, **more: Any) -> Step:
    return {"do": "wager", "player": player, "box": box, "amount": amount, **more}


@pytest.mark.parametrize(
    ("earning", "who"),
    [
        (Earning(hand="blackjack"), [("ann", 100_00)]),
        (Earning(hand="blackjack", wager=100_00), [("ann", 100_00)]),
        (Earning(hand="blackjack", wager=100_01), []),
        (Earning(wager=50_00), [("ann", 100_00), ("bob", 50_00)]),
        (Earning(wager=50_01), [("ann", 100_00)]),
    ],
)
def test_a_blackjack_or_a_wager_of_so_much(earning: Earning, who: list[tuple[str, int]]) -> None:
    """Ann has ace and king; bob has ace, six and a ten, which is no blackjack."""
    steps = (
        wager("ann", 1, 100),
        wager("bob", 2, 50),
        {"do": "deal"},
        {"do": "hit", "box": 2},
        {"do": "stand", "box": 2},
    )
    assert sorted(entries("star-blackjack", "AH AC 6D KD 6S TC TD 5S", earning, *steps)) == who


def test_a_wager_that_is_split_earns_one_entry() -> None:
    """Eights become two eighteens, which both win; the wager that was laid at first counts."""
    steps = (
        wager("ann", 1, 100),
        {"do": "deal"},
        {"do": "split", "box": 1},
        {"do": "stand", "box": 1},
        {"do": "stand", "box": 1},
    )
    found = entries("star-blackjack", "8H 6C 8D TH TD 9H KD", Earning(wager=50_00), *steps)
    assert found == [("ann", 100_00)]


def test_an_ace_to_a_split_ten_is_no_blackjack() -> None:
    """The tens become 21 and 20: under Star 12.3.2 neither is a blackjack."""
    steps = (
        wager("ann", 1, 100),
        {"do": "deal"},
        {"do": "split", "box": 1},
        {"do": "stand", "box": 1},
    )
    shoe = "TH 6C TD AH KD 9H KD"
    assert entries("star-blackjack", shoe, Earning(hand="blackjack"), *steps) == []
    assert entries("star-blackjack", shoe, Earning(wager=100_00), *steps) == [("ann", 100_00)]


def test_two_cards_are_a_blackjack_only_with_an_ace_and_a_ten() -> None:
    """Two tens, and an ace with an eight: both stand on their first two cards."""
    steps = (
        wager("ann", 1, 100),
        wager("bob", 2, 100),
        {"do": "deal"},
        {"do": "stand", "box": 1},
        {"do": "stand", "box": 2},
    )
    shoe = "TH AC 6D KD 8S TC TD"
    assert entries("star-blackjack", shoe, Earning(hand="blackjack"), *steps) == []


def test_a_void_wager_earns_nothing() -> None:
    """Ann has a blackjack, and a forbidden device is found on her while bob decides (18.1)."""
    steps = (
        wager("ann", 1, 100),
        wager("bob", 2, 100),
        {"do": "deal"},
        {"do": "sanction", "player": "ann", "breach": "18.1", "void": True, "by": "supervisor"},
    )
    for earning in (Earning(hand="blackjack"), Earning(wager=50_00)):
        assert entries("star-blackjack", "AH 8C TC KD 7D", earning, *steps) == []


def test_a_box_without_a_hand_earns_nothing_in_a_round_of_blackjack() -> None:
    stack = parse_cards("AH 8C TC KD 7D")
    croupier = Croupier(law_of("star-blackjack"), Choices(burn=False), stack=stack)
    for step in (wager("ann", 1, 10), wager("bob", 2, 10), {"do": "deal"}):
        assert not isinstance(croupier.do(to_command(step)), Refused)
    assert [hand_kind(croupier.table, box) for box in (1, 2, 3)] == ["blackjack", "", ""]


@pytest.mark.parametrize(
    ("earning", "who"),
    [
        (Earning(hand="one-pair"), [("bob", 20_00)]),
        (Earning(hand="flush"), []),
        (Earning(wager=10_00), [("ann", 10_00), ("bob", 20_00)]),
    ],
)
def test_a_poker_hand_or_an_ante_of_so_much(earning: Earning, who: list[tuple[str, int]]) -> None:
    """Ann has king high and folds, bob a pair of nines."""
    shoe = "AS KC 9H KD JD 9D QH 8C 4C 7C 6H 6S 2S 3S 3H"
    steps = (
        wager("ann", 1, 10, on="ante"),
        wager("bob", 2, 20, on="ante"),
        {"do": "deal"},
        {"do": "fold", "player": "ann", "box": 1},
        {"do": "bet", "player": "bob", "box": 2},
    )
    assert sorted(entries("caribbean-stud", shoe, earning, *steps)) == who


def test_where_terms_name_a_hand_no_wager_is_asked_for() -> None:
    assert msgspec.convert({"hand": "flush"}, Earning) == Earning(wager=0, hand="flush")


def test_a_box_without_a_hand_earns_nothing_in_a_round_of_stud() -> None:
    croupier = Croupier(law_of("caribbean-stud"), stack=parse_cards(STUD_SHOE))
    for step in (wager("ann", 1, 10, on="ante"), {"do": "deal"}):
        assert not isinstance(croupier.do(to_command(step)), Refused)
    assert hand_kind(croupier.table, 1) == "one-pair"
    assert hand_kind(croupier.table, 2) == ""


def test_a_hand_of_stud_is_nothing_until_it_is_complete_and_read() -> None:
    croupier = Croupier(law_of("caribbean-stud"), stack=parse_cards(STUD_SHOE))
    for step in (wager("ann", 1, 10, on="ante"), {"do": "deal"}):
        assert not isinstance(croupier.do(to_command(step)), Refused)
    table = stud(croupier.table)
    (hand,) = stud_round(table).hands
    for cards in (hand.cards[:4], (*hand.cards[:4], None)):
        dealt = replace(stud_round(table), hands=(replace(hand, cards=cards),))
        assert hand_kind(replace(table, round=dealt), 1) == ""
