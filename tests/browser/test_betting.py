"""Betting and playing: a clock, keys bound to their phase, nothing that moves under a finger."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from croupier.games.table.choices import JackpotTerms, Mode
from croupier.rulebooks import GAMES
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_rounds import EIGHTEEN, STUD, bets, stack_for, takes_a_seat

LONG: dict[str, Any] = {"wager_seconds": 900, "decision_seconds": 900}
MOST_SHIFT = 0.02
"""The layout shift that a whole round may have."""
WIDTHS = {1440: 900, 390: 844}
PLACES = """() => Object.fromEntries([".rack", ".tools", ".own .spots", ".calls"].map(
  (one) => { const box = document.querySelector(one).getBoundingClientRect();
    return [one, [Math.round(box.right), Math.round(box.bottom)]]; }))"""
"""Where the lower right corner of each part is: buttons begin there."""
BAR = "document.querySelector('.turn-bar').getBoundingClientRect().toJSON()"
ANSWERS = """[...document.querySelectorAll(".turn-bar .calls button")].map((one) => {
  const { y, width, height } = one.getBoundingClientRect();
  return [y, width, height];
})"""
"""Where each answer is, and how large."""
WATCH = """() => { window.shifted = 0; new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.shifted += one.value;
}).observe({ type: "layout-shift" }); }"""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_under_the_finger(
    person: Callable[..., Person], server: Server, game: str, width: int
) -> None:
    """Rack, tools, own box and buttons have one place in all phases, and when a banner comes."""
    player = person(viewport={"width": width, "height": WIDTHS[width]}).signs_up()
    page = player.page
    box = takes_a_seat(player, server.alone(game, stack_for(game), **LONG))
    expect(page.locator(".turn-bar.betting")).to_be_visible()
    page.evaluate(WATCH)
    places = [page.evaluate(PLACES)]
    player.lays(box, "10", "Ante" if game == STUD else "Main")
    places.append(page.evaluate(PLACES))
    player.presses("g")
    expect(page.locator("form.turn-bar")).to_be_visible()
    places.append(page.evaluate(PLACES))
    player.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#lost")).to_be_visible()
    places.append(page.evaluate(PLACES))
    player.context.set_offline(False)
    expect(page.locator("#lost")).to_have_count(0)
    player.presses("b" if game == STUD else "s")
    expect(page.locator(".lines li.mine").first).to_be_visible()
    places.append(page.evaluate(PLACES))
    for place in places[0]:
        assert len({tuple(one[place]) for one in places}) == 1, (place, places)
    assert page.evaluate("window.shifted") < MOST_SHIFT


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize(
    ("game", "stack", "answers"),
    [("star-blackjack", "TS AC AD KH", 3), ("perth-vegas-blackjack", "8S TC 8D KH KD 9D", 5)],
)
def test_all_answers_are_in_one_row_in_the_hand(
    person: Callable[..., Person], server: Server, game: str, stack: str, answers: int, width: int
) -> None:
    """However many there are: the bar does not grow, and each is as large as a finger."""
    player = person(viewport={"width": width, "height": 720}, reduced_motion="reduce").signs_up()
    box = takes_a_seat(player, server.alone(game, stack, **LONG))
    player.lays(box, "20")
    player.is_up_to_date()
    before = player.page.evaluate(BAR)
    player.presses("g")
    expect(player.page.locator("form.turn-bar .calls button")).to_have_count(answers)
    assert player.page.evaluate(BAR) == before
    sizes = player.page.evaluate(ANSWERS)
    assert len({y for y, _, _ in sizes}) == 1
    assert all(min(width, height) >= 44 for _, width, height in sizes), sizes
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_is_dealt_before_deal_is_pressed(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    choices = LONG | {"card_milliseconds": 5}
    player.lays(takes_a_seat(player, server.alone("star-blackjack", EIGHTEEN, **choices)), "10")
    expect(player.page.locator(".clock")).to_have_attribute("data-of", "900")
    expect(player.page.locator(".waits")).to_contain_text(
        re.compile(r"Dealt in \d+ s, or when you press Deal")
    )
    player.page.wait_for_timeout(500)
    player.is_asked("Your wagers: $10")
    player.clicks("Deal")
    player.is_asked("Box 1: 18 against a seven")


def test_the_table_says_for_whom_it_waits(person: Callable[..., Person], server: Server) -> None:
    table = server.opens("waiting", stack="TS 9S 7C 8D 9D 9H KD", mode=Mode.AUTOMATIC, **LONG)
    ann, bob, cat = (person().signs_up() for _ in range(3))
    for box, one in enumerate((ann, bob, cat), 1):
        one.goes_to(table).sits(box)
    ann.lays(1, "10")
    bob.lays(2, "10")
    ann.clicks("Deal")
    waits = ann.page.locator(".waits")
    expect(waits).to_contain_text(re.compile(rf"Waiting for {bob.name}, \d+ s"))
    expect(ann.page.get_by_role("button", name="Ready")).to_be_disabled()
    bob.clicks("Deal")
    ann.is_asked("Box 1: 18 against a seven")
    expect(bob.page.locator(".waits")).to_contain_text(f"Waiting for {ann.name}")


def test_no_key_of_one_phase_acts_in_the_next(
    person: Callable[..., Person], server: Server
) -> None:
    """The key of Double does not deal, and a key of the round lays nothing."""
    player = person().signs_up()
    table = server.alone("star-blackjack", "6S 5C 5D TS 9H 8D")
    player.lays(takes_a_seat(player, table), "10")
    version = server.version(table)
    for key in "dhs":
        player.page.keyboard.press(key)
    player.page.wait_for_timeout(200)
    assert server.version(table) == version
    player.presses("g")
    player.is_asked("Box 1: 11 against a five")
    asked = server.version(table)
    for key in ("g", "r", "x", "z", "Backspace"):
        player.page.keyboard.press(key)
    player.page.wait_for_timeout(200)
    assert server.version(table) == asked


def test_a_key_pressed_offline_waits_and_is_dropped_when_the_table_moves_on(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    table = server.alone("star-blackjack", "8S 6C 6D 5C 2H TD", decision_seconds=3)
    bets(player, table)
    player.is_asked("Box 1: 14 against a six")
    player.context.set_offline(True)
    player.page.keyboard.press("h")
    expect(player.page.locator("[data-pending]")).to_contain_text("Hit waits for the connection")
    player.waits_for(lambda: server.service.table(table).table.round is None)
    over = server.version(table)
    player.context.set_offline(False)
    expect(player.page.locator(".turn-bar.betting")).to_be_visible()
    expect(player.page.locator(".box.own .card")).to_have_count(2)
    assert server.version(table) == over


def test_the_last_chip_is_undone_and_the_chosen_one_stays(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    table = server.alone("star-blackjack", EIGHTEEN)
    box = takes_a_seat(player, table)
    spot = player.page.get_by_role("button", name=f"Lay on box {box}, Main")
    for key, laid in (("5", "$25"), ("4", "$35")):
        player.page.locator("body").press(key)
        with player.a_change():
            spot.click()
        player.is_asked(f"Your wagers: {laid}")
    player.presses("z")
    player.is_asked("Your wagers: $25")
    player.page.reload()
    expect(player.page.locator(".rack input[value='1000']")).to_be_checked()
    player.presses("g")
    player.presses("s")
    expect(player.page.locator(".rack input[value='1000']")).to_be_checked()
    expect(player.page.get_by_role("button", name="Deal $25 again")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_a_bet_is_saved_and_laid_again(
    person: Callable[..., Person], server: Server, *, script: bool
) -> None:
    player = person(java_script_enabled=script).signs_up()
    page = player.page
    player.lays(takes_a_seat(player, server.alone("star-blackjack")), "35")
    page.get_by_role("button", name="Saved", exact=True).click()
    page.get_by_role("button", name="Save what lies there").click()
    expect(page.locator("#saved-bets")).to_contain_text("Lay $35")
    player.clicks("Clear")
    player.is_asked("Your wagers")
    page.get_by_role("button", name="Saved", exact=True).click()
    player.clicks("Lay $35")
    player.is_asked("Your wagers: $35")


def test_a_jackpot_wager_is_one_click_whatever_the_chip(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    terms = JackpotTerms(name="clicked", wager=5_00, pool=60_000_00)
    box = takes_a_seat(player, server.alone(STUD, jackpot=terms))
    player.lays(box, "10", "Ante")
    player.page.locator("body").press("5")
    with player.a_change():
        player.page.get_by_role("button", name=f"Lay on box {box}, Jackpot").click()
    player.is_asked("Your wagers: $15")
    expect(player.page.locator(".box.own .spot")).to_contain_text("$5")


def test_a_refusal_calls_people_by_their_names(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    box = takes_a_seat(player, server.alone("star-blackjack"))
    player.lays(box, "500")
    expect(player.page.locator(".question .refused")).to_contain_text(
        f"{player.name} has $200 in chips here, not $500"
    )
