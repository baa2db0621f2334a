"""What moved, by table and by gaming day."""

from datetime import UTC, date, datetime, time

from croupier import Choices, Floor, to_command
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.state import UnlawfulTableError
from croupier.games.table.rounds import entries_of
from croupier.house.gaming_days import gaming_day
from croupier.money import balances_after
from croupier.record.journal import MemoryJournal
from croupier.record.stores.base import balances_of
from croupier.rulebooks import STAR_BLACKJACK
from croupier.scenarios.files import Scenario, ScenarioHouse, convert_scenario, planned_tables
from croupier.scenarios.refusals import OF_A_REFUSAL
from tests.support.scenario_files import all_own_scenarios


def buy_in(amount: int, at: str) -> dict[str, object]:
    return {"do": "buy-in", "player": "ann", "amount": amount, "at": at}


def test_a_gaming_day_begins_in_the_morning() -> None:
    at = datetime(2026, 5, 2, 5, 59, tzinfo=UTC)
    assert gaming_day(at) == date(2026, 5, 1)
    assert gaming_day(at, day_starts=time(5)) == date(2026, 5, 2)
    assert gaming_day(at.replace(hour=6)) == date(2026, 5, 2)


def test_tables_and_days_are_kept_apart() -> None:
    journal = MemoryJournal()
    house = Floor(journal)
    for _ in range(2):
        house.open_table(STAR_BLACKJACK, Choices(), cards=SoftwareShoe(random_source(1)))
    house.do("1", to_command(buy_in(100, "2026-05-01T23:00")))
    house.do("1", to_command(buy_in(50, "2026-05-02T03:00")))
    house.do("1", to_command(buy_in(20, "2026-05-02T09:00")))
    house.do("2", to_command(buy_in(7, "2026-05-02T09:00")))
    books = balances_of(one for one in journal.order if one.at is not None)
    first, second = date(2026, 5, 1), date(2026, 5, 2)
    assert books["table/1", first, "chips/ann"] == 150_00
    assert books["table/1", second, "chips/ann"] == 20_00
    assert books["table/2", second, "float"] == -7_00
    kept = {(stream, day) for stream, day, _ in books}
    assert kept == {("table/1", first), ("table/1", second), ("table/2", second)}


def test_the_books_of_every_scenario_come_to_what_the_tables_hold() -> None:
    for one in [*all_own_scenarios()][::10]:
        if "kind" in one.data:
            continue
        scenario = convert_scenario(one.data, Scenario)
        try:
            stage = ScenarioHouse(planned_tables(scenario))
        except UnlawfulTableError:
            continue
        for step in scenario.steps:
            stage.take({key: value for key, value in step.items() if key not in OF_A_REFUSAL})
        for name, running in stage.house.tables.items():
            events = [one.event for one in stage.journal.order if one.stream == f"table/{name}"]
            moved = (entry for event in events for entry in entries_of(event))
            assert balances_after({}, moved) == running.table.balances, one.name
