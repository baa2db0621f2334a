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
        player.presses("g")
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
    player.presses("g")
    paired = page.locator(".lines li.mine", has_text="Perfect Pairs")
    expect(paired).to_contain_text("+$150")
    expect(paired.locator("a.clause").first).to_contain_text("14.10.3")
    player.presses("s")
    expect(page.locator(".lines li.mine")).to_have_count(2)
    expect(page.locator(".lines li.mine", has_text="18, $10")).to_contain_text("+$10")
    expect(page.locator("[data-purse]")).to_have_text("$360")


def test_a_replay_begins_at_the_first_step_and_plays_by_itself(
    person: Callable[..., Person], server: Server
) -> None:
    """Space stops it, arrows go on and back, and the address is that of the step."""
    player = person().signs_up()
    table = server.alone("star-blackjack", EIGHTEEN)
    bets(player, table)
    player.presses("s")
    page = player.page
    page.goto(f"/tables/{table}/rounds/1")
    step = page.locator(".question h2")
    expect(step).to_contain_text("Step 1 of")
    expect(step).to_contain_text("Step 2 of")
    page.keyboard.press("Space")
    expect(page.locator("button[data-play]")).to_contain_text("Play")
    page.goto(f"/tables/{table}/rounds/1?step=1")
    following = page.get_by_role("link", name="Next")
    place = following.bounding_box()
    following.click()
    expect(step).to_contain_text("Step 2 of")
    assert following.bounding_box() == place
    page.keyboard.press("ArrowRight")
    expect(step).to_contain_text("Step 3 of")
    page.keyboard.press("ArrowLeft")
    expect(step).to_contain_text("Step 2 of")
    assert page.url.endswith("?step=2")
    page.keyboard.press("Space")
    expect(page.locator("button[data-play]")).to_contain_text("Pause")
    expect(step).to_contain_text("Step 3 of")


def test_a_round_is_shown_to_somebody_without_an_account(
    person: Callable[..., Person], server: Server
) -> None:
    """From the end of the round to the link, its picture saved, and what a stranger then sees."""
    player = person().signs_up()
    bets(player, server.alone("star-blackjack", EIGHTEEN))
    player.presses("s")
    page = player.page
    page.get_by_role("link", name="Show it to others").click()
    page.get_by_role("button", name="Make a link").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the picture").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    link = page.get_by_label("The link").input_value()
    stranger = person(viewport={"width": 320, "height": 700}, reduced_motion="reduce").page
    stranger.goto(link)
    expect(stranger.locator(".question h2")).to_contain_text("Step 1 of")
    stranger.keyboard.press("ArrowRight")
    expect(stranger.locator(".question h2")).to_contain_text("Step 2 of")
    assert player.name not in stranger.content()
    assert stranger.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_role("button", name="Withdraw it").click()
    expect(page.get_by_role("heading", name="Rounds you show to others")).to_be_visible()
    stranger.goto(link)
    expect(stranger.get_by_text("its owner has withdrawn it")).to_be_visible()


def test_a_past_round_says_what_each_choice_was_worth(
    person: Callable[..., Person], server: Server
) -> None:
    """Hitting eighteen against a seven is the mistake; the round is over, so it is no aid."""
    player = person().signs_up()
    table = server.alone("star-blackjack", "TS 7C 8D 2H TD 7D")
    bets(player, table)
    player.page.goto(f"/tables/{table}/rounds/1/coach")
    expect(player.page.locator("main")).to_contain_text(
        "there is no round 1 at this table that is over".capitalize()
    )
    player.goes_to(table)
    player.presses("h")
    player.presses("s")
    page = player.page
    page.goto(f"/tables/{table}/rounds/1")
    page.get_by_role("link", name="What each choice was worth").click()
    first = page.locator("main .sheet").first
    expect(first.get_by_role("heading")).to_have_text("18 against a seven")
    expect(first.locator("tbody tr").first).to_contain_text("Stand")
    expect(first.locator("tr", has_text="yours")).to_contain_text("Hit")
    expect(first.locator(".tag.warn")).to_contain_text("less than the best")
