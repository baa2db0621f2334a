"""Whatever address of a page somebody asks for, they get a page, and a way on from it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from croupier.app.application import PAGES
from croupier.app.settings import Settings
from croupier.rulebooks import Role
from croupier.web.live.subscribers import CrowdedError
from croupier.web.pages import floor
from croupier.web.problems import ProblemError, StoreGoneError
from tests.support.doorkeepers import TrustingDoorkeeper, told
from tests.web.conftest import started

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
TABLE = "star-blackjack-1"
FILLED = {"name": TABLE, "what": "card", "person": "somebody", "number": "1", "shoe": "1"}
OTHER_PLACES = {
    "tournaments": {"name": "sit-and-go-1"},
    "promotions": {"name": "june"},
    "practice": {"game": "star-blackjack", "name": "splits", "played": "1-p"},
}
"""What stands in addresses that are not those of a table."""
PARAMETER = re.compile(r"\{(\w+):\w+\}")
FORMS = sorted(
    route.path for route in PAGES.routes if isinstance(route, HTTPRoute) and "POST" in route.methods
)
CALLERS = [None, *Role]
SENTENCES = {
    RuntimeError("inner words"): (500, "Something went wrong on the server"),
    StoreGoneError(): (503, "One moment"),
    CrowdedError(9): (429, "Too often"),
    ProblemError(403, "person/not-permitted", "no"): (403, "Your account may not do this"),
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    folder: Path = tmp_path_factory.mktemp("addresses")
    with started(Settings(database=str(folder / "floor.db"), pace=0)) as client:
        manager = told("max", "gaming-manager")
        june = {"promotion": "june", "game": "star-blackjack"}
        client.post("/api/promotions", json=june, headers=manager)
        publish = {"command": "publish-terms"}
        client.post("/api/promotions/june/commands", json=publish, headers=manager)
        yield client


def headers_of(role: Role | None) -> dict[str, str]:
    return BROWSER if role is None else BROWSER | told(f"a-{role.value}", role.value)


def see_page(answer: Any, *statuses: int) -> None:
    """See that an answer is a page with a heading and a link to go on by."""
    case = answer.url, answer.status_code, answer.text[:300]
    assert answer.headers["content-type"].startswith("text/html"), case
    assert answer.status_code in statuses, case
    assert "<h1" in answer.text or "<h2" in answer.text, case
    assert 'href="/"' in answer.text, case


@pytest.mark.parametrize("path", FORMS)
def test_the_address_of_a_form_leads_everybody_to_a_page(
    client: TestClient[Litestar], path: str
) -> None:
    named = FILLED | OTHER_PLACES.get(path.split("/")[1], {})
    address = PARAMETER.sub(lambda found: named[found[1]], path)
    for role in CALLERS:
        answer = client.get(address, headers=headers_of(role), follow_redirects=True)
        see_page(answer, 200, 403)


@pytest.mark.parametrize(
    ("address", "page"),
    [
        (f"/tables/{TABLE}/sit", f"/tables/{TABLE}"),
        (f"/tables/{TABLE}/report", f"/tables/{TABLE}/console"),
        (f"/tables/{TABLE}/console/card", f"/tables/{TABLE}/console"),
        (f"/tables/{TABLE}/seeds/promises", f"/tables/{TABLE}/proof"),
        ("/account/limits", "/account"),
        ("/people/somebody", "/people"),
        ("/sign-out", "/"),
        ("/settings", "/"),
    ],
)
def test_a_form_stands_on_the_page_that_its_address_leads_to(
    client: TestClient[Litestar], address: str, page: str
) -> None:
    answer = client.get(address, headers=BROWSER, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, page)


@pytest.mark.parametrize("address", ["/nowhere", f"/tables/{TABLE}/nowhere", "/tables/none"])
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_an_address_without_a_page_says_so_on_one(
    client: TestClient[Litestar], method: str, address: str
) -> None:
    answer = client.request(method, address, headers=BROWSER)
    see_page(answer, 404, 405)


def test_programs_are_told_of_the_same_by_a_problem(client: TestClient[Litestar]) -> None:
    for address in ("/account", "/api/nowhere", "/api/tables"):
        answer = client.put(address)
        assert answer.headers["content-type"] == "application/problem+json", address
    browsing = client.put("/api/tables", headers=BROWSER)
    assert browsing.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("error", SENTENCES, ids=lambda error: type(error).__name__)
def test_whatever_goes_wrong_is_said_on_a_page(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(_: Any) -> None:
        raise error

    monkeypatch.setattr(floor, "tables_for", fail)
    answer = client.get("/", headers=BROWSER)
    status, words = SENTENCES[error]
    see_page(answer, status)
    assert words in answer.text
    assert "inner words" not in answer.text


def test_who_asks_too_often_is_told_on_a_page(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def turn_away(*_: Any) -> None:
        raise ProblemError(429, "request/too-often", "wait a minute", Retry_After="60")

    monkeypatch.setattr(TrustingDoorkeeper, "principal_of", turn_away)
    answer = client.get("/rules", headers=BROWSER)
    see_page(answer, 429)
    assert answer.headers["retry-after"] == "60"


def test_a_form_that_is_too_large_is_refused_on_a_page(client: TestClient[Litestar]) -> None:
    own = BROWSER | {"Origin": "http://127.0.0.1:8000"}
    answer = client.post("/sign-in", data={"name": "x" * 70_000}, headers=own)
    see_page(answer, 413)


@pytest.mark.parametrize(
    ("headers", "status"), [({"Host": "elsewhere"}, 421), ({"Sec-Fetch-Site": "cross-site"}, 403)]
)
def test_who_is_not_let_in_at_the_gate_reads_a_page(
    client: TestClient[Litestar], headers: dict[str, str], status: int
) -> None:
    see_page(client.post("/sign-in", headers=BROWSER | headers), status)
    problem = client.post("/sign-in", headers=headers)
    assert problem.headers["content-type"] == "application/problem+json"


def test_a_problem_has_a_way_on_to_the_page_above_it(client: TestClient[Litestar]) -> None:
    headers = headers_of(Role.PLAYER)
    answer = client.get(f"/tables/{TABLE}/rounds/99", headers=headers)
    see_page(answer, 404)
    assert f'href="/tables/{TABLE}/rounds"' in answer.text
    assert "To the rounds" in answer.text


@pytest.mark.parametrize("place", ["/api/tables", "/static/1/page.css"])
def test_nobody_is_led_from_the_door_to_what_is_no_page(
    client: TestClient[Litestar], place: str
) -> None:
    door = client.get("/sign-in", params={"next": place}, headers=BROWSER)
    assert 'name="next" value="/"' in door.text


def test_who_must_sign_in_for_a_file_goes_on_at_its_page(client: TestClient[Litestar]) -> None:
    address = f"/tables/{TABLE}/proof/1"
    answer = client.get(address, headers=BROWSER, follow_redirects=False)
    assert answer.headers["location"] == f"/sign-in?next=/tables/{TABLE}/proof"
