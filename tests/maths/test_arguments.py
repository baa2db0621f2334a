"""Careless calls of the Python interface: accepted where the sense is plain, else one sentence."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

import croupier
from croupier import Choices, CroupierError, maths
from croupier.cards import Device, parse_cards
from croupier.games.table.choices import JackpotTerms
from croupier.rulebooks import (
    GAMES,
    STAR_BLACKJACK,
    BlackjackLaw,
    BlackjackName,
    StudLaw,
    StudName,
)

STAR, STUD = "star-blackjack", "caribbean-stud"
analyse: Any = maths.analyse
strategy: Any = maths.strategy
hand_choices: Any = maths.hand_choices
simulate: Any = maths.simulate
what_if: Any = maths.what_if
given: Any = Choices
terms: Any = JackpotTerms
read_chart: Any = maths.read_chart

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "rounds below zero": (
        lambda: simulate(STAR, rounds=-5),
        "rounds: -5 is not a whole number of 2 or more",
    ),
    "one round": (
        lambda: simulate(STAR, rounds=1),
        "rounds: 1 is not a whole number of 2 or more",
    ),
    "half a round": (
        lambda: simulate(STAR, rounds=2.5),
        "rounds: 2.5 is not a whole number of 2 or more",
    ),
    "rounds as text": (
        lambda: simulate(STAR, rounds="1e5"),
        "rounds: '1e5' is not a whole number of 2 or more",
    ),
    "endless rounds": (
        lambda: simulate(STAR, rounds=float("inf")),
        "rounds: inf is not a whole number of 2 or more",
    ),
    "rounds are no switch": (
        lambda: simulate(STAR, rounds=True),
        "rounds: True is not a whole number of 2 or more",
    ),
    "seed as text": (
        lambda: simulate(STAR, seed="x"),
        "seed: 'x' is not a whole number of 0 or more",
    ),
    "seed below zero": (
        lambda: simulate(STAR, seed=-1),
        "seed: -1 is not a whole number of 0 or more",
    ),
    "no cores": (
        lambda: simulate(STAR, cores=0),
        "cores: 0 is not a whole number from 1 to 1,024",
    ),
    "no boxes": (
        lambda: simulate(STAR, boxes_played=0),
        "boxes_played: 0 is not a whole number from 1 to 99",
    ),
    "too many boxes": (
        lambda: simulate(STAR, boxes_played=12),
        "boxes_played: Star Blackjack is played on 1 to 9 boxes, not 12",
    ),
    "too many boxes at stud": (
        lambda: simulate(STUD, boxes_played=12),
        "boxes_played: 1 to 9 boxes can be in play, not 12",
    ),
    "no wager": (
        lambda: simulate(STAR, wager=0),
        "wager: 0 is not an amount; write whole cents, such as 10_00 for $10",
    ),
    "wager in dollars": (
        lambda: simulate(STAR, wager=10.5),
        "wager: 10.5 is not an amount; write whole cents, such as 10_00 for $10",
    ),
    "wager as text": (
        lambda: simulate(STAR, wager="$10"),
        "wager: '$10' is not an amount; write whole cents, such as 10_00 for $10",
    ),
    "side wager without side bets": (
        lambda: simulate(STAR, side_wager=500),
        "side_wager: the table has no side bets; name them, such as "
        "choices={'side_bets': ['perfect-pairs']}",
    ),
    "side wager at stud": (
        lambda: simulate(STUD, side_wager=500),
        "side_wager: only for blackjack; caribbean-stud has no use for it",
    ),
    "insurance as text": (
        lambda: simulate(STAR, insurance="yes"),
        "insurance: 'yes' is neither True nor False",
    ),
    "insurance without insurance": (
        lambda: simulate("blackjack-challenge", insurance=True),
        "insurance: Blackjack Challenge has no insurance",
    ),
    "a stud strategy at blackjack": (
        lambda: simulate(STAR, strategy="best"),
        "strategy: only for Caribbean Stud; star-blackjack has no use for it",
    ),
    "a chart at stud": (
        lambda: simulate(STUD, chart=maths.Chart()),
        "chart: only for blackjack; caribbean-stud has no use for it",
    ),
    "no session": (
        lambda: simulate(STAR, session_rounds=0),
        "session_rounds: 0 is not a whole number of 1 or more",
    ),
    "no float": (
        lambda: simulate(STAR, float_cents=0),
        "float_cents: 0 is not an amount; write whole cents, such as 10_00 for $10",
    ),
    "a missing chart": (
        lambda: read_chart("nope.toml"),
        "nope.toml is not a chart: there is no such file",
    ),
    "a chart by number": (
        lambda: read_chart(7),
        "path: 7 is not the path of a chart; write one, such as 'my.toml'",
    ),
    "a chart that is none": (
        lambda: analyse(STAR, chart=5),
        "chart: 5 is not a chart; pass one, such as strategy(game).chart, or a path",
    ),
    "no such game": (
        lambda: analyse("star-blackjak"),
        "there is no game 'star-blackjak'; did you mean star-blackjack?",
    ),
    "a game by number": (
        lambda: analyse(5),
        "game: 5 is not a game; pass its name, such as 'star-blackjack', or its law",
    ),
    "an ante at blackjack": (
        lambda: analyse(STAR, ante=500),
        "ante: only for Caribbean Stud; star-blackjack has no use for it",
    ),
    "an ante for a hand of blackjack": (
        lambda: hand_choices(STAR, "T 6", "T", ante=500),
        "ante: only for Caribbean Stud; star-blackjack has no use for it",
    ),
    "jackpot players at blackjack": (
        lambda: analyse(STAR, jackpot_players=2),
        "jackpot_players: only for Caribbean Stud; star-blackjack has no use for it",
    ),
    "jackpot players without a jackpot": (
        lambda: analyse(STUD, jackpot_players=2),
        "jackpot_players: the table has no jackpot; give it one, such as "
        "choices={'jackpot': {'wager': 1_00, 'pool': 100_000_00}}",
    ),
    "an ante without a maximum payout": (
        lambda: analyse(STUD, ante=10_00),
        "ante: it matters only under a maximum payout; give one, such as "
        "choices={'max_payout': 50_000_00}",
    ),
    "a chart for stud's figures": (
        lambda: analyse(STUD, chart=maths.Chart()),
        "chart: only for blackjack; caribbean-stud has no use for it",
    ),
    "exceptions at stud": (
        lambda: strategy(STUD, exceptions=True),
        "exceptions: only for blackjack; caribbean-stud has no use for it",
    ),
    "exceptions as a number": (
        lambda: strategy(STAR, exceptions=1),
        "exceptions: 1 is neither True nor False",
    ),
    "choices as a number": (
        lambda: analyse(STAR, 6),
        "choices: 6 is not a table's choices; pass Choices(decks=6), or a dictionary such as "
        "{'decks': 6}",
    ),
    "an unknown choice": (
        lambda: analyse(STAR, {"deck": 6}),
        "choices: there is no choice 'deck'; did you mean decks?",
    ),
    "decks as text": (
        lambda: given(decks="six"),
        "decks: this must be a whole number, not text",
    ),
    "half a deck": (
        lambda: given(decks=6.5),
        "decks: this must be a whole number, not one with a decimal point",
    ),
    "an unknown device": (
        lambda: given(device="hat"),
        "device: 'hat' is not accepted here; choose from shoe, shuffler",
    ),
    "an unknown field of the jackpot": (
        lambda: given(jackpot={"wager": 100, "pol": 1}),
        "jackpot: there is no field pol; did you mean pool?",
    ),
    "rules as a list": (
        lambda: analyse(STAR, rules=["decks=6"]),
        "rules: ['decks=6'] is not a dictionary of rules; pass one, such as {'blackjack': '6:5'}",
    ),
    "a rule with an odd value": (
        lambda: what_if(STAR, {"blackjack": 1.2}),
        "rules: 1.2 is not a value of blackjack; write text such as '6:5', a whole number, "
        "True or False, or a list of whole numbers",
    ),
    "seen cards by number": (
        lambda: analyse(STAR, seen=5),
        "seen: 5 is not a list of cards; write '8H 8D'",
    ),
    "a hand by number": (
        lambda: hand_choices(STAR, 16.0, "T"),
        "hand: 16.0 is not a card; write a rank (A 2-9 T J Q K) with or without suit",
    ),
    "a card that counts twelve": (
        lambda: hand_choices(STAR, [10, 12], "T"),
        "hand: 12 is not a card; write a rank (A 2-9 T J Q K) with or without suit",
    ),
    "two cards of the dealer": (
        lambda: hand_choices(STAR, "T 6", "T 6"),
        "dealer: 'T 6' is not a card; write one, such as T",
    ),
    "more rounds than there can be": (
        lambda: simulate(STAR, rounds=10**40),
        f"rounds: {10**40} is not a whole number from 2 to 1,000,000,000,000,000",
    ),
    "a seed beyond a machine word": (
        lambda: simulate(STAR, seed=2**63),
        f"seed: {2**63} is not a whole number from 0 to {2**63 - 1:,}",
    ),
    "a wager beyond all money": (
        lambda: simulate(STAR, wager=10**13),
        "wager: 10000000000000 is not an amount; write whole cents up to 1,000,000,000,000, "
        "such as 10_00 for $10",
    ),
    "a wager that is no number": (
        lambda: simulate(STAR, wager=float("nan")),
        "wager: nan is not an amount; write whole cents, such as 10_00 for $10",
    ),
    "no progress": (
        lambda: simulate(STAR, progress="bar"),
        "progress: 'bar' is not a function; pass one of the totals",
    ),
    "a cluster by number": (
        lambda: simulate(STAR, cluster=5),
        "cluster: 5 is not an address; write 'local', 'auto', 'host:6379' or 'ray://host:10001'",
    ),
    "a cluster nowhere": (
        lambda: simulate(STAR, cluster=""),
        "cluster: '' is not an address; write 'local', 'auto', 'host:6379' or 'ray://host:10001'",
    ),
    "no rules": (
        lambda: what_if(STAR, {}),
        "rules: name one that changes, such as {'blackjack': '6:5'}",
    ),
    "a chart at no path": (
        lambda: read_chart(""),
        "path: '' is not the path of a chart; write one, such as 'my.toml'",
    ),
    "a hand of bytes": (
        lambda: hand_choices(STAR, b"T6", "T"),
        "hand: b'T6' is not a list of cards; write 'T 6'",
    ),
    "seen cards of bytes": (
        lambda: analyse(STAR, seen=b"8H"),
        "seen: b'8H' is not a list of cards; write '8H 8D'",
    ),
    "no card of the dealer": (
        lambda: hand_choices(STAR, "T 6", None),
        "dealer: None is not a card; write a rank (A 2-9 T J Q K) with or without suit",
    ),
    "decks are no switch": (
        lambda: given(decks=True),
        "decks: this must be a whole number, not true or false",
    ),
    "decks that are no number": (
        lambda: given(decks=float("nan")),
        "decks: this must be a whole number, not one with a decimal point",
    ),
    "no decks": (
        lambda: given(decks=None),
        "decks: this must be a whole number, not nothing",
    ),
    "side bets by number": (
        lambda: given(side_bets=5),
        "side_bets: this must be a list, not a whole number",
    ),
    "half a cent on the jackpot": (
        lambda: terms(wager=5.5),
        "wager: this must be a whole number, not one with a decimal point",
    ),
    "a jackpot for nothing": (
        lambda: terms(wager=None),
        "wager: this must be a whole number, not nothing",
    ),
    "the law of nothing": (
        lambda: croupier.law_of(None),  # type: ignore[call-overload]
        "game: None is not a game; pass its name, such as 'star-blackjack', or its law",
    ),
    "a table of nothing": (
        lambda: croupier.open_table(5),  # type: ignore[arg-type]
        "game: 5 is not a game; pass its name, such as 'star-blackjack', or its law",
    ),
    "a card by number": (
        lambda: croupier.parse_card(8),  # type: ignore[arg-type]
        "8 is not a card: write a rank (A 2-9 T J Q K) and a suit (C D H S), such as TH",
    ),
    "no cards": (
        lambda: croupier.parse_cards(None),  # type: ignore[arg-type]
        "None is not a list of cards: write '8H 8D'",
    ),
    "a line of nothing": (
        lambda: croupier.read(None, Choices),  # type: ignore[call-overload]
        "None is not a line of text",
    ),
    "a command as text": (
        lambda: croupier.to_command("hit 1"),  # type: ignore[arg-type]
        "'hit 1' is not a command; write its fields, such as "
        '{"do": "wager", "player": "ann", "box": 1, "amount": 25}',
    ),
    "a round of nothing": (
        lambda: croupier.read_round(None),  # type: ignore[arg-type]
        "None is not a line of JSON; pass text",
    ),
    "a round that is none": (
        lambda: croupier.differences(5),  # type: ignore[arg-type]
        "5 is not a round; read one with read_round(text)",
    ),
    "a stud card without suit": (
        lambda: hand_choices(STUD, "AC KD QH 8S 3C", 7),
        "dealer: '7' is not a card: write a rank (A 2-9 T J Q K) and a suit (C D H S), such as TH",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_careless_call_gets_one_sentence(case: str) -> None:
    call, sentence = REFUSED[case]
    with pytest.raises(CroupierError) as refusal:
        call()
    assert str(refusal.value) == sentence
    assert "--" not in sentence


def test_what_has_a_plain_sense_is_accepted(tmp_path: Path) -> None:
    six = maths.analyse(STAR, Choices(decks=6))
    same = [{"decks": 6}, {"decks": 6.0}, {"decks": np.int64(6)}, {"decks": Decimal(6)}]
    for choices in (*same, given(decks=6.0)):
        assert analyse(STAR, choices).main == six.main
    assert analyse(STAR_BLACKJACK, rules={"decks": 6}).main == six.main
    assert what_if(STAR, {"double": [10, 11]}) == maths.what_if(STAR, {"double": "10,11"})
    for rounds in (2e3, np.float32(2e3), Fraction(2000), Decimal(2000)):
        assert simulate(STAR, rounds=rounds, seed=np.int64(7), wager=10.0).rounds == 2000
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\n[hard]\n16 = "S S S S S H H H H H"\n')
    assert read_chart(str(file)) == maths.read_chart(file)
    assert simulate(STAR, rounds=1000, seed=1, chart=str(file)).options["chart"] == "mine"


@pytest.mark.parametrize("hand", ["T 6", "KH 6S", ["T", "6"], [10, 6], ("TH", 6), "10 6"])
def test_a_hand_may_be_written_in_many_ways(hand: object) -> None:
    plain = maths.hand_choices(STAR, "T 6", "A")
    for dealer in ("A", 1, 11, "AS", parse_cards("AS")[0]):
        assert hand_choices(STAR, hand, dealer) == plain
    assert hand_choices(STAR, parse_cards("TC 6D"), "A") == plain
    assert hand_choices(STAR, np.array([10, 6]), np.int64(1)) == plain
    assert hand_choices(STAR, (card for card in ("T", "6")), "A") == plain


def test_choices_take_names_lists_and_dictionaries() -> None:
    choices = given(device="shuffler", side_bets=["any-pairs"], jackpot={"wager": 100, "pool": 5})
    assert choices == Choices(
        device=Device.SHUFFLER,
        side_bets=("any-pairs",),
        jackpot=JackpotTerms(wager=100, pool=5),
    )
    assert analyse(STAR, {"side-bets": ["any-pairs"]}) is not None
    named = given(device="SHUFFLER", side_bets="any-pairs", jackpot=terms(wager=np.int64(100)))
    assert (named.device, named.side_bets) == (Device.SHUFFLER, ("any-pairs",))
    assert named.jackpot == JackpotTerms(wager=100)
    assert given(side_bets=(name for name in ("any-pairs",))).side_bets == ("any-pairs",)
    assert croupier.parse_cards(["8H", "TC 9D"]) == parse_cards("8H TC 9D")


def test_the_names_for_type_checkers_are_those_of_the_packaged_games() -> None:
    packaged = dict(GAMES)
    blackjack = {name for name, law in packaged.items() if isinstance(law, BlackjackLaw)}
    assert set(get_args(BlackjackName)) == blackjack
    stud = {name for name, law in packaged.items() if isinstance(law, StudLaw)}
    assert set(get_args(StudName)) == stud
