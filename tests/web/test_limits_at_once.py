"""Two processes at once: what one player asks at two tables is decided on both, never apart.

Two floors stand for two processes. Both decide on the same log before either writes.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from croupier.floor.card_sources import SoftwareShoe
from croupier.floor.floor import Answer, Floor, shared_floor
from croupier.games.table.choices import Choices, Mode
from croupier.games.table.seats import BuyIn, Leave
from croupier.games.table.wagers import PlaceWager
from croupier.house.accounts import PlayerAccount, PresentCard, SetLossLimit
from croupier.house.people import Person, PlayLimit
from croupier.messages import Command, Refused
from croupier.record.journal import StaleVersionError
from croupier.record.stores.sqlite.journal import SqliteJournal
from croupier.rulebooks import Role, law_of
from croupier.web.auth.own_limits import DayBook, limit_refusal

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
ANN = Person(id="ann", loss_limit=PlayLimit(100_00))


class Processes:
    """Two processes on one store, each as far as it has read."""

    def __init__(self, path: Path) -> None:
        self.store = SqliteJournal(path)
        self._read = [0, 0]
        self._floors = [shared_floor(self.store, _cards, lambda: NOON) for _ in range(2)]
        for floor in self._floors:
            assert floor.purses is not None
            floor.purses.limits = partial(_limits, ANN)
        self._asked = 0

    def read(self, process: int) -> Floor:
        """A process's floor, when it has read the log to its end."""
        floor = self._floors[process]
        for envelope in self.store.read_all(self._read[process]):
            floor.apply(envelope)
            self._read[process] = envelope.position
        return floor

    def write(self, process: int) -> list[type[Exception]]:
        """Write what a process has decided; the kinds of errors."""
        appends = self._floors[process].pending_appends.take_appends()
        return [type(why) for why in self.store.append_group(appends) if why is not None]

    def decide(self, process: int, table: str, command: Command) -> Answer:
        self._asked += 1
        return self._floors[process].submit(
            table, command, actor="max", command_id=f"{process}-{self._asked}"
        )

    def done(self, process: int, table: str, command: Command) -> None:
        """Have something done that nobody disturbs, and read by both."""
        self.read(process)
        answer = self.decide(process, table, command)
        assert not isinstance(answer, Refused), answer
        assert self.write(process) == []
        for one in range(2):
            self.read(one)


def _cards(_: str) -> SoftwareShoe:
    return SoftwareShoe(bytes)


def _limits(person: Person, account: PlayerAccount, command: Command) -> Refused | None:
    return limit_refusal(person, account, command, DayBook(), NOON.timestamp())


@pytest.fixture
def floor(tmp_path: Path) -> Callable[[str, Choices], Processes]:
    def opened(game: str, choices: Choices) -> Processes:
        processes = Processes(tmp_path / "floor.db")
        for name in ("1", "2"):
            house = processes.read(0)
            house.open_table(law_of(game), choices, cards=_cards(name), name=name)
            assert processes.write(0) == []
        processes.read(1)
        return processes

    return opened


def test_two_purchases_at_two_live_tables_are_held_to_one_limit(
    floor: Callable[[str, Choices], Processes],
) -> None:
    both = floor("star-blackjack", Choices(mode=Mode.LIVE))
    buy = BuyIn("ann", 60_00, by=Role.DEALER)
    assert not isinstance(both.decide(0, "1", buy), Refused)
    assert not isinstance(both.decide(1, "2", buy), Refused)
    assert both.write(0) == []
    assert both.write(1) == [StaleVersionError], "it was decided without the other's"


def test_in_one_process_the_second_purchase_knows_of_the_first(
    floor: Callable[[str, Choices], Processes],
) -> None:
    both = floor("star-blackjack", Choices(mode=Mode.LIVE))
    both.decide(0, "1", BuyIn("ann", 60_00, by=Role.DEALER))
    refused = both.decide(0, "2", BuyIn("ann", 60_00, by=Role.DEALER))
    assert isinstance(refused, Refused)
    assert refused.code == "play-limit/loss"
    both.decide(0, "1", Leave("ann", by=Role.DEALER))
    again = both.decide(0, "2", BuyIn("ann", 60_00, by=Role.DEALER))
    assert not isinstance(again, Refused), "what was taken away counts no more"


def test_two_wagers_at_two_tables_are_held_to_one_loss_limit(
    floor: Callable[[str, Choices], Processes],
) -> None:
    """14.20: the limit holds at all tables, whoever runs them."""
    both = floor("caribbean-stud", Choices(mode=Mode.LIVE, player_cards=True))
    both.done(0, "1", PresentCard("ann", "ann", by=Role.DEALER))
    both.done(0, "1", SetLossLimit("ann", 40_00, 1, by=Role.DEALER))
    for table in ("1", "2"):
        both.done(0, table, BuyIn("ann", 50_00, by=Role.DEALER))
    wager = PlaceWager("ann", 1, 25_00, on="ante", by=Role.DEALER)
    assert not isinstance(both.decide(0, "1", wager), Refused)
    assert not isinstance(both.decide(1, "2", wager), Refused)
    assert both.write(0) == []
    assert both.write(1) == [StaleVersionError]
