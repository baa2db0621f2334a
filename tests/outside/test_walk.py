"""Everybody gets everywhere by clicks, and nowhere into a wall."""

import re
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.outside.browsers import WAIT_MS, BrowserWalk, Visit, chromium
from tests.outside.people import (
    PASSWORD,
    STAFF_ROLES,
    administrator,
    command,
    hire,
    sign_up,
)
from tests.outside.product import Floor
from tests.outside.walk import PageReader, Step, Walk

expect.set_options(timeout=WAIT_MS)
MOST_CLICKS = 400
"""More than there are kinds of links and buttons for anybody."""
MOST_TURNS = 40
"""More than a player is asked in a round."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for these tests; while it is open, its event loop counts as running."""
    with chromium() as opened:
        yield opened


def everybody(house: Floor) -> dict[str, httpx.Client]:
    """Somebody of each role, by role; who changes most comes last."""
    first = administrator(house)
    people = {"visitor": house.visitor(), "player": sign_up(house, "ann")}
    for role in STAFF_ROLES:
        if role != "administrator":
            people[role] = hire(house, first, f"the-{role}", role)
    return {**people, "administrator": first}


def walk_everywhere(house: Floor, *, of_each: int, most: int) -> list[Walk]:
    """Have everybody walk over a floor, and see that nothing is wrong; returns their walks."""
    people = everybody(house.start())
    walks = [
        Walk(client, role, of_each=of_each, most=most).begin() for role, client in people.items()
    ]
    (house.folder / "walks.txt").write_text("\n".join(walk.told for walk in walks))
    wrong = [f"{walk.who}: {fault}" for walk in walks for fault in walk.wrong]
    assert not wrong, "\n".join(wrong)
    assert "Traceback" not in house.said
    return walks


def test_every_role_walks_over_the_pages(floor: Callable[..., Floor]) -> None:
    walk_everywhere(floor(), of_each=1, most=25)


@pytest.mark.slow
def test_every_role_walks_over_all_pages(floor: Callable[..., Floor]) -> None:
    """Two of each kind of link and button, until nothing is left to click."""
    walks = walk_everywhere(floor(), of_each=2, most=600)
    assert {walk.who: walk.left for walk in walks if walk.left} == {}


@pytest.mark.slow
@pytest.mark.parametrize("role", ["visitor", "player", *STAFF_ROLES])
def test_every_role_walks_in_a_browser(
    floor: Callable[..., Floor], browser: Browser, role: str
) -> None:
    """One of each kind of link and button, until nothing is left to click.

    Each role has a floor of its own, as a walk takes half a minute; all the others work there too.
    """
    house = floor().start()
    client = everybody(house)[role]
    visit = Visit(browser, house, client if role != "visitor" else None)
    walk = BrowserWalk(visit, role, client, most=MOST_CLICKS).begin()
    visit.context.close()
    (house.folder / "browser-walk.txt").write_text(walk.told)
    assert not walk.wrong, "\n".join(walk.wrong)
    assert walk.links + walk.buttons < MOST_CLICKS, "it was not over"
    assert "Traceback" not in house.said


# The first minute --------------------------------------------------------------------------------


def answer_until_settled(visit: Visit) -> None:
    """Press the last button of whatever is asked, which declines or stands, until it is settled."""
    page = visit.page
    for _ in range(MOST_TURNS):
        settled = page.locator(".lines li:not(.none)")
        asked = page.locator(".turn-bar .calls button[name=key]")
        expect(settled.or_(asked).first).to_be_visible()
        if settled.count():
            return
        stand = page.get_by_role("button", name=re.compile("^S? ?Stand"))
        (stand if stand.count() else asked.last).click()
        page.wait_for_timeout(200)
    raise AssertionError(f"the round does not end: {page.locator('main').inner_text()[:400]}")


def test_a_visitor_comes_to_a_first_hand_by_clicks(
    floor: Callable[..., Floor], browser: Browser
) -> None:
    house = floor().start()
    visit = Visit(browser, house)
    page = visit.page
    page.goto("/")
    page.get_by_role("button", name=re.compile("Sit down at Star Blackjack, Table 1")).click()
    expect(page.locator("main")).to_contain_text("Then you sit down at")
    page.get_by_role("link", name="Create an account").click()
    page.locator("main").get_by_label("Name").fill("newcomer")
    page.locator("main").get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page).to_have_url(re.compile(r"/tables/star-blackjack-1$"))
    own = page.locator(".box.own")
    expect(own).to_contain_text("newcomer")
    box = own.get_attribute("data-box")
    page.get_by_role("button", name=f"Lay on box {box}, Main").click()
    expect(page.locator(".question h2")).to_contain_text("$")
    page.get_by_role("button", name=re.compile("Deal$")).click()
    answer_until_settled(visit)
    page.reload()
    expect(page.locator(".box.own")).to_contain_text("newcomer")
    assert visit.faults == []


def test_who_sits_down_after_the_session_is_over_signs_in_and_has_that_box(
    floor: Callable[..., Floor], browser: Browser
) -> None:
    """Without a script, which would ask for the password in a dialog."""
    house = floor().start()
    visit = Visit(browser, house, sign_up(house, "ann"), script=False)
    page = visit.page
    page.goto("/")
    page.get_by_role("link", name=re.compile("Watch Star Blackjack, Table 1")).click()
    visit.context.clear_cookies()
    page.locator(".box[data-box='3']").get_by_role("button", name="Sit here").click()
    expect(page.locator("main")).to_contain_text("Then you sit down at")
    page.locator("main").get_by_label("Name").fill("ann")
    page.locator("main").get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.locator(".box[data-box='3']")).to_have_class(re.compile("own"))
    assert visit.faults == []


# Signs with a time -------------------------------------------------------------------------------


def announce_signs(visit: Visit, typed: str, clock: str) -> None:
    """Announce other limits and the closing, as the browser's form lets somebody type the time."""
    page = visit.page
    for action, numbers in (
        ("Announce other limits", {"Minimum": "25", "Maximum": "1000"}),
        ("Announce the closing", {}),
    ):
        page.goto("/")
        page.get_by_role("link", name=re.compile("Console of Star Blackjack, Table 1")).click()
        page.get_by_role("link", name=action).click()
        form = page.locator("#report")
        expect(form).to_contain_text(clock)
        for label, amount in numbers.items():
            form.get_by_label(label).fill(amount)
        form.get_by_label("From when").fill(typed)
        form.get_by_role("button", name="What follows?").click()
        page.get_by_role("button", name="Record it").click()
        expect(page.locator("#report")).to_have_count(0)
        expect(page.locator(".refused")).to_have_count(0)
    page.goto("/")
    page.get_by_role("link", name=re.compile("Go to the table Star Blackjack, Table 1")).click()


def test_signs_are_announced_from_a_browser(floor: Callable[..., Floor], browser: Browser) -> None:
    """The browser stands in Perth, the house's clock says UTC; without a script that one counts."""
    house = floor().start()
    boss = hire(house, administrator(house), "the-boss", "gaming-manager")
    day_after = datetime.now(UTC) + timedelta(days=2)
    typed = f"{day_after:%Y-%m-%d}T12:30"
    for script, clock, hour in (
        (True, "your clock, Australia/Perth", "04:30 UTC"),
        (False, "the house's clock, UTC", "12:30 UTC"),
    ):
        visit = Visit(browser, house, boss, script=script)
        announce_signs(visit, typed, clock)
        signs = visit.page.locator(".signs")
        expect(signs).to_contain_text(f"The table closes at {hour}")
        expect(signs).to_contain_text(f"From {hour}")
        assert visit.faults == []


# Who goes away -----------------------------------------------------------------------------------


def opening_form(client: httpx.Client) -> Step:
    """The form that opens a table, as a manager is shown it."""
    page = PageReader(f"{client.base_url}/tables/new", client.get("/tables/new").text)
    return next(
        step for step in page.steps if step.method == "POST" and "name" in dict(step.fields)
    )


@pytest.mark.slow
def test_a_table_of_the_form_plays_on_without_who_went_away(floor: Callable[..., Floor]) -> None:
    """The form's own limits are sensible; here the shortest are typed, so that nobody waits."""
    house = floor("--empty").start()
    boss = hire(house, administrator(house), "the-boss", "gaming-manager")
    form = dict(opening_form(boss).fields)
    assert int(form["wager_seconds"]) > 0
    assert int(form["decision_seconds"]) > 0
    short = {"wager_seconds": "1", "decision_seconds": "1", "card_milliseconds": "10"}
    opened = boss.post("/tables/new", data={**form, "name": "one", **short})
    assert opened.status_code == httpx.codes.SEE_OTHER, opened.text
    ann, bob = sign_up(house, "ann"), sign_up(house, "bob")
    for box, who in enumerate((ann, bob), 1):
        assert command(who, "one", command="buy-in", amount=100_00).is_success
        assert command(who, "one", command="sit", box=box).is_success
    assert command(bob, "one", command="wager", box=2, amount=10_00).is_success
    for played in (1, 2):
        laid = command(ann, "one", command="wager", box=1, amount=10_00)
        assert laid.is_success, laid.text
        deadline = time.monotonic() + 60
        while True:
            view = ann.get("/api/tables/one").json()
            if view["rounds"] == played and not view["under-way"]:
                break
            assert time.monotonic() < deadline, view["prompts"]
            time.sleep(0.1)
