"""The dealer's console: a round by keys, what goes wrong, what a supervisor may do."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import Server

MOST_KEYS = 50


@pytest.fixture
def dealer(person: Callable[..., Person]) -> Callable[[str], Dealer]:
    """A dealer at a table's console."""

    def at(table: str) -> Dealer:
        return Dealer(person().signs_in("the-dealer"), table)

    return at


def test_a_round_of_three_with_one_draw_takes_fifty_keys(
    server: Server, dealer: Callable[[str], Dealer], person: Callable[..., Person]
) -> None:
    """Dealt from the console, and watched by a player in a browser of their own."""
    table = server.opens("fifty")
    watching = person().signs_up("watching")
    watching.goes_to(table).sits(1)
    console = dealer(table)
    console.seats("bob", 2)
    console.seats("cat", 3)
    console.makes_ready()
    console.keys = 0
    for box in "123":
        console.press("w", box, "2", "5", "Enter")
    console.press("d")
    console.cards("8s", "9h", "ts", "6c", "6d", "kd", "9c")
    console.is_prompted("watching decides for box 1 with 14")
    expect(console.page.locator(".aloud").first).to_contain_text("Box 1, 14")
    console.press("h")
    console.cards("4c")
    for _ in range(3):
        console.press("s")
    console.cards("7d", "th")
    expect(console.page.locator(".settle")).to_contain_text("23 over")
    rows = console.page.locator(".settle tbody tr")
    expect(rows).to_have_count(3)
    for at in range(3):
        expect(rows.nth(at)).to_contain_text("$25")
        expect(rows.nth(at).locator(".coin").first).to_be_visible()
        expect(rows.nth(at).locator("a.clause").first).to_be_visible()
    for done in (1, 2, 3):
        console.page.keyboard.press(" ")
        console.keys += 1
        expect(console.page.locator("[data-left]")).to_have_text(f"{done} of 3 done")
    assert console.keys <= MOST_KEYS, console.keys
    expect(watching.page.locator(".lines li.mine")).to_contain_text("+$25")
    expect(watching.page.locator(".dealer .total")).to_have_text("23 over")


def test_a_card_typed_wrongly_is_taken_back_the_lawful_way(
    server: Server, dealer: Callable[[str], Dealer]
) -> None:
    console = dealer(server.opens("mistyped"))
    console.seats("bob", 1)
    console.makes_ready()
    console.press("w", "1", "2", "5", "Enter")
    console.press("d")
    console.cards("8s", "6c")
    console.reports("I typed the last card wrongly")
    expect(console.page.locator("#report a.clause").first).to_be_visible()
    console.records_it()
    console.is_prompted("Card to the dealer")
    console.cards("7c")
    expect(console.page.locator(".dealer-mini b")).to_have_text("7")


def test_an_irregularity_from_the_menu_to_the_money(
    server: Server, dealer: Callable[[str], Dealer]
) -> None:
    """A card drawn in error is offered, refused by all, and becomes the dealer's (16.2 to 16.4)."""
    console = dealer(server.opens("in-error"))
    console.seats("bob", 1)
    console.makes_ready()
    console.press("w", "1", "2", "5", "Enter")
    console.press("d")
    console.cards("9s", "6c", "9h")
    console.page.keyboard.press("!")
    expect(console.page.locator(".menu a").first).to_be_focused()
    console.page.keyboard.press("1")
    report = console.page.locator("#report")
    expect(report.locator("h3")).to_have_text("A card came out that was not due")
    report.get_by_label("Card").fill("KS")
    console.page.keyboard.press("Enter")
    expect(report.get_by_role("button", name="Record it")).to_be_visible()
    expect(console.page.locator("#report .steps li").first).to_be_visible()
    console.is_prompted("bob decides")
    console.records_it()
    expect(console.page.locator(".just")).to_contain_text("came out in error")
    console.press("s")
    console.is_prompted("lies ready")
    console.cards("ks", "9d")
    expect(console.page.locator(".settle tbody tr")).to_contain_text("$25")
    expect(console.page.locator(".settle")).to_contain_text("25 over")


def test_what_is_refused_is_shown_with_its_clause(
    server: Server, dealer: Callable[[str], Dealer]
) -> None:
    console = dealer(server.opens("refusing"))
    console.seats("bob", 1)
    console.makes_ready()
    console.press("d")
    expect(console.page.locator(".prompt .refused a.clause").first).to_be_visible()


def test_a_supervisor_voids_a_round_and_decides_a_dispute(
    server: Server, dealer: Callable[[str], Dealer], person: Callable[..., Person]
) -> None:
    table = server.opens("supervised")
    console = dealer(table)
    console.seats("bob", 1)
    console.makes_ready()
    console.press("w", "1", "2", "5", "Enter")
    console.press("d")
    console.cards("9s", "6c", "9h")
    console.reports("A player disputes something", about="the second card")
    console.records_it()
    expect(console.page.locator(".just")).to_contain_text("isput")
    supervisor = Dealer(person().signs_in("the-supervisor"), table)
    replay = supervisor.page.locator(".disputes").get_by_role("link", name="Replay round 1")
    expect(replay).to_have_attribute("href", f"/tables/{table}/rounds/1?step=1")
    supervisor.page.get_by_role("link", name="Decide dispute 1").click()
    supervisor.tells(outcome="dealt anew")
    supervisor.records_it()
    supervisor.reports("Declare the round void")
    supervisor.records_it()
    expect(supervisor.page.locator(".just")).to_contain_text("void")
    console.is_prompted("Wagers")


def test_every_command_of_a_manager_is_found_by_typing_its_name(
    server: Server, person: Callable[..., Person]
) -> None:
    """A refusal stands beside the form, which keeps what was typed."""
    table = server.opens("palette")
    manager = person().signs_in("the-gaming-manager")
    page = manager.page
    page.goto(f"/tables/{table}/console")
    page.keyboard.press("Control+k")
    expect(page.locator("[data-find]")).to_be_focused()
    page.keyboard.type("nothing of the kind")
    expect(page.locator("[data-none]")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("personal")
    expect(page.locator(".every li:visible")).to_have_count(1)
    page.keyboard.press("Enter")
    form = page.locator("#report")
    expect(form.locator("h3")).to_have_text("Personal limits")
    form.get_by_label("Player").fill("bob")
    form.get_by_label("Minimum").fill("100")
    form.get_by_label("Maximum").fill("50")
    form.get_by_role("button", name="What follows?").click()
    expect(form.locator(".refused a.clause").first).to_be_visible()
    expect(form.get_by_label("Minimum")).to_have_value("100")
    expect(form.get_by_role("button", name="Record it")).to_have_count(0)


def test_what_follows_is_decided_with_the_rounds_own_past(
    server: Server, dealer: Callable[[str], Dealer]
) -> None:
    """Taking cards back is shown before it is recorded, from the same decision."""
    console = dealer(server.opens("outlook"))
    console.seats("bob", 1)
    console.makes_ready()
    console.press("w", "1", "2", "5", "Enter")
    console.press("d")
    console.cards("8s", "6c", "9h")
    console.page.goto(f"/tables/{console.table}/console?report=reconstruct")
    console.tells(cards="1")
    expect(console.page.locator("#report .steps li").first).to_be_visible()
    console.records_it()
    console.is_prompted("Card to box 1")


def test_a_dealers_round_with_two_players_takes_thirty_keys_and_no_scrolling(
    server: Server, dealer: Callable[[str], Dealer]
) -> None:
    console = dealer(server.opens("thirty"))
    console.page.set_viewport_size({"width": 1440, "height": 900})
    console.seats("bob", 1)
    console.seats("cat", 2)
    console.makes_ready()
    for form in ("#wager-entry", "form[action$='/seat']"):
        box = console.page.locator(form).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 900, form
    console.keys = 0
    for box_number in "12":
        console.press("w", box_number, "2", "5", "Enter")
    console.press("d")
    console.cards("ts", "9h", "6c", "8d", "kd")
    for _ in range(2):
        console.press("s")
    console.cards("7d", "th")
    for done in (1, 2):
        console.page.keyboard.press(" ")
        console.keys += 1
        expect(console.page.locator("[data-left]")).to_have_text(f"{done} of 2 done")
    assert console.keys <= 30, console.keys


def test_ticks_are_the_same_on_every_console_and_survive_a_reload(
    server: Server, dealer: Callable[[str], Dealer], person: Callable[..., Person]
) -> None:
    table = server.opens("ticks")
    console = dealer(table)
    console.seats("bob", 1)
    console.seats("cat", 2)
    console.makes_ready()
    for box_number in "12":
        console.press("w", box_number, "2", "5", "Enter")
    console.press("d")
    console.cards("ts", "9h", "6c", "8d", "kd")
    for _ in range(2):
        console.press("s")
    console.cards("7d")
    supervisor = Dealer(person().signs_in("the-supervisor"), table)
    console.cards("th")
    for _ in range(2):
        console.page.keyboard.press(" ")
    for one in (console, supervisor):
        expect(one.page.locator("[data-left]")).to_have_text("2 of 2 done")
    expect(console.page.locator(".aloud").first).to_contain_text("Dealer, 23 over")
    supervisor.page.get_by_role("button", name="Take back the tick of cat, box 2").click()
    expect(console.page.locator("[data-left]")).to_have_text("1 of 2 done")
    console.page.reload()
    expect(console.page.locator("[data-left]")).to_have_text("1 of 2 done")
    expect(console.page.locator("tr.now")).to_contain_text("cat")
