"""Several people at once: shared boxes, insurance, a jackpot that others see."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from croupier.table.choices import Mode
from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_rounds import takes_a_seat


def test_three_browsers_share_a_box_and_one_joins_the_double(
    person: Callable[..., Person], server: Server
) -> None:
    table = server.opens("shared", stack="6S 5C 5D TS 9H 8D", mode=Mode.AUTOMATIC)
    ann, bob, cat = people = [person().signs_up() for _ in range(3)]
    for box, one in enumerate(people, 1):
        one.goes_to(table).sits(box)
    for one, dollars in zip(people, ("20", "10", "10"), strict=True):
        one.lays(1, dollars)
    expect(cat.box(1)).to_contain_text(f"{ann.name} $20 + {bob.name} $10 + {cat.name} $10")
    for one in people:
        one.clicks("Deal")
    ann.is_asked("Box 1: 11 against a five")
    expect(bob.page.locator(".turn-bar")).to_contain_text(f"{ann.name} decides")
    ann.presses("d")
    bob.clicks("Double $10")
    cat.clicks("No double")
    for one, net in zip(people, ("+$20", "+$10", "+$10"), strict=True):
        expect(one.page.locator(".lines li.mine").first).to_contain_text(net)
    expect(ann.page.locator(".lines li.mine")).to_have_count(2)
    expect(bob.page.locator(".lines li.mine")).to_have_count(2)
    expect(cat.page.locator(".lines li.mine")).to_have_count(1)


def test_insurance_and_even_money_are_a_question(
    person: Callable[..., Person], server: Server
) -> None:
    table = server.opens("insured")
    ann, bob = person().signs_up(), person().signs_up()
    ann.goes_to(table).sits(1)
    bob.goes_to(table).sits(2)
    dealer = Dealer(person().signs_in("the-dealer"), table)
    dealer.makes_ready()
    for box in "12":
        dealer.press("w", box, "2", "0", "Enter")
    dealer.press("d")
    dealer.cards("as", "9c", "ah", "kd", "9d")
    ann.is_asked("Insurance or even money?")
    bob.is_asked("Insurance?")
    ann.presses("e")
    bob.page.locator(".sum-field input[name=amount-y]").fill("5")
    bob.clicks("Insure for $10")
    expect(bob.page.locator(".insured use")).to_have_count(1)
    expect(bob.page.locator(".turn-bar.waiting")).to_be_visible()
    dealer.looks_up()
    dealer.press("n")
    expect(ann.page.locator(".lines li.mine").first).to_contain_text("+$20")
    dealer.press("s")
    dealer.cards("kh")
    expect(bob.page.locator(".lines li.mine", has_text="+$10")).to_be_visible()


def test_a_jackpot_is_seen_to_grow_at_another_table_and_on_the_floor(
    person: Callable[..., Person],
) -> None:
    """Both demo tables of Caribbean Stud feed one pool."""
    player, watching, strolling = person().signs_up(), person(), person()
    watching.goes_to("caribbean-stud-2")
    strolling.page.goto("/")
    meters = [one.page.locator("[data-meter]").first for one in (watching, strolling)]
    before = [meter.inner_text() for meter in meters]
    box = takes_a_seat(player, "caribbean-stud-1")
    player.lays(box, "5", "Ante")
    player.lays(box, "5", "Jackpot")
    player.presses("d")
    for meter, was in zip(meters, before, strict=True):
        expect(meter).not_to_have_text(was)


def test_an_automatic_table_counts_its_clock(person: Callable[..., Person], server: Server) -> None:
    server.opens(
        "hurried",
        mode=Mode.AUTOMATIC,
        stack="TS 7C 8D 9H KD",
        wager_seconds=600,
        decision_seconds=600,
        card_milliseconds=10,
    )
    player = person().signs_up()
    player.goes_to("hurried").sits(1)
    player.lays(1, "10")
    clock = player.page.locator(".clock").first
    expect(clock).to_have_attribute("data-of", "600")
    expect(clock.locator("b")).to_have_text(re.compile(r"^\d{1,3}$"))
