"""A player's evening: from the first visit to the tenth round, and what it came to."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from croupier.rulebooks import GAMES
from tests.browser.people import Person
from tests.browser.serving import PASSWORD, Server
from tests.browser.test_betting import MOST_SHIFT, WATCH, WIDTHS
from tests.browser.test_rounds import STUD, finished

ROUNDS, FEW = 10, 3
LONG: dict[str, Any] = {"wager_seconds": 900, "decision_seconds": 900}
SMALL = ((320, 700), (390, 844), (720, 900), (720, 450))
"""Windows after ten rounds; the last is one of 1440 by 900 at 200 per cent."""
EVENINGS = [
    pytest.param(game, width, rounds, marks=[] if rounds == FEW else pytest.mark.slow)
    for game, width, rounds in (
        ("star-blackjack", 390, FEW),
        *((game, width, ROUNDS) for game in GAMES for width in WIDTHS),
    )
]


def arrives(player: Person, table: str, name: str) -> None:
    """Come to the floor, choose a table, create an account on the way, and be seated."""
    page = player.page
    card = player.finds_on_floor(table)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    card.get_by_role("button", name=re.compile("Sit down")).click()
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page.locator(".box.own .name")).to_contain_text(name)


def has_no_sideways_scroll(player: Person, *sizes: tuple[int, int]) -> None:
    for width, height in sizes:
        player.page.set_viewport_size({"width": width, "height": height})
        wide = player.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, (player.page.url, width, wide)


@pytest.mark.parametrize(("game", "width", "rounds"), EVENINGS)
def test_from_the_first_visit_to_the_last_round(
    person: Callable[..., Person], server: Server, game: str, width: int, rounds: int
) -> None:
    player = person(viewport={"width": width, "height": WIDTHS[width]})
    page, table = player.page, server.alone(game, **LONG)
    arrives(player, table, f"evening-{[*GAMES].index(game)}-{width}-{rounds}")
    box = int(page.locator(".box.own").get_attribute("data-box") or 0)
    page.evaluate(WATCH)
    player.lays(box, "5", "Ante" if game == STUD else "Main")
    player.clicks("Deal")
    finished(player)
    for number in range(2, rounds + 1):
        expect(page.locator(".lines h2")).to_have_text(f"Round {number - 1}")
        assert page.evaluate("window.shifted") < MOST_SHIFT
        page.evaluate("window.shifted = 0")
        with player.a_change():
            page.get_by_role("button", name="Deal $5 again").click()
        finished(player)
    expect(page.locator(".lines h2")).to_have_text(f"Round {rounds}")
    expect(page.locator(".strip li")).to_have_count(min(rounds, 6))
    has_no_sideways_scroll(player, *SMALL)
    leaves_with_chips(player, table)


def leaves_with_chips(player: Person, table: str) -> None:
    """Leave with all chips, and see the evening on one's own page."""
    page = player.page
    chips = page.locator("[data-purse]").inner_text()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.get_by_role("button", name="Leave with all chips").click()
    expect(page.locator(".place-here")).to_have_count(0)
    page.goto("/account")
    expect(page.locator("main")).to_contain_text(re.compile(r"\$[0-9,.]+"))
    assert chips.startswith("$")
    has_no_sideways_scroll(player, *SMALL)
    page.goto(f"/tables/{table}/rounds")
    expect(page.get_by_role("link", name="Replay").first).to_be_visible()
    has_no_sideways_scroll(player, *SMALL)
