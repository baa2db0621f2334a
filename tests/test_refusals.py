"""No refusal goes unshown: ``refusals.tsv`` names what shows each code, and it does."""

import pytest

from croupier.play.scenario_games import data_for
from tests.support.refusals import ROOT, constants_of, refusal_codes, refused_in, rows
from tests.support.scenario_files import own_data

ROWS = rows()


def test_every_refusal_is_shown_by_something() -> None:
    assert not refusal_codes() - ROWS.keys(), "write a scenario that shows it, and its row"
    assert not ROWS.keys() - refusal_codes(), "these codes are gone"


@pytest.mark.parametrize(("code", "shown"), ROWS.items())
def test_what_is_named_shows_the_refusal(code: str, shown: str) -> None:
    file, _, game = shown.partition("::")
    if file.endswith(".toml"):
        assert code in set(refused_in(data_for(own_data(ROOT / file), game)))
    else:
        assert code in constants_of(shown)
