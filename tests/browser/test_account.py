"""A player's own page in a browser: sessions, statement, limits, exclusion, a QR code."""

import csv
import io
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.people import Person
from tests.browser.serving import PASSWORD, Server
from tests.browser.test_rounds import EIGHTEEN, PAIR, STUD, bets


def plays(player: Person, table: str, key: str) -> None:
    """Play a round, and take the chips away."""
    bets(player, table)
    player.presses(key)
    player.page.get_by_role("button", name="Leave", exact=True).click()
    player.clicks("Leave with all chips")


def has_no_sideways_scroll(page: Page) -> bool:
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


def test_sessions_and_movements_of_an_evening(
    person: Callable[..., Person], server: Server
) -> None:
    """Two tables of two games: $10 won at each, chips to and fro neither won nor lost."""
    player = person(timezone_id="Australia/Sydney").signs_up()
    page = player.page
    plays(player, server.alone("star-blackjack", EIGHTEEN), "s")
    plays(player, server.alone(STUD, PAIR), "b")
    page.goto("/account")
    strip = page.locator(".facts-strip")
    expect(strip.locator("div", has_text="Net")).to_contain_text("+$")
    expect(strip.locator("div", has_text="Net")).to_contain_text("2 sessions, 2 rounds")
    rows = page.locator("#sessions tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("Star Blackjack")
    expect(rows.nth(1)).to_contain_text("+$10")
    moves = page.locator("#statement tbody tr")
    expect(moves.nth(0)).to_contain_text("from Caribbean Stud")
    expect(moves.nth(1)).to_contain_text("to Caribbean Stud")
    expect(moves.nth(1).locator(".win, .lose")).to_have_count(0)
    expect(moves.nth(2).locator("b.win")).to_have_text("+$10")
    expect(moves.last).to_contain_text("play money granted")
    page.get_by_role("navigation", name="Which sessions").get_by_text("Star Blackjack").click()
    expect(rows).to_have_count(1)
    expect(strip).to_contain_text("1 session, 1 round")
    with page.expect_download() as download:
        page.get_by_role("link", name="Sessions as CSV").click()
    lines = list(csv.DictReader(io.StringIO(download.value.path().read_text())))
    assert [(one["game"], one["rounds"], one["net"]) for one in lines] == [
        ("Star Blackjack", "1", "10.00")
    ]
    assert lines[0]["began"][-6:] in ("+10:00", "+11:00"), "the person's own clock"
    rows.nth(0).get_by_role("link").click()
    expect(page.get_by_role("heading", name="Your rounds of this session")).to_be_visible()
    expect(page.get_by_role("link", name="Replay round 1")).to_be_visible()


def test_the_time_zone_is_the_browsers_until_another_is_chosen(
    person: Callable[..., Person],
) -> None:
    player = person(timezone_id="Europe/Berlin").signs_up()
    page = player.page
    with page.expect_response("**/settings"):
        page.goto("/account")
    page.reload()
    zone = page.get_by_label("Times are shown in")
    expect(zone).to_have_value("Europe/Berlin")
    zone.select_option("Australia/Perth")
    page.get_by_role("button", name="Set the time zone").click()
    expect(zone).to_have_value("Australia/Perth")
    page.reload()
    expect(zone).to_have_value("Australia/Perth")


def test_an_exclusion_is_explained_then_confirmed_by_its_length(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    page = player.page
    page.goto("/account")
    page.get_by_role("link", name="a week").click()
    panel = page.locator("#exclusion")
    expect(panel.get_by_role("heading")).to_have_text("Exclude yourself for a week?")
    expect(panel.locator(".follows li").first).to_have_text(
        re.compile(r"until (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ \w+( \d{4})?, \d\d:\d\d")
    )
    panel.get_by_label("Write").fill("a day")
    panel.get_by_role("button", name="Exclude me").click()
    expect(panel.locator(".problem")).to_have_text("Write “a week” to confirm.")
    expect(panel.get_by_label("Write")).to_be_focused()
    panel.get_by_label("Write").fill("A week")
    panel.get_by_role("button", name="Exclude me").click()
    expect(page.locator("main .problem")).to_contain_text("You are excluded from play until")
    player.goes_to(server.alone("star-blackjack"))
    page.locator(".box .sit").first.click()
    expect(page.locator("main")).to_contain_text("you are excluded from play until")


def test_a_limit_shows_how_much_of_it_is_used(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    page = player.page
    page.goto("/account")
    page.get_by_text("Change a limit").click()
    page.get_by_label("Dollars").fill("800")
    page.get_by_role("button", name="Set the limit").click()
    limits = page.locator("#limits")
    expect(limits.locator(".limit").first).to_contain_text("$800")
    expect(limits.locator("meter")).to_have_attribute("value", "0")
    bets(player, server.alone("star-blackjack", EIGHTEEN))
    page.goto("/account")
    expect(limits.locator(".limit").first).to_contain_text(
        re.compile(r"\$[1-9]\d+ at tables today")
    )


def test_a_device_is_set_up_by_a_qr_code(person: Callable[..., Person]) -> None:
    """The code is drawn, also after a wrong first code; the secret stands beside it."""
    player = person().signs_up()
    page = player.page
    page.goto("/account")
    page.locator("#device").get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Set up a device").click()
    image = page.get_by_role("img", name="QR code of the secret")
    drawn = image.locator("path").get_attribute("d")
    assert (drawn or "").count("M") > 300, "as many dark modules as such a code has"
    page.get_by_label("The code").fill("000000")
    page.get_by_role("button", name="Use this device").click()
    expect(page.locator("main .problem")).to_contain_text("the code is wrong".capitalize())
    assert image.locator("path").get_attribute("d") == drawn


def test_the_account_fits_a_phone(person: Callable[..., Person], server: Server) -> None:
    player = person().signs_up()
    plays(player, server.alone("star-blackjack", EIGHTEEN), "s")
    for width in (320, 390, 720, 1440):
        player.page.set_viewport_size({"width": width, "height": 800})
        for path in ("/account", "/account?exclude=7"):
            player.page.goto(path)
            assert has_no_sideways_scroll(player.page), (path, width)
