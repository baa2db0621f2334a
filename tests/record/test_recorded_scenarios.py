"""Whatever a scenario plays can be written down and read back, and plays on as if nothing was."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.floor import Floor
from croupier.floor.state import UnlawfulTableError
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.engine import due, fold
from croupier.games.stud.state import StudTable
from croupier.house.accounts import PlayerAccount
from croupier.house.jackpots import Pool
from croupier.notation import read
from croupier.record.codec import decode, decode_envelope, encode
from croupier.record.envelopes import Envelope
from croupier.record.journal import MemoryJournal
from croupier.scenarios.files import Scenario, ScenarioHouse, convert_scenario, planned_tables
from croupier.scenarios.refusals import OF_A_REFUSAL
from croupier.streams import TABLE
from tests.support.scenario_files import SCENARIOS, own_scenarios

FILES = sorted(SCENARIOS.rglob("*.toml"))
DOUBLED = SCENARIOS / "star-blackjack/03-cards/doubled-ace-nine-draws-an-ace.toml"
GROUPS = 40
"""The files are gone through in so many tests, not in one each."""


def scenarios(group: int) -> Iterator[tuple[Path, Scenario]]:
    """The files of a group that are about tables."""
    for file in FILES[group::GROUPS]:
        for one in own_scenarios(file):
            if "kind" not in one.data:
                yield file, convert_scenario(one.data, Scenario)


class ForgetfulStage(ScenarioHouse):
    """A stage whose tables are written down and read back before every step."""

    def take(self, step: dict[str, object]) -> object:  # type: ignore[override]
        """Carry a step out on tables that have nothing but what was written down."""
        for running in self.house.tables.values():
            table = decode(BlackjackTable | StudTable, encode(running.table))
            assert table == running.table
            assert hash(table) == hash(running.table)
            assert read(repr(running.table), BlackjackTable | StudTable) == running.table
            assert "\n" not in repr(table)
            history = decode(TABLE.state, encode((running.table, running.history)))[1]
            assert history == running.history
            running.table, running.history = table, history
            assert due(running.law, table) == running.due
        return super().take(step)


def played(scenario: Scenario, kind: type[ScenarioHouse]) -> ScenarioHouse | None:
    """The house after all steps of a scenario; none where the table itself is refused."""
    try:
        stage = kind(planned_tables(scenario))
    except UnlawfulTableError:
        return None
    for step in scenario.steps:
        stage.take({key: value for key, value in step.items() if key not in OF_A_REFUSAL})
    return stage


def written(envelopes: list[Envelope]) -> list[bytes]:
    return [encode(envelope) for envelope in envelopes]


@pytest.mark.parametrize("group", range(GROUPS))
def test_what_is_written_down_and_read_back_is_what_it_was(group: int) -> None:
    for file, scenario in scenarios(group):
        remembered, forgetful = played(scenario, ScenarioHouse), played(scenario, ForgetfulStage)
        if remembered is None or forgetful is None:
            assert remembered is forgetful is None
            continue
        log = written(remembered.journal.order)
        # Devices that mix as they deal and shuffles draw by chance: what they deal may differ.
        if all(running.table.shoe.stacked for running in remembered.house.tables.values()):
            assert log == written(forgetful.journal.order), file
        assert_folds_to(remembered, [decode_envelope(line) for line in log], file)


def assert_folds_to(stage: ScenarioHouse, decoded: list[Envelope], file: Path) -> None:
    """What is folded from a decoded log equals the original."""
    assert decoded == stage.journal.order, file
    sources = {name: running.cards for name, running in stage.house.tables.items()}
    house = Floor.from_journal(MemoryJournal(decoded), sources.__getitem__)
    assert house.pools == stage.house.pools, file
    assert house.accounts == stage.house.accounts, file
    for name, running in stage.house.tables.items():
        assert house.tables[name].table == running.table, file
        assert house.tables[name].due == running.due, file
        assert house.tables[name].history == running.history, file
    for pool in house.pools.values():
        assert decode(Pool, encode(pool)) == pool
    for account in house.accounts.values():
        assert decode(PlayerAccount, encode(account)) == account


def test_a_stream_counts_its_events_from_one_and_begins_with_its_opening() -> None:
    stage = played(
        convert_scenario(own_scenarios(DOUBLED)[0].data, Scenario),
        ScenarioHouse,
    )
    assert stage is not None
    (stream,) = stage.journal.streams()
    versions = [envelope.version for envelope in stage.journal.read_stream(stream)]
    assert versions == list(range(1, len(versions) + 1))
    table, _ = fold(stage.journal.events(stream))
    assert table == stage.first.table
