"""A page that stays right: reloads, tabs, lost connections, a server that comes back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import PASSWORD, Server

SOON_MS = 2_000
"""Within so many milliseconds a page is right again."""


@pytest.fixture
def mid_round(
    server: Server, person: Callable[..., Person]
) -> Callable[..., tuple[Dealer, Person]]:
    """A player of box 1 with fourteen against a six, at a live table."""

    def at(table: str, where: Server = server) -> tuple[Dealer, Person]:
        where.opens(table)
        player = person(where).signs_up()
        player.goes_to(table).sits(1)
        dealer = Dealer(person(where).signs_in("the-dealer"), table)
        dealer.makes_ready()
        dealer.press("w", "1", "2", "5", "Enter")
        dealer.press("d")
        dealer.cards("8s", "6c", "6d")
        expect(player.page.locator(".asked h2")).to_have_text("Box 1: 14 against a six")
        return dealer, player

    return at


def test_a_reload_shows_the_table_as_it_is(
    mid_round: Callable[..., tuple[Dealer, Person]],
) -> None:
    dealer, player = mid_round("reloaded")
    player.page.reload()
    assert player.asked == "Box 1: 14 against a six"
    assert player.page.evaluate("document.getAnimations().length") == 0
    player.page.goto("/")
    player.page.go_back()
    expect(player.page.locator(".asked h2")).to_have_text("Box 1: 14 against a six")
    player.presses("h")
    dealer.cards("5c")
    expect(player.page.locator(".asked h2")).to_have_text("Box 1: 19 against a six")


def test_an_answer_that_is_sent_twice_counts_once(
    mid_round: Callable[..., tuple[Dealer, Person]],
) -> None:
    dealer, player = mid_round("twice")
    hit = player.page.get_by_role("button", name="Hit")
    hit.dblclick()
    dealer.cards("2c")
    expect(player.page.locator(".asked h2")).to_have_text("Box 1: 16 against a six")
    assert player.page.locator(".asked .refused").count() == 0


def test_eight_tabs_have_one_connection(
    mid_round: Callable[..., tuple[Dealer, Person]], server: Server
) -> None:
    dealer, player = mid_round("tabs")
    before = server.listeners
    tabs = [player.page, *(player.new_tab() for _ in range(7))]
    for tab in tabs[1:]:
        tab.goto("/tables/tabs")
    for tab in tabs:
        expect(tab.locator(".asked h2")).to_have_text("Box 1: 14 against a six")
    assert server.listeners == before
    player.presses("h")
    dealer.cards("5c")
    for tab in tabs:
        expect(tab.locator(".asked h2")).to_have_text("Box 1: 19 against a six", timeout=SOON_MS)
    tabs[0].close()
    player.page = tabs[1]
    player.presses("s")
    for tab in tabs[1:]:
        expect(tab.locator(".turn-bar")).to_have_class("turn-bar waiting sheet", timeout=SOON_MS)


def test_a_lost_connection_comes_back(
    mid_round: Callable[..., tuple[Dealer, Person]],
) -> None:
    dealer, player = mid_round("lost")
    player.context.set_offline(True)
    player.page.keyboard.press("h")
    expect(player.page.locator("#lost")).to_be_visible()
    player.context.set_offline(False)
    expect(dealer.page.locator(".prompt h2")).to_contain_text("Card to box 1", timeout=SOON_MS)
    dealer.cards("5c")
    expect(player.page.locator(".asked h2")).to_have_text(
        "Box 1: 19 against a six", timeout=SOON_MS
    )


def test_a_server_that_starts_again_in_mid_round(
    mid_round: Callable[..., tuple[Dealer, Person]], own_server: Server
) -> None:
    dealer, player = mid_round("restarted", own_server)
    own_server.stop()
    own_server.start()
    player.presses("h")
    dealer.cards("5c")
    expect(player.page.locator(".asked h2")).to_have_text(
        "Box 1: 19 against a six", timeout=SOON_MS
    )


def test_an_expired_session_keeps_what_was_typed(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    player.goes_to(server.alone("star-blackjack")).sits(1)
    player.waits_for(lambda: player.page.locator(".betting").count() == 1)
    player.context.clear_cookies()
    player.page.get_by_label("Another amount").fill("35")
    player.page.get_by_role("button", name="Lay on box 1, Main").click()
    door = player.page.locator("#door")
    expect(door).to_be_visible()
    door.get_by_label("Password").fill("wrong words, all of them")
    door.get_by_role("button", name="Sign in").click()
    expect(door.locator(".problem")).to_contain_text("wrong")
    door.get_by_label("Password").fill(PASSWORD)
    door.get_by_role("button", name="Sign in").click()
    expect(player.page.locator(".asked h2")).to_have_text("Your wagers: $35")
