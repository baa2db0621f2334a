"""A tournament that was stopped at any moment goes on as if it had not been."""

from pathlib import Path

import pytest

from croupier.errors import CroupierError
from croupier.play.card_sources import SoftwareShoe, chance
from croupier.play.scenario import read_data
from croupier.play.tournament_house import TournamentHouse
from croupier.play.tournament_scenario import TournamentStage, set_tournament
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import Role
from croupier.table.commands import PlaceWager
from croupier.table.state import Refused

SCENARIOS = Path(__file__).parent.parent / "scenarios"
FILES = sorted(
    path
    for folder in SCENARIOS.glob("*/19-*")
    for path in folder.glob("*.toml")
    if 'kind = "tournament"' in path.read_text(encoding="utf-8")
)
EVERY = 9
"""One file in so many is stopped after each of its steps."""


def restored(stage: TournamentStage) -> TournamentHouse:
    """A second house from what the first has written down, with the same cards."""
    running = stage.house

    def cards(name: str) -> SoftwareShoe:
        session, _, number = name.rpartition("/")
        stack = running._shoes(session, int(number))
        return SoftwareShoe(chance(1), stack)

    house = TournamentHouse.restored(MemoryJournal(stage.journal.order), cards, chance=chance(1))
    house._shoes = running._shoes
    return house


@pytest.mark.parametrize("path", FILES[::EVERY], ids=lambda path: path.stem)
def test_a_restored_tournament_stands_and_answers_as_the_running_one(path: Path) -> None:
    data = read_data(path)
    steps = data["steps"]
    stage = set_tournament(data)
    for step in steps:
        again = restored(stage)
        assert again.tournament == stage.house.tournament
        assert again.tables_now == stage.house.tables_now
        assert again.owed == stage.house.owed
        own = {key: value for key, value in step.items() if key not in ("refused", "also")}
        if own["do"] == "draw-seats" and "seats" not in own:
            stage.take(dict(own))
            continue
        twin = object.__new__(TournamentStage)
        twin.law, twin.house, twin.answers = stage.law, again, []
        assert twin.take(dict(own)) == stage.take(dict(own))


def test_what_a_crash_left_undone_is_done() -> None:
    """The session has started, and its table was not opened yet."""
    stage = set_tournament(
        {
            "kind": "tournament",
            "title": "a crash",
            "game": "star-blackjack",
            "seats": {"ann": "1/1", "bob": "1/2"},
            "shoe": "TH 9C TD KS 9D 9S",
            "steps": [],
        }
    )
    kept = [one for one in stage.journal.order if not one.stream.startswith("table/")]
    journal = MemoryJournal(kept)
    house = TournamentHouse.restored(journal, lambda _: SoftwareShoe(chance(1)), chance=chance(1))
    contest = house.tables_now[1].contest
    assert contest is not None
    assert [one.player for one in contest.contestants] == ["ann", "bob"]
    answer = house.ask(PlaceWager("ann", 1, 20_00, by=Role.PLAYER))
    assert not isinstance(answer, Refused)


def test_a_journal_without_a_tournament_is_none() -> None:
    with pytest.raises(CroupierError, match="one tournament"):
        TournamentHouse.restored(MemoryJournal(), lambda _: SoftwareShoe(chance(1)))
