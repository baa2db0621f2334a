"""Why a wager was settled, in words about this hand."""

import pytest

from croupier.cards import parse_cards
from croupier.display.layout import table_view
from croupier.display.scenes import next_scene, scene_of
from croupier.display.viewers import Patron
from croupier.floor import Croupier
from croupier.games.blackjack.calls import Stand
from croupier.games.table.choices import Choices
from croupier.games.table.rounds import Deal
from croupier.games.table.seats import BuyIn
from croupier.games.table.wagers import PlaceWager
from croupier.messages import Refused
from croupier.rulebooks import Role, law_of
from croupier.web.pages.table.reasons import faces, reason_for
from croupier.web.pages.table.set_ups import find_set_up, play


@pytest.mark.parametrize(
    ("stack", "why"),
    [
        ("TS 7C 9D TD", "19 beats 17"),
        ("TS 9C 8D TD", "18 loses to 19"),
        ("TS 8C 8D TD", "18 each"),
        ("TS 6C 8D TD KD", "the dealer has 26, over"),
    ],
)
def test_a_settlement_compares_the_totals_of_this_hand(stack: str, why: str) -> None:
    croupier = Croupier(
        law_of("star-blackjack"),
        Choices(burn=False, side_bets=("perfect-pairs", "lucky-lucky")),
        stack=parse_cards(stack),
    )
    scene = scene_of(croupier.table)
    for command in (
        BuyIn("ann", 200_00, by=Role.PLAYER),
        PlaceWager("ann", 1, 10_00, by=Role.PLAYER),
        PlaceWager("ann", 1, 5_00, on="perfect-pairs", by=Role.PLAYER),
        PlaceWager("ann", 1, 5_00, on="lucky-lucky", by=Role.PLAYER),
        Deal(by=Role.DEALER),
        Stand(1, "ann", by=Role.PLAYER),
    ):
        answer = croupier.do(command)
        assert not isinstance(answer, Refused), answer
        for event in answer:
            scene = next_scene(scene, event)
    view = table_view(croupier.law, scene, Patron("ann"), due=croupier.due)
    reasons = {one.on: reason_for(view, one) for one in view.settled}
    pair = f"{faces(parse_cards(stack[:2] + stack[5:8]))}: no pair"
    three = f"{faces(parse_cards(stack[:2] + stack[5:8] + stack[2:5]))}: not lucky"
    assert reasons == {"perfect-pairs": pair, "lucky-lucky": three, "main": why}


@pytest.mark.parametrize(
    ("hand", "reasons"),
    [
        ("jackpot", ("the dealer does not play with seven-five high", "a royal flush")),
        ("one-pair-against-ace-king-high", ("a pair of sixes beats ace-king high",)),
        ("ace-king-against-a-pair", ("ace-king high loses to a pair of kings",)),
    ],
)
def test_a_settlement_compares_the_hands_of_poker(hand: str, reasons: tuple[str, ...]) -> None:
    law = law_of("caribbean-stud")
    view = play(law, find_set_up(law, hand), shoe=1, calls="b").view
    assert {one.on for one in view.settled} <= {"ante", "bet", "jackpot"}
    assert tuple(dict.fromkeys(reason_for(view, one) for one in view.settled)) == reasons


def test_cards_are_written_as_people_write_them() -> None:
    assert faces(parse_cards("9H TD")) == "9\N{BLACK HEART SUIT} 10\N{BLACK DIAMOND SUIT}"
