"""The pit: a dispute and a notice come up while somebody watches, and are dealt with from there."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import Server


def test_what_happens_at_a_table_is_seen_and_settled_from_the_pit(
    server: Server, person: Callable[..., Person]
) -> None:
    table = server.opens("pit-side")
    console = Dealer(person().signs_in("the-dealer"), table)
    console.seats("bob", 1)
    console.makes_ready()
    manager = person().signs_in("the-gaming-manager")
    page = manager.page
    page.goto("/")
    page.get_by_role("navigation", name="croupier").get_by_role("link", name="Pit").click()
    row = page.locator(".pit-tables tr", has_text="Pit side")
    expect(row).to_contain_text("betting")
    expect(row).to_contain_text("1 of 7")
    console.press("w", "1", "2", "5", "Enter")
    console.press("d")
    console.cards("9s", "6c", "9h")
    expect(row).to_contain_text("in a round")
    console.reports("A player disputes something", player="bob", about="the second card")
    console.records_it()
    need = page.locator(".need", has_text="bob disputes something")
    expect(need).to_contain_text("the second card")
    expect(page).to_have_title(re.compile(r"^\(\d+\) "))
    console.reports("A card is missing or does not belong", foreign="a joker")
    console.records_it()
    notice = page.locator(".need", has_text="Notice for the inspector")
    expect(notice.locator("a.clause")).to_be_visible()
    need.get_by_role("link", name="Decide").click()
    expect(page.locator("#report h3")).to_have_text("Decide a dispute")
    page.locator("#report").get_by_label("Outcome").fill("the card stands")
    page.get_by_role("button", name="What follows?").click()
    page.get_by_role("button", name="Record it").click()
    expect(page.locator("#report")).to_have_count(0)
    page.goto("/pit?show=needs")
    expect(page.locator(".need.first", has_text="bob disputes")).to_have_count(0)


def test_the_pit_is_searched_and_works_without_a_script(
    server: Server, person: Callable[..., Person]
) -> None:
    server.opens("findable")
    manager = person().signs_in("the-gaming-manager")
    page = manager.page
    page.goto("/pit")
    page.keyboard.press("/")
    page.keyboard.type("findable")
    expect(page.locator(".pit-tables tbody tr")).to_have_count(1)
    page.set_viewport_size({"width": 390, "height": 844})
    sheet = page.get_by_role("region", name="Tables").bounding_box()
    assert sheet is not None
    assert sheet["x"] + sheet["width"] <= 390
    page.goto("/pit?find=nothing-like-it")
    expect(page.locator(".pit-tables tbody")).to_contain_text("No table fits")


def test_the_pit_is_for_those_who_supervise(server: Server, person: Callable[..., Person]) -> None:
    player = person().signs_up()
    player.page.goto("/")
    expect(player.page.get_by_role("link", name="Pit", exact=True)).to_have_count(0)
    answer = player.page.request.get(f"{server.url}/pit")
    assert answer.status == 403
