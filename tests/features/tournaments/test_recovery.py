"""A tournament that was stopped at any moment goes on as if it had not been."""

from pathlib import Path
from typing import Any

import pytest

from croupier.errors import CroupierError
from croupier.features.tournaments.files import TournamentStage, stage_tournament
from croupier.features.tournaments.runner import TournamentRunner, resume_alone
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.record.journal import MemoryJournal
from tests.support.scenario_files import SCENARIOS, own_scenarios

FILES = sorted(
    path
    for folder in SCENARIOS.glob("*/19-*")
    for path in folder.glob("*.toml")
    if 'kind = "tournament"' in path.read_text(encoding="utf-8")
)
EVERY = 9
"""One file in so many is stopped after each of its steps."""


def restored(stage: TournamentStage) -> TournamentRunner:
    """A second house from what the first has written down, with the same cards."""
    running = stage.house

    def cards(name: str) -> SoftwareShoe:
        session, _, number = name.rpartition("/")
        stack = running._shoes(session, int(number))
        return SoftwareShoe(random_source(1), None if stack is None else stack.cards)

    house = resume_alone(MemoryJournal(stage.journal.order), cards, chance=random_source(1))
    house._shoes = running._shoes
    return house


@pytest.mark.parametrize("path", FILES[::EVERY], ids=lambda path: path.stem)
def test_a_restored_tournament_stands_and_answers_as_the_running_one(path: Path) -> None:
    for scenario in own_scenarios(path):
        assert_goes_on(scenario.data)


def assert_goes_on(data: dict[str, Any]) -> None:
    """At each step, one house goes on and one is restored: they stand and answer alike."""
    stage = stage_tournament(data)
    for step in data["steps"]:
        again = restored(stage)
        assert again.tournament == stage.house.tournament
        assert again.tables_now == stage.house.tables_now
        assert again.due == stage.house.due
        own = {key: value for key, value in step.items() if key not in ("refused", "also")}
        if own["do"] == "draw-seats" and "seats" not in own:
            stage.take(dict(own))
            continue
        twin = object.__new__(TournamentStage)
        twin.law, twin.house, twin.answers = stage.law, again, []
        twin._shoes = stage._shoes
        assert twin.take(dict(own)) == stage.take(dict(own))


def test_a_journal_without_a_tournament_is_none() -> None:
    with pytest.raises(CroupierError, match="one tournament"):
        resume_alone(MemoryJournal(), lambda _: SoftwareShoe(random_source(1)))
