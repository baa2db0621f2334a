"""Hands that are set up for practice: every one is dealt as named, and can be played to its end."""

import random
from collections import Counter

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.display.views import TableView
from croupier.rulebooks import GAMES, TableLaw, law_of
from croupier.web.pages.table.set_ups import (
    BOX,
    DEALER_HANDS,
    MOST_CALLS,
    POKER_HANDS,
    UnknownHandError,
    dealer_hands,
    find_set_up,
    own_hands,
    play,
    scenes_for,
)

LAWS = [law_of(game) for game in GAMES]


def game_of(law: TableLaw) -> str:
    return law.game


def chosen(law: TableLaw) -> list[str]:
    """The names of all hands that can be chosen in a game."""
    return [f"{own}-against-{shown}" for own in own_hands(law) for shown in dealer_hands(law)]


def key_in(view: TableView, chance: random.Random) -> str:
    """The key of an answer that is offered, or nothing where none is."""
    options = [option for prompt in view.prompts for option in prompt.options]
    return chance.choice(options).key if view.under_way else ""


@pytest.mark.parametrize("law", LAWS, ids=game_of)
def test_every_hand_is_asked_about_or_over(law: TableLaw) -> None:
    """Its player always has an answer until the wagers are settled."""
    for name in (*(scene.name for scene in scenes_for(law)), *chosen(law)[::7]):
        chance, calls = random.Random(name), ""
        hand = play(law, find_set_up(law, name), shoe=1, calls="")
        while not hand.over:
            assert len(calls) < MOST_CALLS
            calls += key_in(hand.view, chance)
            hand = play(law, find_set_up(law, name), shoe=1, calls=calls)
        assert hand.view.settled, (name, calls)


@pytest.mark.parametrize(
    ("name", "total", "dealer"),
    [("hard-16-against-10", 16, 10), ("soft-18-against-6", 18, 6), ("pair-8-against-ace", 16, 11)],
)
def test_a_hand_is_dealt_as_it_is_named(name: str, total: int, dealer: int) -> None:
    for law in LAWS[:-1]:
        view = play(law, find_set_up(law, name), shoe=3, calls="").view
        hand = view.hand(BOX, 1)
        assert hand is not None
        assert (hand.total, view.dealer.total) == (total, dealer)


def test_no_card_is_dealt_to_both_at_caribbean_stud() -> None:
    for _, own in POKER_HANDS.values():
        for _, theirs in DEALER_HANDS.values():
            assert Counter(f"{own} {theirs}".split()).most_common(1)[0][1] == 1


def test_splits_can_be_practised_up_to_the_most_hands() -> None:
    law = law_of("canberra-blackjack")
    view = play(law, find_set_up(law, "splits"), shoe=1, calls="ppp").view
    assert len(view.box(BOX).hands) == 4


def test_a_jackpot_is_won_whole() -> None:
    law = law_of("caribbean-stud")
    hand = play(law, find_set_up(law, "jackpot"), shoe=1, calls="b")
    won = {one.on: one.net for one in hand.view.settled}
    assert won["jackpot"] == 60_003_50 - 5_00
    assert hand.view.meter == 50_000_00


@pytest.mark.parametrize("name", ["nothing-at-all", "pair-1-against-6", "pair-8-against-king", ""])
def test_a_hand_that_there_is_not(name: str) -> None:
    with pytest.raises(UnknownHandError, match="there is no hand"):
        find_set_up(law_of("star-blackjack"), name)


def test_a_call_that_is_not_offered() -> None:
    law = law_of("star-blackjack")
    with pytest.raises(UnknownHandError, match="'p' does not answer"):
        play(law, find_set_up(law, "hard-16-against-10"), shoe=1, calls="p")


@pytest.mark.parametrize(
    "path",
    [
        "/practice/no-game/splits/1-",
        "/practice/star-blackjack/jackpot/1-",
        "/practice/star-blackjack/splits/1-q",
        "/practice/star-blackjack/splits/one",
        "/practice/hand?game=star-blackjack&own=pair-1&shown=6",
    ],
)
def test_an_address_without_a_hand_says_so(client: TestClient[Litestar], path: str) -> None:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "there is no" in answer.text.lower() or "does not answer" in answer.text
