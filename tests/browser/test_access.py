"""What everybody can use: axe finds nothing serious, keys do everything, nothing jumps."""

from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from croupier.rulebooks import GAMES
from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import PASSWORD, Server
from tests.browser.test_rounds import STUD, stack_for, takes_a_seat

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
ONLY = {"resultTypes": ["violations"]}
"""What axe is to tell: the rest takes long."""
QUICK = ("star-blackjack", "caribbean-stud")
SERIOUS = ("serious", "critical")
VISITED = (
    "/tournaments",
    "/tournaments/sit-and-go-1",
    "/tournaments/results",
    "/wall/grand",
    "/wall/sit-and-go-1",
    "/",
    "/sign-in",
    "/sign-up",
    "/rules",
    "/rules/star-blackjack/15.1.2",
    "/nowhere-at-all",
)


def faults(page: Page) -> list[str]:
    """What axe holds to be serious on a page, in the light and in the dark."""
    found = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += [
            f"{scheme} {one['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
            for one in Axe().run(page, options=ONLY).response["violations"]
            if one["impact"] in SERIOUS
            for node in one["nodes"]
        ]
    return found


@pytest.fixture
def visitor(person: Callable[..., Person]) -> Person:
    return person()


@pytest.mark.parametrize("path", VISITED)
def test_pages_for_all(visitor: Person, path: str) -> None:
    visitor.page.goto(path)
    assert faults(visitor.page) == []


@pytest.mark.parametrize(
    "game", [one if one in QUICK else pytest.param(one, marks=pytest.mark.slow) for one in GAMES]
)
def test_a_table_in_mid_round(visitor: Person, server: Server, game: str) -> None:
    visitor.signs_up()
    table = server.alone(game, stack_for(game))
    box = takes_a_seat(visitor, table)
    expect(visitor.page.locator(".turn-bar.betting")).to_be_visible()
    assert faults(visitor.page) == []
    visitor.lays(box, "10", "Ante" if game == STUD else "Main")
    visitor.presses("g")
    visitor.page.locator(".bar").hover()
    assert faults(visitor.page) == []
    visitor.page.locator("main a.clause").first.click()
    expect(visitor.page.locator("#clause-card")).to_be_visible()
    assert faults(visitor.page) == []
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator("#clause-card")).to_be_hidden()
    visitor.presses("b" if game == STUD else "s")
    visitor.page.goto(f"/tables/{table}/rounds")
    assert faults(visitor.page) == []
    visitor.page.get_by_role("link", name="Replay").first.click()
    expect(visitor.page.locator(".question h2")).to_contain_text("Step")
    assert faults(visitor.page) == []


def test_ones_own_account(visitor: Person, server: Server) -> None:
    """The account, the Player Card, the proof of one's cards, and the dialog of a lost session."""
    visitor.signs_up()
    table = server.alone(STUD, player_cards=True)
    for path in ("/account", "/account/card", f"/tables/{table}/proof"):
        visitor.page.goto(path)
        assert faults(visitor.page) == [], path
    takes_a_seat(visitor, table)
    visitor.context.clear_cookies()
    visitor.page.keyboard.press("r")
    expect(visitor.page.locator("#door")).to_be_visible()
    assert faults(visitor.page) == []


def test_pages_for_staff(visitor: Person, server: Server) -> None:
    console = Dealer(visitor.signs_in("the-dealer"), server.opens("looked-at"))
    console.seats("bob", 1)
    console.makes_ready()
    console.press("w", "1", "2", "5", "Enter")
    console.press("d")
    console.cards("9s", "6c", "9h")
    assert faults(visitor.page) == []
    console.page.get_by_role("link", name="A card came out that was not due").click()
    expect(console.page.locator("#report")).to_be_visible()
    assert faults(visitor.page) == []


def test_a_device_for_codes(visitor: Person) -> None:
    visitor.signs_in("the-dealer")
    visitor.page.goto("/account")
    section = visitor.page.locator("section", has_text="A code device")
    section.get_by_label("Your password").fill(PASSWORD)
    visitor.page.get_by_role("button", name="Set up a device").click()
    expect(visitor.page.locator(".secret")).to_be_visible()
    assert faults(visitor.page) == []


@pytest.mark.parametrize(
    ("who", "path"),
    [
        ("the-gaming-manager", "/tables/new"),
        ("the-administrator", "/people"),
        ("the-supervisor", "/cage"),
        ("the-supervisor", "/cage/desk"),
        ("the-supervisor", "/tables/star-blackjack-1/cage"),
    ],
)
def test_pages_for_those_who_look_after_the_house(visitor: Person, who: str, path: str) -> None:
    visitor.signs_in(who)
    visitor.page.goto(path)
    assert faults(visitor.page) == []
