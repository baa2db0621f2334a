"""Strategy drills: what is asked, how an answer is graded, and what comes again."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from croupier.cards import Category, Rank, parse_cards, rank_hand
from croupier.features.school import coach
from croupier.features.school.drill import (
    AGAIN_AFTER,
    QUESTIONS,
    Drill,
    DrillAnswer,
    DrillQuestion,
    UnknownDrillError,
    find_kind,
    grade,
    kinds_for,
    next_question,
    question_for,
    question_hands,
    read_address,
)
from croupier.maths.background import HandQuestion, Worths, hand_worths
from croupier.rulebooks import CARIBBEAN_STUD, GAMES, STAR_BLACKJACK, TableLaw, law_of
from croupier.web.pages.table.set_ups import find_set_up
from tests.web.conftest import started

STAR = "/practice/drills/star-blackjack"
BROWSER = {"Accept": "text/html"}
CALLS = ("hit", "stand", "double", "split", "surrender", "bet", "fold", "insure", "decline")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worths that take no time: each call of the list is worth a tenth less than the one before."""

    def worths(_: HandQuestion) -> Worths:
        return tuple((call, -0.1 * at) for at, call in enumerate(CALLS))

    monkeypatch.setattr(coach, "call_worths", worths)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    folder: Path = tmp_path_factory.mktemp("drills")
    with started(Settings(database=str(folder / "floor.db"), pace=0)) as client:
        yield client


def run(law: TableLaw, kind: str, keys: str) -> tuple[list[DrillAnswer], DrillQuestion]:
    """Answer the questions of a drill; give the answers, and what is asked then."""
    chosen, fresh = find_kind(law, kind), question_hands(law, kind, 7)
    answers: list[DrillAnswer] = []
    for key in keys:
        answers.append(grade(law, next_question(law, chosen, fresh, answers), key))
    return answers, next_question(law, chosen, fresh, answers)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("game", GAMES)
def test_every_drill_of_every_game_has_questions_with_a_choice(game: str) -> None:
    law = law_of(game)
    for kind in kinds_for(law):
        asked = run(law, kind.name, "")[1]
        assert len(asked.options) > 1
        for key, call in asked.options:
            answer = grade(law, asked, key)
            assert answer.right == (answer.best == call)


@pytest.mark.parametrize(
    ("kind", "begins"), [("pairs", "a pair of"), ("soft", "soft "), ("insurance", "insure ")]
)
def test_a_kind_asks_for_its_own_hands_alone(kind: str, begins: str) -> None:
    hands = list(islice(question_hands(STAR_BLACKJACK, kind, 1), 20))
    asked = [question_for("star-blackjack", one, insurance=kind == "insurance") for one in hands]
    assert all(one.hand.situation.startswith(begins) for one in asked)
    assert len({one.hand.situation for one in asked}) == 20


def test_a_wrong_answer_costs_what_the_best_call_is_worth_more() -> None:
    """Exactly: with sixteen against a ten, hitting is better by less than half a per cent."""
    sixteen = find_set_up(STAR_BLACKJACK, "hard-16-against-10")
    question = question_for("star-blackjack", sixteen, insurance=False)
    assert question.options == (("h", "hit"), ("s", "stand"))
    stood = grade(STAR_BLACKJACK, question, "s")
    worth = dict(hand_worths(HandQuestion("star-blackjack", question.choices, "TS 6D", "TC")))
    assert stood.cost == pytest.approx(worth["hit"] - worth["stand"])
    assert 0 < stood.cost < 0.005
    assert (stood.right, stood.best) == (False, "hit")
    assert grade(STAR_BLACKJACK, question, "h").right


def test_insuring_costs_most_with_tens_in_the_hand() -> None:
    """By hand: of 8 decks three cards are out. Ten-ten leaves 126 tens of 413 cards; insurance of
    half the wager at 2 to 1 is then worth (3 x 126/413 - 1) / 2. Ace-nine leaves 128 tens."""
    for name, tens in (("pair-10", 126), ("soft-20", 128)):
        hand = find_set_up(STAR_BLACKJACK, f"{name}-against-ace")
        question = question_for("star-blackjack", hand, insurance=True)
        assert grade(STAR_BLACKJACK, question, "y").cost == pytest.approx((1 - 3 * tens / 413) / 2)
        assert grade(STAR_BLACKJACK, question, "n").right


@pytest.mark.usefixtures("quick")
def test_a_hand_that_was_answered_wrongly_comes_again() -> None:
    answers, asked = run(STAR_BLACKJACK, "hard", "s" + "h" * (AGAIN_AFTER - 1))
    assert [one.right for one in answers] == [False, True, True]
    assert asked == answers[0].question
    _, other = run(STAR_BLACKJACK, "hard", "h" * AGAIN_AFTER)
    assert other != asked


@pytest.mark.usefixtures("quick")
def test_streaks_and_weak_spots_follow_from_the_answers() -> None:
    answers, asked = run(STAR_BLACKJACK, "soft", "hhsshh")
    found = Drill(find_kind(STAR_BLACKJACK, "soft"), 7, "hhsshh", tuple(answers), asked)
    assert (found.count_right, found.streak, found.best_streak) == (4, 2, 2)
    assert found.cost == pytest.approx(0.2)
    assert [one.call for one in found.weak_spots()] == ["stand", "stand"]


def test_stud_asks_for_what_is_hard_to_decide() -> None:
    hands = list(question_hands(CARIBBEAN_STUD, "bets", 3))
    assert len(hands) == QUESTIONS
    for at, one in enumerate(hands):
        cards = parse_cards(one.stack)
        assert len(set(cards)) == 10, "no card twice"
        own = cards[1::2]
        if at % 2 == 0:
            assert {Rank.ACE, Rank.KING} <= {card.rank for card in own}
            assert len({card.rank for card in own}) == 5, "no pair"
        elif at % 4 == 1:
            assert rank_hand(own).category is Category.ONE_PAIR


def test_an_address_is_a_number_and_the_keys_of_answers() -> None:
    assert read_address("417-hsd") == (417, "hsd", False)
    assert read_address("417-hsd.") == (417, "hsd", True)
    for wrong in ("", "x-h", "1-H", "1-" + "h" * (QUESTIONS + 1), "1-h..", "12345678-"):
        with pytest.raises(UnknownDrillError):
            read_address(wrong)


@pytest.mark.usefixtures("quick")
def test_a_drill_needs_neither_script_nor_account(client: TestClient[Litestar]) -> None:
    listed = client.get("/practice/drills", headers=BROWSER).text
    assert all(f'href="/practice/drills/{game}/' in listed for game in GAMES)
    begun = client.get(f"{STAR}/soft", headers=BROWSER, follow_redirects=False)
    assert begun.status_code == 303
    right = client.get(f"{STAR}/soft/7-h.", headers=BROWSER)
    assert str(right.url).endswith("7-h"), "a right answer leads on at once"
    assert "✓ right" in right.text
    wrong = client.get(f"{STAR}/soft/7-hs.", headers=BROWSER).text
    assert "✗ costs 10.00 % of the wager" in wrong
    assert "Hit is worth more." in wrong
    assert f'href="{STAR}/soft/7-hs"' in wrong
    assert "1 of 2" in wrong
    over = client.get(f"{STAR}/soft/7-{'h' * QUESTIONS}", headers=BROWSER).text
    assert f"{QUESTIONS} of {QUESTIONS} right." in over
    assert "Every call was the best there is." in over


@pytest.mark.parametrize(
    "address",
    [
        "/practice/drills/poker/all",
        f"{STAR}/bets",
        f"{STAR}/hard/none",
        f"{STAR}/hard/7-z",
        "/practice/drills/blackjack-challenge/insurance",
    ],
)
def test_a_drill_that_does_not_exist_is_a_page_that_says_so(
    client: TestClient[Litestar], address: str
) -> None:
    answer = client.get(address, headers=BROWSER)
    assert answer.status_code == 404
    assert "<h1" in answer.text
