"""The dealer's cards at Perth: not one too few, not one too many (4.22, 4.23)."""

from __future__ import annotations

import random

import pytest

from .facts import BoxFacts, TableFacts
from .perth_dealing import dealer_faults, dealer_needs, must_stand
from .perth_settlement import Game
from .perth_writing import DRAWS, STANDS, box, clauses, played, settle
from .writing import hand

TWO = (("ann", 100.0), ("bob", 60.0))

BOXES = {
    "bust": box(hand("TH 2D TC")),
    "bust insured": box(hand("TH 2D TC"), insurance={"ann": 50}),
    "live": box(hand("TH 8D")),
    "21": box(hand("7H 7D 7C")),
    "21 insured": box(hand("7H 7D 7C"), insurance={"ann": 50}),
    "five cards": box(hand("2H 3D 4C 2S 3C")),
    "five cards bust": box(hand("2H 3D 4C 7S TC")),
    "blackjack": box(hand("AH TD")),
    "blackjack insured": box(hand("AH TD"), insurance={"ann": 50}),
    "even money": box(hand("AH TD"), even_money={"ann"}),
    "even money insured": box(hand("AH TD"), even_money={"ann"}, insurance={"ann": 50}),
    "even money for one": box(hand("AH TD", "ann bob"), wagers=TWO, even_money={"ann"}),
    "surrendered": box(hand("TH 6D"), surrendered={"ann"}),
    "surrendered by one": box(hand("TH 6D", "ann bob"), wagers=TWO, surrendered={"ann"}),
    "goes back": box(hand("TH 6D"), going_back={"ann"}),
    "goes back insured": box(hand("TH 6D"), going_back={"ann"}, insurance={"ann": 50}),
    "goes back for one": box(hand("TH 6D", "ann bob"), wagers=TWO, going_back={"bob"}),
    "split, one bust": box(hand("8H 6D TC"), hand("8D TC")),
    "split, both bust": box(hand("8H 6D TC"), hand("8D 6S TC")),
    "split tens with aces": box(hand("TH AD"), hand("TD AC")),
    "doubled low": box(hand("5H 4D 2C", doubled={"ann": 100})),
}


@pytest.mark.parametrize(
    ("game", "first", "names", "needs"),
    [
        ("perth", "6C", "bust", "nothing"),
        ("perth", "AC", "bust", "nothing"),
        ("perth", "6C", "blackjack", "nothing"),
        ("perth", "AC", "even money", "nothing"),
        ("perth", "AC", "even money insured", "nothing"),
        ("perth", "AC", "goes back", "nothing"),
        ("perth", "TC", "split, both bust", "nothing"),
        ("perth", "TC", "blackjack", "one card"),
        ("perth", "AC", "blackjack/bust", "one card"),
        ("perth", "AC", "even money for one", "one card"),
        ("perth", "AC", "bust insured", "one card"),
        ("perth", "AC", "goes back insured", "one card"),
        ("perth", "6C", "live/blackjack", "a full hand"),
        ("perth", "AC", "21", "a full hand"),
        ("perth", "AC", "five cards", "a full hand"),
        ("perth", "TC", "split tens with aces", "a full hand"),
        ("perth", "TC", "goes back for one", "a full hand"),
        ("vegas", "TC", "surrendered", "one card"),
        ("vegas", "AC", "surrendered/bust", "one card"),
        ("vegas", "AC", "surrendered/blackjack", "one card"),
        ("vegas", "TC", "surrendered by one", "a full hand"),
        ("vegas", "TC", "surrendered/live", "a full hand"),
        ("plus", "TC", "blackjack", "nothing"),
        ("plus", "AC", "blackjack/21/five cards", "nothing"),
        ("plus", "AC", "split tens with aces", "nothing"),
        ("plus", "AC", "five cards bust", "nothing"),
        ("plus", "AC", "21 insured", "one card"),
        ("plus", "AC", "five cards/bust insured", "one card"),
        ("plus", "AC", "doubled low", "a full hand"),
        ("plus", "6C", "live/21", "a full hand"),
    ],
)
def test_what_the_dealer_needs_4_22(game: Game, first: str, names: str, needs: str) -> None:
    boxes = [BOXES[name] for name in names.split("/")]
    assert dealer_needs(played(*boxes, dealer=first), game=game) == needs


@pytest.mark.parametrize(
    ("game", "name", "table", "dealer", "expected"),
    [
        ("perth", "bust", STANDS, "6C", []),
        ("perth", "bust", STANDS, "6C TC", ["4.22(b)"]),
        ("perth", "bust", DRAWS, "6C TC", ["4.23(b)"]),
        ("perth", "blackjack", STANDS, "9C", []),
        ("perth", "blackjack", STANDS, "9C 8C", ["4.22(b)"]),
        ("perth", "blackjack", STANDS, "TC", ["4.22(a)"]),
        ("perth", "blackjack", STANDS, "TC 2C", []),
        ("perth", "blackjack", STANDS, "TC 2C 7D", ["4.22(b)"]),
        ("perth", "even money", DRAWS, "AC KC", ["4.23(b)"]),
        ("perth", "bust insured", DRAWS, "AC", ["4.23(a)"]),
        ("perth", "bust insured", DRAWS, "AC 6C", []),
        ("perth", "live", STANDS, "", ["4.15(b)"]),
        ("perth", "live", STANDS, "6C", ["4.22(a)"]),
        ("perth", "live", STANDS, "6C TC", ["4.22(a)"]),
        ("perth", "live", STANDS, "7C TC", []),
        ("perth", "live", STANDS, "7C TC 2D", ["4.22(a)"]),
        ("perth", "live", STANDS, "AC 6C", []),
        ("perth", "live", DRAWS, "AC 6C", ["4.23(a)"]),
        ("perth", "live", DRAWS, "AC 6C TC", []),
        ("perth", "live", DRAWS, "AC 7C", []),
        ("perth", "live", DRAWS, "AC 7C 2C", ["4.23(a)"]),
        ("perth", "live", STANDS, "2C 4D AS", []),
        ("perth", "live", DRAWS, "2C 4D AS 2D", []),
        ("perth", "live", DRAWS, "6C TC TD 2D", ["4.23(a)"]),
        ("vegas", "surrendered", STANDS, "TC", ["4.22(a)"]),
        ("vegas", "surrendered", STANDS, "TC 3C", []),
        ("vegas", "surrendered", STANDS, "TC 3C 6C", ["4.22(b)"]),
        ("vegas", "surrendered by one", STANDS, "TC 3C", ["4.22(a)"]),
        ("plus", "blackjack", STANDS, "TC", []),
        ("plus", "blackjack", STANDS, "TC AC", ["4.22(b)"]),
        ("plus", "21", STANDS, "TC 7C", ["4.22(b)"]),
        ("plus", "five cards", DRAWS, "TC 7C", ["4.23(b)"]),
        ("plus", "21 insured", STANDS, "AC 6C", []),
        ("plus", "21 insured", STANDS, "AC", ["4.22(a)"]),
        ("plus", "live", STANDS, "TC 6C 6D", []),
        ("plus", "live", STANDS, "TC 6C", ["4.22(a)"]),
    ],
)
def test_the_dealers_draw_4_22(
    game: str, name: str, table: TableFacts, dealer: str, expected: list[str]
) -> None:
    assert clauses(game, played(BOXES[name], dealer=dealer, table=table)) == expected


def fits(facts: BoxFacts, game: Game, first: str) -> bool:
    """Whether a box can have come about against this card in this game."""
    ace_or_ten = first[0] == "A" or first[0] in "TK"
    if (facts.insurance or facts.even_money) and first[0] != "A":
        return False
    return not facts.surrendered or (game == "vegas" and ace_or_ten)


def completions(start: tuple[str, ...], *, table: TableFacts, seed: int) -> list[str]:
    """Ways in which a dealer's hand may go on, drawn to the end from an endless shoe."""
    chance = random.Random(seed)
    hands = []
    for _ in range(80):
        cards = start
        while not must_stand(cards, draws_soft_17=table.draws_soft_17):
            cards += (chance.choice("A23456789TJQK") + chance.choice("CDHS"),)
        hands.append(" ".join(cards))
    return hands


@pytest.mark.parametrize("game", ["perth", "vegas", "plus"])
@pytest.mark.parametrize("table", [STANDS, DRAWS], ids=["stands", "draws"])
@pytest.mark.parametrize("first", ["AC", "2C", "9C", "KC"])
@pytest.mark.parametrize("name", BOXES)
def test_a_card_is_drawn_exactly_where_it_can_change_a_line_4_22(
    name: str, first: str, table: TableFacts, game: Game
) -> None:
    facts = BOXES[name]
    if not fits(facts, game, first):
        return
    ways = completions((first,), table=table, seed=7)
    needs = dealer_needs(played(facts, dealer=first, table=table), game=game)
    results = {settle(game, played(facts, dealer=way)) for way in ways}
    assert (needs == "nothing") == (len(results) == 1)
    for second in "2D", "5D", "6D", "9D", "TD", "AD":
        ways = completions((first, second), table=table, seed=8)
        results = {settle(game, played(facts, dealer=way)) for way in ways}
        settled = must_stand((first, second), draws_soft_17=table.draws_soft_17)
        assert (len(results) == 1) == (needs != "a full hand" or settled)


@pytest.mark.parametrize("game", ["perth", "vegas", "plus"])
@pytest.mark.parametrize("seed", range(100))
def test_every_shoe_has_exactly_one_right_stop_4_22(seed: int, game: Game) -> None:
    chance = random.Random(seed)
    shoe = [chance.choice("A23456789TJQK") + chance.choice("CDHS") for _ in range(22)]
    facts = chance.choice([facts for facts in BOXES.values() if fits(facts, game, shoe[0])])
    table = chance.choice([STANDS, DRAWS])
    stops = []
    for count in range(1, len(shoe) + 1):
        finished = played(facts, dealer=" ".join(shoe[:count]), table=table)
        if not dealer_faults(finished, game=game):
            stops.append(count)
    assert len(stops) == 1
