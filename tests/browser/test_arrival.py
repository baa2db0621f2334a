"""The first visit: a hand as a guest, the guide, an account, the table that was wanted."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from croupier.games.table.choices import Mode
from tests.browser.people import Person
from tests.browser.serving import PASSWORD, Server

SIZES = {1440: 900, 390: 844, 320: 700}
LONGEST = "You have soft 14 and the dealer shows a seven: take a card, as you must with so little."
"""As long as the guide's sentences get."""
ORDER = """() => {
  const edges = [".dealer", ".guide", ".box.own .spots", ".turn-bar"].flatMap((one) => {
    const { top, bottom } = document.querySelector(one).getBoundingClientRect();
    return [Math.round(top), Math.round(bottom)];
  });
  return [...edges, innerHeight];
}"""
"""Upper and lower edges of dealer, guide, own box and bar, and of the window."""


def all_is_in_sight(page: Page) -> None:
    """Dealer, guide, own box and bar lie one below the other, and none is cut off."""
    edges = page.evaluate(ORDER)
    assert edges == sorted(edges)


def enters_as_guest(player: Person) -> Page:
    page = player.page
    page.goto("/")
    page.get_by_role("button", name="Play a first hand").click()
    expect(page.locator(".guide")).to_contain_text("1 of 5")
    return page


@pytest.mark.parametrize("width", SIZES)
def test_the_guide_covers_neither_cards_nor_calls(
    person: Callable[..., Person], width: int
) -> None:
    """And everything that it speaks about is in sight without scrolling."""
    size = {"width": width, "height": SIZES[width]}
    player = person(viewport=size, reduced_motion="reduce")
    page = enters_as_guest(player)
    all_is_in_sight(page)
    with player.a_change():
        page.locator(".box.own button.lay").first.click()
    expect(page.locator(".guide")).to_contain_text("Press Deal")
    all_is_in_sight(page)
    with player.a_change():
        page.get_by_role("button", name="Deal").click()
    expect(page.locator(".guide .says")).not_to_contain_text("Press Deal")
    says = page.locator(".guide .says")
    says.evaluate("(one, words) => one.prepend(words)", LONGEST[len(says.inner_text()) :])
    all_is_in_sight(page)


@pytest.mark.parametrize("script", [True, False])
def test_a_guest_plays_a_hand_and_keeps_the_chips(
    person: Callable[..., Person], *, script: bool
) -> None:
    """Five steps of the guide, then a name and a password: seat and chips stay."""
    player = person(java_script_enabled=script)
    page = enters_as_guest(player)
    page.locator(".box.own button.lay").first.click()
    expect(page.locator(".guide")).to_contain_text("2 of 5")
    player.sees_it()
    page.get_by_role("button", name="Deal").click()
    answers = page.locator("form.turn-bar .calls button")
    over = page.get_by_role("button", name="And the payment?")
    for _ in range(12):
        expect(answers.first.or_(over)).to_be_visible()
        if over.is_visible():
            break
        player.sees_it()
        version = page.locator("main").get_attribute("data-version") or ""
        answers.last.click()
        expect(page.locator("main")).not_to_have_attribute("data-version", version)
    over.click()
    expect(page.locator(".guide")).to_contain_text("5 of 5")
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(".guide")).to_have_count(0)
    chips, table = page.locator(".own-chips b").inner_text(), page.url
    name = "kept-with-script" if script else "kept-without"
    form = page.locator(".keep form")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").click()
    expect(page.locator(".keep")).to_have_count(0)
    assert page.url == table
    expect(page.locator(".own-chips b")).to_have_text(chips)
    expect(page.locator(".box.own .name")).to_contain_text(name)


def test_who_signs_up_to_sit_down_is_seated(person: Callable[..., Person], server: Server) -> None:
    table = server.alone("perth-blackjack")
    visitor = person()
    page = visitor.page
    visitor.finds_on_floor(table).get_by_role("button", name=re.compile("Sit down")).click()
    expect(page.locator("main")).to_contain_text("Then you sit down at Perth Blackjack")
    page.get_by_role("link", name="Create an account").click()
    page.get_by_label("Name").fill("straight-to-it")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page.locator(".box.own .name")).to_contain_text("straight-to-it")
    assert f"/tables/{table}" in page.url


@pytest.mark.parametrize(
    ("path", "name", "password", "wrong"),
    [
        ("/sign-up", "a", PASSWORD, "Name"),
        ("/sign-up", "the-dealer", PASSWORD, "Name"),
        ("/sign-up", "somebody-new", "short", "Password"),
        ("/sign-in", "the-dealer", "not the password", "Password"),
    ],
)
def test_a_form_shown_again_focuses_what_was_wrong(
    person: Callable[..., Person], path: str, name: str, password: str, wrong: str
) -> None:
    page = person().page
    page.goto(path)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.keyboard.press("Enter")
    expect(page.locator("main .problem")).to_be_visible()
    field = page.get_by_label(wrong)
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(page.locator("main .problem").inner_text())


def test_pages_of_the_floor_stay_live_and_work_without_a_script(
    person: Callable[..., Person], own_server: Server
) -> None:
    for number in range(30):
        own_server.opens(f"hall-{number}", mode=Mode.AUTOMATIC)
    visitor, player = person(own_server), person(own_server).signs_up()
    card = visitor.finds_on_floor("hall-29")
    assert "page=2" in visitor.page.url
    expect(card).to_contain_text("7 of 7")
    player.goes_to("hall-29").sits(3)
    expect(card).to_contain_text("6 of 7")
    back = visitor.page.get_by_role("link", name="Previous tables")
    expect(back).to_be_visible()
    plain = person(own_server, java_script_enabled=False, viewport={"width": 390, "height": 844})
    plain.finds_on_floor("hall-29")
    plain.page.get_by_role("link", name="Previous tables").click()
    expect(plain.page.locator(".place-card")).to_have_count(24)
