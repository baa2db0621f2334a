"""A floor is put together from parts; what it was not given, it says in a sentence."""

import pytest

from croupier.errors import CroupierError
from croupier.features.tournaments import runner
from croupier.floor.card_sources import SoftwareShoe, random_source
from croupier.floor.floor import Floor
from croupier.floor.movements import Purses
from croupier.games.table.seats import BuyIn
from croupier.house.accounts import PlayerAccount
from croupier.messages import Refused
from croupier.record.clock import machine_time
from croupier.record.journal import MemoryJournal
from croupier.rulebooks import Role, law_of


def test_no_class_inherits_from_the_floor() -> None:
    assert runner.TournamentRunner is not None
    assert Floor.__subclasses__() == []


def test_a_floor_that_writes_at_once_has_nothing_pending() -> None:
    with pytest.raises(CroupierError, match="writes at once"):
        _ = Floor(MemoryJournal()).pending_appends


def test_a_floor_without_a_clock_keeps_no_time() -> None:
    floor = Floor()
    floor.open_table(law_of("star-blackjack"), cards=SoftwareShoe(random_source(1)))
    with pytest.raises(CroupierError, match="no clock"):
        floor.time_at("1")


def test_a_floor_restores_tables_only_with_cards() -> None:
    journal = MemoryJournal()
    Floor(journal).open_table(law_of("star-blackjack"), cards=SoftwareShoe(random_source(1)))
    again = Floor(journal)
    with pytest.raises(CroupierError, match="no source of cards for table 1"):
        again.state.recover()


def test_own_limits_hold_only_where_purses_are_kept() -> None:
    no = Refused("limit", "", "too much")
    purses = Purses(machine_time)
    purses.limits = lambda _account, _command: no
    buy = BuyIn("ann", 100, by=Role.PLAYER)
    account = PlayerAccount(player="ann")
    assert Floor().over_limit(account, buy) is None
    assert Floor(purses=purses).over_limit(account, buy) is no
