"""The interface for programs beyond the tables: rules, money, rounds, the record, mathematics."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from structlog.testing import capture_logs

from croupier.record.integrity.exports import check_export
from croupier.record.secrets.keys import public_key
from tests.support.doorkeepers import told
from tests.web.test_tables import STAR, ask

Client = TestClient[Litestar]
INSPECTOR = told("ivy", "inspector")


def play_a_round(client: Client, who: str) -> None:
    ask(client, who, "buy-in", amount=100_00)
    ask(client, who, "wager", box=1, amount=25_00)
    ask(client, who, "deal")
    view = client.get(STAR, headers=told(who)).json()
    while view["under-way"]:
        option = view["prompts"][0]["options"][-1]
        for command in option["commands"] or [{"command": "close-insurance"}]:
            client.post(f"{STAR}/commands", json=command, headers=told(who))
        view = client.get(STAR, headers=told(who)).json()


def pages(client: Client, path: str, headers: dict[str, str] | None = None) -> list[Any]:
    """All items of a list, page by page."""
    found: list[Any] = []
    cursor: int | None = 0
    while cursor is not None:
        page = client.get(f"{path}{'&' if '?' in path else '?'}cursor={cursor}", headers=headers)
        assert page.status_code == 200, page.text
        found += page.json()["items"]
        cursor = page.json()["next"]
    return found


def test_every_clause_can_be_read_page_by_page(client: Client) -> None:
    for book in client.get("/api/rulebooks").json():
        clauses = pages(client, f"/api/rulebooks/{book['rulebook']}/clauses?limit=200")
        assert len(clauses) == book["clauses"]
        assert len({one["clause"] for one in clauses}) == book["clauses"]
    one = client.get("/api/rulebooks/star-blackjack/clauses/11.1").json()
    assert one["gist"]
    unknown = client.get("/api/rulebooks/star-blackjack/clauses/99")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "clause/unknown")


def test_players_see_their_own_rounds_and_accounts_and_nobody_elses(client: Client) -> None:
    play_a_round(client, "ann")
    mine = pages(client, f"{STAR}/rounds", told("ann"))
    assert [one["number"] for one in mine] == [1]
    told_ = client.get(f"{STAR}/rounds/1", headers=told("ann")).json()
    assert any(step["sentences"] for step in told_["steps"])
    assert pages(client, f"{STAR}/rounds", told("bob")) == []
    assert client.get(f"{STAR}/rounds/1", headers=told("bob")).status_code == 404
    account = client.get("/api/accounts/me", headers=told("ann")).json()
    assert account["purse"] == 10_000_00 - 100_00
    assert client.get("/api/accounts/ann", headers=told("bob")).status_code == 403
    moved = pages(client, "/api/accounts/me/statement", told("ann"))
    assert [one["content"]["amount"] for one in moved] == [10_000_00, -100_00]


def test_an_inspector_reads_the_log_and_gets_a_proof(client: Client) -> None:
    play_a_round(client, "ann")
    events = pages(client, "/api/audit/events?limit=20", INSPECTOR)
    assert [one["position"] for one in events] == list(range(1, len(events) + 1))
    assert all(one["content"] is None for one in events)
    made = client.post("/api/checkpoints", headers=INSPECTOR).json()
    assert made["size"] >= len(events)
    listed = client.get("/api/checkpoints", headers=INSPECTOR).json()
    assert "PUBLIC KEY" in listed["key"]
    assert listed["checkpoints"][0] == made
    card = next(one for one in events if one["event"] == "card-dealt")
    proof = client.get(f"/api/proofs/{card['position']}", headers=INSPECTOR).json()
    assert (proof["position"], proof["size"]) == (card["position"], made["size"])
    assert client.get("/api/audit/events", headers=told("ann")).status_code == 403


def test_an_inspector_takes_a_copy_that_withholds_what_is_secret(
    client: Client, tmp_path: Path
) -> None:
    stud = "/api/tables/caribbean-stud-1/commands"
    for command in (
        {"command": "buy-in", "amount": 100_00},
        {"command": "wager", "box": 1, "amount": 25_00, "on": "ante"},
        {"command": "deal"},
    ):
        assert client.post(stud, json=command, headers=told("ann")).status_code == 200
    play_a_round(client, "bob")
    copy = client.get("/api/audit/export", headers=INSPECTOR)
    head, _, *lines = [json.loads(line) for line in copy.text.splitlines()]
    assert copy.headers["Croupier-Events"] == f"1-{len(lines)}"
    assert copy.headers["Croupier-Withheld"] == "9"
    shown = [one for one in lines if "event" in one]
    hidden = [one["withheld"] for one in lines if "withheld" in one]
    assert hidden == [one["position"] for one in head["withheld"]]
    assert {one["stream"] for one in head["withheld"]} == {"table/caribbean-stud-1"}
    kinds = {one["event"]["event"] for one in shown}
    assert {"stud-round-opened", "round-ended", "wagers-settled"} <= kinds
    assert not any(one["event"].get("covered") for one in shown)
    path = tmp_path / "croupier.jsonl"
    path.write_bytes(copy.content)
    (tmp_path / "house.pem").write_text(client.get("/api/house/key").text)
    report = check_export(path, public_key(tmp_path / "house.pem"))
    assert (report.findings, report.last, report.checkpoints) == ((), len(lines), 1)
    rest = client.get(f"/api/audit/export?after={len(lines) - 1}", headers=INSPECTOR)
    path.write_bytes(rest.content)
    report = check_export(path, public_key(tmp_path / "house.pem"))
    assert (report.findings, report.first) == ((), len(lines))
    beyond = client.get("/api/audit/export?after=999999", headers=INSPECTOR)
    assert (beyond.status_code, beyond.json()["code"]) == (409, "export/nothing-there")


def test_the_gaming_manager_says_when_the_day_changes(client: Client) -> None:
    manager = told("max", "gaming-manager")
    day = {"zone": "Australia/Sydney", "starts": "05:00:00"}
    shown = {"name": "croupier", **day}
    assert client.put("/api/house/day", json=day, headers=manager).json() == shown
    assert client.get("/api/house").json() == shown
    wrong = client.put("/api/house/day", json={**day, "zone": "Sydney"}, headers=manager)
    assert (wrong.status_code, "Australia/Sydney" in wrong.json()["detail"]) == (400, True)


def test_meters_and_players_are_there_for_all_to_see(client: Client) -> None:
    ask(client, "ann", "buy-in", amount=100_00)
    (jackpot,) = client.get("/api/jackpots").json()
    assert jackpot["tables"] == ["caribbean-stud-1", "caribbean-stud-2"]
    (player,) = client.get("/api/players").json()
    assert (player["player"], player["tables"]) == ("ann", ["star-blackjack-1"])
    assert client.get("/api/notices", headers=told("sue", "supervisor")).json() == []


def test_a_what_if_says_what_changes(client: Client) -> None:
    body: dict[str, Any] = {"kind": "what-if", "game": "star-blackjack"}
    empty = client.post("/api/maths/jobs", json=body, headers=told("ann"))
    assert (empty.status_code, empty.json()["code"]) == (400, "job/no-changes")
    asked = client.post(
        "/api/maths/jobs", json={**body, "changes": ["blackjack=6:5"]}, headers=told("ann")
    )
    assert (asked.status_code, asked.json()["kind"]) == (202, "what-if")
    place = f"/api/maths/jobs/{asked.json()['job']}"
    assert client.delete(place, headers=told("ann")).json()["state"] in ("cancelled", "done")


@pytest.mark.slow
def test_a_simulation_is_a_job_with_progress_and_can_be_cancelled(client: Client) -> None:
    body = {"kind": "simulation", "game": "star-blackjack", "rounds": 2_000_000}
    job = client.post("/api/maths/jobs", json=body, headers=told("ann")).json()
    place = f"/api/maths/jobs/{job['job']}"
    assert client.get(place, headers=told("bob")).status_code == 404
    end = time.monotonic() + 120
    while (now := client.get(place, headers=told("ann")).json())["state"] != "done":
        assert now["state"] in ("waiting", "running"), now
        assert time.monotonic() < end
        time.sleep(0.2)
    assert now["result"]["rounds"] == 2_000_000
    longer = client.post(
        "/api/maths/jobs", json={**body, "rounds": 1_000_000_000}, headers=told("ann")
    ).json()
    ended = client.delete(f"/api/maths/jobs/{longer['job']}", headers=told("ann")).json()
    assert ended["state"] == "cancelled"


def test_head_answers_as_get_does_without_a_body(client: Client) -> None:
    for path in ("/api/tables", STAR, "/", "/healthz", "/api/openapi.json"):
        whole, head = client.get(path), client.head(path)
        assert (head.status_code, head.content) == (whole.status_code, b"")
        for name in ("content-type", "content-length", "etag"):
            assert head.headers.get(name) == whole.headers.get(name)
    assert client.head("/api/tables/nowhere").status_code == 404
    assert client.head("/api/audit/events", headers=told("ann")).status_code == 403
    assert client.head(f"{STAR}/commands").status_code == 405
    assert client.head("/api/live").status_code == 405, "a stream may have no end"
    assert client.delete("/api/tables").headers["allow"] == "GET, HEAD, OPTIONS, POST"


def test_options_lists_every_method_of_an_address(client: Client) -> None:
    described = client.get("/api/openapi.json").json()["paths"]
    for path, methods in described.items():
        told = client.options(re.sub(r"\{[^}]*\}", "1", path)).headers["allow"].split(", ")
        assert {*told} >= {one.upper() for one in methods}, path
    assert client.options("/api/tables").headers["allow"] == "GET, HEAD, OPTIONS, POST"
    assert client.options(f"{STAR}/commands").headers["allow"] == "OPTIONS, POST"


@pytest.mark.parametrize(
    ("body", "told_"),
    [
        (b'{"command": "buy-in", "amount": "2500"}', "amount: Expected `int`, got `str`"),
        (b'{"command": "buy-in", "amount": true}', "amount: Expected `int`, got `bool`"),
        (b'{"command": "present-card", "holder": 7}', "holder: Expected `str`, got `int`"),
        (b"", "this needs a body in JSON"),
        (b"{", "the body is not JSON: Input data was truncated"),
    ],
)
def test_nothing_is_converted_into_what_it_nearly_is(
    client: Client, body: bytes, told_: str
) -> None:
    headers = {**told("ann"), "Content-Type": "application/json"}
    answer = client.post(f"{STAR}/commands", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "request/not-understood")
    assert answer.json()["detail"] == told_


def test_a_header_that_is_too_long_is_called_by_its_name(client: Client) -> None:
    headers = {**told("ann"), "Idempotency-Key": "7" * 101}
    answer = client.post(f"{STAR}/commands", json={"command": "leave"}, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("idempotency-key: ")


def test_a_name_that_is_taken_is_a_conflict(client: Client) -> None:
    body = {"table": "star-blackjack-1", "game": "star-blackjack"}
    answer = client.post("/api/tables", json=body, headers=told("max", "gaming-manager"))
    assert (answer.status_code, answer.json()["code"]) == (409, "table/taken")


def test_asking_for_what_is_anothers_leaves_a_line_in_the_log(client: Client) -> None:
    with capture_logs() as lines:
        assert ask(client, "ann", "card", card="8H").status_code == 403
        assert ask(client, "ann", "sit", box=1, player="bob").status_code == 403
    denied = [(one["event"], one["action"], one["person"]) for one in lines]
    assert denied == [("denied", "card", "ann"), ("denied", "sit", "ann")]
