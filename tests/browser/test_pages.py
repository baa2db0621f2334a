"""What a page weighs, how it behaves without script, on a phone, by keys alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from croupier.rulebooks import GAMES
from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_rounds import finished

HEAVIEST = 150_000
"""How many bytes a page may have over the wire, with all that it loads."""
QUICK = ("star-blackjack", "caribbean-stud")
PATHS = ("/", "/sign-in", "/rules", "/rules/star-blackjack", "/tables/star-blackjack-1")


def weight(page: Page, path: str) -> int:
    """What comes over the wire for a page in a browser that has nothing yet."""
    sizes: list[int] = []
    page.on("requestfinished", lambda one: sizes.append(_size(one)))
    page.goto(path)
    page.wait_for_load_state("load")
    page.wait_for_timeout(200)
    return sum(sizes)


def _size(request: Request) -> int:
    told = request.sizes()
    return told["responseBodySize"] + told["responseHeadersSize"]


@pytest.mark.parametrize("path", PATHS)
def test_no_page_is_heavy(person: Callable[..., Person], path: str) -> None:
    assert weight(person().page, path) < HEAVIEST


def test_a_table_and_a_console_in_mid_round_are_not_heavy(
    person: Callable[..., Person], server: Server
) -> None:
    table = server.opens("weighed", side_bets=("perfect-pairs", "any-pairs", "lucky-lucky"))
    dealer = Dealer(person().signs_in("the-dealer"), table)
    for box in range(1, 8):
        dealer.seats(f"guest{box}", box)
    dealer.makes_ready()
    for key in "1234567":
        dealer.press("w", key, "3", "5", "Enter")
    dealer.press("d")
    dealer.cards(*(f"{rank}{suit}" for suit in "sh" for rank in "2345678"), "9d")
    fresh = person()
    assert weight(fresh.page, f"/tables/{table}") < HEAVIEST
    again = person().signs_in("the-supervisor")
    assert weight(again.page, f"/tables/{table}/console") < HEAVIEST


def test_a_round_without_any_script(person: Callable[..., Person], server: Server) -> None:
    """Every form posts, and leads back to the table."""
    player = person(java_script_enabled=False).signs_up()
    page = player.page
    page.goto(f"/tables/{server.alone('canberra-blackjack')}")
    seat = page.locator(".box:has(.sit)").first
    box = seat.get_attribute("data-box")
    seat.get_by_role("button", name="Sit here").click()
    _answered(page)
    page.get_by_label("Another amount").fill("15")
    page.get_by_role("button", name=f"Lay on box {box}, Main").click()
    expect(page.locator(".asked h2")).to_have_text("Your wagers: $15")
    page.get_by_role("button", name="Deal").click()
    _answered(page)
    expect(page.locator(".lines li.mine").first).to_contain_text("$15")
    page.get_by_role("link", name="Replay").first.click()
    expect(page.locator(".asked h2")).to_contain_text("Step")


def _answered(page: Page) -> None:
    for _ in range(40):
        if page.locator(".turn-bar.betting").count():
            return
        page.locator(".turn-bar .calls button").last.click()


def test_nothing_jumps_when_cards_arrive(person: Callable[..., Person], server: Server) -> None:
    table = server.opens("still")
    player = person().signs_up()
    player.goes_to(table).sits(1)
    dealer = Dealer(person().signs_in("the-dealer"), table)
    dealer.makes_ready()
    dealer.press("w", "1", "2", "5", "Enter")
    dealer.press("d")
    expect(player.page.locator(".asked h2")).to_have_text("The first cards are dealt")
    player.page.evaluate(
        """() => { window.shifted = 0; new PerformanceObserver((list) => {
            for (const one of list.getEntries()) window.shifted += one.value;
        }).observe({ type: "layout-shift" }); }"""
    )
    dealer.cards("8s", "6c", "6d")
    expect(player.page.locator(".asked h2")).to_have_text("Box 1: 14 against a six")
    assert player.page.evaluate("window.shifted") == 0


def test_a_round_by_keys_alone(person: Callable[..., Person], server: Server) -> None:
    """Chip, spot, deal, answers: without a mouse, and what is refused says so."""
    player = person().signs_up()
    page = player.page
    page.goto(f"/tables/{server.alone('perth-blackjack')}")
    page.locator(".box:has(.sit)").first.get_by_role("button", name="Sit here").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".box.own")).to_have_count(1)
    finished(player)
    page.locator("body").press("4")
    page.keyboard.press("ArrowLeft")
    focused = page.evaluate("document.activeElement.closest('.box').className")
    assert "own" in focused
    before = player.version
    page.keyboard.press("Enter")
    player.waits_for(lambda: player.version > before)
    assert player.asked == "Your wagers: $10"
    player.presses("d")
    for _ in range(12):
        if page.locator(".turn-bar.betting").count():
            break
        key = page.locator(".turn-bar .calls button").last.get_attribute("data-key")
        assert key is not None
        player.presses(key)
    expect(page.locator(".lines li.mine").first).to_be_visible()
    assert "Round" in page.locator("#said").inner_text()
    player.presses("r")
    assert player.asked == "Your wagers: $10"
    player.presses("x")
    assert player.asked == "Your wagers: $20"
    player.presses("Backspace")
    assert player.asked == "Your wagers"


@pytest.mark.parametrize(
    "game", [one if one in QUICK else pytest.param(one, marks=pytest.mark.slow) for one in GAMES]
)
def test_a_round_in_the_hand(person: Callable[..., Person], server: Server, game: str) -> None:
    """At 390 pixels nothing is wider than the screen, and every answer can be hit by a thumb."""
    player = person(viewport={"width": 390, "height": 844}, has_touch=True).signs_up()
    page = player.page
    page.goto(f"/tables/{server.alone(game)}")
    seat = page.locator(".box:has(.sit)").first
    box = int(seat.get_attribute("data-box") or 0)
    seat.get_by_role("button", name="Sit here").tap()
    expect(page.locator(".box.own")).to_have_count(1)
    finished(player)
    player.lays(box, "10", "Ante" if game == "caribbean-stud" else "Main")
    page.get_by_role("button", name="Deal").tap()
    expect(page.locator(".hand .card").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    heights = page.evaluate(
        "[...document.querySelectorAll('.turn-bar button')].map(one => one.offsetHeight)"
    )
    assert all(height >= 44 for height in heights), heights
    finished(player)
    expect(page.locator(".lines li.mine").first).to_be_visible()


def test_a_refused_key_is_answered_with_its_clause(
    person: Callable[..., Person], server: Server
) -> None:
    table = server.opens("keys")
    player = person().signs_up()
    player.goes_to(table).sits(1)
    dealer = Dealer(person().signs_in("the-dealer"), table)
    dealer.makes_ready()
    dealer.press("w", "1", "2", "5", "Enter")
    dealer.press("d")
    dealer.cards("8s", "6c", "2d")
    expect(player.page.locator(".asked h2")).to_have_text("Box 1: 10 against a six")
    player.presses("s")
    refused = player.page.locator(".asked .refused")
    expect(refused).to_contain_text("10 is below 12")
    expect(refused.locator("a.clause")).to_contain_text("10.2")
    assert "Clause 10.2" in player.page.locator("#said").inner_text()
