"""Guests: real but limited, bounded in number, and cleaned up; signing up keeps chips and seat."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace

from croupier.app.application import application
from croupier.app.settings import Settings
from croupier.web.auth.policy import Policy, Rate
from tests.web.auth.house import ADDRESS, PASSWORD, QUICK, HouseClock

FEW = replace(QUICK, guests=2)
HEADERS = {"Origin": ADDRESS, "Accept": "text/html"}


class Place:
    """A server with guests in browsers of their own."""

    def __init__(self, app: Litestar, clock: HouseClock, client: TestClient[Litestar]) -> None:
        self.app, self.clock, self.client = app, clock, client

    def post(self, path: str, cookie: str = "", **fields: str) -> Any:
        self.client.cookies.clear()
        headers = HEADERS | ({"Cookie": f"__Host-session={cookie}"} if cookie else {})
        return self.client.post(path, data=fields, headers=headers, follow_redirects=False)

    def get(self, path: str, cookie: str = "") -> Any:
        self.client.cookies.clear()
        headers = HEADERS | ({"Cookie": f"__Host-session={cookie}"} if cookie else {})
        return self.client.get(path, headers=headers, follow_redirects=False)

    def guest(self) -> tuple[str, str]:
        """A new guest's cookie, and their table."""
        answer = self.post("/first-hand")
        assert answer.status_code == 303, answer.text
        return answer.cookies["__Host-session"], answer.headers["location"]

    def sweep(self) -> None:
        with self.client.portal() as portal:
            portal.call(self.app.state.people.end_guests)


def opened(folder: Path, policy: Policy, **settings: Any) -> Iterator[Place]:
    chosen = Settings(database=str(folder / "floor.db"), pace=0, **settings)
    app = application(chosen, policy=policy)
    clock = HouseClock()
    app.state.people.accounts.now = clock
    with TestClient(app, base_url=ADDRESS) as client:
        yield Place(app, clock, client)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    yield from opened(tmp_path, FEW)


def test_a_guest_plays_at_a_practice_table_and_nowhere_else(place: Place) -> None:
    cookie, table = place.guest()
    laid = place.post(f"{table}/lay", cookie, spot="3:main", chip="1000")
    assert laid.status_code == 303, laid.text
    for path, fields in (
        ("/tables/star-blackjack-1/sit", {}),
        ("/tables/practice/sit", {}),
        ("/account/password", {"current": "", "new": PASSWORD}),
        ("/account/exclusion", {"days": "1"}),
    ):
        refused = place.post(path, cookie, **fields)
        assert refused.status_code == 403, (path, refused.status_code)
        assert "guest plays at the practice table only" in refused.text
    headers = HEADERS | {"Cookie": f"__Host-session={cookie}"}
    token = place.client.post(
        "/api/tokens",
        json={"label": "x", "scopes": ["play"], "days": 1, "password": ""},
        headers=headers,
    )
    assert token.status_code in (403, 404)
    entered = place.client.post(
        "/api/tournaments/sit-and-go-1/commands", json={"command": "enter"}, headers=headers
    )
    assert (entered.status_code, entered.json()["code"]) == (403, "guest/not-permitted")


def test_nobody_else_sits_at_a_guests_table_or_sees_it_on_the_floor(place: Place) -> None:
    cookie, table = place.guest()
    assert f'href="{table}"' in place.get("/", cookie).text
    assert table not in place.get("/").text
    made = place.post("/sign-up", name="somebody", password=PASSWORD)
    other = made.cookies["__Host-session"]
    assert place.post(f"{table}/sit", other).status_code == 403
    second, elsewhere = place.guest()
    assert elsewhere != table
    assert place.post(f"{table}/sit", second).status_code == 403


def test_there_are_only_so_many_guests_and_those_who_left_make_room(place: Place) -> None:
    (first, table), _ = place.guest(), place.guest()
    full = place.post("/first-hand")
    assert full.status_code == 429
    assert "ll practice tables for guests are taken" in full.text
    place.post(f"{table}/lay", first, spot="3:main", chip="1000")
    place.post(f"{table}/bets", first, what="deal")
    assert place.post("/sign-out", first).status_code == 303
    place.sweep()
    _, again = place.guest()
    assert again == table, "tables are used again"
    tables = place.app.state.service.read_model.tables
    assert sum(name.startswith("first-hand-") for name in tables) == 2


def test_a_guest_ends_with_the_session_and_leaves_no_credential(place: Place) -> None:
    cookie, table = place.guest()
    accounts = place.app.state.people.accounts
    (guest,) = (one for one in accounts.directory.people.values() if one.guest)
    place.clock.at += FEW.guest_idle_seconds + 1
    place.sweep()
    assert accounts.directory.person(guest.id).suspended
    assert accounts.store.credential(guest.id) is None
    assert guest.id not in place.app.state.service.table(table.rpartition("/")[2]).table.players
    assert "Your session is over" in place.post(f"{table}/lay", cookie, spot="3:main").text


def test_guests_from_one_address_are_counted(tmp_path: Path) -> None:
    policy = replace(QUICK, guests=50, guests_by_address=Rate(3, 3600))
    for place in opened(tmp_path, policy):
        for _ in range(3):
            place.guest()
        assert place.post("/first-hand").status_code == 429


def test_a_page_elsewhere_cannot_make_guests(place: Place) -> None:
    answer = place.client.post(
        "/first-hand", headers={"Origin": "https://evil.example"}, follow_redirects=False
    )
    assert answer.status_code == 403


def test_signing_up_keeps_the_chips_and_the_seat(place: Place) -> None:
    cookie, table = place.guest()
    place.post(f"{table}/lay", cookie, spot="3:main", chip="1000")
    (guest,) = (
        one for one in place.app.state.people.accounts.directory.people.values() if one.guest
    )
    weak = place.post("/sign-up", cookie, name="dee", password="short", next=table)
    assert weak.status_code == 422
    kept = place.post("/sign-up", cookie, name="dee", password=PASSWORD, next=table)
    assert (kept.status_code, kept.headers["location"]) == (303, table)
    person = place.app.state.people.accounts.directory.person(guest.id)
    assert not person.guest
    shown = place.app.state.service.table(table.rpartition("/")[2]).table
    assert shown.players[guest.id].seat is not None
    assert "Your session is over" in place.post("/account/reminder", cookie, minutes="5").text
    place.post("/sign-out", kept.cookies["__Host-session"])
    back = place.post("/sign-in", name="dee", password=PASSWORD)
    assert back.status_code == 303


def test_a_taken_name_comes_with_one_that_is_free(place: Place) -> None:
    place.post("/sign-up", name="somebody", password=PASSWORD)
    cookie, table = place.guest()
    taken = place.post("/sign-up", cookie, name="Somebody", password=PASSWORD, next=table)
    assert taken.status_code == 422
    assert "Somebody2 is free" in taken.text


def test_nobody_signs_in_as_a_guest_by_name(place: Place) -> None:
    place.guest()
    (guest,) = (
        one for one in place.app.state.people.accounts.directory.people.values() if one.guest
    )
    for name in (f"guest {guest.id}", guest.id):
        for password in ("", "-"):
            assert place.post("/sign-in", name=name, password=password).status_code == 422


@pytest.mark.parametrize(
    "settings", [{"guests": 0}, {"sign_up": False}, {"play_money": 0}, {"players_need_codes": True}]
)
def test_a_house_may_have_no_guests(settings: dict[str, Any]) -> None:
    assert Settings(**settings).policy.guests == 0


def test_the_first_page_offers_a_hand_to_visitors_alone(place: Place) -> None:
    page = place.get("/").text
    for words in ("Play a first hand", "How it is kept fair", "Play money only"):
        assert words in page
    cookie, _ = place.guest()
    assert "Play a first hand" not in place.get("/", cookie).text
    assert place.get("/fair").status_code == 200
