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
    need = page.locator(".need", has_text="Pit side").filter(has_text="the second card")
    expect(need).to_contain_text("bob disputes something")
    expect(row).to_contain_text("dispute")
    expect(page).to_have_title(re.compile(r"^\(\d+\) "))
    console.reports("A card is missing or does not belong", foreign="a joker")
    console.records_it()
    notice = page.locator(".need", has_text="Notice for the inspector")
    expect(notice.locator("a.clause")).to_be_visible()
    need.locator("summary", has_text="Decide").click()
    decided = need.get_by_label("What is decided")
    decided.fill("the card stands")
    # What happens meanwhile shows, and what was typed stays.
    console.reports("A player disputes something", player="bob", about="the third card")
    console.records_it()
    expect(page.locator(".need", has_text="the third card")).to_be_visible()
    expect(decided).to_have_value("the card stands")
    expect(decided).to_be_focused()
    need.get_by_role("button", name="What follows?").click()
    expect(need.locator(".steps")).to_contain_text("the card stands")
    need.get_by_role("button", name="Record it").click()
    expect(page.locator(".need.first", has_text="the second card")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/pit$"))


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
