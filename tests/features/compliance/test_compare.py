"""The comparison of the games is made from their law."""

import pytest

from croupier.cli.main import run
from croupier.rulebooks import BLACKJACK, catalogue
from croupier.rulebooks.guide.comparison import compare


def test_every_cell_cites_clauses_of_its_own_rulebook() -> None:
    for topic in compare(BLACKJACK.values()):
        assert list(topic.cells) == list(BLACKJACK)
        for game, cell in topic.cells.items():
            for clause in cell.clauses:
                assert clause in catalogue(BLACKJACK[game].book).clauses


def test_figures_that_anyone_can_look_up() -> None:
    topics = {topic.topic: topic.cells for topic in compare(BLACKJACK.values())}
    assert topics["blackjack pays"]["blackjack-challenge"].text == "2 to 1"
    assert topics["blackjack pays"]["star-blackjack"].clauses == ("15.1.1",)
    assert topics["dealer over 21"]["perth-blackjack-plus"].text.startswith("22 is a stand-off")
    assert topics["equal totals"]["blackjack-challenge"].text == "lose"
    assert topics["surrender"]["star-blackjack"].text == "–"


def test_a_variant_lists_what_it_inherits() -> None:
    inherits = {topic.topic: topic.cells for topic in compare(BLACKJACK.values())}["inherits"]
    assert inherits["star-blackjack"].text == inherits["perth-blackjack"].text == "–"
    text = inherits["perth-vegas-blackjack"].text
    assert text.startswith("from perth-blackjack: equipment, cards, ")
    assert "settlement" in text
    assert "double" not in text
    assert "settlement" not in inherits["perth-blackjack-plus"].text


def test_some_games_only(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "compare", "star-blackjack", "perth-blackjack"]) == 0
    printed = capsys.readouterr().out
    assert "star-blackjack" in printed
    assert "canberra-blackjack" not in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_an_unknown_game_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "compare", "pontoon"]) == 2
    assert "there is no game 'pontoon'" in capsys.readouterr().err
