"""Several people at once: shared boxes, insurance, a jackpot that others see."""

import re
from collections.abc import Callable
from decimal import Decimal

from playwright.sync_api import expect

from croupier.games.table.choices import JackpotTerms, Mode
from tests.browser.dealing import Dealer
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_rounds import bets, takes_a_seat


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


def test_a_shared_box_is_split_and_each_may_join(
    person: Callable[..., Person], server: Server
) -> None:
    """Eights against a six; one joins the split, and both hands beat a dealer who draws over."""
    table = server.opens(
        "split", stack="8S 6C 8D TH TD 9H KD", mode=Mode.AUTOMATIC, game="star-blackjack"
    )
    ann, bob = person().signs_up(), person().signs_up()
    ann.goes_to(table).sits(1)
    bob.goes_to(table).sits(2)
    ann.lays(1, "20")
    bob.lays(1, "10")
    for one in (ann, bob):
        one.clicks("Deal")
    ann.is_asked("Box 1: 16 against a six")
    ann.presses("p")
    bob.clicks("Split $10")
    ann.is_asked("Box 1 hand 1: 18 against a six")
    expect(ann.page.locator(".box.own .box-hand")).to_have_count(2)
    ann.presses("s")
    ann.is_asked("Box 1 hand 2: 18 against a six")
    ann.presses("s")
    for one, net in ((ann, "+$20"), (bob, "+$10")):
        expect(one.page.locator(".lines li.mine")).to_have_text([re.compile(re.escape(net))] * 2)
    expect(ann.page.locator(".box.own .box-hand .total b")).to_have_count(2)


def test_half_a_wager_is_surrendered(person: Callable[..., Person], server: Server) -> None:
    player = person().signs_up()
    bets(player, server.alone("perth-vegas-blackjack", "TS TC 6D 9H"), "20")
    player.is_asked(re.compile("16 against a ten"))
    player.clicks("Surrender")
    expect(player.page.locator(".lines li.mine")).to_contain_text("\N{MINUS SIGN}$10")
    expect(player.page.locator(".lines li.mine a.clause").first).to_contain_text("5.")


def test_insurance_is_a_question_with_a_timer(
    person: Callable[..., Person], server: Server
) -> None:
    player = person().signs_up()
    stack, seconds = "TS AC 9D KH", {"wager_seconds": 900, "decision_seconds": 600}
    player.lays(takes_a_seat(player, server.alone("star-blackjack", stack, **seconds)), "20")
    player.presses("g")
    player.is_asked("Insurance?")
    expect(player.page.locator(".clock")).to_have_attribute("data-of", "600")
    player.clicks("Insure for $10")
    player.presses("s")
    expect(player.page.locator(".lines li.mine", has_text="Insurance")).to_contain_text("+$20")


ROYAL = "2C AS 3D KS 4H QS 5C JS 7D TS"
"""A royal flush, dealt one card at a time, the dealer first."""


def test_a_jackpot_won_at_one_table_is_seen_at_another_and_on_the_floor(
    person: Callable[..., Person], server: Server
) -> None:
    """Two tables feed one pool; a royal flush at one of them takes it."""
    terms = JackpotTerms(name="sunday", wager=5_00, pool=60_000_00, increment=Decimal("0.7"))
    winning = server.alone("caribbean-stud", ROYAL, jackpot=terms)
    other = server.alone("caribbean-stud", jackpot=terms)
    player, watching, strolling = person().signs_up(), person(), person()
    watching.goes_to(other)
    strolling.page.goto("/")
    there = watching.page.locator("[data-meter]").first
    board = strolling.page.locator(".jackpot", has_text="Sunday")
    expect(there).to_have_text("$60,000")
    expect(board).to_contain_text("$60,000")
    box = takes_a_seat(player, winning)
    player.lays(box, "5", "Ante")
    player.lays(box, "5", "Jackpot")
    player.presses("g")
    expect(there).to_have_text("$60,003.50")
    expect(board).to_contain_text("$60,003.50")
    player.presses("b")
    expect(player.page.locator(".lines li.mine", has_text="Jackpot")).to_contain_text("+$59,998.50")
    expect(there).not_to_have_text("$60,003.50")
    expect(board).not_to_contain_text("$60,003.50")


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
