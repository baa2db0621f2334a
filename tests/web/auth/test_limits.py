"""Limits on attempts and requests, which hold in all processes together."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from croupier.record.stores.postgres.schema import prepare
from croupier.web.auth.accounts import AccountService
from croupier.web.auth.permissions import Principal
from croupier.web.auth.policy import Policy, Rate
from croupier.web.auth.rate_limits import HANDFUL, RateLimiter
from croupier.web.auth.stores.base import CredentialStore
from croupier.web.auth.stores.postgres import postgres_credentials, prepare_people
from croupier.web.problems import ProblemError
from tests.web.auth.house import PASSWORD, QUICK, House, HouseClock, opened_house

SESSION = "/api/session"


def office_on(store: CredentialStore, clock: HouseClock, policy: Policy = QUICK) -> AccountService:
    chronicle: Any = None
    return AccountService(store, chronicle, key=bytes(32), policy=policy, now=clock)


def test_guessing_a_password_is_stopped_and_goes_on_later(house: House) -> None:
    house.player("ann")
    wrong = {"name": "ann", "password": "something else"}
    right = {"name": "ann", "password": PASSWORD}
    house.clock.at += 900 - house.clock.at % 900
    for _ in range(10):
        assert house.browser().refused("POST", SESSION, wrong)[0] == 401
    answer = house.browser().ask("POST", SESSION, right)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 900
    assert answer.json()["code"] == "rate/exceeded"
    house.player("bob")
    house.sign_in("bob")
    house.clock.pass_by(900)
    house.sign_in("ann")


def test_who_signs_in_often_is_not_locked_out(house: House) -> None:
    house.player("ann")
    for _ in range(25):
        house.sign_in("ann")


def test_messages_of_a_program_count_like_requests(tmp_path: Path) -> None:
    policy = replace(QUICK, requests_by_person=Rate(HANDFUL, 60))
    message = {"id": "1", "table": "none", "command": {"command": "leave"}}
    codes = []
    with opened_house(tmp_path, policy) as house:
        body = {"password": PASSWORD, "scopes": ["read", "play"]}
        token = house.player("ann").done("POST", "/api/tokens", body)["token"]
        headers = {"Authorization": f"Bearer {token}"}
        with house.client.websocket_connect("/api/socket", headers=headers) as socket:
            for _ in range(HANDFUL):
                socket.send_json(message)
                codes.append(socket.receive_json()["problem"]["code"])
    assert (codes[0], codes[-1]) == ("table/unknown", "rate/exceeded")


def test_one_name_is_not_guessed_from_many_addresses(store: CredentialStore) -> None:
    accounts = office_on(store, HouseClock())
    for _ in range(100):
        accounts.allow("sign-in of", "ann", accounts.policy.sign_ins_at_name)
    with pytest.raises(ProblemError, match="too many attempts"):
        accounts.allow("sign-in of", "ann", accounts.policy.sign_ins_at_name)


def test_the_password_of_a_stolen_session_is_not_guessed(house: House) -> None:
    ann = house.player("ann")
    house.clock.at += 900 - house.clock.at % 900
    body = {"current": "something else", "new": "other words in a line"}
    for _ in range(10):
        assert ann.refused("PUT", f"{SESSION}/password", body) == (403, "password/wrong")
    assert ann.refused("PUT", f"{SESSION}/password", body) == (429, "rate/exceeded")


def test_attempts_in_two_processes_are_counted_together(postgres_url: str) -> None:
    prepare(postgres_url)
    prepare_people(postgres_url)
    clock = HouseClock()
    offices = [office_on(postgres_credentials(postgres_url), clock) for _ in range(2)]
    for number in range(10):
        offices[number % 2].allow("sign-in", "ann", Rate(10, 900))
    for accounts in offices:
        with pytest.raises(ProblemError):
            accounts.allow("sign-in", "ann", Rate(10, 900))
        accounts.store.close()


def test_requests_are_let_through_up_to_the_limit_in_all_processes(store: CredentialStore) -> None:
    clock = HouseClock()
    clock.at -= clock.at % 60
    policy = Policy(argon2=QUICK.argon2, requests_by_person=Rate(4 * HANDFUL + 20, 60))
    ann = Principal("p1", "Ann")

    async def all_let_through() -> int:
        limiter = [RateLimiter(office_on(store, clock, policy)) for _ in range(3)]
        passed = 0
        for number in range(400):
            with contextlib.suppress(ProblemError):
                await limiter[number % 3].take(ann)
                passed += 1
        return passed

    with capture_logs() as lines:
        assert asyncio.run(all_let_through()) == 4 * HANDFUL + 20
    noted = [(one["event"], one["what"], one["who"]) for one in lines]
    assert noted == [("too often", "requests", "p1")] * 3, "each process says it once"
    clock.pass_by(60)
    assert asyncio.run(all_let_through()) == 4 * HANDFUL + 20


def test_visitors_are_counted_by_their_address(store: CredentialStore) -> None:
    policy = Policy(argon2=QUICK.argon2, requests_by_address=Rate(5, 60))

    async def ask(limiter: RateLimiter, address: str) -> None:
        await limiter.take(Principal(origin=address))

    limiter = RateLimiter(office_on(store, HouseClock(), policy))
    for _ in range(5):
        asyncio.run(ask(limiter, "192.0.2.1"))
    with pytest.raises(ProblemError):
        asyncio.run(ask(limiter, "192.0.2.1"))
    asyncio.run(ask(limiter, "192.0.2.2"))


def test_while_nothing_can_be_written_a_process_counts_requests_alone(
    store: CredentialStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 2 * HANDFUL + 10
    policy = Policy(argon2=QUICK.argon2, requests_by_address=Rate(most, 60))
    limiter = RateLimiter(office_on(store, HouseClock(), policy))

    def fail(*_: object) -> int:
        raise sqlite3.OperationalError("database or disk is full")

    async def count_let_through() -> int:
        passed = 0
        for number in range(3 * HANDFUL):
            if number == HANDFUL:
                monkeypatch.undo()
            with contextlib.suppress(ProblemError):
                await limiter.take(Principal(origin="192.0.2.1"))
                passed += 1
        return passed

    monkeypatch.setattr(type(store), "count", fail)
    assert asyncio.run(count_let_through()) == most
