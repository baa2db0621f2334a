"""The demo in a browser: alive without anybody, one click for each role, and it says what it is."""

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from croupier.app import demo
from croupier.app.demo import DemoPlayer
from croupier.app.new_floor import JACKPOT
from croupier.web.pages.demo import DEMO_ROLES
from tests.browser.people import Person
from tests.browser.serving import START_SECONDS, Server
from tests.browser.test_access import faults


@pytest.fixture(scope="module")
def alive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A demo in which nobody takes long."""
    with pytest.MonkeyPatch.context() as patched:
        for name in ("FIRST_SHOW_SECONDS", "DISPUTE_SECONDS", "LAST_SEAT_SECONDS"):
            patched.setattr(demo, name, 0.2)
        patched.setattr(DemoPlayer, "thinking_seconds", lambda _: 0.05)
        running = Server(tmp_path_factory.mktemp("demo"), demo=True)
        yield running
        running.stop()


def waits_for(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "in vain"
        time.sleep(0.1)


def test_software_plays_at_its_tables(alive: Server) -> None:
    model = alive.service.read_model
    tables = {table for table, _, _ in demo.SEATS}
    waits_for(lambda: all(model.tables[one].table.rounds for one in tables))


@pytest.mark.slow
def test_a_tournament_is_played_to_its_prize_and_the_jackpot_is_won(alive: Server) -> None:
    """The table that shows the jackpot closes behind its winner."""
    model = alive.service.read_model
    waits_for(lambda: any(one.awards for one in model.tournaments.values()))
    waits_for(lambda: model.pools["grand"].meter < JACKPOT.pool)
    waits_for(lambda: not model.tables[f"{demo.SHOW}1"].table.open)


def test_everybody_is_any_role_with_one_click(alive: Server, person: Callable[..., Person]) -> None:
    visitor = person(alive)
    page = visitor.page
    page.goto("/")
    banner = page.get_by_role("form", name="Demo")
    expect(banner).to_contain_text("software plays, and nothing is kept")
    assert faults(page) == []
    for role in DEMO_ROLES:
        banner.get_by_role("button", name=role.title, exact=True).click()
        expect(page.locator(".who")).to_contain_text(f"demo-{role.value}")
        expect(banner).to_be_visible()


def test_the_pit_has_a_dispute_and_a_notice(alive: Server, person: Callable[..., Person]) -> None:
    waits_for(lambda: alive.service.table(demo.DISPUTED).table.notices)
    visitor = person(alive)
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name="supervisor", exact=True).click()
    page.goto(f"/tables/{demo.DISPUTED}/console")
    expect(page.locator(".disputes")).to_contain_text("I said stand")
    expect(page.get_by_role("heading", name=re.compile("Notices"))).to_be_visible()


def test_no_other_server_has_such_a_door(server: Server, person: Callable[..., Person]) -> None:
    visitor = person()
    visitor.page.goto("/")
    expect(visitor.page.get_by_role("form", name="Demo")).to_have_count(0)
    answer = visitor.context.request.post(
        "/demo", form={"role": "administrator"}, headers={"Origin": server.url}
    )
    assert answer.status == 404


@pytest.mark.parametrize("width", [320, 390, 720])
def test_the_banner_fits_a_phone(alive: Server, person: Callable[..., Person], width: int) -> None:
    page = person(alive, viewport={"width": width, "height": 800}).page
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
