"""No refusal goes unshown: ``refusals.tsv`` names what shows each code, and it does."""

import pytest

from croupier.scenarios.files import data_for
from tests.support.refusals import ROOT, constants_of, refusal_codes, refused_in, rows
from tests.support.registers import faults
from tests.support.scenario_files import own_data

ROWS = rows()


def test_every_refusal_is_shown_by_something() -> None:
    where = "refusals.tsv, with a scenario that shows it"
    assert not faults(ROWS, refusal_codes(), where=where)


@pytest.mark.parametrize(("code", "shown"), ROWS.items())
def test_what_is_named_shows_the_refusal(code: str, shown: str) -> None:
    file, _, game = shown.partition("::")
    if file.endswith(".toml"):
        assert code in set(refused_in(data_for(own_data(ROOT / file), game)))
    else:
        assert code in constants_of(shown)
