"""The JSON Schema of scenario files is held to the files that the engine runs."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from croupier.scenarios.schema import scenario_schema
from tests.support.scenario_files import own_data

SCENARIOS = Path(__file__).parents[1] / "scenarios"


@cache
def validator() -> Any:
    """Checks data against the schema."""
    return jsonschema_rs.validator_for(scenario_schema())


def plain(data: dict[str, Any]) -> Any:
    """Data as JSON has it: a time is text."""
    return json.loads(json.dumps(data, default=str))


def test_every_scenario_of_tables_fits_the_schema() -> None:
    checked = 0
    for file in sorted(SCENARIOS.rglob("*.toml")):
        data = own_data(file)
        if "kind" not in data:
            assert validator().is_valid(plain(data)), file
            checked += 1
    assert checked > 2000


GOOD: dict[str, Any] = {
    "title": "x",
    "game": "star-blackjack",
    "shoe": "AH TC",
    "steps": [{"do": "wager", "player": "ann", "box": 1, "amount": 5.5, "refused": "5.1"}],
    "table": {"minimum": 7.5},
}


@pytest.mark.parametrize(
    "change",
    [
        {"titel": "x"},
        {"game": "whist"},
        {"steps": [{"do": "wager", "player": "ann", "boks": 1, "amount": 5}]},
        {"steps": [{"do": "juggle"}]},
        {"steps": [{"do": "card", "card": "11H"}]},
        {"table": {"minimum": "a lot"}},
        {"paid": [{"player": 4}]},
    ],
)
def test_what_the_engine_would_not_read_does_not_fit(change: dict[str, Any]) -> None:
    assert validator().is_valid(GOOD)
    assert not validator().is_valid(GOOD | change)
