"""Split hands: two, three and four of them, doubled, at every box, wide and small."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Person
from tests.browser.serving import Server

GAME = "canberra-blackjack"
EIGHTS = "8S 6C 8D 8H 8C 3D TH 3H TD 3C TC 3S TS KD KC"
"""Eights that can be split into four hands, each of which then doubles to twenty-one."""
SIZES = {1440: 900, 820: 1000, 390: 844, 320: 700}
TOTALS = """() => [...document.querySelectorAll(".box-hand .total")].map((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const box = one.closest(".box").dataset.box;
  return { box, words: one.innerText, left, right, top, bottom };
})"""
"""Where every total is, after all turning."""
COVERED = """() => [...document.querySelectorAll(".box.own .box-hand .total")].filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const pile = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
  const total = pile.findIndex((there) => one.contains(there));
  return total < 0 || pile.slice(0, total).some((there) => there.closest(".card, .box-hand"));
}).map((one) => one.innerText)"""
"""The totals on whose middle a card or another hand lies."""
ALL_SPLIT = """(words) => {
  const hands = document.querySelector(".box.own .hands");
  for (const total of hands.querySelectorAll(".total .words")) total.textContent = words;
  for (const box of document.querySelectorAll(".box:not(.own)")) box.prepend(hands.cloneNode(true));
}"""
"""Splits every other box as well, and has all hands say what takes most room."""


def overlaps(page: Page) -> list[tuple[Any, Any]]:
    """Pairs of totals that cover each other."""
    return [
        (one, other)
        for one, other in combinations(page.evaluate(TOTALS), 2)
        if one["left"] < other["right"] - 1
        and other["left"] < one["right"] - 1
        and one["top"] < other["bottom"] - 1
        and other["top"] < one["bottom"] - 1
    ]


def split_and_double(player: Person, table: str, box: int) -> None:
    """Split into four hands, and double each; check the totals after every call."""
    page = player.page
    player.goes_to(table).sits(box)
    player.lays(box, "20")
    player.presses("g")
    for hands in (2, 3, 4):
        player.presses("p")
        expect(page.locator(".box.own .box-hand")).to_have_count(hands)
        assert overlaps(page) == []
    for _ in range(4):
        player.presses("d")
        assert overlaps(page) == []
    expect(page.locator(".box.own .total b")).to_have_text(["+$40"] * 4)


def check(person: Callable[..., Person], server: Server, box: int, width: int) -> None:
    """Play at a box, and check the totals; then with all boxes split and the longest words."""
    size = {"width": width, "height": SIZES[width]}
    player = person(viewport=size, reduced_motion="reduce").signs_up()
    split_and_double(player, server.alone(GAME, EIGHTS), box)
    page = player.page
    # In one step: between finding the box and scrolling to it, the table may be drawn anew.
    page.evaluate("document.querySelector('.box.own').scrollIntoView({ block: 'nearest' })")
    assert overlaps(page) == []
    assert page.evaluate(COVERED) == []
    page.evaluate(ALL_SPLIT, "26 over")
    assert len(page.evaluate(TOTALS)) == 4 * page.locator(".box").count()
    assert overlaps(page) == []


@pytest.mark.parametrize("width", SIZES)
def test_no_hand_covers_the_total_of_another(
    person: Callable[..., Person], server: Server, width: int
) -> None:
    check(person, server, 4, width)


@pytest.mark.slow
@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("box", [1, 2, 3, 5, 6, 7])
def test_at_every_other_box(
    person: Callable[..., Person], server: Server, box: int, width: int
) -> None:
    check(person, server, box, width)
