"""Hand-worked rounds of Caribbean Stud: the kinds of hand, then clause by clause."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from .stud import HandFacts, RoundFacts, TableFacts, faults, kind, qualifies, settle, value
from .telling import cited

ACE_KING = "AS KH QC 4D 2S"
ACE_QUEEN = "AS QH 9C 7D 3S"
STRAIGHT_FLUSH = "5H 6H 7H 8H 9H"
ROYAL = "TD JD QD KD AD"
NOTHING = "JS 9S 6S 5D 3D"


def hand(
    cards: str,
    decision: str = "bet",
    *,
    box: int = 1,
    player: str = "ann",
    ante: int = 10,
    jackpot: bool = False,
) -> HandFacts:
    """A hand with an ante in dollars; a bet is twice that."""
    bet = 0 if decision == "fold" else 200 * ante
    return HandFacts(box, player, 100 * ante, tuple(cards.split()), decision, bet, jackpot)


def round_of(
    *hands: HandFacts, dealer: str = ACE_KING, table: TableFacts | None = None
) -> RoundFacts:
    return RoundFacts(table or TableFacts(), hands, tuple(dealer.split()))


def told(round: RoundFacts) -> list[tuple[str, str, float, str]]:
    """The settlement without players and boxes, in dollars."""
    return [(line.on, line.result, line.net / 100, line.clause) for line in settle(round)]


def jackpots(*cards: str, meter: float, bonus: float = 0) -> list[tuple[float, str]]:
    """What the jackpot wagers of five dollars on boxes 1, 2 and so on come to."""
    table = TableFacts(meter=round(meter * 100), bonus=round(bonus * 100))
    hands = [
        hand(each, "fold", box=number, player=f"player {number}", jackpot=True)
        for number, each in enumerate(cards, 1)
    ]
    lines = settle(round_of(*hands, table=table))
    return [(line.net / 100, line.clause) for line in lines if line.on == "jackpot"]


# Poker hands --------------------------------------------------------------------------------------

ASCENDING = [
    ("7S 5D 4C 3H 2S", "five odd cards"),
    ("AS QD JC 9H 7S", "five odd cards"),
    ("AS KD 4C 3H 2S", "five odd cards"),
    ("2S 2D 5C 4H 3S", "one pair"),
    ("2S 2D AC 4H 3S", "one pair"),
    ("2S 2D AC 5H 3S", "one pair"),
    ("AS AD 4C 3H 2S", "one pair"),
    ("3S 3D 2C 2H AS", "two pairs"),
    ("QS QD 8C 8H AS", "two pairs"),
    ("QS QD 9C 9H 2S", "two pairs"),
    ("QS QD 9C 9H 3S", "two pairs"),
    ("2S 2D 2C 4H 3S", "three of a kind"),
    ("5S 4D 3C 2H AS", "straight"),
    ("6S 5D 4C 3H 2S", "straight"),
    ("AS KD QC JH TS", "straight"),
    ("7S 5S 4S 3S 2S", "flush"),
    ("AS KS 4S 3S 2S", "flush"),  # around the corner is no straight
    ("2S 2D 2C AH AS", "full house"),
    ("3S 3D 3C 2H 2S", "full house"),
    ("2S 2D 2C 2H AS", "four of a kind"),
    ("3S 3D 3C 3H 2S", "four of a kind"),
    ("5S 4S 3S 2S AS", "straight flush"),
    ("KS QS JS TS 9S", "straight flush"),
    ("AS KS QS JS TS", "royal flush"),
]


@pytest.mark.parametrize(("cards", "name"), ASCENDING)
def test_kinds_of_hand(cards: str, name: str) -> None:
    assert kind(tuple(cards.split())) == name


def test_hands_in_ascending_order() -> None:
    values = [value(tuple(cards.split())) for cards, _ in ASCENDING]
    assert all(low < high for low, high in pairwise(values))


def test_suits_and_the_order_of_cards_do_not_matter() -> None:
    assert value(("AS", "KD", "QH", "8C", "3D")) == value(("3C", "KC", "AH", "8D", "QS"))
    assert value(("AS", "2D", "3H", "4C", "5D")) == value(("5S", "4D", "AH", "3C", "2D"))


@pytest.mark.parametrize(
    ("cards", "plays"),
    [
        ("AS KD 4C 3H 2S", True),
        ("AS QD JC 9H 8S", False),
        ("KS QD JC 9H 8S", False),
        ("2S 2D 5C 4H 3S", True),
        ("5S 4D 3C 2H AS", True),
    ],
)
def test_ace_king_qualifies(cards: str, plays: bool) -> None:
    assert qualifies(tuple(cards.split())) is plays


# Antes and bets -----------------------------------------------------------------------------------


def test_no_hand_pays_antes_whatever_the_players_hold() -> None:
    for cards in (ROYAL, "8C 6D 4S 3C 2H"):
        finished = round_of(hand(cards), dealer=ACE_QUEEN)
        assert told(finished) == [("ante", "win", 10, "9.4.1"), ("bet", "stand-off", 0, "9.2")]
        assert faults(finished) == []


@pytest.mark.parametrize(
    ("cards", "won"),
    [
        ("AD KC QS 4C 3C", 20),
        ("3C 3D 6S 7S 8D", 20),
        ("3C 3D 6S 6D 8D", 40),
        ("3C 3D 3S 6D 8D", 60),
        ("3C 4C 5S 6D 7D", 80),
        ("3C 4C 5C 6C 8C", 100),
        ("3C 3D 3S 6D 6C", 140),
        ("3C 3D 3S 3H 6C", 400),
        (STRAIGHT_FLUSH, 1_000),
        (ROYAL, 5_000),
    ],
)
def test_odds(cards: str, won: int) -> None:
    finished = round_of(hand(cards))
    assert told(finished) == [("ante", "win", 10, "9.5.1.1"), ("bet", "win", won, "9.5.1.1")]
    assert faults(finished) == []


def test_lower_and_equal_hands() -> None:
    lower, equal = round_of(hand(NOTHING)), round_of(hand("AD KC QS 4C 2H"))
    assert told(lower) == [("ante", "lose", -10, "9.5.1.2"), ("bet", "lose", -20, "9.5.1.2")]
    assert told(equal) == [("ante", "stand-off", 0, "9.5.1.3"), ("bet", "stand-off", 0, "9.5.1.3")]


def test_folded_and_conceded_hands_are_lost_however_good() -> None:
    folded, conceded = round_of(hand(ROYAL, "fold")), round_of(hand(ROYAL, "conceded"))
    assert told(folded) == [("ante", "lose", -10, "8.6")]
    assert told(conceded) == [("ante", "lose", -10, "9.8"), ("bet", "lose", -20, "9.8")]
    assert faults(folded) == faults(conceded) == []


def test_above_the_maximum() -> None:
    table = TableFacts(maximum=10_000)
    won = round_of(hand("3C 3D 6S 6D 8D", ante=150), table=table)
    assert [line[2] for line in told(won)] == [100, 400]
    lost = round_of(hand(NOTHING, ante=150), table=table)
    assert [line[2] for line in told(lost)] == [-100, -200]
    folded = round_of(hand(NOTHING, "fold", ante=150), table=table)
    assert [line[2] for line in told(folded)] == [-100]


def test_the_most_that_a_bet_wins() -> None:
    table = TableFacts(max_payout=50_000)
    assert [line[2] for line in told(round_of(hand(STRAIGHT_FLUSH), table=table))] == [10, 500]
    big = hand("3C 3D 6S 7S 8D", ante=400)
    assert [line[2] for line in told(round_of(big, table=table))] == [400, 500]


# The jackpot --------------------------------------------------------------------------------------


def test_fixed_sums() -> None:
    assert jackpots("3C 3D 3S 3H 6C", meter=30_000) == [(495, "12.1.3")]
    assert jackpots("3C 3D 3S 6D 6C", meter=30_000) == [(145, "12.1.4")]
    assert jackpots("3C 4C 5C 6C 8C", meter=30_000) == [(95, "12.1.5")]
    assert jackpots("3C 4C 5C 6C 7D", meter=30_000) == [(-5, "11.7")]


def test_straight_flushes() -> None:
    assert jackpots(STRAIGHT_FLUSH, meter=80_000) == [(7_995, "12.1.2")]
    assert jackpots(STRAIGHT_FLUSH, meter=30_000) == [(4_995, "12.1.2")]
    # 10,000 and 9,000 make 19,000.
    two = (STRAIGHT_FLUSH, "7C 8C 9C TC JC")
    assert jackpots(*two, meter=100_000) == [(9_495, "12.3.2")] * 2
    # 5,200 and 4,680 make 9,880: less than 5,000 each.
    assert jackpots(*two, meter=52_000) == [(4_995, "12.3.2")] * 2


def test_an_odd_cent_goes_to_the_dealers_right() -> None:
    # 10,000.10 and 9,000.09 make 19,000.19.
    two = (STRAIGHT_FLUSH, "7C 8C 9C TC JC")
    assert jackpots(*two, meter=100_001) == [(9_495.09, "12.3.2"), (9_495.10, "12.3.2")]


def test_royal_flushes() -> None:
    assert jackpots(ROYAL, meter=30_000) == [(49_995, "12.1.1")]
    assert jackpots(ROYAL, meter=80_000) == [(79_995, "12.1.1")]
    two = (ROYAL, "TC JC QC KC AC")
    assert jackpots(*two, meter=120_000) == [(59_995, "12.3.1")] * 2
    assert jackpots(*two, meter=90_000) == [(49_995, "12.3.1")] * 2


def test_a_royal_flush_takes_what_straight_flushes_leave() -> None:
    hands = (ROYAL, STRAIGHT_FLUSH, "2D 3D 4D 5D 6D")
    assert jackpots(*hands, meter=200_000) == [
        (161_995, "12.1.1"),
        (18_995, "12.3.2"),
        (18_995, "12.3.2"),
    ]


def test_bonus_jackpots() -> None:
    hands = (STRAIGHT_FLUSH, NOTHING, "3C 4C 5C 6C 8C")
    assert jackpots(*hands, meter=80_000, bonus=250) == [
        (7_995, "12.1.2"),
        (245, "11.10.2"),
        (345, "12.1.5"),
    ]
    assert jackpots(NOTHING, "3C 3D 3S 3H 6C", meter=80_000, bonus=250) == [
        (-5, "11.7"),
        (495, "12.1.3"),
    ]


def test_a_straight_flush_without_a_jackpot_wager_brings_no_bonus() -> None:
    table = TableFacts(meter=8_000_000, bonus=25_000)
    other = hand(NOTHING, "fold", box=2, player="bob", jackpot=True)
    finished = round_of(hand(STRAIGHT_FLUSH), other, table=table)
    assert told(finished)[-1] == ("jackpot", "lose", -5, "11.7")


def test_a_jackpot_wager_on_anothers_box_wins_for_its_bettor() -> None:
    table = TableFacts(meter=8_000_000, bonus=25_000)
    anns = replace(hand(STRAIGHT_FLUSH, jackpot=True), jackpot_by="cat")
    bobs = hand(NOTHING, "fold", box=2, player="bob", jackpot=True)
    lines = [line for line in settle(round_of(anns, bobs, table=table)) if line.on == "jackpot"]
    assert [(line.player, line.net) for line in lines] == [("cat", 799_500), ("bob", 24_500)]
    # A winner has no bonus for another wager either (11.10.3).
    bobs = replace(bobs, jackpot_by="cat")
    lines = [line for line in settle(round_of(anns, bobs, table=table)) if line.on == "jackpot"]
    assert [(line.player, line.net) for line in lines] == [("cat", 799_500), ("cat", -500)]


def test_the_dealer_and_the_decision_do_not_matter_to_the_jackpot() -> None:
    for dealer, decision in ((ACE_QUEEN, "bet"), (ACE_KING, "bet"), (ACE_KING, "conceded")):
        finished = round_of(hand("3C 4C 5C 6C 8C", decision, jackpot=True), dealer=dealer)
        assert told(finished)[-1] == ("jackpot", "win", 95, "12.1.5")


# Faults -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("finished", "clauses"),
    [
        (round_of(replace(hand(NOTHING), bet=1_000)), ["5.6"]),
        (round_of(replace(hand(NOTHING, "conceded"), bet=0)), ["5.6"]),
        (round_of(replace(hand(NOTHING, "fold"), bet=2_000)), ["8.3"]),
        (round_of(replace(hand(NOTHING, "fold"), ante=0)), ["7.3.2"]),
        (round_of(hand(NOTHING, "waits")), ["8.1"]),
        (round_of(hand("AS 9S 6S 5D 3D")), ["3.1"]),
        (round_of(hand("1X 9S 6S 5D 3D")), ["3.1"]),
        (round_of(hand("9S 6S 5D 3D")), ["7.3.3"]),
        (round_of(hand(NOTHING), dealer=ACE_KING + " 2H"), ["7.3.3"]),
        (round_of(hand(NOTHING, "conceded"), dealer=ACE_QUEEN), ["9.8"]),
        (round_of(hand(NOTHING), hand(ROYAL, box=2)), ["5.8"]),
        (round_of(hand(NOTHING), hand(ROYAL, player="bob")), ["5.9"]),
    ],
)
def test_faults(finished: RoundFacts, clauses: list[str]) -> None:
    assert cited(faults(finished)) == clauses
