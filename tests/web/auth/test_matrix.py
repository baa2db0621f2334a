"""The full matrix: every role at every endpoint, on their own things and on others'."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace

from croupier.app.application import application
from croupier.app.settings import Settings
from croupier.rulebooks import Role
from croupier.web.auth import sign_in
from croupier.web.auth.permissions import VISITOR, Principal, is_permitted
from croupier.web.auth.policy import Rate
from tests.support.doorkeepers import TrustingDoorkeeper, told
from tests.web.auth.endpoints import ENDPOINTS, PERSON, Endpoint
from tests.web.auth.house import ADDRESS, PASSWORD, QUICK

UNHURRIED = replace(
    QUICK,
    sign_ins_by_name=Rate(100_000, 900),
    sign_ins_by_address=Rate(100_000, 900),
    sign_ins_at_name=Rate(100_000, 900),
    proofs_by_person=Rate(100_000, 900),
)
TURNED_AWAY = {
    "sign-in/needed",
    "person/not-permitted",
    "token/scope",
    "session/confined",
    "request/not-yours",
}
"""The codes of those who may not; every other answer comes from behind the door."""


class Stage:
    """A server on which everybody is who they say, with a person of each role."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client
        accounts = client.app.state.people.accounts
        self.people: dict[Role | None, Principal] = {None: VISITOR}
        with client.portal() as portal:
            for role in Role:
                enter = partial(
                    sign_in.enter, accounts, f"a-{role.value}"[:32], PASSWORD, frozenset({role})
                )
                account = portal.call(partial(enter, origin="here"))
                self.people[role] = Principal(account, role.value, frozenset({role}))
            enter = partial(sign_in.enter, accounts, "another", PASSWORD, frozenset({Role.PLAYER}))
            self.other: str = portal.call(partial(enter, origin="here"))
        self.table = next(iter(client.app.state.service.read_model.tables))
        listed = client.get("/api/tournaments").json()
        self.tournament = listed[0]["tournament"]
        self.promotion = "june"
        manager = self.people[Role.GAMING_MANAGER].account
        opened = client.post(
            "/api/promotions",
            json={"promotion": self.promotion, "game": "star-blackjack"},
            headers=told(manager, Role.GAMING_MANAGER.value),
        )
        assert opened.status_code == 201, opened.text

    def ask(self, endpoint: Endpoint, who: Principal, owner: str) -> Any:
        path = endpoint.path.format(
            person=owner, table=self.table, tournament=self.tournament, promotion=self.promotion
        )
        body = endpoint.body
        if isinstance(body, dict) and body.get("player") == PERSON:
            body = body | {"player": owner}
        headers = {"Origin": ADDRESS}
        if not who.is_visitor:
            headers |= told(who.account, *(role.value for role in who.roles))
        given = {} if body is None else {"json": body}
        return self.client.request(endpoint.method, path, headers=headers, **given)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder: Path = tmp_path_factory.mktemp("matrix")
    settings = Settings(database=str(folder / "floor.db"), pace=0)
    app = application(settings, authenticator=TrustingDoorkeeper, policy=UNHURRIED)
    with TestClient(app, base_url=ADDRESS) as client:
        yield Stage(client)


STAFFS_COMMAND = "cage.command"
"""The commands that no player gives, so that the table of rights alone decides."""


def expected(endpoint: Endpoint, who: Principal, owner: str) -> bool:
    """Whether the table of rights lets somebody through, with the duties of players and staff."""
    if not endpoint.action:
        return True
    if endpoint.action.endswith(".command") and endpoint.action != STAFFS_COMMAND:
        return who.is_player and owner == who.account
    mine = owner if endpoint.of_a_person else who.account
    return is_permitted(who, endpoint.action, owner=mine)


@pytest.mark.parametrize(
    "endpoint", ENDPOINTS, ids=lambda one: f"{one.method} {one.path.partition('?')[0]}"
)
def test_everybody_may_what_the_table_says(stage: Stage, endpoint: Endpoint) -> None:
    for who in stage.people.values():
        check(stage, endpoint, who, who.account or "me")
        if endpoint.of_a_person:
            check(stage, endpoint, who, stage.other)


def check(stage: Stage, endpoint: Endpoint, who: Principal, owner: str) -> None:
    """Hold the answer that somebody gets to the table of rights."""
    answer = stage.ask(endpoint, who, owner)
    problem = answer.headers.get("content-type", "").startswith("application/problem+json")
    code = answer.json()["code"] if problem else ""
    case = who.name or "visitor", owner, answer.status_code, answer.text[:200]
    assert answer.status_code < 500, case
    if code == "promotion/unknown" and who.is_player:
        return  # terms that are not published are nobody's but the operator's
    let_through = code not in TURNED_AWAY or answer.status_code == 404
    assert let_through == expected(endpoint, who, owner), case
    if not let_through:
        assert answer.status_code == (401 if who.is_visitor else 403), case


def test_every_endpoint_stands_in_the_matrix(stage: Stage) -> None:
    there = {
        (method, route.path.replace(":str", ""))
        for route in stage.client.app.routes
        for method in getattr(route, "methods", ())
        if method != "OPTIONS"
        and route.path.startswith(("/api", "/metrics", "/healthz", "/readyz"))
        and not route.path.startswith("/api/openapi.json")
    }
    known = set()
    for method, path in there:
        parts = path.strip("/").split("/")
        for one in ENDPOINTS:
            asked = one.path.partition("?")[0].strip("/").split("/")
            if (
                one.method == method
                and len(asked) == len(parts)
                and all(
                    mine == theirs or theirs.startswith("{")
                    for mine, theirs in zip(asked, parts, strict=True)
                )
            ):
                known.add((method, path))
    missing = sorted(there - known)
    assert not missing, f"add to tests/web/auth/endpoints.py: {missing}"
