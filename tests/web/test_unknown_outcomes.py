"""What is answered when the store fails: known refusals are 4xx, and nothing else is."""

import re
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from croupier.errors import CroupierError
from croupier.record.stores.base import FailedStoreError, UnusableStoreError
from croupier.web.problems import problem_of_error
from croupier.web.service.floor_service import FloorService
from tests.support.doorkeepers import told

Client = TestClient[Litestar]
STAR = "/api/tables/star-blackjack-1"
INNER = "server closed the connection unexpectedly"
BUY = {"command": "buy-in", "amount": 100_00}
SENT = {"Content-Type": "application/x-www-form-urlencoded"}


def fail_after_commit(
    monkeypatch: pytest.MonkeyPatch, service: FloorService, error: Exception
) -> None:
    """Have what is asked be carried out, and the store's answer be lost."""
    append = service.store.writer.append_group

    def lost(appends: Any) -> Any:
        done = append(appends)
        if any(one.cause.actor in ("ann", "max") for one in appends):
            raise error
        return done

    monkeypatch.setattr(service.store.writer, "append_group", lost)


@pytest.mark.parametrize(
    "error", [CroupierError(INNER), UnusableStoreError(INNER), ValueError(INNER), KeyError(INNER)]
)
def test_what_nobody_foresaw_is_a_fault_that_says_nothing_of_itself(error: Exception) -> None:
    problem = problem_of_error(error)
    assert (problem.status, problem.code) == (500, "server/fault")
    assert INNER not in problem.detail


def test_a_command_whose_commit_got_no_answer_may_have_been_carried_out(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    service: FloorService = client.app.state.service
    headers = {**told("ann"), "Idempotency-Key": "once"}
    client.get(STAR, headers=told("ann"))
    with monkeypatch.context() as patched:
        fail_after_commit(patched, service, FailedStoreError(INNER))
        answer = client.post(f"{STAR}/commands", json=BUY, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (503, "server/outcome-unknown")
    assert answer.headers["Retry-After"] == "1"
    assert "same Idempotency-Key" in answer.json()["detail"]
    assert INNER not in answer.text
    again = client.post(f"{STAR}/commands", json=BUY, headers=headers)
    assert again.status_code == 200
    assert service.table("star-blackjack-1").table.chips("ann") == BUY["amount"]


def failing(error: Exception) -> Callable[..., Any]:
    async def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


@pytest.mark.parametrize("error", [FailedStoreError(INNER), CroupierError(INNER)])
def test_an_answer_that_cannot_be_read_is_no_refusal(
    client: Client, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """The command was carried out before; only what it led to cannot be looked up."""
    service: FloorService = client.app.state.service
    headers = {**told("ann"), "Idempotency-Key": "once"}
    assert client.post(f"{STAR}/commands", json=BUY, headers=headers).status_code == 200
    monkeypatch.setattr(service.subscribers, "updates_of", lambda *_: [])
    monkeypatch.setattr(service, "read", failing(error))
    answer = client.post(f"{STAR}/commands", json=BUY, headers=headers)
    assert answer.status_code >= 500
    assert INNER not in answer.text


def test_looking_has_no_outcome_that_could_be_unknown(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    service: FloorService = client.app.state.service
    monkeypatch.setattr(service, "read", failing(FailedStoreError(INNER)))
    answer = client.get("/api/checkpoints", headers=told("olga", "inspector"))
    assert (answer.status_code, answer.json()["code"]) == (503, "server/store-gone")
    assert INNER not in answer.text


def test_a_form_whose_outcome_is_unknown_can_be_sent_again_without_being_done_twice(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    service: FloorService = client.app.state.service
    form = {"version": str(service.table("star-blackjack-1").version), "dollars": "50"}
    page = "/tables/star-blackjack-1/buy"
    client.get(STAR, headers=told("ann"))
    with monkeypatch.context() as patched:
        fail_after_commit(patched, service, FailedStoreError(INNER))
        answer = client.post(page, data=form, headers=told("ann"))
    assert answer.status_code == 503
    assert answer.headers["content-type"].startswith("text/html")
    assert "This may have been done" in answer.text
    assert INNER not in answer.text
    fields = dict(re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', answer.text))
    assert fields == form
    assert client.post(page, data=fields, headers=told("ann")).status_code == 200
    assert service.table("star-blackjack-1").table.chips("ann") == 50_00


def test_a_table_whose_opening_got_no_answer_is_opened_once_by_the_same_form(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    service: FloorService = client.app.state.service
    manager = told("max", "gaming-manager")
    empty = client.get("/tables/new", headers=manager).text
    key = re.findall(r'type="hidden" name="once" value="([^"]*)"', empty)
    bets = [("side_bets", "perfect-pairs"), ("side_bets", "lucky-lucky")]
    form = [("game", "star-blackjack"), ("once", key[0]), ("name", "late"), *bets]
    with monkeypatch.context() as patched:
        fail_after_commit(patched, service, FailedStoreError(INNER))
        answer = client.post("/tables/new", content=urlencode(form), headers=manager | SENT)
    assert answer.status_code == 503
    fields = re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', answer.text)
    assert fields == form, "all that was ticked"

    def send(typed: Sequence[tuple[str, str]]) -> Any:
        headers = manager | SENT
        sent = urlencode(typed)
        return client.post("/tables/new", content=sent, headers=headers, follow_redirects=False)

    for _ in range(2):
        sent = send(fields)
        assert (sent.status_code, sent.headers["location"]) == (303, "/tables/late"), sent.text
    renamed = send([*form[:2], ("name", "later"), *bets])
    assert renamed.headers["location"] == "/tables/later", "who goes back asks for another table"
    taken = send([form[0], ("name", "late"), *bets])
    assert taken.status_code == 409
    assert "there is already a table late: choose another name" in taken.text


def test_a_fault_behind_a_page_is_a_page(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    service: FloorService = client.app.state.service
    monkeypatch.setattr(service, "do", failing(CroupierError(INNER)))
    form = {"version": "1", "dollars": "50"}
    answer = client.post("/tables/star-blackjack-1/buy", data=form, headers=told("ann"))
    assert answer.status_code == 500
    assert answer.headers["content-type"].startswith("text/html")
    assert INNER not in answer.text
