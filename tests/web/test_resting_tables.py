"""A floor of yesterday, opened today: its tables rest, are left, are moved, and play on."""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace
from structlog.testing import capture_logs

from croupier.app.settings import Settings
from croupier.games.table.opening import LawAdopted
from croupier.rulebooks import BLACKJACK, GAMES, STAR_BLACKJACK, BlackjackLaw, Rule
from croupier.web.service import snapshots
from tests.features.tournaments.test_api import enter, play
from tests.support.doorkeepers import told
from tests.web.conftest import started

STAR = "/api/tables/star-blackjack-1"
HARBOUR = "harbour-blackjack"
UNLOADED = "/api/tables/harbour-blackjack-1"
CUP = "/api/tournaments/sit-and-go-1"
CUP_RESTS = "the tournament rests: it was planned under canberra-blackjack"
MANAGER = told("max", "gaming-manager")
ANN, BOB = told("ann"), told("bob")


def other(law: BlackjackLaw) -> BlackjackLaw:
    """The same game with one value changed."""
    changed = replace(law.limits, notice_minutes=Rule(7, law.limits.notice_minutes.clause))
    return replace(law, limits=changed)


CHIPS: dict[str, int] = {}
"""What each player had in front of them when the floor was left."""


def chips(client: TestClient[Litestar]) -> dict[str, int]:
    return {one["player"]: one["chips"] for one in client.get(STAR).json()["players"]}


def ask(client: TestClient[Litestar], table: str, who: dict[str, str], **command: Any) -> Any:
    return client.post(f"{table}/commands", json=command, headers=who)


def purse(client: TestClient[Litestar], who: dict[str, str]) -> int:
    name = who["Authorization"].split()[1]
    found: int = client.get(f"/api/accounts/{name}", headers=who).json()["purse"]
    return found


@pytest.fixture(params=["from the log", "from a picture"])
def yesterday(
    request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Settings:
    """A floor on which Star Blackjack had another value: ann is in a round, bob has chips."""
    if request.param == "from a picture":
        monkeypatch.setattr(snapshots, "MIN_NEW_EVENTS", 1)
    harbour = replace(STAR_BLACKJACK, game=HARBOUR, title="Harbour Blackjack")
    with monkeypatch.context() as law:
        for games in (GAMES, BLACKJACK):
            law.setitem(games, "star-blackjack", other(STAR_BLACKJACK))
            law.setitem(games, HARBOUR, harbour)
        with started(settings) as client:
            for who, table, box in ((ANN, STAR, 1), (BOB, STAR, 2), (BOB, UNLOADED, 2)):
                assert ask(client, table, who, command="buy-in", amount=100_00).is_success
                assert ask(client, table, who, command="sit", box=box).is_success
            while not client.get(STAR, headers=ANN).json()["under-way"]:
                assert ask(client, STAR, ANN, command="wager", box=1, amount=20_00).is_success
                assert ask(client, STAR, ANN, command="deal").is_success
            CHIPS.update(chips(client))
    return settings


@pytest.fixture
def today(yesterday: Settings) -> Iterator[TestClient[Litestar]]:
    with started(yesterday) as client:
        yield client


def test_the_start_counts_the_tables_that_rest(yesterday: Settings) -> None:
    with capture_logs() as lines, started(yesterday) as client:
        ready = client.get("/readyz")
        metrics = client.get("/metrics").text
    (line,) = (one for one in lines if one["event"] == "tables rest")
    assert (line["count"], set(line["tables"])) == (
        4,
        {"star-blackjack-1", "star-blackjack-2", "practice", "harbour-blackjack-1"},
    )
    assert ready.status_code == 200
    assert ready.text.startswith("ready\nresting tables: 4 (")
    assert "croupier_resting_tables 4.0" in metrics


def test_a_resting_table_is_listed_and_viewed_and_says_why(today: TestClient[Litestar]) -> None:
    listed = {one["table"]: one for one in today.get("/api/tables").json()}
    assert len(listed) == 11
    assert "a gaming manager can move the table" in listed["star-blackjack-1"]["rests"]
    assert listed["star-blackjack-1"]["phase"] == "The table rests"
    assert "no law of harbour-blackjack is loaded" in listed["harbour-blackjack-1"]["rests"]
    assert listed["canberra-blackjack-1"]["rests"] == ""
    for table in (STAR, UNLOADED):
        for who in ({}, ANN, BOB, MANAGER, told("dan", "dealer")):
            seen = today.get(table, headers=who)
            assert seen.status_code == 200, seen.text
            assert seen.json()["rests"]
            assert seen.json()["prompts"] == []
            assert today.get(f"{table}/due", headers=who).json() == []
    assert chips(today) == CHIPS


def test_whoever_has_nothing_in_play_leaves_with_all_chips(today: TestClient[Litestar]) -> None:
    before = purse(today, BOB)
    for table in (STAR, UNLOADED):
        left = ask(today, table, BOB, command="leave")
        assert left.is_success, left.text
    assert purse(today, BOB) == before + 200_00
    stays = ask(today, STAR, ANN, command="leave")
    assert (stays.status_code, stays.json()["code"]) == (409, "wager/in-play")


@pytest.mark.parametrize(
    "command",
    [
        {"command": "wager", "box": 2, "amount": 20_00},
        {"command": "buy-in", "amount": 20_00},
        {"command": "deal"},
        {"command": "hit", "box": 1},
        {"command": "sit", "box": 3},
    ],
)
def test_everything_else_is_refused_with_one_code(
    today: TestClient[Litestar], command: dict[str, Any]
) -> None:
    for table in (STAR, UNLOADED):
        version = today.get("/api/tables").json()
        refused = ask(today, table, BOB, **command)
        assert (refused.status_code, refused.json()["code"]) == (409, "table/resting")
        assert "Players can leave with their chips" in refused.json()["detail"]
        assert today.get("/api/tables").json() == version, "a refusal changes nothing"


def test_only_a_gaming_manager_moves_a_table(today: TestClient[Litestar]) -> None:
    for who, status in ((ANN, 403), (told("sue", "supervisor"), 403), ({}, 401)):
        assert today.post(f"{STAR}/law", json={}, headers=who).status_code == status
    refused = today.post(f"{UNLOADED}/law", json={}, headers=MANAGER)
    assert (refused.status_code, refused.json()["code"]) == (409, "table/resting")
    plays = today.post("/api/tables/canberra-blackjack-1/law", json={}, headers=MANAGER)
    assert (plays.status_code, plays.json()["code"]) == (409, "adopt-law/not-resting")


def test_a_gaming_manager_voids_the_round_and_moves_the_table(
    today: TestClient[Litestar],
) -> None:
    law = today.get(f"{STAR}/law").json()
    assert law["fingerprint"] == law["installed"]["earlier-fingerprint"]
    refused = today.post(f"{STAR}/law", json={}, headers=MANAGER)
    assert (refused.status_code, refused.json()["code"]) == (409, "adopt-law/round-under-way")
    keyed = {**MANAGER, "Idempotency-Key": "move"}
    moved = today.post(f"{STAR}/law", json={"void-round": True}, headers=keyed)
    assert moved.is_success, moved.text
    kinds = [event["event"] for event in moved.json()["events"]]
    assert {"round-voided", "law-adopted"} <= {*kinds}
    again = today.post(f"{STAR}/law", json={"void-round": True}, headers=keyed)
    assert again.json() == moved.json()
    assert today.get(STAR, headers=ANN).json()["rests"] == ""
    assert chips(today) == {**CHIPS, "ann": CHIPS["ann"] + 20_00}, "the wager came back"
    assert today.get(f"{STAR}/law").json()["installed"] is None
    play_on(today)
    assert "resting tables: 3" in today.get("/readyz").text


def play_on(client: TestClient[Litestar]) -> None:
    """Bob leaves, and ann plays a round to its end."""
    assert ask(client, STAR, BOB, command="leave").is_success
    assert ask(client, STAR, ANN, command="wager", box=1, amount=20_00).is_success
    assert ask(client, STAR, ANN, command="deal").is_success
    for _ in range(10):
        prompts = client.get(STAR, headers=ANN).json()["prompts"]
        if not client.get(STAR, headers=ANN).json()["under-way"]:
            return
        keys = {one["key"]: one for one in prompts[0]["options"]}
        option = keys.get("s") or keys.get("n") or keys.get("h")
        assert option is not None, prompts
        for command in option["commands"] or [{"command": "close-insurance"}]:
            assert ask(client, STAR, ANN, **command).is_success
    raise AssertionError("the round does not end")


def test_a_table_that_was_moved_plays_on_after_another_start(
    yesterday: Settings,
) -> None:
    with started(yesterday) as client:
        assert client.post(f"{STAR}/law", json={"void-round": True}, headers=MANAGER).is_success
    with started(yesterday) as client:
        assert client.get(STAR).json()["rests"] == ""
        play_on(client)


def test_its_pages_show_it_to_everybody_and_offer_what_can_be_done(
    today: TestClient[Litestar],
) -> None:
    floor = today.get("/", headers=ANN).text
    assert "The table rests" in floor
    assert 'action="/tables/star-blackjack-1/sit"' not in floor
    assert 'action="/tables/canberra-blackjack-1/sit"' in floor
    for name in ("star-blackjack-1", "harbour-blackjack-1"):
        for who in ({}, ANN, BOB):
            page = today.get(f"/tables/{name}", headers=who)
            assert page.status_code == 200
            assert "The table rests" in page.text
            assert "Players can leave with their chips" in page.text
            assert "Sit here" not in page.text
        assert "Leave with all chips" in today.get(f"/tables/{name}", headers=BOB).text
        for place in ("rounds", "proof"):
            assert today.get(f"/tables/{name}/{place}", headers=BOB).status_code == 200
        for role in ("gaming-manager", "dealer", "supervisor"):
            page = today.get(f"/tables/{name}/console", headers=told("max", role))
            assert page.status_code == 200
            assert "The table rests: " in page.text
            offered = f'action="/tables/{name}/law"' in page.text
            assert offered == (role == "gaming-manager" and name != "harbour-blackjack-1")
    replay = today.get("/tables/star-blackjack-1/rounds/1?step=1", headers=ANN)
    assert replay.status_code in (200, 404, 409), "a round under way is not replayed"


def test_a_manager_moves_a_table_on_its_console(today: TestClient[Litestar]) -> None:
    page = today.get("/tables/star-blackjack-1/console", headers=MANAGER).text
    assert "Call off round 1" in page
    version = re.search(r'name="version" value="(\d+)"', page)
    assert version is not None
    form = {"version": version.group(1), "void-round": "yes"}
    moved = today.post("/tables/star-blackjack-1/law", data=form, headers=MANAGER)
    assert moved.status_code == 200, moved.text
    assert today.get(STAR).json()["rests"] == ""
    refused = today.post("/tables/harbour-blackjack-1/law", data={}, headers=MANAGER)
    assert refused.status_code == 409
    assert "no law of harbour-blackjack is loaded" in refused.text


def test_a_practice_table_that_rests_has_no_coach_to_offer(today: TestClient[Litestar]) -> None:
    assert today.get("/tables/practice/coach", headers=ANN).status_code == 200


# ----------------------------------------------------------------------- tournaments and promotions


def test_a_table_of_a_tournament_rests_is_moved_and_plays_on(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as law:
        for games in (GAMES, BLACKJACK):
            law.setitem(games, "canberra-blackjack", other(BLACKJACK["canberra-blackjack"]))
        with started(settings) as client:
            for who in ("ann", "bob", "cat"):
                assert enter(client, who).is_success
    table = "/api/tables/sit-and-go-1.1.1"
    with started(settings) as client:
        assert client.get(table).json()["rests"]
        assert CUP_RESTS in client.get(CUP).json()["tournament"]["rests"]
        refused = ask(client, table, ANN, command="wager", box=1, amount=20_00)
        assert refused.json()["code"] == "table/resting"
        assert ask(client, table, ANN, command="leave").status_code == 409
        moved = client.post(f"{table}/law", json={}, headers=MANAGER)
        assert moved.is_success, moved.text
        assert client.get(CUP).json()["tournament"]["rests"] == "", "it is moved with its table"
        end = time.monotonic() + 60
        while client.get(table).json()["rounds"] < 2:
            assert time.monotonic() < end, client.get(table).json()["prompts"]
            play(client, "sit-and-go-1.1.1")


def test_a_tournament_rests_before_it_has_tables_and_is_moved(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as law:
        for games in (GAMES, BLACKJACK):
            law.setitem(games, "canberra-blackjack", other(BLACKJACK["canberra-blackjack"]))
        with started(settings) as client:
            assert enter(client, "ann").is_success
    with capture_logs() as lines, started(settings) as client:
        counted = [one for one in lines if one["event"] == "tournaments rest"]
        assert [one["tournaments"] for one in counted] == [["sit-and-go-1"]]
        assert "\nresting tournaments: 1 (sit-and-go-1)\n" in client.get("/readyz").text
        tournaments = {one["tournament"]: one for one in client.get("/api/tournaments").json()}
        listed = tournaments["sit-and-go-1"]
        assert (CUP_RESTS in listed["rests"], listed["entrants"]) == (True, ["ann"])
        assert client.get(CUP).json()["conditions"], "what was agreed can be read"
        refused = enter(client, "bob")
        assert (refused.status_code, refused.json()["code"]) == (409, "tournament/resting")
        assert client.post(f"{CUP}/law", headers=BOB).status_code == 403
        keyed = {**MANAGER, "Idempotency-Key": "move"}
        moved, again = (client.post(f"{CUP}/law", headers=keyed) for _ in range(2))
        assert (moved.status_code, moved.json()["rests"]) == (200, ""), moved.text
        assert again.content == moved.content
        twice = client.post(f"{CUP}/law", headers=MANAGER)
        assert twice.json()["code"] == "adopt-law/not-resting"
        store = client.app.state.service.store.reader
        last = [one.event for one in store.read_stream("tournament/sit-and-go-1")][-1]
        assert isinstance(last, LawAdopted)
        assert [one.line for one in last.changes] or not last.known
        assert "tournaments" not in client.get("/readyz").text
        assert enter(client, "bob").is_success


def test_what_belongs_to_a_game_that_is_not_loaded_waits_for_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    harbour = replace(BLACKJACK["star-blackjack"], game=HARBOUR)
    cup = {"tournament": "cup", "game": HARBOUR, "conditions": {}}
    with monkeypatch.context() as law:
        for games in (GAMES, BLACKJACK):
            law.setitem(games, HARBOUR, harbour)
        with started(settings) as client:
            june = {"promotion": "june", "game": HARBOUR}
            for kind, body in (("promotions", june), ("tournaments", cup)):
                opened = client.post(f"/api/{kind}", json=body, headers=MANAGER)
                assert opened.is_success, opened.text
    with started(settings) as client:
        for kind, name, command in (
            ("promotions", "june", "submit-terms"),
            ("tournaments", "cup", "publish-conditions"),
        ):
            assert client.get(f"/api/{kind}", headers=MANAGER).is_success
            assert client.get(f"/api/{kind}/{name}", headers=MANAGER).is_success
            body = {"command": command}
            waits = client.post(f"/api/{kind}/{name}/commands", json=body, headers=MANAGER)
            assert (waits.status_code, waits.json()["code"]) == (409, "law/not-loaded")
        assert "\nresting tournaments: 1 (cup)\n" in client.get("/readyz").text
        cup = client.get("/api/tournaments/cup", headers=MANAGER).json()["tournament"]
        assert f"no law of {HARBOUR} is loaded" in cup["rests"]
        moved = client.post("/api/tournaments/cup/law", headers=MANAGER)
        assert (moved.status_code, moved.json()["code"]) == (409, "tournament/resting")
        for who in ("ann", "bob", "cat"):
            assert enter(client, who).is_success, "tournaments of other games go on"
