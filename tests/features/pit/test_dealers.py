"""Who deals where: the roster, breaks, and sending somebody to a table."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from croupier.features.pit.dealers import DealerLog, roster
from croupier.games.table.seats import DealerChanged
from croupier.games.table.signs import TableClosed
from croupier.messages import Event
from croupier.record.envelopes import Envelope
from croupier.rulebooks import Role
from croupier.streams import TABLE
from tests.support.doorkeepers import told
from tests.web.conftest import started

START = datetime(2026, 5, 1, 20, tzinfo=UTC)
SUPERVISOR, MANAGER = told("sam", "supervisor"), told("mia", "gaming-manager")


def log_of(*events: tuple[int, str, Event]) -> DealerLog:
    """What a log says that has these events: minutes after the start, table, event."""
    log = DealerLog()
    for minutes, table, event in events:
        at = START + timedelta(minutes=minutes)
        log.apply([Envelope(TABLE.stream(table), 1, "c", "sam", Role.SUPERVISOR, at, event)])
    return log


def test_whoever_is_relieved_is_on_a_break_until_sent_to_a_table_again() -> None:
    log = log_of((0, "1", DealerChanged("Kim", "")), (40, "1", DealerChanged("Lee", "")))
    kim_off = roster(log, ["Kim", "Lee", "Max"], START + timedelta(minutes=50))
    assert [(row.dealer, row.state, row.table, row.minutes) for row in kim_off] == [
        ("Lee", "deals", "1", 10),
        ("Kim", "on a break", "", 10),
        ("Max", "not at a table yet", "", 0),
    ]
    log.apply(
        [Envelope(TABLE.stream("2"), 1, "c", "s", Role.SUPERVISOR, START, DealerChanged("Kim", ""))]
    )
    assert log.posts["2"].dealer == "Kim"
    assert not log.free


def test_a_dealer_is_at_the_last_table_that_was_reported_and_leaves_a_closed_one() -> None:
    log = log_of((0, "1", DealerChanged("Kim", "")), (5, "2", DealerChanged("Kim", "")))
    assert set(log.posts) == {"2"}
    closed = log_of((0, "1", DealerChanged("Kim", "")), (5, "1", TableClosed("")))
    assert not closed.posts
    assert closed.free == {"Kim": START + timedelta(minutes=5)}


def test_a_break_is_due_after_an_hour() -> None:
    log = log_of((0, "1", DealerChanged("Kim", "")))
    (early,) = roster(log, (), START + timedelta(minutes=59))
    (late,) = roster(log, (), START + timedelta(minutes=60))
    assert (early.long, late.long) == (False, True)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    folder: Path = tmp_path_factory.mktemp("floor")
    with started(Settings(database=str(folder / "floor.db"), pace=0, empty=True)) as client:
        live = {"table": "live", "game": "star-blackjack", "choices": {"mode": "live"}}
        assert client.post("/api/tables", json=live, headers=MANAGER).is_success
        yield client


def test_a_supervisor_sends_a_dealer_and_the_pit_shows_who_deals(
    client: TestClient[Litestar],
) -> None:
    page = client.get("/pit/dealers", headers=SUPERVISOR).text
    assert "No dealer is named at Star Blackjack" in page
    form = {"dealer": "Kim", "table": "live"}
    page = client.post("/pit/dealers", data=form, headers=SUPERVISOR).text
    assert "No dealer is named" not in page
    assert "deals" in page
    assert "Kim" in client.get("/pit", headers=SUPERVISOR).text
    nobody = client.post("/pit/dealers", data={"table": "live"}, headers=SUPERVISOR)
    assert nobody.status_code == 409
    assert "Say who deals from now on." in nobody.text


def test_a_refused_acknowledgement_cites_the_right_book_and_keeps_the_search(
    client: TestClient[Litestar],
) -> None:
    form = {"table": "live", "notice": "7", "show": "live", "find": "star"}
    answer = client.post("/pit/notice", data=form, headers=SUPERVISOR)
    assert "Refused:" in answer.text
    assert 'value="star"' in answer.text
    assert 'href="/pit?show=live" aria-current="true"' in " ".join(answer.text.split())


def test_dealers_do_not_send_each_other(client: TestClient[Litestar]) -> None:
    asked = told("kim", "dealer")
    assert client.get("/pit/dealers", headers=asked).status_code == 403


def test_a_dispute_is_decided_in_the_pit_by_those_who_may(client: TestClient[Litestar]) -> None:
    raised = {"command": "dispute", "player": "bob", "about": "the second card"}
    client.post("/api/tables/live/commands", json=raised, headers=SUPERVISOR)
    assert "What is decided" in client.get("/pit", headers=SUPERVISOR).text
    assert "What is decided" not in client.get("/pit", headers=told("ida", "inspector")).text
    form = {"table": "live", "command": "decide-dispute", "dispute": "1", "outcome": " "}
    empty = client.post("/pit/dispute", data=form, headers=SUPERVISOR)
    assert (empty.status_code, "say what is decided" in empty.text.lower()) == (409, True)
    form["outcome"] = "the card stands"
    looked = client.post("/pit/dispute", data=form, headers=SUPERVISOR).text
    assert "Record it" in looked
    assert 'value="the card stands"' in looked
    assert client.app.state.service.table("live").table.disputes[0].step == "raised"
    client.post("/pit/dispute", data=form | {"confirmed": "yes"}, headers=SUPERVISOR)
    assert client.app.state.service.table("live").table.disputes[0].step == "decided"
