"""Opening a table once: whoever lost the answer sends the same again, and learns what it was."""

import re
from collections.abc import Callable

import httpx

from tests.outside.people import administrator, command, hire, sign_up
from tests.outside.product import Floor

PLAN = {"table": "high", "game": "star-blackjack", "choices": {"decks": 6}}
KEY = {"Idempotency-Key": "the high table"}


def test_a_table_is_opened_once_under_its_key_also_after_a_kill(
    floor: Callable[..., Floor],
) -> None:
    house = floor("--empty").start()
    manager = hire(house, administrator(house), "max", "gaming-manager")
    first = manager.post("/api/tables", json=PLAN, headers=KEY)
    assert first.status_code == httpx.codes.CREATED, first.text
    assert command(sign_up(house, "ann"), "high", command="buy-in", amount=100_00).is_success
    house.kill()
    house.start()
    again = manager.post("/api/tables", json=PLAN, headers=KEY)
    assert (again.status_code, again.content) == (first.status_code, first.content)
    other = manager.post("/api/tables", json={**PLAN, "table": "low"}, headers=KEY)
    assert (other.status_code, other.json()["code"]) == (422, "request/key-reused")
    unnamed = manager.post("/api/tables", json=PLAN)
    assert (unnamed.status_code, unnamed.json()["code"]) == (409, "table/taken")
    assert [one["table"] for one in manager.get("/api/tables").json()] == ["high"]


def test_a_form_that_is_sent_twice_opens_one_table_and_leads_to_it(
    floor: Callable[..., Floor],
) -> None:
    house = floor("--empty").start()
    manager = hire(house, administrator(house), "max", "gaming-manager")
    page = manager.get("/tables/new").text
    form = dict(re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', page))
    for _ in range(2):
        sent = manager.post("/tables/new", data={**form, "name": "high"})
        assert sent.status_code == httpx.codes.SEE_OTHER, sent.text
        assert sent.headers["location"] == "/tables/high"
    assert [one["table"] for one in manager.get("/api/tables").json()] == ["high"]
