"""``croupier rules names``: what commands and events call things in a game."""

import json

import pytest

from croupier.errors import CroupierError
from croupier.features.compliance.cli.rules import named_things, print_names
from croupier.rulebooks import GAMES, catalogue, law_of


@pytest.mark.parametrize("game", GAMES)
def test_every_name_has_a_clause_of_its_rulebook(game: str) -> None:
    law = law_of(game)
    found = list(named_things(law))
    assert len({(one.field, one.name) for one in found}) == len(found)
    assert all(one.clause in catalogue(law.book).clauses for one in found)
    assert {"check-equipment lacking", "sanction ground"} <= {one.field for one in found}


def test_the_categories_of_jackpots_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    print_names("caribbean-stud", json=True)
    printed = json.loads(capsys.readouterr().out)
    assert {one["name"] for one in printed if one["field"] == "jackpot-won hands"} == {
        *("5", "6", "7", "8", "9")
    }
    assert any(one["name"] == "sign-of-bonus-jackpot" for one in printed)


def test_variations_are_listed_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    print_names("perth-blackjack", json=False)
    assert "check-equipment varied" in capsys.readouterr().out


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(CroupierError, match="there is no game"):
        print_names("whist", json=False)
