"""A promotion in browsers: the desk, an inspector and players, from its terms to its awards."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from croupier.rulebooks import Role
from croupier.streams import PROMOTION
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_access import faults

DESK = "/promotions/june/desk"


def later(server: Server, hours: float) -> None:
    """Have the store's clock show a later time."""
    clock = server.service.clock
    clock._offsets.append(max(clock._offsets) + timedelta(hours=hours))


def do_action(who: Person, action: str, **fields: str) -> None:
    """Choose an action, read what follows, and confirm it."""
    who.page.goto(f"{DESK}?command={action}")
    panel = who.page.locator("#action")
    for name, value in fields.items():
        field = panel.locator(f"[name={name}]")
        if field.evaluate("one => one.localName") == "select":
            field.select_option(value)
        else:
            field.fill(value)
    panel.get_by_role("button", name="Show what follows").click()
    expect(who.page.locator("#action .follows li").first).to_be_visible()
    who.page.get_by_role("button", name="Confirm").click()
    expect(who.page.locator("#action")).to_have_count(0)


def write_terms(desk: Person, prizes: str) -> None:
    """Write terms in the form: a gap is marked while one types, and goes when it is filled."""
    page = desk.page
    page.goto("/promotions/new?game=star-blackjack&template=members")
    claim = page.locator("main [name=claim]")
    expect(page.locator("#check")).to_contain_text("may be submitted")
    claim.fill("")
    expect(page.locator("#check .gap")).to_contain_text("How the prize is claimed")
    claim.fill("at the cage, within 30 days")
    expect(page.locator("#check .gap")).to_have_count(0)
    page.locator("main [name=prizes]").fill(prizes)
    page.locator("main [name=name]").fill("june")
    assert faults(page) == []
    page.get_by_role("button", name="Keep as a draft").click()
    expect(page).to_have_url(re.compile("june/desk"))


def start(desk: Person, server: Server) -> None:
    do_action(desk, "submit-terms")
    do_action(desk, "publish-terms")
    later(server, 48)
    do_action(desk, "start-promotion")


def press_for(who: Person, key: str, heading: str) -> None:
    """Press a key on the desk, see the action that it opens, and leave it by another."""
    who.page.goto(DESK)
    who.page.keyboard.press(key)
    expect(who.page.locator("#action h2")).to_have_text(heading)
    who.page.keyboard.press("Escape")
    expect(who.page.locator("#action")).to_have_count(0)


def postpone_and_go_on(desk: Person, inspector: Person, watching: Person) -> None:
    """Postpone the draw, have the inspector acknowledge the notice, and validate it."""
    do_action(desk, "postpone-draw", reason="a list was lost")
    expect(watching.page.locator("main")).to_contain_text("The draw is postponed")
    inspector.page.goto(DESK)
    expect(inspector.page.locator("main")).to_contain_text("a list was lost")
    press_for(inspector, "k", "Acknowledge a notice")
    do_action(inspector, "acknowledge")
    do_action(desk, "validate")


def draw(desk: Person) -> None:
    """Try to draw without a scrutineer, which is refused beside the form; then with one."""
    desk.page.goto(f"{DESK}?command=draw")
    desk.page.locator("#action [name=word]").fill("teapot")
    desk.page.get_by_role("button", name="Show what follows").click()
    expect(desk.page.locator("#action .problem")).to_contain_text("a scrutineer oversees it")
    expect(desk.page.locator("#action [name=word]")).to_have_value("teapot")
    do_action(desk, "appoint-scrutineer", person="sue")
    do_action(desk, "draw", word="teapot")


def check_the_draw(who: Person) -> None:
    """Check the draw in one's own browser, by what it noted before."""
    who.page.get_by_role("link", name="Check the draw").click()
    who.page.get_by_label("The word that you heard").fill("teapot")
    who.page.get_by_role("button", name="Check the draw").click()
    expect(who.page.locator(".verdict.holds")).to_contain_text("as committed")
    assert faults(who.page) == []


@pytest.mark.slow
def test_a_promotion_from_its_terms_to_its_awards(
    own_server: Server, person: Callable[..., Person]
) -> None:
    server = own_server
    server.staff("the-inspector", Role.INSPECTOR)
    desk = person(server).signs_in("the-gaming-manager")
    inspector = person(server).signs_in("the-inspector")
    players = {name: person(server).signs_up(name) for name in ("ann", "bob")}
    write_terms(desk, "cash; 20000\ncasino-dollars; 250")
    start(desk, server)
    for name, one in players.items():
        do_action(desk, "enter", player=name)
        one.page.goto("/")
        one.page.get_by_role("link", name="June", exact=True).click()
        expect(one.page.locator("#own")).to_contain_text("1 entry of yours")
        assert faults(one.page) == []
    later(server, 24 * 7)
    postpone_and_go_on(desk, inspector, players["ann"])
    draw(desk)
    first, second = server.service.read_model.states.of(PROMOTION)["june"].wins
    names = server.service.read_model.names
    winner, other = players[names[first.player]], players[names[second.player]]
    expect(winner.page.locator("#own")).to_contain_text("You have won $20,000 in cash")
    winner.page.get_by_label("How you want to be paid").select_option("cheque")
    winner.page.get_by_role("button", name="Say so").click()
    expect(winner.page.locator("#own")).to_contain_text("You want it by cheque")
    check_the_draw(other)
    press_for(desk, "n", "Record that a winner was notified")
    press_for(desk, "a", "Award a prize")
    do_action(desk, "notify-winner", player=first.player, method="telephone")
    do_action(desk, "award", player=first.player, pay="cheque")
    do_action(desk, "notify-winner", player=second.player, method="email")
    do_action(desk, "leave-unclaimed", player=second.player, reason="not claimed in 30 days")
    expect(desk.page.locator("main")).to_contain_text("Nothing is due")
    assert faults(desk.page) == []
    winner.page.goto("/account")
    expect(winner.page.locator("#promotions")).to_contain_text("You have it, by cheque")
    for page in ("/promotions", "/promotions/results"):
        desk.page.goto(page)
        assert faults(desk.page) == []
