"""Pictures of the floor: a start goes on from one, and comes to the same as the whole log."""

from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from structlog.testing import capture_logs

from croupier.app.application import application
from croupier.app.settings import Settings
from croupier.record.stores.locations import open_store
from croupier.streams import PROMOTION, STARTS
from croupier.web.service import snapshots, writer
from tests.support.doorkeepers import TrustingDoorkeeper, quick_to_hash, told
from tests.web.conftest import started
from tests.web.test_interface import play_a_round
from tests.web.test_tables import STAR, ask


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "MIN_NEW_EVENTS", 1)


def play(client: TestClient[Litestar]) -> None:
    """Some of everything: rounds, one of them under way, a tournament, people, a promotion."""
    play_a_round(client, "ann")
    manager = told("max", "gaming-manager")
    assert client.post(
        "/api/promotions", json={"promotion": "june", "game": "star-blackjack"}, headers=manager
    ).is_success
    for who in ("ann", "bob"):
        entered = client.post(
            "/api/tournaments/sit-and-go-1/commands", json={"command": "enter"}, headers=told(who)
        )
        assert entered.is_success, entered.text
    origin = {"Origin": "http://127.0.0.1:8000"}
    person = {"name": "cat", "password": "a long enough password"}
    assert client.post("/api/people", json=person, headers=origin).is_success
    stud = "/api/tables/caribbean-stud-1/commands"
    for command in (
        {"command": "buy-in", "amount": 100_00},
        {"command": "wager", "box": 1, "amount": 25_00, "on": "ante"},
        {"command": "deal"},
    ):
        assert client.post(stud, json=command, headers=told("ann")).is_success


def state_of(settings: Settings) -> tuple[list[Any], Any]:
    """All that a server knows when it has read the log, and what it says of the reading."""
    app = application(settings, authenticator=TrustingDoorkeeper, policy=quick_to_hash(settings))
    service = app.state.service
    with capture_logs() as lines, TestClient(app):
        (read,) = [line for line in lines if line["event"] == "the floor is read"]
        read_model, people = service.read_model, app.state.people
        known = [
            service._floor.savepoint()._replace(versions={}),
            {name: shown.scene for name, shown in read_model.tables.items()},
            (
                read_model.pools,
                read_model.accounts,
                read_model.tournaments,
                read_model.states.of(PROMOTION),
            ),
            people.accounts.directory.people,
            people._day_book.snapshot_state(),
            app.state.recent_rounds.snapshot_state(),
        ]
    return known, read


def test_a_floor_from_its_picture_is_the_same_as_from_its_log(settings: Settings) -> None:
    with started(settings) as client:
        play(client)
    from_picture, read = state_of(settings)
    assert read["snapshot"] > 0
    store = open_store(settings.database, writing=True)
    assert store.drop_snapshots() > 0
    store.close()
    from_log, read = state_of(settings)
    assert read["snapshot"] == 0
    for one, other in zip(from_picture, from_log, strict=True):
        assert one == other


def test_a_round_under_way_is_played_on_after_a_start_from_a_picture(settings: Settings) -> None:
    with started(settings) as client:
        play(client)
        before = client.get("/api/tables/caribbean-stud-1", headers=told("ann")).json()
    with started(settings) as client:
        after = client.get("/api/tables/caribbean-stud-1", headers=told("ann")).json()
        assert after == before
        fold = {"command": "fold", "box": 1}
        folded = client.post(
            "/api/tables/caribbean-stud-1/commands", json=fold, headers=told("ann")
        )
        assert folded.is_success, folded.text
        play_a_round(client, "ann")
        assert client.get(STAR).json()["rounds"] == 2


def test_a_picture_is_made_as_the_log_grows(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "SNAPSHOT_EVENTS", 10)
    with started(settings) as client:
        for _ in range(3):
            ask(client, "ann", "buy-in", amount=100_00)
            ask(client, "ann", "leave")
        store = open_store(settings.database)
        kept = snapshots.load_snapshot(store)
        store.close()
    assert kept is not None
    assert "star-blackjack-1" in kept.tables


def test_a_picture_of_another_log_is_left_aside(settings: Settings) -> None:
    with started(settings) as client:
        play_a_round(client, "ann")
    store = open_store(settings.database, writing=True)
    picture = snapshots.load_snapshot(store)
    assert picture is not None
    found = store.snapshot(STARTS)
    assert found is not None
    store.keep_snapshot(STARTS, found.version, found.code, found.state[:-1])
    assert snapshots.load_snapshot(store) is None, "damaged"
    store.keep_snapshot(STARTS, found.version, "another", found.state)
    assert snapshots.load_snapshot(store) is None, "of other code"
    store.close()
