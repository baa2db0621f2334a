"""What the interface says of itself: every answer is described, and is what was described."""

import re
from typing import Any

import httpx
import jsonschema_rs
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.rulebooks import Role
from tests.support.doorkeepers import told
from tests.web.test_interface import play_a_round
from tests.web.test_tables import STAR

Client = TestClient[Litestar]
NAMES = {
    "table": "star-blackjack-1",
    "number": "1",
    "player": "ann",
    "rulebook": "caribbean-stud",
    "clause": "5.1",
    "position": "5",
    "size": "1",
    "promotion": "none",
    "job": "none",
    "person": "none",
}
"""What stands in the addresses that are looked at; some of it is there, some is not."""
PROBLEM = "application/problem+json"


@pytest.fixture
def described(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/openapi.json").json()
    return found


def fault_in(answer: httpx.Response, operation: dict[str, Any], whole: dict[str, Any]) -> str:
    """Where an answer is not what its description says; empty where it is."""
    status = str(answer.status_code)
    if status not in operation["responses"]:
        return f"{status} is not described"
    if not answer.content:
        return ""
    media = answer.headers["content-type"].partition(";")[0]
    content = operation["responses"][status].get("content", {})
    if media not in content:
        return f"{status} is {media}, not one of {list(content)}"
    if not media.endswith("json"):
        return ""
    schema = {**content[media]["schema"], "components": whole["components"]}
    faults = jsonschema_rs.validator_for(schema).iter_errors(answer.json())
    return "; ".join(fault.message[:200] for fault in faults)


def test_every_answer_is_what_the_description_says(
    client: Client, described: dict[str, Any]
) -> None:
    play_a_round(client, "ann")
    tournament = client.get("/api/tournaments").json()[0]["tournament"]
    looked_at = 0
    for role in (None, *Role):
        headers = {} if role is None else told("ann", role.value)
        for path, methods in described["paths"].items():
            if "get" not in methods or path == "/api/live":
                continue
            address = path.format(**NAMES, tournament=tournament)
            answer = client.get(address, headers=headers)
            assert fault_in(answer, methods["get"], described) == "", (role, address)
            looked_at += answer.status_code == 200
    assert looked_at > 200


def test_every_refusal_is_described_as_a_problem(client: Client, described: dict[str, Any]) -> None:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            if not path.startswith("/api/"):
                continue
            answers = operation["responses"]
            refusals = {status: one for status, one in answers.items() if status[0] not in "23"}
            assert {*refusals} >= {"400", "401", "403", "429", "503", "default"}, (method, path)
            for answer in refusals.values():
                assert [*answer["content"]] == [PROBLEM], (method, path)
    commands = described["paths"]["/api/tables/{table}/commands"]["post"]
    asked: tuple[tuple[dict[str, Any], dict[str, str], int], ...] = (
        ({"command": "sit"}, told("ann"), 400),
        ({"command": "sit", "box": 1}, {}, 401),
        ({"command": "card", "card": "8H"}, told("ann"), 403),
        ({"command": "hit", "box": 1}, told("ann"), 409),
    )
    for body, headers, status in asked:
        answer = client.post(f"{STAR}/commands", json=body, headers=headers)
        assert (answer.status_code, fault_in(answer, commands, described)) == (status, "")


def test_a_view_is_described_with_its_tag(client: Client, described: dict[str, Any]) -> None:
    view = described["paths"]["/api/tables/{table}"]["get"]
    assert {one["name"] for one in view["parameters"]} == {"table", "If-None-Match"}
    tag = client.get(STAR).headers["etag"]
    unchanged = client.get(STAR, headers={"If-None-Match": tag})
    assert (unchanged.status_code, fault_in(unchanged, view, described)) == (304, "")
    live = described["paths"]["/api/live"]["get"]
    assert "Last-Event-ID" in {one["name"] for one in live["parameters"]}


def test_every_name_is_written_in_one_way(described: dict[str, Any]) -> None:
    for kind, schema in described["components"]["schemas"].items():
        for name in schema.get("properties", ()):
            assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name), f"{kind}.{name}"
