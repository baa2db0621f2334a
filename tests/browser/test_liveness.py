"""A page that stays right: reloads, tabs, lost connections, a server that comes back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import PASSWORD, Server
from tests.browser.test_rounds import bets, takes_a_seat

SOON_MS = 2_000
"""Within so many milliseconds a page is right again."""
FOURTEEN = "8S 6C 6D 5C 2H TD"
"""Fourteen against a six, then nineteen."""


@pytest.fixture
def mid_round(person: Callable[..., Person], server: Server) -> Callable[..., Person]:
    """A player of box 1 with fourteen against a six, whom software deals to."""

    def at(where: Server = server) -> Person:
        player = person(where).signs_up()
        bets(player, where.alone("star-blackjack", FOURTEEN))
        player.is_asked("Box 1: 14 against a six")
        return player

    return at


def test_a_reload_shows_the_table_as_it_is(mid_round: Callable[..., Person]) -> None:
    player = mid_round()
    player.page.reload()
    player.is_asked("Box 1: 14 against a six")
    assert player.page.evaluate("document.getAnimations().length") == 0
    player.page.goto("/")
    player.page.go_back()
    player.is_asked("Box 1: 14 against a six")
    player.presses("h")
    player.is_asked("Box 1: 19 against a six")


FROM_SHOE = """() => {
  const shoe = document.querySelector(".shoe.right").getBoundingClientRect();
  return document.getAnimations().map((one) => {
    one.pause();
    one.currentTime = 0;
    const card = one.effect.target.getBoundingClientRect();
    return Math.hypot(card.left - shoe.left, card.top - shoe.top);
  });
}"""
"""Stops all movement where it begins, and tells how far from the shoe that is."""


@pytest.mark.parametrize("box", [1, 4, 7])
def test_a_dealt_card_is_there_at_once_and_travels_from_the_shoe(
    person: Callable[..., Person], server: Server, box: int
) -> None:
    """Also at boxes that lean towards the dealer; nothing is fetched a second time for it."""
    player = person().signs_up()
    player.goes_to(server.alone("star-blackjack", FOURTEEN)).sits(box)
    player.lays(box, "10")
    player.presses("g")
    page = player.page
    page.evaluate("document.documentElement.style.setProperty('--move-card', '600000ms')")
    page.evaluate("performance.clearResourceTimings()")
    player.presses("h")
    expect(page.locator(".box.own .card")).to_have_count(3)
    (distance,) = page.evaluate(FROM_SHOE)
    assert distance < 30
    asked = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert [one.rpartition("/")[2] for one in asked] == ["answer"]


def test_an_answer_that_is_sent_twice_counts_once(mid_round: Callable[..., Person]) -> None:
    player = mid_round()
    with player.a_change():
        player.page.get_by_role("button", name="Hit").dblclick()
    player.is_asked("Box 1: 19 against a six")
    expect(player.page.locator(".box.own .card")).to_have_count(3)
    expect(player.page.locator(".question .refused")).to_have_count(0)


def test_a_button_that_is_pressed_while_others_act_still_counts(
    mid_round: Callable[..., Person], person: Callable[..., Person]
) -> None:
    player, other = mid_round(), person().signs_up()
    other.goes_to(player.table)
    player.page.get_by_role("button", name="Hit").hover()
    with player.page.expect_response(lambda answer: answer.url.endswith(player.table)):
        player.page.mouse.down()
        other.sits(3)
    player.page.mouse.up()
    player.is_asked("Box 1: 19 against a six")
    expect(player.box(3)).to_contain_text(other.name)


def test_eight_tabs_have_one_connection(mid_round: Callable[..., Person], server: Server) -> None:
    player = mid_round()
    table, before = player.table, server.listeners
    tabs = [player.page, *(player.new_tab() for _ in range(7))]
    for tab in tabs[1:]:
        tab.goto(f"/tables/{table}")
    for tab in tabs:
        expect(tab.locator(".question h2")).to_have_text("Box 1: 14 against a six")
    assert server.listeners == before
    player.presses("h")
    for tab in tabs:
        expect(tab.locator(".question h2")).to_have_text("Box 1: 19 against a six")
    tabs[0].close()
    player.page = tabs[1]
    player.presses("s")
    for tab in tabs[1:]:
        expect(tab.locator(".lines li.mine")).to_have_count(1)


def test_a_lost_connection_comes_back(mid_round: Callable[..., Person]) -> None:
    player = mid_round()
    player.context.set_offline(True)
    player.page.keyboard.press("h")
    expect(player.page.locator("#lost")).to_be_visible()
    player.context.set_offline(False)
    player.is_asked("Box 1: 19 against a six")
    expect(player.page.locator(".box.own .card")).to_have_count(3)
    expect(player.page.locator("#lost")).to_have_count(0)


def test_a_server_that_starts_again_in_mid_round(
    person: Callable[..., Person], own_server: Server
) -> None:
    own_server.opens("restarted")
    player = person(own_server).signs_up()
    player.goes_to("restarted").sits(1)
    dealer = Dealer(person(own_server).signs_in("the-dealer"), "restarted")
    dealer.makes_ready()
    dealer.press("w", "1", "2", "5", "Enter")
    dealer.press("d")
    dealer.cards("8s", "6c", "6d")
    player.is_asked("Box 1: 14 against a six")
    own_server.stop()
    own_server.start()
    player.presses("h")
    dealer.is_prompted("Card to box 1")
    dealer.cards("5c")
    player.is_asked("Box 1: 19 against a six")


@pytest.mark.slow
def test_a_page_is_right_two_seconds_after_its_server_is_back(
    person: Callable[..., Person], own_server: Server
) -> None:
    """How long it takes is measured on an idle machine alone."""
    player = person(own_server).signs_up()
    takes_a_seat(player, own_server.alone("star-blackjack"))
    own_server.stop()
    expect(player.page.locator("#lost")).to_be_visible()
    own_server.start()
    expect(player.page.locator("#lost")).to_have_count(0, timeout=SOON_MS)


def test_an_expired_session_keeps_what_was_typed_without_any_script(
    person: Callable[..., Person], server: Server
) -> None:
    player = person(java_script_enabled=False).signs_up()
    page, box = player.page, takes_a_seat(player, server.alone("star-blackjack"))
    player.context.clear_cookies()
    page.get_by_label("Another amount").fill("35")
    page.get_by_role("button", name=f"Lay on box {box}, Main").click()
    expect(page.locator("main")).to_contain_text("Your session is over")
    page.get_by_label("Name").fill(player.name)
    page.get_by_label("Password").fill("wrong words, all of them")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("main .problem")).to_contain_text("wrong")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator("main")).to_contain_text("35")
    page.get_by_role("button", name="Send it now").click()
    player.is_asked("Your wagers: $35")


def test_an_expired_session_keeps_what_was_typed(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    box = takes_a_seat(player, server.alone("star-blackjack"))
    expect(player.page.locator(".turn-bar.betting")).to_be_visible()
    player.context.clear_cookies()
    player.page.get_by_label("Another amount").fill("35")
    player.page.get_by_role("button", name=f"Lay on box {box}, Main").click()
    door = player.page.locator("#door")
    expect(door).to_be_visible()
    door.get_by_label("Password").fill("wrong words, all of them")
    door.get_by_role("button", name="Sign in").click()
    expect(door.locator(".problem")).to_contain_text("wrong")
    door.get_by_label("Password").fill(PASSWORD)
    door.get_by_role("button", name="Sign in").click()
    player.is_asked("Your wagers: $35")
