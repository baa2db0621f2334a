"""What a page weighs, how it behaves without script, on a phone, by keys alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from croupier.games.table.choices import Mode
from croupier.rulebooks import GAMES
from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_rounds import EIGHTEEN, STUD, bets, stack_for, takes_a_seat

MIDDLE = """one => {
  const box = document.querySelector(one).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""Where the middle of something is, looked up at one moment."""
HEAVIEST = 150_000
"""How many bytes a page may have over the wire, with all that it loads."""
QUICK = ("star-blackjack", "caribbean-stud")
PATHS = ("/", "/sign-in", "/rules", "/rules/star-blackjack", "/tables/star-blackjack-1")


SHORT_PHONES = ((390, 664), (375, 667), (320, 640))
"""Sizes of phones, some less what their browser takes."""
OVERLAP = """() => document.querySelector(".box.own .hands").getBoundingClientRect().bottom
  - document.querySelector(".turn-bar").getBoundingClientRect().top"""
"""How far the bar of calls reaches over the own hand and its total, in pixels."""


def weight(page: Page, path: str) -> int:
    """What comes over the wire for a page in a browser that has nothing yet."""
    loaded: list[Request] = []

    def finished(request: Request) -> None:
        loaded.append(request)

    page.on("requestfinished", finished)
    page.goto(path, wait_until="load")
    return sum(_size(one) for one in list(loaded))


def _size(request: Request) -> int:
    told = request.sizes()
    return told["responseBodySize"] + told["responseHeadersSize"]


@pytest.mark.parametrize("path", PATHS)
def test_no_page_is_heavy(person: Callable[..., Person], path: str) -> None:
    assert 1_000 < weight(person().page, path) < HEAVIEST


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
    bets(player, server.alone("canberra-blackjack", EIGHTEEN), "15", keys=False)
    player.is_asked("Box 1: 18 against a seven")
    player.clicks("Stand")
    expect(page.locator(".lines li.mine").first).to_contain_text("+$15")
    page.get_by_role("link", name="Replay").first.click()
    expect(page.locator(".question h2")).to_contain_text("Step")


def test_nothing_jumps_when_cards_arrive(person: Callable[..., Person], server: Server) -> None:
    table = server.opens(
        "still", stack="8S 6C 6D 2H 5C TD", mode=Mode.AUTOMATIC, card_milliseconds=20
    )
    player = person().signs_up()
    player.goes_to(table).sits(1)
    player.lays(1, "25")
    player.page.evaluate(
        """() => { window.shifted = 0; new PerformanceObserver((list) => {
            for (const one of list.getEntries()) window.shifted += one.value;
        }).observe({ type: "layout-shift" }); }"""
    )
    player.presses("g")
    player.is_asked("Box 1: 14 against a six")
    player.presses("h")
    player.is_asked("Box 1: 16 against a six")
    assert player.page.evaluate("window.shifted") == 0


def test_a_round_by_keys_alone(person: Callable[..., Person], server: Server) -> None:
    """Chip, spot, deal, answers: without a mouse, and what happened is said."""
    player = person().signs_up()
    page = player.page
    page.goto(f"/tables/{server.alone('perth-blackjack', EIGHTEEN)}")
    page.locator(".box:has(.sit)").first.get_by_role("button", name="Sit here").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".box.own")).to_have_count(1)
    expect(page.locator(".turn-bar.betting")).to_be_visible()
    page.locator("body").press("4")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".box.own button.lay").first).to_be_focused()
    player.presses("Enter")
    player.is_asked("Your wagers: $10")
    player.presses("g")
    player.is_asked("Box 1: 18 against a seven")
    player.presses("s")
    expect(page.locator(".lines li.mine").first).to_be_visible()
    expect(page.locator("#said")).to_contain_text("Round 1: you win $10")
    player.presses("r")
    player.is_asked("Your wagers: $10")
    player.presses("x")
    player.is_asked("Your wagers: $20")
    player.presses("Backspace")
    player.is_asked("Your wagers")


def test_a_chip_is_dragged_onto_a_spot(person: Callable[..., Person], server: Server) -> None:
    """And again after the table has changed: the rack that is then shown can be dragged from."""
    player = person().signs_up()
    box = takes_a_seat(player, server.alone("star-blackjack"))
    spot = player.page.get_by_role("button", name=f"Lay on box {box}, Main")
    for chip, laid in ((10_00, "$10"), (25_00, "$35")):
        with player.a_change():
            player.page.locator(f".rack label:has([value='{chip}'])").drag_to(spot)
        player.is_asked(f"Your wagers: {laid}")


@pytest.mark.parametrize(
    "game", [one if one in QUICK else pytest.param(one, marks=pytest.mark.slow) for one in GAMES]
)
def test_a_round_in_the_hand(person: Callable[..., Person], server: Server, game: str) -> None:
    """At 390 pixels nothing is wider than the screen, and every answer can be hit by a thumb."""
    player = person(viewport={"width": 390, "height": 844}, has_touch=True).signs_up()
    page = player.page
    bets(player, server.alone(game, stack_for(game)))
    expect(page.locator(".box.own .hand .card").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    heights = page.evaluate(
        "[...document.querySelectorAll('.turn-bar button')].map(one => one.offsetHeight)"
    )
    assert heights
    assert all(height >= 44 for height in heights), heights
    for width, height in SHORT_PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERLAP) <= 0, (width, height)
    page.set_viewport_size({"width": 390, "height": 844})
    with player.a_change():
        page.get_by_role("button", name="Bet" if game == STUD else "Stand").tap()
    expect(page.locator(".lines li.mine").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_side_bet_is_laid_where_it_is_drawn_in_the_hand(
    person: Callable[..., Person], server: Server
) -> None:
    """A tap on the small circle of the own box, not only on a button that may lie elsewhere."""
    player = person(viewport={"width": 390, "height": 844}, has_touch=True).signs_up()
    table = server.alone("star-blackjack", side_bets=("perfect-pairs", "any-pairs"))
    box = takes_a_seat(player, table)
    player.lays(box, "10")
    expect(player.page.locator(".box.own circle.side").first).to_be_visible()
    player.is_up_to_date()
    x, y = player.page.evaluate(MIDDLE, ".box.own circle.side")
    with player.a_change():
        player.page.touchscreen.tap(x, y)
    player.is_asked("Your wagers: $15")


def test_a_refused_key_is_answered_with_its_clause(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    bets(player, server.alone("star-blackjack", "8S 6C 2D TD 9H KD"))
    player.is_asked("Box 1: 10 against a six")
    player.presses("s")
    refused = player.page.locator(".question .refused")
    expect(refused).to_contain_text("10 is below 12")
    expect(refused.locator("a.clause")).to_contain_text("10.2")
    expect(player.page.locator("#said")).to_contain_text("Clause 10.2")
