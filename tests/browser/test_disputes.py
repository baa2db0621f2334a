"""A dispute on the player's own screen: raised, who looks at it, decided, with the clause."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_rounds import EIGHTEEN, bets


def test_a_player_follows_a_dispute_from_the_table_to_the_inspector(
    server: Server, person: Callable[..., Person]
) -> None:
    """Every step is on the player's screen as it is taken (Star 18.12, 18.13)."""
    player = person().signs_up()
    page, table = player.page, server.alone("star-blackjack", EIGHTEEN)
    bets(player, table)
    player.presses("s")
    page.get_by_role("button", name="Dispute").click()
    page.get_by_label("In dispute").fill("the dealer's second card")
    player.clicks("Raise it")
    own = page.get_by_role("list", name="Your disputes").get_by_role("listitem")
    expect(own).to_contain_text("The house has it. The supervisor looks at it.")
    expect(own.locator("a.clause")).to_contain_text("18.12")
    expect(own.get_by_role("link", name="Replay round 1")).to_be_visible()
    supervisor = Dealer(person().signs_in("the-supervisor"), table)
    supervisor.page.get_by_role("link", name="Decide dispute 1").click()
    supervisor.tells(outcome="the card was the dealer's")
    supervisor.records_it()
    expect(own).to_contain_text("Decided: the card was the dealer's.")
    expect(own).to_contain_text("by the assistant gaming manager")
    player.clicks("Ask for a review")
    expect(own).to_contain_text("The assistant gaming manager looks at it again.")
    manager = Dealer(person().signs_in("the-gaming-manager"), table)
    manager.page.get_by_role("link", name="Review dispute 1").click()
    manager.tells(outcome="it stands")
    manager.records_it()
    expect(own).to_contain_text("Reviewed: it stands.")
    page.goto("/account")
    expect(own).to_contain_text("Reviewed: it stands.")
    expect(own.locator("a.clause")).to_contain_text("18.12")
    manager.page.get_by_role("link", name="Close dispute 1").click()
    manager.tells()
    manager.records_it()
    page.reload()
    expect(own).to_contain_text("The decision of the house is final.")
    page.get_by_role("button", name="Complain").click()
    expect(own).to_contain_text("Your complaint is with the inspector.")
