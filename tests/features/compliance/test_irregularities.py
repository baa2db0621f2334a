"""What is done when something goes wrong, told from the law."""

import json

import pytest

from croupier.cli.main import run
from croupier.floor.command_text import command_types
from croupier.rulebooks import BLACKJACK, GAMES, catalogue
from croupier.rulebooks.guide.irregularities import MISHAPS, Mishap, remedy, rule_at


def test_every_game_is_told_with_clauses_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "irregularities", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told) == len(MISHAPS)
    for mishap in told:
        assert list(mishap["games"]) == list(GAMES)
        for game, cell in mishap["games"].items():
            clauses = catalogue(GAMES[game].book).clauses
            assert all(clause in clauses for clause in cell["clauses"])


def test_figures_that_anyone_can_look_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "irregularities", "star-blackjack", "canberra-blackjack"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "under the shoe [16.6]" in printed
    assert "burned [14.3]" in printed


def test_an_unknown_game_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "irregularities", "bridge"]) == 2
    assert "there is no game 'bridge'" in capsys.readouterr().err


@pytest.mark.parametrize("mishap", MISHAPS, ids=lambda mishap: mishap.title)
def test_a_mishap_names_commands_and_law_that_exist(mishap: Mishap) -> None:
    words = {word.strip(",;") for word in mishap.command.split()}
    assert words & command_types().keys()
    for path in mishap.paths:
        assert any(rule_at(law, path) is not None for law in GAMES.values()), path


def test_blackjack_always_says_something_of_cards() -> None:
    faced = MISHAPS[0]
    assert all(remedy(law, faced).clauses for law in BLACKJACK.values())
