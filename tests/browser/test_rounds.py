"""Whole rounds of every game, in a browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from croupier.rulebooks import GAMES
from tests.browser.people import Person
from tests.browser.serving import Server

LONGEST = 40
"""How many answers a round may take."""
STUD = "caribbean-stud"
EIGHTEEN = "TS 7C 8D 9H KD"
"""Eighteen against a seven; the dealer draws to twenty-six."""
PAIR = "AS 2C KD 2H 9C 7S 5H 8D 3S JD"
"""A pair of twos against ace king high, dealt one card at a time, the dealer first."""


def stack_for(game: str) -> str:
    """Cards for a round of a game that its player wins without a draw."""
    return PAIR if game == STUD else EIGHTEEN


def takes_a_seat(player: Person, table: str) -> int:
    """Sit down at the first box that is free, and give its number."""
    player.goes_to(table)
    seat = player.page.locator(".box:has(.sit)").first
    box = int(seat.get_attribute("data-box") or 0)
    player.sits(box)
    return box


def bets(player: Person, table: str, dollars: str = "10", *, keys: bool = True) -> None:
    """Sit down, lay a wager and have the round dealt, by its key or its button."""
    box = takes_a_seat(player, table)
    player.lays(box, dollars, "Ante" if table.startswith(STUD) else "Main")
    if keys:
        player.presses("d")
    else:
        player.clicks("Deal")


def finished(player: Person) -> None:
    """Answer whatever is asked, with the last answer that is offered, until wagers are taken."""
    question = player.page.locator("form.turn-bar")
    for _ in range(LONGEST):
        player.is_up_to_date()
        expect(player.page.locator(".turn-bar.betting").or_(question)).to_be_visible()
        if question.count() == 0:
            return
        with player.a_change():
            question.locator(".calls button").last.click()
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_from_the_seat_to_the_settlement(
    game: str, person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    bets(player, server.alone(game, stack_for(game)))
    player.presses("b" if game == STUD else "s")
    line = player.page.locator(".lines li.mine").first
    expect(line).to_contain_text("+$10")
    line.locator("a.clause").first.click()
    expect(player.page.locator("#clause-card .words")).to_be_visible()


def test_a_perfect_pair_is_paid_by_its_pay_table(
    person: Callable[..., Person], server: Server
) -> None:
    """Two nines of spades from a stacked shoe; the main wager on them wins as well."""
    player = person().signs_up()
    page = player.page
    box = takes_a_seat(
        player, server.alone("star-blackjack", "9S 7C 9S 9H KD", side_bets=("perfect-pairs",))
    )
    page.get_by_role("heading", name="Perfect Pairs pays").click()
    expect(page.locator(".pays dl > div").first).to_contain_text("Perfect pair 30 to 1")
    player.lays(box, "10")
    player.lays(box, "5", "Perfect Pairs")
    player.is_asked("Your wagers: $15")
    player.presses("d")
    paired = page.locator(".lines li.mine", has_text="Perfect Pairs")
    expect(paired).to_contain_text("+$150")
    expect(paired.locator("a.clause").first).to_contain_text("14.10.3")
    player.presses("s")
    expect(page.locator(".lines li.mine")).to_have_count(2)
    expect(page.locator(".lines li.mine", has_text="18, $10")).to_contain_text("+$10")
    expect(page.locator("[data-purse]")).to_have_text("$360")
