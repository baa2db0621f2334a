"""People and roles by pages: from the first administrator to a dealer at a table."""

import base64
import hmac
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from croupier.web.auth.policy import Argon2, Policy
from tests.browser.people import Person
from tests.browser.serving import PASSWORD, Server
from tests.browser.test_rounds import takes_a_seat

STRICT = Policy(argon2=Argon2(passes=1, kibibytes=64), code_drift=1)
"""As the house has it: staff need a device for codes, which count a moment longer here."""


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path, policy=STRICT)
    yield running
    running.stop()


def code_of(secret: str) -> str:
    """What a device with a secret shows now (RFC 6238)."""
    key = base64.b32decode(secret.replace(" ", ""))
    moment = int(time.time() // 30).to_bytes(8, "big")
    digest = hmac.digest(key, moment, "sha1")
    at = digest[-1] & 15
    number = int.from_bytes(digest[at : at + 4], "big") & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def first_sign_in(somebody: Person, name: str, password: str) -> None:
    """Sign in with a password for once; set one's own, and a device for codes."""
    page = somebody.page
    page.goto("/sign-in")
    page.locator("main").get_by_label("Name").fill(name)
    page.locator("main").get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("main")).to_contain_text("set your own password")
    page.locator("main").get_by_label("Your current password").fill(password)
    page.locator("main").get_by_label("Your new password").fill(PASSWORD)
    page.get_by_role("button", name="Set the password").click()
    expect(page.locator("main")).to_contain_text("Your password is set")
    sets_up_a_device(somebody)


def sets_up_a_device(somebody: Person) -> None:
    """Have a device for codes count, by the form of one's own account."""
    page = somebody.page
    device = page.locator("#device")
    device.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Set up a device").click()
    page.locator("main").get_by_label("The code").fill(
        code_of(page.locator(".secret").inner_text())
    )
    page.get_by_role("button", name="Use this device").click()
    expect(page.locator(".codes li").nth(4)).to_be_visible()


def fills_in(page: Page, path: str, name: str, button: str) -> None:
    """Pass a door by its form."""
    page.goto(path)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name=button).click()


def test_a_visitor_creates_an_account_and_comes_back(person: Callable[..., Person]) -> None:
    page = person().page
    for path, button in (("/sign-up", "Create an account"), ("/sign-in", "Sign in")):
        fills_in(page, path, "newcomer", button)
        expect(page.locator(".who")).to_contain_text("newcomer")
        page.context.clear_cookies()


def test_an_administrator_makes_a_dealer_and_helps_when_the_device_is_lost(
    strict: Server, person: Callable[..., Person]
) -> None:
    password = Path(f"{strict.settings.database}-administrator").read_text().strip()
    administrator = person(strict)
    first_sign_in(administrator, "administrator", password)
    page = administrator.page
    page.goto("/people")
    page.locator("main input[name=name]").first.fill("dora")
    page.locator("main").get_by_label("Role").first.select_option("dealer")
    page.get_by_role("button", name="Make it").click()
    handed = page.locator(".secret").inner_text()
    expect(page.locator(".bar")).not_to_contain_text("Open a table")
    dealer = person(strict)
    first_sign_in(dealer, "dora", handed)
    strict.opens("table-9")
    dealer.page.goto("/")
    dealer.page.get_by_role("link", name="Console of Star Blackjack, Table 9").click()
    expect(dealer.page.locator(".prompt h2")).to_have_text("Shuffle")
    dealer.page.goto("/people")
    expect(dealer.page.locator("main .problem")).to_be_visible()
    page.goto("/people")
    row = page.locator("tr", has_text="dora")
    row.get_by_text("Change").click()
    row.get_by_label("Device lost").fill("passport, in person")
    row.get_by_role("button", name="New password and device").click()
    expect(page.locator("main")).to_contain_text("The old device no longer counts.")
    expect(row).not_to_contain_text("code device")
    first_sign_in(dealer, "dora", page.locator(".secret").inner_text())


def test_a_player_whom_the_house_asks_for_codes_sets_up_a_device_and_plays(
    tmp_path: Path, person: Callable[..., Person]
) -> None:
    server = Server(tmp_path, policy=replace(STRICT, players_need_codes=True))
    try:
        player = person(server)
        page = player.page
        fills_in(page, "/sign-up", "ann", "Create an account")
        expect(page.locator("main .problem")).to_have_text("First set up a code device.")
        page.goto("/")
        expect(page).to_have_url(re.compile("/account$"))
        sets_up_a_device(player)
        page.goto("/tables/star-blackjack-1")
        player.sits(1)
        player.leaves()
    finally:
        server.stop()


def test_a_manager_opens_a_table_and_is_refused_with_the_clause(
    person: Callable[..., Person],
) -> None:
    manager = person().signs_in("the-gaming-manager")
    page = manager.page
    page.goto("/tables/new?game=star-blackjack")
    page.locator("main").get_by_label("Name").fill("opened-here")
    page.locator("main").get_by_label("Least wager").fill("50")
    page.locator("main").get_by_label("Most on a box").fill("10")
    page.get_by_role("button", name="Open the table").click()
    refused = page.locator("main .problem")
    expect(refused.locator("a.clause").first).to_be_visible()
    expect(page.locator("main").get_by_label("Name")).to_have_value("opened-here")
    page.locator("main").get_by_label("Most on a box").fill("500")
    page.locator("main").get_by_label("Perfect Pairs").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".where")).to_contain_text("$50 to $500")
    expect(page.locator(".side-name").first).to_have_text("PP")


def test_a_player_is_reminded_of_the_time(person: Callable[..., Person]) -> None:
    player = person().signs_up()
    page = player.page
    page.goto("/account")
    page.locator("main input[name=minutes]").fill("30")
    page.get_by_role("button", name="Set the reminder").click()
    expect(page.locator("main")).to_contain_text("Your reminder is set")
    page.route(
        "**/api/session",
        lambda route: route.fulfill(json={"minutes": 61, "reminder-minutes": 30}),
    )
    page.goto("/tables/star-blackjack-1")
    expect(page.locator("#reminder")).to_contain_text("signed in for 61 minutes")


def test_a_player_shows_the_card_that_a_table_asks_for(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    table = server.alone("caribbean-stud", player_cards=True)
    box = takes_a_seat(player, table)
    player.lays(box, "10", "Ante")
    expect(player.page.locator(".question .refused a.clause").first).to_contain_text("5.1")
    page = player.page
    page.goto("/account")
    expect(page.locator("main")).to_contain_text("You have not shown a Player Card yet")
    page.get_by_role("link", name="Card and limits").click()
    own = page.locator("section", has=page.get_by_role("button", name="Show my card"))
    own.get_by_label("At").select_option(table)
    page.get_by_role("button", name="Show my card").click()
    expect(page.locator("main")).to_contain_text("in the name of")
    expect(own).to_contain_text("you")
    player.goes_to(table)
    player.lays(box, "10", "Ante")
    player.is_asked("Your wagers: $10")


def test_a_player_closes_the_account_once_no_chips_are_left(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    page = player.page
    takes_a_seat(player, server.alone("perth-blackjack"))
    close = page.locator("section", has=page.get_by_role("button", name="Close my account"))
    page.goto("/account")
    close.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Close my account").click()
    expect(page.locator("main .problem")).to_contain_text("leave with them first")
    page.go_back()
    page.go_back()
    page.get_by_role("button", name="Leave", exact=True).click()
    player.clicks("Leave with all chips")
    page.goto("/account")
    close.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Close my account").click()
    expect(page.locator(".who")).to_contain_text("Sign in")
    page.goto("/sign-in")
    page.get_by_label("Name").fill(player.name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("main .problem")).to_contain_text("account is closed")


def test_a_manager_finds_a_player_and_excludes_them(person: Callable[..., Person]) -> None:
    player = person().signs_up("sought-after")
    manager = person().signs_in("the-gaming-manager")
    page = manager.page
    page.goto("/")
    page.get_by_role("link", name="People").click()
    page.get_by_label("Name or role").fill("sought-after player")
    page.get_by_role("button", name="Find").click()
    rows = page.get_by_label("Accounts").locator("tbody tr")
    expect(rows).to_have_count(1)
    expect(rows.get_by_text("Change", exact=True)).to_have_count(0)
    rows.get_by_text("Exclude from play").first.click()
    rows.get_by_label("For how long").select_option(index=0)
    rows.get_by_role("button", name="Exclude from play").click()
    page.goto("/people?find=sought-after")
    expect(rows).to_contain_text("excluded")
    player.page.goto("/account")
    expect(player.page.locator("main")).to_contain_text("xclu")
