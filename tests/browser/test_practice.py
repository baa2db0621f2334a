"""Practice tables: a coach tells what each choice is worth, there and nowhere else."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from croupier.games.table.choices import Choices
from croupier.maths.blackjack.best_play import HandChoices, hand_choices
from croupier.maths.study_tables import study_table
from croupier.rulebooks import law_of
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_access import faults
from tests.browser.test_rounds import bets

LONG_MS = 120_000
"""How long the first sums may take: kernels are compiled for them."""


def test_the_coach_knows_the_worth_of_each_choice(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    bets(player, server.alone("star-blackjack", "8S 9C 3D 6H TD KD", practice=True))
    advice = player.page.locator("[data-advice]")
    expect(advice).to_contain_text("11 against a nine", ignore_case=True, timeout=LONG_MS)
    exact = hand_choices(study_table(law_of("star-blackjack"), Choices()), "8S 3D", "9C")
    assert isinstance(exact, HandChoices)
    rows = advice.locator("tr")
    expect(rows).to_have_text([re.compile(r"^\s*Double"), re.compile(r"^\s*Hit")])
    expect(rows.nth(1)).to_contain_text(f"{100 * exact.choices['hit']:+.2f}")
    assert faults(player.page) == []
    cost = exact.choices["double"] - exact.choices["hit"]
    player.presses("h")
    expect(advice).to_contain_text("1 decision, 1 mistake", timeout=LONG_MS)
    expect(advice).to_contain_text("hit instead of double")
    expect(advice).to_contain_text(f"{100 * cost:.2f} %")
    player.page.goto(f"/tables/{player.table}/coach")
    expect(player.page.locator("main")).to_contain_text("hit instead of double")
    assert faults(player.page) == []


def test_no_other_table_has_a_coach(person: Callable[..., Person]) -> None:
    player = person().signs_up()
    player.goes_to("star-blackjack-1")
    expect(player.page.locator(".turn-bar")).to_be_visible()
    expect(player.page.locator("[data-coach]")).to_have_count(0)
    player.page.goto("/tables/star-blackjack-1/coach")
    expect(player.page.locator("main .problem")).to_contain_text(
        "practice tables have a coach (clause 18.1)"
    )


@pytest.mark.parametrize("script", [True, False])
def test_a_jackpot_can_be_seen_won_without_an_account(
    person: Callable[..., Person], *, script: bool
) -> None:
    """The cards are stacked, nothing is recorded, and it can be played again."""
    visitor = person(java_script_enabled=script)
    page = visitor.page
    page.goto("/practice")
    page.get_by_role("link", name="See a jackpot won").click()
    visitor.is_asked("Box 3: a royal flush against a seven")
    assert faults(page) == [] if script else True
    page.get_by_role("button", name="Bet $40").click()
    visitor.is_asked("You win: +$60,018.50")
    expect(page.locator(".lines li.mine", has_text="Jackpot")).to_contain_text("a royal flush")
    page.get_by_role("link", name="Again").click()
    visitor.is_asked("Box 3: a royal flush against a seven")


def test_any_hand_from_a_list_is_dealt_and_played(person: Callable[..., Person]) -> None:
    visitor = person()
    page = visitor.page
    page.goto("/practice")
    assert faults(page) == []
    sheet = page.locator("section.sheet", has=page.get_by_role("heading", name="Canberra"))
    sheet.get_by_label("Your hand").select_option("A pair of eights")
    sheet.get_by_label("The dealer shows").select_option("a six")
    sheet.get_by_role("button", name="Deal it").click()
    visitor.is_asked("Box 3: 16 against a six")
    page.keyboard.press("p")
    expect(page.locator(".box.own .box-hand")).to_have_count(2)
    page.keyboard.press("w")
    expect(page.locator("#clause-card .words")).to_be_visible()
