"""The cage over the wire: floats, refusals, who may, and a day's report that equals the books."""

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.app.settings import Settings
from croupier.cli.main import run
from croupier.display.viewers import Onlooker
from croupier.games.blackjack.round_opening import RoundOpened
from croupier.games.engine import evolve
from croupier.games.table.opening import TableOpened
from croupier.games.table.seats import DealerChanged
from croupier.record.stores.base import Balances
from croupier.record.stores.locations import open_store
from croupier.rulebooks import Role
from croupier.streams import DESK, TABLE
from croupier.web.auth.permissions import VISITOR, Principal
from croupier.web.live.updates import Subscription, updates_between
from tests.support.doorkeepers import told
from tests.web.conftest import started

Client = TestClient[Litestar]
MANAGER, SUPERVISOR = told("max", "gaming-manager"), told("sue", "supervisor")
DEALER = told("dan", "dealer")
PEOPLE = {"brought": "cashier-1", "received": "sue"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One server for these tests; each has a table of its own."""
    path = tmp_path_factory.mktemp("cage") / "floor.db"
    with started(Settings(database=str(path), pace=0)) as opened:
        yield opened


def cage(client: Client, table: str, command: str, headers: Any = SUPERVISOR, **fields: Any) -> Any:
    body = {"command": command, **PEOPLE, **fields}
    return client.post(f"/api/tables/{table}/cage", json=body, headers=headers)


def opens(client: Client, table: str, game: str = "star-blackjack") -> str:
    choices = {"mode": "live", "device": "shuffler", "burn": False}
    body = {"table": table, "game": game, "choices": choices}
    answer = client.post("/api/tables", json=body, headers=MANAGER)
    assert answer.status_code == 201, answer.text
    return table


def at(client: Client, table: str, command: str, **fields: Any) -> None:
    answer = client.post(
        f"/api/tables/{table}/commands", json={"command": command, **fields}, headers=DEALER
    )
    assert answer.status_code == 200, answer.text


def plays_a_round(client: Client, table: str, *cards: str) -> None:
    """Ann wagers $25 on box 1, and stands on what the cards give her."""
    at(client, table, "wager", player="ann", box=1, amount=25_00)
    at(client, table, "deal")
    for card in cards[:3]:
        at(client, table, "card", card=card)
    at(client, table, "stand", box=1, player="ann")
    for card in cards[3:]:
        at(client, table, "card", card=card)


def a_shift(client: Client, table: str) -> None:
    """Two dealers at one table: $200 bought, $25 lost, $25 won, $25 lost, a count that differs."""
    opens(client, table)
    assert cage(client, table, "open-float", chips={"10000": 10, "2500": 40}).status_code == 200
    at(client, table, "change-dealer", dealer="dan")
    at(client, table, "buy-in", player="ann", amount=200_00)
    at(client, table, "shuffle")
    plays_a_round(client, table, "TS", "6C", "9H", "TD", "5C")
    at(client, table, "change-dealer", dealer="=cmd")
    plays_a_round(client, table, "TS", "6C", "9H", "TD", "9C")
    plays_a_round(client, table, "TS", "6C", "9H", "TD", "5C")
    at(client, table, "buy-in", player="ann", amount=50_00)
    assert cage(client, table, "fill-float", chips={"500": 100}).status_code == 200
    assert cage(client, table, "credit-float", chips={"10000": 2}).status_code == 200


def test_a_float_is_opened_filled_credited_and_closed(client: Client) -> None:
    a_shift(client, "7")
    shown = client.get("/api/tables/7/cage", headers=SUPERVISOR).json()
    # 2,000 + 500 - 200, less 250 for chips, plus 25 won by the house.
    assert (shown["float"], shown["drop"]) == (2_075_00, 250_00)
    assert shown["due"] == []
    closed = cage(client, "7", "close-float", chips={"10000": 20, "2500": 2, "500": 4}).json()
    assert (closed["open"], closed["float"], closed["papers"]) == (False, None, 4)
    dropped = cage(client, "7", "collect-drop", box="7A").json()
    assert [one["expected"] for one in dropped["drops"]] == [250_00]
    assert dropped["due"] == [{"task": "opener", "drop": 0}, {"task": "drop-count", "drop": 5}]
    counted = cage(client, "7", "count-drop", drop=5, amount=250_00).json()
    assert counted["drops"] == []
    report = client.get("/api/cage/report", headers=SUPERVISOR).json()
    [row] = [one for one in report["tables"] if one["table"] == "7"]
    assert (row["drop"], row["win"], row["variance"]) == (250_00, 25_00, -5_00)
    assert row["hold"] == 0.1
    assert (row["opener"], row["fills"], row["credits"]) == (2_000_00, 500_00, 200_00)
    assert (row["closer"], row["counted-drop"], row["rounds"]) == (2_070_00, 250_00, 3)
    # The count found $5 too little; without it, win is drop, closer and credits less the rest.
    counted_win = row["counted-drop"] + row["closer"] + row["credits"]
    assert counted_win - row["opener"] - row["fills"] == row["win"] + row["variance"]
    dealers = {one["dealer"]: (one["drop"], one["win"]) for one in report["dealers"]}
    assert dealers["dan"] == (200_00, 25_00)
    assert dealers["=cmd"] == (50_00, 0)


def test_a_command_sent_twice_is_carried_out_once(client: Client) -> None:
    opens(client, "8")
    body = {"command": "open-float", **PEOPLE, "chips": {"500": 10}}
    headers = {**SUPERVISOR, "Idempotency-Key": "one"}
    first = client.post("/api/tables/8/cage", json=body, headers=headers)
    cage(client, "8", "fill-float", chips={"500": 10})
    again = client.post("/api/tables/8/cage", json=body, headers=headers)
    assert again.json()["opener"] == first.json()["opener"] == 50_00
    assert again.json()["fills"] == first.json()["fills"] == 0
    assert client.get("/api/tables/8/cage", headers=SUPERVISOR).json()["papers"] == 2


def test_refusals_say_what_is_accepted(client: Client) -> None:
    opens(client, "9")
    chips = {"500": 10}
    alone = cage(client, "9", "open-float", chips=chips, brought="sue")
    assert (alone.status_code, alone.json()["code"]) == (409, "cage/two-people")
    assert "two people" in alone.json()["detail"]
    assert cage(client, "9", "fill-float", chips=chips).json()["code"] == "cage/not-open"
    assert cage(client, "nowhere", "open-float", chips=chips).status_code == 404
    odd = client.get("/api/cage/report?day=monday", headers=SUPERVISOR)
    assert (odd.status_code, "2026-11-18" in odd.json()["detail"]) == (400, True)
    old = client.get("/api/cage/report?day=2001-01-01", headers=SUPERVISOR)
    assert (old.status_code, old.json()["code"]) == (404, "cage/day-too-old")
    part = client.get("/api/cage/report.csv?part=cards", headers=SUPERVISOR)
    assert (part.status_code, "dealers" in part.json()["detail"]) == (400, True)


def test_who_may_see_the_cage_and_who_may_record(client: Client) -> None:
    opens(client, "10")
    for who in (told("ann"), DEALER, told("tom", "tournament-manager")):
        assert client.get("/api/cage", headers=who).status_code == 403
        assert cage(client, "10", "open-float", who, chips={"500": 1}).status_code == 403
    inspector = told("ida", "inspector")
    assert client.get("/api/cage", headers=inspector).status_code == 200
    assert client.get("/cage", headers=inspector).status_code == 200
    assert cage(client, "10", "open-float", inspector, chips={"500": 1}).status_code == 403
    assert cage(client, "10", "open-float", MANAGER, chips={"500": 1}).status_code == 200


def pays(client: Client, chips: Any, headers: Any = SUPERVISOR, **fields: Any) -> Any:
    body = {"command": "pay-chips", **PEOPLE, "chips": chips, **fields}
    return client.post("/api/cage/desk", json=body, headers=headers)


def test_the_desk_pays_for_chips_once_and_two_people_stand_for_it(client: Client) -> None:
    before = client.get("/api/cage/desk", headers=SUPERVISOR).json()
    assert pays(client, {"2500": 4}, received="cashier-1").json()["code"] == "cage/two-people"
    assert pays(client, {"700": 1}).json()["code"] == "cage/no-such-chip"
    assert pays(client, {}).json()["code"] == "cage/nothing"
    assert client.get("/api/cage/desk", headers=SUPERVISOR).json() == before
    for who in (told("ann"), DEALER, told("ida", "inspector")):
        assert pays(client, {"2500": 4}, who).status_code == 403
    once = {**SUPERVISOR, "Idempotency-Key": "a payment"}
    first = pays(client, {"2500": 4}, once).json()
    assert first == {"paid": before["paid"] + 100_00, "papers": before["papers"] + 1}
    pays(client, {"500": 1})
    assert pays(client, {"2500": 4}, once).json() == first


def test_who_may_see_the_cage_is_told_when_it_changes(client: Client) -> None:
    opens(client, "11")
    service = client.app.state.service
    before = service.read_model.position
    cage(client, "11", "open-float", chips={"500": 1})
    pays(client, {"500": 1})
    store, after = service.store.reader, service.read_model.position
    news = [
        one for one in updates_between(store, before, after, {}) if one.kind in ("cage", "desk")
    ]
    everything = Subscription()
    seen = [(one.kind, one.name, one.encode_for(Onlooker(), everything)) for one in news]
    desk = {"desk": "main", "papers": service.read_model.states.of(DESK)["main"].papers}
    assert [json.loads(message) for _, _, message in seen] == [{"cage": "11", "papers": 1}, desk]
    for role, may in ((Role.SUPERVISOR, True), (Role.INSPECTOR, True), (Role.DEALER, False)):
        who = Principal("kim", "kim", frozenset({role}))
        assert [one.is_for(who, everything) for one in news] == [may, may]
    assert not any(one.is_for(VISITOR, everything) for one in news)


def naive_figures(path: str) -> tuple[dict[Any, Any], Balances]:
    """The same figures by another way: table by table, state by state, not posting by posting."""
    found: dict[Any, Any] = {}
    store = open_store(path, writing=False)
    books = store.balances()
    for name in TABLE.names(store.streams()):
        table: Any = None
        dealer = ""
        for one in store.read_stream(TABLE.stream(name)):
            before = dict(table.balances) if table is not None else {}
            table = evolve(table, one.event)
            if isinstance(one.event, TableOpened):
                continue
            dealer = one.event.dealer if isinstance(one.event, DealerChanged) else dealer
            cash = table.balances.get("cash", 0) - before.get("cash", 0)
            rack = table.balances.get("float", 0) - before.get("float", 0)
            was = found.get((name, dealer), (0, 0, 0))
            begun = isinstance(one.event, RoundOpened)
            found[name, dealer] = (was[0] + cash, was[1] + cash + rack, was[2] + begun)
    store.close()
    return {key: one for key, one in found.items() if any(one)}, books


def test_the_report_equals_the_records_books_and_a_naive_fold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "floor.db")
    with started(Settings(database=path, pace=0)) as client:
        a_shift(client, "7")
        cage(client, "7", "count-float", chips={"10000": 21})
        cage(client, "7", "collect-drop", box="7A")
        cage(client, "7", "count-drop", drop=5, amount=250_00)
        assert pays(client, {"2500": 8, "500": 1}).json() == {"paid": 205_00, "papers": 1}
        live = client.get("/api/cage/report", headers=SUPERVISOR).json()
        held = client.get("/api/cage", headers=SUPERVISOR).json()
        text = client.get("/api/cage/report.csv?part=dealers", headers=SUPERVISOR).text
        book = client.get("/api/cage/report.xlsx", headers=SUPERVISOR).content
    with started(Settings(database=path, pace=0)) as client:  # the same after a restart
        assert client.get("/api/cage/report", headers=SUPERVISOR).json() == live
        assert client.get("/api/cage", headers=SUPERVISOR).json() == held
    capsys.readouterr()
    naive, books = naive_figures(path)
    assert {(one["dealer"], one["drop"], one["win"], one["rounds"]) for one in live["dealers"]} >= {
        (dealer, *figures) for (_, dealer), figures in naive.items()
    }
    day = date.fromisoformat(live["day"])
    [row] = [one for one in live["tables"] if one["table"] == "7"]
    assert row["drop"] == books["table/7", day, "cash"] == 250_00
    assert row["win"] == books["table/7", day, "cash"] + books["table/7", day, "float"]
    assert row["variance"] == -books["cage/7", day, "variance"] == 25_00
    brought = row["opener"] + row["fills"] - row["credits"]
    assert brought == -books["cage/7", day, "cage-chips"]
    assert brought + row["variance"] == books["cage/7", day, "float"]
    for place in ("cage/7", "desk/main"):
        assert not sum(amount for (stream, _, _), amount in books.items() if stream == place)
    [desk] = live["desk"]
    assert desk == {"counted-drop": 250_00, "payments": 1, "paid": 205_00, "cash": 45_00}
    assert desk["paid"] == books["desk/main", day, "cage-chips"]
    assert desk["cash"] == books["cage/7", day, "cage-cash"] + books["desk/main", day, "cage-cash"]
    assert_files_agree(tmp_path, capsys, live, text, book)


def assert_files_agree(
    folder: Path, capsys: pytest.CaptureFixture[str], live: Any, text: str, book: bytes
) -> None:
    """The command prints and writes what the server sends."""
    path, day = str(folder / "floor.db"), live["day"]
    assert run(["cage", "report", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == live
    assert run(["cage", "report", path]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == f"Gaming day {day}"
    assert printed[2].split() == ["7", "star-blackjack", "$250", "+$25", "+$25", "10.0%", "3"]
    assert run(["cage", "report", path, "--csv", "--part", "dealers"]) == 0
    assert capsys.readouterr().out == text.replace("\r", "")
    rows = {one["dealer"]: one for one in csv.DictReader(io.StringIO(text))}
    assert (rows["dan"]["drop"], rows["dan"]["hold"]) == ("200.00", "0.1250")
    assert "'=cmd" in rows  # no spreadsheet takes a name for a formula
    assert run(["cage", "report", path, "--part", "desk"]) == 0
    assert capsys.readouterr().out.splitlines()[2].split() == ["$250", "1", "$205", "+$45"]
    assert {"Tables", "Games", "Dealers", "Desk"} == sheets_of(book)
    target = folder / "day.xlsx"
    assert run(["cage", "report", path, "--xlsx", str(target)]) == 0
    assert "is in" in capsys.readouterr().err
    assert target.read_bytes() == book
    assert run(["cage", "report", path, "--xlsx", str(target)]) == 2
    assert "already exists" in capsys.readouterr().err


def sheets_of(book: bytes) -> set[str]:
    """The names of the sheets of a spreadsheet; none of its cells is a formula."""
    with zipfile.ZipFile(io.BytesIO(book)) as file:
        for name in file.namelist():
            if name.startswith("xl/worksheets/"):
                assert b"<f>" not in file.read(name)
        listed = ElementTree.fromstring(file.read("xl/workbook.xml"))
    return {one.get("name", "") for one in listed.iter() if one.tag.endswith("}sheet")}


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "floor.db")
    open_store(path, writing=True).close()
    for arguments, words in (
        ([], "no money has moved"),
        (["--day", "monday"], "2026-11-18"),
        (["--part", "cards"], "choose tables, games, dealers, desk"),
        (["--csv", "--json"], "choose one"),
    ):
        assert run(["cage", "report", path, *arguments]) == 2
        assert words in capsys.readouterr().err
    assert run(["cage", "report", path, "--day", "2026-11-18"]) == 0
    assert "No money moved" in capsys.readouterr().out
