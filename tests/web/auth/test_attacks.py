"""Under attack: generated and malformed requests lead to no fault, no trace and no leak."""

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.generation import GenerationMode

from croupier.app.application import LARGEST_BODY, application
from croupier.app.settings import Settings
from croupier.rulebooks import Role
from croupier.web.http import requests
from croupier.web.http.requests import LARGEST_HEAD
from tests.support.doorkeepers import TrustingDoorkeeper, told
from tests.support.servers import listening
from tests.web.auth.test_matrix import UNHURRIED

EACH_TIME = (None, Role.PLAYER, Role.GAMING_MANAGER, Role.ADMINISTRATOR)
"""Who attacks in every run; for the others it is a slow test."""
WHO = [
    pytest.param(role, marks=() if role in EACH_TIME else pytest.mark.slow)
    for role in (None, *Role)
]
LEAKS = ("Traceback", "site-packages", "sqlite3.", "psycopg", "/src/croupier", "argon2", "msgspec.")
STREAMS = "/api/live"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("attacked")
    floor = Settings(database=str(folder / "floor.db"), pace=0)
    app = application(floor, authenticator=TrustingDoorkeeper, policy=UNHURRIED)
    with listening(app) as address:
        yield address


def headers_of(role: Role | None) -> dict[str, str]:
    return {} if role is None else told(f"a-{role.value}", role.value)


def harmless(answer: Any) -> None:
    """See that an answer tells of no fault, and nothing of what lies behind it."""
    text = answer.text
    assert answer.status_code < 500, (answer.status_code, text)
    for leak in LEAKS:
        assert leak not in text, text
    if answer.status_code >= 400 and text:
        kind = answer.headers["content-type"]
        told_as = kind[0] if isinstance(kind, list) else kind
        assert told_as.startswith("application/problem+json"), text
        assert json.loads(text)["detail"]


@pytest.mark.parametrize("role", WHO, ids=lambda role: role.value if role else "visitor")
def test_no_generated_request_leads_to_a_fault(address: str, role: Role | None) -> None:
    schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json", timeout=120)
    schema.config.generation.modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
    asked = 0
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        if operation.path == STREAMS:
            continue

        @given(case=operation.as_strategy())
        @settings(
            max_examples=4,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        def attack(case: Any) -> None:
            nonlocal asked
            asked += 1
            case.headers = {
                name: value
                for name, value in (case.headers or {}).items()
                if name.lower() != "authorization"
            }
            harmless(case.call(headers=headers_of(role), timeout=120))

        attack()
    assert asked > 80


DEEP = "[" * 20_000 + "]" * 20_000
BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "not UTF-8": b'{"command": "\xff\xfe"}',
    "a NUL": b'{"command": "sit\x00", "box": 1}',
    "deep": DEEP.encode(),
    "deep inside": b'{"command": "sit", "box": ' + b'{"a":' * 9000 + b"1" + b"}" * 9000 + b"}",
    "a list": b"[]",
    "a number": b"1e400",
    "a huge number": b'{"command": "wager", "box": 1, "amount": ' + b"9" * 5000 + b"}",
    "twice the same field": b'{"command": "sit", "box": 1, "box": 2, "command": "leave"}',
    "a role": b'{"command": "sit", "box": 1, "by": "gaming-manager"}',
    "a prototype": b'{"__proto__": {"roles": ["administrator"]}, "command": "sit", "box": 1}',
    "surrogates": b'{"command": "sit", "player": "\\ud800", "box": 1}',
}


def posts(address: str) -> Iterator[str]:
    schema = httpx.get(f"{address}/api/openapi.json", timeout=120).json()
    for path, methods in schema["paths"].items():
        if "post" in methods:
            yield (
                path.replace("{table}", "star-blackjack-1")
                .replace("{tournament}", "x")
                .replace("{person}", "me")
            )


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_malformed_body_is_refused_in_a_sentence(address: str, body: bytes) -> None:
    sent = told("ann") | {"Content-Type": "application/json"}
    for path in posts(address):
        answer = httpx.post(f"{address}{path}", content=body, headers=sent, timeout=120)
        harmless(answer)
        assert answer.status_code >= 400 or body == BODIES["twice the same field"], answer.text


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/xml", "multipart/form-data", "", "application/x-msgpack"]
)
def test_another_content_type_is_no_way_in(address: str, kind: str) -> None:
    body = b'{"command": "deal"}'
    for path in posts(address):
        headers = told("ann") | {"Content-Type": kind}
        answer = httpx.post(f"{address}{path}", content=body, headers=headers, timeout=120)
        harmless(answer)
        assert answer.status_code == 415, (path, answer.text)


def test_an_oversized_body_is_turned_away(address: str) -> None:
    body = b'{"command": "' + b"x" * (2 * LARGEST_BODY) + b'"}'
    sent = told("ann") | {"Content-Type": "application/json"}
    for path in posts(address):
        answer = httpx.post(f"{address}{path}", content=body, headers=sent, timeout=120)
        harmless(answer)
        read = answer.status_code != 403  # who may not is turned away before a body is read
        assert answer.status_code == 413 or not read, answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "https"},
        {"X-Original-URL": "/api/people", "X-Rewrite-URL": "/api/people"},
        {"X-HTTP-Method-Override": "DELETE"},
        {"Authorization": "Bearer " + "A" * 7000},
        {"Authorization": "Bearer"},
        {"Authorization": "Negotiate x"},
        {"Cookie": "__Host-session=" + "A" * 7000},
        {"Cookie": "=;=;=;" * 500},
        {"Accept": "application/x-python-pickle"},
        {"If-None-Match": '"' + "x" * 5000},
        {"Last-Event-ID": "-1"},
        {"Idempotency-Key": "x" * 5000},
        {"Range": "bytes=0-1,5-"},
    ],
    ids=lambda headers: next(iter(headers)),
)
def test_no_trick_with_headers_gets_anywhere(address: str, headers: dict[str, str]) -> None:
    for path in ("/api/session", "/api/people", "/api/tables/star-blackjack-1"):
        answer = httpx.get(f"{address}{path}", headers=headers, timeout=120)
        if path == "/api/people":
            assert answer.status_code in (400, 401), answer.text
        assert answer.status_code < 500
        for leak in LEAKS:
            assert leak not in answer.text


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PATCH", "FOO"])
def test_other_methods_are_not_known(address: str, method: str) -> None:
    with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2])), 120) as line:
        host = address.removeprefix("http://")
        line.sendall(f"{method} /api/session HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        status = line.recv(100).split(b" ", 2)[1]
    assert status[:1] == b"4"


def test_a_request_with_two_lengths_is_turned_away(address: str) -> None:
    with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2])), 120) as line:
        host = address.removeprefix("http://")
        head = (
            f"POST /api/session HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
            "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1"
        )
        line.sendall(head.encode())
        assert line.recv(100).split(b" ", 2)[1][:1] == b"4"


@pytest.mark.parametrize("start", [b"GET /", b"GET / HTTP/1.1\r\nHost: ", b"GET / HTTP/1.1\r\n"])
def test_a_head_without_an_end_is_turned_away(address: str, start: bytes) -> None:
    """A path, a value and a list of headers that never end: none is kept beyond its bound."""
    more = b"a: b\r\n" if start.endswith(b"\n") else b"aaaaaa"
    with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2])), 120) as line:
        line.sendall(start + more * (LARGEST_HEAD // len(more)))
        assert line.recv(100).split(b" ", 2)[1] == b"400"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{",
        b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /h",
    ],
)
def test_a_request_that_does_not_arrive_is_not_awaited_for_ever(
    address: str, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(requests, "ARRIVAL_SECONDS", 0.2)
    with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2])), 120) as line:
        line.sendall(said)
        try:
            while line.recv(1000):
                pass
        except ConnectionResetError:
            return


def test_an_answer_may_take_longer_than_its_request(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "ARRIVAL_SECONDS", 1.0)
    with httpx.stream("GET", f"{address}{STREAMS}", headers=told("ann"), timeout=120) as answer:
        chunks = answer.iter_bytes()
        assert b"hello" in next(chunks)
        time.sleep(1.5)
        monkeypatch.undo()
        buy = {"command": "buy-in", "amount": 5_00}
        path = f"{address}/api/tables/star-blackjack-1/commands"
        assert httpx.post(path, json=buy, headers=told("ann"), timeout=120).status_code == 200
        assert b"event: table" in next(chunks)


@pytest.mark.parametrize("second", [b"evil.example", b"127.0.0.1"])
def test_a_request_names_one_host(address: str, second: bytes) -> None:
    with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2])), 120) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: " + second + b"\r\n\r\n")
        assert line.recv(100).split(b" ", 2)[1] == b"400"


GUESSED = [
    "1",
    "%2e%2e%2f",
    "administrator",
    "' OR 1=1 --",
    "a" * 3000,
    "%00",
    "null",
    "me%00",
]


@pytest.mark.parametrize("guess", GUESSED)
def test_a_guessed_identifier_tells_nothing(address: str, guess: str) -> None:
    name = guess if "%" in guess else guess.replace("'", "%27").replace(" ", "%20")
    for path in (f"/api/people/{name}", f"/api/tables/{name}", f"/api/tournaments/{name}"):
        answer = httpx.get(f"{address}{path}", headers=told("ann"), timeout=120)
        harmless(answer)
        assert answer.status_code in (400, 403, 404), answer.text
    answer = httpx.delete(f"{address}/api/tokens/{name}", headers=told("ann"), timeout=120)
    harmless(answer)
    assert answer.status_code in (400, 404, 405), answer.text


def test_whether_somebody_is_there_is_told_to_nobody_who_may_not_look(address: str) -> None:
    answers = [
        httpx.get(f"{address}/api/people/{name}", headers=told("ann"), timeout=120)
        for name in ("administrator", "nobody-at-all")
    ]
    assert {answer.status_code for answer in answers} == {403}
    assert answers[0].json() == answers[1].json()
