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
    assert "watching decides for box 1 with 14" in console.prompt
    assert "Box 1, 14" in console.aloud
    console.press("h")
    console.cards("4c")
    for _ in range(3):
        console.press("s")
    console.cards("7d", "th")
    assert "23 over" in console.page.locator(".settle").inner_text()
    paid = console.page.locator(".settle tbody tr")
    assert paid.count() == 3
    for row in paid.all():
        assert "$25" in row.inner_text()
        assert row.locator(".coin").count() >= 1
        assert row.locator("a.clause").count() >= 1
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
    console.page.get_by_role("link", name="I typed the last card wrongly").click()
    report = console.page.locator("#report")
    expect(report.locator("a.clause").first).to_be_visible()
    report.get_by_role("button", name="Show what follows").click()
    report.get_by_role("button", name="Record it").click()
    expect(console.page.locator(".prompt h2")).to_contain_text("Card to the dealer")
    console.page.locator("h1").click()
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
    console.page.get_by_role("link", name="A card came out that was not due").click()
    report = console.page.locator("#report")
    report.get_by_label("Card").fill("KS")
    console.page.keyboard.press("Enter")
    expect(report.locator(".steps li").first).to_be_visible()
    assert console.prompt.startswith("bob decides")
    report.get_by_role("button", name="Record it").click()
    expect(console.page.locator(".just")).to_contain_text("came out in error")
    console.page.locator("h1").click()
    console.press("s")
    assert "lies ready" in console.prompt
    console.cards("ks", "9d")
    line = console.page.locator(".settle tbody tr")
    expect(line).to_contain_text("$25")
    assert "25 over" in console.page.locator(".settle").inner_text()


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
    console.page.get_by_role("link", name="A player disputes something").click()
    report = console.page.locator("#report")
    report.get_by_label("About").fill("the second card")
    report.get_by_role("button", name="What follows?").click()
    report.get_by_role("button", name="Record it").click()
    expect(console.page.locator(".just")).to_contain_text("isput")
    supervisor = person().signs_in("the-supervisor")
    supervisor.page.goto(f"/tables/{table}/console")
    for name, fields in (
        ("Decide a dispute", {"Dispute": "1", "Outcome": "dealt anew"}),
        ("Declare the round void", {}),
    ):
        supervisor.page.get_by_role("link", name=name).click()
        form = supervisor.page.locator("#report")
        for label, value in fields.items():
            form.get_by_label(label).fill(value)
        form.get_by_role("button").first.click()
        before = supervisor.version
        form.get_by_role("button", name="Record it").click()
        supervisor.waits_for(lambda before=before: supervisor.version > before)  # type: ignore[misc]
    expect(supervisor.page.locator(".just")).to_contain_text("void")
    expect(console.page.locator(".prompt h2")).to_contain_text("Wagers")
