"""Whole rounds of all seven games, in a browser."""

from collections.abc import Callable

import pytest

from croupier.rulebooks import GAMES
from tests.browser.people import Person
from tests.browser.serving import Server

LONGEST = 40
"""How many answers a round may take."""


def finished(player: Person) -> None:
    """Answer whatever is asked, with the last answer that is offered, until wagers are taken."""
    for _ in range(LONGEST):
        player.waits_for(lambda: player.page.locator(".turn-bar").count() == 1)
        if player.page.locator(".turn-bar.betting").count():
            return
        calls = player.page.locator(".turn-bar .calls button")
        before = player.version
        calls.last.click()
        player.waits_for(lambda before=before: player.version > before)  # type: ignore[misc]
    raise AssertionError("the round does not end")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_from_the_seat_to_the_settlement(
    game: str, person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    player.goes_to(server.alone(game))
    seat = player.page.locator(".box:has(.sit)").first
    box = int(seat.get_attribute("data-box") or 0)
    player.sits(box)
    finished(player)
    on = "Ante" if game == "caribbean-stud" else "Main"
    player.lays(box, "10", on)
    player.presses("d")
    finished(player)
    lines = player.page.locator(".lines li.mine")
    assert lines.count() >= 1
    assert lines.first.locator("a.clause").count() >= 1
    assert "$10" in lines.first.inner_text()
    lines.first.locator("a.clause").first.click()
    player.waits_for(lambda: player.page.locator("#clause-card .words").is_visible())
